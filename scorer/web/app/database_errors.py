"""What a person is told when the database does not do what it was asked: status, title, text."""

from sqlalchemy.exc import DatabaseError, OperationalError

Fault = tuple[int, str, str]

AGAIN = "then go back and try again"
SILENT = 503, "The scorebook does not answer", f"Nothing was recorded. Wait a moment, {AGAIN}."
BUSY = (
    503,
    "The scorebook is busy",
    f"Another program holds on to the database. Nothing was recorded. Wait a moment, {AGAIN}.",
)
FULL = 503, "The disk is full", f"Nothing was recorded. Make room on the machine that runs Scorer, {AGAIN}."
DISK = (
    503,
    "The disk did not take it",
    f"Nothing was recorded. See whether the disk of the machine that runs Scorer is full or failing, {AGAIN}.",
)
NOT_WRITABLE = (
    503,
    "The scorebook cannot be written",
    f"Nothing was recorded. Let Scorer write its database file and the folder that holds it, {AGAIN}.",
)
DAMAGED = (
    500,
    "The database is damaged",
    (
        "Nothing was recorded. Whoever runs Scorer should stop it now and bring back a backup with “scorer "
        "restore”; those of the last days are in the folder “backups” beside the database."
    ),
)
UNREADABLE = (
    500,
    "This sheet cannot be read",
    (
        "What is stored of it is damaged; the other sheets go on as ever. Whoever runs Scorer can see where with "
        "“scorer check”; “scorer restore” brings back all sheets as a backup has them."
    ),
)

BY_NAME = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": DISK,
    "SQLITE_READONLY": NOT_WRITABLE,
    "SQLITE_CANTOPEN": NOT_WRITABLE,
    "SQLITE_PERM": NOT_WRITABLE,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    # A table or column is missing: what is asked is fixed, and right on a database that is whole.
    "SQLITE_ERROR": DAMAGED,
}
"""By the first words of SQLite's name for what went wrong."""


def fault_of(error: DatabaseError) -> Fault | None:
    """What to tell of this error; None for one that is a mistake of the program's own."""
    name = getattr(error.orig, "sqlite_errorname", "")
    for start, fault in BY_NAME.items():
        if name.startswith(start):
            return fault
    return SILENT if isinstance(error, OperationalError) else None
