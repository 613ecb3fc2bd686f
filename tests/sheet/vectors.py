"""The vectors of every game that is in the registry: sheets, and what is expected of them."""

import json
from functools import cache
from typing import Any

from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Sheet
from scorer.sheet.sheet_file import load

from ..parts import vectors_of

VECTORS: dict[str, Any] = {
    f"{game}: {vector['id']}": vector
    for game in sorted(GAMES)
    for vector in json.loads(vectors_of(game).read_text("utf-8"))
}


def sheet_of(named: str) -> Sheet:
    return load(json.dumps(VECTORS[named]["sheet"]).encode())


@cache
def scored(named: str) -> Ledger | None:
    """The ledger of a vector that can be scored."""
    try:
        return Ledger.of(sheet_of(named))
    except (IllegalHandError, FormatError):
        return None
