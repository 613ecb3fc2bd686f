"""The rules of keeping a sheet, the same for every game."""

from .core import Rule

ONE_HAND_AT_A_TIME = Rule(
    "One hand at a time",
    "A hand whose bidding or play has not ended can only be the last on the sheet: it is finished, or deleted, "
    "before another begins.",
)
CALLS_AND_RESULT_AGREE = Rule(
    "Calls and result agree",
    "Where the calls of a hand are on the sheet, the contract is the one they lead to, and a hand whose bidding "
    "gave no contract has no result.",
)
CLOSED_SHEET = Rule("Closed sheet", "After the sheet has come to its end no further hand is scored on it.")
ADJUSTED = Rule(
    "Adjustment",
    "The table may give or take points without a deal, as a penalty or a bonus. They count in the totals from the "
    "place where they stand; they move neither the deal nor what the next hand begins with.",
)
SETTLED = Rule(
    "Settled by the table",
    "The table may settle any hand by agreement of more than half of its players: the points it writes down by "
    "hand then count as they stand. Bags, part scores and games won stay as they were before the hand, unless the "
    "table also writes down what the next hand begins with.",
)
AT_THE_TABLE = Rule(
    "At the table",
    "Whoever has a part in a hand sits at the table in that hand. In a game of sides seats 1 and 3 play for one "
    "column, seats 2 and 4 for the other: a column keeps its name and its points when other players sit there.",
)
ONE_PERSON = Rule(
    "One person, one seat", "Two who have sat at the table together are two players, whatever their names."
)
PLACES = Rule(
    "Places",
    "A total is the sum of the points of its hands and of the adjustments. The highest total stands first, or the "
    "lowest in a game that is won so, and equals share a place.",
)
SHEET_RULES = (
    ONE_HAND_AT_A_TIME,
    CALLS_AND_RESULT_AGREE,
    CLOSED_SHEET,
    SETTLED,
    ADJUSTED,
    AT_THE_TABLE,
    ONE_PERSON,
    PLACES,
)
