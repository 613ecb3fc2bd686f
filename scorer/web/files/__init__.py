"""The pages that export and import."""
