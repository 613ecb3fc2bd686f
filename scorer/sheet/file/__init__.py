"""The score sheet file and its JSON Schema."""
