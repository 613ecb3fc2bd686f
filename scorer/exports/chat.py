"""The sheet as text to be put into a chat: a few lines, or all of it in columns."""

import re
import unicodedata
from collections.abc import Iterator

from ..rules.core import in_cents, listed, minus
from ..sheet.changes.remarks import NO_REMARKS, Remarks
from ..sheet.core.ledger import AdjustmentRow, Ledger
from . import terminal
from .wording import day, money, played, ranked

FENCE = "```"
"""What makes the chats that know it set lines in columns, as they are."""
MARKS = re.compile(r"[\\`*_{}\[\]<>()#+.!|~:@-]")
"""What may mean something in Markdown; all of it may stand behind a backslash."""


def summary(ledger: Ledger, fingerprint: str = "", remarks: Remarks = NO_REMARKS) -> str:
    """What was played, when, by whom, how it stands and who won; what is disputed, and who signed it."""
    return "\n".join(_summary(ledger, fingerprint, remarks))


def whole(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> str:
    """The score sheet with every hand's reasons, fenced."""
    inside = terminal.score(ledger, remarks, narrow=True).replace(FENCE, "'''")
    return f"{FENCE}\n{inside}\n{FENCE}"


def markdown(ledger: Ledger) -> str:
    """The running totals as a table, for the chats and notes that draw one: GitHub, Mattermost, Zulip."""
    heads = ["hand", *map(_in_cell, ledger.columns)]
    rows = [["±" if isinstance(row, AdjustmentRow) else str(row.number), *row.totals] for row in ledger.lines]
    if ledger.closing:
        rows.append(["end", *ledger.totals])
    wide = ([*row, *[""] * (len(heads) - len(row))] for row in rows)
    lines = (heads, ["---:"] * len(heads), *([minus(cell) for cell in row] for row in wide))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _in_cell(name: str) -> str:
    """A name without a meaning to Markdown."""
    return MARKS.sub(r"\\\g<0>", _line(name))


def _summary(ledger: Ledger, fingerprint: str, remarks: Remarks) -> Iterator[str]:
    sheet = ledger.sheet
    if sheet.title:
        yield _line(sheet.title)
    yield " · ".join(part for part in (ledger.table.game.title, day(sheet.date), played(ledger)) if part)
    yield ""
    for standing, place in ranked(ledger):
        # An ordinal: "1." would begin a list, which some chats number for themselves.
        yield f"{place} {_name(standing.column)}: {minus(standing.total)}".lstrip()
    if ledger.adjusted:
        yield ""
        yield from (f"Adjusted {_line(row.in_words)}" for row in ledger.adjusted)
    if payments := in_cents(ledger.payments):
        yield from ("", "Payments")
        yield from (f"{_name(name)}: {money(amount)}" for name, amount in payments.items())
    if ending := ledger.ending:
        yield ""
        yield f"{listed([_name(name) for name in ledger.winners]) or 'Nobody'} won: {ending.reason}."
    if remarks.open:
        hands = listed([str(number) for number in remarks.open])
        yield from ("", f"In dispute: {'hands' if remarks.open[1:] else 'hand'} {hands}.")
    if remarks.signed:
        yield from ("", f"Signed by {listed([_name(name) for name in remarks.signed])}.")
    if fingerprint:
        yield from ("", f"Fingerprint {fingerprint}")


def _name(name: str) -> str:
    """A name set apart where it runs from right to left, and would take the numbers beside it along."""
    runs = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{_line(name)}\u2069" if runs else _line(name)


def _line(written: str) -> str:
    """In one line, without what turns the direction of all that follows."""
    return " ".join(re.sub("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", " ", written).split())
