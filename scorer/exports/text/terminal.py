"""A ledger, an auction and a verified history as plain text for a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from ...rules.calls import Bid, Call
from ...rules.core import Points, Score, counted, in_cents, listed, upper_first
from ...rules.names import unclear_names as unclear
from ...rules.reading import FormatError
from ...sheet.audit import TamperedHistoryError, Verified
from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import AdjustmentRow, Ledger, Row, Standing, seated
from .width import cells, distinct
from .wording import reasons

NARROW = 30
"""The characters for all names together in a narrow table."""
NARROWEST = 7
"""The characters for a name at least."""
JOINERS = frozenset(("\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))))
"""Not printable by themselves: they join letters of some scripts, and the parts of emoji and flags."""
UNSEEN = frozenset(("\u00ad", "\u200b", "\u2060", "\ufeff"))
"""Where a line may break, or not: a terminal that knows none of them would show them as something."""


def score(ledger: Ledger, remarks: Remarks = NO_REMARKS, *, narrow: bool = False) -> str:
    """The score sheet: a line per hand or adjustment with the totals, the reasons below them, the standings last.

    narrow: the table has the totals alone, below shortened names, for the bubble of a chat.
    """
    sheet = ledger.sheet
    head = " · ".join(part for part in (sheet.title, ledger.table.game.title, sheet.date) if part)
    lines = [head, "", *(_narrow_table(ledger) if narrow else _whole_table(ledger)), ""]
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            lines += adjusted(row)
        else:
            lines += _reasons(ledger, row)
            lines += (f"   {sentence}" for sentence in remarks.of_hand(row))
    if (closing := ledger.closing_score) and closing.lines:
        lines += _closing(ledger, closing)
    lines += ["", "Standings"]
    lines += [_standing(ledger, standing) for standing in ledger.standings]
    if payments := in_cents(ledger.payments):
        lines += ["", "Payments", *(f"  {name}  {amount:+.2f}" for name, amount in payments.items())]
    if ending := ledger.ending:
        lines += ["", f"The end: {ending.reason}. {listed(ledger.winners) or 'Nobody'} won."]
    if sentences := tuple(remarks.of_sheet()):
        lines += ["", *sentences]
    return printable(lines)


def _whole_table(ledger: Ledger) -> list[str]:
    rows = [["hand", "dealer", *ledger.columns]]
    rows += [[*_place(row), *_cells(ledger.padded(row.points), ledger.padded(row.totals))] for row in ledger.lines]
    return table(rows, left=1)


def _narrow_table(ledger: Ledger) -> list[str]:
    width = max(NARROWEST, NARROW // len(ledger.columns))
    rows = [["", *distinct(ledger.columns, width, cells)]]
    rows += [[_place(row)[0] or "±", *map(str, ledger.padded(row.totals))] for row in ledger.lines]
    return table(rows)


def _place(row: Row | AdjustmentRow) -> list[str]:
    """The number of a hand and who dealt it; of points without a deal, that they are."""
    return ["", "adjusted"] if isinstance(row, AdjustmentRow) else [str(row.number), row.dealer]


def _cells(points: Sequence[Points], totals: Sequence[Points]) -> list[str]:
    return [f"{point:+} = {total}" for point, total in zip(points, totals, strict=True)]


def _reasons(ledger: Ledger, row: Row) -> list[str]:
    """ "1: Amber and Cindy bid 6♥, took 7", and who scored what for which reasons; equal workings once."""
    worked = (f"   {sentence}" for sentence in (*reasons(ledger, row), *row.events, *row.settled_from))
    return [f"{row.number}: {row.summary if row.judged.carried else row.noted}", *worked]


def adjusted(row: AdjustmentRow) -> list[str]:
    """ "Adjusted after hand 4: Betty −10, Cindy +10 (revoke)", and who agreed."""
    return [f"Adjusted {row.in_words}", *([f"   Agreed by {listed(row.by)}."] if row.by else [])]


def _closing(ledger: Ledger, closing: Score) -> list[str]:
    """What the end of the sheet paid, and for what."""
    paid = [(name, line) for column, name in enumerate(ledger.columns) for line in closing.of(column)]
    return ["The end of the sheet", *(f"   {name}: {line.points} ({line.reason})" for name, line in paid)]


def _standing(ledger: Ledger, standing: Standing) -> str:
    counters = ", ".join(f"{counter.name} {counter.text}" for counter in ledger.counters.get(standing.column, ()))
    return f"  {standing.place}. {standing.column}  {standing.total}{f'  ({counters})' if counters else ''}"


def auction(ledger: Ledger) -> str:
    """Whose turn it is, the contract so far and the calls that are legal."""
    state = ledger.auction()
    if ledger.table.auction() is None:
        raise FormatError("$.game", f"{ledger.table.game.title} is entered without calls")
    if state is None:
        return f"The sheet has ended: {ledger.ending.reason if ledger.ending else ''}."
    if state.over:
        return printable([f"The bidding is over: {state.outcome()}."])
    return printable(
        [
            f"{state.name(state.turn)} to speak ({state.stage}).",
            f"So far: {state.outcome()}.",
            f"Legal: {', '.join(_call(call) for call in state.legal())}.",
        ]
    )


def verify(verified: Verified) -> str:
    entries = counted(verified.entries, "entry", "entries")
    found = f" Entry {verified.receipt} is the one of the receipt." if verified.receipt else ""
    return (
        f"{entries}, fingerprint {verified.fingerprint}: the history holds, and the sheet is what it makes.{found}"
    )


def error(fault: FormatError | IllegalHandError | TamperedHistoryError) -> str:
    if isinstance(fault, FormatError):
        return printable([f"Not a score sheet: {located(fault)}."])
    if isinstance(fault, TamperedHistoryError):
        return printable(f"{upper_first(altered.detail)}." for altered in fault.faults)
    place = f"hand {fault.hand}" + (f", call {fault.call}" if fault.call else "")
    rule = fault.violation.rule
    return printable(
        [f"A rule is broken in {place}: {fault.violation.detail}", f"{rule.name}: {fault.violation.text}"]
    )


def located(fault: FormatError) -> str:
    """What is wrong, and where in the file."""
    return fault.detail if fault.where == "$" else f"{fault.detail} (at {fault.where})"


def _call(call: Call) -> str:
    return call.symbols if isinstance(call, Bid) else str(call)


def table(rows: list[list[str]], left: int | None = None) -> list[str]:
    """left: the column of texts; in the others numbers stand below each other."""
    rows = [[printable([cell]) for cell in row] for row in rows]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        padding = [" " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        both = enumerate(zip(row, padding, strict=True))
        lines.append(
            "  ".join(cell + pad if column == left else pad + cell for column, (cell, pad) in both).rstrip()
        )
    return lines


def unclear_names(ledger: Ledger) -> Iterator[str]:
    """A warning for each name that nobody sees, or that could be taken for another."""
    for name, why in unclear(seated(ledger)):
        yield printable([f"a warning about the name “{name}”: {why}."])


def printable(lines: Iterable[str]) -> str:
    """The lines without the control characters, and the marks that turn the direction of writing, that a name may
    have. What joins letters or separates them stays.
    """
    return "\n".join("".join(_printed(letter) for letter in line) for line in lines)


def _printed(letter: str) -> str:
    if letter.isprintable() or letter in JOINERS:
        return letter
    return "" if letter in UNSEEN else "\ufffd"
