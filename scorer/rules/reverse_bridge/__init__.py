"""Reverse Bridge: a bid predicts the tricks of the opponents."""
