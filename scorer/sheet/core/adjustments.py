"""Points without a deal: a penalty, or a bonus by agreement, after a hand of the sheet."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ...rules import reading
from ...rules.core import ADJUSTED, Points, ScoreLine, signed, whole
from ...rules.reading import FormatError, Reader, at
from .facts import Adjustment


@dataclass(frozen=True)
class AdjustmentRow:
    """An adjustment on the ledger. number: from 1, among the adjustments; columns: of the sheet as they were then;
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
        before = (*totals, *(0 for _ in columns[len(totals) :]))
        after = tuple(whole(total + scored) for total, scored in zip(before, points, strict=True))
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


def read_adjustments(value: Any, where: str) -> tuple[Adjustment, ...]:
    """The adjustments of a sheet file in the order of the hands that they follow. Raises FormatError."""
    read = [_read(inner, f"{where}[{index}]") for index, inner in enumerate(reading.items(value, where))]
    return tuple(sorted(read, key=lambda adjustment: adjustment.after))


def _read(value: Any, where: str) -> Adjustment:
    facts = reading.keys(value, where, {"after": _after, **_FACTS}, ("after", "points"))
    after = facts.pop("after")
    return Adjustment(facts, after, where=where)


def read_facts(value: Any, where: str) -> dict[str, Any]:
    """The facts of one adjustment, as its entry holds them. Raises FormatError."""
    return reading.keys(value, where, _FACTS, ("points",))


def _after(value: Any, where: str) -> int:
    after = reading.count(value, where)
    if after < 0:
        raise FormatError(where, "an adjustment follows a hand, or stands before the first: 0")
    return after


def _points(value: Any, where: str) -> dict[str, Points]:
    given = reading.keys(value, where, dict.fromkeys(reading.json_object(value, where), reading.points))
    if not given:
        raise FormatError(where, "an adjustment gives points to somebody")
    return given


def _names(value: Any, where: str) -> list[str]:
    names: list[str] = []
    for index, inner in enumerate(reading.items(value, where)):
        place = f"{where}[{index}]"
        if (name := reading.name(inner, place)) in names:
            raise FormatError(place, f"the name “{name}” stands twice")
        names.append(name)
    return names


_FACTS: Mapping[str, Reader] = {"points": _points, "note": reading.text, "by": _names}


def check_names(rows: Iterable[AdjustmentRow], players: Container[str]) -> None:
    """Raise FormatError at the first adjustment that gives points to a column that was not there yet, or that
    somebody agreed to who is no player.
    """
    for row in rows:
        check_columns([row])
        where = row.adjustment.where
        for index, name in enumerate(row.by):
            if name not in players:
                raise FormatError(f"{where}.by[{index}]", f"nobody at this table is named “{name}”")


def check_columns(rows: Iterable[AdjustmentRow]) -> None:
    """Raise FormatError at the first adjustment that gives points to a column that was not there yet."""
    for row in rows:
        for name in row.adjustment.facts["points"]:
            if name not in row.columns:
                where = at(f"{row.adjustment.where}.points", name)
                raise FormatError(where, f"“{name}” has no column after hand {row.after}")
