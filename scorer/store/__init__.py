"""The database: tables, migrations, and the one place that writes entries."""
