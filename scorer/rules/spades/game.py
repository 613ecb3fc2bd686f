"""Spades [S2]: two sides bid how many tricks they will take, spades are trumps. Two variants, one game."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ..calls import Call, Denomination
from ..core import (
    Alternatives,
    Ending,
    Mistake,
    Points,
    Rule,
    RuleRefs,
    Score,
    ScoreLine,
    Seat,
    Worth,
    minus,
    towards,
)
from ..game import Game
from ..options import Options
from ..outcomes import OwnBid
from ..partners import sides_before
from ..sheet_rules import SHEET_RULES
from ..tricks.cards import Pack
from ..tricks.play import PlayRules, UnbrokenSuit
from .bidding import Bidding
from .hands import NILS
from .mistakes import mistakes
from .options import VARIANTS, SpadesOptions
from .rules import AGREED_BID, ALSO_PLAYED, DEALER, FOLLOW, LEAD, PENALTY, RULES, SETS, TARGET, TRICKS_TAKEN
from .sides import BAGS_CARRIED, SETS_CARRIED, TRICKS, Carry, Side


class Spades(Bidding):
    """What the variants have in common. `Spades.of(players, options)` makes the variant that the options choose.

    A side's part in the carry stands by its index, because seats change. bids: all that can be bid, in listing
    order.
    """

    key = "spades"
    title = "Spades"
    summary = "Two sides, and bags add up."
    sizes = range(4, 5)
    paper_example = """\
players,North,East,South,West
bids,tricks,North & South,East & West
"North 3, East 4, South 2, West 3",7 - 6,52,-70
"North 4, East nil, South 2, West 4",8 - 5,114,71
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    options_type = SpadesOptions
    also_played = ALSO_PLAYED
    rule_refs = RuleRefs(deal=DEALER, winner=TARGET, counters={"bags": PENALTY, "set": SETS})
    partnerships = True
    carried_sets = (BAGS_CARRIED, SETS_CARRIED)

    variants: ClassVar[dict[tuple[str, str], type["Spades"]]] = {}
    """By the house rules `variant` and `bidding`."""
    bids: ClassVar[tuple[Call, ...]]
    guarded: ClassVar[UnbrokenSuit]

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

    @property
    @abstractmethod
    def pack(self) -> Pack:
        """The cards that are played with, and what each of them counts as."""

    @abstractmethod
    def bid_text(self, hand: Any, side: int) -> str:
        """What a side bid: "5", "4 and nil", "blind 7"; empty in a hand without bids."""

    @abstractmethod
    def side_outcome(self, hand: Any, side: int) -> str:
        """How the bid of a side fared: "made", "set, nil failed with 2 of these"; empty in a hand without bids."""

    @abstractmethod
    def lines(self, hand: Any, side: int, before: Side) -> tuple[tuple[Worth, ...], Side]:
        """What a side scores and why, and what it carries on, without its total."""

    def with_tricks(self, hand: Any, taken: int) -> Any:
        """The same bids with other tricks. taken: by the first side."""
        return replace(hand, tricks=(taken, TRICKS - taken))

    def unchanged(self, hand: Any) -> str:
        """What does not change with the tricks of the sides, as a sentence."""
        return ""

    def deal_notes(self, dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        return (f"{self.players[dealer]} deals {TRICKS} cards each.",)

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        return (f"{self.players[self.left_of(dealer)]} leads to the first trick, any card but a spade.",)

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> PlayRules:
        return PlayRules(
            LEAD,
            FOLLOW,
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
            AGREED_BID.require(value in NILS, f"“{value}” is no nil: it is “nil” or “blind nil”.", key)
        else:
            TRICKS_TAKEN.require(0 <= value <= TRICKS, f"Nobody can have taken {value} of {TRICKS} tricks.", key)

    def check_in_hand(self, key: str, value: Any, carry: Carry | None) -> None:
        self.check_key(key, value)
        if key == "bids":
            self.check_bidding(carry or Carry())

    def check(self, hand: Any, dealer: Seat, carry: Carry | None) -> None:
        super().check(hand, dealer, carry)
        TRICKS_TAKEN.require(
            sum(hand.tricks) == TRICKS,
            f"{hand.tricks[0]} and {hand.tricks[1]} tricks are {sum(hand.tricks)}: a hand has {TRICKS}.",
            "tricks",
        )

    def own_bids(self, hand: Any) -> Iterable[OwnBid]:
        for side, column in enumerate(self.columns()):
            made = self.made(hand, side)
            if made is not None:
                bid = hand.bid(side)
                yield OwnBid(column.seats, bid, None, bid, hand.tricks[side], made)

    def alternatives(self, hand: Any) -> Alternatives:
        """By the tricks of the first side."""
        hands = (self.with_tricks(hand, tricks) for tricks in range(TRICKS + 1))
        return Alternatives.of(hands, (0,), self.unchanged(hand))

    def summarize(self, hand: Any) -> str:
        return "; ".join(f"{self.sides[side]} {self._bid_and_took(hand, side)}" for side in range(2))

    def headline(self, hand: Any) -> str:
        return self.summarize(hand) if self.partners_may_change else ""

    def bid_and_taken(self, hand: Any, column: int) -> str:
        return "" if self.partners_may_change else self._bid_and_took(hand, column)

    def _bid_and_took(self, hand: Any, side: int, verb: str = "") -> str:
        bid, took = self.bid_text(hand, side), f"took {hand.tricks[side]}"
        return f"{verb}{bid}, {took}" if bid else took

    def describe(self, hand: Any, dealer: Seat, carry: Carry | None) -> str:
        """What each side bid and took, and what it pays: "North & South bid 5, took 7: made, 50 + 2 = 52. ..." """
        score, _ = self.score(hand, dealer, carry)
        sentences: list[str] = []
        for side, name in enumerate(self.sides):
            outcome = ", ".join(filter(None, (self.side_outcome(hand, side), minus(score.sum(side)))))
            sentences.append(f"{name} {self._bid_and_took(hand, side, 'bid ')}: {outcome}.")
        return " ".join(sentences)

    def score(self, hand: Any, dealer: Seat, carry: Carry | None) -> tuple[Score, Carry]:
        self.check(hand, dealer, carry)
        before = carry or Carry()
        scored = [self.lines(hand, index, side) for index, side in enumerate(before.sides)]
        score = Score(tuple(ScoreLine(index, *line) for index, (lines, _) in enumerate(scored) for line in lines))
        after = replace(before, sides=tuple(side for _, side in scored))
        return score, after.plus({side: score.total(side) for side in range(2)})

    def mistakes(self, hand: Any, dealer: Seat, carry: Carry | None) -> Iterable[Mistake]:
        return mistakes(self, hand, dealer, carry)

    def with_partners(self, carry: Carry | None, before: Game) -> Carry | None:
        return carry and carry.with_partners(sides_before(before, self))

    def settled(self, points: Mapping[int, Points], carry: Carry | None) -> Carry:
        return (carry or Carry()).plus(points)

    def carried_in(self, carry: Carry | None) -> dict[str, tuple[int, ...]]:
        return {key: (carry or Carry()).numbers(key) for key in self.carried}

    def carrying(self, numbers: Mapping[str, Sequence[int | None]], carry: Carry | None) -> Carry:
        return (carry or Carry()).begun_with(numbers)

    def adjusted(self, points: Mapping[int, Points], carry: Carry | None) -> Carry:
        """Who may bid blind goes by the score, whatever it is made of."""
        return (carry or Carry()).plus(points, hands=0)

    def events(self, before: Carry | None, after: Carry | None) -> tuple[str, ...]:
        pairs = zip(self.sides, (before or Carry()).sides, (after or Carry()).sides, strict=True)
        return tuple(filter(None, (self.side_event(*pair) for pair in pairs)))

    @abstractmethod
    def side_event(self, name: str, before: Side, after: Side) -> str:
        """What a hand changed besides points for the side of this name, as sentences; empty for nothing."""

    def progress(self, totals: Sequence[Points], carry: Carry | None) -> str:
        return towards(max(totals), self.options.target)

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Carry | None) -> Ending | None:
        """Tied at the target the game goes on."""
        ahead, target = self.ahead(columns, totals), self.options.target
        reached = ahead and totals[ahead[0]] >= target
        return Ending.won_by(ahead, columns, f"reached {target}") if reached else None

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
