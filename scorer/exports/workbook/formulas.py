"""Formulas: the points of a game as a spreadsheet computes them from the facts of each hand.

A game notes a formula as it stands in the spreadsheet, with names in brackets for the cells of the hand:

| notation | stands for |
|---|---|
| `[tricks]`, `[contract.bid]` | a fact of the hand, or a part of one |
| `[=off]` | another column of the score sheet |
| `[<games]` | a column of the score sheet in the hand before; 0 in the first hand |
| `[?declarer]`, `[?declarer,acceptor]` | whether a fact, or one of several, names whom the formula is about |

The points are about those who play for a column of the sheet; a working is about its side or player, where it says
one. What each player or each side has is then theirs: about a side the cells of its two players and its own, as
far as there are, with commas between, as in `SUM([bids])`. An end says whose else: `[<games:0]` and `[<games:1]`
are those of the sides, `[bids:side]` that of the side without its players, `[bids:all]` those of everybody. See
also `each`, `where` and `doubled`. What depends on more than that is a function that gives the notation for a
hand.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from xlsxwriter.utility import xl_col_to_name

from ...rules.calls import DOUBLED, Denomination
from ...rules.core import Points, Rule, ScoreLine
from ...rules.game import Game
from ...rules.plain import Plain
from ...rules.registry import ByGame
from ...sheet.core.judge import Judged
from ...sheet.core.ledger import Row
from . import FACTS
from .book import RULES, Content, Formula

PLAYERS_FROM = 4
"""The row of the first player's name on the sheet of rules, from 0."""

Whose = int | str | None
"""A side by its number, 0 or 1, or a player by name; None where something is the hand's."""


class NotationError(LookupError):
    """A notation names a cell that the hand does not have."""


class Fact(NamedTuple):
    """One column of the facts: a field of the hands, a part of it, and whose it is where each player has one."""

    key: str
    part: str = ""
    who: str = ""


@dataclass(frozen=True)
class CellRefs:
    """The cells of one hand.

    row: from 0.
    facts, columns: where the facts stand, and the columns of the score sheet by key and whose they are.
    players: of the sheet.
    sides: what they are called.
    before: the row of the hand before, None for the first.
    whose: whom the formulas are about.
    """

    hand: Row
    row: int
    facts: Mapping[Fact, int]
    columns: Mapping[tuple[str, Whose], int]
    players: tuple[str, ...]
    sides: Sequence[str]
    before: int | None = None
    whose: Whose = None

    def about(self, whose: Whose) -> "CellRefs":
        return replace(self, whose=whose)

    @property
    def names(self) -> tuple[str, ...]:
        """The players whom the formulas are about."""
        if isinstance(self.whose, int):
            return self.hand.game.players[self.whose :: 2]
        return () if self.whose is None else (self.whose,)

    def formula(self, notation: "Notation") -> str:
        """What a notation stands for in this hand. Raises NotationError."""
        text = notation if isinstance(notation, str) else notation(self)
        while (expanded := _BRACES.sub(self._expanded, text)) != text:
            text = expanded
        return _BRACKETS.sub(self._cells, text)

    def has(self, key: str) -> bool:
        return bool(self._facts(key))

    def _expanded(self, found: re.Match[str]) -> str:
        what, first, other = found.groups()
        if what == _EACH:
            return ",".join(self.about(name).formula(first) for name in self.hand.game.players)
        return first if self.has(what) else other

    def _cells(self, found: re.Match[str]) -> str:
        kind, key, of = found.groups(default="")
        if of.isdigit():
            return self.about(int(of)).formula(f"[{kind}{key}]")
        if kind == "?":
            named = ",".join(self._is(fact, name) for fact in key.split(",") for name in self.names)
            return self.formula(f"OR({named})")
        columns = self._columns(key, of) if kind else self._facts(key, of)
        if not columns:
            raise NotationError(f"There is no cell for {found[0]}.")
        match kind, of:
            case "", "all":
                # They stand side by side.
                return f"{FACTS}!{self._cell(min(columns))}:{self._cell(max(columns))}"
            case "", _:
                return ",".join(f"{FACTS}!{self._cell(column)}" for column in columns)
            case "=", _:
                return ",".join(map(self._cell, columns))
            case _:
                row = self.before
                return ",".join("0" if row is None else f"${xl_col_to_name(at)}{row + 1}" for at in columns)

    def _facts(self, notation: str, of: str = "") -> list[int]:
        """The columns of a fact on the sheet of facts."""
        key, _, part = notation.partition(".")
        if of == "all":
            return [column for fact, column in self.facts.items() if (fact.key, fact.part) == (key, part)]
        side = (self.sides[self.whose],) if isinstance(self.whose, int) else ()
        owners = (*(() if of == "side" else self.names), *side)
        own = [self.facts[fact] for who in owners if (fact := Fact(key, part, who)) in self.facts]
        return own or [self.facts[fact] for fact in (Fact(key, part),) if fact in self.facts]

    def _columns(self, key: str, of: str) -> list[int]:
        """Those of the score sheet."""
        if of == "all":
            return [column for (each, _), column in self.columns.items() if each == key]
        return [self.columns[each] for each in ((key, self.whose), (key, None)) if each in self.columns][:1]

    def _is(self, fact: str, name: str) -> str:
        """By EXACT, for = does not see whether a letter is a capital."""
        return f"EXACT([{fact}],{RULES}!$B${PLAYERS_FROM + self.players.index(name) + 1})"

    def _cell(self, column: int) -> str:
        return f"${xl_col_to_name(column)}{self.row + 1}"


Notation = str | Callable[[CellRefs], str]
"""A notation, or what gives the one of a hand."""
_BRACKETS = re.compile(r"\[([=<?]?)([^][:]+)(?::(all|side|[01]))?\]")
_BRACES = re.compile(r"\{([^{}|]*)\|([^{}|]*)\|([^{}|]*)\}")
_EACH = "each"


def each(notation: str) -> str:
    """The notation about each player of the hand, with commas between."""
    return f"{{{_EACH}|{notation}|}}"


def where(fact: str, notation: str, otherwise: str) -> str:
    """The notation where the workbook has a column for this fact, otherwise the other."""
    return f"{{{fact}|{notation}|{otherwise}}}"


def doubled(*values: object) -> str:
    """One of three, plain, doubled and redoubled, by the double of the contract; nobody may ever have doubled."""
    plain, once, twice = values
    cell = "[contract.doubled]"
    either = f'IF({cell}="{DOUBLED[2]}",{twice},IF({cell}="{DOUBLED[1]}",{once},{plain}))'
    return where("contract.doubled", either, f"{plain}")


def trump(denomination: Denomination | None) -> str:
    """As it stands in a cell: "♥" or "NT"."""
    return denomination.symbol.strip() if denomination else ""


def is_trump(*denominations: Denomination) -> str:
    """Whether the contract is in one of these denominations."""
    named = (f'[contract.trump]="{trump(each)}"' for each in denominations)
    return f"OR({','.join(named)})"


def every(game: Game) -> bool:
    return True


G = TypeVar("G", bound=Game, covariant=True)


class RowOf(Protocol[G]):
    """A `Row` of a sheet of this game."""

    @property
    def game(self) -> G: ...
    @property
    def judged(self) -> Judged: ...
    @property
    def result(self) -> Any: ...


class Extra(NamedTuple):
    """A fact that the points depend on, though it is no field of the hand: what the house rules make of it.

    of: a row of its game.
    hands: whether a hand of this game, by its house rules, has it.
    """

    key: str
    head: str
    of: Callable[[Any], Content]
    width: int = 8
    hands: Callable[[Game], bool] = every


class Working(NamedTuple):
    """A column of the score sheet between the hand and the points of the players.

    key: its name in a notation, which sides and players may share.
    value: what the app computes of a row of its game, which the formula must give.
    hands: whether a hand of this game, by its house rules, has it.
    hands_on: of what is carried from hand to hand, what any other hand makes of it.
    carry: by which key of a hand the table may set it for the next.
    whose: whom it is about.
    """

    key: str
    group: str
    head: str
    formula: Notation
    value: Callable[[Any], Points | str]
    width: int = 7
    hands: Callable[[Game], bool] = every
    hands_on: Notation = ""
    carry: str = ""
    whose: Whose = None

    def content(self, refs: CellRefs, *, follows: bool) -> Content:
        """What stands in its cell. follows: whether the points of the hand follow its facts."""
        row, mine = refs.hand, refs.about(self.whose)
        if follows and self.hands(row.game):
            return Formula(mine.formula(self.formula), self.value(row))
        if self.carry in row.judged.carried:
            return self.value(row)
        return Formula(mine.formula(self.hands_on), self.value(row)) if self.hands_on else None


@dataclass(frozen=True)
class Formulas:
    """points: of a column of the sheet in a hand.
    limits: the least and the most that a fact may be, by its key, the most perhaps as a notation.
    lists: what is chosen from a list in the cell of a fact, such as "contract.doubled", where the field does not
        say.
    closing: what the end of the sheet pays a column, by the cells of the last hand.
    """

    points: Notation
    workings: tuple[Working, ...] = ()
    extras: tuple[Extra, ...] = ()
    limits: Mapping[str, tuple[int, int | str]] = field(default_factory=dict[str, tuple[int, int | str]])
    lists: Mapping[str, Sequence[object]] = field(default_factory=dict[str, Sequence[object]])
    closing: Notation = ""

    def of(self, games: Iterable[Game]) -> "Formulas":
        """With the extras and workings of these games alone."""
        played = tuple(games)
        return replace(
            self,
            extras=tuple(extra for extra in self.extras if any(map(extra.hands, played))),
            workings=tuple(working for working in self.workings if any(map(working.hands, played))),
        )


FORMULAS = ByGame[Callable[[Sequence[Any], Sequence[str]], Formulas]]()
"""What makes the formulas of a sheet from the game of each hand and the columns, where points follow from facts.

In any other game points are the sum of the lines that the app gave, each with its reason.
"""
FORMULAS.register(Plain)(lambda games, columns: Formulas("[points]"))


def option(name: str, head: str, hands: Callable[[Game], bool] = every, width: int = 9) -> Extra:
    """What a house rule says, in words without underscores."""

    def value(row: Row) -> Content:
        said = getattr(row.game.options, name)
        return said.replace("_", " ") if isinstance(said, str) else said

    return Extra(name, head, value, width, hands)


def paid(lines: Iterable[ScoreLine], *rules: Rule) -> int:
    """The points that these rules gave."""
    return sum(int(line.points) for line in lines if line.rule in rules)


def pays(*rules: Rule) -> Callable[[Row], int]:
    """What these rules gave in a hand."""
    return lambda row: paid(row.judged.score.lines, *rules)


def player(key: str, group: str) -> Working:
    """Who is the declarer, or the like."""
    return Working(key, group, key, f"[{key}]", lambda row: row.game.players[getattr(row.result, key)], 20)


def bid(group: str) -> Working:
    """The contract: "6 ♥"."""

    def value(row: Row) -> str:
        contract = row.result.contract
        return f"{contract.level} {trump(contract.denomination)}"

    return Working("bid", group, "bid", '[contract.bid]&" "&[contract.trump]', value)


def took(group: str, head: str = "took", fact: str = "tricks", width: int = 7) -> Working:
    return Working("took", group, head, f"[{fact}]", lambda row: getattr(row.result, fact), width)
