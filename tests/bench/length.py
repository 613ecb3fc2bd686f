"""Long sheets beside short ones, and a large database beside a small one."""

from .book import Book
from .figures import Extent, Figure, at_most
from .load import Pace, Side, compare
from .phone import Phone
from .servers import folder, scorer


def length(extent: Extent) -> list[Figure]:
    with folder() as place:
        book = Book.of(place, extent.hands, 20, extent.hands, 10)
        with scorer(book) as server:
            long, short, at_the_end, at_the_start = (Phone(server.port, book.key, sheet) for sheet in book.sheets)
            page, first_page = compare(
                Side(server.port, [long.reads]), Side(server.port, [short.reads]), extent.rounds, extent.seconds
            )
            hand, first_hand = compare(
                Side(server.port, [at_the_end.records]),
                Side(server.port, [at_the_start.records]),
                extent.rounds,
                extent.seconds / 10,
            )
    return [
        _ratio(f"the page of a sheet of {extent.hands:,} hands ÷ of 20", page, first_page, 1.25),
        _ratio(f"hand {extent.hands:,} recorded ÷ hand 10", hand, first_hand, 1.25),
    ]


def many(extent: Extent) -> list[Figure]:
    with folder() as crowd, folder() as other:
        large, small = Book.of(crowd, 100), Book.of(other, 100)
        copies = large.copy(large.sheets[0], extent.many)
        with scorer(large) as crowded, scorer(small) as empty:
            late = Phone(crowded.port, large.key, copies[len(copies) // 2])
            early = Phone(empty.port, small.key, small.sheets[0])
            hand, first_hand = compare(
                Side(crowded.port, [late.records]),
                Side(empty.port, [early.records]),
                extent.rounds,
                extent.seconds / 5,
            )
    hands = 100 * (extent.many + 1)
    return [_ratio(f"hand {hands:,} of a database recorded ÷ hand 100", hand, first_hand, 1.2)]


def _ratio(name: str, pace: Pace, other: Pace, goal: float) -> Figure:
    beside = f"{pace.middle * 1000:.1f} ms beside {other.middle * 1000:.1f}"
    return at_most(name, pace.middle / other.middle, goal, beside)
