"""Whole sheets of Spades as files: what they may hold, where they break, how they end [sheet-format]."""

import json
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.reading import FormatError
from scorer.sheet.sheet_file import write

from ...rules.spades_table import FOUR, SIDES
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
    "one side's tricks": (content({**HAND, "tricks": [7]}, **HEAD), "$.hands[0].tricks"),
    "a contract": (content({"contract": None}, **HEAD), "$.hands[0].contract"),
    "new york: bids of players": (content(UNBID, HAND, **NEW_YORK), "$.hands[1].bids"),
    "new york: nil tricks": (content({**UNBID, "nil_tricks": {}}, **NEW_YORK), "$.hands[0].nil_tricks"),
    "new york: calls": (content({"calls": []}, **NEW_YORK), "$.hands[0].calls"),
    "a first hand of the other variant": (content(**HEAD, options={"first_hand": "bid"}), "$.options.first_hand"),
    "an option of the other variant": (
        content(**HEAD, options={"variant": "new-york", "nil": 100}),
        "$.options.nil",
    ),
    "new york's option": (content(**HEAD, options={"sets_to_lose": 2}), "$.options.sets_to_lose"),
    "nils beside the bids of players": (content({**HAND, "nils": {"North": "nil"}}, **HEAD), "$.hands[0].nils"),
    "agreed bids by player": (content(HAND, **SIDES_BID), "$.hands[0].bids"),
    "agreed bids and calls": (content({**AGREED, "calls": CALLS}, **SIDES_BID), "$.hands[0].calls"),
    "no variant": (content(**HEAD, options={"variant": "redd"}), "$.options.variant"),
    **{
        f"{name} {bad}": (content(**HEAD, options={"variant": "new-york", name: bad}), f"$.options.{name}")
        for name, bad in (("twos_out", "red"), ("twos_out", ["C2"]), ("high_joker", "RJ"), ("high_joker", True))
    },
    **{
        f"{name} {bad}": (content(**HEAD, options={name: bad}), f"$.options.{name}")
        for name, values in {
            "overtrick": (101, -101, None, True, "1"),
            "lose_at": (0, -10_001, False),
            "ten": (-1, 1001, "none"),
            "thirteen": (True, [200]),
            "least_bid": (14, -1, None),
            "set_costs": ("none", 0, False),
            "unbid_first": (1, None, "unbid"),
            "blind_nil_allowed": (0, "no"),
        }.items()
        for bad in values
    },
    **{
        f"new york: {name}": (content(**HEAD, options={"variant": "new-york", name: good}), f"$.options.{name}")
        for name, good in (("overtrick", 1), ("lose_at", None), ("ten", 200), ("unbid_first", True))
    },
    "no bids in the second hand": (
        content(UNBID, UNBID, **HEAD, options={"unbid_first": True}),
        "$.hands[1].bids",
    ),
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


BROKEN: dict[str, tuple[tuple[Any, ...], dict[str, Any], tuple[int, int | None, str]]] = {
    "new york: a bid in the first hand, before other faults": (
        ({"bids": [5, 5], "tricks": 7},),
        NEW_YORK,
        (1, None, "New York: first hand"),
    ),
    "nil tricks of nobody in a hand without bids": (
        ({**UNBID, "nil_tricks": {"North": 0}},),
        {**HEAD, "options": {"unbid_first": True}},
        (1, None, "First hand without bids"),
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
