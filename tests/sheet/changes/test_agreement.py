"""Who agrees to what is written, and what makes an agreement void."""

import pytest

from scorer.sheet.changes.disputes import Agreement, changed_since, signers
from scorer.sheet.core.entries import EntryKind

from ..acts import HANDS, PLAYERS, Acts


def agreed() -> Acts:
    """Amber and Betty agree to the first hand, Amber to the second."""
    acts = Acts()
    for entry, player in ((2, "Betty"), (2, "Amber"), (3, "Amber")):
        acts.add(EntryKind.AGREE, entry=entry, player=player)
    return acts


def to(acts: Acts) -> list[tuple[str, ...]]:
    agreement = Agreement.of(acts.standing)
    return [agreement.to(row) for row in acts.ledger.rows]


def test_each_hand_knows_who_agreed_in_the_order_of_seats() -> None:
    acts = agreed()
    assert to(acts) == [("Amber", "Betty"), ("Amber",), ()]
    agreement = Agreement.of(acts.standing)
    assert agreement.missing(acts.ledger.rows[1]) == ("Betty", "Cindy", "Diana", "Ellie")


def test_a_hand_is_open_until_all_its_players_agree() -> None:
    acts = agreed()
    for player in PLAYERS[2:]:
        acts.add(EntryKind.AGREE, entry=2, player=player)
    agreement = Agreement.of(acts.standing)
    assert [row.number for row in acts.ledger.rows if agreement.missing(row)] == [2, 3]


def test_an_amended_hand_loses_its_agreements_and_no_other_does() -> None:
    acts = agreed()
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    assert to(acts) == [(), ("Amber",), ()]


@pytest.mark.parametrize(("outcome", "left"), [("upheld", ("Amber", "Betty")), ("corrected", ()), ("by hand", ())])
def test_a_dispute_takes_agreements_only_where_it_changes_the_hand(outcome: str, left: tuple[str, ...]) -> None:
    acts = agreed()
    number = acts.add(EntryKind.DISPUTE, entry=2)
    hand = {} if outcome == "upheld" else {"hand": {**HANDS[0], "tricks": 6}}
    acts.add(EntryKind.SETTLE, dispute=number, entry=2, outcome=outcome, agreed=[], **hand)
    assert to(acts)[0] == left


def test_house_rules_for_the_whole_sheet_void_all_agreements_and_later_ones_none() -> None:
    acts = agreed()
    acts.add(
        EntryKind.RULES,
        options={"no_trump": True},
        whole=False,
        revised={"coming": {"options": {"no_trump": True}}},
    )
    assert to(acts)[0] == ("Amber", "Betty")
    acts.add(EntryKind.RULES, options={}, whole=True, revised={"head": {"options": {}}})
    assert to(acts) == [(), (), ()]


def test_undo_of_the_amendment_brings_the_agreements_back() -> None:
    acts = agreed()
    amended = acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    acts.add(EntryKind.UNDO, entry=amended)
    assert to(acts)[0] == ("Amber", "Betty")


def test_a_renamed_player_still_agrees() -> None:
    acts = agreed()
    acts.add(
        EntryKind.RENAME,
        names={"Amber": "Ann"},
        revised={
            "head": {"players": ["Ann", *PLAYERS[1:]]},
            "hands": {"2": {**HANDS[0], "proposer": "Ann"}},
        },
    )
    assert to(acts)[:2] == [("Ann", "Betty"), ("Ann",)]


def test_a_correction_after_signing_asks_for_the_signature_again() -> None:
    acts = agreed()
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.SIGN, player="Betty")
    acts.add(EntryKind.FINISH)
    assert Agreement.of(acts.standing).signed == ("Amber", "Betty")
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    acts.add(EntryKind.SIGN, player="Amber")
    after = Agreement.of(acts.standing)
    assert (after.signed, after.before) == (("Amber",), ("Betty",))
    acts.add(EntryKind.SIGN, player="Betty")
    assert Agreement.of(acts.standing).corrected == ()


def test_whoever_signs_agrees_to_all_hands_as_they_are() -> None:
    acts = agreed()
    for player in PLAYERS:
        acts.add(EntryKind.SIGN, player=player)
    agreement = Agreement.of(acts.standing)
    assert not any(map(agreement.missing, acts.ledger.rows))
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    assert to(acts) == [(), tuple(PLAYERS), tuple(PLAYERS)]
    number = acts.add(EntryKind.RECORD, hand=HANDS[2])
    acts.add(EntryKind.AGREE, entry=number, player="Amber")
    assert to(acts)[3] == ("Amber",)


def test_a_hand_more_is_no_correction_but_for_a_finished_sheet() -> None:
    acts = agreed()
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.RECORD, hand=HANDS[2])
    after = Agreement.of(acts.standing)
    assert (after.signed, after.before, after.corrected) == ((), ("Amber",), ())
    acts.add(EntryKind.FINISH)
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.REOPEN)
    acts.add(EntryKind.RECORD, hand=HANDS[2])
    assert [act.kind for act in Agreement.of(acts.standing).corrected] == [EntryKind.RECORD]


def test_whether_a_hand_has_changed_since_somebody_saw_it() -> None:
    acts = agreed()
    saw = len(acts.entries)
    acts.add(EntryKind.AMEND, entry=3, hand={**HANDS[1], "tricks": 7})
    assert not changed_since(acts.entries, 2, saw)
    assert changed_since(acts.entries, 3, saw)
    acts.add(EntryKind.UNDO, entry=saw + 1)
    assert changed_since(acts.entries, 2, saw)


def test_everybody_who_sat_at_the_table_signs() -> None:
    hands = (HANDS[0], {**HANDS[1], "players": ["Amber", "Betty", "Fay", "Diana", "Ellie"]})
    assert signers(Acts(hands).ledger) == (*PLAYERS, "Fay")
