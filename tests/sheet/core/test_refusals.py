"""Corrections that are refused: what cannot have been, told by its hand and its rule. Nothing of it is written."""

import pytest

from scorer.rules.core import AT_THE_TABLE, CLOSED_SHEET, ONE_PERSON, Rule, RuleViolation
from scorer.rules.offender.game import OffenderOptions
from scorer.rules.offender.rules import NO_TRUMP, PROPOSAL, TRICKS_TAKEN
from scorer.store.scorebook import Command
from scorer.web.commands import commands

from ..evening import FOR_AMBER, FOR_ELLIE, FOUR, SET, SIX, SWAPPED, Evening
from ..files import FIVE, RESULT

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE


def evening_of(*hands: dict[str, object], seat: list[str] | None = None, heir: str = "") -> Evening:
    """An evening with these hands, seated anew before its next one."""
    evening = Evening(*hands)
    if seat:
        evening.seat(None, seat, BETTY, heir)
    return evening


HIGH = {**RESULT, "contract": "9C", "tricks": 9}
IN_NO_TRUMP = {**RESULT, "contract": "6NT"}
RULES = OffenderOptions.usual()

# The hands of these evenings are the entries 2, 3 and so on.
REFUSED: dict[str, tuple[Evening, Command, int, Rule, str]] = {
    "a seating without a player who has played": (
        evening_of(RESULT, SET),
        commands.seat(2, tuple(FOUR), AMBER),
        2,
        AT_THE_TABLE,
        "“Ellie” is no player here: Amber, Betty, Cindy, Diana.",
    ),
    "a seating that puts one player in two seats of a later hand": (
        Evening(RESULT, {**RESULT, "proposer": "Fiona", "players": FOR_AMBER, "dealer": BETTY}),
        commands.seat(2, tuple(FOR_ELLIE), AMBER),
        2,
        AT_THE_TABLE,
        "The name “Fiona” stands twice.",
    ),
    "a seating that puts one player in two seats of the next hand": (
        evening_of(RESULT, RESULT, seat=FOR_ELLIE),
        commands.seat(3, tuple(FOR_AMBER), "Fiona"),
        3,
        AT_THE_TABLE,
        "The name “Fiona” stands twice.",
    ),
    "a seating without a player who was given points": (
        evening_of(RESULT, seat=FOR_AMBER, heir="Fiona"),
        commands.seat(3, tuple(FIVE[1:]), BETTY),
        2,
        AT_THE_TABLE,
        "Fiona has points at hand 2, but no seat at the table so far.",
    ),
    "more players than the bid left tricks for": (
        evening_of(RESULT, HIGH),
        commands.seat(3, tuple(SIX), AMBER),
        2,
        PROPOSAL,
        "9♣ cannot be proposed: a proposal is for 1 to 8 tricks.",
    ),
    "more players than the tricks taken allow": (
        evening_of({**HIGH, "contract": "6H"}),
        commands.seat(2, tuple(SIX), AMBER),
        1,
        TRICKS_TAKEN,
        "The offense cannot have taken 9 of 8 tricks.",
    ),
    "house rules by which a contract was none": (
        Evening(RESULT, IN_NO_TRUMP, options={"no_trump": True}),
        commands.change_rules(RULES, whole=True),
        2,
        NO_TRUMP,
        "6 NT cannot be proposed: this table does not play no-trump contracts.",
    ),
    "house rules with fewer tricks than were bid": (
        evening_of(RESULT, HIGH),
        commands.change_rules({**RULES, "tricks": 8}, whole=True),
        2,
        PROPOSAL,
        "9♣ cannot be proposed: a proposal is for 1 to 8 tricks.",
    ),
    "one name for two who sat together from the start": (
        evening_of(RESULT),
        commands.rename({BETTY: AMBER}),
        1,
        ONE_PERSON,
        "Amber and Betty sit together at hand 1: they cannot be one player.",
    ),
    "one new name for two who sat together": (
        Evening(),
        commands.rename({BETTY: "Zoe", DIANA: "Zoe"}),
        1,
        ONE_PERSON,
        "Betty and Diana sit together at hand 1: they cannot be one player.",
    ),
    "one name for two who sat together in a later hand": (
        Evening(RESULT, {**RESULT, "players": FOR_ELLIE}),
        commands.rename({"Fiona": BETTY}),
        2,
        ONE_PERSON,
        "Betty and Fiona sit together at hand 2: they cannot be one player.",
    ),
    "one name for two who are about to play together": (
        evening_of(RESULT, seat=FOR_ELLIE),
        commands.rename({"Fiona": BETTY}),
        2,
        ONE_PERSON,
        "Betty and Fiona sit together at hand 2: they cannot be one player.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_is_refused(case: str) -> None:
    evening, act, hand, rule, detail = REFUSED[case]
    before = evening.totals
    assert evening.refuses(act) == (hand, rule, detail)
    assert evening.totals == before


CHANGES: dict[str, Command] = {
    "a hand": commands.record(RESULT),
    "seats": commands.seat(None, tuple(SWAPPED), AMBER),
    "house rules": commands.change_rules({**RULES, "tricks": 9}, whole=True),
    "names": commands.rename({AMBER: "Ann"}),
    "a title": commands.entitle("Friday", "2026-11-20"),
    "another end": commands.finish,
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_finished_sheet_takes_no(case: str) -> None:
    evening = Evening(RESULT)
    evening.finish()
    with pytest.raises(RuleViolation) as caught:
        evening.act(CHANGES[case])
    assert caught.value.rule is CLOSED_SHEET
    evening.reopen()
    evening.act(CHANGES[case])
    assert evening.entries[-1].number == 5
