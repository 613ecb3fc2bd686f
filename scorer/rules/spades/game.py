"""Spades [S2]: two sides bid how many tricks they will take, spades are trumps. Two variants, one game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..alternatives import Alternatives
from ..auctions.auction import Auction
from ..auctions.bid_each import BidEach
from ..calls import Bid, Denomination
from ..core import Counter, Ending, Points, Rule, RuleRefs, Score, Seat
from ..game import Game
from ..options import Options, option
from ..sheet_rules import SHEET_RULES
from ..tricks.play import PlayRules
from .new_york import NewYork, NewYorkHand
from .rules import DEALER, FOLLOW, LEAD, PENALTY, RULES, SETS, TARGET
from .standard import SpadesHand, Standard
from .variant import TRICKS, Carry, Variant

VARIANTS: dict[str, type[Variant]] = {"standard": Standard, "new-york": NewYork}
STANDARD, NEW_YORK = (("variant", name) for name in VARIANTS)
PRICES = range(1001)


@dataclass(frozen=True)
class SpadesOptions(Options):
    variant: str = option(
        "standard",
        tuple(VARIANTS),
        "Variant",
        "How the table bids.",
        words={"new-york": "New York"},
        sentences={
            "standard": "everybody bids, with nil and bags",
            "new-york": "each side agrees on one bid of 4 to 10, and three tricks too many are as bad as one "
            "too few; contributed by Christian A. Baxter",
        },
        formerly={"barmore": "new-york"},
    )
    target: int = option(500, range(1, 10_001), "Target", "The side that first has so many points wins.")
    blind_margin: int = option(
        100,
        PRICES,
        "Blind bids from",
        "A side must be so many points behind to bid blind nil, or in New York blind; with 0 it always may.",
    )
    bag_limit: int = option(
        10, range(101), "Bags that cost", "So many bags cost the penalty; with 0 they never do.", only=STANDARD
    )
    bag_penalty: int = option(100, PRICES, "Bag penalty", "What so many bags cost a side.", only=STANDARD)
    nil: int = option(100, PRICES, "Nil", "What a nil pays if made, and costs if it fails.", only=STANDARD)
    blind_nil: int = option(
        200, PRICES, "Blind nil", "What a blind nil pays if made, and costs if it fails.", only=STANDARD
    )
    failed_nil: str = option(
        "bags",
        ("bags", "partner", "ignored"),
        "Tricks of a failed nil",
        "What becomes of the tricks that a player takes who has bid nil.",
        only=STANDARD,
        words={"bags": "they are bags", "partner": "they help the partner", "ignored": "they count for nothing"},
        sentences={"bags": "and do not help the partner’s bid", "partner": "to make the bid"},
    )
    sets_to_lose: int = option(
        2, range(2, 11), "Sets that lose", "A side set so many times in a row loses the game.", only=NEW_YORK
    )
    first_hand: str = option(
        "unbid",
        ("unbid", "bid"),
        "First hand",
        "How the first hand is played.",
        only=NEW_YORK,
        words={"unbid": "without bids", "bid": "with bids"},
        sentences={"unbid": "10 points for each trick", "bid": "as all the others"},
    )
    failed_ten: int = option(200, PRICES, "Failed ten", "What a failed bid of 10 costs.", only=NEW_YORK)


class Spades(Game):
    """A carry is a `Carry`; a side's part in it stands by its index, for seats change."""

    key = "spades"
    title = "Spades"
    summary = "Two sides; everybody says how many tricks they will take; spades are trumps and bags add up."
    sizes = range(4, 5)
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    key_sets = tuple(variant.keys for variant in VARIANTS.values())
    options_type = SpadesOptions
    rule_refs = RuleRefs(deal=DEALER, winner=TARGET, counters={"bags": PENALTY, "set": SETS})
    partnerships = True

    def __init__(self, players: tuple[str, ...], options: Options | None = None) -> None:
        super().__init__(players, options)
        self.sides = tuple(column.name for column in self.columns())
        self.variant = VARIANTS[self.options.variant](self.players, self.sides, self.options)
        self.hand_type, self.keys = self.variant.hand_type, self.variant.keys

    def deal_notes(self, dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        deal = f"{self.players[dealer]} deals {TRICKS} cards each."
        return deal, *self.variant.deal_notes(dealer, carry or Carry())

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        leads = f"{self.players[self.left_of(dealer)]} leads to the first trick, any card but a spade."
        return *self.variant.play_notes(agreed), leads

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> PlayRules:
        """[S2]"""
        return PlayRules(
            LEAD,
            FOLLOW,
            TRICKS,
            (Denomination.SPADES,),
            trump=Denomination.SPADES,
            opener=self.left_of(dealer),
            guarded=self.variant.guarded,
            pack=self.variant.pack,
        )

    def auction(self, dealer: Seat, carry: Carry | None) -> BidEach | None:
        return self.variant.auction(dealer, carry or Carry())

    def agreed(self, auction: Auction) -> dict[str, Any] | None:
        return {"bids": auction.by_seat} if isinstance(auction, BidEach) and auction.over else None

    def check_key(self, key: str, value: Any) -> None:
        self.variant.check_key(key, value)

    def check_in_hand(self, key: str, value: Any, carry: Carry | None) -> None:
        self.check_key(key, value)
        if key == "bids":
            self.variant.check_now(carry or Carry())

    def check(self, hand: Any, dealer: Seat, carry: Carry | None) -> None:
        for key in self.keys:
            for value in getattr(hand, key) or ():
                if value is not None:
                    self.check_key(key, value)
        self.variant.check_tricks(hand.tricks)
        self.variant.check(hand, carry or Carry())

    def made(self, hand: Any, column: int) -> bool | None:
        return self.variant.made(hand, column)

    def alternatives(self, hand: Any) -> Alternatives:
        """By the tricks of the first side."""
        hands = (self.variant.with_tricks(hand, tricks) for tricks in range(TRICKS + 1))
        return Alternatives.of(hands, (0,), self.variant.kept(hand))

    def summarize(self, hand: Any) -> str:
        return "; ".join(
            " ".join(filter(None, (name, f"{self.variant.bid_text(hand, side)},", f"took {hand.tricks[side]}")))
            for side, name in enumerate(self.sides)
        ).replace(" ,", "")

    def describe(self, hand: Any, dealer: Seat, carry: Carry | None) -> str:
        """What each side bid and took, and what it pays: "North & South bid 5, took 7: made, 50 + 2 = 52. ..." """
        score, _ = self.score(hand, dealer, carry)
        return " ".join(self._told(hand, side, score.sum(side)) for side in range(2))

    def _told(self, hand: Any, side: int, paid: str) -> str:
        bid, fate = self.variant.bid_text(hand, side), self.variant.fate(hand, side)
        took = f"took {hand.tricks[side]}"
        done = f"bid {bid}, {took}" if bid else took
        return f"{self.sides[side]} {done}: {f'{fate}, ' if fate else ''}{paid.replace('-', '−')}."

    def score(self, hand: Any, dealer: Seat, carry: Carry | None) -> tuple[Score, Carry]:
        self.check(hand, dealer, carry)
        lines, after = self.variant.score_lines(hand, carry or Carry())
        return Score(lines), after

    def settled(self, points: Mapping[int, Points], carry: Carry | None) -> Carry:
        return (carry or Carry()).paying(points)

    def when_settled(self) -> tuple[str, ...]:
        if self.options.variant == "standard":
            return ("The tricks of the hand make no bags.",)
        return ("The hand neither adds to a row of sets nor ends it.",)

    def events(self, before: Carry | None, after: Carry | None) -> tuple[str, ...]:
        pairs = zip((before or Carry()).sides, (after or Carry()).sides, strict=True)
        return tuple(said for side, pair in enumerate(pairs) for said in self.variant.events(side, *pair))

    def due(self, carry: Carry | None) -> tuple[str, ...]:
        return tuple(filter(None, map(self.variant.due, range(2), (carry or Carry()).sides)))

    @classmethod
    def points_table(cls) -> tuple[tuple[int, tuple[Points, ...]], ...]:
        """What a side is paid by the tricks it took: for a bid of 5; in New York for 5, for a blind 6, for 10."""
        standard, new_york = (cls(("",) * 4, SpadesOptions(variant)).variant for variant in VARIANTS)
        bids = Bid(2), Bid(1), Bid(3), Bid(1)

        def row(tricks: int) -> tuple[Points, ...]:
            taken = tricks, TRICKS - tricks
            new_yorks = (NewYorkHand(taken, (bid, bid)) for bid in (Bid(5), Bid(6, blind=True), Bid(10)))
            return standard.paid(SpadesHand(bids, taken)), *(new_york.paid(hand) for hand in new_yorks)

        return tuple((tricks, row(tricks)) for tricks in range(TRICKS + 1))

    def counters(self, carry: Carry | None) -> tuple[Counter, ...]:
        marked = [self.variant.mark(side) for side in (carry or Carry()).sides]
        return tuple(Counter(self.sides[side], *mark) for side, mark in enumerate(marked) if mark[1])

    def ending(self, totals: Mapping[str, Points], carry: Carry | None) -> Ending | None:
        """A Boston, a row of sets, the target, in this order [rules 4.2]; level at the target the game goes on."""
        names, points, sides = tuple(totals), tuple(totals.values()), (carry or Carry()).sides
        ahead = None if points[0] == points[1] else max(range(2), key=points.__getitem__)
        for side, name in enumerate(names):
            if sides[side].boston:
                return Ending(f"{name} bid 10 and took all {TRICKS} tricks", (name,))
        limit = self.options.sets_to_lose
        lost = [side for side in range(2) if sides[side].sets >= limit]
        if len(lost) == 1:
            return Ending(f"{names[lost[0]]} were set {limit} times in a row", (names[1 - lost[0]],))
        if lost and ahead is not None:
            return Ending(f"both sides were set {limit} times in a row", (names[ahead],))
        if ahead is not None and points[ahead] >= self.options.target:
            return Ending(f"{names[ahead]} reached {self.options.target}", (names[ahead],))
        return None
