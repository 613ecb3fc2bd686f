"""Whole sheets of Spades as files: what they may hold, where they break, how they end [sheet-format]."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.exports.text import json_answer
from scorer.rules.reading import FormatError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.file.document import load, write

from ...rules.drawing import MANY
from ...rules.spades_table import FOUR, SIDES
from ..drawing import playable
from ..files import broken, content, ledger, place

HEAD: dict[str, Any] = {"game": "spades", "players": list(FOUR)}
NEW_YORK: dict[str, Any] = {**HEAD, "options": {"variant": "new-york"}}
BIDS = {"North": 3, "East": 4, "South": 2, "West": 3}
HAND: dict[str, Any] = {"bids": BIDS, "tricks": [7, 6]}
NIL: dict[str, Any] = {"bids": {**BIDS, "North": "nil"}, "tricks": [4, 9], "nil_tricks": {"North": 2}}
CALLS = [f"{name}: {bid}" for name, bid in BIDS.items()]
UNBID: dict[str, Any] = {"tricks": [7, 6]}
SIDES_BID: dict[str, Any] = {**HEAD, "options": {"bidding": "sides"}}
AGREED: dict[str, Any] = {"bids": [2, 7], "nils": {"North": "nil"}, "tricks": [4, 9], "nil_tricks": {"North": 2}}


def totals(*hands: Any, **head: Any) -> tuple[Any, ...]:
    return ledger(*hands, **{**HEAD, **head}).totals


MALFORMED: dict[str, tuple[bytes, str]] = {
    "no bids": (content(UNBID, **HEAD), "$.hands[0].bids"),
    "no tricks": (content({"bids": BIDS}, **HEAD), "$.hands[0].tricks"),
    "a bid missing": (content({**HAND, "bids": {"North": 3}}, **HEAD), "$.hands[0].bids.East"),
    "bids by side": (content({**HAND, "bids": [5, 7]}, **HEAD), "$.hands[0].bids"),
    "a bid of a stranger": (content({**HAND, "bids": {**BIDS, "Sue": 1}}, **HEAD), "$.hands[0].bids.Sue"),
    "a bid no game knows": (content({**HAND, "bids": {**BIDS, "North": "none"}}, **HEAD), "$.hands[0].bids.North"),
    "half a bid": (content({**HAND, "bids": {**BIDS, "North": 2.5}}, **HEAD), "$.hands[0].bids.North"),
    "one side's tricks": (content({**HAND, "tricks": [7]}, **HEAD), "$.hands[0].tricks"),
    "tricks as one number": (content({**HAND, "tricks": 7}, **HEAD), "$.hands[0].tricks"),
    "a contract": (content({"contract": None}, **HEAD), "$.hands[0].contract"),
    "a stranger's nil": (content({**NIL, "nil_tricks": {"Sue": 1}}, **HEAD), "$.hands[0].nil_tricks.Sue"),
    "new york: bids of players": (content(UNBID, HAND, **NEW_YORK), "$.hands[1].bids"),
    "new york: nil tricks": (content({**UNBID, "nil_tricks": {}}, **NEW_YORK), "$.hands[0].nil_tricks"),
    "new york: calls": (content({"calls": []}, **NEW_YORK), "$.hands[0].calls"),
    "new york: bids of null": (content({**UNBID, "bids": None}, **NEW_YORK), "$.hands[0].bids"),
    "new york: three bids": (content(UNBID, {**UNBID, "bids": [5, 5, 5]}, **NEW_YORK), "$.hands[1].bids"),
    "a first hand of the other variant": (content(**HEAD, options={"first_hand": "bid"}), "$.options.first_hand"),
    "three players": (content(**{**HEAD, "players": list(FOUR[:3])}), "$.players"),
    "an option of the other variant": (
        content(**HEAD, options={"variant": "new-york", "nil": 100}),
        "$.options.nil",
    ),
    "new york's option": (content(**HEAD, options={"sets_to_lose": 2}), "$.options.sets_to_lose"),
    "an agreed bid of New York": (
        content(**HEAD, options={"variant": "new-york", "bidding": "sides"}),
        "$.options.bidding",
    ),
    "nils beside the bids of players": (content({**HAND, "nils": {"North": "nil"}}, **HEAD), "$.hands[0].nils"),
    "agreed bids by player": (content(HAND, **SIDES_BID), "$.hands[0].bids"),
    "a stranger's own nil": (content({**AGREED, "nils": {"Sue": "nil"}}, **SIDES_BID), "$.hands[0].nils.Sue"),
    "agreed bids and calls": (content({**AGREED, "calls": CALLS}, **SIDES_BID), "$.hands[0].calls"),
    "no variant": (content(**HEAD, options={"variant": "redd"}), "$.options.variant"),
    **{
        f"high spades {bad}": (content(**HEAD, options={"high_spades": bad}), "$.options.high_spades")
        for bad in ([], ["D3"], ["d2"], ["D2", "D2"], ["D2", 2], "D2", None, True)
    },
    "high spades in New York": (
        content(**HEAD, options={"variant": "new-york", "high_spades": ["D2"]}),
        "$.options.high_spades",
    ),
    **{
        f"{name} {bad}": (content(**HEAD, options={"variant": "new-york", name: bad}), f"$.options.{name}")
        for name, bad in (("twos_out", "red"), ("twos_out", ["C2"]), ("high_joker", "RJ"), ("high_joker", True))
    },
    "the pack of New York": (content(**HEAD, options={"twos_out": "clubs and hearts"}), "$.options.twos_out"),
    "a target of nought": (content(**HEAD, options={"target": 0}), "$.options.target"),
}


@pytest.mark.parametrize(("sheet", "where"), MALFORMED.values(), ids=MALFORMED)
def test_a_fault_of_the_file_is_told_with_its_place(sheet: bytes, where: str) -> None:
    assert place(sheet) == where


def test_an_agreed_bid_scores_what_two_bids_score_that_add_up_to_it() -> None:
    assert totals(NIL) == totals(AGREED, options={"bidding": "sides"}) == (20 + 2 - 100, 70 + 2)
    kept = ledger(AGREED, **SIDES_BID)
    assert json.loads(write(kept.sheet))["hands"][0] == AGREED
    # The table may change to it, and back, from any hand on.
    changes = ({**AGREED, "options": {"bidding": "sides"}}, {**NIL, "options": {"bidding": "players"}})
    assert totals(NIL, *changes) == (3 * -78, 3 * 72)


def a_call(*said: str) -> dict[str, Any]:
    return {"calls": list(said)}


BROKEN: dict[str, tuple[tuple[Any, ...], dict[str, Any], tuple[int, int | None, str]]] = {
    "12 tricks": (({**HAND, "tricks": [7, 5]},), HEAD, (1, None, "Tricks of the hand")),
    "14 tricks of a side": (({**HAND, "tricks": [14, -1]},), HEAD, (1, None, "Tricks of the hand")),
    "a bid of 0": (({**HAND, "bids": {**BIDS, "West": 0}},), HEAD, (1, None, "Bid")),
    "two nils and tricks of nobody": (
        ({"bids": {**BIDS, "North": "nil", "South": "nil"}, "tricks": [3, 10], "nil_tricks": {"North": 2}},),
        HEAD,
        (1, None, "Tricks of a nil"),
    ),
    "blind nil level": (({**NIL, "bids": {**BIDS, "North": "blind nil"}},), HEAD, (1, None, "Blind nil")),
    "a blind bid": (({**HAND, "bids": {**BIDS, "North": "blind 7"}},), HEAD, (1, None, "Bid")),
    "tricks of no nil": (({**HAND, "nil_tricks": {"North": 0}},), HEAD, (1, None, "Tricks of a nil")),
    "more than the side's": (({**NIL, "nil_tricks": {"North": 5}},), HEAD, (1, None, "Tricks of a nil")),
    "a call of 0": ((a_call("North: 0"),), HEAD, (1, 1, "Bid")),
    "a call of 3H": ((a_call("North: 3H"),), HEAD, (1, 1, "Bid")),
    "a pass": ((a_call("North: 3", "East: pass"),), HEAD, (1, 2, "Bid")),
    "out of turn": ((a_call("North: 3", "South: 3"),), HEAD, (1, 2, "Turn to bid")),
    "a fifth call": ((a_call(*CALLS, "North: 3"),), HEAD, (1, 5, "One bid each")),
    "blind nil called": ((a_call("North: blind nil"),), HEAD, (1, 1, "Blind nil")),
    "tricks before the end": (
        ({**HAND, "calls": ["North: 3"]},),
        HEAD,
        (1, None, "Calls and result agree"),
    ),
    "other bids than called": (
        ({**HAND, "calls": ["North: 4", *CALLS[1:]]},),
        HEAD,
        (1, None, "Calls and result agree"),
    ),
    "an open hand before the last": ((a_call("North: 3"), HAND), HEAD, (1, None, "One hand at a time")),
    "after the target": ((HAND, HAND), {**HEAD, "options": {"target": 50}}, (2, None, "Closed sheet")),
    "new york: a bid in the first hand": (
        ({**UNBID, "bids": [5, 5]},),
        NEW_YORK,
        (1, None, "New York: first hand"),
    ),
    "new york: a bid in the first hand, before other faults": (
        ({"bids": [5, 5], "tricks": 7},),
        NEW_YORK,
        (1, None, "New York: first hand"),
    ),
    "new york: none later": ((UNBID, UNBID), NEW_YORK, (2, None, "New York: bids of the sides")),
    "new york: a bid of 3": (
        (UNBID, {**UNBID, "bids": [3, 5]}),
        NEW_YORK,
        (2, None, "New York: bids of the sides"),
    ),
    "new york: nil": ((UNBID, {**UNBID, "bids": ["nil", 5]}), NEW_YORK, (2, None, "New York: bids of the sides")),
    "new york: blind when level": (
        (UNBID, {**UNBID, "bids": ["blind 7", 5]}),
        NEW_YORK,
        (2, None, "New York: blind bid"),
    ),
    "new york: none in a first hand that is bid": (
        (UNBID,),
        {**HEAD, "options": {**NEW_YORK["options"], "first_hand": "bid"}},
        (1, None, "New York: bids of the sides"),
    ),
    "new york: after two sets": (
        (UNBID, {**UNBID, "bids": [8, 5]}, {**UNBID, "bids": [8, 5]}, {**UNBID, "bids": [5, 5]}),
        NEW_YORK,
        (4, None, "Closed sheet"),
    ),
}


@pytest.mark.parametrize(("hands", "head", "fault"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_told_with_its_hand_and_call(
    hands: tuple[Any, ...], head: dict[str, Any], fault: tuple[int, int | None, str]
) -> None:
    assert broken(*hands, **head) == fault


def test_calls_stand_for_bids() -> None:
    """[sheet-format: calls] With the tricks a whole hand, alone an open one, beside the same bids agreed."""
    assert totals({"calls": CALLS, "tricks": [7, 6]}) == totals(HAND) == totals({**HAND, "calls": CALLS})
    kept = ledger({"calls": CALLS}, **HEAD)
    assert kept.rows == ()
    assert json_answer.auction(kept) == {
        "turn": None,
        "stage": "bidding",
        "legal": [],
        "contract": None,
        "over": True,
    }


def test_the_auction_of_the_next_hand_knows_who_is_behind() -> None:
    """[sheet-format: scorer auction] Points settled by the table count as any others."""
    settled = {"points": dict(zip(SIDES, (0, 100), strict=True))}
    opened = json_answer.auction(ledger(settled, {"calls": ["East: 4"]}, **HEAD))
    assert (opened["turn"], opened["legal"][0], opened["legal"][-1]) == ("South", "nil", "blind nil")
    assert json_answer.auction(ledger(settled, **HEAD))["legal"][-1] == "13"


def test_a_variant_without_calls_has_no_auction_at_its_end_either() -> None:
    """[sheet-format: scorer auction, exit status 2]"""
    ended = ledger(UNBID, {**UNBID, "bids": [10, 4], "tricks": [13, 0]}, **NEW_YORK)
    for kept in (ledger(UNBID, **NEW_YORK), ended):
        with pytest.raises(FormatError, match="without calls"):
            json_answer.auction(kept)
    assert json_answer.score(ended)["ending"] == {
        "reason": "North & South bid 10 and took all 13 tricks",
        "winners": ["North & South"],
    }


def test_bags_go_on_over_a_settled_hand_and_a_substitute() -> None:
    """A side keeps its column and its name, whoever sits down for it."""
    settled = {"points": dict(zip(SIDES, (5, 0), strict=True))}
    bids = {"North": 1, "East": 3, "Sue": 1, "West": 3}
    substituted = {"players": ["North", "East", "Sue", "West"], "bids": bids, "tricks": [7, 6]}
    first = {"bids": {"North": 1, "East": 3, "South": 1, "West": 3}, "tricks": [7, 6]}
    kept = ledger(first, settled, substituted, **HEAD)
    assert kept.columns == SIDES
    assert [row.points for row in kept.rows] == [(25, 60), (5, 0), (-75, 60)]
    assert kept.totals == (-45, 120)


def test_a_house_rule_changed_in_mid_sheet_holds_from_its_hand_on() -> None:
    """The prices of a nil, then another variant, whose hand is not the first of the sheet."""
    kept = ledger(NIL, {**NIL, "options": {"nil": 50}}, **HEAD)
    assert [row.points[0] for row in kept.rows] == [-78, -28]
    changed = {"options": {"variant": "new-york"}, "bids": [6, 6], "tricks": [7, 6]}
    assert [row.points for row in ledger(HAND, changed, **HEAD).rows] == [(52, -70), (60, 60)]


def test_a_sheet_ends_at_the_target_and_not_while_the_sides_are_level() -> None:
    level = {"points": dict.fromkeys(SIDES, 500)}
    assert ledger(level, **HEAD).ending is None
    ended = ledger(level, HAND, **HEAD)
    assert ended.ending is not None
    assert (ended.ending.reason, ended.winners) == ("North & South reached 500", ("North & South",))


NAMES = st.sampled_from(FOUR)
NUMBERS = st.integers(1, 6)
TRICKS = st.integers(0, 13).map(lambda own: [own, 13 - own])
BID = NUMBERS | NUMBERS | st.sampled_from(["nil", "blind nil"])
RESULTS = st.fixed_dictionaries(
    {"bids": st.fixed_dictionaries(dict.fromkeys(FOUR, BID)), "tricks": TRICKS},
    optional={"nil_tricks": st.dictionaries(NAMES, st.integers(0, 3), max_size=1)},
)
NEW_YORK_BID = st.integers(4, 10) | st.sampled_from([f"blind {level}" for level in range(6, 11)])
BOTH_BIDS = st.lists(NEW_YORK_BID, min_size=2, max_size=2)
BY_SIDE = st.fixed_dictionaries({"tricks": TRICKS}, optional={"bids": BOTH_BIDS})
SETTLED = st.fixed_dictionaries({"points": st.fixed_dictionaries(dict.fromkeys(SIDES, st.integers(-200, 200)))})
OPEN = st.just({"calls": CALLS[:2]})
BESIDE = st.fixed_dictionaries({}, optional={"dealer": NAMES, "note": st.text(max_size=5)})


def hands(results: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Hand, ...]]:
    one = st.builds(lambda core, beside: Hand({**core, **beside}), results, BESIDE)
    return st.lists(one, max_size=8).map(tuple)


def sheets(options: st.SearchStrategy[Any], results: st.SearchStrategy[Any]) -> st.SearchStrategy[Sheet]:
    return st.builds(
        Sheet,
        game=st.just("spades"),
        players=st.just(FOUR),
        dealer=NAMES,
        options=options,
        hands=hands(results),
        finished=st.booleans(),
    ).map(playable)


READINGS = st.sampled_from(["bags", "partner", "ignored"])
OPTIONS = st.fixed_dictionaries({}, optional={"failed_nil": READINGS, "bag_limit": st.sampled_from([0, 5])})
SHEETS = sheets(OPTIONS, RESULTS | RESULTS | SETTLED | OPEN) | sheets(
    st.fixed_dictionaries({"variant": st.just("new-york")}, optional={"sets_to_lose": st.just(3)}),
    BY_SIDE | BY_SIDE | SETTLED,
)


@MANY
@given(SHEETS)
def test_a_sheet_loaded_and_dumped_is_itself(sheet: Sheet) -> None:
    written = write(sheet)
    assert load(written) == sheet
    assert write(load(written)) == written
    assert json.loads(written)["game"] == "spades"


@MANY
@given(SHEETS)
def test_the_reasons_sum_to_the_points_and_the_carry_knows_the_totals(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    told = json_answer.score(kept)
    for hand in told["hands"]:
        assert [sum(line["points"] for line in lines) for lines in hand["why"]] == hand["points"]
    if kept.rows:
        assert tuple(side.total for side in kept.table.carry.sides) == kept.totals


@MANY
@given(SHEETS)
def test_the_ledger_of_a_prefix_is_a_prefix_of_the_ledger(sheet: Sheet) -> None:
    whole = Ledger.of(sheet)
    for length in range(len(sheet.hands) + 1):
        part = Ledger.of(replace(sheet, hands=sheet.hands[:length]))
        assert [(row.points, row.totals) for row in part.rows] == [
            (row.points, row.totals) for row in whole.rows[: len(part.rows)]
        ]
