"""House rules and names put right: what moves with them, what stays, and what is refused."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.core import AT_THE_TABLE, CLOSED_SHEET, ONE_PERSON, Rule, RuleViolation
from scorer.rules.offender import NO_TRUMP, PROPOSAL, OffenderOptions
from scorer.rules.registry import GAMES
from scorer.sheet.changes import corrections
from scorer.sheet.changes.corrections import Seating
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.store.scorebook import Command
from scorer.web import commands

from ...exports.random_sheets import random_sheet
from ..evening import FOR_AMBER, FOR_ELLIE, FOUR, SET, SILENCE, SIX, SPOKEN, SWAPPED, Evening, brought_in, dealers
from ..files import FIVE, RESULT

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE


def defended(evening: Evening) -> list[object]:
    """What Diana had in each hand: of 10, 9 and 8 tricks 7 leave 3, 2 and 1: 6, 3 and 1 points."""
    assert evening.totals
    return [row.points[evening.ledger.columns.index(DIANA)] for row in evening.ledger.rows]


def test_house_rules_from_the_next_hand_on_leave_the_hands_before_as_they_were() -> None:
    evening = Evening(RESULT)
    evening.rules(tricks=9)
    evening.record(RESULT)
    evening.record(RESULT)
    assert defended(evening) == [6, 3, 3]


def test_house_rules_for_the_whole_sheet_score_every_hand_anew() -> None:
    evening = Evening(RESULT, RESULT)
    evening.rules(tricks=9, whole=True)
    assert defended(evening) == [3, 3]
    assert evening.snapshot.sheet.options == {"tricks": 9}


def test_house_rules_for_the_whole_sheet_leave_no_hand_rules_of_its_own() -> None:
    evening = Evening(RESULT)
    evening.rules(tricks=9)
    evening.record(RESULT)
    evening.rules(tricks=8, whole=True)
    assert defended(evening) == [1, 1]
    evening.rules(tricks=None, whole=True)
    assert defended(evening) == [6, 6]
    assert evening.snapshot.sheet.options == {}
    assert all("options" not in hand.facts for hand in evening.snapshot.sheet.hands)


def test_house_rules_before_the_first_hand_are_those_of_the_whole_sheet() -> None:
    evening = Evening()
    evening.rules(no_trump=True)
    assert evening.entries[-1].facts["whole"]
    assert (evening.snapshot.sheet.options, evening.snapshot.sheet.coming) == ({"no_trump": True}, {})


def test_house_rules_changed_back_before_the_next_hand_change_nothing() -> None:
    evening = Evening(RESULT)
    evening.rules(no_trump=True)
    assert evening.snapshot.sheet.coming["options"] == {"no_trump": True}
    evening.rules(no_trump=False)
    assert "options" not in evening.snapshot.sheet.coming
    assert evening.totals[AMBER] == 49


def test_a_hand_names_what_the_game_chooses_by_itself_where_the_table_had_chosen() -> None:
    evening = Evening(RESULT, options={"tricks": 9})
    evening.rules(tricks=None)
    assert evening.snapshot.sheet.coming["options"] == {"tricks": 10}
    evening.record(RESULT)
    assert defended(evening) == [3, 6]


def test_the_seats_of_the_next_hand_stay_when_its_house_rules_change() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FOR_ELLIE, BETTY)
    evening.rules(no_trump=True)
    assert (evening.players, dealers(evening.ledger)) == (FOR_ELLIE, [ELLIE, BETTY])


def test_a_player_renamed_is_renamed_everywhere_and_no_point_moves() -> None:
    evening = Evening(RESULT)
    evening.seat(None, SWAPPED, AMBER)
    evening.call("Diana: no proposal", "Cindy: 3H", "Betty: reject", "Ellie: reject", "Amber: accept")
    before = evening.totals
    evening.rename(Amber="Ann")
    assert evening.totals == {"Ann" if name == AMBER else name: total for name, total in before.items()}
    assert AMBER not in repr(evening.snapshot.sheet)
    assert len(evening.snapshot.sheet.hands[-1].calls) == 5


def test_two_names_written_for_each_other_are_exchanged() -> None:
    evening = Evening(SET)
    evening.rename(Amber="Betty", Betty="Amber")
    assert evening.totals == {BETTY: 38, AMBER: 21, CINDY: 38, DIANA: 38, ELLIE: 21}


def test_two_spellings_of_one_player_become_one_player_with_the_points_of_both() -> None:
    evening = Evening(RESULT)
    evening.seat(None, [AMBER, "Bety", CINDY, DIANA, ELLIE], AMBER)
    evening.record({**SET, "proposer": "Bety"})
    assert evening.totals == {AMBER: 87, BETTY: 6, CINDY: 87, DIANA: 44, ELLIE: 27, "Bety": 21}
    evening.rename(Bety="Betty")
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 27}


def test_whoever_took_over_from_herself_has_her_points_once() -> None:
    evening = Evening(RESULT)
    evening.seat(None, ["Ambre", *FIVE[1:]], BETTY, heir="Ambre")
    evening.record({**RESULT, "proposer": "Ambre"})
    assert (evening.totals[AMBER], evening.totals["Ambre"]) == (49, 98)
    evening.rename(Ambre=AMBER)
    assert evening.totals == {AMBER: 98, BETTY: 12, CINDY: 98, DIANA: 12, ELLIE: 12}


def test_a_newcomer_is_renamed_before_her_first_hand() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FOR_ELLIE, "Fiona")
    evening.rename(Fiona="Fenna")
    assert (evening.players, dealers(evening.ledger)) == ([*FOUR, "Fenna"], [ELLIE, "Fenna"])


def spades() -> Ledger:
    """Two sides, and a hand that the table has settled."""
    hands = (
        {"points": {"North & South": 50, "East & West": -20}},
        {"points": {"North & South": 0, "East & West": 7}},
    )
    recorded = tuple(Hand(facts, entry) for entry, facts in enumerate(hands, start=2))
    return Ledger.of(Sheet("spades", ("North", "East", "South", "West"), "West", hands=recorded))


@pytest.mark.parametrize(
    "corrected",
    [
        corrections.rename(spades(), {"North": "Nora"}),
        corrections.seats(spades(), Seating(spades().rows[0], ("Nora", "East", "South", "West"), "West")),
    ],
    ids=["renamed", "seated from the first hand on"],
)
def test_points_settled_for_a_side_follow_its_name(corrected: dict[str, Any]) -> None:
    sheet, revised = spades().sheet, corrected["revised"]
    hands = tuple(Hand(revised["hands"][str(hand.entry)], hand.entry) for hand in sheet.hands)
    after = Ledger.of(replace(sheet, players=tuple(revised["head"]["players"]), hands=hands))
    assert after.columns == ("Nora & South", "East & West")
    assert after.totals == (50, -13)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_renamed_and_replaced_in_every_hand_by_the_house_rules_of_that_hand(game: str) -> None:
    for seed in range(8):
        chance = random.Random(f"rename {game} {seed}")
        snapshot = brought_in(replace(random_sheet(game, chance).sheet, finished=False)).snapshot
        ledger = snapshot.ledger
        players = dict.fromkeys(name for row in ledger.rows for name in row.game.players)
        for number, name in enumerate(players):
            new = f"Newcomer {number}"
            after = commands.preview(snapshot, commands.rename({name: new})).ledger
            assert (after.totals, after.running) == (ledger.totals, ledger.running)
            assert dealers(after) == [new if each == name else each for each in dealers(ledger)]
            assert [[new if each == name else each for each in row.game.players] for row in ledger.rows] == [
                [*row.game.players] for row in after.rows
            ]
        for row in ledger.rows[:4]:
            leaver = chance.choice(row.game.players)
            seated = tuple("Newcomer" if name == leaver else name for name in row.game.players)
            with suppress(IllegalHandError):  # Who has points by hand, or comes back later, stays where they are.
                after = commands.preview(snapshot, commands.seat(row.hand.entry, seated, seated[0])).ledger
                assert [each.game.keys for each in after.rows] == [each.game.keys for each in ledger.rows]


def test_in_a_settled_hand_a_newcomer_of_an_earlier_one_has_nought() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, FOR_AMBER, BETTY, heir="Fiona")
    evening.seat(2, [*FOUR, "Grace"], AMBER)
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 6, "Grace": 21, "Fiona": 87}
    assert evening.row(3).hand.facts["points"] == {**dict.fromkeys([*FIVE, "Grace"], 0), "Fiona": 87}


def test_the_calls_of_whoever_left_are_those_of_whoever_came() -> None:
    evening = Evening()
    evening.call(*SPOKEN)
    evening.record(RESULT)
    evening.seat(1, FOR_AMBER, ELLIE)
    assert list(evening.row(1).hand.calls) == [call.replace(AMBER, "Fiona") for call in SPOKEN]
    assert evening.totals == {"Fiona": 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6}


def test_calls_that_cannot_have_been_spoken_so_go_and_the_result_stays() -> None:
    evening = Evening()
    evening.call(*SPOKEN)
    evening.record(RESULT)
    before = evening.totals
    evening.seat(1, SWAPPED, ELLIE)
    assert evening.row(1).hand.facts == {**RESULT, "dealer": ELLIE}
    assert evening.totals == before


def test_a_hand_that_nobody_bid_stays_one_without_its_calls() -> None:
    evening = Evening()
    evening.call(*SILENCE)
    assert evening.row(1).hand.calls
    evening.seat(1, SWAPPED, ELLIE)
    assert evening.row(1).hand.facts == {"contract": None, "dealer": ELLIE}
    assert not any(evening.totals.values())


@pytest.mark.parametrize(
    ("seating", "dealer", "kept"),
    [(FOR_ELLIE, "Fiona", True), (SWAPPED, ELLIE, True), (FIVE, AMBER, False), ([*FIVE[1:], AMBER], AMBER, False)],
)
def test_the_open_hand_keeps_its_calls_where_they_fit(seating: list[str], dealer: str, kept: bool) -> None:
    evening = Evening()
    evening.call("Amber: 6H")
    evening.seat(None, seating, dealer)
    assert bool(evening.ledger.playing) is kept
    assert (evening.players, dealers(evening.ledger)) == (seating, [dealer])
    assert evening.totals == dict.fromkeys(seating, 0)


def evening_seated_anew(*hands: dict[str, object], seat: list[str] | None = None, heir: str = "") -> Evening:
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
        evening_seated_anew(RESULT, SET),
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
    "a seating without a player who was given points": (
        evening_seated_anew(RESULT, seat=FOR_AMBER, heir="Fiona"),
        commands.seat(3, tuple(FIVE[1:]), BETTY),
        2,
        AT_THE_TABLE,
        "Fiona has points at hand 2, but no seat at the table so far.",
    ),
    "more players than the bid left tricks for": (
        evening_seated_anew(RESULT, HIGH),
        commands.seat(3, tuple(SIX), AMBER),
        2,
        PROPOSAL,
        "9♣ cannot be proposed: a proposal is for 1 to 8 tricks.",
    ),
    "house rules by which a contract was none": (
        Evening(RESULT, IN_NO_TRUMP, options={"no_trump": True}),
        commands.change_rules(RULES, whole=True),
        2,
        NO_TRUMP,
        "6 NT cannot be proposed: this table does not play no-trump contracts.",
    ),
    "one name for two who are about to play together": (
        evening_seated_anew(RESULT, seat=FOR_ELLIE),
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
