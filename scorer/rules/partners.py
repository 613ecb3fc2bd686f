"""Who plays for a side, whether sides or players have the columns of a sheet, and partners that change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from .core import Column, Points, Score, Seat, whole
from .options import option

PLAYERS_HAVE_COLUMNS = ("totals", "players")
APART = " (2, 4)"
"""Its seats stand behind the name of the second side where both sides would be called the same."""
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
        """What the game scores by: each player; in a game of partnerships seats 1 and 3, and seats 2 and 4.

        No two have one name: the side of "A & B" and C would be called as that of A and "B & C" is.
        """
        if self.partnerships:
            first, second = (f"{self.players[seat]} & {self.players[seat + 2]}" for seat in range(2))
            return Column(first, (0, 2)), Column(f"{second}{APART}" if second == first else second, (1, 3))
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

    def sides_are_alike(self, columns: Sequence[str]) -> bool:
        """Whether the names of both sides came out alike. columns: of the sheet."""
        return self.sides_have_columns and columns[1] == f"{columns[0]}{APART}"

    def credited(self, columns: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        """The columns of the sheet that get what each column of the game scores, by index: a side keeps the column
        that it started with, and of partners with totals of their own each gets all of it. columns: of the sheet,
        by name; everybody at the table has one, or their side has.
        """
        if self.sides_have_columns:
            return tuple((index,) for index, _ in enumerate(columns))
        return tuple(tuple(columns.index(self.players[seat]) for seat in side.seats) for side in self.columns())

    def place_of(self, seat: Seat, columns: Sequence[str]) -> int:
        """The index of the column of the sheet in which a seat scores: the player's own, or that of the side."""
        return self.column_of(seat) if self.sides_have_columns else columns.index(self.players[seat])

    def ahead(self, columns: Sequence[str], totals: Sequence[Points]) -> tuple[int, ...]:
        """Of two sides or their players who has the most, by index; nobody where the sides are tied, or players of
        both sides. columns, totals: of the sheet.
        """
        best = max(totals)
        ahead = tuple(column for column, total in enumerate(totals) if total == best)
        tied = all({*own} & {*ahead} for own in self.credited(columns))
        return () if tied else ahead


def on_sheet(score: Score, game: Seated, columns: Sequence[str]) -> Score:
    """A score with the columns of the sheet instead of the game's own: each line as often as it is credited."""
    places = game.credited(columns)
    if places == tuple((index,) for index in range(len(places))):
        return score
    return Score(tuple(replace(line, column=place) for line in score.lines for place in places[line.column]))


def own_points(game: Seated, columns: Sequence[str], points: Mapping[str, Points]) -> dict[int, Points]:
    """Points that the table gave, by the game's columns, where any were given; of partners with totals of their
    own half of what both have. points: by the name of the column on the sheet.
    """
    own: dict[int, Points] = {}
    for index, places in enumerate(game.credited(columns)):
        if given := [points[columns[place]] for place in places if columns[place] in points]:
            own[index] = given[0] if len(places) == 1 else whole(Decimal(sum(given)) / len(places))
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
