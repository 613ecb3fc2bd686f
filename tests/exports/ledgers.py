"""Ledgers that every export is tried on: the vectors of every game, names of every kind, a very long evening."""

import json
from collections.abc import Sequence
from typing import Any

from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.sheet_file import load

from ..parts import MissingPartError, vectors_of
from ..sheet.files import RESULT, ledger
from ..sheet.vectors import VECTORS, scored

STRANGE = (
    "=1+1",
    "<b>&amp;\"'",
    "安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜安娜",
    "ליאור",
    "🃏 Zoë e\u0301",
    "+Maximiliana the Great of Nether Walop I",
    "+Maximiliana the Great of Nether Walop J",
    "@\x07\ufffe]]>",
    "-2",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "'=x",
    "```",
)
"""Twelve names: formulas, markup, wide, from right to left, long and nearly the same, not allowed in XML."""
HANDS = 300


LEDGERS = [known for named in VECTORS if (known := scored(named))]
"""The vectors that can be scored."""


def plain(*hands: Sequence[float], players: Sequence[str] = STRANGE, **head: Any) -> Ledger:
    """A plain sheet; the points of each hand by player."""
    written = [{"points": dict(zip(players, hand, strict=True))} for hand in hands]
    return of_game("plain", players, written, **head)


def of_game(game: str, players: Sequence[str], hands: list[Any], **head: Any) -> Ledger:
    """hands: as they stand in a file."""
    sheet = {"format": "score-sheet/1", "game": game, "players": players, "hands": hands, **head}
    return Ledger.of(load(json.dumps(sheet).encode()))


def long_evening() -> Ledger:
    return ledger(*[{**RESULT, "tricks": number % 11} for number in range(HANDS)])


OF_GAME = {game: [known for known in LEDGERS if known.sheet.game == game] for game in GAMES}
"""By game; of the plain one, which has no vectors, two sheets."""
OF_GAME["plain"] = [plain([-3, *[0] * 11], [0.5] * 12), plain(finished=True)]
if unused := [game for game in GAMES if not OF_GAME[game]]:
    raise MissingPartError(*(f"{game}: no sheet in {vectors_of(game)} can be scored" for game in unused))


def guarded(text: str) -> str:
    """As a text stands in a cell of a CSV."""
    return f"'{text}" if text.lstrip("'")[:1] in ("=", "+", "-", "@") else text
