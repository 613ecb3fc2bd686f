"""The points of a sheet, with their reasons, made from its hands, and what follows: totals, standings, payments,
the hands ahead. None of them is ever stored.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple, Self

from ...rules.auctions import Auction
from ...rules.core import (
    ADJUSTED,
    CLOSED_SHEET,
    ONE_HAND_AT_A_TIME,
    SETTLED,
    TABLE_ENDED,
    Counter,
    Ending,
    Points,
    RuleViolation,
    Score,
    ScoreLine,
    listed,
    signed,
    whole,
)
from ...rules.game import Game
from ...rules.reading import FormatError, at
from ...rules.registry import GAMES
from .judge import IllegalHandError, Judged, Table, judge, on_sheet, own_points, take_seats
from .sheet import DEALT, Adjustment, Hand, Sheet


class AdjustmentRow(NamedTuple):
    """An adjustment on the ledger.

    number: from 1, among the adjustments.
    columns: of the sheet as they were then.
    points, totals: per column.
    """

    number: int
    adjustment: Adjustment
    columns: tuple[str, ...]
    points: tuple[Points, ...]
    totals: tuple[Points, ...]

    @classmethod
    def of(cls, adjustment: Adjustment, number: int, columns: tuple[str, ...], totals: Sequence[Points]) -> Self:
        """Give the points. totals: per column before it, of those that were there already."""
        given: Mapping[str, Points] = adjustment.facts["points"]
        points = tuple(given.get(name, 0) for name in columns)
        after = tuple(whole(total + scored) for total, scored in zip_longest(totals, points, fillvalue=0))
        return cls(number, adjustment, columns, points, after)

    @property
    def after(self) -> int:
        """The number of the hand that it follows, 0 before the first."""
        return self.adjustment.after

    @property
    def entry(self) -> int | None:
        """The number of the entry that first wrote it."""
        return self.adjustment.entry

    @property
    def place(self) -> str:
        return f"after hand {self.after}" if self.after else "before the first hand"

    @property
    def in_words(self) -> str:
        """Who has how many points, and why: "after hand 4: Betty −10, Cindy +10 (revoke)"."""
        points: Mapping[str, Points] = self.adjustment.facts["points"]
        # In the order of the columns: a history that was kept elsewhere has the names in another.
        order = [name for name in self.columns if name in points] or [*points]
        given = ", ".join(f"{name} {signed(points[name])}" for name in order)
        words = f" ({self.note})" if self.note else ""
        return f"{self.place}: {given if any(points.values()) else 'no points'}{words}"

    @property
    def note(self) -> str:
        """Why, in the words of the table; may be empty."""
        return self.adjustment.facts.get("note", "")

    @property
    def by(self) -> tuple[str, ...]:
        return tuple(self.adjustment.facts.get("by", ()))

    @property
    def summary(self) -> str:
        """The adjustment in a line."""
        return f"adjustment: {self.note}" if self.note else "adjustment"

    def why(self, column: int) -> tuple[ScoreLine, ...]:
        points = self.points[column] if column < len(self.points) else 0
        return (ScoreLine(column, points, self.summary, ADJUSTED),) if points else ()


def check_names(rows: Iterable[AdjustmentRow], players: Container[str] | None = None) -> None:
    """Raise FormatError at the first adjustment that gives points to a column that was not there yet, or that
    somebody agreed to who is none of these players.
    """
    for row in rows:
        where = row.adjustment.where
        for name in row.adjustment.facts["points"]:
            if name not in row.columns:
                raise FormatError(at(f"{where}.points", name), f"“{name}” has no column after hand {row.after}")
        for index, name in enumerate(row.by):
            if players is not None and name not in players:
                raise FormatError(f"{where}.by[{index}]", f"nobody at this table is named “{name}”")


class Row(NamedTuple):
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
    def in_full(self) -> dict[str, Any]:
        """The hand's facts with its result written out, also where it follows from the calls."""
        return {**self.hand.facts, **(self.game.to_file(self.result) if self.result else {})}

    @property
    def doubt(self) -> str:
        """What is odd about the hand, which counts all the same, as a sentence; empty for nothing."""
        return "" if self.result is None else self.game.doubt(self.result, self.hand.facts.get("note", ""))

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
        """Of a hand settled by the table what had been bid and taken, in one line; empty where nobody has said. As
        of any hand where it is whole, else key by key.
        """
        game, played = self.game, self.judged.played
        if "contract" in played and played["contract"] is None:
            return "no contract"
        if played and all(key in played for key, field in game.keys.items() if field.needed):
            return game.summarize(game.hand_type(**played))
        written = {key: game.keys[key].write(value, game.players) for key, value in played.items()}
        return "; ".join(f"{key.replace('_', ' ')} {game.keys[key].words(it)}" for key, it in written.items())

    @property
    def settled_from(self) -> tuple[str, ...]:
        """Of a hand settled by the table what had been bid and taken, and who agreed, as sentences."""
        was = (f"What had been bid and taken: {self.played}.",) if self.played else ()
        agreed = self.judged.agreed
        return (*was, f"Agreed to the points: {listed(agreed)}.") if agreed else was

    @property
    def events(self) -> tuple[str, ...]:
        """What the hand changed besides points, or what the table has set for the next one, as sentences."""
        if not self.judged.carried:
            return self.game.carrying.events(self.judged.table.carry, self.judged.after.carry)
        carrying, begin = self.game.carrying, "begin" if self.game.partnerships else "begins"
        with_what: dict[str, list[str]] = {}
        for key, numbers in self.judged.carried.items():
            for owner, number in zip(carrying.owners(key), numbers, strict=True):
                if number is not None:
                    with_what.setdefault(owner, []).append(carrying.numbers[key].words(number))
        # "North & South begin the next hand with 3 bags."
        return tuple(f"{owner} {begin} the next hand with {listed(words)}." for owner, words in with_what.items())

    @property
    def ends_game(self) -> bool:
        """Whether a game of the sheet ends with this hand, and a line is drawn under it."""
        return self.game.carrying.ends_game(self.judged.table.carry, self.judged.after.carry)

    def why(self, column: int) -> tuple[ScoreLine, ...]:
        return tuple(self.score.of(column))

    def own(self, column: int, columns: Sequence[str]) -> int | None:
        """The column of the game whose score a column of the sheet is given; None where it is given none."""
        return next((own for own, places in enumerate(self.game.credited(columns)) if column in places), None)


Working = tuple[list[str], tuple[ScoreLine, ...], Points]
"""The columns that share lines of a hand, the lines, and their sum."""


def workings(scored: Iterable[tuple[str, tuple[ScoreLine, ...], Points]]) -> list[Working]:
    """Equal lines once. scored: a column, its lines and their sum."""
    shared: dict[tuple[tuple[Points, str], ...], Working] = {}
    for name, lines, points in scored:
        same = tuple((line.points, line.reason) for line in lines)
        shared.setdefault(same, ([], lines, points))[0].append(name)
    return list(shared.values())


class Standing(NamedTuple):
    """A column's place, from 1; equals share a place."""

    place: int
    column: str
    total: Points


@dataclass(frozen=True)
class Ledger:
    """Every hand of a sheet with its score, and what they add up to.

    rows: every hand but an open one.
    table: who plays the open or next hand, under which rules.
    playing: the open hand.
    adjusted: points without a deal, in the order of the hands that they follow.
    """

    sheet: Sheet
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    table: Table
    playing: Judged | None = None
    adjusted: tuple[AdjustmentRow, ...] = ()

    @classmethod
    def of(cls, sheet: Sheet, earlier: "Ledger | None" = None) -> "Ledger":
        """Fold the hands of a sheet. Raises FormatError and IllegalHandError, the first in reading order.

        earlier: another ledger of the same sheet; the rows that are still right are taken from it, and every
        judgement that would be the same.
        """
        game = GAMES[sheet.game]
        options = game.options_type(**sheet.options)
        first = Table.first(game.of(sheet.players, options), sheet.players.index(sheet.dealer))
        ledger = cls(sheet, first.game.with_columns(()), (), first)
        unchanged = ledger._unchanged(earlier) if earlier else 0
        if earlier and unchanged:
            rows = earlier.rows[:unchanged]
            columns = earlier.columns[: len(rows[-1].totals)]
            adjusted = tuple(row for row in earlier.adjusted if row.after < unchanged)
            ledger = replace(ledger, columns=columns, rows=rows, table=rows[-1].judged.after, adjusted=adjusted)
        rows, adjusted = list(ledger.rows), list(ledger.adjusted)
        totals = rows[-1].totals if rows else ()
        for hand in (None, *sheet.hands[unchanged:]):
            if hand:
                row, ledger = ledger._next(hand, len(rows) + 1, totals, earlier)
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
            check_names(adjusted, replace(ledger, sheet=sheet, rows=tuple(rows)).played)
        if sheet.coming and not ledger.playing:
            # With what the next hand changes of players, dealer and house rules.
            table, faults = take_seats(ledger.table, sheet.coming, f"$.hands[{len(rows)}]")
            for fault in faults.values():
                raise IllegalHandError(len(rows) + 1, None, fault) if isinstance(fault, RuleViolation) else fault
            ledger = replace(ledger, table=table, columns=table.game.with_columns(ledger.columns))
        return replace(ledger, sheet=sheet, rows=tuple(rows), adjusted=tuple(adjusted))

    def _unchanged(self, earlier: "Ledger") -> int:
        """How many rows of an earlier ledger stand unchanged, recorded by the same entries."""
        old, new = earlier.sheet, self.sheet
        heads = [(sheet.game, sheet.players, sheet.dealer, sheet.options) for sheet in (old, new)]
        if heads[0] != heads[1]:
            return 0
        unchanged = 0
        for row, hand in zip(earlier.rows, new.hands, strict=False):
            # The very same facts: equal ones may differ in kind, as True and 1 do.
            if row.hand.facts is not hand.facts or row.hand.entry != hand.entry:
                break
            unchanged += 1
        for before, after in zip_longest(old.adjustments, new.adjustments):
            if before != after or before.entry != after.entry:
                return min(unchanged, *(adjustment.after for adjustment in (before, after) if adjustment))
        return unchanged

    def add(self, hand: Hand) -> "Ledger":
        """The ledger with one more hand. Raises FormatError and IllegalHandError."""
        row, ledger = self._next(hand, len(self.rows) + 1, self.running)
        if row is None:
            return ledger
        given, ledger = ledger._adjusted(row.number, len(self.adjusted), row.totals)
        return replace(ledger, rows=(*self.rows, row), adjusted=(*self.adjusted, *given))

    def adjust(self, adjustment: Adjustment) -> "Ledger":
        """The ledger with one more adjustment, which follows its last hand. Raises FormatError."""
        if self.playing:
            raise FormatError(f"{adjustment.where}.after", f"hand {adjustment.after} has not ended")
        ledger = replace(self, sheet=replace(self.sheet, adjustments=(*self.sheet.adjustments, adjustment)))
        given, ledger = ledger._adjusted(len(self.rows), len(self.adjusted), self.running)
        check_names(given)
        return replace(ledger, adjusted=(*self.adjusted, *given))

    def _adjusted(
        self, number: int, before: int, totals: tuple[Points, ...]
    ) -> "tuple[list[AdjustmentRow], Ledger]":
        """The adjustments that follow hand `number`, and what the next hand begins with after them.

        before: how many adjustments stand before them.
        totals: before them.
        """
        rows: list[AdjustmentRow] = []
        if before == len(self.sheet.adjustments):
            return rows, self
        table = self.table
        for adjustment in takewhile(lambda each: each.after == number, self.sheet.adjustments[before:]):
            rows.append(AdjustmentRow.of(adjustment, before + len(rows) + 1, self.columns, totals))
            totals, points = rows[-1].totals, adjustment.facts["points"]
            by_column = own_points(table.game, self.columns, points)
            table = table._replace(carry=table.game.carrying.adjusted(by_column, table.carry))
        return rows, replace(self, table=table) if rows else self

    def _judge(self, hand: Hand, number: int, earlier: "Ledger | None") -> Judged:
        """Judge the next hand, or take it from a ledger where the very same came after the same."""
        if earlier and 1 < number <= len(earlier.rows):
            before, row = earlier.rows[number - 2], earlier.rows[number - 1]
            same = row.hand.facts is hand.facts and self.columns == earlier.columns[: len(before.totals)]
            if same and self.table.is_as(before.judged.after):
                return row.judged
        return judge(self.table, hand.facts, number, self.columns)

    def _next(
        self, hand: Hand, number: int, totals: tuple[Points, ...], earlier: "Ledger | None" = None
    ) -> "tuple[Row | None, Ledger]":
        """One hand more, after the hands with these totals: its row, none for an open hand, and what follows."""
        if self.playing:
            # The hand that has not ended was not numbered: it is the one before in the file.
            detail = f"Hand {number} has not ended, yet another follows it."
            raise IllegalHandError(number, None, RuleViolation(ONE_HAND_AT_A_TIME, detail))
        ending = self.game_over(totals)
        if ending and self.table.is_last:
            when = f"with hand {number - 1}" if number > 1 else "before its first hand"
            detail = f"The sheet ended {when} ({ending.reason})."
            raise IllegalHandError(number, None, RuleViolation(CLOSED_SHEET, detail))
        judged = self._judge(hand, number, earlier)
        same = judged.table.game is self.table.game
        columns = self.columns if same else judged.table.game.with_columns(self.columns)
        if judged.is_open:
            return None, replace(self, columns=columns, table=judged.table, playing=judged)
        if (settled := judged.settled) is None:
            score = on_sheet(judged.score, judged.table.game, columns)
        else:  # The points as the table wrote them down.
            given = ((column, settled[name]) for column, name in enumerate(columns) if name in settled)
            score = Score(tuple(ScoreLine(*each, "settled by the table", SETTLED) for each in given))
        points = score.totals(len(columns))
        after = tuple(whole(total + scored) for total, scored in zip_longest(totals, points, fillvalue=0))
        row = Row(number, hand, judged, score, points, after)
        # `replace` would take twice as long, for each hand of a season.
        return row, Ledger(self.sheet, columns, self.rows, judged.after, None, self.adjusted)

    @property
    def next_hand(self) -> Mapping[str, Any]:
        """What is known of the open or coming hand."""
        return self.sheet.hands[-1].facts if self.playing else self.sheet.coming

    @property
    def next_dealt(self) -> dict[str, Any]:
        """What the hand after those here is dealt, where its place in the house rules says something else."""
        if self.over or not any(key in row.hand.facts for row in self.rows for key in DEALT):
            return {}
        dealing = self.table.game.dealing
        goes_on = dealing.after([row.game.dealing.dealt(row.judged.table.carry) for row in self.rows])
        by_place = dealing.dealt(dealing.deal({}, self.table.carry))
        return {key: value for key, value in goes_on.items() if by_place[key] != value}

    def dealt_after(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """As `next_dealt`, once a hand of these facts follows; most sheets have no hand that was dealt anything
        else, and it is not looked at. Raises IllegalHandError.
        """
        if not any(key in hand for hand in (facts, *(row.hand.facts for row in self.rows)) for key in DEALT):
            return {}
        return replace(self, playing=None).add(Hand(facts)).next_dealt

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The game of each hand, with those who played it and its house rules, the last that of the next one."""
        return *(row.game for row in self.rows), self.table.game

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
        if not self.adjusted:
            yield from self.rows
            return
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

    @cached_property
    def closing_score(self) -> Score | None:
        """What the end of the sheet pays, with the reasons; None where it pays nothing."""
        game = self.table.game
        # An agreed length ends the sheet as well as the table does.
        ended = self.sheet.finished or (self.table.hands_left == 0 and not self.playing)
        score = game.carrying.closing(self.table.carry) if ended else None
        return score and on_sheet(score, game, self.columns)

    @property
    def closing(self) -> tuple[Points, ...] | None:
        """What the end of the sheet pays, per column; None where it pays nothing."""
        score = self.closing_score
        return score and score.totals(len(self.columns))

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
            return Ending.won_by_the_best(TABLE_ENDED, self.totals, lowest=self.table.game.lowest_wins)
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
        pairs = zip(game.columns(), game.credited(self.columns), strict=True)
        credited = {column.name: [self.columns[place] for place in places] for column, places in pairs}
        counters: dict[str, list[Counter]] = {}
        for counter in game.carrying.counters(table.carry):
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
        standings = map(Standing, self.places(totals), self.columns, totals)
        return tuple(sorted(standings, key=lambda standing: standing.place))

    def places(self, totals: Sequence[Points]) -> list[int]:
        """The place of each column by its total, from 1; equals share a place."""
        sign = -1 if self.table.game.lowest_wins else 1
        return [1 + sum(sign * (other - total) > 0 for other in totals) for total in totals]

    @property
    def open_auction(self) -> Auction | None:
        """The auction of the hand that is being played or comes next; None in a game without calls."""
        return self.playing.auction if self.playing else self.table.auction()

    def auction(self) -> Auction | None:
        """The auction of the open hand, or of the last one; else the next hand's before its first call.

        None in a game without calls, and where no further hand is played.
        """
        last = self.playing or (self.rows[-1].judged if self.rows else None)
        if last and last.auction:
            return last.auction
        return None if self.over else self.table.auction(unbid=True)

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

    def workings(self, row: Row) -> list[Working]:
        """Of a hand."""
        found = ((name, row.why(column)) for column, name in enumerate(self.columns))
        return workings((name, lines, row.points[column]) for column, (name, lines) in enumerate(found) if lines)

    def padded(self, values: Sequence[Points]) -> tuple[Points, ...]:
        """A row's points or totals with zeros for the columns that came later."""
        return (*values, *(0,) * (len(self.columns) - len(values)))


def last_hand(ledger: Ledger, began: datetime, now: datetime) -> str:
    """That the hand now played, or the next one, is the last, as a sentence; empty where it is not.

    began: when the sheet was started. By the clock nothing ends by itself: the table closes the sheet.
    """
    agreed = ledger.table.game.options.length
    if not agreed or ledger.over:
        return ""
    if ledger.table.hands_left == 1:
        return f"This is the last hand of the agreed length, {ledger.table.agreed_length}."
    if "minutes" in agreed and now - began >= timedelta(minutes=agreed["minutes"]):
        return f"The agreed {ledger.table.agreed_length} are over: this is the last hand."
    return ""


def progress(ledger: Ledger) -> str:
    """How far the game is, in a few words; empty where no number says when it ends, and where it is over."""
    if ledger.over:
        return ""
    table = ledger.table
    return table.game.progress(ledger.totals, table.carry) or f"{table.number or ''}"


HANDS = 20
"""How many hands behind the next one are told where none goes without a contract: as many as an evening has."""
HANDS_EITHER_WAY = 5
"""How many where each may, so that there are ever more ways to go on."""


def tables_ahead(ledger: Ledger) -> list[list[Table | None]]:
    """The tables of the next hand and of those behind it, in order; None where there is no such hand.

    Of each hand there are as many as ways to come to it: the first where all hands before it had a contract, the
    second where one had none, whichever it was, and so on.
    """
    last: list[Table | None] = [ledger.table]
    ahead = [last]
    for _ in range(HANDS_EITHER_WAY if ledger.table.game.may_pass_out else HANDS):
        then = [_after(ledger, table, played=True) for table in last]
        if ledger.table.game.may_pass_out:
            then.append(_after(ledger, last[-1], played=False))
        ahead.append(then)
        last = then
    return ahead


def _after(ledger: Ledger, table: Table | None, *, played: bool) -> Table | None:
    """The table after a hand of which nothing else is known: it carries over what one without points would."""
    if table is None:
        return None
    carrying, carry = table.game.carrying, table.carry
    try:
        after = table.after(carrying.settled({}, carry) if played else carrying.passed_out(carry), played=played)
    except RuleViolation:
        return None
    return None if replace(ledger, table=after, playing=None).over else after


def seated(ledger: Ledger) -> tuple[str, ...]:
    """Their names, in the order in which they came."""
    return tuple(dict.fromkeys((*ledger.sheet.players, *signers(ledger))))


def signers(ledger: Ledger) -> tuple[str, ...]:
    """Who has played a hand, or plays the next one, in the order of first appearance: those who sign the sheet."""
    return tuple(dict.fromkeys(name for game in ledger.games for name in game.players))
