"""Which acts stand: undo and redo are entries too, and no entry is ever taken out."""

from typing import Any

import pytest

from scorer.sheet.core.entries import Entry, EntryKind, Timeline, timeline

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
    "every act taken back leaves the start": ((ACT, ACT, undo(2)), [1], [[2, 3]]),
    "two undos are taken back one by one, the last first": ((ACT, ACT, undo(3), undo(2)), [1], [[3], [2]]),
    "an act between two undos is taken back alone": ((ACT, ACT, undo(3), ACT, undo(5)), [1, 2], [[5]]),
    "an undo takes nothing back twice": ((ACT, ACT, undo(3), ACT, undo(2)), [1], [[2, 5]]),
    "a redo brings back what the last undo took": ((ACT, ACT, undo(3), undo(2), redo(5)), [1, 2], [[3]]),
    "a redo brings back several acts at once": (
        (ACT, ACT, ACT, undo(2), redo(5)),
        [1, 2, 3, 4],
        [],
    ),
    "after every redo nothing is undone": ((ACT, ACT, undo(3), undo(2), redo(5), redo(4)), [1, 2, 3], []),
    "what was redone can be undone again": ((ACT, undo(2), redo(3), undo(2)), [1], [[2]]),
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
    assert Entry(7, kind, facts).hand == hand
