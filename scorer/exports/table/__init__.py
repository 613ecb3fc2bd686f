"""The table of a sheet as it is printed: its columns by game, its cells."""
