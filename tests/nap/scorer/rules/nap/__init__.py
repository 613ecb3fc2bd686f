"""Nap: one player says how many of five tricks they will take, and plays alone."""
