"""What every game uses: seats, rules, points with their reasons; and the rules of keeping a sheet."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple, NoReturn

Seat = int
"""0-based, clockwise: the player to the left of seat k sits on seat k + 1."""

Points = int | Decimal
"""Games pay whole points; only a hand settled by the table, or a plain sheet, may hold decimals."""


def whole(points: Points) -> Points:
    """The same number as an int where it is whole (0.5 + 0.5 is 1), else without zeros at its end."""
    if isinstance(points, int):
        return points
    return int(points) if points == int(points) else Decimal(points).normalize()


def rounded(value: Fraction, places: int) -> Decimal:
    """To so many decimals, a half away from zero."""
    return (Decimal(value.numerator) / value.denominator).quantize(Decimal(10) ** -places, ROUND_HALF_UP) + 0


def listed(names: Sequence[str]) -> str:
    """ "Amber, Betty and Cindy"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def spans(numbers: Sequence[int]) -> list[str]:
    """ "1 to 4", "9": those that follow each other together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]} to {run[-1]}" if run[1:] else f"{run[0]}" for run in runs]


def ordinal(number: int) -> str:
    """ "1st", "2nd", "11th"."""
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """ "1 trick", "2 tricks"."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def minus(value: object) -> str:
    """A number, or a sum of numbers, with real minus signs: "−5"."""
    return f"{value}".replace("-", "−")


def signed(value: object) -> str:
    """ "+5", "−5"."""
    return minus(f"{value:+}")


def sentence(text: str) -> str:
    """The text with a full stop, where it has no end of its own, or ends with words that have theirs."""
    return text if text.rstrip("”’\"')»").endswith((".", "!", "?", "…")) else f"{text}."


def upper_first(text: str) -> str:
    """The text with a capital letter first, and the others as they are."""
    return text[:1].upper() + text[1:]


def towards(best: Points, target: int) -> str:
    """How near the best total is to a target, "380 of 500"; it may be there and the game go on."""
    return f"{minus(whole(best))} of {target}" if best < target else f"past {target}"


CENTS = 100


def in_cents(payments: Mapping[str, Fraction]) -> dict[str, Decimal]:
    """Payments in cents that still add up to nothing: the largest remainders are rounded up [rules 5.1], and
    among equal ones the first.
    """
    down = {name: floor(amount * CENTS) for name, amount in payments.items()}
    by_remainder = sorted(payments, key=lambda name: down[name] - payments[name] * CENTS)
    for name in by_remainder[: -sum(down.values())]:
        down[name] += 1
    return {name: Decimal(cents).scaleb(-2) for name, cents in down.items()}


def place(number: int, *, shared: bool = False) -> str:
    """ "2nd", and "=2nd" where it is shared."""
    return f"={ordinal(number)}" if shared else ordinal(number)


def at_hand(kind: type[Enum]) -> None:
    """Let the members of an enumeration be plain attributes: Python 3.11 calls a function for each look at one."""
    for member in kind:
        type.__setattr__(kind, member.name, member)


@dataclass(frozen=True)
class Rule:
    """A rule of a game: a short name and its text in one or two sentences, as the game is published.

    write: its text by the house rules of a table, where they change what it says; empty where it does not hold.
    """

    name: str
    text: str
    write: Callable[[Any], str] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def by(cls, published: Any, name: str, write: Callable[[Any], str]) -> "Rule":
        """A rule whose sentence names figures that are house rules. published: the options by default."""
        return cls(name, write(published), write)

    def where(self, holds: Callable[[Any], bool]) -> "Rule":
        """The same rule, at the tables whose house rules make it hold."""

        def write(options: Any) -> str:
            return self.text_under(options) if holds(options) else ""

        return replace(self, write=write)

    def text_under(self, options: Any) -> str:
        """The text where these house rules hold; empty where they do without the rule."""
        return self.write(options) if self.write else self.text

    @property
    def slug(self) -> str:
        """The name as an anchor on the game's page of rules."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def require(self, holds: bool, detail: str, field: str | None = None) -> None:
        """Raise RuleViolation with the facts in `detail` unless the rule holds."""
        if not holds:
            self.broken(detail, field)

    def broken(self, detail: str, field: str | None = None) -> NoReturn:
        raise RuleViolation(self, detail, field)


def rules_in(module: Mapping[str, Any]) -> tuple[Rule, ...]:
    """The rules of a module in the order in which it defines them. module: its `globals()`."""
    return tuple(value for value in module.values() if isinstance(value, Rule))


class RuleViolation(ValueError):  # noqa: N818 - the word that players use
    """A rule is broken. detail: the facts that broke it, as a sentence; field: the field of the hand, if any."""

    def __init__(self, rule: Rule, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.rule = rule
        self.detail = detail
        self.field = field
        self.text = rule.text
        """What the rule says, by the house rules of the hand where these are known."""


class ScoreLine(NamedTuple):
    """Points for one column and why: the rule they come from. reason: as it stands behind "4 for"."""

    column: int
    points: Points
    reason: str
    rule: Rule | None = None


Worth = tuple[int, str, Rule]
"""Points, their reason and their rule, not yet given to a column."""


@dataclass(frozen=True)
class Score:
    """The lines of one hand. What a column scores is the sum of its lines."""

    lines: tuple[ScoreLine, ...] = field(default=())

    def of(self, column: int) -> Iterator[ScoreLine]:
        return (line for line in self.lines if line.column == column)

    def total(self, column: int) -> Points:
        return whole(sum((line.points for line in self.of(column)), 0))

    def totals(self, columns: int) -> tuple[Points, ...]:
        """What each of so many columns scores."""
        sums: list[Points] = [0] * columns
        for line in self.lines:
            sums[line.column] += line.points
        return tuple(map(whole, sums))

    def paying(self, rule: Rule, points: Points, columns: Sequence[int] | None = None) -> "Score":
        """The same with other points in the lines of a rule. columns: of whom; None: of all."""
        changed = (line.rule is rule and (columns is None or line.column in columns) for line in self.lines)
        pairs = zip(self.lines, changed, strict=True)
        return Score(tuple(line._replace(points=points) if other else line for line, other in pairs))

    def sum(self, column: int) -> str:
        """The sum as a table writes it: "21 + 28 = 49", "53 - 100 = -47", or "21" where there is one line."""
        first, *more = [line.points for line in self.of(column)] or [0]
        if not more:
            return f"{first}"
        added = "".join(f" {'-' if points < 0 else '+'} {abs(points)}" for points in more)
        return f"{first}{added} = {self.total(column)}"


class Mistake(NamedTuple):
    """A usual mistake in scoring a hand. name: what was done, as the beginning of a sentence."""

    name: str
    score: Score


class Column(NamedTuple):
    """The seats that share a score."""

    name: str
    seats: tuple[Seat, ...]


TABLE_ENDED = "the table ended the game"
"""The reason where nothing else ended it."""


class Ending(NamedTuple):
    """Why the sheet has come to its end, and the columns of the sheet that won, by index. did: what they did,
    where that ended it: "reached 500".
    """

    reason: str
    winners: tuple[int, ...]
    did: str = ""

    @property
    def behind_winners(self) -> str:
        """The reason behind those who won: ": they reached 500"; empty where the table ended the game."""
        reason = f"they {self.did}" if self.did else self.reason
        return f": {reason}" if reason != TABLE_ENDED else ""

    @classmethod
    def won_by(cls, winners: tuple[int, ...], columns: Sequence[str], did: str) -> "Ending":
        """Won by what they did: "reached 500". columns: of the sheet, by name."""
        return cls(f"{listed([columns[winner] for winner in winners])} {did}", winners, did)

    @classmethod
    def won_by_the_best(cls, reason: str, totals: Sequence[Points], *, lowest: bool = False) -> "Ending":
        """Won by the highest total, or the lowest. totals: by column."""
        best = min(totals) if lowest else max(totals)
        return cls(reason, tuple(column for column, total in enumerate(totals) if total == best))


class Counter(NamedTuple):
    """What a column carries besides its points: bags, a part score, games won. text: as the sheet shows it."""

    column: str
    name: str
    text: str


@dataclass(frozen=True)
class RuleRefs:
    """The rules that a game gives for what stands on its sheet beside the points of a hand.

    deal: how the deal moves.
    no_contract: what a hand that nobody bid does.
    winner: who wins, where the game says more about it than every sheet does.
    payment: what is paid in money.
    counters: the rule of each `Counter`, by its name.
    """

    deal: Rule
    no_contract: Rule | None = None
    winner: Rule | None = None
    payment: Rule | None = None
    counters: Mapping[str, Rule] = field(default_factory=dict[str, Rule])


ONE_HAND_AT_A_TIME = Rule(
    "One hand at a time",
    "A hand whose bidding or play has not ended can only be the last on the sheet: it is finished, or deleted, "
    "before another begins.",
)
CALLS_AND_RESULT_AGREE = Rule(
    "Calls and result agree",
    "Where the calls of a hand are on the sheet, the contract is the one they lead to, and a hand whose bidding "
    "gave no contract has no result.",
)
CLOSED_SHEET = Rule("Closed sheet", "After the sheet has come to its end no further hand is scored on it.")
SETTLED = Rule(
    "Settled by the table",
    "The table may settle any hand by agreement of more than half of its players: the points it writes down by "
    "hand then count as they stand. Bags, part scores and games won stay as they were before the hand, unless the "
    "table also writes down what the next hand begins with.",
)
ADJUSTED = Rule(
    "Adjustment",
    "The table may give or take points without a deal, as a penalty or a bonus. They count in the totals from the "
    "place where they stand; they move neither the deal nor what the next hand begins with.",
)
AT_THE_TABLE = Rule(
    "At the table",
    "Whoever has a part in a hand sits at the table in that hand. In a game of sides seats 1 and 3 play for one "
    "column, seats 2 and 4 for the other: a column keeps its name and its points when other players sit there.",
)
ONE_PERSON = Rule(
    "One person, one seat", "Two who have sat at the table together are two players, whatever their names."
)
PLACES = Rule(
    "Places",
    "A total is the sum of the points of its hands and of the adjustments. The highest total is first; where the "
    "fewest points win, the lowest. Equal totals share a place.",
)
SHEET_RULES = rules_in(globals())
