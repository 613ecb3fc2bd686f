"""Phones that open a sheet in the very moment in which they lose it, in two processes on one database."""
