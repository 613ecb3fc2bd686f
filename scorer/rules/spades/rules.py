"""The house rules of Spades, then its rules; also of the variation that Christian A. Baxter contributed from New
York City [S2].

The rules are in our own words and numbered in the order of `RULES`. Figures that the copy of the text had lost are
those of [rules 4.1] and [rules 4.2]; all but a few are house rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..auctions import BidRuleRefs
from ..calls import SUITS
from ..core import Rule, counted, minus, rules_in
from ..options import Listed, Options, carry_option, option, totals_option
from ..tricks import JOKERS, Card, parse_cards

VARIANTS = ("standard", "new-york")
_in_standard, _in_new_york = (partial(option, only=("variant", name)) for name in VARIANTS)
PRICES = range(1001)
HIGH = (*JOKERS, *(Card(suit, 2) for suit in SUITS))
"""The cards that a table may set above the ace of spades [S2]."""
TRICKS = 13


def _price_of_a_bid(title: str, bid: str) -> Any:
    return _in_standard(
        None,
        PRICES,
        title,
        f"What bids of a side that add up to just {bid} pay when they are made, and cost when the side is set.",
        "10 for each trick",
        may_be_none=True,
    )


@dataclass(frozen=True)
class SpadesOptions(Options):
    variant: str = option(
        "standard",
        VARIANTS,
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
    bidding: str = _in_standard(
        "players",
        ("players", "sides"),
        "Who bids",
        "Whether partners bid each for themselves, or agree on one number for their side.",
        words={"players": "each player", "sides": "each side"},
        sentences={
            "players": "and the bids of partners add up",
            "sides": "one number that partners agree on aloud, the dealer’s opponents first; a nil stays a "
            "player’s own",
        },
    )
    target: int = option(
        500,
        range(1, 10_001),
        "Target",
        "The side that first has so many points wins.",
        also="500 250 winning score game",
    )
    lose_at: int | None = _in_standard(
        None,
        range(-10_000, 0),
        "Losing limit",
        "A side that has so few points, or fewer, has lost.",
        "none",
        also="minus negative 200 mercy",
        may_be_none=True,
    )
    blind_margin: int = option(
        100,
        PRICES,
        "Blind bids from",
        "A side must be so many points behind to bid blind nil, or in New York blind; with 0 it always may.",
    )
    bag_limit: int = _in_standard(
        10,
        range(101),
        "Bags that cost",
        "So many bags cost the penalty; with 0 they never do.",
        also="sandbags overtricks",
    )
    bag_penalty: int = _in_standard(
        100, PRICES, "Bag penalty", "What so many bags cost a side.", also="sandbags sandbagging"
    )
    overtrick: int = _in_standard(
        1,
        range(-100, 101),
        "Overtrick",
        "What a trick above the bid pays; it is a bag in any case.",
        also="bags sandbags",
    )
    least_bid: int = _in_standard(
        0,
        range(TRICKS + 1),
        "Least bid of a side",
        "What two partners bid adds up to at least so many tricks, unless one of them bids nil.",
        words={0: "none"},
        also="board minimum",
    )
    ten: int | None = _price_of_a_bid("Ten bid", "ten")
    thirteen: int | None = _price_of_a_bid("Thirteen bid", "thirteen")
    set_costs: str = _in_standard(
        "bid",
        ("bid", "nothing"),
        "A set costs",
        "What a side loses that does not make its bid; a failed nil costs as ever.",
        words={"bid": "what the bid would have paid"},
    )
    unbid_first: bool = _in_standard(
        False,
        (True, False),
        "First hand without bids",
        "In the first hand each side scores 10 for each trick, and nobody can be set.",
        also="bids itself free hand",
    )
    nil: int = _in_standard(
        100, PRICES, "Nil", "What a nil pays if made, and costs if it fails.", also="zero null"
    )
    blind_nil: int = _in_standard(
        200, PRICES, "Blind nil", "What a blind nil pays if made, and costs if it fails.", also="double nil"
    )
    blind_nil_allowed: bool = _in_standard(
        True, (True, False), "Blind nil allowed", "Whether a player may bid nil before looking at the cards."
    )
    failed_nil: str = _in_standard(
        "bags",
        ("bags", "partner", "ignored"),
        "Tricks of a failed nil",
        "What becomes of the tricks that a player takes who has bid nil.",
        words={"bags": "they are bags", "partner": "they help the partner", "ignored": "they count for nothing"},
        sentences={"bags": "and do not help the partner’s bid", "partner": "to make the bid"},
    )
    high_spades: str | Sequence[str] = _in_standard(
        "none",
        Listed(
            ("none",),
            tuple(map(str, HIGH)),
            len(HIGH),
            "the highest first",
            "RJ, BJ, D2, S2",
            lambda text: [*map(str, parse_cards(text))],
            each_once=True,
        ),
        "Above the ace of spades",
        "Twos, or the two jokers of a pack of 54 cards, that are spades and rank above the ace. The check of a "
        "trick goes by it.",
        words={str(card): card.symbols for card in HIGH},
        also="big joker little joker deuces joker joker deuce deuce",
    )
    twos_out: str = _in_new_york(
        "clubs and hearts",
        ("clubs and hearts", "diamonds and hearts"),
        "Twos taken out",
        "Which two twos make room for the jokers.",
        words={"clubs and hearts": "♣2 and ♥2", "diamonds and hearts": "♦2 and ♥2"},
        sentences={
            "clubs and hearts": "♦2 is a spade above ♠2",
            "diamonds and hearts": "both red ones; ♣2 is the lowest club, as Redd reports it",
        },
    )
    high_joker: str = _in_new_york(
        "red",
        ("red", "black"),
        "Highest trump",
        "Which joker is the highest trump; the other one is the second.",
        words={"red": "red joker", "black": "black joker"},
    )
    sets_to_lose: int = _in_new_york(
        2, range(2, 11), "Sets that lose", "A side set so many times in a row loses the game."
    )
    first_hand: str = _in_new_york(
        "unbid",
        ("unbid", "bid"),
        "First hand",
        "How the first hand is played.",
        words={"unbid": "without bids", "bid": "with bids"},
        sentences={"unbid": "10 points for each trick", "bid": "as all the others"},
    )
    failed_ten: int = _in_new_york(200, PRICES, "Failed ten", "What a failed bid of 10 costs.")
    asked_for = "bags, nil, jokers"
    rare = (
        *("lose_at", "overtrick", "least_bid", "ten", "thirteen", "set_costs", "unbid_first", "failed_nil"),
        *("high_spades", "blind_margin", "carry_goes", "length"),
    )
    totals: str = totals_option()
    carry_goes: str = carry_option("bags, sets in a row, and the points by which it is behind for blind bids")

    def idle(self, players: int) -> tuple[str, ...]:
        return () if self.bag_limit else ("bag_penalty",)

    def asked_first(self, players: int) -> dict[str, str]:
        return {"target": f"to {self.target}"}


AS_PUBLISHED = SpadesOptions()
_by_options = partial(Rule.by, AS_PUBLISHED)
_by_new_york = partial(Rule.by, SpadesOptions(variant="new-york"))


def _standard(rules: SpadesOptions) -> bool:
    return rules.variant == "standard"


def _each_bids(rules: SpadesOptions) -> bool:
    return _standard(rules) and rules.bidding == "players"


def _sides_bid(rules: SpadesOptions) -> bool:
    return _standard(rules) and rules.bidding == "sides"


def _new_york(rules: SpadesOptions) -> bool:
    return rules.variant == "new-york"


def _far_enough(rules: SpadesOptions) -> str:
    """Who may bid blind."""
    margin = rules.blind_margin
    return f"Only a side that is at least {counted(margin, 'point')} behind" if margin else "Either side"


def _of_new_partners(rules: SpadesOptions) -> str:
    """How far behind they are, as a sentence behind another; empty where that cannot matter."""
    if not rules.blind_margin or rules.totals != "players":
        return ""
    goes = "stay with the seats" if rules.carry_goes == "seat" else "begin from 0 again"
    return f" When partners change, the points that this counts {goes}."


def _worth_of_a_bag(points: int) -> str:
    """ "scores 1 point", "costs 5 points"."""
    if not points:
        return "scores nothing"
    return f"{'scores' if points > 0 else 'costs'} {counted(abs(points), 'point')}"


def _priced(bid: str, price: int | None, rules: SpadesOptions) -> str:
    """What a bid of ten, or of thirteen, pays and costs; empty where it has no price of its own."""
    if price is None:
        return ""
    cost = "as much" if rules.set_costs == "bid" else "nothing"
    return f"A bid of just {bid} by a side pays {price} when it is made and costs {cost} when the side is set."


def _of_two(rules: SpadesOptions) -> str:
    """What two partners bid together."""
    return "Partners agree on one bid" if _sides_bid(rules) else "The bids of two partners, nil apart, add up"


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


SIDES = Rule(
    "Two sides",
    "Four play, partners sit opposite each other, and each side keeps one score. Every player has 13 cards; "
    "spades are always trumps.",
)
BID = Rule(
    "Bid",
    "Everybody says how many tricks they will take, from 1 to 13; who means to take none bids nil. Nobody passes.",
).where(_each_bids)
BID_TURN = Rule(
    "Turn to bid", "The player at the dealer's left bids first, the others clockwise; the dealer bids last."
).where(_each_bids)
BID_ONCE = Rule(
    "One bid each", "Everybody bids once. A bid need not be higher than another, and stands as made."
).where(_each_bids)
AGREED_BID = Rule(
    "One bid for a side",
    "Where the table plays so, partners do not bid each: they agree aloud on one number for their side, from 1 to "
    "13, the dealer's opponents first. A nil stays a player's own bid; where both partners bid nil, their side "
    "bids 0.",
).where(_sides_bid)
NIL = _by_options(
    "Nil",
    lambda rules: (
        f"Who bids nil means to take no trick. It pays or costs the side {rules.nil}, whatever becomes of the "
        "partner's bid."
    ),
).where(_standard)
BLIND_NIL = _by_options(
    "Blind nil",
    lambda rules: (
        f"Nil bid before looking at the cards pays or costs the side {rules.blind_nil}. {_far_enough(rules)} may "
        "bid it; before the first lead bidder and partner may exchange two cards."
        f"{_of_new_partners(rules)}"
        if rules.blind_nil_allowed
        else "At this table nobody bids nil before looking at the cards."
    ),
).where(_standard)
LEAD = Rule(
    "Lead",
    "The player at the dealer's left leads any card but a spade, then the winner of each trick. Spades are not "
    "led until one has been played on another suit, or a player holds nothing else.",
).where(_standard)
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest spade "
    "wins the trick, or without a spade the highest card of the suit led.",
)
TRICKS_TAKEN = Rule("Tricks of the hand", "The two sides together take all 13 tricks.")
NIL_TRICKS = Rule(
    "Tricks of a nil",
    "What a player who bid nil took is among the tricks of the side, and where both partners bid nil it is all of "
    "them; of the others nobody asks it.",
).where(_standard)
LEAST_BID = _by_options(
    "Least bid of a side",
    lambda rules: (
        f"The numbers that two partners bid, or agree on, come to at least {rules.least_bid}, unless one of them "
        "bids nil."
        if rules.least_bid
        else "A table may agree on a least bid: what two partners bid then comes to at least so many tricks, "
        "unless one of them bids nil."
    ),
).where(lambda rules: _standard(rules) and rules.least_bid > 0)
UNBID_FIRST = Rule(
    "First hand without bids",
    "Where the table plays so, the first hand is played without bids: each side scores 10 for each trick, no "
    "trick is a bag, and nobody can be set.",
).where(lambda rules: _standard(rules) and rules.unbid_first)
MADE = _by_options(
    "Bid made",
    lambda rules: (
        f"{_of_two(rules)}. A side that takes at least that many tricks, "
        f"{'with' if rules.failed_nil == 'partner' else 'without'} those of a failed nil, scores 10 for each "
        "trick bid; one that does not, or that bid more than 13, is set and "
        f"{'loses as much' if rules.set_costs == 'bid' else 'loses nothing'}."
    ),
).where(_standard)
TEN_OR_THIRTEEN = _by_options(
    "Ten or thirteen bid",
    lambda rules: (
        " ".join(filter(None, (_priced("ten", rules.ten, rules), _priced("thirteen", rules.thirteen, rules))))
        or "A table may agree on a price for a side that bids just ten, or just thirteen: it is paid when the bid "
        "is made, and lost when the side is set, in place of 10 for each trick bid."
    ),
).where(lambda rules: _standard(rules) and (rules.ten, rules.thirteen) != (None, None))
BAGS = _by_options(
    "Bags",
    lambda rules: (
        f"Each trick above the bid of a side that made it is a bag and {_worth_of_a_bag(rules.overtrick)}."
    ),
).where(_standard)
PENALTY = _by_options(
    "Bags that add up",
    lambda rules: (
        "Bags are counted from hand to hand. "
        + (
            f"A side pays {rules.bag_penalty} points for {counted(rules.bag_limit, 'bag')}, and carries on what "
            "is above that. Where a limit comes to hold in mid-sheet, the bags taken before count."
            if rules.bag_limit
            else "They cost nothing, but they are kept: where the table agrees on a limit later, they count."
        )
    ),
).where(_standard)
FAILED_NIL = _by_options(
    "Failed nil",
    lambda rules: {
        "bags": "The tricks of a failed nil do not help the partner to make the bid, but are bags of the side.",
        "partner": "The tricks of a failed nil help the partner to make the bid, as tricks of the partner do.",
        "ignored": "The tricks of a failed nil count for nothing: they do not help the partner, and are no bags.",
    }[rules.failed_nil],
).where(_standard)
TARGET = _by_options(
    "Game",
    lambda rules: (
        f"The side that first reaches {rules.target} wins, the higher one if both do in the same hand. While they "
        "are level there, the game goes on. What bags cost is taken off first."
        + (
            ""
            if rules.lose_at is None
            else f" A side that has {minus(rules.lose_at)} or less has lost, and the other one wins; where both "
            "have, the higher total does, and while they are level the game goes on."
        )
    ),
)
DEALER = Rule("The deal", "The deal passes to the left after every hand.")
HIGH_SPADES = Rule(
    "Above the ace of spades",
    "Where the table plays so, as Theodore Hwa reports it, some twos, or the two jokers of a pack of 54 cards, "
    "are spades, also for following suit, and rank above the ace in the order that the table has chosen. The "
    "other cards rank as usual.",
).where(_standard)

NEW_YORK_FIRST = Rule(
    "New York: first hand",
    "The first hand is played without bids: 10 points for each trick, and nobody can be set.",
).where(lambda rules: _new_york(rules) and rules.first_hand == "unbid")
NEW_YORK_BID = _by_new_york(
    "New York: bids of the sides",
    lambda rules: (
        f"In {'the other hands' if rules.first_hand == 'unbid' else 'every hand'} each side agrees on one bid "
        "aloud, the dealer's opponents first: from 4 to 10 tricks. There is no nil."
    ),
).where(_new_york)
NEW_YORK_BLIND = _by_new_york(
    "New York: blind bid",
    lambda rules: (
        f"{_far_enough(rules)} may bid blind, 6 to 10, before looking at its cards. Having looked it may come out "
        f"of that bid with an open 10.{_of_new_partners(rules)}"
    ),
).where(_new_york)
NEW_YORK_MADE = Rule(
    "New York: made or set",
    "An open bid of 4 to 9 is made with that many tricks, one more, or two more, and scores 10 for each trick "
    "bid. With fewer, or three more, the side is set and loses as much. Overtricks score nothing.",
).where(_new_york)
NEW_YORK_TEN = _by_new_york(
    "New York: ten",
    lambda rules: f"An open bid of 10 scores 200 with 10 tricks or more, and costs {rules.failed_ten} with fewer.",
).where(_new_york)
NEW_YORK_BLIND_PAYS = _by_new_york(
    "New York: blind pays double",
    lambda rules: (
        "A blind bid is made with at least that many tricks, however many, and scores 20 for each trick bid, 400 "
        "for ten. If it fails it costs what the open bid costs: 10 for each trick bid, "
        f"{rules.failed_ten} for ten."
    ),
).where(_new_york)
BOSTON = Rule(
    "New York: Boston", "A side that bid 10, open or blind, and takes all 13 tricks wins the whole game."
).where(_new_york)
SETS = _by_new_york(
    "New York: sets in a row",
    lambda rules: (
        f"A side that is set {_times(rules.sets_to_lose)} in a row loses the game at once. If both are, the "
        "higher score wins; while they are level, the game goes on. A hand settled by the table neither adds to a "
        "row of sets nor ends it."
    ),
).where(_new_york)
NEW_YORK_PACK = Rule(
    "New York: the pack",
    "Two jokers are in the pack, and two twos are not: ♣2 and ♥2 or, by house rule, the red ones. Spades rank "
    "from the top: red joker, black joker, or by house rule these two the other way round, then ♦2 where it is in "
    "the pack, ♠2, ace, king and on down to 3. The jokers and ♦2 are spades, also for following suit.",
).where(_new_york)
NEW_YORK_LEAD = Rule(
    "New York: spades led",
    "The player at the dealer's left leads, then the winner of each trick. No spade is led to the first three "
    "tricks unless one has been played on another suit; from the fourth on any card may be led.",
).where(_new_york)

RULES = rules_in(globals())

ALSO_PLAYED: Mapping[str, str] = {
    "Two, three or six players": "The text only says that there are such versions. Here four play; the points of "
    "others are kept as “Any other game”.",
    "The differences that Dennis J Barmore lists": "The text introduces his list, but it is lost from it; what "
    "follows there is the variation from New York City that Christian A. Baxter contributed.",
    "54 cards": "The two cards left over go to the dealer, or to who holds ♣2, who discards two after the "
    "bidding. That changes no points; a house rule sets the jokers above the ace of spades.",
    "54 cards, two to the higher bid": "Where the two cards left over go to the side that bid more, or one to "
    "each side if they bid the same, as Michael Mitchell reports it, the points are the same.",
    "Widow Spades": "The two cards left over lie aside, and nobody sees them before the end of the play, as "
    "Jeffrey Jacobs reports it. The points are the same; the check of a trick does not know which cards they are.",
    "Three cards passed, and the French Cut": "Partners pass each other three cards before the bidding; or the "
    "player at the dealer’s right gives everybody one card that all have seen. Both change what is held and no "
    "points, so the sheet does not ask for them.",
}

RULE_REFS = BidRuleRefs(words=BID, turn=BID_TURN, end=BID_ONCE)
