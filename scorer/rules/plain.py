"""Any other game: a sheet for points that the table counts itself, hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .core import SHEET_RULES, Ending, Points, Rule, RuleRefs, Score, ScoreLine, Seat, minus, towards, whole
from .fields import PerPlayer, PointsField
from .game import Game
from .options import Options, Preset, Sums, option

HIGHEST_TARGET = 999_999
"""More than any game is played to: the figures still fit their columns."""
SUMS = Sums(HIGHEST_TARGET, 6)
"""What the points of a hand may be agreed to come to."""

COUNTED = Rule(
    "Points of the hand",
    "After every hand each player's points are written down as the table counted them: above or below zero, "
    "with decimals where the game has them.",
)
DEALER = Rule("The deal", "After every hand the deal passes to the left.")
WINNER = Rule(
    "Who wins",
    "The highest total wins, or the lowest where the table has agreed so. Equals share the place.",
    lambda rules: f"The {rules.wins} total wins. Equals share the place.",
)
TARGET = Rule(
    "Target",
    "Where the table has agreed on a target, the game ends with the hand in which a total reaches it, whoever "
    "wins then.",
    lambda rules: f"The game ends with the hand in which a total reaches {rules.target}, whoever wins then.",
).where(lambda rules: rules.target)
COMES_TO = Rule(
    "What a hand adds up to",
    "Where the table has agreed on what the points of a hand add up to, one that adds up to something else counts "
    "all the same, and the sheet says so.",
).where(lambda rules: rules.sums)
RULES = (COUNTED, DEALER, WINNER, TARGET, COMES_TO)


WHO_WINS = {"highest": "The highest total wins", "lowest": "The lowest total wins"}


def _named(title: str, wins: str, target: int | None, comes_to: int | list[int] | None = None) -> Preset:
    """A game that people play by this name, as it is usually scored."""
    sums = "" if comes_to is None else f"; a hand comes to {SUMS.in_words(comes_to)}"
    text = f"{WHO_WINS[wins]}{f', to {target}' if target else ''}{sums}"
    chosen = {"wins": wins, "target": target, "comes_to": comes_to}
    return Preset(title.lower().replace(" ", "-"), title, text, chosen)


@dataclass(frozen=True)
class PlainOptions(Options):
    presets: ClassVar[tuple[Preset, ...]] = (
        _named("Hearts", "lowest", 100, [26, 78]),
        _named("Rummy", "highest", 100),
        _named("Gin Rummy", "highest", 100),
        _named("Canasta", "highest", 5000),
        _named("Skat", "highest", None, 0),
        _named("Doppelkopf", "highest", None, 0),
        _named("Skyjo", "lowest", 100),
        _named("Phase 10", "lowest", None),
        _named("Uno", "highest", 500),
        _named("Yahtzee", "highest", None),
        _named("Cribbage", "highest", 121),
        _named("Tarot", "highest", None, 0),
        _named("Hand and Foot", "highest", None),
    )
    wins: str = option(
        "highest",
        ("highest", "lowest"),
        "Who wins",
        "Which total is the best.",
        words={"highest": "the highest total", "lowest": "the lowest total"},
    )
    target: int | None = option(
        None,
        range(1, HIGHEST_TARGET + 1),
        "Target",
        "The game ends when a total reaches this.",
        "none",
        may_be_none=True,
    )

    comes_to: int | Sequence[int] | None = option(
        None,
        SUMS,
        "A hand comes to",
        "What the points of all players add up to: “26”, or “26, 78”. The last player’s points follow from the "
        "first number. A hand of another sum counts, and is marked.",
        "anything",
        may_be_none=True,
    )

    @property
    def sums(self) -> tuple[Points, ...]:
        """What the points of a hand may add up to; anything where there is none."""
        return Sums.all_of(self.comes_to)

    def asked_first(self, players: int) -> dict[str, str]:
        return {"wins": f"{self.wins} total wins", "target": f"to {self.target}" if self.target else ""}


FACTORS = (2, 3, 4)
"""By how much the points of a hand may be multiplied at once."""


def times(factor: int) -> str:
    """What the note of a hand says whose points were multiplied: "×2"."""
    return f"×{factor}"


@dataclass(frozen=True)
class PlainHand:
    """points: by seat."""

    points: tuple[Points, ...]


KEYS = {"points": PerPlayer(PointsField())}


class Plain(Game):
    key = "plain"
    title = "Any other game"
    summary = "Hearts, Rummy, Skat …"
    named_on_sheet = True
    points_are_facts = True
    sizes = range(2, 13)
    paper_example = """\
Amber points,Betty points,Cindy points,Amber,Betty,Cindy
12,5,0,12,5,0
3,8,-4,15,13,-4
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = PlainHand
    keys = KEYS
    options_type = PlainOptions
    rule_refs = RuleRefs(deal=DEALER, winner=WINNER)

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.lowest_wins = self.options.wins == "lowest"

    def doubt(self, hand: PlainHand, note: str) -> str:
        """The note may say by how much the points were multiplied after they were added up: "×2"."""
        sums, factor = self.options.sums, next((each for each in FACTORS if times(each) in note.split(", ")), 1)
        found = whole(sum(hand.points))
        if not sums or found in [each * factor for each in sums]:
            return ""
        due = SUMS.in_words([whole(each * factor) for each in sums])
        return f"The points add up to {minus(found)}, not to {due}."

    def summarize(self, hand: PlainHand) -> str:
        return ", ".join(f"{name} {minus(points)}" for name, points in zip(self.players, hand.points, strict=True))

    def headline(self, hand: PlainHand) -> tuple[str, str]:
        return "", ""

    def describe(self, hand: PlainHand, dealer: Seat, carry: Any = None) -> str:
        return f"{self.summarize(hand)}."

    def score(self, hand: PlainHand, dealer: Seat, carry: Any = None) -> tuple[Score, None]:
        return Score(
            tuple(ScoreLine(seat, points, "points counted", COUNTED) for seat, points in enumerate(hand.points))
        ), None

    def progress(self, totals: Sequence[Points], carry: Any) -> str:
        target = self.options.target
        return "" if target is None else towards(max(totals), target)

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Any = None) -> Ending | None:
        """The game ends when a total reaches the target, also where the lowest total wins."""
        target = self.options.target
        if target is None or max(totals) < target:
            return None
        there = tuple(column for column, total in enumerate(totals) if total >= target)
        reached = Ending.won_by(there, columns, f"reached {target}")
        best = Ending.won_by_the_best(reached.reason, totals, lowest=self.lowest_wins)
        return reached if there == best.winners else best
