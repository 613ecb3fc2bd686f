"""The sheet as PDF, to print and to sign: what it says, set by Typst."""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from anyascii import anyascii

from ...rules.core import Points, counted, in_cents, listed, minus
from ...sheet.audit import Receipt
from ...sheet.changes.remarks import NO_REMARKS, Remarks, changes
from ...sheet.core.ledger import AdjustmentRow, Ledger, signers
from .. import drawing, wording
from ..score_table import Cell, Cells, ScoreTable, words
from ..wording import distinct
from . import press

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points."""
_LACKING = re.compile(r'the text `"(.+?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{(\w+)\}")


def write(
    ledger: Ledger,
    *,
    fonts: Path,
    paper: str = "a4",
    amended: Collection[int | None] = (),
    fingerprint: str | None = None,
    remarks: Remarks = NO_REMARKS,
    receipt: Receipt | None = None,
) -> bytes:
    """As few pages as can be, upright where turning saves none; the same bytes for the same sheet and fonts.

    fonts: the folder of the bundled fonts.
    paper: a key of PAPERS.
    amended: the entries that recorded the hands that were amended since.
    fingerprint: of the sheet as it stands.
    remarks: what the players say of it.
    receipt: of its last entry, drawn as a QR code.

    Letters that the bundled fonts lack come from the fonts of the machine, and stand in Latin letters where these
    lack them, too.
    """
    data = content(ledger, amended, fingerprint, remarks, receipt)
    return set_by("sheet.typ", {**data, "paper": PAPERS[paper]}, fonts)


def set_by(template: str, data: dict[str, Any], fonts: Path) -> bytes:
    """What a template beside this file makes of some data; letters as in `write`."""
    data = each_text(data, visible)
    system_fonts, lacking = False, set[str]()
    while True:
        try:
            path = str(Path(__file__).with_name(template))
            return press.document(path, json.dumps(data), str(fonts), system_fonts=system_fonts)
        except press.NotSetError as error:
            found = _lacking(str(error)) - lacking
            if not found:
                raise
            if system_fonts:
                lacking |= found
                data = each_text(data, partial(in_latin, lacking=found))
            system_fonts = True


def _lacking(said: str) -> set[str]:
    """The letters that a compilation failed for: of `the text "\\u{f0000}" could not be displayed`, that one."""
    texts = _LACKING.findall(said)
    return {letter for text in texts for letter in _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)}


ALIGNMENTS = {"text": "center", "words": "left", "names": "left", "sum": "right"}
LONG = 1500
"""Characters above and below a hand: more may not fit on one page with it."""
SHORT = 8
"""Characters, as a contract has, "10 NT XX": fewer never break."""
SHORTER = (14, 11, 8, 6, 4)
"""Letters of the names above columns that have no room for whole ones."""
NARROW = 7
"""Characters: a word of so few always fits."""
CHANGED = "changed"
"""Below the number of a hand that was amended."""
NO_BREAK = "\u00a0"
_TERM = re.compile(r" (?=[+−=] )")
_WORD = re.compile(r" |(?<=-)(?=[^\d ])")


def content(
    ledger: Ledger,
    amended: Collection[int | None],
    fingerprint: str | None,
    remarks: Remarks = NO_REMARKS,
    receipt: Receipt | None = None,
) -> dict[str, Any]:
    sheet, game = ledger.sheet, ledger.table.game
    title, day = sheet.title or game.title, wording.long_day(sheet.date)
    facts = (*([game.title] if sheet.title else []), counted(len(ledger.rows), "hand"))
    # Who has signed in the app is named above the lines for the others.
    together, unsigned = remarks.to_sign(signers(ledger))
    signatures = f"To be signed by {together}{f', fingerprint {fingerprint}' if fingerprint else ''}"
    return {
        "title": title,
        "day": day,
        # A fixed one where none is known, so that printing it again changes nothing.
        "date": dict(
            zip(("year", "month", "day"), map(int, (sheet.date or "2000-01-01").split("-")), strict=True)
        ),
        "running_head": " · ".join(part for part in (title[:120], day) if part),
        "facts": " · ".join(facts),
        "seated": signers(ledger),
        "rules": wording.house_rules(ledger),
        **table(ledger, amended, remarks),
        "standings_caption": (
            "Final standings"
            if ledger.ending
            else f"Standings after {counted(len(ledger.rows), 'hand')}"
            if ledger.rows
            else "Standings before the first hand"
        ),
        "standings": list(_standings(ledger)),
        "sentences": [*_sentences(ledger), *remarks.at_the_foot()],
        "signatures_caption": signatures if unsigned else "",
        "players": unsigned,
        "fingerprint": fingerprint or "",
        "receipt": drawing.receipt_code(receipt) if receipt else "",
        "receipt_caption": "Scan, and compare under Proof" if receipt else "",
    }


def _standings(ledger: Ledger) -> Iterator[dict[str, Any]]:
    """In the order of the places, with what is carried besides points; none where nobody has any points yet."""
    for standing, place in wording.ranked(ledger) if ledger.rows or ledger.adjusted else ():
        counters = ledger.counters.get(standing.column, ())
        yield {
            "name": standing.column,
            "total": minus(standing.total),
            "place": place,
            "marks": [f"{counter.name} {counter.text}" for counter in counters],
        }


def _sentences(ledger: Ledger) -> Iterator[str]:
    if sentence := wording.won(ledger):
        yield sentence
    if payments := in_cents(ledger.payments):
        paid = " · ".join(f"{name} {wording.money(amount)}" for name, amount in payments.items())
        yield f"{'Payments' if ledger.ending else 'Payments as it stands'}: {paid}"


Placed = tuple[int, Cell]
"""A cell, and the column that it begins in."""


class _Hand(NamedTuple):
    """events, notes: the sentences above and below it; totals: after it, per column of the sheet."""

    cells: Sequence[Placed]
    events: Sequence[str]
    notes: Sequence[str]
    totals: Sequence[Points]
    double: bool = False
    amended: bool = False


def table(ledger: Ledger, amended: Collection[int | None], remarks: Remarks = NO_REMARKS) -> dict[str, Any]:
    """heads: two lines of cells; rows: the hands; columns: the texts that each must be wide enough for; shorter:
    heads and columns once more, with ever shorter names above them.
    """
    score_table = ScoreTable.of(ledger)
    first_total = score_table.width - len(ledger.columns)
    heads, hands = _heads(score_table), list(_hands(score_table, amended, remarks))
    body = [placed for hand in hands for placed in hand.cells]
    called: dict[str, str] = {}
    aligned = {index: ALIGNMENTS[cell.kind] for index, cell in body if cell.columns == 1}

    def written(index: int, cell: Cell) -> dict[str, Any]:
        """The result of a running total stands apart: it is bold."""
        lines, bold = _lines(cell), ""
        if index >= first_total and cell.kind == "sum":
            working, equals, bold = lines[0].rpartition(f"={NO_BREAK}")
            lines = [working + equals]
        breaks = cell.kind in ("names", "words") and any(len(word) > NARROW for word in cell.text.split())
        return {"at": index, "columns": cell.columns, "lines": lines, "bold": bold, "breaks": breaks}

    def short(cell: Cell) -> Cell:
        return replace(cell, lines=tuple(called.get(line, line) for line in cell.lines))

    def head(index: int, cell: Cell) -> dict[str, Any]:
        align = "center" if cell.columns > 1 else aligned.get(index, ALIGNMENTS[cell.kind])
        return {**written(index, short(cell)), "rows": cell.rows, "align": align}

    def column(index: int) -> dict[str, Any]:
        above = ((first, short(cell)) for line in heads for first, cell in line)
        cells = [cell for first, cell in (*above, *body) if first == index and cell.columns == 1]
        texts = {line for cell in cells if cell.kind != "sum" for line in _lines(cell)}
        texts |= {CHANGED for hand in hands if hand.amended and not index}
        sums = {line for cell in cells if cell.kind == "sum" for line in _lines(cell)}
        return {
            "align": aligned.get(index, "left"),
            "total": index >= first_total,
            "names": index < first_total and any(first == index and cell.kind == "names" for first, cell in body),
            "texts": sorted(texts),
            "words": sorted({word for line in texts for word in _WORD.split(line)}),
            "named": sorted({word for first, cell in heads[1] for word in _named(first, short(cell), index)}),
            "sums": _longest(sums),
            "terms": _longest({term for line in sums for term in line.split(" ")}),
        }

    def shaped(letters: int = 0) -> dict[str, Any]:
        called.clear()
        if letters:
            called.update(zip(ledger.columns, distinct(ledger.columns, letters, len), strict=True))
        return {
            "heads": [[head(index, cell) for index, cell in line] for line in heads],
            "columns": [column(index) for index in range(score_table.width)],
        }

    longest = max(map(len, ledger.columns))
    return {
        "shorter": [shaped(letters) for letters in SHORTER if letters < longest],
        **shaped(),
        "rows": [
            {
                "cells": [written(index, cell) for index, cell in hand.cells],
                "events": hand.events,
                "notes": [wording.with_minus(note) for note in hand.notes],
                "totals": [minus(total) for total in hand.totals],
                "double": hand.double,
                "amended": CHANGED if hand.amended else "",
                "long": sum(map(len, (*hand.events, *hand.notes))) > LONG,
            }
            for hand in hands
        ],
    }


def _hands(table: ScoreTable, amended: Collection[int | None], remarks: Remarks) -> Iterator[_Hand]:
    """The hands and adjustments; as the last, what the end of the sheet pays, and changes for the next hand."""
    ledger, events = table.ledger, changes(table.ledger)
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            cells = _placed((words("adjusted"), *table.adjusted(row)), range(table.width))
            agreed = [f"Agreed by {listed(row.by)}."] if row.by else []
            yield _Hand(cells, [], agreed, ledger.padded(row.totals))
            continue
        cells = _placed((words(f"hand{NO_BREAK}{row.number}"), *table.cells(row)), range(table.width))
        notes, totals = [*table.notes(row), *remarks.of_hand(row)], ledger.padded(row.totals)
        yield _Hand(cells, events[row.number - 1], notes, totals, row.ends_game, row.hand.entry in amended)
    last = events[-1] if ledger.rows else []
    if closing := table.closing():
        yield _Hand(_placed((words("end"), *closing), range(table.width)), last, [], ledger.totals)
    elif last:
        yield _Hand([], last, [], ledger.totals)


def _heads(table: ScoreTable) -> tuple[list[Placed], list[Placed]]:
    upper, lower = table.heads
    above = _placed(upper, range(table.width))
    free = (column for index, cell in above if cell.rows == 1 for column in range(index, index + cell.columns))
    return above, _placed(lower, free)


def _placed(cells: Cells, columns: Iterable[int]) -> list[Placed]:
    """columns: those that are free, from the left."""
    free = iter(columns)
    return [(min(islice(free, cell.columns)), cell) for cell in cells]


def _lines(cell: Cell) -> list[str]:
    if cell.kind == "sum":
        return [_sum(line) for line in cell.lines]
    whole = cell.kind == "text" and max(map(len, cell.lines)) < SHORT
    return [line.replace(" ", NO_BREAK) if whole else line for line in cell.lines]


def _sum(line: str) -> str:
    """A sum with the minus that is as long as a plus. It breaks before its signs, one of two terms only before its
    result: "49 + 38", "= 87".
    """
    terms = [term.replace(" ", NO_BREAK) for term in _TERM.split(minus(line))]
    return " ".join([NO_BREAK.join(terms[:2]), *terms[2:]] if len(terms) == 3 else terms)


def _named(first: int, cell: Cell, index: int) -> list[str]:
    """The words of a name that stands above a column, and above no other."""
    alone = first == index and cell.columns == 1 and cell.kind == "names"
    return [word for line in cell.lines for word in _WORD.split(line)] if alone else []


def _longest(sums: Collection[str]) -> list[str]:
    """Digits are of one width, so of sums the longest is the widest."""
    longest = max(map(len, sums), default=0)
    return sorted(line for line in sums if len(line) == longest)


NON_JOINER = "\u200c"
"""Persian words need it; other marks that only steer how the letters around them are drawn are left out."""
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u017f−♠♥♦♣]*")


def each_text(data: Any, change: Callable[[str], str]) -> Any:
    """Data for JSON with every text in it changed."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: each_text(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [each_text(value, change) for value in data]
    return data


def visible(text: str) -> str:
    """The text without what cannot be seen; in codes if nothing else is there: "[U+200D]"."""
    if _PLAIN.fullmatch(text):
        return text
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(map(_visible, normal))
    if not seen.strip(f" {NON_JOINER}"):
        return _codes(normal)
    return wording.isolated(seen)


def _visible(character: str) -> str:
    kind = unicodedata.category(character)
    if (kind == "Cf" and character != NON_JOINER) or "\ufe00" <= character <= "\ufe0f":
        return ""
    if kind == "Cs":  # half of a pair, which no file can hold
        return "\ufffd"
    return " " if kind in ("Cc", "Zl", "Zp") else character


def in_latin(text: str, lacking: Collection[str]) -> str:
    """lacking: the letters that no font has. They are written run by run, so that words stay whole:
    "[ShenZhen]", "[boar]"; in codes where nobody knows their sound.
    """
    runs = ((missing, "".join(run)) for missing, run in groupby(text, lambda letter: letter in lacking))
    return "".join(_latin(run) if missing else run for missing, run in runs)


def _latin(run: str) -> str:
    sound = " ".join(re.sub("[:_]", " ", anyascii(run)).split())
    return f"[{sound}]" if sound else _codes(run)


def _codes(run: str) -> str:
    return "".join(f"[U+{ord(character):04X}]" for character in run)
