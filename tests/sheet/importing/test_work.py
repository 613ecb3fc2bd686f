"""Files are looked through as far as a request may have it, and no further."""

import time
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet.audit import hash_chain
from scorer.sheet.audit.verification import TamperedHistoryError
from scorer.sheet.core.entries import EntryKind
from scorer.sheet.core.sheet import fold
from scorer.sheet.file import document
from scorer.sheet.importing import history as bringing
from scorer.sheet.importing import validation
from scorer.sheet.importing.history import MOST_PLAYERS
from scorer.sheet.importing.work import MOST, TooMuchWorkError, Work, of_sheet

from .. import sealed
from ..files import FIVE, NOBODY, RESULT, content

DISMISSED = (EntryKind.DISMISS, {"flag": "twice", "said": "The same hand twice."})


def file(acts: list[tuple[EntryKind, dict[str, Any]]], hands: int = 1) -> bytes:
    """A sheet of so many hands, and what was done with it after, with its history."""
    start = (EntryKind.START, {"game": "offender", "players": FIVE, "dealer": "Ellie"})
    done = [start, *[(EntryKind.RECORD, {"hand": RESULT})] * hands, *acts]
    entries = tuple(
        replace(sealed.entries()[0], number=number, kind=kind, facts=facts, key=f"{number}")
        for number, (kind, facts) in enumerate(done, start=1)
    )
    return document.write(fold(entries), hash_chain.lines(entries, ()))


def test_the_evenings_of_some_years_can_be_looked_through_together() -> None:
    assert 300 * of_sheet(hands=40, entries=41, corrections=0) <= MOST


def test_what_is_left_is_of_all_files_together() -> None:
    work = Work(10)
    for _ in range(3):
        bringing.read(content(*[NOBODY] * 3), work)
    with pytest.raises(TooMuchWorkError, match="import the sheets in several files"):
        bringing.read(content(*[NOBODY] * 3), work)


def test_a_sheet_takes_no_more_than_is_told_of_it() -> None:
    amend = (EntryKind.AMEND, {"entry": 2, "hand": {**RESULT, "tricks": 5}})
    undo, redo = (EntryKind.UNDO, {"entry": 6}), (EntryKind.REDO, {"entry": 7})
    brought = file([amend, undo, redo, DISMISSED], hands=4)
    bringing.read(brought, Work(of_sheet(hands=4, entries=9, corrections=3)))
    with pytest.raises(TooMuchWorkError):
        bringing.read(brought, Work(of_sheet(hands=4, entries=9, corrections=0) - 1))


@pytest.mark.parametrize(
    ("acts", "hands"),
    [
        ([(EntryKind.AMEND, {"entry": 2, "hand": {**RESULT, "tricks": turn % 11}}) for turn in range(300)], 200),
        (
            [
                each
                for turn in range(600)
                for each in ((EntryKind.UNDO, {"entry": 2}), (EntryKind.REDO, {"entry": 3 + 2 * turn}))
            ],
            1,
        ),
    ],
    ids=["amended", "undone and redone"],
)
def test_acts_for_which_much_is_looked_through_again_are_counted(
    acts: list[tuple[EntryKind, dict[str, Any]]], hands: int
) -> None:
    with pytest.raises(TooMuchWorkError):
        bringing.read(file(acts, hands), Work(len(acts) + 3 * hands + 1500))


def test_a_history_of_which_every_digest_was_altered_is_looked_through_soon() -> None:
    brought = file([DISMISSED] * 1500)
    altered = brought.replace(b'"digest": "', b'"digest": "00')
    for digest in {line.rpartition('"digest": "')[2][:64] for line in brought.decode().splitlines()}:
        altered = altered.replace(b"00" + digest.encode(), b"00" + digest[2:].encode())
    begun = time.thread_time()
    with pytest.raises(TamperedHistoryError):
        bringing.read(altered)
    assert time.thread_time() - begun < 5  # It took a minute, and four times that for twice as many.


def test_lines_that_are_no_entries_are_not_looked_through() -> None:
    lines = "\n".join("  1," for _ in range(validation.MOST_ENTRIES + 1))
    brought = content(history=[{}]).decode().removesuffix("}\n").removesuffix("}")
    with pytest.raises(FormatError, match="more lines"):
        bringing.read(f'{brought}, "more": [{{\n "history": [\n{lines} 1]}}]}}'.encode())


def test_a_sheet_has_no_more_players_than_its_table_has_room_for() -> None:
    seats = [[f"{name} {turn}" for name in FIVE] for turn in range(MOST_PLAYERS // len(FIVE))]
    hands = [{"contract": None, "players": names} for names in seats[1:]]
    bringing.read(content(*hands, players=seats[0], dealer=seats[0][0]))
    with pytest.raises(FormatError, match=f"at most {MOST_PLAYERS} players"):
        bringing.read(content(*hands, {"contract": None, "players": FIVE}, players=seats[0], dealer=seats[0][0]))
