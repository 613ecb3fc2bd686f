"""The rules of 10 Bridge [S3], in our own words and numbered in the order of `RULES`."""

from ..auctions import RotationRuleRefs
from ..core import Rule, rules_in

SIDES = Rule(
    "Two sides",
    "Four players in two partnerships, each player opposite their partner. The dealer deals 10 cards to each, "
    "from the ace down to the five; the twelve twos, threes and fours stay aside for setting the trump suit.",
)
CALLS = Rule(
    "Calls",
    "In turn a player passes, doubles, redoubles, or bids: a number with minor, red, black, major or no trump.",
)
BID = Rule(
    "Bid",
    "The number says how many tricks more than five the side will take, from 0, called love, to 5, the full house "
    "of all ten tricks.",
)
HIGHER = Rule(
    "Higher bid",
    "Each bid must name a higher number than the last one, or the same number of a higher denomination: minor, "
    "red, black, major, no trump.",
)
TURN = Rule("Turn to call", "The dealer calls first, and the turn passes to the left.")
DOUBLE = Rule(
    "Double",
    "A player may double the last bid when an opponent made it and nobody has said anything but “pass” since.",
)
REDOUBLE = Rule(
    "Redouble",
    "A player may redouble the last double when an opponent made it and nobody has said anything but “pass” "
    "since.",
)
END = Rule(
    "End of the bidding",
    "The bid, double or redouble that the three other players pass on stands as the contract.",
)
OBLIGED = Rule(
    "The dealer's obligation",
    "No hand is passed out: when all four pass at once, the dealer must play love no trump, undoubled.",
)
NAMER = Rule(
    "Declarer",
    "The declarer is the player of the bidding side who first named the denomination of the contract. Minor and "
    "red, black and major are different denominations.",
)
TRUMP = Rule(
    "Trump suit",
    "The declarer chooses the trump suit in secret, with one of the twelve small cards laid face down at the "
    "bottom: minor means clubs or diamonds, red diamonds or hearts, black spades or clubs, major hearts or "
    "spades. If the card is of any other suit, the trump suit is the first of the two. At no trump a card "
    "may be laid too, and means nothing.",
)
SHOWN = Rule(
    "Showing the trump",
    "An opponent who cannot follow suit and wants to ruff asks for the trump suit, and must ruff if they can. The "
    "declarer, ruffing from their own hand or the dummy's, has it shown first, or else the card is a mere "
    "discard. Once it is shown nobody else has to ruff.",
)
LEAD = Rule(
    "Lead",
    "The player at the declarer's left leads to the first trick; then the declarer's partner lays down their hand "
    "as dummy. After that, the winner of each trick leads.",
)
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
TRICKS_TAKEN = Rule(
    "Tricks of the hand",
    "The two sides together take all 10 tricks: the declarer's side from none to all of them.",
)
TRICK_POINTS = Rule(
    "Trick points",
    "A contract of 1 to 5 that is made pays for each trick above five: minor and red 4, black and major 5, no "
    "trump 7; doubled 6, 7, 9; redoubled 10, 11, 13. Overtricks count, whatever the trump suit chosen.",
)
LOVE = Rule(
    "Love contract",
    "A contract of 0 pays 5 to the declarer's side for five tricks or more, or else 5 to the opponents, and "
    "nothing besides. Doubling changes nothing.",
)
SINGLE_GAME = Rule("Game", "Trick points of 13 to 24 for the tricks bid, in a single hand, are a game: 20 more.")
SINGLE_SUPER_GAME = Rule(
    "Super game",
    "Trick points of 25 or more for the tricks bid, in a single hand, are a super game: 40 more in place of 20.",
)
EXTRA_LEVEL = Rule(
    "Extra levels",
    "A contract made pays 10 for each level bid above the one that a plain game needs: 4 in minor and red, 3 in "
    "black and major, 2 in no trump; the same when doubled.",
)
FULL_HOUSE = Rule("Full house", "All ten tricks, bid and made, pay 50 more.")
OVERTRICKS = Rule(
    "Overtrick bonus",
    "One to four overtricks pay 5, 10, 20, 40 more when doubled and 10, 20, 40, 80 when redoubled.",
)
UNDERTRICKS = Rule(
    "Undertricks",
    "A contract of 1 to 5 that is set pays the opponents its trick points for each trick short of it. Undertricks "
    "past the sixth are ignored.",
)
UNDERTRICK_BONUS = Rule(
    "Undertrick bonus",
    "One to six undertricks pay 5, 10, 20, 40, 80, 160 more when doubled and 10, 20, 40, 80, 160, 320 when "
    "redoubled.",
)
PART_SCORE = Rule(
    "Carried part score",
    "Trick points below game, for the tricks bid and made and not for overtricks, are carried as the side's part "
    "score. They have been scored already and are not scored again.",
)
CARRIED_GAME = Rule(
    "Game by part scores",
    "A part score that brings what its side carries to 13 or more is a game, 20 more; a single-hand game that "
    "brings it to 25 or more is a super game, 40 more in place of 20. Either wipes out the part scores of both "
    "sides. Games made without the part score leave it as it is.",
)
CLOSING = Rule(
    "End of the session",
    "At the end, when the agreed number of hands is played or the table closes the sheet, a side that still "
    "carries a part score is paid 5.",
)
DEALER = Rule("The deal", "The deal passes to the left after every hand.")

RULES = rules_in(globals())

RULE_REFS = RotationRuleRefs(
    words=CALLS, bid=BID, higher=HIGHER, turn=TURN, end=END, double=DOUBLE, redouble=REDOUBLE
)
