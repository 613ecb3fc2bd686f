"""Paper sheets for the tests: the figures that are due, and errors planted among them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import Checked, Claims, Paper, check, of_document
from scorer.sheet.paper.table import Hands, open_table

from .vectors import VECTORS

TABLE: dict[str, Any] = VECTORS["offender: example-table"]["sheet"]
"""The document's example of multi-game scoring [S0], four hands."""
POINTS_DUE = [[49, 6, 49, 6, 6], [38, 21, 38, 38, 21], [3, 3, 51, 51, 3], [42, 28, 42, 28, 42]]
TOTALS_DUE = [[49, 6, 49, 6, 6], [87, 27, 87, 44, 27], [90, 30, 138, 95, 30], [132, 58, 180, 123, 72]]
"""As the document prints them."""


def filed(sheet: Mapping[str, Any], claims: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The object of a paper file."""
    hands = [{**hand, "claimed": claim} for hand, claim in zip(sheet["hands"], claims, strict=True)]
    return {**sheet, "hands": hands}


def as_it_seems(content: bytes, game: str = "") -> Hands:
    """What is read of a table of hands by itself. game: where it does not tell."""
    opened = open_table(content)
    kind = GAMES[game or opened.likely_game]
    players = opened.likely_players(kind)
    return opened.read(kind, players, opened.likely(kind, players))


def read(paper: Mapping[str, Any]) -> Paper:
    return of_document(sheet_file.parse(json.dumps(paper).encode()))


def table(points: Sequence[Sequence[int]] | None = None, totals: Sequence[Sequence[int]] | None = None) -> Checked:
    """The document's table with these figures; what is None is not on the paper."""
    claims: list[dict[str, Any]] = [{} for _ in TABLE["hands"]]
    for kind, figures in (("points", points), ("totals", totals)):
        for claim, row in zip(claims, figures or (), strict=False):
            claim[kind] = dict(zip(TABLE["players"], row, strict=True))
    return check(read(filed(TABLE, claims)))


def planted(
    figures: Sequence[Sequence[int]], hand: int, column: int, claimed: int, *, carried: bool = False
) -> list[list[int]]:
    """The figures with another one in a hand (from 1); carried: and with what then follows below it."""
    changed = [list(row) for row in figures]
    off = claimed - changed[hand - 1][column]
    for row in changed[hand - 1 : None if carried else hand]:
        row[column] += off
    return changed


def honest(ledger: Ledger) -> tuple[Claims, ...]:
    """Every figure of a ledger as it is due."""
    return tuple(
        Claims(
            dict(zip(ledger.columns, ledger.padded(row.points), strict=True)),
            dict(zip(ledger.columns, ledger.padded(row.totals), strict=True)),
        )
        for row in ledger.rows
    )


def found(checked: Checked) -> list[tuple[int, str, str, bool]]:
    return [(one.hand, one.column, one.kind, one.carried) for one in checked.findings]
