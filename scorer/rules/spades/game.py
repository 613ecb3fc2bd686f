"""Spades [S2]: two sides bid how many tricks they will take, spades are trumps. Two variants, one game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from .. import core
from ..calls import Call, Denomination
from ..core import Ending, Mistake, Points, Rule, RuleRefs, Score, ScoreLine, Seat, Worth, counted, listed
from ..fields import NILS, CountField, PerSide
from ..game import Carried, Carrying, Game, Outcomes, OwnBid
from ..options import Options
from ..tricks import Pack, PlayRules, UnbrokenSuit
from . import rules as book
from .rules import ALSO_PLAYED, RULES, TRICKS, VARIANTS, SpadesOptions

SIDES: tuple[tuple[Seat, Seat], ...] = ((0, 2), (1, 3))
TEN = 10
UNBID = "The first hand is played without bids: 10 points for each trick."


@dataclass(frozen=True)
class Side:
    """What a side carries from hand to hand.

    total: its points so far, those the table settled too.
    bags: all it ever took.
    paid: those of them that have cost their penalty.
    sets: how many in a row.
    boston: whether it has just won the game by a Boston.
    """

    total: Points = 0
    bags: int = 0
    paid: int = 0
    sets: int = 0
    boston: bool = False

    @property
    def carried(self) -> int:
        """The bags that have not cost their penalty."""
        return self.bags - self.paid


@dataclass(frozen=True)
class Carry:
    """hands: how many have been scored or settled."""

    hands: int = 0
    sides: tuple[Side, ...] = (Side(), Side())

    def behind(self, side: int) -> Points:
        """How many points a side is behind the other; negative where it leads."""
        return self.sides[1 - side].total - self.sides[side].total

    def plus(self, points: Mapping[int, Points], hands: int = 1) -> "Carry":
        """After one more hand with these points by side, or none."""
        sides = tuple(replace(side, total=side.total + points.get(i, 0)) for i, side in enumerate(self.sides))
        return Carry(self.hands + hands, sides)


class SpadesCarrying(Carrying["Spades", Carry], ABC):
    """What the variants have in common. A side's part in the carry stands by its index, because seats change."""

    first = Carry()
    numbers: Mapping[str, Carried] = {
        "bags": Carried(PerSide(CountField()), lambda number: counted(number, "bag")),
        "sets": Carried(PerSide(CountField()), lambda number: f"{counted(number, 'set')} in a row"),
    }
    kind: ClassVar[str]
    """Which of the numbers this variant has."""

    def __init__(self, game: "Spades") -> None:
        super().__init__(game)
        self.numbers = {self.kind: self.numbers[self.kind]}

    def with_numbers(self, numbers: Mapping[str, Sequence[int | None]], carry: Carry) -> Carry:
        if self.kind not in numbers:
            return carry
        pairs = zip(carry.sides, numbers[self.kind], strict=True)
        sides = (side if number is None else self.with_number(side, number) for side, number in pairs)
        return replace(carry, sides=tuple(sides))

    @abstractmethod
    def with_number(self, side: Side, number: int) -> Side:
        """The side with so many bags, or sets in a row."""

    def settled(self, points: Mapping[int, Points], carry: Carry) -> Carry:
        return carry.plus(points)

    def adjusted(self, points: Mapping[int, Points], carry: Carry) -> Carry:
        """Who may bid blind goes by the score, whatever it is made of."""
        return carry.plus(points, hands=0)

    def reseated(self, sides: tuple[int | None, ...], carry: Carry) -> Carry:
        return replace(carry, sides=tuple(Side() if side is None else carry.sides[side] for side in sides))


class SpadesOutcomes(Outcomes["Spades", Any]):
    """What the variants have in common: a hand has `tricks` by side, and `bid` of a side."""

    tricks = TRICKS

    def own_bids(self, hand: Any) -> Iterable[OwnBid]:
        for side, column in enumerate(self.game.columns()):
            made = self.made(hand, side)
            if made is not None:
                bid = hand.bid(side)
                yield OwnBid(column.seats, bid, None, bid, hand.tricks[side], made)

    def with_tricks(self, hand: Any, taken: int) -> Any:
        return replace(hand, tricks=(taken, TRICKS - taken))

    def trick_takers(self, hand: Any) -> tuple[int]:
        return (0,)


class Spades(Game):
    """What the variants have in common. `Spades.of(players, options)` makes the variant that the options choose.

    bids: all that can be bid, in listing order.
    """

    key = "spades"
    title = "Spades"
    summary = "Bid with a partner."
    lenient: ClassVar[tuple[Mapping[str, Any], ...]] = ({"blind_margin": 0},)
    sizes = range(4, 5)
    cards_each = TRICKS
    paper_example = """\
players,North,East,South,West
bids,tricks,North & South,East & West
"North 3, East 4, South 2, West 3",7 - 6,52,-70
"North 4, East nil, South 2, West 4",8 - 5,114,71
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *core.SHEET_RULES)
    options_type = SpadesOptions
    also_played = ALSO_PLAYED
    rule_refs = RuleRefs(deal=book.DEALER, winner=book.TARGET, counters={"bags": book.PENALTY, "set": book.SETS})
    partnerships = True
    carrying_type = SpadesCarrying

    variants: ClassVar[dict[tuple[str, str], type["Spades"]]] = {}
    """By the house rules `variant` and `bidding`."""
    bids: ClassVar[tuple[Call, ...]]
    guarded: ClassVar[UnbrokenSuit]
    unbid_rule: ClassVar[Rule]
    """Of a first hand without bids."""

    def __init_subclass__(cls, variant: str, bidding: str = "players") -> None:
        Spades.variants[variant, bidding] = cls
        Spades.key_sets = (*Spades.key_sets, cls.keys)

    @classmethod
    def variant_of(cls, options: Any) -> type[Any]:
        """Who bids is a choice of the standard game only."""
        return Spades.variants[options.variant, options.bidding if options.variant == "standard" else "players"]

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.sides = tuple(column.name for column in self.columns())

    @abstractmethod
    def is_unbid(self, carry: Carry) -> bool:
        """Whether the hand with this carry is played without bids: the first one scored or settled may be."""

    @abstractmethod
    def check_bid(self, bid: Any) -> None:
        """Raise RuleViolation for a bid that nobody can make under these rules."""

    @abstractmethod
    def bidders(self, dealer: Seat, carry: Carry) -> tuple[tuple[int, str], ...]:
        """Who bids, in turn: seats or sides by their numbers, with their names; nobody in a hand without bids."""

    def sides_in_turn(self, dealer: Seat) -> tuple[tuple[int, str], ...]:
        """The sides in the order in which they agree on their bids: the dealer's last."""
        return tuple((side, self.sides[side]) for side in ((dealer + 1) % 2, dealer % 2))

    @abstractmethod
    def check_blind(self, bidder: int, bid: Any, carry: Carry) -> None:
        """Raise RuleViolation for a blind bid of a bidder who may not make one now."""

    def check_call(self, bidder: int, bid: Any, partner: Call | None, carry: Carry) -> None:
        """Raise RuleViolation for a bid that this bidder may not make now. partner: what their partner has bid."""
        self.check_blind(bidder, bid, carry)

    def may_bid_blind(self, side: int, carry: Carry) -> bool:
        """Whether a side is as far behind as the table asks; exactly so far is far enough."""
        margin = self.options.blind_margin
        return not margin or carry.behind(side) >= margin

    def too_near(self, side: int, carry: Carry) -> str:
        """Why a side may not bid blind."""
        behind = carry.behind(side)
        distance = f"{behind} behind" if behind > 0 else "not behind"
        return f"{self.sides[side]} are {distance}, and it takes {self.options.blind_margin}"

    def who_may_bid_blind(self, bid: str, carry: Carry) -> tuple[str, ...]:
        """Sentences for the table. bid: what may be bid, "blind nil"."""
        if not self.options.blind_margin:
            return (f"Both sides may bid {bid}.",)
        return tuple(
            f"{name} may bid {bid}: they are {carry.behind(side)} behind."
            for side, name in enumerate(self.sides)
            if self.may_bid_blind(side, carry)
        )

    @property
    @abstractmethod
    def pack(self) -> Pack:
        """The cards that are played with, and what each of them counts as."""

    @abstractmethod
    def bid_text(self, hand: Any, side: int) -> str:
        """What a side bid: "5", "4 and nil", "blind 7"; empty in a hand without bids."""

    def side_outcome(self, hand: Any, side: int) -> str:
        """How the bid of a side fared: "made", "set, nil failed with 2 of these"; empty in a hand without bids."""
        made = self.outcomes.made(hand, side)
        return "" if made is None else "made" if made else "set"

    @abstractmethod
    def lines(self, hand: Any, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        """What a side scores and why, and what it carries on, without its total."""

    def deal_notes(self, dealer: Seat, carry: Carry) -> tuple[str, ...]:
        return (f"{self.players[dealer]} deals {TRICKS} cards each.",)

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry) -> tuple[str, ...]:
        return (f"{self.players[self.left_of(dealer)]} leads to the first trick, any card but a spade.",)

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry) -> PlayRules:
        return PlayRules(
            self.guarded.rule,
            book.FOLLOW,
            TRICKS,
            (Denomination.SPADES,),
            trump=Denomination.SPADES,
            opener=self.left_of(dealer),
            guarded=self.guarded,
            pack=self.pack,
        )

    def check_key(self, key: str, value: Any) -> None:
        if key == "bids":
            self.check_bid(value)
        elif key == "nils":
            book.AGREED_BID.require(value in NILS, f"“{value}” is no nil: it is “nil” or “blind nil”.", key)
        else:
            detail = f"Nobody can have taken {value} of {TRICKS} tricks."
            book.TRICKS_TAKEN.require(0 <= value <= TRICKS, detail, key)

    def check_in_hand(self, key: str, value: Any, carry: Carry) -> None:
        self.check_key(key, value)
        if key != "tricks":
            self.unbid_rule.require(not self.is_unbid(carry), "The first hand is played without bids.", key)

    def check(self, hand: Any, dealer: Seat, carry: Carry) -> None:
        super().check(hand, dealer, carry)
        detail = f"{hand.tricks[0]} and {hand.tricks[1]} tricks are {sum(hand.tricks)}: a hand has {TRICKS}."
        book.TRICKS_TAKEN.require(sum(hand.tricks) == TRICKS, detail, "tricks")

    def summarize(self, hand: Any) -> str:
        return "; ".join(f"{self.sides[side]} {self._bid_and_took(hand, side)}" for side in range(2))

    def headline(self, hand: Any) -> tuple[str, str]:
        return "", self.summarize(hand) if self.partners_may_change else ""

    def bid_and_taken(self, hand: Any, column: int) -> str:
        return "" if self.partners_may_change else self._bid_and_took(hand, column)

    def _bid_and_took(self, hand: Any, side: int, verb: str = "") -> str:
        bid, took = self.bid_text(hand, side), f"took {hand.tricks[side]}"
        return f"{verb}{bid}, {took}" if bid else took

    def describe(self, hand: Any, dealer: Seat, carry: Carry) -> str:
        """What each side bid and took, and what it pays: "North & South bid 5, took 7: made, 50 + 2 = 52. ..." """
        score, _ = self.score(hand, dealer, carry)
        sentences: list[str] = []
        for side, name in enumerate(self.sides):
            outcome = ", ".join(filter(None, (self.side_outcome(hand, side), core.minus(score.sum(side)))))
            sentences.append(f"{name} {self._bid_and_took(hand, side, 'bid ')}: {outcome}.")
        return " ".join(sentences)

    def score(self, hand: Any, dealer: Seat, carry: Carry) -> tuple[Score, Carry]:
        self.check(hand, dealer, carry)
        scored = [self.lines(hand, index, side) for index, side in enumerate(carry.sides)]
        score = Score(tuple(ScoreLine(index, *line) for index, (lines, _) in enumerate(scored) for line in lines))
        after = replace(carry, sides=tuple(side for _, side in scored))
        return score, after.plus({side: score.total(side) for side in range(2)})

    def mistakes(self, hand: Any, dealer: Seat, carry: Carry) -> Iterator[Mistake]:
        score, _ = self.score(hand, dealer, carry)
        for line in score.lines:
            yield from _of_bid(self, score, line)
        turned = tuple(line._replace(column=1 - line.column) for line in score.lines)
        yield Mistake("The two sides were taken for one another", Score(turned))
        for line in score.lines:
            if line.rule in (book.BAGS, book.FAILED_NIL) and self.options.overtrick == 1:
                yield Mistake(f"10 were counted for each of {line.reason}", _with(score, line, 10 * line.points))
                yield Mistake(f"{line.points} for {line.reason} was taken off", _with(score, line, -line.points))
        if self.options.variant == "standard":
            yield from _by_other_rules(self, hand, score, dealer, carry)
            for side, name in enumerate(self.sides):
                if any(abs(line.points) == self.options.bag_penalty for line in score.of(side)):
                    continue  # Then it is that line that was left out, or counted the other way.
                paid = (*score.lines, ScoreLine(side, -self.options.bag_penalty, "bags", book.PENALTY))
                yield Mistake(f"{name} paid for bags that do not cost yet", Score(paid))

    def progress(self, totals: Sequence[Points], carry: Carry) -> str:
        return core.towards(max(totals), self.options.target)

    def ahead(self, columns: Sequence[str], totals: Sequence[Points]) -> tuple[int, ...]:
        """Of two sides or their players who has the most, by index; nobody where the sides are tied, or players of
        both sides. columns, totals: of the sheet.
        """
        best = max(totals)
        ahead = tuple(column for column, total in enumerate(totals) if total == best)
        tied = all({*own} & {*ahead} for own in self.credited(columns))
        return () if tied else ahead

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Carry) -> Ending | None:
        """Tied at the target, or both at the losing limit, the game goes on."""
        ahead, target, limit = self.ahead(columns, totals), self.options.target, self.options.lose_at
        if ahead and totals[ahead[0]] >= target:
            return Ending.won_by(ahead, columns, f"reached {target}")
        lost = [] if limit is None else [c for c, total in zip(columns, totals, strict=True) if total <= limit]
        if ahead and lost:
            return Ending(f"{listed(lost)} fell to {core.minus(limit)} or below", ahead)
        return None

    @classmethod
    def points_table(cls) -> tuple[tuple[int, tuple[Points, ...]], ...]:
        """What a side is paid by the tricks it took, in each variant for the bids that it shows."""
        nobody = ("",) * 4
        games = [cls.of(nobody, SpadesOptions(variant=variant)) for variant in VARIANTS]

        def row(tricks: int) -> tuple[Points, ...]:
            hands = ((game, hand) for game in games for hand in game.shown_hands(tricks))
            return tuple(sum(line[0] for line in game.lines(hand, 0, Side())[0]) for game, hand in hands)

        return tuple((tricks, row(tricks)) for tricks in range(TRICKS + 1))

    @abstractmethod
    def shown_hands(self, tricks: int) -> tuple[Any, ...]:
        """The hands that the table of points shows, with these tricks for the first side."""


A_NIL = "nil"
PAID_FOR: Mapping[Rule, str] = {
    **dict.fromkeys((book.NIL, book.BLIND_NIL), A_NIL),
    **dict.fromkeys(
        (book.MADE, book.TEN_OR_THIRTEEN, book.NEW_YORK_MADE, book.NEW_YORK_TEN, book.NEW_YORK_BLIND_PAYS),
        "The bid",
    ),
}
"""What a line pays for, by its rule."""


FAILED = {"bags": "bags", "partner": "tricks for the partner", "ignored": "nothing"}
"""By the value of the option `failed_nil`."""

AS_ELSEWHERE = (
    ("1 was counted for each trick above the bid", "overtrick", 1),
    ("10 were counted for each trick of the ten bid", "ten", None),
    ("10 were counted for each trick of the thirteen bid", "thirteen", None),
    ("The set cost what was bid", "set_costs", "bid"),
)
"""What is counted where the table has another house rule: a mistake, the option and its value."""


def _of_bid(game: "Spades", score: Score, line: ScoreLine) -> Iterator[Mistake]:
    """A bid counted as made that was set, or the other way; where it is all that its side scored, only a sign."""
    bid = PAID_FOR.get(line.rule) if line.rule else None
    if not bid or len([*score.of(line.column)]) == 1:
        return
    whose = bid if bid != A_NIL else line.reason.partition(",")[0]
    of_side = f" of {game.sides[line.column]}" if bid != A_NIL else ""
    counted = "set, though it was made" if line.points > 0 else "made, though it was set"
    yield Mistake(f"{whose}{of_side} was counted as {counted}", _with(score, line, -line.points))


def _by_other_rules(game: "Spades", hand: Any, score: Score, dealer: Seat, carry: Carry) -> Iterator[Mistake]:
    """The price of the other nil, and what other tables do with the tricks of a failed one."""
    for rule, worth, name in (
        (book.NIL, game.options.blind_nil, "A nil was counted as a blind nil"),
        (book.BLIND_NIL, game.options.nil, "A blind nil was counted as a nil"),
    ):
        lines = (
            line._replace(points=worth if line.points > 0 else -worth) if line.rule is rule else line
            for line in score.lines
        )
        yield Mistake(name, Score(tuple(lines)))
    others = [
        (f"The tricks of a failed nil were counted as {what}", "failed_nil", value)
        for value, what in FAILED.items()
    ]
    for name, option, value in (*others, *AS_ELSEWHERE):
        if getattr(game.options, option) != value:
            scored, _ = game.replace(options=replace(game.options, **{option: value})).score(hand, dealer, carry)
            yield Mistake(name, scored)


def _with(score: Score, line: ScoreLine, points: Points) -> Score:
    """The score with other points in one line."""
    return Score(tuple(each._replace(points=points) if each is line else each for each in score.lines))
