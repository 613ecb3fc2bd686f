"""What tricks are worth at Offender [S0]."""

from ..core import counted


def points_for(tricks: int) -> int:
    """What a number of tricks is worth, bid or taken: the triangular numbers [S0, table of points]."""
    return tricks * (tricks + 1) // 2


def tricks_text(tricks: int) -> str:
    return counted(tricks, "trick")
