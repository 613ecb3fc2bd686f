"""The rules of Oh Hell [S2], in our own words and in the order of `RULES`."""

from ..auctions.bid_each import BidRuleRefs
from ..core import Rule, rules_in
from .scoring import METHODS

HAND_SIZES = Rule(
    "Hand sizes",
    "Every hand has its own number of cards, by the pattern the table has chosen: usually from the most down to "
    "one and back up again, or as many in every hand. A hand that the table settles by agreement uses up its "
    "place in the pattern too. When players or house rules change, a hand takes its place in the pattern of the "
    "table that plays it. When a hand is deleted, those after it keep the cards they were played with, and the "
    "pattern goes on from there.",
)
DEALER = Rule("The deal", "After every hand the deal passes to the left.")
TURN = Rule("Bidding in turn", "The player at the dealer's left bids first; the dealer bids last.")
BID = Rule(
    "Bid",
    "A bid is the number of tricks the player will try to take, from none to as many as they hold cards. Nobody "
    "may pass.",
)
ONE_BID = Rule(
    "One bid each", "Everybody bids once. A bid may be changed only while the next player has not yet bid."
)
HOOK = Rule(
    "The hook",
    "The dealer may not bid the number that makes the bids add up to the cards of the hand, so that somebody will "
    "always miss. A table may play without the hook; where all bid at once, it must.",
)
TRUMP = Rule(
    "Trump",
    "The card turned up after the deal, or a sequence agreed on, names the trump suit. Where it goes by the card, "
    "there is none where every card is dealt (a suit that a table has cut for all the same is kept), and by house "
    "rule none where the card is a 2 to 6. By another house rule the largest hands have none, whatever else names "
    "it; such a hand uses up its place in a sequence, and a sequence that is at its end begins again. The trump "
    "scores nothing by itself.",
)
LEAD = Rule("Lead", "The player at the dealer's left leads any card; after that, the winner of each trick.")
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
MUST_TRUMP = Rule(
    "Must trump",
    "Where the table plays so, a player who has no card of the suit led must play a trump if they have one, and "
    "plays any card only without both.",
)
EQUAL = Rule(
    "Equal cards",
    "Where one pack is too small for the largest hand, low cards of a second one are added for the game, 13 at a "
    "time, so that these are there twice. Of two equal cards in a trick the second one played beats the first.",
)
JOKERS = Rule(
    "Jokers",
    "Where the table plays so, two equal jokers are in the pack, a suit of their own. A joker that is led wins "
    "the trick unless it is trumped; where a joker is turned up, the other one is the only trump.",
)
NAMED_JOKERS = Rule(
    "Jokers, high or low",
    "Where the table plays so, two jokers are in the pack, and with five players the twos are not. Who plays the "
    "first joker names it high, so that it wins the trick, or low, so that it loses; the other is the contrary. A "
    "joker may be played whatever was led, but not in the first trick; it is led only by who has nothing else, "
    "and then the first card with a suit is to be followed.",
)
TRICKS_TAKEN = Rule("Tricks of the hand", "All together take exactly as many tricks as each was dealt cards.")
MET = Rule(
    "Bid met",
    f"Who takes exactly the tricks they bid scores {METHODS['standard'].met}, or what another scoring method "
    "pays.",
    lambda rules: f"Who takes exactly the tricks they bid scores {METHODS[rules.scoring].met}.",
)
MISSED = Rule(
    "Bid missed",
    f"Who takes more or fewer tricks than they bid scores {METHODS['standard'].missed}, or what another scoring "
    "method pays or costs.",
    lambda rules: f"Who takes more or fewer tricks than they bid scores {METHODS[rules.scoring].missed}.",
)
END = Rule(
    "End of the game",
    "The game ends with the last hand of the pattern; where every hand has as many cards, the table says when. "
    "The highest total wins; equals share the place.",
)
PAYMENT = Rule(
    "Payment",
    "Where the game is played for a stake, each player receives or pays the stake for every point of their "
    "difference from the average of all totals, so that the payments add up to nothing.",
)
AT_ONCE = Rule(
    "Bidding at once",
    "Where the table plays so, nobody bids before another: on three everybody shows with their fingers how many "
    "tricks. The bids may add up to anything, and the app asks for them together instead of call by call.",
)
SHORT_PACK = Rule(
    "Three with 39 cards",
    "Where the table plays so, three players take 13 low cards out of the pack: the twos, threes and fours, and "
    "one five. The largest hand then has 13 cards each; where a hand needs more, the pack stays whole.",
)

RULES = rules_in(globals())

RULE_REFS = BidRuleRefs(words=BID, turn=TURN, end=ONE_BID, change=ONE_BID)
