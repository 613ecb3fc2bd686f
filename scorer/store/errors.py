"""What may be wrong with a database as a whole."""


class UnusableDatabaseError(Exception):
    """A database that this release cannot use; the message says why, for a person, after a colon."""


class DatabaseBusyError(Exception):
    """Another write holds the database for too long. This one was not begun."""


class DatabaseMovedError(Exception):
    """The file of the database is not in its place any more: what is written would be lost with it."""
