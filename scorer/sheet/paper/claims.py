"""What a paper sheet says: the facts of its hands, and the figures that somebody worked out by hand."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...rules import reading
from ...rules.core import Points
from ...rules.reading import FormatError, JsonObject, Reader, at
from ..core.sheet import Sheet
from ..file import document

CLAIMED = "claimed"
"""The key of a hand that a paper file has beyond a sheet file."""
MOST_HANDS = 1000


@dataclass(frozen=True)
class Unread:
    """A figure that cannot be read. kind: "points" or "totals"; where: its place; detail: what is wrong."""

    column: str
    kind: str
    where: str
    detail: str


@dataclass(frozen=True)
class Claims:
    """The figures that paper gives for one hand, by the names of the columns; it need not give all."""

    points: Mapping[str, Points] = field(default_factory=dict[str, Points])
    totals: Mapping[str, Points] = field(default_factory=dict[str, Points])
    unread: tuple[Unread, ...] = ()

    def check_facts(self, columns: Container[str]) -> None:
        """Raise FormatError, by line and column, where points of these columns cannot be read: they are facts."""
        for figure in self.unread:
            if figure.kind == "points" and figure.column in columns:
                raise FormatError(figure.where, figure.detail)


@dataclass(frozen=True)
class Paper:
    """claims: for each hand of the sheet. places: where things stand on the paper itself, by their path in the
    sheet file; empty where the paper is such a file. closing: what the end of the sheet paid, and the totals then;
    adjusted: the totals after each adjustment. assumed: the players, where only headings name them; left_out: the
    headings of columns that are no player's and say nothing of a hand.
    """

    sheet: Sheet
    claims: tuple[Claims, ...]
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    closing: Claims = Claims()
    adjusted: tuple[Claims, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def total_adjusted(self, number: int, column: str) -> Points | None:
        """The total of a column after adjustment `number`, from 1; None where paper does not say it."""
        return self.adjusted[number - 1].totals.get(column) if number <= len(self.adjusted) else None


def claimed_at(hand: int, kind: str, column: str) -> str:
    """The path of a claimed figure; hand counts from 1, kind is "points" or "totals"."""
    return at(f"$.hands[{hand - 1}].{CLAIMED}.{kind}", column)


def of_document(value: Any) -> Paper:
    """Read the object of a paper file: a sheet file whose hands may carry, besides,
    `"claimed": {"points": {column: number}, "totals": {column: number}}`.

    Raises FormatError, and IllegalHandError as `document.sheet_of`. Whether the columns are those of the sheet is
    asked when the paper is checked.
    """
    hands = value.get("hands") if reading.is_object(value) else None
    if not reading.is_list(hands):
        return Paper(document.sheet_of(value), ())  # Which is refused.
    if len(hands) > MOST_HANDS:
        raise FormatError("$.hands", f"a paper sheet has at most {MOST_HANDS} hands")
    claims = [_claims(hand, f"$.hands[{index}]") for index, hand in enumerate(hands)]
    return Paper(document.sheet_of(value), tuple(claims))


def _claims(hand: Any, where: str) -> Claims:
    """The figures claimed of a hand, which is left as a sheet file has it."""
    if not isinstance(hand, JsonObject) or CLAIMED not in hand:
        return Claims()
    # A doubled key is told by its place among the others: here, before one of them is taken out.
    for _ in reading.in_order(hand, where):
        pass
    kinds: dict[str, Reader] = {"points": _figures, "totals": _figures}
    return Claims(**reading.keys(hand.pop(CLAIMED), at(where, CLAIMED), kinds))


def _figures(value: Any, where: str) -> dict[str, Points]:
    names = list(reading.in_order(value, where))
    return {name: reading.points(value[name], at(where, name)) for name in names}


def place(places: Mapping[str, str], where: str) -> str:
    """Where a path of the sheet file stands on the paper: its own place, or that of what it is a part of."""
    path = where
    while path and path not in places:
        path = path[: max(path.rfind(_begins(path)), 0)]
    return places.get(path, "$" if places else where)


def placed(fault: FormatError, places: Mapping[str, str]) -> FormatError:
    """The same fault by line and column, where it was told by its path in the sheet file."""
    return FormatError(place(places, fault.where), fault.detail) if fault.where.startswith("$") else fault


def _begins(path: str) -> str:
    """What the last part of a path begins with: quotation marks within a key are escaped, so no key has this."""
    if path.endswith('"]'):
        return '["'
    return "[" if path.endswith("]") else "."
