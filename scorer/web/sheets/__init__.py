"""A sheet as it is shown: its table, table mode, the end of an evening."""
