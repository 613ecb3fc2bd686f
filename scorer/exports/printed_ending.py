"""The end of a printed sheet: the standings, what is paid, and room for everybody's signature."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..rules.core import counted, place
from ..rules.money import in_cents
from ..sheet.agreement import seated
from ..sheet.ledger import Ledger, Standing
from .ink import BLACK, SOFT, Ink
from .score_table import won
from .strip import Strip
from .typeface import Typeface

TOTAL, TEXT, SMALL = 16.0, 9.0, 7.5
IN_A_ROW = 6
SIGNATURES = 4
"""Of either as many beside each other at most."""
ROOM = 34.0
"""For a signature, above its line."""


def ending(ledger: Ledger, type: Typeface, width: float, fingerprint: str | None) -> list[Strip]:
    """fingerprint: of the sheet as it stands, for those who sign."""
    strips = [Strip(14, lambda *_: None)] if ledger.rows else []
    if ledger.rows:
        said = "Final standings" if ledger.ending else f"Standings after {counted(len(ledger.rows), 'hand')}"
        strips.append(_caption(said))
        strips += _standings(ledger, type, width)
    strips += [_paragraph(sentence, type, width) for sentence in _sentences(ledger)]
    said = "To be signed by all who played"
    strips.append(Strip(10, lambda *_: None))
    strips.append(_caption(f"{said}, fingerprint {fingerprint}" if fingerprint else said))
    strips += _signatures(seated(ledger), type, width)
    return strips


def _sentences(ledger: Ledger) -> Iterator[str]:
    if sentence := won(ledger):
        yield sentence
    if payments := in_cents(ledger.payments):
        paid = " · ".join(f"{name} {amount:+.2f}" for name, amount in payments.items()).replace("-", "−")
        yield f"{'Payments' if ledger.ending else 'Payments as it stands'}: {paid}"


def _caption(said: str) -> Strip:
    return Strip(14, lambda ink, x, y: ink.text(x, y - 9, said, SMALL, colour=SOFT))


def _paragraph(said: str, type: Typeface, width: float) -> Strip:
    lines = type.lines(type.legible(said), width / TEXT)
    height = len(lines) * TEXT * 1.35 + 5
    return Strip(height, lambda ink, x, y: ink.paragraph(x, y - 5, lines, TEXT, TEXT * 1.35))


def _standings(ledger: Ledger, type: Typeface, width: float) -> Iterator[Strip]:
    """In the order of the places: name, total, place, and what is carried besides points."""
    standings = ledger.standings
    shared = Counter(standing.place for standing in standings)
    across = min(IN_A_ROW, len(standings))
    for first in range(0, len(standings), across):
        row = standings[first : first + across]
        yield _boxes(ledger, type, width / across, row, shared)


def _boxes(ledger: Ledger, type: Typeface, wide: float, row: Sequence[Standing], shared: Counter[int]) -> Strip:
    room = wide - 12
    names = [type.lines(type.legible(standing.column), room / TEXT, "names", "bold") for standing in row]
    marks = [
        [
            line
            for mark in ledger.marks.get(standing.column, ())
            for line in type.lines(type.legible(f"{mark.name} {mark.text}"), room / SMALL)
        ]
        for standing in row
    ]
    above = max(map(len, names)) * TEXT * 1.25
    height = 8 + above + TOTAL * 1.2 + SMALL * 1.3 * (1 + max(map(len, marks))) + 4

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.line(x, y, x + wide * len(row), y)
        ink.line(x, y - height, x + wide * len(row), y - height)
        for number, standing in enumerate(row):
            left = x + wide * number + 6
            if number:
                ink.line(left - 6, y, left - 6, y - height)
            for down, line in enumerate(names[number]):
                ink.text(left, y - 6 - TEXT * (1 + 1.25 * down), line, TEXT, face="bold")
            at = y - 6 - above - TOTAL
            total = f"{standing.total}".replace("-", "−")
            size = min(TOTAL, room / type.width(total, "title"))
            ink.text(left, at, total, size, face="title")
            said = [place(standing.place, shared=shared[standing.place] > 1), *marks[number]]
            for down, line in enumerate(said):
                ink.text(left, at - SMALL * 1.3 * (down + 1), line, SMALL, colour=SOFT)

    return Strip(height, draw)


def _signatures(players: Sequence[str], type: Typeface, width: float) -> Iterator[Strip]:
    across = min(SIGNATURES, len(players)) if len(players) != 5 else 5
    wide = width / across
    for first in range(0, len(players), across):
        yield _lines(players[first : first + across], type, wide)


def _lines(players: Sequence[str], type: Typeface, wide: float) -> Strip:
    names = [type.lines(type.legible(name), (wide - 14) / SMALL, "names") for name in players]
    height = ROOM + max(map(len, names)) * SMALL * 1.3 + 2

    def draw(ink: Ink, x: float, y: float) -> None:
        for number, lines in enumerate(names):
            left = x + wide * number
            ink.line(left, y - ROOM, left + wide - 14, y - ROOM, 0.6, BLACK)
            ink.paragraph(left, y - ROOM - 2, lines, SMALL, SMALL * 1.3, SOFT)

    return Strip(height, draw)
