"""Formulas: the points of a game as a spreadsheet computes them from the facts of each hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from xlsxwriter.utility import xl_col_to_name

from ...rules.calls import DOUBLED, Denomination
from ...rules.core import Points, Rule, ScoreLine
from ...rules.game import Game
from ...sheet.core.ledger import Row
from .book import FACTS, RULES, Content, Formula

PLAYERS_FROM = 4
"""The row of the first player's name on the sheet of rules, from 0."""

Limits = tuple[int | str, int | str]
"""The least and the most that a fact may be: numbers, or formulas."""


@dataclass(frozen=True)
class Fact:
    """One column of the facts: a field of the hands, a part of it, and whose it is where each player has one."""

    key: str
    part: str = ""
    who: str = ""


@dataclass(frozen=True)
class CellRefs:
    """References to the cells of one hand. row: from 0; facts, workings: their columns; players: of the sheet;
    seated: in this hand; before: the row of the hand before it, None for the first.
    """

    row: int
    facts: Mapping[Fact, int]
    workings: Mapping[str, int]
    players: tuple[str, ...]
    seated: tuple[str, ...] = ()
    before: int | None = None

    def fact(self, key: str, part: str = "", who: str = "") -> str:
        return f"{FACTS}!{self._cell(self.facts[Fact(key, part, who)])}"

    def of_all(self, key: str) -> str:
        """The cells of all the players for a field: they stand side by side."""
        columns = [column for fact, column in self.facts.items() if fact.key == key]
        return f"{FACTS}!{self._cell(min(columns))}:{self._cell(max(columns))}"

    def has(self, key: str, part: str = "", who: str = "") -> bool:
        return Fact(key, part, who) in self.facts

    def working(self, key: str) -> str:
        return self._cell(self.workings[key])

    def carried(self, key: str) -> str:
        """The cell of a working in the hand before; 0 in the first hand."""
        return "0" if self.before is None else f"${xl_col_to_name(self.workings[key])}{self.before + 1}"

    def is_player(self, key: str, name: str) -> str:
        """Whether a field names this player. By EXACT, for = does not see whether a letter is a capital."""
        return f"EXACT({self.fact(key)},{RULES}!$B${PLAYERS_FROM + self.players.index(name) + 1})"

    def _cell(self, column: int) -> str:
        return f"${xl_col_to_name(column)}{self.row + 1}"


def every(game: Game) -> bool:
    return True


@dataclass(frozen=True)
class Extra:
    """A fact that the points depend on, though it is no field of the hand: what the house rules make of it.

    hands: whether a hand of this game, by its house rules, has it.
    """

    key: str
    head: str
    of: Callable[[Row], Content]
    width: int = 8
    hands: Callable[[Game], bool] = every


@dataclass(frozen=True)
class Working:
    """A column of the score sheet between the hand and the points of the players.

    value: what the app computes, which the formula must give; hands: whether a hand of this game, by its house
    rules, has it; hands_on: of what is carried from hand to hand, what any other hand makes of it; carry: by which
    key of a hand the table may set it for the next.
    """

    key: str
    group: str
    head: str
    formula: Callable[[CellRefs], str]
    value: Callable[[Row], Points | str]
    width: int = 7
    hands: Callable[[Game], bool] = every
    hands_on: Callable[[Row, CellRefs], str] | None = None
    carry: str = ""

    def content(self, row: Row, refs: CellRefs, *, follows: bool) -> Content:
        """What stands in its cell. follows: whether the points of the hand follow its facts."""
        if follows and self.hands(row.game):
            return Formula(self.formula(refs), self.value(row))
        if self.carry in row.judged.carried:
            return self.value(row)
        return Formula(self.hands_on(row, refs), self.value(row)) if self.hands_on else None


def no_limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return None


@dataclass(frozen=True)
class Formulas:
    """points: of a column in a hand, by the names of those who play for it. limits: of a fact that is a number;
    lists: what is chosen from a list in a cell, by the key and part of the fact, where the field does not say;
    closing: what the end of the sheet pays a column, by the cells of the last hand.
    """

    points: Callable[[Row, CellRefs, tuple[str, ...]], str]
    extras: tuple[Extra, ...] = ()
    workings: tuple[Working, ...] = ()
    limits: Callable[[Row, Fact, CellRefs], Limits | None] = no_limits
    lists: Mapping[tuple[str, str], Sequence[object]] = field(
        default_factory=dict[tuple[str, str], Sequence[object]]
    )
    closing: Callable[[CellRefs, int], str] | None = None

    def of(self, games: Iterable[Game]) -> "Formulas":
        """With the extras and workings of these games alone."""
        played = tuple(games)
        return replace(
            self,
            extras=tuple(extra for extra in self.extras if any(map(extra.hands, played))),
            workings=tuple(working for working in self.workings if any(map(working.hands, played))),
        )


def trump(denomination: Denomination | None) -> str:
    """As it stands in a cell: "♥" or "NT"."""
    return denomination.symbol.strip() if denomination else ""


def paid(lines: Iterable[ScoreLine], *rules: Rule) -> int:
    """The points that these rules gave."""
    return sum(int(line.points) for line in lines if line.rule in rules)


def bid(group: str) -> Working:
    """The contract: "6 ♥"."""

    def formula(refs: CellRefs) -> str:
        return f'{refs.fact("contract", "bid")}&" "&{refs.fact("contract", "trump")}'

    def value(row: Row) -> str:
        contract = row.result.contract
        return f"{contract.level} {trump(contract.denomination)}"

    return Working("bid", group, "bid", formula, value)


def declarer(group: str) -> Working:
    def value(row: Row) -> str:
        return row.game.players[row.result.declarer]

    return Working("declarer", group, "declarer", lambda refs: refs.fact("declarer"), value, 20)


def doubled(refs: CellRefs, plain: str, doubled: str, redoubled: str) -> str:
    """One of three formulas, by the double of the contract; there is no column for it where nobody ever did."""
    if not refs.has("contract", "doubled"):
        return plain
    cell = refs.fact("contract", "doubled")
    return f'IF({cell}="{DOUBLED[2]}",{redoubled},IF({cell}="{DOUBLED[1]}",{doubled},{plain}))'
