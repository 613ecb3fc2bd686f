"""The vectors of every game that is in the registry: sheets, and what is expected of them."""

import json
from typing import Any

from scorer.rules.registry import GAMES
from scorer.sheet.core.facts import Sheet
from scorer.sheet.file.document import load

from ..parts import vectors_of

VECTORS: dict[str, Any] = {
    f"{game}: {vector['id']}": vector
    for game in sorted(GAMES)
    for vector in json.loads(vectors_of(game).read_text("utf-8"))
}


def sheet_of(named: str) -> Sheet:
    return load(json.dumps(VECTORS[named]["sheet"]).encode())
