"""A ledger as a workbook that computes: facts to change, points and totals as formulas, reasons and rules."""
