"""The pages of a sheet and of its hands, home, rules and Help."""
