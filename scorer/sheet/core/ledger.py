"""The points of a sheet, with their reasons, made from its hands. None of them is ever stored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest
from typing import Any

from ...rules.core import CLOSED_SHEET, ONE_HAND_AT_A_TIME, Points, RuleViolation, whole
from ...rules.game import Game
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from . import settled
from .adjustments import AdjustmentRow, check_columns, check_names
from .facts import Adjustment, Hand, Sheet
from .judge import IllegalHandError, Judged, judge, on_sheet, own_points, take_seats
from .table import Table
from .totals import Row, Standing, Totals

__all__ = ["Ledger", "Row", "Standing"]


@dataclass(frozen=True)
class Ledger(Totals):
    """Every hand of a sheet with its score."""

    @classmethod
    def of(cls, sheet: Sheet, earlier: "Ledger | None" = None) -> "Ledger":
        """Fold the hands of a sheet. Raises FormatError and IllegalHandError, the first in reading order.

        earlier: another ledger of the same sheet; the rows that are still right are taken from it, and every
        judgement that would be the same.
        """
        game = GAMES[sheet.game]
        options = game.options_type(**sheet.options)
        first = Table(game.of(sheet.players, options), sheet.players.index(sheet.dealer))
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
            ledger = ledger._before_next(sheet.coming, len(rows) + 1)
        return replace(ledger, sheet=sheet, rows=tuple(rows), adjusted=tuple(adjusted))

    def _before_next(self, coming: Mapping[str, Any], number: int) -> "Ledger":
        """With what the next hand changes of players, dealer and house rules."""
        table, faults = take_seats(self.table, coming, f"$.hands[{number - 1}]")
        for fault in faults.values():
            raise IllegalHandError(number, None, fault) if isinstance(fault, RuleViolation) else fault
        return replace(self, table=table, columns=self.columns_with(table.game))

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
        check_columns(given)
        return replace(ledger, adjusted=(*self.adjusted, *given))

    def _adjusted(
        self, number: int, before: int, totals: tuple[Points, ...]
    ) -> "tuple[list[AdjustmentRow], Ledger]":
        """The adjustments that follow hand `number`, and what the next hand begins with after them.

        before: how many adjustments stand before them; totals: before them.
        """
        rows: list[AdjustmentRow] = []
        table = self.table
        for adjustment in takewhile(
            lambda adjustment: adjustment.after == number, self.sheet.adjustments[before:]
        ):
            rows.append(AdjustmentRow.of(adjustment, before + len(rows) + 1, self.columns, totals))
            totals, points = rows[-1].totals, adjustment.facts["points"]
            by_column = own_points(table.game, self.columns, points)
            table = replace(table, carry=table.game.adjusted(by_column, table.carry))
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
        columns = self.columns_with(judged.table.game)
        if judged.is_open:
            return None, replace(self, columns=columns, table=judged.table, playing=judged)
        if judged.settled is not None:
            score = settled.score(judged.settled, columns)
        else:
            score = on_sheet(judged.score, judged.table.game, columns)
        points = tuple(score.total(column) for column in range(len(columns)))
        before = (*totals, *(0 for _ in columns[len(totals) :]))
        after = tuple(whole(total + scored) for total, scored in zip(before, points, strict=True))
        row = Row(number, hand, judged, score, points, after)
        return row, replace(self, columns=columns, table=judged.after)

    def columns_with(self, game: Game) -> tuple[str, ...]:
        """The columns once this table has played."""
        return game.with_columns(self.columns)
