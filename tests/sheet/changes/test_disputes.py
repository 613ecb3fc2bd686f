"""A dispute: what the players say of a hand, its versions side by side, how it ends; and who agrees to what."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from scorer.rules.core import signed
from scorer.sheet.changes.disputes import (
    Agreement,
    Comparison,
    Dispute,
    Version,
    beside,
    changed_since,
    disputes,
    versions,
)
from scorer.sheet.core.ledger import Ledger, Row, signers
from scorer.sheet.core.sheet import EntryKind, Outcome, fold

from ..acts import FIVE_TRICKS, HANDS, PLAYERS, Acts
from ..vectors import VECTORS, scored


def disputed() -> tuple[Acts, int]:
    acts = Acts()
    return acts, acts.dispute()


def the(acts: Acts) -> Dispute:
    [known] = disputes(acts.standing, acts.ledger)
    return known


def seen(acts: Acts) -> tuple[Version, ...]:
    return versions(acts.ledger, acts.ledger.rows[2], the(acts))


def played(version: Version) -> tuple[Row, Ledger]:
    """What the sheet says where it stands so."""
    assert version.row
    assert version.ledger
    return version.row, version.ledger


def test_a_dispute_changes_no_point() -> None:
    assert disputed()[0].ledger.totals == Acts().ledger.totals


def test_each_version_has_its_points_and_the_totals_that_follow() -> None:
    acts, _ = disputed()
    acts.add(EntryKind.RECORD, hand=HANDS[0])
    assert [version.players for version in seen(acts)] == [(), ("Betty",)]
    (on_sheet, before), (other, after) = map(played, seen(acts))
    assert on_sheet.points == (3, 3, 51, 51, 3)
    assert other.points == (15, 15, 30, 30, 15)
    assert [b - a for a, b in zip(before.totals, after.totals, strict=True)] == [12, 12, -21, -21, 12]


def test_players_who_have_it_alike_share_a_version() -> None:
    acts, number = disputed()
    acts.add(EntryKind.STATEMENT, dispute=number, entry=4, player="Ellie", hand=FIVE_TRICKS)
    acts.add(EntryKind.STATEMENT, dispute=number, entry=4, player="Cindy", hand=HANDS[2])
    assert [version.players for version in seen(acts)] == [("Cindy",), ("Betty", "Ellie")]


def test_a_version_that_the_sheet_can_hold_no_more_says_which_rule_it_would_break() -> None:
    acts, number = disputed()
    acts.add(EntryKind.STATEMENT, dispute=number, entry=4, player="Ellie", hand={**HANDS[2], "proposer": "Fay"})
    acts.add(EntryKind.STATEMENT, dispute=number, entry=4, player="Diana", hand={**HANDS[2], "accepter": "Cindy"})
    *_, unknown, alone = seen(acts)
    assert unknown.row is None
    assert unknown.broken
    assert unknown.broken.hand == 3
    assert alone.broken
    assert "Cindy" in alone.broken.violation.detail


BY_HAND = {"points": dict(zip(PLAYERS, range(1, 6), strict=True))}


@pytest.mark.parametrize(
    ("outcome", "hand", "points"),
    [
        ("upheld", None, (3, 3, 51, 51, 3)),
        ("corrected", FIVE_TRICKS, (15, 15, 30, 30, 15)),
        ("by hand", BY_HAND, (1, 2, 3, 4, 5)),
        ("struck", None, None),
    ],
)
def test_a_dispute_ends_with_its_outcome(
    outcome: str, hand: dict[str, object] | None, points: tuple[int, ...] | None
) -> None:
    acts, number = disputed()
    decided = {"hand": hand} if hand else {}
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome=outcome, agreed=["Amber"], **decided)
    third = acts.ledger.rows[2:]
    assert [(row.points, row.hand.entry) for row in third] == ([(points, 4)] if points else [])
    settlement = the(acts).settlement
    assert settlement
    assert (settlement.outcome, settlement.agreed) == (Outcome(outcome), ("Amber",))


def test_undo_of_the_settlement_opens_the_dispute_and_restores_the_hand() -> None:
    acts, number = disputed()
    settled = acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="struck", agreed=[])
    acts.add(EntryKind.UNDO, entry=settled)
    assert the(acts).settlement is None
    assert fold(acts.entries).hands == Acts().ledger.sheet.hands


def test_a_player_who_is_renamed_is_called_so_in_what_she_said() -> None:
    acts, number = disputed()
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="upheld", agreed=["Diana"])
    dina = ["Amber", "Betty", "Cindy", "Dina", "Ellie"]
    revised = {"head": {"players": dina}, "hands": {"4": {**HANDS[2], "accepter": "Dina"}}}
    acts.add(EntryKind.RENAME, names={"Diana": "Dina"}, revised=revised)
    known = the(acts)
    assert known.statements[0].hand == {**FIVE_TRICKS, "accepter": "Dina"}
    assert known.settlement
    assert known.settlement.agreed == ("Dina",)
    assert len(seen(acts)) == 2


def hands() -> Iterator[list[Version]]:
    """The hands of every vector, as versions that they are not: of different contracts, bids and points."""
    for ledger in filter(None, map(scored, VECTORS)):
        yield [Version((), row.hand.facts, row, ledger) for row in ledger.rows]


def test_one_version_alone_says_what_was_played_and_what_everybody_got() -> None:
    for of_hand in hands():
        for version in of_hand:
            (row, ledger), shown = played(version), beside([version])
            assert shown.alike or row.game.key == "plain"
            paid = {name: line.cells[0] for line in shown.lines for name in line.of}
            assert paid == dict(zip(ledger.columns, map(signed, row.points), strict=False))
            assert not any(line.differs for line in shown.lines)


def test_two_versions_show_what_differs_and_say_the_rest_once() -> None:
    for of_hand in hands():
        for one, other in pairwise(of_hand):
            (first, ledger), (second, _) = played(one), played(other)
            same, shown = beside([one, one]), beside([one, other])
            assert not any(line.differs for line in same.lines)
            assert all(len(line.cells) == 2 for line in shown.lines)
            # Whose points differ has a line; whose points do not is in the words, where any differ.
            for name, *points in zip(ledger.columns, first.points, second.points, strict=False):
                lines = [line for line in shown.lines if name in line.of and line.label in ("", "each")]
                differs = points[0] != points[1]
                assert [line.differs for line in lines] in ([differs], [] if not differs else [True])
                assert lines or f"{name} {signed(points[0])}" in shown.alike


def test_who_leads_is_said_by_name_where_the_total_alone_would_not_tell() -> None:
    line = Comparison((), "Leader", ("20", "20"), ("Amber", "Betty"))
    assert line.differs


def agreed() -> Acts:
    """Amber and Betty agree to the first hand, Amber to the second."""
    acts = Acts()
    for entry, player in ((2, "Betty"), (2, "Amber"), (3, "Amber")):
        acts.add(EntryKind.AGREE, entry=entry, player=player)
    return acts


def to(acts: Acts) -> list[tuple[str, ...]]:
    agreement = Agreement(acts.standing)
    return [agreement.to(row) for row in acts.ledger.rows]


def test_each_hand_knows_who_agreed_in_the_order_of_seats() -> None:
    acts = agreed()
    assert to(acts) == [("Amber", "Betty"), ("Amber",), ()]
    agreement = Agreement(acts.standing)
    assert agreement.missing(acts.ledger.rows[1]) == ("Betty", "Cindy", "Diana", "Ellie")


def test_a_hand_is_open_until_all_its_players_agree() -> None:
    acts = agreed()
    for player in PLAYERS[2:]:
        acts.add(EntryKind.AGREE, entry=2, player=player)
    agreement = Agreement(acts.standing)
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


def test_a_correction_after_signing_asks_for_the_signature_again() -> None:
    acts = agreed()
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.SIGN, player="Betty")
    acts.add(EntryKind.FINISH)
    assert Agreement(acts.standing).signed == ("Amber", "Betty")
    acts.add(EntryKind.AMEND, entry=2, hand={**HANDS[0], "tricks": 6})
    acts.add(EntryKind.SIGN, player="Amber")
    after = Agreement(acts.standing)
    assert (after.signed, after.before) == (("Amber",), ("Betty",))
    acts.add(EntryKind.SIGN, player="Betty")
    assert Agreement(acts.standing).corrected == ()


def test_whoever_signs_agrees_to_all_hands_as_they_are() -> None:
    acts = agreed()
    for player in PLAYERS:
        acts.add(EntryKind.SIGN, player=player)
    agreement = Agreement(acts.standing)
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
    after = Agreement(acts.standing)
    assert (after.signed, after.before, after.corrected) == ((), ("Amber",), ())
    acts.add(EntryKind.FINISH)
    acts.add(EntryKind.SIGN, player="Amber")
    acts.add(EntryKind.REOPEN)
    acts.add(EntryKind.RECORD, hand=HANDS[2])
    assert [act.kind for act in Agreement(acts.standing).corrected] == [EntryKind.RECORD]


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
    # Whoever stands in the head of the sheet alone has played no hand.
    assert "Cindy" not in signers(Acts(hands[1:]).ledger)
