"""A sheet as a table, written and read back; and a sheet kept on paper, checked figure by figure."""
