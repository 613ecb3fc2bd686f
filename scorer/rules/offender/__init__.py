"""Offender: two players find each other in the bidding and play against all the others."""
