"""How points, days, places and the end are written wherever people read them."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from ...rules.core import counted, listed, minus, place
from ...sheet.core.ledger import Ledger, Row, Standing

_QUOTED = re.compile("(“[^“”]*”)")
_MINUS = re.compile(r"(?<![\w)])-(?= ?\d)")


def day(written: str) -> str:
    """ "2026-11-20" as "20 Nov 2026"."""
    if not written:
        return ""
    when = date.fromisoformat(written)
    return f"{when.day} {when:%b %Y}"


def month_name(written: str) -> str:
    """ "2026-11" as "Nov 2026"."""
    return day(f"{written}-01").partition(" ")[2] if written else ""


def with_minus(sentence: str) -> str:
    """With real minus signs before numbers, but for what people have said or written, in quotation marks."""
    return "".join(part if part.startswith("“") else _MINUS.sub("−", part) for part in _QUOTED.split(sentence))


def money(amount: Decimal) -> str:
    """An amount to the cent: "+1.20", with a real minus sign."""
    return minus(f"{amount:+.2f}")


def played(ledger: Ledger) -> str:
    """ "12 hands", or while the sheet goes on "after 12 hands"."""
    hands = counted(len(ledger.rows), "hand")
    return hands if ledger.over else f"after {hands}" if ledger.rows else "no hand yet"


def ranked(ledger: Ledger) -> list[tuple[Standing, str]]:
    """The standings, each with its place; with none before the first hand."""
    shared = Counter(standing.place for standing in ledger.standings)
    return [
        (standing, place(standing.place, shared=shared[standing.place] > 1) if ledger.rows else "")
        for standing in ledger.standings
    ]


def won(ledger: Ledger) -> str:
    """ "Cindy wins: the table ended the game."; empty while the game goes on."""
    return f"{winners(ledger)}: {ledger.ending.reason}." if ledger.ending else ""


def winners(ledger: Ledger) -> str:
    """ "Cindy wins"; empty while the game goes on."""
    if ledger.ending is None:
        return ""
    names = ledger.winners
    if len(names) > 1:
        return f"{listed(names)} share the first place"
    verb = "win" if ledger.table.game.sides_have_columns else "wins"
    return f"{listed(names)} {verb}" if names else "Nobody wins"


def reasons(ledger: Ledger, row: Row) -> Iterator[str]:
    """Who scored what in a hand, and for what: "Amber and Cindy: 21 (bid 6, made) + 28 (7 tricks) = 49"."""
    for names, lines, total in ledger.workings(row):
        working = " + ".join(f"{line.points} ({line.reason})" for line in lines).replace(" + -", " - ")
        yield f"{listed(names)}: {working}{f' = {total}' if len(lines) > 1 else ''}"
