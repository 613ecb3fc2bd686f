"""The rules of Reverse Bridge [S4], in our own words and numbered in the order of `RULES`."""

from ..auctions import RotationRuleRefs
from ..core import Rule, rules_in

SIDES = Rule(
    "Two sides",
    "Four players in two partnerships, each player opposite their partner. The dealer deals 13 cards to each.",
)
PREDICTION = Rule(
    "Bid",
    "A bid predicts exactly how many tricks the opponents will take, from 1 to 13, and names the trump suit or no "
    "trump.",
)
CALLS = Rule(
    "Calls", "In turn a player bids or passes: a number with one of the four suits or no trump. Nobody doubles."
)
HIGHER = Rule(
    "Higher bid",
    "Each bid must name a higher number than the last one, or the same number of a higher denomination: clubs, "
    "diamonds, hearts, spades, no trump.",
)
TURN = Rule("Turn to call", "The player at the dealer's left calls first, and the turn passes to the left.")
END = Rule(
    "End of the bidding",
    "The bid that the three other players pass on is the contract. When all four pass without a bid the hand is "
    "passed out: nobody scores, the next dealer deals, and the hand does not count.",
)
NAMER = Rule(
    "Declarer",
    "The declarer is the player of the bidding side who first named the denomination of the contract.",
)
LEAD = Rule(
    "Lead",
    "The player at the declarer's left leads to the first trick; after that, the winner of each trick. Nobody is "
    "dummy. By house rule it goes by the first player of the whole table to name the denomination: the player at "
    "their left leads, or they do.",
)
FORCED = Rule(
    "Forced capture",
    "Clockwise, each player follows the suit led if they can. Unless the partner is winning the trick, whoever "
    "can take it must take it, and who is void in the suit led and holds trumps must trump. Among the cards that "
    "take the trick the choice is free.",
)
TRICKS_TAKEN = Rule(
    "Tricks of the hand", "The two sides together take all 13 tricks: the opponents from none to all of them."
)
BIDDERS = Rule(
    "Points of the bidders",
    "When the opponents take at least the tricks that were predicted, the bidders score for each trick of their "
    "bid: 2 in clubs and diamonds, 3 in hearts, spades and no trump. Otherwise nothing.",
)
NO_TRUMP = Rule("No trump", "A no-trump contract that the opponents reach pays the bidders 1 point more.")
OPPONENTS = Rule(
    "Points of the opponents",
    "The opponents score 5 for each trick they take past the bid, and 5 for each trick they stay short of it.",
)
LENGTH = Rule(
    "Number of hands",
    "The side with the most points wins after a number of hands agreed on before, a multiple of four so that "
    "everybody deals as often. A table may also agree on the length of its session, of any number of hands.",
)
DEALER = Rule("The deal", "The deal passes to the left after every hand.")
FREE_PLAY = Rule(
    "Without forced capture",
    "Where the table plays without forced capture, each player follows the suit led if they can, and otherwise "
    "plays any card. Nobody must take a trick, and nobody must trump.",
)

FORCED_OVER_PARTNER = Rule(
    "Forced capture over the partner",
    "Where the table plays so, as in the first play-tests of the game, each player follows the suit led if they "
    "can; whoever can take the trick must take it, even if the partner is winning it, and who is void in the suit "
    "led and holds trumps must trump. Among the cards that take the trick the choice is free.",
)
FIRST_BIDDERS = Rule(
    "First play-test: the bidders",
    "Where the table scores as in the first play-test of the game, a bid that the opponents reach pays the "
    "bidders 5, whatever it was.",
)
FIRST_OPPONENTS = Rule(
    "First play-test: the opponents",
    "Where the table scores as in the first play-test, the opponents score 1 for each trick they take past the "
    "bid, and 1 for each trick they stay short of it.",
)
SECOND_PAST = Rule(
    "Second play-test: tricks past the bid",
    "Where the table scores as in the second play-test, each trick that the opponents take past the bid pays "
    "them 2 in clubs and diamonds, 3 in hearts, spades and no trump. All else pays as usual.",
)

RULES = rules_in(globals())

RULE_REFS = RotationRuleRefs(words=CALLS, bid=PREDICTION, higher=HIGHER, turn=TURN, end=END)
