"""Oh Hell [S2]: everybody says how many tricks they will take, and must take exactly so many."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from .. import payments
from ..alternatives import Alternative, Alternatives
from ..auctions.auction import Auction
from ..auctions.bid_each import BidEach, nothing_more
from ..calls import BRIDGE, Bid, Call, Denomination
from ..core import Ending, Mistake, Points, Rule, RuleRefs, Score, ScoreLine, Seat, counted, minus
from ..fields.contract import TrumpField
from ..fields.each import PerPlayer
from ..fields.values import CountField
from ..game import Game
from ..sheet_rules import SHEET_RULES
from ..tricks.cards import WHOLE_PACK, Pack
from ..tricks.play import PlayRules
from .hand_sizes import CARDS, MOST_CARDS, Carry, OhHellOptions, OtherCards, goes_on, place
from .mistakes import mistakes
from .rules import (
    BID,
    DEALER,
    END,
    EQUAL,
    FOLLOW,
    HAND_SIZES,
    HOOK,
    LEAD,
    MET,
    MISSED,
    PAYMENT,
    RULE_REFS,
    RULES,
    TRICKS_TAKEN,
)
from .scoring import METHODS, Method, cards

PACK = 52
ENLARGED = Pack(single=False, second_beats=EQUAL)
"""More cards than one pack has, so that some are in it twice."""


@dataclass(frozen=True)
class OhHellHand:
    """bids, tricks: by seat."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    trump: Denomination | None = None


KEYS = {
    "bids": PerPlayer(CountField()),
    "tricks": PerPlayer(CountField()),
    "trump": TrumpField(needed=False),
}
DEALT = {"cards": CountField()}


@dataclass(frozen=True)
class Hook:
    """The hook as the auction asks for it."""

    game: "OhHell"
    cards: int

    def __call__(self, auction: BidEach, seat: Seat, call: Call) -> None:
        if auction.is_last and isinstance(call, Bid):
            self.game.check_hook(call.level, auction.level, self.cards, seat)


class OhHell(Game):
    """The carry says how many hands were scored before: the hand's place in the pattern of hand sizes."""

    key = "oh-hell"
    title = "Oh Hell"
    summary = "Everybody bids how many tricks they will take, and only who takes exactly so many is paid for it."
    sizes = range(3, 8)
    paper_example = """\
players,Ann,Bo,Cid
hand_sizes,"3, 2, 1"
bids,tricks,Ann,Bo,Cid
"Ann 1, Bo 1, Cid 2","Ann 1, Bo 0, Cid 2",11,0,12
"Ann 0, Bo 1, Cid 2","Ann 0, Bo 2, Cid 0",21,2,12
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = OhHellHand
    keys = KEYS
    options_type = OhHellOptions
    rule_refs = RuleRefs(deal=DEALER, winner=END, payment=PAYMENT)
    counts_hands = True
    outcome_labels = ("met", "missed")
    dealt = DEALT
    dealt_by = ("hand_sizes", "max_cards")

    @staticmethod
    def methods() -> Mapping[str, Method]:
        return METHODS

    @property
    def max_cards(self) -> int:
        return self.options.max_cards or MOST_CARDS[len(self.players)]

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The cards of every hand, by the options and the number of players [S2, rules 5]."""
        chosen = self.options.hand_sizes
        if not isinstance(chosen, str):
            return tuple(chosen)
        up = tuple(range(1, self.max_cards + 1))
        down = up[::-1]
        return {"down-up": down + up[1:], "up-down": up + down[1:], "down": down, "up": up}[chosen]

    def cards(self, carry: Carry | None) -> int:
        """The cards of the hand with this carry; after the last hand, its."""
        if isinstance(carry, OtherCards):
            return carry.cards
        return self.hand_sizes[min(carry or 0, len(self.hand_sizes) - 1)]

    def deal(self, named: Mapping[str, Any], carry: Carry | None) -> Carry:
        """A hand keeps the cards it was dealt when another one before it is struck."""
        return OtherCards(place(carry), named["cards"]) if "cards" in named else place(carry)

    def dealt_with(self, carry: Carry | None) -> Mapping[str, Any]:
        return {"cards": self.cards(carry)}

    def dealt_after(self, hands: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        cards = goes_on(self.hand_sizes, [hand["cards"] for hand in hands])
        return {} if cards is None else {"cards": cards}

    def hooked(self, others: int, dealt: int) -> int | None:
        """The bid that the hook keeps from the dealer where the others' bids add up so; None where none is."""
        rest = dealt - others
        return rest if self.options.hook and rest in range(dealt + 1) else None

    def check_hook(self, bid: int, others: int, dealt: int, dealer: Seat, field: str | None = None) -> None:
        """Raise RuleViolation where the dealer may not make this bid after the others'."""
        HOOK.require(bid != self.hooked(others, dealt), self.why_hooked(bid, dealt, dealer), field)

    def why_hooked(self, bid: int, dealt: int, dealer: Seat) -> str:
        return (
            f"{self.players[dealer]} may not bid {bid}: the bids would add up to {dealt}, the cards of the hand."
        )

    def deal_notes(self, dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        dealt, name, first = self.cards(carry), self.players[dealer], self.players[self.left_of(dealer)]
        number = f"Hand {place(carry) + 1} of {len(self.hand_sizes)}"
        hook = f", who may not make the bids add up to {dealt}" if self.options.hook else ""
        no_trump = ("Every card is dealt, so there is no trump.",) if dealt * len(self.players) == PACK else ()
        return (
            f"{number}: {name} deals {cards(dealt)} each.",
            *no_trump,
            f"{first} bids first and {name} last{hook}.",
        )

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> tuple[str, ...]:
        """How the bids stand to the cards, and who leads [S2]."""
        return self.bid_in_all(agreed["bids"], self.cards(carry)), f"{self.players[self.left_of(dealer)]} leads."

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry | None) -> PlayRules:
        """[S2] A pack that was enlarged for more cards has some of them twice."""
        dealt = self.cards(carry)
        every_card = dealt * len(self.players) == PACK
        return PlayRules(
            LEAD,
            FOLLOW,
            dealt,
            BRIDGE,
            trump=agreed.get("trump") or (Denomination.NO_TRUMP if every_card else None),
            opener=self.left_of(dealer),
            pack=WHOLE_PACK if dealt * len(self.players) <= PACK else ENLARGED,
        )

    @staticmethod
    def bid_in_all(bids: Iterable[int], dealt: int) -> str:
        bid = sum(bids)
        relation = (
            "as many as there are"
            if bid == dealt
            else f"{abs(bid - dealt)} too {'many' if bid > dealt else 'few'}"
        )
        return f"{bid} bid for {counted(dealt, 'trick')}: {relation}."

    def auction(self, dealer: Seat, carry: Carry | None) -> BidEach:
        dealt = self.cards(carry)
        return BidEach(
            players=self.players,
            bids=tuple(Bid(number) for number in range(dealt + 1)),
            in_words=f"a number from 0 to {dealt}",
            rule_refs=RULE_REFS,
            turn=self.left_of(dealer),
            more=Hook(self, dealt) if self.options.hook else nothing_more,
        )

    def agreed(self, auction: Auction) -> dict[str, Any] | None:
        said = {seat: call.level for seat, call in auction.calls if isinstance(call, Bid)}
        return {"bids": tuple(said[seat] for seat in sorted(said))}

    def check_key(self, key: str, value: Any) -> None:
        self._check_count(key, value, max(self.hand_sizes))

    def check_in_hand(self, key: str, value: Any, carry: Carry | None) -> None:
        HAND_SIZES.require(key != "cards" or value in CARDS, f"No hand of Oh Hell has {value} cards.", key)
        self._check_count(key, value, self.cards(carry))

    def _check_count(self, key: str, value: Any, dealt: int) -> None:
        if key == "bids":
            BID.require(0 <= value <= dealt, f"Nobody can bid {value} with {cards(dealt)}.", key)
        elif key == "tricks":
            TRICKS_TAKEN.require(0 <= value <= dealt, f"Nobody can take {value} tricks with {cards(dealt)}.", key)

    def check(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> None:
        played, sizes = place(carry), self.hand_sizes
        END.require(
            played < len(sizes),
            f"With {len(self.players)} players and these house rules the game has {len(sizes)} hands: this would "
            f"be hand {played + 1}.",
        )
        dealt = self.cards(carry)
        for bid in hand.bids:
            self._check_count("bids", bid, dealt)
        self.check_hook(hand.bids[dealer], sum(hand.bids) - hand.bids[dealer], dealt, dealer, "bids")
        for tricks in hand.tricks:
            self._check_count("tricks", tricks, dealt)
        taken = sum(hand.tricks)
        TRICKS_TAKEN.require(taken == dealt, f"The tricks add up to {taken}, not to {dealt}.", "tricks")

    def made(self, hand: OhHellHand, column: int) -> bool:
        return hand.bids[column] == hand.tricks[column]

    def alternatives(self, hand: OhHellHand) -> Alternatives:
        """Each player alone: what they score does not depend on who takes the other tricks."""
        dealt = sum(hand.tricks)
        results = (
            Alternative(tricks, self._taking(hand, seat, tricks), (seat,))
            for tricks in range(dealt + 1)
            for seat in range(len(self.players))
        )
        return Alternatives(tuple(results))

    def _taking(self, hand: OhHellHand, seat: Seat, tricks: int) -> OhHellHand:
        """The hand with these tricks for one player, and the rest for the player at their left."""
        if tricks == hand.tricks[seat]:
            return hand
        taken = [0] * len(self.players)
        taken[seat], taken[self.left_of(seat)] = tricks, sum(hand.tricks) - tricks
        return replace(hand, tricks=tuple(taken))

    def summarize(self, hand: OhHellHand) -> str:
        """Every bid, and what was taken where it was something else: "7 cards ♥: Amber 3, Betty 2 (took 4)"."""
        trump = f" {hand.trump.symbol.strip()}" if hand.trump else ""
        told = (f"{name} {bid}{f' (took {tricks})' * (bid != tricks)}" for name, bid, tricks in self._told(hand))
        return f"{cards(sum(hand.tricks))}{trump}: {', '.join(told)}"

    def _told(self, hand: OhHellHand) -> Iterable[tuple[str, int, int]]:
        return zip(self.players, hand.bids, hand.tricks, strict=True)

    def describe(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> str:
        """Who met their bid and who did not, and what it pays: "Met: Amber +13. Missed: Betty (2 of 3) +2."."""
        score, _ = self.score(hand, dealer, carry)
        met, missed = list[str](), list[str]()
        for seat, (name, bid, tricks) in enumerate(self._told(hand)):
            paid = minus(f"{score.total(seat):+}")
            if bid == tricks:
                met.append(f"{name} {paid}")
            else:
                missed.append(f"{name} ({tricks} of {bid}) {paid}")
        told = (("Met", met), ("Missed", missed))
        return " ".join(f"{outcome}: {', '.join(names)}." for outcome, names in told if names)

    def score(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> tuple[Score, int]:
        self.check(hand, dealer, carry)
        return Score(
            tuple(
                ScoreLine(seat, *line, MET if bid == tricks else MISSED)
                for seat, (bid, tricks) in enumerate(zip(hand.bids, hand.tricks, strict=True))
                for line in self.lines(bid, tricks, self.cards(carry))
            )
        ), self.settled({}, carry)

    def lines(self, bid: int, tricks: int, dealt: int) -> tuple[tuple[int, str], ...]:
        """What a player's bid and tricks pay by the scoring method of the table, and why."""
        method = METHODS[self.options.scoring]
        return method.when_met(bid, dealt) if bid == tricks else method.when_missed(bid, tricks)

    def mistakes(self, hand: OhHellHand, dealer: Seat, carry: Carry | None) -> Iterable[Mistake]:
        return mistakes(METHODS[self.options.scoring], hand.bids, hand.tricks, self.cards(carry))

    def settled(self, points: Mapping[int, Points], carry: Carry | None) -> int:
        """A hand settled by the table uses up its place in the pattern."""
        return place(carry) + 1

    def when_settled(self) -> tuple[str, ...]:
        return ("The hand uses up its place in the pattern of hand sizes.",)

    def ending(self, totals: Mapping[str, Points], carry: Carry | None) -> Ending | None:
        hands = len(self.hand_sizes)
        if place(carry) < hands:
            return None
        best = max(totals.values())
        winners = tuple(column for column, total in totals.items() if total == best)
        return Ending("the only hand is played" if hands == 1 else f"the last of {hands} hands is played", winners)

    def payments(self, totals: Mapping[str, Points]) -> Mapping[str, Fraction]:
        return payments.payments(totals, self.options.stake)

    def payment_working(self, totals: Mapping[str, Points], column: str) -> tuple[str, ...]:
        return payments.working(totals, self.options.stake, column)
