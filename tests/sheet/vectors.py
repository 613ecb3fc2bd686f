"""The vectors of every game that is in the registry: sheets, and what is expected of them."""

import json
from pathlib import Path
from typing import Any

from scorer.rules.registry import GAMES
from scorer.sheet.core.facts import Sheet
from scorer.sheet.file.document import load

FOLDERS = [Path(__file__).parents[1] / folder for folder in ("vectors", "nap/tests/vectors")]
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json")) if path.stem in GAMES]
VECTORS: dict[str, Any] = {
    f"{path.stem}: {vector['id']}": vector for path in FILES for vector in json.loads(path.read_text("utf-8"))
}


def sheet_of(named: str) -> Sheet:
    return load(json.dumps(VECTORS[named]["sheet"]).encode())
