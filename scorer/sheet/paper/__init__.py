"""A sheet kept on paper: read from a table, checked figure by figure."""
