"""What keeps a database well: backups and restoring, checks, copies to another kind, archiving."""
