"""The rules of Offender [S0], in our own words and numbered in the order of `RULES`.

1 to 11 are the document's own numbers of its section Bidding.
"""

from ..core import Rule, rules_in

SILENCE = Rule(
    "Free to be silent",
    "Nobody ever has to bid. In turn a player either proposes or says “no proposal”.",
)
PROPOSAL = Rule(
    "Proposal",
    "A proposal names how many tricks, at least, the proposer will win with one partner, and the trump suit: from "
    "one trick (from none, where the table plays it so) to all the tricks of the hand.",
)
ACCEPTANCE = Rule(
    "Acceptance",
    "The first player to accept a proposal makes it the contract so far: proposer and accepter are the offense "
    "for now, all the others the defense. A proposal that everyone rejects is abandoned.",
)
HIGHER = Rule(
    "More tricks",
    "A proposal must be for more tricks than the contract so far, whatever the suits: no suit ranks above "
    "another. Abandoned proposals set no floor.",
)
BAR = Rule(
    "Abandoned proposal",
    "Whoever made an abandoned proposal may not propose again until another player has proposed, accepted or not. "
    "They may still accept.",
)
REPLACED = Rule(
    "Contract so far",
    "Each accepted proposal takes the place of the contract before it; the last one becomes the contract.",
)
FREE_AGAIN = Rule(
    "Nobody is bound",
    "Proposer and accepter of the contract so far may go on to propose, accept and reject, in any suit and with "
    "any partner.",
)
STAGES = Rule(
    "Two stages",
    "Bidding alternates: in the proposal stage a player proposes or is silent, in the acceptance stage the others "
    "accept or reject that one proposal.",
)
END = Rule(
    "End of the bidding",
    "Bidding ends when everyone in turn has said “no proposal” within one proposal stage, or when a proposal for "
    "all the tricks is accepted. The contract so far then stands; if there is none the hand is abandoned, nobody "
    "scores, and the same dealer deals again.",
)
PROPOSAL_TURN = Rule(
    "Turn to propose",
    "The player at the dealer's left speaks first and the turn passes to the left. After an acceptance stage it "
    "goes on at the proposer's left, accepted or not; where the table plays that variation, an acceptance moves "
    "it to the accepter's left.",
)
ACCEPTANCE_TURN = Rule(
    "Turn to answer",
    "The answers start at the proposer's left and go round clockwise until one player accepts or all the others "
    "have rejected.",
)
TWO_OFFENDERS = Rule(
    "Two offenders",
    "The offense is always two different players, the proposer and the accepter of the contract; nobody accepts "
    "their own proposal. All the others defend.",
)
EXCHANGE = Rule(
    "Exchange",
    "Before the play each offender may swap one card with the face-up widow (two each, with six players). The "
    "widow then takes no part in play or score. Where the table deals more cards than a pack has, low cards of a "
    "second one are added, and there is no widow.",
)
LEAD = Rule(
    "Lead",
    "The proposer of the contract leads any card to the first trick; after that, the winner of each trick.",
)
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
TRICKS_TAKEN = Rule(
    "Tricks of the hand",
    "Offense and defense together take all the tricks of the hand: the offense from none to all of them.",
)
TRICK_POINTS = Rule(
    "Points for tricks",
    "Each offender scores for all the tricks of the offense, each defender for all the tricks of the defense: n "
    "tricks are worth n × (n + 1) ÷ 2 points.",
)
BONUS = Rule(
    "Bonus",
    "The points of the number bid, never of the tricks taken, go to each offender when the offense takes at least "
    "that many tricks, and to each defender when it does not.",
)
OWN_TOTAL = Rule("Own total", "Every player's total is their own; the highest leads, and equals share a place.")
DEALER = Rule("The deal", "After a hand that was played the deal passes to the left.")
NO_TRUMP = Rule(
    "No-trump",
    "Contracts without a trump suit are a variation: they are allowed only where the table has agreed to it, and "
    "rank no higher than a suit.",
)

RULES = rules_in(globals())
