"""A sheet as comma-separated values: a row per hand, or a row per hand and player."""
