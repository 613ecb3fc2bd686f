"""The pages on which hands are entered and a sheet is put right, home, rules and Help."""
