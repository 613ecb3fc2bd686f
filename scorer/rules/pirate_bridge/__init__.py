"""Pirate Bridge: partners find each other in the bidding, hand by hand."""
