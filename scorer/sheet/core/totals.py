"""What stands on a ledger: its hands with their points, and the totals, standings and payments that follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...rules.auctions import Auction
from ...rules.core import Counter, Ending, Points, Score, ScoreLine, listed, whole
from ...rules.game import Game
from . import settled
from .adjustments import AdjustmentRow
from .facts import Hand, Sheet
from .judge import Judged, on_sheet
from .table import Table


@dataclass(frozen=True)
class Row:
    """One hand on the ledger. number: from 1; points, totals: per column of the sheet."""

    number: int
    hand: Hand
    judged: Judged
    score: Score
    points: tuple[Points, ...]
    totals: tuple[Points, ...]

    @property
    def game(self) -> Game:
        return self.judged.table.game

    @property
    def dealer(self) -> str:
        return self.game.players[self.judged.table.dealer]

    @property
    def result(self) -> Any:
        return self.judged.result

    @property
    def summary(self) -> str:
        """The hand in one line."""
        if self.judged.settled is not None:
            note = self.hand.facts.get("note")
            return f"settled by the table: {note}" if note else "settled by the table"
        return "no contract" if self.result is None else self.game.summarize(self.result)

    @property
    def noted(self) -> str:
        """The hand in one line with its note, or with what the table has set for the next one."""
        if self.judged.carried:
            return "; ".join((self.summary, *(event.removesuffix(".") for event in self.events)))
        note = self.hand.facts.get("note") if self.judged.settled is None else None
        return f"{self.summary} ({note})" if note else self.summary

    @property
    def played(self) -> str:
        """Of a hand settled by the table what had been bid and taken, in one line; empty where nobody has said."""
        return settled.in_words(self.game, self.judged.played)

    @property
    def settled_from(self) -> tuple[str, ...]:
        """Of a hand settled by the table what had been bid and taken, and who agreed, as sentences."""
        was = (f"What had been bid and taken: {self.played}.",) if self.played else ()
        agreed = self.judged.agreed
        return (*was, f"Agreed to the points: {listed(agreed)}.") if agreed else was

    @property
    def events(self) -> tuple[str, ...]:
        """What the hand changed besides points, or what the table has set for the next one, as sentences."""
        if self.judged.carried:
            return tuple(_set_for_the_next_hand(self.game, self.judged.carried))
        return self.game.events(self.judged.table.carry, self.judged.after.carry)

    @property
    def ends_game(self) -> bool:
        """Whether a game of the sheet ends with this hand, and a line is drawn under it."""
        return self.game.ends_game(self.judged.table.carry, self.judged.after.carry)

    def why(self, column: int) -> tuple[ScoreLine, ...]:
        return tuple(self.score.of(column))


def _set_for_the_next_hand(game: Game, carried: Mapping[str, Sequence[int | None]]) -> Iterator[str]:
    """What the table has set, as sentences: "North & South begin the next hand with 3 bags." """
    with_what: dict[str, list[str]] = {}
    for key, numbers in carried.items():
        for owner, number in zip(game.carried_owners(key), numbers, strict=True):
            if number is not None:
                with_what.setdefault(owner, []).append(game.carried[key].words(number))
    begin = "begin" if game.partnerships else "begins"
    for owner, words in with_what.items():
        yield f"{owner} {begin} the next hand with {listed(words)}."


@dataclass(frozen=True)
class Standing:
    """A column's place, from 1; equals share a place."""

    place: int
    column: str
    total: Points


@dataclass(frozen=True)
class Totals:
    """What a ledger adds up to.

    rows: every hand but an open one; table: who plays the open or next hand, under which rules; playing: the open
    hand; adjusted: points without a deal, in the order of the hands that they follow.
    """

    sheet: Sheet
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    table: Table
    playing: Judged | None = None
    adjusted: tuple[AdjustmentRow, ...] = ()

    @property
    def columns_so_far(self) -> tuple[str, ...]:
        """Those that there were at the last hand: whoever only sits down for the next one has none yet."""
        if self.rows:
            return self.columns[: len(self.rows[-1].totals)]
        return self.table.game.replace(self.sheet.players).with_columns(())

    @property
    def played(self) -> tuple[str, ...]:
        """Everybody who sat down for a hand that was played, or to begin with, in the order in which they came."""
        return tuple(dict.fromkeys((*self.sheet.players, *(n for row in self.rows for n in row.game.players))))

    @property
    def running(self) -> tuple[Points, ...]:
        """The totals after the last hand and the adjustments behind it, without what the end of the sheet pays."""
        return self.totals_after(len(self.rows))

    def totals_after(self, number: int) -> tuple[Points, ...]:
        """Per column, after a hand and the adjustments behind it; 0: before the first hand."""
        adjusted = self.adjusted_after(number)
        totals = adjusted[-1].totals if adjusted else self.rows[number - 1].totals if number else ()
        return self.padded(totals)

    def adjusted_after(self, number: int) -> tuple[AdjustmentRow, ...]:
        """The adjustments that follow a hand; 0: those before the first."""
        return tuple(row for row in self.adjusted if row.after == number)

    @property
    def lines(self) -> Iterator[Row | AdjustmentRow]:
        """The hands and the adjustments, in order."""
        yield from self.adjusted_after(0)
        for row in self.rows:
            yield row
            yield from self.adjusted_after(row.number)

    @property
    def totals(self) -> tuple[Points, ...]:
        """Per column; with what the end of the sheet pays."""
        totals = self.padded(self.running)
        closing = self.closing
        return tuple(map(sum, zip(totals, closing, strict=True))) if closing else totals

    @property
    def closing_score(self) -> Score | None:
        """What the end of the sheet pays, with the reasons; None where it pays nothing."""
        game = self.table.game
        # An agreed length ends the sheet as well as the table does.
        ended = self.sheet.finished or (self.table.hands_left == 0 and not self.playing)
        score = game.closing(self.table.carry) if ended else None
        return score and on_sheet(score, game, self.columns)

    @property
    def closing(self) -> tuple[Points, ...] | None:
        """What the end of the sheet pays, per column; None where it pays nothing."""
        score = self.closing_score
        return score and tuple(score.total(column) for column in range(len(self.columns)))

    def game_over(self, totals: Sequence[Points]) -> Ending | None:
        """Why no hand follows these totals; None where the game goes on."""
        totals, game = self.padded(totals), self.table.game
        if (ending := game.ending(self.columns, totals, self.table.carry)) or self.table.hands_left != 0:
            return ending
        reason = f"the agreed length of {self.table.agreed_length} is played"
        return Ending.won_by_the_best(reason, totals, lowest=game.lowest_wins)

    @property
    def ending(self) -> Ending | None:
        if ending := self.game_over(self.totals):
            return ending
        if self.sheet.finished:
            return Ending.won_by_the_best(
                "the table ended the game", self.totals, lowest=self.table.game.lowest_wins
            )
        return None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, by name; nobody while the game goes on."""
        return tuple(self.columns[column] for column in self.ending.winners) if self.ending else ()

    def row(self, entry: int | None) -> Row | None:
        """The hand that an entry recorded; None where it is not on the sheet."""
        return next((row for row in reversed(self.rows) if row.hand.entry == entry), None)

    @property
    def over(self) -> bool:
        """Whether no further hand is played."""
        return self.ending is not None and (self.sheet.finished or self.table.is_last)

    @property
    def counters(self) -> dict[str, list[Counter]]:
        """What each column carries besides its points, by the column's name on the sheet."""
        return self.counters_of(self.table)

    def counters_of(self, table: Table) -> dict[str, list[Counter]]:
        """What each column carried at any table of the sheet, as the table that plays now shows it."""
        game = self.table.game
        if game.partners_may_change:
            game = game.replace(table.game.players)
        credited = {
            column.name: [self.columns[place] for place in places]
            for column, places in zip(game.columns(), game.credited(self.columns), strict=True)
        }
        counters: dict[str, list[Counter]] = {}
        for counter in game.counters(table.carry):
            # Whoever has left the table has a column, too.
            for name in credited.get(counter.column, (counter.column,)):
                counters.setdefault(name, []).append(counter)
        return counters

    @property
    def payments(self) -> Mapping[str, Fraction]:
        """What each column receives in money, by name; empty where nothing is at stake."""
        return dict(zip(self.columns, self.table.game.payments(self.totals), strict=False))

    @property
    def standings(self) -> tuple[Standing, ...]:
        totals = self.totals
        sign = -1 if self.table.game.lowest_wins else 1
        places = [1 + sum(sign * (other - total) > 0 for other in totals) for total in totals]
        return tuple(
            Standing(places[column], self.columns[column], totals[column])
            for column in sorted(range(len(totals)), key=lambda column: (places[column], column))
        )

    def auction(self) -> Auction | None:
        """The auction of the open hand, or of the last one; else the next hand's before its first call.

        None in a game without calls, and where no further hand is played.
        """
        last = self.playing or (self.rows[-1].judged if self.rows else None)
        if last and last.auction:
            return last.auction
        return None if self.over else self.table.auction()

    def working(self, row: Row | AdjustmentRow, column: int) -> str:
        """How a running total came about: "49 + 38 = 87"; the total alone in the first hand."""
        totals, points = self.padded(row.totals), self.padded(row.points)
        before, scored = totals[column] - points[column], points[column]
        if row.number == 1 and not before:
            return f"{totals[column]}"
        sign = "-" if scored < 0 else "+"
        return f"{before} {sign} {abs(scored)} = {totals[column]}"

    def closing_working(self, column: int) -> str:
        """How the last total came about, with what the end of the sheet pays: "187 + 5 = 192"."""
        paid, after = (self.closing or self.padded(()))[column], self.totals[column]
        return f"{whole(after - paid)} {'-' if paid < 0 else '+'} {abs(paid)} = {after}"

    def workings(self, row: Row) -> list[tuple[list[str], tuple[ScoreLine, ...], Points]]:
        """The lines of a hand, equal ones once: the columns that share them, the lines, their sum."""
        shared: dict[tuple[tuple[Points, str], ...], tuple[list[str], tuple[ScoreLine, ...], Points]] = {}
        for column, name in enumerate(self.columns):
            lines = row.why(column)
            if lines:
                same = tuple((line.points, line.reason) for line in lines)
                shared.setdefault(same, ([], lines, row.points[column]))[0].append(name)
        return list(shared.values())

    def padded(self, values: Sequence[Points]) -> tuple[Points, ...]:
        """A row's points or totals with zeros for the columns that came later."""
        return (*values, *(0 for _ in self.columns[len(values) :]))
