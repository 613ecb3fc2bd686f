"""Sheets from files and tables of hands."""
