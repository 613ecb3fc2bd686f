"""A ledger in the forms in which it leaves the app."""
