"""What people write above the columns of a table, and in its cells, for what the sheet file has."""

from ...rules.registry import GAMES
from ..core.sheet import DEALT

REMARKS, SIGNED = "remarks", "signed"
"""What the players said of a sheet where it was exported, and who signed it when: passed over here."""
BESIDE = ("hand", "dealer", "players", "options", *DEALT, "note", "by", "played", "carry", REMARKS)
"""What a table says of a hand beside its result; remarks are no facts, and not read."""
KEYS = frozenset((*(name for game in GAMES.values() for name in game.all_keys()), *BESIDE))
NUMBERED = ("#", "no", "nr", "number", "nummer", "game", "deal", "round", "board", "runde", "spiel")
"""Above the numbers of the hands."""
ALIASES = {
    **dict.fromkeys(("", *NUMBERED), "hand"),
    **dict.fromkeys(("took", "taken", "tricks taken"), "tricks"),
    **dict.fromkeys(("geber", "teiler", "dealt by"), "dealer"),
    **dict.fromkeys(
        ("comment", "comments", "notes", "bemerkung", "bemerkungen", "anmerkung", "kommentar"), "note"
    ),
}
"""What people write for a key of a hand, in small letters; the first column may have the numbers of the hands
without a heading.
"""
NOBODY = {*ALIASES, "time", "zeit", "uhrzeit", "date", "datum", "table", "tisch", "page", "seite", "session"}
"""Headings of columns that are no player's, whatever stands in them."""
ENDINGS = {
    " nil tricks": "nil_tricks",
    " tricks": "tricks",
    " taken": "tricks",
    " took": "tricks",
    " bids": "bids",
    " bid": "bids",
    " honors": "honors",
    " honours": "honors",
}
"""Keys of which each player or side has a value, by the end of a heading."""
DITTO = frozenset(('"', "“", "”", "„", "″", "〃", "''", "´´", "``", "do", "do.", "dto", "dto.", "ditto"))
"""As above."""


def small(heading: str) -> str:
    return heading.lower().rstrip(".:")


def is_known(heading: str) -> bool:
    """Whether it says what stands below, or is what begins with a name and ends so."""
    written = small(heading)
    return written in KEYS or bool(written and written in ALIASES) or written.endswith(tuple(ENDINGS))
