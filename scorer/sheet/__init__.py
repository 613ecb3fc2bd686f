"""The facts of one score sheet and what follows from them. Pure: no web, no database."""
