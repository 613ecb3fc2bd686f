"""A sheet and its ledger: entries, the facts they add up to, and the points with their reasons."""
