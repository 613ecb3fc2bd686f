"""Who plays for a side, whether sides or players have the columns of a sheet, and partners that change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from .core import Column, Points, Score, Seat, whole
from .options import option

PLAYERS_HAVE_COLUMNS = ("totals", "players")
KEEPING = ("seat", "nobody")
OF_SIDES = range(4, 5)
"""How many play where there are two sides of two."""


def totals_option() -> Any:
    """Whether the sides or the players of a game of sides have totals."""
    return option(
        "sides",
        ("sides", "players"),
        "Totals",
        "Who has a column on the sheet.",
        words={"sides": "for the sides", "players": "for each player"},
        sentences={
            "sides": "the same two sides all evening",
            "players": "each partner is given what the side scores, and partners can change from any hand on",
        },
        whole_sheet=True,
    )


def carry_option(carried: str) -> Any:
    """What becomes of all that a side carries when its partners part. carried: these things, in words."""
    return option(
        "seat",
        KEEPING,
        "When partners change",
        f"What becomes of what a side carries: {carried}. Partners who stay together keep it.",
        only=PLAYERS_HAVE_COLUMNS,
        words={"seat": "it stays with the seats", "nobody": "it begins anew"},
        sentences={
            "seat": "whoever sits there now carries it on",
            "nobody": "new partners carry nothing",
        },
    )


class Seated:
    """Who sits at a table, which seats score together, and who has a column on the sheet."""

    players: tuple[str, ...]
    options: Any
    partnerships: ClassVar[bool] = False
    """Whether seats 1 and 3 play against seats 2 and 4."""

    def columns(self) -> tuple[Column, ...]:
        """What the game scores by: each player; in a game of partnerships seats 1 and 3, and seats 2 and 4."""
        if self.partnerships:
            pairs = ((seat, seat + 2) for seat in range(2))
            return tuple(Column(" & ".join(self.players[seat] for seat in pair), pair) for pair in pairs)
        return tuple(Column(name, (seat,)) for seat, name in enumerate(self.players))

    def column_of(self, seat: Seat) -> int:
        """The index of the column that a seat's score goes to."""
        return next(index for index, column in enumerate(self.columns()) if seat in column.seats)

    @property
    def sides_have_columns(self) -> bool:
        """Whether the columns of the sheet are the two sides, and not the players."""
        # A game whose sides never part has no such house rule.
        return self.partnerships and getattr(self.options, "totals", "sides") == "sides"

    @property
    def partners_may_change(self) -> bool:
        """Whether partners each have a column of their own, so that they can part."""
        return self.partnerships and not self.sides_have_columns

    def with_columns(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns of a sheet once this table has played. columns: those that it had before, if any."""
        if self.sides_have_columns:
            return tuple(columns) or tuple(column.name for column in self.columns())
        return tuple(dict.fromkeys((*columns, *self.players)))

    def credited(self, columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The columns of the sheet that get what each column of the game scores: a side keeps the column that it
        started with, and of partners with totals of their own each gets all of it. columns: of the sheet.
        """
        if self.sides_have_columns:
            return tuple((name,) for name in columns)
        return tuple(tuple(self.players[seat] for seat in column.seats) for column in self.columns())

    def ahead(self, totals: Mapping[str, Points]) -> tuple[str, ...]:
        """Of two sides or their players whoever has the most, by name; nobody where the sides are tied, or players
        of both sides. totals: by the name of the column on the sheet.
        """
        best = max(totals.values())
        ahead = tuple(name for name, total in totals.items() if total == best)
        tied = all({*names} & {*ahead} for names in self.credited(tuple(totals)))
        return () if tied else ahead


def on_sheet(score: Score, game: Seated, columns: Sequence[str]) -> Score:
    """A score with the columns of the sheet instead of the game's own: each line as often as it is credited."""
    places = [[columns.index(name) for name in names] for names in game.credited(columns)]
    if places == [[index] for index in range(len(places))]:
        return score
    return Score(tuple(replace(line, column=place) for line in score.lines for place in places[line.column]))


def own_points(game: Seated, columns: Sequence[str], points: Mapping[str, Points]) -> dict[int, Points]:
    """Points that the table gave, by the game's columns, where any were given; of partners with totals of their
    own half of what both have. points: by the name of the column on the sheet.
    """
    own: dict[int, Points] = {}
    for index, names in enumerate(game.credited(columns)):
        if given := [points[name] for name in names if name in points]:
            own[index] = given[0] if len(names) == 1 else whole(Decimal(sum(given)) / len(names))
    return own


def partners(game: Seated) -> tuple[frozenset[str], ...]:
    """Who plays for each side; nobody in a game of individual scores."""
    columns = game.columns() if game.partnerships else ()
    return tuple(frozenset(game.players[seat] for seat in column.seats) for column in columns)


def sides_before(old: Seated, new: Seated) -> tuple[int | None, ...]:
    """For each side of the new seating the old side whose carry it has, None where it begins anew.

    Partners who stay together keep theirs wherever they sit; of others the house rule `carry_goes` says.
    """
    before = partners(old)
    found = [before.index(pair) if pair in before else None for pair in partners(new)]
    if new.options.carry_goes == "seat":
        left = [side for side in range(2) if side not in found]
        found = [left.pop(0) if side is None else side for side in found]
    return tuple(found)
