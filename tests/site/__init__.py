"""The edition on the phone alone: built, served, and used in a browser whose server then goes away."""
