"""Answers about a sheet: why a number is so, what another result would pay, whether a call was legal."""
