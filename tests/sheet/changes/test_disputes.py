"""A hand in dispute: who has it how, what each version makes of the sheet, how it ends."""

from scorer.sheet.changes.disputes import Dispute, Version, disputes, versions
from scorer.sheet.core.entries import EntryKind, Outcome
from scorer.sheet.core.sheet import fold

from ..acts import HANDS, Acts

FIVE_TRICKS = {**HANDS[2], "tricks": 5}


def disputed() -> tuple[Acts, int]:
    """The third hand in dispute, with Betty's version of five tricks."""
    acts = Acts()
    number = acts.add(EntryKind.DISPUTE, entry=4)
    acts.add(EntryKind.STATEMENT, dispute=number, entry=4, player="Betty", words="It was five.", hand=FIVE_TRICKS)
    return acts, number


def the(acts: Acts) -> Dispute:
    [known] = disputes(acts.standing, acts.ledger)
    return known


def seen(acts: Acts) -> tuple[Version, ...]:
    return versions(acts.ledger, acts.ledger.rows[2], the(acts))


def test_a_dispute_changes_no_point() -> None:
    assert disputed()[0].ledger.totals == Acts().ledger.totals


def test_each_version_has_its_points_and_the_totals_that_follow() -> None:
    acts, _ = disputed()
    acts.add(EntryKind.RECORD, hand=HANDS[0])
    on_sheet, other = seen(acts)
    assert (on_sheet.players, other.players) == ((), ("Betty",))
    assert on_sheet.row
    assert on_sheet.ledger
    assert other.row
    assert other.ledger
    assert on_sheet.row.points == (3, 3, 51, 51, 3)
    assert other.row.points == (15, 15, 30, 30, 15)
    assert [b - a for a, b in zip(on_sheet.ledger.totals, other.ledger.totals, strict=True)] == [
        12,
        12,
        -21,
        -21,
        12,
    ]


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


def test_upheld_leaves_the_hand_as_it_is() -> None:
    acts, number = disputed()
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="upheld", agreed=["Amber"])
    assert acts.ledger.totals == Acts().ledger.totals
    settlement = the(acts).settlement
    assert settlement
    assert (settlement.outcome, settlement.agreed) == (Outcome.UPHELD, ("Amber",))


def test_corrected_puts_the_version_in_the_place_of_the_hand() -> None:
    acts, number = disputed()
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="corrected", agreed=[], hand=FIVE_TRICKS)
    assert acts.ledger.rows[2].points == (15, 15, 30, 30, 15)
    assert acts.ledger.rows[2].hand.entry == 4


def test_struck_takes_the_hand_off_the_sheet() -> None:
    acts, number = disputed()
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="struck", agreed=[])
    assert len(acts.ledger.rows) == 2


def test_points_by_hand_settle_the_hand() -> None:
    acts, number = disputed()
    points = {"Amber": 1, "Betty": 2, "Cindy": 3, "Diana": 4, "Ellie": 5}
    acts.add(EntryKind.SETTLE, dispute=number, entry=4, outcome="by hand", agreed=[], hand={"points": points})
    assert acts.ledger.rows[2].points == (1, 2, 3, 4, 5)


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
