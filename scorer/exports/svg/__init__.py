"""A sheet as a picture: the standings and the curve of the totals."""
