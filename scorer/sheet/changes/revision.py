"""A sheet written anew from one hand on, so that its ledger still holds."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...rules.core import AT_THE_TABLE, RuleViolation, upper_first
from ...rules.reading import FormatError
from ..core.judge import IllegalHandError, Table, take_seats
from ..core.ledger import Ledger, Row
from ..core.sheet import Hand, Sheet, renamed

Change = Callable[[int, dict[str, Any], Table], dict[str, Any]]
"""A hand's facts anew: from its index on the sheet, its facts, and the table before it."""


class Revision:
    """A sheet written anew from one hand on."""

    def __init__(self, ledger: Ledger, first: int) -> None:
        self.old = ledger
        self.first = first
        self.head: dict[str, Any] = {}
        self.hands: dict[str, dict[str, Any]] = {}
        self.coming: dict[str, Any] = {}
        self.calls: tuple[str, ...] = ()
        self.ledger = ledger
        self.adjustments = ledger.sheet.adjustments

    def table_before(self) -> Table:
        # Points without a deal may stand in columns that get other names only now.
        return Ledger.of(replace(self._sheet(), hands=(), adjustments=())).table

    def _sheet(self) -> Sheet:
        sheet, head = self.old.sheet, self.head
        return replace(
            sheet,
            players=tuple(head.get("players", sheet.players)),
            dealer=head.get("dealer", sheet.dealer),
            options=head.get("options", sheet.options),
            hands=sheet.hands[: self.first],
            adjustments=self.adjustments,
            coming={},
            finished=False,
        )

    def rename_adjustments(self, names: Mapping[str, str], sides: Mapping[str, str]) -> None:
        """Give other names to those who have points without a deal, from the first hand on. sides: what these are
        called, where they have the columns.
        """
        self.adjustments = tuple(
            replace(adjustment, facts=renamed(adjustment.facts, names, {}, sides))
            if adjustment.after > self.first or not self.first
            else adjustment
            for adjustment in self.adjustments
        )

    def rewrite(self, change: Change) -> None:
        """Write every hand anew from the first on, and the next one.

        Calls stay where they could still be spoken so. Raises IllegalHandError where a hand fits no more.
        """
        try:
            ledger = Ledger.of(self._sheet(), self.old)
        except FormatError as fault:  # Points without a deal, for a column that is not there now.
            raise misfit(self.first or 1, fault) from None
        for row in self.old.rows[self.first :]:
            facts = _for_columns(ledger, row, change(row.number - 1, in_full(row), ledger.table))
            ledger, facts = _with(ledger, row, facts)
            if facts != in_full(row):
                self.hands[str(row.hand.entry)] = facts
        facts = change(len(self.old.rows), {"calls": [], **next_hand(self.old)}, ledger.table)
        calls = facts.pop("calls")
        _, faults = take_seats(ledger.table, facts, "$")
        for fault in faults.values():
            raise misfit(len(self.old.rows) + 1, fault)
        for row in ledger.adjusted:
            if gone := [name for name in row.adjustment.facts["points"] if name not in row.columns]:
                detail = f"{gone[0]} has points without a deal after hand {row.after}, but no seat so far."
                raise IllegalHandError(row.after or 1, None, RuleViolation(AT_THE_TABLE, detail))
        self.coming, self.ledger = facts, ledger
        with suppress(IllegalHandError, FormatError):
            ledger.add(Hand({"calls": calls, **facts}))
            self.calls = tuple(calls)

    def facts(self) -> dict[str, Any]:
        """What `fold` makes of it."""
        adjusted = {
            str(new.entry): new.facts
            for old, new in zip(self.old.sheet.adjustments, self.adjustments, strict=True)
            if new.facts != old.facts
        }
        facts = {"head": self.head, "hands": self.hands, "coming": self.coming, "calls": list(self.calls)}
        return {**facts, **({"adjustments": adjusted} if adjusted else {})}


def in_full(row: Row) -> dict[str, Any]:
    """A hand's facts with its result written out, also where it follows from the calls."""
    return {**row.hand.facts, **(row.game.to_file(row.result) if row.result else {})}


def _for_columns(ledger: Ledger, row: Row, facts: dict[str, Any]) -> dict[str, Any]:
    """A hand with points by hand, for the columns that there are now: nought for a new one, and one that is gone
    leaves with its nought. Raises IllegalHandError where it would leave with more.
    """
    if "points" not in facts:
        return facts
    game = take_seats(ledger.table, facts, "$")[0].game
    # Where every hand is nothing but points, those who have left the table have none.
    columns = game.players if "points" in game.keys else ledger.columns_with(game)
    points = {name: number for name, number in facts["points"].items() if number or name in columns}
    for name in points:
        if name not in columns:
            detail = f"{name} has points at hand {row.number}, but no seat at the table so far."
            raise IllegalHandError(row.number, None, RuleViolation(AT_THE_TABLE, detail))
    return {**facts, "points": {**dict.fromkeys(columns, 0), **points}}


def _with(ledger: Ledger, row: Row, facts: dict[str, Any]) -> tuple[Ledger, dict[str, Any]]:
    """The ledger with a hand written anew, and its facts: without its calls where they fit no more.

    Raises IllegalHandError where nothing helps.
    """
    try:
        return ledger.add(Hand(facts, row.hand.entry)), facts
    except (IllegalHandError, FormatError):
        if "calls" not in facts:
            raise _at_hand(ledger, row, facts) from None
    without = {key: value for key, value in facts.items() if key != "calls"}
    if row.result is None:
        without["contract"] = None
    try:
        return ledger.add(Hand(without, row.hand.entry)), without
    except (IllegalHandError, FormatError):
        raise _at_hand(ledger, row, without) from None


def _at_hand(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> IllegalHandError:
    """Why a hand does not fit any more."""
    try:
        ledger.add(Hand(facts))
    except IllegalHandError as broken:
        return broken
    except FormatError as fault:
        return misfit(row.number, fault)
    raise AssertionError("the hand fits")


def misfit(number: int, fault: FormatError | RuleViolation) -> IllegalHandError:
    """A hand whose facts name somebody who does not sit there, or break a rule."""
    if isinstance(fault, RuleViolation):
        return IllegalHandError(number, None, fault)
    return IllegalHandError(number, None, RuleViolation(AT_THE_TABLE, f"{upper_first(fault.detail)}."))


def next_hand(ledger: Ledger) -> Mapping[str, Any]:
    """What is known of the open or coming hand."""
    return ledger.sheet.hands[-1].facts if ledger.playing else ledger.sheet.coming
