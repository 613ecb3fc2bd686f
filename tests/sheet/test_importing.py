"""A sheet file imported, with its history and without; and a history as the text of a link."""

import base64
import json
import random
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import audit, importing, sheet_file
from scorer.sheet.audit import TamperedHistoryError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, EntryKind, Outcome, Sheet, fold
from scorer.sheet.importing import MOST_BYTES, MOST_PLAYERS, Sealed, acts_of
from scorer.sheet.paper.table import open_table
from scorer.sheet.sheet_file import GoOn, TooMuchWorkError
from scorer.web.commands import NothingToUndoError

from ..exports.random_sheets import result
from . import sealed
from .any_game import sheets_of
from .evening import SIX, Evening, as_entries
from .files import FIVE, NOBODY, RESULT, SILENT, content

EACH_GAME = pytest.mark.parametrize("game", GAMES)
PRINTABLE = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
NAMES = st.text(PRINTABLE, max_size=8).map(lambda name: f"Ω{name}".strip())
ACTS = st.lists(st.sampled_from(["strike", "undo", "redo", "name", "swap", "amend"]), max_size=8)


def brought_in(file: bytes) -> bytes:
    """The file of the sheet that a file is imported as."""
    return sheet_file.write(fold(as_entries(acts_of(sheet_file.load(file)))))


def written(entries: Sequence[Entry], digests: Sequence[str | None] = ()) -> bytes:
    return sheet_file.write(fold(entries), audit.lines(entries, digests))


@EACH_GAME
@settings(max_examples=15)
@given(data=st.data())
def test_a_sheet_of_any_game_is_the_same_file_again(game: str, data: st.DataObject) -> None:
    first = brought_in(sheet_file.write(data.draw(sheets_of(game))))
    assert brought_in(first) == first


def evening_of(sheet: Sheet, data: st.DataObject) -> list[Entry]:
    """The sheet played in full, and then put right at random, each act with its key, device and time."""
    seats = {"players": [*sheet.players], "dealer": sheet.dealer}
    evening = Evening(game=sheet.game, **seats, options=dict(sheet.options), date="2026-11-20")
    for row in Ledger.of(sheet).rows:
        with suppress(IllegalHandError, FormatError):
            evening.record(row.hand.facts)
    for what in data.draw(ACTS):
        rows, players = len(evening.ledger.rows), evening.players
        with suppress(IllegalHandError, FormatError, NothingToUndoError):
            match what:
                case "strike" if rows:
                    evening.strike(data.draw(st.integers(1, rows)), "twice")
                case "amend" if rows:
                    evening.amend(data.draw(st.integers(1, rows)), {"contract": None}, "«никто»")
                case "name":
                    evening.rename(**{players[0]: data.draw(NAMES)})
                case "swap":
                    evening.seat(None, [*reversed(players)], players[0])
                case "undo":
                    evening.undo()
                case _:
                    evening.redo()
    return [
        replace(entry, key=f"key {entry.number}", device="phone", at=datetime(2026, 11, 20, 21, tzinfo=UTC))
        for entry in evening.entries
    ]


@EACH_GAME
@settings(max_examples=15)
@given(data=st.data())
def test_a_history_of_any_game_is_the_same_file_again(game: str, data: st.DataObject) -> None:
    file = written(evening_of(data.draw(sheets_of(game)), data))
    brought = importing.read(file)
    assert isinstance(brought, Sealed)
    assert written(brought.entries, brought.digests) == file


def test_a_history_goes_on_from_its_beginnings_and_from_nothing_else() -> None:
    brought = importing.read(sealed.file())
    assert isinstance(brought, Sealed)
    digests = brought.digests
    assert brought.goes_on_from(digests[:1])
    assert brought.goes_on_from(digests)
    assert not brought.goes_on_from((*digests, "0" * 64))
    assert not brought.goes_on_from((*digests[:3], "0" * 64))


def test_seats_for_a_hand_after_the_last_one_are_no_hand_of_the_file() -> None:
    one = {"bids": {"Ann": 0, "Bo": 0, "Cid": 0}, "tricks": {"Ann": 1, "Bo": 0, "Cid": 0}}
    evening = Evening(one, game="oh-hell", players=["Ann", "Bo", "Cid"], dealer="Cid", options={"hand_sizes": [1]})
    evening.seat(None, ["Cid", "Bo", "Ann"], "Ann")
    file = sheet_file.write(evening.snapshot.sheet)
    assert len(Ledger.of(sheet_file.load(file)).rows) == 1
    assert brought_in(file) == file


def test_an_open_hand_keeps_its_calls_one_by_one_and_its_setting() -> None:
    setting = {"players": SIX, "options": {"tricks": 8}, "note": "late", "dealer": "Amber"}
    for facts in (
        {"dealer": "Ellie", "calls": ["Amber: 3H", "Betty: accept"]},
        {"players": SIX, "dealer": "Fiona", "calls": ["Amber: 3H"]},
        {"calls": ["Betty: 3H"], **setting},
        {"calls": [], **setting},
        {"calls": [], "dealer": "Betty"},
    ):
        file = sheet_file.write(sheet_file.load(content(RESULT, NOBODY, facts, dealer="Diana")))
        assert brought_in(file) == file
    kinds = [kind for kind, _ in acts_of(sheet_file.load(content({"calls": SILENT[:2]})))]
    assert kinds == [EntryKind.START, EntryKind.CALL, EntryKind.CALL]


def test_blanks_around_names_are_gone() -> None:
    result = {**RESULT, "proposer": " Amber ", "dealer": "Diana\t", "note": " as it was "}
    spoken = {"calls": [f" {call}" for call in SILENT], "players": [f"{name} " for name in FIVE]}
    _, first, second = json.loads(brought_in(content(NOBODY, result, spoken, dealer="Diana")))["hands"]
    assert (first["proposer"], first["dealer"], first["note"]) == ("Amber", "Diana", " as it was ")
    assert (second["calls"], second["players"]) == (SILENT, FIVE)


@pytest.mark.parametrize(
    ("file", "where"),
    [
        (content(title="x" * 201), "$.title"),
        (content(title="Friday\x07"), "$.title"),
        (content(players=["Am\nber", *FIVE[1:]]), "$.players[0]"),
        (content(NOBODY, {**NOBODY, "players": ["Am\u2028ber", *FIVE[1:]]}), "$.hands[1].players[0]"),
        (content(players=["Amber\ufffe", *FIVE[1:]]), "$.players[0]"),
        (content(title="Friday\uffff"), "$.title"),
        (content(1), "$.hands[0]"),
        (content([]), "$.hands[0]"),
        (content(*[NOBODY] * 1001), "$.hands"),
        (content(history=[{}] * 5001), "$.history"),
        (b" " * (MOST_BYTES + 1), "$"),
        (b"[" * 100_000, "$"),
        (content(history=7), "$"),
    ],
)
def test_what_no_page_of_the_app_could_have_written_is_refused_at_its_place(file: bytes, where: str) -> None:
    with pytest.raises((FormatError, TamperedHistoryError)) as caught:
        importing.read(file)
    assert getattr(caught.value, "where", "$") == where


def test_an_altered_history_is_refused_and_the_bare_sheet_can_be_had() -> None:
    file = sealed.file().replace(b"misheard", b"misherad")
    with pytest.raises(TamperedHistoryError, match="entry 10 does not match its digest"):
        importing.read(file)
    assert importing.read_bare(file) == acts_of(sheet_file.load(file))


ABOUT = {"entry": 2, "hand": RESULT}
REVISED = {"head": {}, "hands": {}, "coming": {}, "calls": []}
MADE_UP: dict[str, tuple[EntryKind, dict[str, Any]]] = {
    "no facts": (EntryKind.AMEND, {}),
    "an unknown fact": (EntryKind.FINISH, {"why": "late"}),
    "a reason that is none": (EntryKind.STRIKE, {"entry": 2, "reason": ["x"]}),
    "a hand that is not there": (EntryKind.AMEND, {**ABOUT, "entry": 3}),
    "a hand that was never played": (EntryKind.AMEND, {"entry": 2, "hand": {**RESULT, "tricks": 11}}),
    "a hand of another game": (EntryKind.RECORD, {"hand": {"bids": {}}}),
    "a call that is none": (EntryKind.CALL, {"call": "Amber", "dealer": "Ellie"}),
    "a dealer who is nobody": (EntryKind.CALL, {"call": "Amber: 3H", "dealer": "Zoe"}),
    "nothing to take back": (EntryKind.UNDO, {"entry": 7}),
    "the start taken back": (EntryKind.UNDO, {"entry": 1}),
    "nothing to bring back": (EntryKind.REDO, {"entry": 2}),
    "a second start": (EntryKind.START, {"game": "plain", "players": ["A", "B"], "dealer": "A"}),
    "a title without a date": (EntryKind.TITLE, {"title": "Friday"}),
    "a date that is none": (EntryKind.TITLE, {"title": "Friday", "date": "never"}),
    "names in a number": (EntryKind.RENAME, {"names": {"Amber": 7}, "revised": REVISED}),
    "a head with hands": (EntryKind.RULES, {"options": {}, "whole": True, "revised": {"head": {"hands": []}}}),
    "two players left": (
        EntryKind.RENAME,
        {"names": {}, "revised": {"head": {"players": ["A", "B"], "dealer": "A"}}},
    ),
    "a house rule that is none": (
        EntryKind.RULES,
        {"options": {}, "whole": True, "revised": {"head": {"options": {"x": 1}}}},
    ),
    "a hand by name": (EntryKind.RULES, {"options": {}, "whole": False, "revised": {"hands": {"two": RESULT}}}),
    "a seat for nobody": (EntryKind.SEATS, {"entry": None, "players": [7], "dealer": "Ellie", "revised": REVISED}),
    "points taken over from nobody": (
        EntryKind.SEATS,
        {"entry": None, "players": FIVE, "dealer": "Ellie", "revised": REVISED, "hand": NOBODY},
    ),
    "a statement without a dispute": (EntryKind.STATEMENT, {"entry": 2, "dispute": 2, "player": "Amber"}),
    "an outcome without a hand": (
        EntryKind.SETTLE,
        {"entry": 2, "dispute": 2, "outcome": Outcome.CORRECTED.value, "agreed": []},
    ),
    "an outcome that is none": (EntryKind.SETTLE, {"entry": 2, "dispute": 2, "outcome": "fought", "agreed": []}),
    "a hand that has not ended": (EntryKind.RECORD, {"hand": {"calls": []}}),
    "a hand amended to one that has not ended": (EntryKind.AMEND, {"entry": 2, "hand": {"calls": []}}),
    "nobody agrees": (EntryKind.AGREE, {"entry": 2, "player": None}),
}


@pytest.mark.parametrize("named", MADE_UP)
def test_a_history_that_was_made_up_is_refused_though_its_digests_hold(named: str) -> None:
    kind, facts = MADE_UP[named]
    good = as_entries(acts_of(sheet_file.load(content(RESULT))))
    importing.check_entries([replace(entry, key=str(entry.number)) for entry in good])
    forged = [*good, Entry(3, kind, facts)]
    with pytest.raises((FormatError, IllegalHandError)):
        importing.check_entries([replace(entry, key=str(entry.number)) for entry in forged])


@pytest.mark.parametrize(
    "changed",
    [
        {"key": "1"},
        {"key": "x" * 65},
        {"device": "x" * 25},
        {"device": "\x00"},
        {"at": datetime(1, 1, 1, tzinfo=UTC)},
    ],
)
def test_an_entry_that_the_database_could_not_hold_is_refused(changed: dict[str, Any]) -> None:
    first, second = as_entries(acts_of(sheet_file.load(content(RESULT))))
    with pytest.raises(FormatError, match=r"\$\.history\[1\]"):
        importing.check_entries([replace(first, key="1"), replace(second, **{"key": "2", **changed})])


def test_the_head_of_a_history_of_one_entry_is_checked() -> None:
    head = {"game": "plain", "players": ["A", "B"], "dealer": "A", "options": {"x": 1}}
    with pytest.raises(FormatError, match=r"\$\.options\.x"):
        importing.check_entries([Entry(1, EntryKind.START, head, "1")])


def test_a_version_that_would_leave_its_hand_open_is_made_up_too() -> None:
    good = [*as_entries(acts_of(sheet_file.load(content(RESULT)))), Entry(3, EntryKind.DISPUTE, {"entry": 2})]
    said = {"entry": 2, "dispute": 3, "player": "Amber", "hand": {"calls": []}}
    forged = [*good, Entry(4, EntryKind.STATEMENT, said)]
    importing.check_entries([replace(entry, key=str(entry.number)) for entry in good])
    with pytest.raises(IllegalHandError):
        importing.check_entries([replace(entry, key=str(entry.number)) for entry in forged])


DISMISSED = (EntryKind.DISMISS, {"flag": "twice", "said": "The same hand twice."})


def file(acts: list[tuple[EntryKind, dict[str, Any]]], hands: int = 1) -> bytes:
    """A sheet of so many hands, and what was done with it after, with its history."""
    start = (EntryKind.START, {"game": "offender", "players": FIVE, "dealer": "Ellie"})
    done = [start, *[(EntryKind.RECORD, {"hand": RESULT})] * hands, *acts]
    entries = tuple(
        replace(sealed.entries()[0], number=number, kind=kind, facts=facts, key=f"{number}")
        for number, (kind, facts) in enumerate(done, start=1)
    )
    return sheet_file.write(fold(entries), audit.lines(entries, ()))


def of_a_table(go_on: GoOn) -> object:
    table = open_table(GAMES["offender"].paper_example.encode())
    return table.read(GAMES["offender"], FIVE, table.likely(GAMES["offender"], FIVE), go_on)


@pytest.mark.parametrize(
    "read",
    [
        lambda go_on: importing.read(file([DISMISSED] * 3, hands=4), go_on),
        lambda go_on: importing.read(f"sheet={pack(sealed.entries())}".encode(), go_on),
        of_a_table,
    ],
    ids=["file", "link", "table"],
)
def test_every_entry_and_line_of_a_file_asks_whether_there_is_time_left(read: Callable[[GoOn], object]) -> None:
    steps: list[None] = []
    read(lambda: steps.append(None))
    left = iter(steps[1:])

    def go_on() -> None:
        if next(left, 1):
            raise TooMuchWorkError

    with pytest.raises(TooMuchWorkError, match="import the sheets in several files"):
        read(go_on)
    assert len(steps) > 1
    assert not [*left]


def test_a_link_that_fills_one_shape_again_and_again_is_refused_before_any_is() -> None:
    """A text of 1,344 letters took 69 seconds and a gigabyte."""
    for rows, values in ((50, 300_000), (5000, 30), (1, 140_000)):
        text = made([["p"], [[[]] * values], *[["start", 0, 0, ""]] * rows], moments=b"\0" * rows, count=rows)
        begun = time.thread_time()
        with pytest.raises(FormatError, match="unpacks to more than any sheet"):
            importing.unpack(text)
        assert time.thread_time() - begun < 0.05


def test_the_longest_history_that_fits_into_a_link_comes_back() -> None:
    players = [f"{name:♥<40}" for name in "ABCDEFGHIJ"]
    facts = {"entry": 2, "hand": {key: dict.fromkeys(players, 0) for key in ("bids", "tricks")}}
    entries = [replace(entry, kind=EntryKind.AMEND, facts=facts) for entry in evening(FOUR, [{}] * 2800, "spades")]
    text = pack(entries)
    assert 0.8 * importing.MOST_PACKED < len(text) < importing.MOST_PACKED
    assert importing.unpack(text)[0] == tuple(entries)


def test_a_history_of_which_every_digest_was_altered_is_looked_through_soon() -> None:
    brought = file([DISMISSED] * 1500)
    altered = brought.replace(b'"digest": "', b'"digest": "00')
    for digest in {line.rpartition('"digest": "')[2][:64] for line in brought.decode().splitlines()}:
        altered = altered.replace(b"00" + digest.encode(), b"00" + digest[2:].encode())
    begun = time.thread_time()
    with pytest.raises(TamperedHistoryError):
        importing.read(altered)
    assert time.thread_time() - begun < 5  # It took a minute, and four times that for twice as many.


def test_lines_that_are_no_entries_are_not_looked_through() -> None:
    lines = "\n".join("  1," for _ in range(importing.MOST_ENTRIES + 1))
    brought = content(history=[{}]).decode().removesuffix("}\n").removesuffix("}")
    with pytest.raises(FormatError, match="more lines"):
        importing.read(f'{brought}, "more": [{{\n "history": [\n{lines} 1]}}]}}'.encode())


def test_a_sheet_has_no_more_players_than_its_table_has_room_for() -> None:
    seats = [[f"{name} {turn}" for name in FIVE] for turn in range(MOST_PLAYERS // len(FIVE))]
    hands = [{"contract": None, "players": names} for names in seats[1:]]
    importing.read(content(*hands, players=seats[0], dealer=seats[0][0]))
    with pytest.raises(FormatError, match=f"at most {MOST_PLAYERS} players"):
        importing.read(content(*hands, {"contract": None, "players": FIVE}, players=seats[0], dealer=seats[0][0]))


BEGAN = datetime(2026, 11, 20, 19, 30, 0, 5, UTC)
NOT_WHOLE = "the link is not whole: part of it is missing or was changed on its way"
FOUR = ["North", "East", "South", "West"]
PAGE = "https://cards.example.org/scorer/app/import#"


def pack(entries: Sequence[Entry]) -> str:
    return importing.pack(entries, audit.digests(entries)[-1])


def evening(players: list[str], hands: list[dict[str, Any]], game: str) -> list[Entry]:
    """Hands entered as results, as the app writes them: keys and times at random."""
    chance = random.Random(game)
    head = {"game": game, "title": "Friday at Betty's", "players": players, "dealer": players[-1]}
    acts = [(EntryKind.START, head), *((EntryKind.RECORD, {"hand": hand}) for hand in hands)]
    at, entries = BEGAN, list[Entry]()
    for number, (kind, facts) in enumerate(acts, start=1):
        at += timedelta(microseconds=chance.randrange(600_000_000))
        key = base64.urlsafe_b64encode(chance.randbytes(12)).decode()
        entries.append(Entry(number, kind, facts, key, "HycJvLlpq_ZHhFUQ", at))
    return entries


def twenty(game: str) -> list[Entry]:
    """Twenty hands with everything drawn at random that a hand can say."""
    chance = random.Random(f"hands of {game}")
    players = FIVE if 5 in GAMES[game].sizes else FOUR
    table = Ledger.of(Sheet(game, tuple(players), players[-1])).table
    return evening(players, [result(table.game, table, chance) for _ in range(20)], game)


ROOM = 850
"""Digits of a code, with an address of usual length before them."""


def codes(entries: Sequence[Entry], room: int = ROOM) -> list[str]:
    """As the links that the codes of a sheet are, each with an address of its own."""
    return [f"{PAGE}{part}" for part in importing.parts_of(pack(entries), room)]


def said(*found: str) -> str:
    with pytest.raises(FormatError) as fault:
        importing.read("\n".join(found).encode())
    return fault.value.detail


@pytest.mark.parametrize("game", GAMES)
def test_twenty_hands_fit_into_a_few_codes_and_come_back_in_any_order(game: str) -> None:
    entries = twenty(game)
    found = codes(entries)
    assert len(found) <= 4
    assert all(len(each.rpartition(".")[2]) <= ROOM for each in found)
    for order in permutations(found):
        # One was read twice.
        content = "\r\n".join([*order, order[0]]).encode()
        assert importing.carries(content)
        assert importing.unpack(importing.joined(content))[0] == tuple(entries)


def test_a_sheet_that_fits_into_one_code_is_in_one_and_one_for_too_many_is_in_none() -> None:
    entries = sealed.entries()
    for room in (45, 600, 700, 5000):
        found = importing.parts_of(pack(entries), room)
        assert len(found) <= importing.MOST_PARTS
        assert all(len(each.rpartition(".")[2]) <= room for each in found)
    assert len(found) == 1
    assert codes(entries, 20) == codes(entries, 0) == codes(entries, -9) == []


def test_codes_of_which_some_are_missing_say_which() -> None:
    found = codes(twenty("offender"), 300)
    name = audit.fingerprint(audit.digests(twenty("offender"))[-1])
    first, *rest = found
    count = len(found)
    assert said(*rest) == f"{count - 1} of {count} codes of the sheet {name} are here, 1 is missing: number 1"
    assert said(first, found[2]).startswith(f"2 of {count} codes of the sheet {name} are here, {count - 2} are")


def test_codes_of_two_sendings_are_named_and_not_mixed() -> None:
    entries = twenty("spades")
    these, those = codes(entries, 400), codes(entries[:-1], 400)
    here = audit.fingerprint(audit.digests(entries)[-1])
    refused = said(these[0], *those[1:])
    assert "codes of 2 sheets" in refused
    assert f"1 of {len(these)} of {here}" in refused


def test_codes_that_were_altered_or_cut_or_of_too_many_are_refused() -> None:
    found = codes(twenty("plain"), 400)
    entries = twenty("plain")
    name = audit.fingerprint(audit.digests(entries)[-1])
    other = audit.fingerprint(audit.digests(entries[:-1])[-1])
    assert "do not make the sheet" in said(*(each.replace(name, other) for each in found))
    assert "not the same" in said(*found, f"{found[0][:-1]}{(int(found[0][-1]) + 1) % 10}")
    head, _, digits = found[0].rpartition(".")
    swapped = f"{digits[:100]}{(int(digits[100]) + 1) % 10}{digits[101:]}"
    for bad in (f"{head}.{digits[:-3]}", f"{head}.{swapped}", f"{head}.9", f"{head}.0"):
        said(bad, *found[1:])
    for bad in ("", "1", "0.2.K7QF-2M9D.1", "3.2.K7QF-2M9D.1", "1.1.k7qf-2m9d.1", "1.1.K7QF-2M9D.x"):
        assert "not whole" in said(f"{PAGE}part={bad}")
    assert "not whole" in said(f"{PAGE}part=1.1.K7QF-2M9D.{'1' * (importing.MOST_DIGITS + 1)}")
    assert "at most 16 codes, and these are 17" in said(f"{PAGE}part=1.17.K7QF-2M9D.1")
    assert "do not make" in said(f"{PAGE}part=1.1.K7QF-2M9D.1")


def test_acts_of_every_kind_keep_their_words_numbers_phones_and_times() -> None:
    entries = sealed.entries()
    link = f"Look: https://cards.example.org/import#sheet={pack(entries)}\r\n"
    read = importing.read(link.encode())
    assert isinstance(read, Sealed)
    assert read.digests == audit.digests(entries)
    assert [audit.text(entry) for entry in read.entries] == [audit.text(entry) for entry in entries]
    backwards = [replace(entry, at=BEGAN - timedelta(days=entry.number)) for entry in entries]
    assert [entry.at for entry in importing.unpack(pack(backwards))[0]] == [entry.at for entry in backwards]


def test_a_link_that_was_cut_or_changed_is_refused_at_every_place() -> None:
    text = pack(sealed.entries())
    chance = random.Random(1)
    places = {*range(60), *chance.sample(range(len(text)), 150)}
    # The last letter may hold bits that say nothing.
    for place in sorted(places - {len(text) - 1}):
        for other in (text[:place], text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]):
            with pytest.raises(FormatError) as caught:
                importing.unpack(other)
            assert caught.value.detail == NOT_WHOLE or "later release" in caught.value.detail


def made(
    rows: list[Any], digest: bytes = bytes(32), moments: bytes = b"\0", count: int = 1, version: int = 1
) -> str:
    """A text as nobody's app writes it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = deflate.compress(json.dumps(rows).encode()) + deflate.flush()
    whole = bytes([version]) + digest + count.to_bytes(2, "big") + moments + content
    return base64.urlsafe_b64encode(whole).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "====",
        made([["phone"], [{}], ["start", 0, 0, "key"]]),
        made([[7], [{}], ["start", 0, 0, "key"]]),
        made([["phone"], [{}], ["flight", 0, 0, "key"]]),
        made([["phone"], [[0, 0]], ["start", 0, 0, "key"]]),
        made([["phone"], [{}]]),
        made([], count=9),
        made([["phone"], [{}], ["start", 0, 0, "key"]], moments=b"\xff" * 20),
        made([["phone"], [{}], ["start", 0, 0, "key"]], moments=b"\xfe" * 9 + b"\x01"),
        made(reduce(lambda inner, _: [inner], range(800), [0])),
    ],
)
def test_what_is_no_sheet_behind_the_mark_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        importing.unpack(text)
    assert caught.value.detail == NOT_WHOLE


def test_a_swollen_link_is_refused_while_it_is_unpacked() -> None:
    with pytest.raises(FormatError, match="longer than 64 kB"):
        importing.unpack("A" * (importing.MOST_PACKED + 1))
    with pytest.raises(FormatError, match="more than any sheet"):
        importing.unpack(made([["x" * 2 * importing.MOST_UNPACKED]]))
    with pytest.raises(FormatError, match="more than 5000 entries"):
        importing.unpack(made([], count=5001))


def test_a_link_of_a_later_release_says_so() -> None:
    with pytest.raises(FormatError, match="later release"):
        importing.unpack(made([], version=2))


def test_a_link_is_told_from_other_texts() -> None:
    text = pack(sealed.entries())
    for link in (f"{PAGE}sheet={text}", f"sheet={text}", f" #sheet={text}\n", f"See\n{PAGE}sheet={text}"):
        assert importing.text_in(link.encode()) == text
    for other in (
        b"",
        b"{}",
        sealed.file(),
        b"hand,sheet=\n1,2",
        b"https://cards.example.org/import",
        "sheet=é".encode(),
    ):
        assert importing.text_in(other) is None
