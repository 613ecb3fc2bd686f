"""What the player is called now whose phone it is, and for whom a phone has spoken."""

from dataclasses import replace

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet.changes.disputes import Agreement
from scorer.sheet.changes.remarks import Remarks
from scorer.sheet.core.entries import EntryKind, name_now, spoken_for
from scorer.sheet.importing.validation import check_payload

from ..acts import HANDS, PLAYERS, Acts


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
    agreement = Agreement.of(acts.standing)
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
    assert Agreement.of(acts.standing).signed_marked == ["Amber"]


def test_a_hand_to_which_each_agreed_on_a_phone_of_their_own_says_so() -> None:
    acts = Acts()
    for player in PLAYERS:
        acts.add(EntryKind.AGREE, entry=2, player=player, own_phone=True)
    agreement = Agreement.of(acts.standing)
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
