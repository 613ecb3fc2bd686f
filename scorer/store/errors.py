"""What may be wrong with a database as a whole."""


class UnusableDatabaseError(Exception):
    """A database that this release cannot use; the message says why, for a person, after a colon."""


class DatabaseInUseError(UnusableDatabaseError):
    """What is asked needs the database alone, and the app or another command has it open."""

    def __init__(self) -> None:
        super().__init__("it is in use. Stop the app first")


class DatabaseBusyError(Exception):
    """Another write holds the database for too long. This one was not begun."""


class DatabaseMovedError(Exception):
    """The file of the database is not in its place any more: what is written would be lost with it."""


class NotAllowedError(Exception):
    """A phone may not write what it wanted to, or not any more. Nothing was written."""


class NoRoomError(Exception):
    """The disk has less room than is kept free. Nothing was written. megabytes: how much that is."""

    def __init__(self, megabytes: int) -> None:
        super().__init__(f"less than {megabytes} MB are left")
        self.megabytes = megabytes


class SheetFullError(Exception):
    """A sheet has as many entries as one may have. most: how many that is."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} entries")
        self.most = most
