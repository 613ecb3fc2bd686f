"""Databases that are measured: a device, and sheets of any length, written as an import writes them."""

import json
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scorer import create_app
from scorer.sheet import audit, importing
from scorer.store import files, people
from scorer.store.models import db

from ..faults.hands import EVERY_HAND, PLAYERS

COPIED = """
WITH RECURSIVE copies(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copies WHERE number < :copies)
INSERT INTO {table} ({columns}) SELECT {copied} FROM copies, {table} WHERE sheet_id = :sheet ORDER BY copies.number
"""


@dataclass(frozen=True)
class Book:
    """A database in a folder. key: what the device that opens its sheets has in its cookie."""

    folder: Path
    device: str
    key: str
    sheets: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path, *lengths: int) -> "Book":
        """A database with sheets of so many hands."""
        app = create_app({}, folder / "instance")
        with app.app_context():
            device, key = people.new_device()
            sheets = tuple(_sheet(device, f"sheet {number}", length) for number, length in enumerate(lengths))
            db.session.remove()
            db.engine.dispose()
        return cls(folder, device, key, sheets)

    def copy(self, sheet: str, copies: int) -> list[str]:
        """Copies of a sheet beside it, which the device may open, too."""
        with closing(sqlite3.connect(self.folder / "instance" / "scorer.db", isolation_level=None)) as connection:
            connection.execute("BEGIN")
            numbers = range(1, copies + 1)
            made = "INSERT INTO sheet (id, made_at) SELECT 'copy' || ?, made_at FROM sheet WHERE id = ?"
            connection.executemany(made, [(number, sheet) for number in numbers])
            for table in ("entry", "opening"):
                columns = [column[1] for column in connection.execute(f"PRAGMA table_info({table})")]
                copied = {column: f'{table}."{column}"' for column in columns}
                copied["sheet_id"] = "'copy' || copies.number"
                statement = COPIED.format(
                    table=table,
                    columns=", ".join(f'"{column}"' for column in columns),
                    copied=", ".join(copied.values()),
                )
                connection.execute(statement, {"copies": copies, "sheet": sheet})
            connection.execute("COMMIT")
        return [f"copy{number}" for number in numbers]


def _sheet(device: str, key: str, hands: int) -> str:
    content = {"format": "score-sheet/1", "game": "offender", "players": PLAYERS, "hands": _played(hands)}
    acts = importing.read_bare(json.dumps(content).encode())
    entries = files.first_written(acts, key=key, device=device)
    return files.bring(entries, audit.digests(entries), key=key, device=device, history=False)


def _played(hands: int) -> list[dict[str, object]]:
    chance = random.Random(1)
    return [chance.choice(EVERY_HAND).facts for _ in range(hands)]
