"""The rules of Pirate Bridge, in our own words and numbered in the order of `RULES`.

The bidding is the document's [S1], play and score are rules 2.2 to 2.5; the rules of the two ways to score are in
`auction_bridge` and `contract_bridge`.
"""

from ..auctions import AcceptanceRuleRefs
from ..core import Rule, rules_in
from . import auction_bridge, contract_bridge

CHOICE = Rule(
    "The choice",
    "In turn a player passes, bids, or doubles or redoubles the contract so far. Nobody ever has to bid.",
)
BID = Rule(
    "Bid",
    "A bid names one to seven odd tricks, those above six that declarer and acceptor are to win, and the trump "
    "suit or no-trump.",
)
HIGHER = Rule(
    "Higher bids",
    "A bid must be higher than the contract so far: for more tricks, or for as many in a higher denomination. "
    "Clubs rank lowest, then diamonds, hearts, spades, and no-trump highest. A rejected bid sets no floor, and a "
    "double none of its own.",
)
ACCEPTANCE = Rule(
    "Acceptance",
    "A bid becomes the contract only when another player accepts it: the bidder is then the declarer, whoever "
    "accepted the acceptor. It takes the place of the contract before it, and is not doubled.",
)
ACCEPTANCE_TURN = Rule(
    "Turn to answer",
    "The others are asked one after another from the bidder's left, until one accepts or all three have declined.",
)
STAGES = Rule(
    "First the answer",
    "While a bid waits for its answer there is nothing but to accept or decline it; when it is settled, it can no "
    "longer be answered.",
)
REJECTED = Rule(
    "Rejected bids",
    "A bid that all three decline is rejected: it is as if the bidder had passed, and the contract before it "
    "stands, doubled or not.",
)
DOUBLE = Rule(
    "Double",
    "Whoever is neither declarer nor acceptor may double the contract so far, if it is not doubled yet. A bid "
    "that nobody has accepted cannot be doubled, and a double needs no acceptance.",
)
REDOUBLE = Rule("Redouble", "Declarer and acceptor, and nobody else, may redouble a contract that is doubled.")
TURN = Rule(
    "Turn to bid",
    "The dealer speaks first and the turn passes to the left. After an acceptance it is the player's at the "
    "acceptor's left, after a double or redouble at that player's left, after a rejected bid at the bidder's.",
)
END = Rule(
    "End of the bidding",
    "When the three players after an acceptance, a double or a redouble have passed or had their bids rejected, "
    "the contract stands. So the declarer may still bid over their own contract, the acceptor only after a "
    "double.",
)
THROWN_IN = Rule(
    "Thrown in",
    "When all four have passed or had their bids rejected and no bid was accepted, the hand is thrown in: nobody "
    "scores, and the next dealer deals.",
)
TWO_PARTNERS = Rule(
    "Declarer and acceptor",
    "Declarer and acceptor are two different players and partners for the hand; the other two defend.",
)
LEAD = Rule(
    "Lead",
    "The first defender clockwise from the declarer leads. Then the acceptor lays their hand open as the dummy, "
    "and the declarer plays it.",
)
FOLLOW = Rule(
    "Following suit",
    "Play goes round in the order of the seats, also where partners sit side by side. Each player follows the "
    "suit led if they can, and otherwise plays any card. The highest trump wins the trick, or without a trump the "
    "highest card of the suit led; the winner leads to the next.",
)
TRICKS_TAKEN = Rule("Thirteen tricks", "Declarer and acceptor together take from none to all of the 13 tricks.")
OWN_TOTAL = Rule(
    "Own total",
    "Every player's total is their own. What a side scores counts in full for each of its two; the highest total "
    "leads, and equals share a place.",
)
DEALER = Rule("The deal", "The deal passes to the left after every hand, also after one that was thrown in.")
SCORING = Rule(
    "Two ways to score",
    "The table scores as in auction bridge, with a line across the sheet, games and rubbers; or, where it has "
    "agreed so, with the values of contract bridge, each hand by itself.",
)
_UP_TO_SCORING = rules_in(globals())
GAME = Rule(
    "Game",
    "Whoever has 30 points below the line has won a game. A line is then drawn for everybody: all part scores "
    "stay in the totals, but count toward no further game.",
)
RUBBER_BONUS = 250


def _rubber(bonus: int) -> str:
    return (
        f"The rubber is over as soon as somebody has won two games: each who has then scores {bonus}. The winner "
        "is whoever has the most points in all. The next hand begins a new rubber."
    )


RUBBER = Rule("Rubber", _rubber(RUBBER_BONUS), lambda rules: _rubber(rules.rubber_bonus))
GAINS = Rule(
    "Only the winners score",
    "With the values of contract bridge a contract that is made scores for declarer and acceptor, one that is set "
    "for the two defenders, and for nobody else. Whether the declaring side is vulnerable is agreed hand by hand.",
)

RULES = (*_UP_TO_SCORING, *auction_bridge.RULES, GAME, RUBBER, GAINS, *contract_bridge.RULES)

RULE_REFS = AcceptanceRuleRefs(
    words=CHOICE,
    stages=STAGES,
    end=END,
    proposal_turn=TURN,
    acceptance_turn=ACCEPTANCE_TURN,
)
