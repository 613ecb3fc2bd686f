"""Which acts stand after undo and redo; what a phone of one's own has said."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet.changes.disputes import Agreement
from scorer.sheet.changes.remarks import Remarks
from scorer.sheet.core.sheet import Entry, EntryKind, Timeline, name_now, spoken_for, timeline
from scorer.sheet.importing import check_payload

from ..acts import HANDS, PLAYERS, Acts

START = Entry(1, EntryKind.START, {})
ACT: dict[str, Any] = {"kind": EntryKind.RECORD, "facts": {"hand": {}}}


def undo(number: int) -> dict[str, Any]:
    """Take back act `number` and all that stood after it."""
    return {"kind": EntryKind.UNDO, "facts": {"entry": number}}


def redo(number: int) -> dict[str, Any]:
    """Take back undo `number`."""
    return {"kind": EntryKind.REDO, "facts": {"entry": number}}


def after(*written: dict[str, Any]) -> Timeline:
    """The entries after the start, which is 1, numbered as they are written."""
    return timeline([START, *(Entry(number, **one) for number, one in enumerate(written, 2))])


def numbers(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.number for entry in entries]


CASES: dict[str, tuple[tuple[dict[str, Any], ...], list[int], list[list[int]]]] = {
    "a sheet that was just started": ((), [1], []),
    "acts stand in their order": ((ACT, ACT), [1, 2, 3], []),
    "an undo takes back the last act": ((ACT, ACT, undo(3)), [1, 2], [[3]]),
    "an undo to an earlier act takes back all that stood after it": ((ACT, ACT, ACT, undo(3)), [1, 2], [[3, 4]]),
    "two undos are taken back one by one, the last first": ((ACT, ACT, undo(3), undo(2)), [1], [[3], [2]]),
    "an undo takes nothing back twice": ((ACT, ACT, undo(3), ACT, undo(2)), [1], [[2, 5]]),
    "a redo brings back what the last undo took": ((ACT, ACT, undo(3), undo(2), redo(5)), [1, 2], [[3]]),
    "an undo after a redo leaves the older undos to redo": (
        (ACT, ACT, undo(3), undo(2), redo(5), undo(2)),
        [1],
        [[3], [2]],
    ),
    "a new act leaves nothing to redo": ((ACT, undo(2), ACT), [1, 4], []),
}


@pytest.mark.parametrize("case", CASES)
def test_which_acts_stand_and_which_can_be_redone(case: str) -> None:
    written, standing, undone = CASES[case]
    known = after(*written)
    assert numbers(known.acts) == standing
    assert [numbers(one.acts) for one in known.undone] == undone


def test_what_is_undone_is_kept_with_the_undo_that_redo_takes_back() -> None:
    assert [one.undo.number for one in after(ACT, ACT, undo(3), undo(2)).undone] == [4, 5]


def test_the_last_act_is_what_undo_takes_back_and_never_the_start() -> None:
    last = [known.last_act for known in (after(), after(ACT), after(ACT, ACT, undo(3)), after(ACT, undo(2)))]
    assert [act and act.number for act in last] == [None, 2, 2, None]


def test_the_acts_after_an_entry_are_those_that_stand_without_the_start() -> None:
    known = after(ACT, ACT, undo(3), ACT)
    assert [numbers(known.after(number)) for number in (0, 1, 2, 3, 4, 5)] == [[2, 5], [2, 5], [5], [5], [5], []]


@pytest.mark.parametrize(
    ("kind", "facts", "hand"),
    [
        (EntryKind.RECORD, {"hand": {}}, 7),
        (EntryKind.AMEND, {"entry": 3, "hand": {}}, 3),
        (EntryKind.STRIKE, {"entry": 3}, 3),
        (EntryKind.SEATS, {"entry": 3, "revised": {}, "hand": {}}, 7),
        (EntryKind.SEATS, {"entry": 3, "revised": {}}, None),
        (EntryKind.CALL, {"call": "Amber: 3H", "dealer": "Ellie"}, None),
        (EntryKind.UNDO, {"entry": 3}, None),
        (EntryKind.REDO, {"entry": 3}, None),
    ],
)
def test_an_act_about_one_hand_names_the_entry_that_recorded_it(
    kind: EntryKind, facts: dict[str, Any], hand: int | None
) -> None:
    assert Entry(7, kind, facts).about_hand == hand


def renamed(acts: Acts, **names: str) -> int:
    return acts.add(EntryKind.RENAME, names=names, revised={"head": {"players": PLAYERS}})


def test_a_name_follows_every_renaming_after_it() -> None:
    acts = Acts()
    seen = len(acts.entries)
    renamed(acts, Betty="Bea", Amber="Betty")
    renamed(acts, Bea="Bee")
    assert name_now(acts.entries, "Betty", seen) == "Bee"
    assert name_now(acts.entries, "Betty", seen + 1) == "Betty"
    assert name_now(acts.entries, "Diana", seen) == "Diana"


def test_an_undone_renaming_before_the_name_was_said_makes_it_nobody_s() -> None:
    acts = Acts()
    number = renamed(acts, Amber="Betty")
    acts.add(EntryKind.UNDO, entry=number)
    assert name_now(acts.entries, "Betty", number) == ""
    assert name_now(acts.entries, "Cindy", number) == "Cindy"
    acts.add(EntryKind.REDO, entry=number + 1)
    assert name_now(acts.entries, "Betty", number) == "Betty"


def test_an_undone_renaming_after_the_name_was_said_changes_nothing() -> None:
    acts = Acts()
    seen = len(acts.entries)
    acts.add(EntryKind.UNDO, entry=renamed(acts, Betty="Bea"))
    assert name_now(acts.entries, "Betty", seen) == "Betty"


def test_a_phone_has_spoken_for_its_player_also_where_that_was_taken_back() -> None:
    acts = Acts()
    acts.add(EntryKind.AGREE, entry=2, player="Amber")
    acts.add(EntryKind.UNDO, entry=acts.add(EntryKind.AGREE, entry=2, player="Betty", own_phone=True))
    acts.entries = [replace(entry, device="this") for entry in acts.entries]
    assert spoken_for(acts.entries, "this") == "Betty"
    assert spoken_for(acts.entries, "another") == ""


def test_agreements_on_phones_of_their_own_keep_their_mark_through_signatures_and_renaming() -> None:
    acts = Acts()
    acts.add(EntryKind.AGREE, entry=2, player="Betty", own_phone=True)
    acts.add(EntryKind.SIGN, player="Betty")
    acts.add(EntryKind.SIGN, player="Amber", own_phone=True)
    acts.add(
        EntryKind.RENAME,
        names={"Betty": "Bea"},
        revised={
            "head": {"players": ["Amber", "Bea", *PLAYERS[2:]]},
            "hands": {"3": {**HANDS[1], "proposer": "Bea"}},
        },
    )
    agreement = Agreement(acts.standing)
    assert [agreement.agreed_in_words(row) for row in acts.ledger.rows[:2]] == [
        "Agreed by Amber (own phone) and Bea (own phone).",
        "Agreed by Amber (own phone) and Bea.",
    ]
    assert agreement.signed_marked == ["Bea", "Amber (own phone)"]
    assert list(Remarks.of(acts.standing, acts.ledger).signed) == ["Bea", "Amber (own phone)"]


def test_a_correction_takes_the_marks_with_the_signatures() -> None:
    acts = Acts()
    acts.add(EntryKind.SIGN, player="Amber", own_phone=True)
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    acts.add(EntryKind.SIGN, player="Amber")
    assert Agreement(acts.standing).signed_marked == ["Amber"]


def test_a_hand_to_which_each_agreed_on_a_phone_of_their_own_says_so() -> None:
    acts = Acts()
    for player in PLAYERS:
        acts.add(EntryKind.AGREE, entry=2, player=player, own_phone=True)
    agreement = Agreement(acts.standing)
    assert agreement.agreed_in_words(acts.ledger.rows[0]) == "Agreed by all, each on their own phone."


@pytest.mark.parametrize("kind", [EntryKind.AGREE, EntryKind.SIGN, EntryKind.STATEMENT, EntryKind.DISPUTE])
def test_a_phone_of_ones_own_is_a_flag_that_an_entry_may_have(kind: EntryKind) -> None:
    acts = Acts()
    needed = {
        EntryKind.AGREE: {"entry": 2},
        EntryKind.DISPUTE: {"entry": 2},
        EntryKind.STATEMENT: {"entry": 2, "dispute": 5, "words": "No!"},
    }.get(kind, {})
    acts.add(kind, player="Amber", own_phone=True, **needed)
    check_payload(acts.entries[-1], "entry")
    acts.add(kind, player="Amber", own_phone="yes", **needed)
    with pytest.raises(FormatError, match="own_phone"):
        check_payload(acts.entries[-1], "entry")
