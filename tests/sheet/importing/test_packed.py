"""A sheet in a link: its history comes back entry for entry, and what is cut, changed or swollen is refused."""

import base64
import json
import random
import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Any

import pytest
import segno

from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import audit, importing
from scorer.sheet.core.entries import Entry, EntryKind
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Sheet
from scorer.sheet.importing import Sealed

from ...exports.ledgers import OF_GAME
from ...exports.random_sheets import result
from .. import sealed

BEGAN = datetime(2026, 11, 20, 19, 30, 0, 5, UTC)
NOT_WHOLE = "the link is not whole: part of it is missing or was changed on its way"
FOUR, FIVE = ["North", "East", "South", "West"], ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
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


@pytest.mark.parametrize("game", GAMES)
def test_twenty_hands_fit_into_a_code_that_a_phone_reads(game: str) -> None:
    entries = twenty(game)
    text = pack(entries)
    assert importing.unpack(text)[0] == tuple(entries)
    assert int(segno.make(f"{PAGE}{importing.MARK}{text}", error="l", micro=False).version) <= 25


def test_an_evening_of_every_game_comes_back_entry_for_entry_with_its_digests() -> None:
    for ledgers in OF_GAME.values():
        for ledger in ledgers:
            acts = importing.acts_of(ledger.sheet)
            entries = [
                Entry(number, kind, facts, f"key {number}", "phone", BEGAN)
                for number, (kind, facts) in enumerate(acts, 1)
            ]
            digests = audit.digests(entries)
            found, proved = importing.unpack(importing.pack(entries, digests[-1]))
            assert proved == digests
            assert [audit.text(entry) for entry in found] == [audit.text(entry) for entry in entries]


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
    with pytest.raises(FormatError, match="more than 1 MB"):
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
