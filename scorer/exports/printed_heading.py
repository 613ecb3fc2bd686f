"""The head of a printed sheet: its title and date, who plays, by which house rules."""

from datetime import date

from ..rules.core import counted
from ..sheet.agreement import seated
from ..sheet.changes import first_game
from ..sheet.ledger import Ledger
from .ink import BLACK, SOFT, Colour, Ink
from .strip import Strip
from .typeface import Typeface

TITLE, TEXT, SMALL = 20.0, 9.0, 8.0
LONG = 120
"""Characters: a title of more, which only a file can have, is set small."""
AIR = 9.0


def title_of(ledger: Ledger) -> str:
    return ledger.sheet.title or ledger.table.game.title


def day_of(ledger: Ledger) -> str:
    """ "20 November 2026"; empty where the sheet has no date."""
    if not ledger.sheet.date:
        return ""
    day = date.fromisoformat(ledger.sheet.date)
    return f"{day.day} {day:%B %Y}"


def heading(ledger: Ledger, type: Typeface, width: float) -> Strip:
    title, day = type.legible(title_of(ledger)), day_of(ledger)
    face, large = type.title(title), TITLE if len(title) <= LONG else TEXT
    beside = width - type.width(day) * TEXT - 2 * TEXT
    titles = type.lines(title, beside / large, face=face)
    game = ledger.table.game.title
    hands = counted(len(ledger.rows), "hand")
    told = [" · ".join((*([game] if ledger.sheet.title else []), hands, ", ".join(seated(ledger))))]
    if rules := first_game(ledger).options.changed():
        told.append(f"House rules: {'; '.join(rules)}.")
    sizes: tuple[tuple[float, Colour], ...] = ((TEXT, BLACK), (SMALL, SOFT))
    lines = [
        (line, size, colour)
        for said, (size, colour) in zip(told, sizes, strict=False)
        for line in type.lines(type.legible(said), width / size)
    ]
    below = len(titles) * large * 1.15 + 2
    height = below + sum(size * 1.35 for _, size, _ in lines) + AIR

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x + width, y - large * 0.8, day, TEXT, colour=SOFT, align=1)
        for number, line in enumerate(titles):
            ink.text(x, y - large * (0.8 + 1.15 * number), line, large, face=face)
        y -= below
        for line, size, colour in lines:
            ink.text(x, y - size, line, size, colour=colour)
            y -= size * 1.35

    return Strip(height, draw)


def running_head(ledger: Ledger, type: Typeface, width: float) -> Strip:
    """On every page but the first."""
    said = type.legible(" · ".join(part for part in (title_of(ledger)[:LONG], day_of(ledger)) if part))
    lines = type.lines(said, width / SMALL)

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.paragraph(x, y, lines, SMALL, SMALL * 1.35, SOFT)

    return Strip(len(lines) * SMALL * 1.35 + AIR, draw)
