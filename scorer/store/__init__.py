"""The database: tables, migrations, and what writes entries: the scorebook, and what brings in whole sheets."""
