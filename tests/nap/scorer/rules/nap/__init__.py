"""Nap for two sides: one player says how many of five tricks their side will take."""
