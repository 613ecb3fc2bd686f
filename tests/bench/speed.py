"""Sixteen phones at once: a hand beside a raw write, and a look for news beside a hello."""

from .book import Book
from .figures import Extent, Figure, at_least, at_most
from .load import Side, compare
from .phone import Phone
from .servers import bare, folder, scorer

PHONES = 16
SHEETS_EACH = 10
"""So many that none gets long while its phone records: an evening has some dozens of hands."""
HAND = f"a recorded hand ÷ a raw write of bare Flask, {PHONES} phones"
LOOK = f"a look with nothing new ÷ a bare hello, {PHONES} phones"


def speed(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, 10)
        sheets = book.copy(book.sheets[0], SHEETS_EACH * PHONES)
        with scorer(book) as ours, bare() as theirs:
            phones = [Phone(ours.port, book.key, *sheets[first::PHONES]) for first in range(PHONES)]
            poll, hello = compare(
                Side(ours.port, [phone.looks_for_news for phone in phones]),
                Side(theirs.port, [phone.says_hello for phone in phones]),
                extent.rounds,
                extent.seconds,
            )
            hand, write = compare(
                Side(ours.port, [phone.records for phone in phones]),
                Side(theirs.port, [phone.writes for phone in phones]),
                extent.rounds,
                extent.seconds,
            )
    late = f"{hand.late * 1000:.0f} ms beside {write.late * 1000:.0f}"
    return [
        at_least(
            HAND,
            hand.rate / write.rate,
            0.25,
            f"{hand.rate:.0f} beside {write.rate:.0f} a second",
        ),
        at_most("the same, 99 of 100 answered within", hand.late / write.late, 1, late),
        at_least(
            LOOK,
            poll.rate / hello.rate,
            0.4,
            f"{poll.rate:.0f} beside {hello.rate:.0f} a second",
        ),
    ]
