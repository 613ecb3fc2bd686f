"""What a hand of duplicate contract bridge pays, by the laws of 1987 and since [rules 3]."""

from collections.abc import Iterator

from ..calls import DOUBLED, SUITS, Contract, Denomination
from ..core import Rule, Worth, counted
from .auction_bridge import BOOK, scored_by

TRICK: dict[Denomination | None, int] = dict(zip(SUITS, (20, 20, 30, 30), strict=True))
NO_TRUMP, FIRST_AT_NO_TRUMP = 30, 40
INSULT = (0, 50, 100)
OVERTRICK = 100
"""Doubled and not vulnerable; twice as much vulnerable, twice as much again redoubled."""
GAME = 100
PART_SCORE_BONUS = 50
GAME_BONUS = (300, 500)
"""Not vulnerable, vulnerable; so are the others."""
SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 200, 200), (200, 300, 300))
"""The first three; each one more as below. Redoubled twice as much."""
FURTHER_UNDERTRICK = 300

TRICKS_BID = Rule(
    "Contract bridge: tricks bid",
    "Of a contract that is made, each trick bid counts 20 in clubs and diamonds, 30 in hearts and spades, at "
    "no-trump 40 for the first and 30 for the others; twice as much doubled, four times redoubled.",
).where(scored_by("contract"))
OVERTRICKS = Rule(
    "Contract bridge: overtricks",
    "An overtrick counts as much as a further trick bid; doubled 100 or, vulnerable, 200; redoubled 200 or 400.",
).where(scored_by("contract"))
MADE_DOUBLED = Rule(
    "Contract bridge: doubled and made", "A doubled contract that is made pays 50 more, a redoubled one 100."
).where(scored_by("contract"))
PART_OR_GAME = Rule(
    "Contract bridge: part score and game",
    "Where the tricks bid count 100 or more it is a game: 300, vulnerable 500. Less is a part score: 50.",
).where(scored_by("contract"))
SLAM = Rule(
    "Contract bridge: slams",
    "A contract at level six that is made is a small slam: 500 more, vulnerable 750. Level seven is a grand slam: "
    "1000, vulnerable 1500.",
).where(scored_by("contract"))
UNDERTRICKS = Rule(
    "Contract bridge: undertricks",
    "Undertricks count 50 each, vulnerable 100. Doubled, the first counts 100, the next two 200 each and all "
    "others 300; vulnerable, the first 200 and all others 300. Redoubled twice as much.",
).where(scored_by("contract"))
RULES = (TRICKS_BID, OVERTRICKS, MADE_DOUBLED, PART_OR_GAME, SLAM, UNDERTRICKS)


def made(contract: Contract, tricks: int, *, vulnerable: bool) -> Iterator[Worth]:
    """What a contract that is made pays."""
    doubled, over = DOUBLED[contract.doubling], tricks - BOOK - contract.level
    trick = TRICK.get(contract.denomination, NO_TRUMP)
    first = FIRST_AT_NO_TRUMP if contract.denomination is Denomination.NO_TRUMP else trick
    bid = (first + (contract.level - 1) * trick) * 2**contract.doubling
    yield bid, f"{contract.symbols} made", TRICKS_BID
    if over and doubled:
        points = over * OVERTRICK * contract.doubling * (2 if vulnerable else 1)
        yield points, _worded(counted(over, "overtrick"), contract, vulnerable), OVERTRICKS
    elif over:
        yield over * trick, counted(over, "overtrick"), OVERTRICKS
    if doubled:
        yield INSULT[contract.doubling], f"made, {doubled}", MADE_DOUBLED
    if bid >= GAME:
        yield GAME_BONUS[vulnerable], f"game{', vulnerable' if vulnerable else ''}", PART_OR_GAME
    else:
        yield PART_SCORE_BONUS, "part score", PART_OR_GAME
    if bonus := SLAM_BONUS.get(contract.level):
        slam = "small slam" if contract.level == min(SLAM_BONUS) else "grand slam"
        yield bonus[vulnerable], f"{slam}{', vulnerable' if vulnerable else ''}", SLAM


def penalty(contract: Contract, tricks: int, *, vulnerable: bool) -> Worth:
    """What each defender scores for a contract that is set."""
    down = BOOK + contract.level - tricks
    points = down * UNDERTRICK[vulnerable]
    if contract.doubling:
        first = DOUBLED_UNDERTRICKS[vulnerable]
        points = (sum(first[:down]) + max(0, down - len(first)) * FURTHER_UNDERTRICK) * contract.doubling
    return points, _worded(f"{counted(down, 'trick')} down", contract, vulnerable), UNDERTRICKS


def _worded(what: str, contract: Contract, vulnerable: bool) -> str:
    return ", ".join(filter(None, (what, DOUBLED[contract.doubling], "vulnerable" if vulnerable else "")))
