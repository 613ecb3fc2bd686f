"""How quick and how light the app is, beside bare Flask under the same server: a table of figures and goals."""
