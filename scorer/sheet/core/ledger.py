"""The points of a sheet, with their reasons: a fold of its hands. Nothing here is ever stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile, zip_longest
from typing import Any

from ...rules.auctions.auction import Auction
from ...rules.core import Counter, Ending, Points, Score, ScoreLine, listed, whole
from ...rules.game import Game
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ...rules.sheet_rules import CLOSED_SHEET, ONE_HAND_AT_A_TIME
from . import settled
from .adjustments import AdjustmentRow, check_names
from .facts import Hand, Sheet
from .judge import IllegalHandError, Judged, RuleViolation, judge, take_seats
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
        """What the hand changed besides points, as sentences."""
        return self.game.events(self.judged.table.carry, self.judged.after.carry)

    @property
    def ends_game(self) -> bool:
        """Whether the table draws a line under this hand."""
        return self.game.ends_game(self.judged.table.carry, self.judged.after.carry)

    def why(self, column: int) -> tuple[ScoreLine, ...]:
        return tuple(self.score.of(column))


@dataclass(frozen=True)
class Standing:
    """A column's place, from 1; equals share a place."""

    place: int
    column: str
    total: Points


@dataclass(frozen=True)
class Ledger:
    """rows: every hand but an open one. table: who plays the open or next hand, under which rules. playing: the
    open hand; adjusted: points without a deal, in the order of the hands that they follow.
    """

    sheet: Sheet
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    table: Table
    playing: Judged | None = None
    adjusted: tuple[AdjustmentRow, ...] = ()

    @classmethod
    def of(cls, sheet: Sheet, known: "Ledger | None" = None) -> "Ledger":
        """Fold the hands of a sheet. Raises FormatError and IllegalHandError, the first in reading order.

        known: another ledger of the same sheet; the rows that still hold are taken from it, and what it has judged
        that would be judged alike.
        """
        game = GAMES[sheet.game]
        options = game.options_type(**sheet.options)
        first = Table(game(sheet.players, options), sheet.players.index(sheet.dealer))
        ledger = cls(sheet, tuple(column.name for column in first.game.columns()), (), first)
        kept = ledger._kept(known) if known else 0
        if known and kept:
            rows = known.rows[:kept]
            columns = known.columns[: len(rows[-1].totals)]
            adjusted = tuple(row for row in known.adjusted if row.after < kept)
            ledger = replace(ledger, columns=columns, rows=rows, table=rows[-1].judged.after, adjusted=adjusted)
        rows, adjusted = list(ledger.rows), list(ledger.adjusted)
        totals = rows[-1].totals if rows else ()
        for hand in (None, *sheet.hands[kept:]):
            if hand:
                row, ledger = ledger._next(hand, len(rows) + 1, totals, known)
                if row is None:
                    continue  # The open hand; another after it is a broken rule.
                rows.append(row)
                totals = row.totals
            given, ledger = ledger._adjusted(len(rows), len(adjusted), totals)
            adjusted += given
            totals = given[-1].totals if given else totals
        if ledger.playing and len(adjusted) < len(sheet.adjustments):
            late = sheet.adjustments[len(adjusted)]
            raise FormatError(f"{late.where}.after", f"hand {late.after} has not ended")
        if adjusted:
            check_names(adjusted, {*sheet.players}.union(*(row.game.players for row in rows)))
        if sheet.coming and not ledger.playing:
            ledger = ledger._before_next(sheet.coming, len(rows) + 1)
        return replace(ledger, sheet=sheet, rows=tuple(rows), adjusted=tuple(adjusted))

    def _before_next(self, coming: Mapping[str, Any], number: int) -> "Ledger":
        """With what the next hand changes of players, dealer and house rules."""
        table, faults = take_seats(self.table, coming, f"$.hands[{number - 1}]")
        for fault in faults.values():
            raise IllegalHandError(number, None, fault) if isinstance(fault, RuleViolation) else fault
        return replace(self, table=table, columns=self.columns_with(table.game))

    def _kept(self, known: "Ledger") -> int:
        """How many rows of an earlier ledger stand unchanged, recorded by the same entries."""
        old, new = known.sheet, self.sheet
        if (old.game, old.players, old.dealer, old.options) != (
            new.game,
            new.players,
            new.dealer,
            new.options,
        ):
            return 0
        kept = 0
        for row, hand in zip(known.rows, new.hands, strict=False):
            # The very same facts: equal ones may differ in kind, as True and 1 do.
            if row.hand.facts is not hand.facts or row.hand.entry != hand.entry:
                break
            kept += 1
        for before, after in zip_longest(old.adjustments, new.adjustments):
            if before != after or before.entry != after.entry:
                return min(kept, *(one.after for one in (before, after) if one))
        return kept

    def add(self, hand: Hand) -> "Ledger":
        """The ledger with one more hand. Raises FormatError and IllegalHandError."""
        row, ledger = self._next(hand, len(self.rows) + 1, self.running)
        if row is None:
            return ledger
        given, ledger = ledger._adjusted(row.number, len(self.adjusted), row.totals)
        return replace(ledger, rows=(*self.rows, row), adjusted=(*self.adjusted, *given))

    def _adjusted(
        self, number: int, before: int, totals: tuple[Points, ...]
    ) -> "tuple[list[AdjustmentRow], Ledger]":
        """The adjustments that follow hand `number`, and what the next hand begins with after them.

        before: how many adjustments stand before them; totals: before them.
        """
        rows: list[AdjustmentRow] = []
        table = self.table
        for adjustment in takewhile(lambda one: one.after == number, self.sheet.adjustments[before:]):
            rows.append(AdjustmentRow.of(adjustment, before + len(rows) + 1, self.columns, totals))
            totals, points = rows[-1].totals, adjustment.facts["points"]
            own = {i: points[name] for i, name in settled.own_columns(table.game, self.columns) if name in points}
            table = replace(table, carry=table.game.adjusted(own, table.carry))
        return rows, replace(self, table=table) if rows else self

    def _judge(self, hand: Hand, number: int, known: "Ledger | None") -> Judged:
        """Judge the next hand, or take it from a ledger where the very same came after the same."""
        if known and 1 < number <= len(known.rows):
            before, row = known.rows[number - 2], known.rows[number - 1]
            same = row.hand.facts is hand.facts and self.columns == known.columns[: len(before.totals)]
            if same and self.table.is_as(before.judged.after):
                return row.judged
        return judge(self.table, hand.facts, number, self.columns)

    def _next(
        self, hand: Hand, number: int, totals: tuple[Points, ...], known: "Ledger | None" = None
    ) -> "tuple[Row | None, Ledger]":
        """One hand more, after the hands with these totals: its row, none for an open hand, and what follows."""
        if self.playing:
            # The hand that has not ended was not numbered: it is the one before in the file.
            _broken(number, ONE_HAND_AT_A_TIME, f"Hand {number} has not ended, yet another follows it.")
        ending = self._game_over(totals)
        if ending and not self.table.game.begins_anew:
            _broken(number, CLOSED_SHEET, f"The sheet ended with hand {number - 1} ({ending.reason}).")
        judged = self._judge(hand, number, known)
        columns = self.columns_with(judged.table.game)
        if judged.is_open:
            return None, replace(self, columns=columns, table=judged.table, playing=judged)
        score = self._score(judged, columns)
        points = tuple(score.total(column) for column in range(len(columns)))
        before = (*totals, *(0 for _ in columns[len(totals) :]))
        after = tuple(whole(total + scored) for total, scored in zip(before, points, strict=True))
        row = Row(number, hand, judged, score, points, after)
        return row, replace(self, columns=columns, table=judged.after)

    def columns_with(self, game: Game) -> tuple[str, ...]:
        """The columns once this table has played."""
        if game.partnerships:
            return self.columns
        return tuple(dict.fromkeys((*self.columns, *(column.name for column in game.columns()))))

    def _score(self, judged: Judged, columns: tuple[str, ...]) -> Score:
        """A hand's score with the columns of the sheet instead of those of its own seating."""
        if judged.settled is not None:
            return settled.score(judged.settled, columns)
        return on_sheet(judged.score, judged.table.game, columns)

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
        return self.table.game.closing(self.table.carry) if self.sheet.finished else None

    @property
    def closing(self) -> tuple[Points, ...] | None:
        """What the end of the sheet pays, per column; None where it pays nothing."""
        score = self.closing_score
        return score and tuple(score.total(column) for column in range(len(self.columns)))

    def _game_over(self, totals: Sequence[Points]) -> Ending | None:
        named = dict(zip(self.columns, self.padded(totals), strict=True))
        return self.table.game.ending(named, self.table.carry)

    @property
    def ending(self) -> Ending | None:
        if ending := self._game_over(self.totals):
            return ending
        if self.sheet.finished:
            winners = tuple(standing.column for standing in self.standings if standing.place == 1)
            return Ending("the table has closed the sheet", winners)
        return None

    def row(self, entry: int | None) -> Row | None:
        """The hand that an entry recorded; None where it is not on the sheet."""
        return next((row for row in self.rows if row.hand.entry == entry), None)

    @property
    def over(self) -> bool:
        """Whether no further hand is played."""
        return self.ending is not None and (self.sheet.finished or not self.table.game.begins_anew)

    @property
    def counters(self) -> dict[str, list[Counter]]:
        """What each column carries besides its points, by the column's name on the sheet."""
        return self.marks_of(self.table.carry)

    def marks_of(self, carry: Any) -> dict[str, list[Counter]]:
        """The same of the carry of any hand, as the table that sits there now shows it."""
        game = self.table.game
        own = (column.name for column in game.columns())
        on_sheet = dict(zip(own, self.columns, strict=False)) if game.partnerships else {}
        counters: dict[str, list[Counter]] = {}
        for mark in game.counters(carry):
            counters.setdefault(on_sheet.get(mark.column, mark.column), []).append(mark)
        return counters

    @property
    def payments(self) -> Mapping[str, Fraction]:
        """What each column receives in money, by name; empty where nothing is at stake."""
        return self.table.game.payments(dict(zip(self.columns, self.totals, strict=True)))

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
        """The lines of a hand, each kind once: the columns that share them, the lines, their sum."""
        shared: dict[tuple[tuple[Points, str], ...], tuple[list[str], tuple[ScoreLine, ...], Points]] = {}
        for column, name in enumerate(self.columns):
            lines = row.why(column)
            if lines:
                same = tuple((line.points, line.reason) for line in lines)
                shared.setdefault(same, ([], lines, row.points[column]))[0].append(name)
        return list(shared.values())

    def padded(self, values: Sequence[Points]) -> tuple[Points, ...]:
        """A row's points or totals with noughts for the columns that came later."""
        return (*values, *(0 for _ in self.columns[len(values) :]))


def on_sheet(score: Score, game: Game, columns: Sequence[str]) -> Score:
    """A score with the columns of the sheet instead of those of its own seating; a side keeps its column."""
    own = range(len(columns)) if game.partnerships else [columns.index(column.name) for column in game.columns()]
    if list(own) == list(range(len(own))):
        return score
    return Score(tuple(replace(line, column=own[line.column]) for line in score.lines))


def _broken(hand: int, rule: Any, detail: str) -> None:
    raise IllegalHandError(hand, None, RuleViolation(rule, detail))
