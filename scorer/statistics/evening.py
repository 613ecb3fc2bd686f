"""One sheet as a season counts it: who was there, what each came to, and the tallies of its hands."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any

from ..rules.core import Points
from ..sheet.core.ledger import Ledger
from .tallies import Counting, Key, Tally

DAY_ENDS = timedelta(hours=6)
"""After midnight: who plays until then plays on the night that began the day before."""
FEW = 5
"""Fewer hands can be alike on two evenings."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand of an evening. entry: the one that recorded it, None in a file; points: by player at the table."""

    number: int
    entry: int | None
    dealer: str
    summary: str
    points: Mapping[str, Points]


@dataclass(frozen=True)
class Evening:
    """sheet: its id, or the name of its file; date: "2026-11-20", or "" for none; begun: the moment, or "" where
    nobody knows it; hands: how many stand on it.

    totals: by player, of two sides that of the side for which they played last; winners: players, of a shared
    first place all of them; tallies: by what is counted; runs: of each player the hands with a bid of their own,
    in order, and whether it was made; deals: the hands.
    """

    sheet: str
    title: str
    date: str
    begun: str
    game: str
    hands: int
    totals: Mapping[str, Points]
    winners: frozenset[str]
    lowest_wins: bool
    finished: bool
    options: Mapping[str, Any]
    tallies: Mapping[Key, Tally] = field(repr=False)
    runs: Mapping[str, list[tuple[int, bool]]] = field(repr=False)
    deals: tuple[Deal, ...] = field(repr=False)

    @classmethod
    def of(cls, ledger: Ledger, sheet: str, begun: datetime | None = None) -> "Evening":
        """begun: the moment of its first entry, None where nobody knows it; its day is the date of a sheet
        that has none.
        """
        game, columns = ledger.table.game, _players_of(ledger)
        totals = ledger.totals
        # What each player at the table scored, or their side.
        points = [
            {
                name: row.points[row.game.place_of(seat, ledger.columns)]
                for seat, name in enumerate(row.game.players)
            }
            for row in ledger.rows
        ]
        counting = Counting.of(ledger, points)
        return cls(
            sheet,
            ledger.sheet.title,
            ledger.sheet.date or (f"{day_of(begun)}" if begun else ""),
            begun.astimezone(UTC).isoformat(timespec="microseconds") if begun else "",
            ledger.sheet.game,
            len(ledger.rows),
            {name: totals[column] for column, names in enumerate(columns) for name in names},
            frozenset(name for column in _first(ledger) for name in columns[column]),
            game.lowest_wins,
            ledger.sheet.finished,
            dict(ledger.sheet.options),
            counting.tallies,
            counting.runs,
            tuple(
                Deal(row.number, row.hand.entry, row.dealer, row.summary, scored)
                for row, scored in zip(ledger.rows, points, strict=True)
            ),
        )

    @property
    def ranked(self) -> list[tuple[int, str, Points]]:
        """Place, player and points, the first first."""
        worth = places_of(self.totals, self.winners, lowest_wins=self.lowest_wins)
        return sorted((place, name, self.totals[name]) for name, place in worth.items())

    @cached_property
    def mark(self) -> str:
        """The same for two sheets with the very same hands, and for no others."""
        if len(self.deals) < FEW:
            return self.sheet
        hands = [(deal.dealer, deal.summary, *deal.points.items()) for deal in self.deals]
        return hashlib.sha256(repr((self.game, hands)).encode()).hexdigest()


def places_of(totals: Mapping[str, Points], winners: Collection[str], *, lowest_wins: bool) -> dict[str, int]:
    """The place of each player, from 1; equals share one. winners: who is first whatever their totals are."""
    sign = -1 if lowest_wins else 1
    worth = {
        player: (player in winners, 0 if player in winners else sign * total) for player, total in totals.items()
    }
    place_of: dict[tuple[bool, Points], int] = {}
    for before, value in enumerate(sorted(worth.values(), reverse=True)):
        place_of.setdefault(value, before + 1)
    return {player: place_of[value] for player, value in worth.items()}


def without_copies(evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    """Of sheets with the very same hands, as an exported sheet and the one it was imported into, the first."""
    found: dict[str, Evening] = {}
    for evening in evenings:
        found.setdefault(evening.mark, evening)
    return tuple(found.values())


def _players_of(ledger: Ledger) -> list[tuple[str, ...]]:
    """Of each column of the sheet who played for it, of two sides who did last; whoever is seated has not played
    before there is a hand.
    """
    if not ledger.table.game.sides_have_columns:
        seated = {name for row in ledger.rows for name in row.game.players}
        return [(name,) if name in seated else () for name in ledger.columns]
    side_of: dict[str, int] = {}
    for row in ledger.rows:
        side_of |= {name: row.game.column_of(seat) for seat, name in enumerate(row.game.players)}
    return [tuple(name for name, of in side_of.items() if of == side) for side, _ in enumerate(ledger.columns)]


def _first(ledger: Ledger) -> list[int]:
    """The columns that have won, or that are first on a sheet that has not ended."""
    ending = ledger.ending
    if ending and ending.winners:
        return [*ending.winners]
    return [ledger.columns.index(standing.column) for standing in ledger.standings if standing.place == 1]


def day_of(moment: datetime) -> date:
    """The day to whose night a moment belongs, in the time zone of this process."""
    return (moment.astimezone() - DAY_ENDS).date()
