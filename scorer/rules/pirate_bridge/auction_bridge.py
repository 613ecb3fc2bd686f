"""What auction bridge pays, by the laws of 1917 [rules 2.4]: odd tricks, penalties, slams and honors."""

from collections.abc import Callable, Iterator
from typing import Any

from ..calls import BRIDGE, DOUBLED, Contract, Denomination
from ..core import Rule, Worth, counted

BOOK = 6
ALL_TRICKS = 13
ODD_TRICK: dict[Denomination | None, int] = dict(zip(BRIDGE, (6, 7, 8, 9, 10), strict=True))
"""What a trick above six counts, by denomination."""
DOUBLE_MADE = (0, 50, 100)
OVERTRICK = (0, 50, 100)
"""In addition to what it counts below the line."""
UNDERTRICK = (50, 100, 200)
MOST_HONORS = 5
ACES = 4
BETWEEN_PARTNERS = {3: 2, 4: 4, 5: 5}
"""How often the value of an odd trick honors pay, by how many the two partners hold."""
IN_ONE_HAND = {(4, 0): 8, (4, 1): 9, (5, 0): 10}
"""The same where one partner holds four or five: how many they hold, and their partner."""
ACES_BETWEEN_PARTNERS = {3: 30, 4: 40}
ACES_IN_ONE_HAND = 100


def scored_by(scoring: str) -> Callable[[Any], bool]:
    """Whether a table scores so, by its house rules."""
    return lambda rules: rules.scoring == scoring


ODD_TRICKS = Rule(
    "Odd tricks",
    "When the contract is made, every trick above six counts below the line, overtricks too: 6 in clubs, 7 in "
    "diamonds, 8 in hearts, 9 in spades, 10 at no-trump; twice as much doubled, four times redoubled. All else "
    "counts above the line.",
).where(scored_by("auction"))
MADE_DOUBLED = Rule(
    "Doubled and made",
    "A doubled contract that is made pays 50 above the line and 50 more for each overtrick; a redoubled one 100 "
    "and 100.",
).where(scored_by("auction"))
UNDERTRICKS = Rule(
    "Undertricks",
    "For every trick that is missing from the contract each defender scores 50, doubled 100, redoubled 200.",
).where(scored_by("auction"))
SMALL_SLAM, GRAND_SLAM = 50, 100


def _slams(small: int, grand: int) -> str:
    return (
        f"A side that takes twelve tricks scores {small} for a small slam, all thirteen {grand} for a grand slam: "
        "either side, whatever was bid, also where the contract itself fails."
    )


SLAMS = Rule(
    "Slams", _slams(SMALL_SLAM, GRAND_SLAM), lambda rules: _slams(rules.small_slam, rules.grand_slam)
).where(scored_by("auction"))
HONORS = Rule(
    "Honors",
    "Ace, king, queen, jack and ten of trumps are honors. Partners who hold three of them score the value of two "
    "odd tricks each, four of them 4, all five 5; four in one hand 8, with the fifth in the partner's 9, five in "
    "one hand 10. At no-trump the aces count: three 30, four 40, four in one hand 100. A double changes nothing.",
).where(scored_by("auction"))
RULES = (ODD_TRICKS, MADE_DOUBLED, UNDERTRICKS, SLAMS, HONORS)


def below(contract: Contract, tricks: int) -> Worth:
    """What a contract that is made counts below the line."""
    odd, doubled = tricks - BOOK, DOUBLED[contract.doubling]
    points = odd * ODD_TRICK[contract.denomination] * 2**contract.doubling
    return points, f"{counted(odd, 'odd trick')} below the line{', ' if doubled else ''}{doubled}", ODD_TRICKS


def above(contract: Contract, tricks: int) -> Iterator[Worth]:
    """What a contract that is made counts above the line, slams and honors apart."""
    doubled, over = DOUBLED[contract.doubling], tricks - BOOK - contract.level
    if doubled:
        yield DOUBLE_MADE[contract.doubling], f"made, {doubled}", MADE_DOUBLED
        if over:
            points = over * OVERTRICK[contract.doubling]
            yield points, f"{counted(over, 'overtrick')}, {doubled}", MADE_DOUBLED


def penalty(contract: Contract, tricks: int) -> Worth:
    """What each defender scores for a contract that is set."""
    down, doubled = BOOK + contract.level - tricks, DOUBLED[contract.doubling]
    reason = f"{counted(down, 'trick')} down{', ' if doubled else ''}{doubled}"
    return down * UNDERTRICK[contract.doubling], reason, UNDERTRICKS


def slam(tricks: int, small: int, grand: int) -> Iterator[Worth]:
    """What a side scores for all the tricks or all but one. small, grand: what they pay at this table."""
    if tricks == ALL_TRICKS:
        yield grand, "grand slam", SLAMS
    elif tricks == ALL_TRICKS - 1:
        yield small, "small slam", SLAMS


def honors(denomination: Denomination | None, held: tuple[int, ...]) -> Iterator[Worth]:
    """What a side's two players score each for the honors they hold."""
    more, fewer = max(held), min(held)
    if denomination is Denomination.NO_TRUMP:
        if more == ACES:
            yield ACES_IN_ONE_HAND, "4 aces in one hand", HONORS
        elif points := ACES_BETWEEN_PARTNERS.get(more + fewer):
            yield points, f"{more + fewer} aces", HONORS
        return
    value = ODD_TRICK[denomination]
    if times := IN_ONE_HAND.get((more, fewer)):
        fifth = " and 1 in the other" if fewer else ""
        yield times * value, f"{more} honors in one hand{fifth}", HONORS
    elif times := BETWEEN_PARTNERS.get(more + fewer):
        yield times * value, f"{more + fewer} honors", HONORS


def values() -> Iterator[tuple[Denomination, tuple[int, ...], tuple[int, ...]]]:
    """What each denomination pays: an odd trick plain, doubled and redoubled; and honors, three to five between
    partners, then four in one hand, four with the fifth in the partner's, five in one hand; 0 for none.
    """
    hands = ((2, 1), (2, 2), (3, 2), (4, 0), (4, 1), (5, 0))
    for denomination in BRIDGE:
        tricks = tuple(ODD_TRICK[denomination] * 2**doubling for doubling in range(len(DOUBLED)))
        most = ACES if denomination is Denomination.NO_TRUMP else MOST_HONORS
        held = (honors(denomination, hand) if sum(hand) <= most else () for hand in hands)
        yield denomination, tricks, tuple(sum(points for points, *_ in paid) for paid in held)
