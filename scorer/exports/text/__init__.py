"""A sheet, an auction and the findings of a check as plain text."""
