"""Any other game: the table writes down the points of each hand."""
