"""What every table for a spreadsheet has in common: its bytes, its head, each hand in the sheet file's words."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules.fields import FieldType, in_file
from ...rules.game import Game
from ...rules.registry import GAMES
from ...sheet.changes.remarks import Remarks, moment
from ...sheet.core.facts import DEALT
from ...sheet.core.ledger import Ledger, Row
from ...sheet.paper.headings import END
from ...sheet.paper.lines import REMARKS, SIGNED
from ...sheet.paper.table import SETTLED
from ...sheet.paper.table_cells import changes, each_written, names_written, option_written

PAID_AT_THE_END = "paid at the end of the sheet"
NO_CONTRACT = "no contract"
MOST_REMARKS = 2000
"""Characters in a cell."""


def content(rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 with a byte order mark and CRLF, as spreadsheets expect it; numbers stay numbers."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(_safe, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def head(ledger: Ledger, remarks: Remarks) -> Iterator[Sequence[object]]:
    """What stands above the table, a line each, and an empty line: the sheet without its hands."""
    sheet = ledger.sheet
    yield ["game", sheet.game]
    yield from ([name, text] for name, text in (("title", sheet.title), ("date", sheet.date)) if text)
    yield ["players", *sheet.players]
    yield ["dealer", sheet.dealer]
    yield from ([name, option_written(value)] for name, value in sheet.options.items())
    if sheet.finished:
        yield ["finished", "true"]
    yield from ([REMARKS, said([sentence])] for sentence in remarks.sheet)
    yield from ([SIGNED, name, moment(at)] for name, at in remarks.signed.items())
    yield []


def said(sentences: Iterable[str]) -> str:
    """Remarks in one cell, no longer than a cell is that is read."""
    text = " ".join(" ".join(sentences).split())
    return text if len(text) <= MOST_REMARKS else f"{text[:MOST_REMARKS]}…"


@dataclass(frozen=True)
class Facts:
    """The facts of the hands by the headings of their columns. A column that is empty in every hand is left out,
    but for the number, the dealer and the keys of a result.
    """

    heads: tuple[str, ...]
    hands: tuple[Mapping[str, object], ...]
    said_in: str

    @classmethod
    def of(cls, ledger: Ledger) -> "Facts":
        keys = _keys(ledger)
        said_in = next(iter(keys), "")
        first = GAMES[ledger.sheet.game]
        games = [first(ledger.sheet.players, first.options_type(**ledger.sheet.options))]
        games += [row.game for row in ledger.rows]
        hands = tuple(_facts(row, before, said_in) for before, row in zip(games, ledger.rows, strict=False))
        always = {"hand", "dealer", *keys}
        heads = ("hand", "dealer", "players", "options", *DEALT, *keys, "note", "by", "played")
        return cls(tuple(h for h in heads if h in always or any(h in facts for facts in hands)), hands, said_in)

    def cells(self, hand: int) -> list[object]:
        """The cells of hand number `hand`."""
        return [self.hands[hand - 1].get(head, "") for head in self.heads]

    @property
    def closing(self) -> list[object]:
        """The cells of the line that says what the end of the sheet pays."""
        said = {"hand": END, self.said_in: PAID_AT_THE_END}
        return [said.get(head, "") for head in self.heads]


def _facts(row: Row, before: Game, said_in: str) -> dict[str, object]:
    """By heading; said_in: where it stands why a hand has no result."""
    facts: dict[str, object] = {"hand": row.number, "dealer": row.dealer, **dict(changes(before, row.game))}
    if note := str(row.hand.facts.get("note", "")).strip():
        facts["note"] = note
    facts |= {key: row.hand.facts[key] for key in DEALT if key in row.hand.facts}
    if row.judged.agreed:
        facts["by"] = names_written(row.judged.agreed)
    if played := row.hand.facts.get("played"):
        facts["played"] = "; ".join(f"{key}: {_in_part(row.game, key, played[key])}" for key in played)
    if row.result is None:
        return {**facts, said_in: NO_CONTRACT if row.judged.settled is None else SETTLED}
    written = in_file(row.game.keys, row.result, row.game.players)
    return {**facts, **{key: _cell(value, row.game.players) for key, value in written.items()}}


def _in_part(game: Game, key: str, value: Any) -> object:
    """A key of a result that stands in a cell with others."""
    if value is None:
        return NO_CONTRACT
    return names_written([value]) if game.keys[key].kind is FieldType.PLAYER else _cell(value, game.players)


def _keys(ledger: Ledger) -> list[str]:
    """The keys of every hand's result: house rules that change in mid-sheet may change them.

    Points that are written down by hand stand in the columns of the players.
    """
    games = (*(row.game for row in ledger.rows), ledger.table.game)
    known = {key: kind for game in games for key, kind in game.keys.items()}
    return [key for key, kind in known.items() if kind.kind is not FieldType.POINTS]


def _cell(value: Any, players: Sequence[str]) -> object:
    """What stands for each player or side, in one cell."""
    if isinstance(value, Mapping):
        return each_written(value, players)
    if isinstance(value, bool):
        return option_written(value)
    return " – ".join(map(str, value)) if isinstance(value, list) else value


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is marked as text; numbers are left alone.

    So is one that begins with such a mark of its own: it is there again when the table is read back.
    """
    return f"'{cell}" if isinstance(cell, str) and re.match(r"'*[=+\-@\t\r]", cell) else cell
