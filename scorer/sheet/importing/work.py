"""How much a request may have looked through, so that no file keeps the others waiting without end."""

MOST = 40_000
"""Hands and entries, a hand once more where it is judged in a history: 300 evenings of 40 hands are 36,000."""
LOOKED_BACK = 100
"""Entries before an act that are looked through again in the time of one hand."""
SCORED_AGAIN = 8
"""Hands that are scored after another total in the time of judging one."""
CARRIED_ON = 300
"""Hands that are taken as they were judged before, in the time of judging one."""


class TooMuchWorkError(ValueError):
    """One request may not have so much looked through; the message says so, as a sentence without its stop."""

    def __init__(self) -> None:
        super().__init__(
            f"this is more than can be looked through at once, {MOST:,} hands and entries together: "
            "import the sheets in several files"
        )


def of_sheet(hands: int, entries: int, corrections: int) -> int:
    """What a sheet with its history takes at most. corrections: acts after which hands are judged again."""
    return 2 * hands + entries + corrections * (hands + entries // LOOKED_BACK)


class Work:
    """What is left to look through, of all the files of a request together."""

    def __init__(self, most: int = MOST) -> None:
        self._left = most

    def spend(self, amount: int) -> None:
        """Raises TooMuchWorkError where that is more than is left."""
        self._left -= amount
        if self._left < 0:
            raise TooMuchWorkError
