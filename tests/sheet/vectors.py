"""The vectors of every game that is in the registry: sheets, and what is expected of them."""

import json
from pathlib import Path
from typing import Any

from scorer.rules.registry import GAMES
from scorer.sheet.core.facts import Sheet
from scorer.sheet.file.document import load

FILES = [path for path in sorted(Path(__file__).parents[1].glob("vectors/*.json")) if path.stem in GAMES]
VECTORS: dict[str, Any] = {
    f"{path.stem}: {vector['id']}": vector for path in FILES for vector in json.loads(path.read_text("utf-8"))
}


def sheet_of(named: str) -> Sheet:
    return load(json.dumps(VECTORS[named]["sheet"]).encode())
