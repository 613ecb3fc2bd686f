"""What tricks are worth at Offender [S0]."""


def points_for(tricks: int) -> int:
    """What a number of tricks is worth, bid or taken: the triangular numbers [S0, table of points]."""
    return tricks * (tricks + 1) // 2


def tricks_text(tricks: int) -> str:
    return "1 trick" if tricks == 1 else f"{tricks} tricks"
