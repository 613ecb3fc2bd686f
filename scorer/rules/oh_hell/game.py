"""Oh Hell [S2]: everybody says how many tricks they will take, and must take exactly so many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from ..auctions import BidEach
from ..calls import BRIDGE, Bid, Call, Denomination
from ..core import SHEET_RULES, Ending, Mistake, Points, RuleRefs, Score, ScoreLine, Seat, counted, signed, whole
from ..fields import CountField, Field, PerPlayer, TrumpField
from ..game import Alternative, Alternatives, Carrying, Dealing, Game, HandNumber, Outcomes, OwnBid
from ..options import Options
from ..tricks import LOWEST, Pack, PlayRules
from . import rules as book
from .rules import CARDS, LOW_CARDS, RULE_REFS, RULES, SAME, SCORINGS, SIMULTANEOUS, OhHellOptions
from .scoring import METHODS, Method

ADDED = 13
"""Low cards of a second pack that come in at a time: 13 serve five players with 13 cards each, 26 six [S2]."""


class OtherCards(NamedTuple):
    """The carry of a hand whose cards are not those of the pattern. place: its place there, from 0."""

    place: int
    cards: int


Carry = int | OtherCards
"""The place of a hand in the pattern, from 0: as many hands were scored before."""


def place(carry: Carry) -> int:
    return carry.place if isinstance(carry, OtherCards) else carry


ROTATION = (Denomination.HEARTS, Denomination.CLUBS, Denomination.DIAMONDS, Denomination.SPADES)
"""The order in which trumps rotate in the version that Dick Atkinson reports [S2]."""
TRUMPS = (*BRIDGE, Denomination.JOKER)
"""What may be trump where jokers are a suit of their own."""
ROTATIONS = {"rotation": ROTATION, "rotation with no trump": (*ROTATION, Denomination.NO_TRUMP)}
"""The sequences by the value of the house rule; each may include no trump [S2]."""


@dataclass(frozen=True)
class OhHellHand:
    """bids, tricks: by seat."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    trump: Denomination | None = None


KEYS = {
    "bids": PerPlayer(CountField()),
    "tricks": PerPlayer(CountField()),
    "trump": TrumpField(needed=False, among=TRUMPS),
}


class HandSizes(Dealing["OhHell", Carry]):
    fields: ClassVar[Mapping[str, Field]] = {"cards": CountField()}
    house_rules = ("hand_sizes", "max_cards", "doubled_middle", "short_pack", "jokers")
    of_an_evening = ("hand_sizes",)

    def deal(self, named: Mapping[str, Any], carry: Carry) -> Carry:
        """A hand keeps the cards it was dealt when another one before it is struck."""
        return OtherCards(place(carry), named["cards"]) if "cards" in named else place(carry)

    def dealt(self, carry: Carry) -> Mapping[str, Any]:
        return {"cards": self.game.cards(carry)}

    def by_result(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """A hand has as many tricks as cards."""
        taken = [*dict(result.get("tricks", {})).values()]
        is_whole = len(taken) == len(self.game.players) and all(isinstance(each, int) for each in taken)
        return {"cards": sum(taken)} if is_whole and sum(taken) in CARDS else {}

    sizes = CARDS

    def done(self, carry: Carry) -> tuple[int, ...]:
        return self.game.hand_sizes[: place(carry)] if self.game.hands else ()

    def coming(self, carry: Carry) -> tuple[int, ...]:
        if not self.game.hands or place(carry) >= self.game.hands:
            return ()
        return self.game.cards(carry), *self.game.hand_sizes[place(carry) + 1 :]

    def with_coming(self, coming: Sequence[int], carry: Carry) -> Mapping[str, Any]:
        """A list of hand sizes."""
        return {"hand_sizes": [*self.done(carry), *coming]}

    def after(self, hands: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What follows in the pattern, of which hands that were not played, or were struck, are passed over."""
        pattern, index = self.game.hand_sizes, 0
        for hand in hands:
            if hand["cards"] not in pattern[index:]:
                return {}
            index = pattern.index(hand["cards"], index) + 1
        return {"cards": pattern[index]} if index < len(pattern) else {}


class PlaceInPattern(Carrying["OhHell", Carry]):
    first = 0

    def settled(self, points: Mapping[int, Points], carry: Carry) -> int:
        """A hand settled by the table uses up its place in the pattern."""
        return place(carry) + 1


class OhHellOutcomes(Outcomes["OhHell", OhHellHand]):
    labels = ("met", "missed")
    would = "would meet the bid"

    def made(self, hand: OhHellHand, column: int) -> bool:
        return hand.bids[column] == hand.tricks[column]

    def own_bids(self, hand: OhHellHand) -> Iterable[OwnBid]:
        for seat, (bid, taken) in enumerate(zip(hand.bids, hand.tricks, strict=True)):
            yield OwnBid((seat,), bid, None, bid, taken, bid == taken, exact=True)

    def alternatives(self, hand: OhHellHand) -> Alternatives:
        """Each player alone: what they score does not depend on who takes the other tricks."""
        dealt = sum(hand.tricks)
        results = (
            Alternative(tricks, self._taking(hand, seat, tricks), (seat,))
            for tricks in range(dealt + 1)
            for seat in range(len(self.game.players))
        )
        return Alternatives(tuple(results))

    def _taking(self, hand: OhHellHand, seat: Seat, tricks: int) -> OhHellHand:
        """The hand with these tricks for one player, and the rest for the player at their left."""
        if tricks == hand.tricks[seat]:
            return hand
        taken = [0] * len(self.game.players)
        taken[seat], taken[self.game.left_of(seat)] = tricks, sum(hand.tricks) - tricks
        return replace(hand, tricks=tuple(taken))


class OhHell(Game):
    """Each hand has a size of its own: the carry says its place in the pattern."""

    key = "oh-hell"
    title = "Oh Hell"
    summary = "Take what you bid."
    other_names = (
        *("Wizard", "Rage", "Blackout", "Boerenbridge", "Up and Down the River", "Nomination Whist", "Oh Pshaw"),
        *("Contract Whist", "Elevator", "Escalier", "Ascenseur", "Estimation", "German Bridge", "Stiche-Raten"),
        *("Rikiki", "Plump", "Pocha", "Podrida", "Judgement", "Kachuful"),
    )
    lenient = ({"hook": False}, {"hand_sizes": SAME}, {"hook": False, "hand_sizes": SAME})
    scorings: ClassVar[tuple[Mapping[str, Any], ...]] = SCORINGS
    sizes = range(2, 11)
    paper_example = """\
players,Ann,Bo,Cid
hand_sizes,"3, 2, 1"
bids,tricks,Ann,Bo,Cid
"Ann 1, Bo 1, Cid 2","Ann 1, Bo 0, Cid 2",11,0,12
"Ann 0, Bo 1, Cid 2","Ann 0, Bo 2, Cid 0",21,2,12
"""
    rules = (*RULES, *SHEET_RULES)
    hand_type = OhHellHand
    keys = KEYS
    options_type = OhHellOptions
    dealing_type = HandSizes
    carrying_type = PlaceInPattern
    outcomes_type = OhHellOutcomes
    also_played: ClassVar[Mapping[str, str]] = {
        "Blob": "Another name of Blackout, for a bid that was missed is blacked out to a blob on the score sheet: "
        "it is the scoring “Blackout”.",
        "Bust": "The name of the game in Australia. As Bryce Francis reports it, 13 low cards of a second pack "
        "come in for five players, and 26 for six: “Most cards” 13 does so. Most groups there bid all at once.",
        "“Oh Shit!” and 7-truf": "The text names a version of Brad Wilson’s and one from Indonesia that Andi "
        "Beben describes, but their rules are lost from it.",
    }
    rule_refs = RuleRefs(deal=book.DEALER, winner=book.END, payment=book.PAYMENT)
    methods = METHODS
    counts_hands = True

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.max_cards = self.options.most_cards(len(players))
        self.hand_sizes = self.options.pattern(len(players))

    def cards(self, carry: Carry) -> int:
        """The cards of the hand with this carry; after the last hand, those of the last."""
        if isinstance(carry, OtherCards):
            return carry.cards
        return self.hand_sizes[min(carry, len(self.hand_sizes) - 1)]

    @property
    def hands(self) -> int | None:
        """How many the pattern has; None where every hand has as many cards, and the table says when to stop."""
        return None if self.options.hand_sizes == SAME else len(self.hand_sizes)

    def numbered(self, carry: Carry) -> HandNumber:
        """An agreed length may end the game before the pattern does."""
        return self.hand_number(place(carry), self.hands)

    def dealt(self, carry: Carry) -> str:
        return counted(self.cards(carry), "card")

    def pack(self, carry: Carry) -> Pack:
        """The pack of the whole game: one that is too small for the largest hand has low cards added [S2]."""
        most = max(*self.hand_sizes, self.cards(carry)) * len(self.players)
        one = self.options.one_pack(len(self.players))
        if one.fewer and most > one.size:
            one = replace(self.options, short_pack=False).one_pack(len(self.players))
        more = max(0, -(-(most - one.size) // ADDED) * ADDED)
        return replace(one, more=more, low=True, second_beats=book.EQUAL) if more else one

    @property
    def sequence(self) -> tuple[Denomination, ...]:
        """The trumps hand by hand, as often as it takes; none where a turned card names them."""
        by = self.options.trump_by
        return ROTATIONS.get(by, ()) if isinstance(by, str) else tuple(map(Denomination, by))

    def without_trump(self, carry: Carry) -> bool:
        """Whether the hand has no trump because it is one of the largest [S2]."""
        return self.options.largest_no_trump and self.cards(carry) >= max(self.hand_sizes)

    def trump_agreed(self, carry: Carry) -> Denomination | None:
        """The trump of the hand with this carry by what the table has agreed; None where a card tells it."""
        if self.without_trump(carry):
            return Denomination.NO_TRUMP
        order = self.sequence
        return order[place(carry) % len(order)] if order else None

    def trump_due(self, carry: Carry) -> Denomination | None:
        """The same, and no trump where every card is dealt and none is left to be turned up."""
        if agreed := self.trump_agreed(carry):
            return agreed
        every_card = self.cards(carry) * len(self.players) == self.pack(carry).size
        return Denomination.NO_TRUMP if every_card else None

    def cards_notes(self, carry: Carry) -> tuple[str, ...]:
        """Which cards are needed, and what is trump, as sentences."""
        pack, due = self.pack(carry), self.trump_due(carry)
        notes: list[str] = []
        if pack.more:
            notes.append(f"The pack has {pack.size} cards: {pack.more} low ones of a second pack are in it.")
        if pack.joker_suit:
            notes.append("Two jokers are in the pack, a suit of their own.")
        if pack.joker_named:
            twos = " and no twos" if pack.lowest > LOWEST else ""
            notes.append(f"Two jokers are in the pack{twos}: the first is named high or low.")
        if pack.fewer:
            notes.append(f"{LOW_CARDS} low cards are out of the pack: it has {pack.size}.")
        if self.without_trump(carry):
            notes.append("The largest hands have no trump.")
        elif self.sequence and due:
            notes.append(f"Trump is {due.words}." if due is not Denomination.NO_TRUMP else "There is no trump.")
        elif due:
            notes.append("Every card is dealt, so there is no trump.")
        elif self.options.trump_by == "turned card, low for none":
            notes.append("A turned card from 2 to 6 means no trump.")
        return tuple(notes)

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry) -> PlayRules:
        pack = self.pack(carry)
        return PlayRules(
            book.LEAD,
            book.FOLLOW,
            self.cards(carry),
            TRUMPS if pack.joker_suit else BRIDGE,
            trump=agreed.get("trump") or self.trump_due(carry),
            opener=self.left_of(dealer),
            must_trump=book.MUST_TRUMP if self.options.must_trump else None,
            pack=pack,
        )

    @property
    def at_once(self) -> bool:
        """Whether all bid at once, so that there is no order of calls and no hook [S2]."""
        return self.options.bidding == SIMULTANEOUS

    def hooked(self, others: int, dealt: int) -> int | None:
        """The bid that the hook forbids the dealer, by the sum of the others' bids; None where it forbids none."""
        rest = dealt - others
        return rest if self.options.has_hook(dealt) and rest in range(dealt + 1) else None

    def check_hook(self, bid: int, others: int, dealt: int, dealer: Seat, field: str | None = None) -> None:
        """Raise RuleViolation where the dealer may not make this bid after the others'."""
        book.HOOK.require(bid != self.hooked(others, dealt), self.why_hooked(bid, dealt, dealer), field)

    def why_hooked(self, bid: int, dealt: int, dealer: Seat) -> str:
        name = self.players[dealer]
        return f"{name} may not bid {bid}: the bids would add up to {dealt}, the cards of the hand."

    def auction(self, dealer: Seat, carry: Carry) -> BidEach | None:
        if self.at_once:
            return None
        dealt = self.cards(carry)

        def check_hook(auction: BidEach, seat: Seat, call: Call) -> None:
            if auction.is_last and isinstance(call, Bid):
                self.check_hook(call.level, auction.level, dealt, seat)

        return BidEach(
            players=self.players,
            bids=tuple(Bid(number) for number in range(dealt + 1)),
            in_words=f"a number from 0 to {dealt}",
            rule_refs=RULE_REFS,
            numbers=True,
            turn=self.left_of(dealer),
            more=check_hook,
        )

    def deal_notes(self, dealer: Seat, carry: Carry) -> tuple[str, ...]:
        dealt, name, first = self.cards(carry), self.players[dealer], self.players[self.left_of(dealer)]
        hook = f", who may not make the bids add up to {dealt}" if self.options.has_hook(dealt) else ""
        bids = f"{first} bids first and {name} last{hook}."
        return (
            f"{str(self.numbered(carry)).capitalize()}: {name} deals {counted(dealt, 'card')} each.",
            *self.cards_notes(carry),
            f"All bid at once; {first} leads." if self.at_once else bids,
        )

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Carry) -> tuple[str, ...]:
        """How the bids stand to the cards, and who leads [S2]."""
        bid, dealt = sum(agreed["bids"]), self.cards(carry)
        off = f"{abs(bid - dealt)} too {'many' if bid > dealt else 'few'}"
        relation = off if bid != dealt else "as many as there are"
        leads = f"{self.players[self.left_of(dealer)]} leads."
        return f"{bid} bid for {counted(dealt, 'trick')}: {relation}.", leads

    def check_key(self, key: str, value: Any) -> None:
        self._check_count(key, value, max(self.hand_sizes))

    def check_in_hand(self, key: str, value: Any, carry: Carry) -> None:
        book.HAND_SIZES.require(key != "cards" or value in CARDS, f"No hand of Oh Hell has {value} cards.", key)
        self._check_count(key, value, self.cards(carry))

    def _check_count(self, key: str, value: Any, dealt: int) -> None:
        if key == "bids":
            book.BID.require(0 <= value <= dealt, f"Nobody can bid {value} with {counted(dealt, 'card')}.", key)
        elif key == "tricks":
            detail = f"Nobody can take {value} tricks with {counted(dealt, 'card')}."
            book.TRICKS_TAKEN.require(0 <= value <= dealt, detail, key)
        elif value is Denomination.JOKER:
            are_suit = self.options.jokers == "suit of their own"
            book.JOKERS.require(are_suit, "At this table jokers are no suit: none can be trump.", key)

    def check(self, hand: OhHellHand, dealer: Seat, carry: Carry) -> None:
        played, hands = place(carry), self.hands
        book.END.require(
            hands is None or played < hands,
            f"With {len(self.players)} players and these house rules the game has {hands} hands: this would "
            f"be hand {played + 1}.",
        )
        super().check(hand, dealer, carry)
        dealt, taken = self.cards(carry), sum(hand.tricks)
        self.check_hook(hand.bids[dealer], sum(hand.bids) - hand.bids[dealer], dealt, dealer, "bids")
        due = self.trump_agreed(carry)
        words = "no trump" if due is Denomination.NO_TRUMP else due.words if due else ""
        by = "With these house rules" if self.without_trump(carry) else "By the sequence of the table"
        book.TRUMP.require(
            due is None or hand.trump in (None, due), f"{by} trump is {words} in hand {played + 1}.", "trump"
        )
        book.TRICKS_TAKEN.require(taken == dealt, f"The tricks add up to {taken}, not to {dealt}.", "tricks")

    def summarize(self, hand: OhHellHand) -> str:
        """Every bid, and what was taken where it was something else: "7 cards ♥: Amber 3, Betty 2 (took 4)"."""
        bids = (f"{name} {bid}{f' (took {tricks})' * (bid != tricks)}" for name, bid, tricks in self._bids(hand))
        return f"{self.headline(hand)[1]}: {', '.join(bids)}"

    def headline(self, hand: OhHellHand) -> tuple[str, str]:
        trump = f" {hand.trump.symbol.strip()}" if hand.trump else ""
        return "", f"{counted(sum(hand.tricks), 'card')}{trump}"

    def bid_and_taken(self, hand: OhHellHand, column: int) -> str:
        bid, tricks = hand.bids[column], hand.tricks[column]
        return f"bid {bid}" + f", took {tricks}" * (bid != tricks)

    bid_and_taken_label = "bid/took"

    def bid_and_taken_short(self, hand: OhHellHand, column: int) -> str:
        bid, tricks = hand.bids[column], hand.tricks[column]
        return "" if bid == tricks else f"{bid}/{tricks}"

    def _bids(self, hand: OhHellHand) -> Iterable[tuple[str, int, int]]:
        """Names, bids and tricks."""
        return zip(self.players, hand.bids, hand.tricks, strict=True)

    def describe(self, hand: OhHellHand, dealer: Seat, carry: Carry) -> str:
        """Who met their bid and who did not, and what it pays: "Met: Amber +13. Missed: Betty (2 of 3) +2."."""
        score, _ = self.score(hand, dealer, carry)
        met, missed = list[str](), list[str]()
        for seat, (name, bid, tricks) in enumerate(self._bids(hand)):
            paid = signed(score.total(seat))
            if bid == tricks:
                met.append(f"{name} {paid}")
            else:
                missed.append(f"{name} ({tricks} of {bid}) {paid}")
        outcomes = (("Met", met), ("Missed", missed))
        return " ".join(f"{outcome}: {', '.join(names)}." for outcome, names in outcomes if names)

    def score(self, hand: OhHellHand, dealer: Seat, carry: Carry) -> tuple[Score, int]:
        self.check(hand, dealer, carry)
        method: Method = self.options.method
        dealt = self.cards(carry)
        return Score(
            tuple(
                ScoreLine(seat, *line, book.MET if bid == tricks else book.MISSED)
                for seat, (bid, tricks) in enumerate(zip(hand.bids, hand.tricks, strict=True))
                for line in method.lines(bid, tricks, dealt)
            )
        ), place(carry) + 1

    def mistakes(self, hand: OhHellHand, dealer: Seat, carry: Carry) -> Iterator[Mistake]:
        """Whose bid was met, and whose was not; and the other methods."""
        way: Method = self.options.method
        dealt = self.cards(carry)
        pairs = list(enumerate(zip(hand.bids, hand.tricks, strict=True)))
        met = (ScoreLine(seat, *line, book.MET) for seat, (bid, _) in pairs for line in way.when_met(bid, dealt))
        yield Mistake("The bid was counted as met, though it was missed", Score(tuple(met)))
        missed = (ScoreLine(seat, *line, book.MISSED) for seat, pair in pairs for line in way.when_missed(*pair))
        yield Mistake("The bid was counted as missed, though it was met", Score(tuple(missed)))
        for other in METHODS.values():
            if other is not way:
                lines = (ScoreLine(seat, *line) for seat, pair in pairs for line in other.lines(*pair, dealt))
                yield Mistake(f"Scored by another method, “{other.title}”", Score(tuple(lines)))

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Carry) -> Ending | None:
        hands = self.hands
        if hands is None or place(carry) < hands:
            return None
        reason = "the only hand is played" if hands == 1 else f"the last of {hands} hands is played"
        return Ending.won_by_the_best(reason, totals)

    def payments(self, totals: Sequence[Points]) -> tuple[Fraction, ...]:
        """The difference from the average, times the stake [rules 5.1]; all columns count for the average, so that
        the payments add up to nothing.
        """
        worth = Fraction(self.options.stake)
        return tuple((Fraction(total) - _average(totals)) * worth for total in totals) if worth else ()

    def payment_working(self, columns: Sequence[str], totals: Sequence[Points], column: int) -> tuple[str, ...]:
        average = _average(totals)
        off = Fraction(totals[column]) - average
        stands = f"{_about(abs(off))} {'above' if off > 0 else 'below'} it" if off else "just that"
        return (
            f"The {len(totals)} totals add up to {whole(sum(totals))}: {_about(average)} on average.",
            f"{columns[column]}'s {totals[column]} is {stands}, and each point is worth {self.options.stake}.",
        )


def _average(totals: Sequence[Points]) -> Fraction:
    return sum(map(Fraction, totals), Fraction()) / len(totals)


def _about(amount: Fraction) -> str:
    """An amount as a decimal: "6.5", or rounded to the cent, "about 6.33"."""
    cents = amount * 100
    if cents.denominator == 1:
        return f"{Decimal(cents.numerator).scaleb(-2).normalize():f}"
    return f"about {Decimal(round(cents)).scaleb(-2)}"
