"""A ledger as a workbook that computes: facts to change, points and totals as formulas, reasons and rules."""

TABLE, FACTS = "CSV", "Facts"
"""Sheets that are read when the workbook comes back: the CSV table, which nobody sees, and the facts."""
