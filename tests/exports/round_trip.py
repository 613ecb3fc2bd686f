"""A sheet taken away in every form that can come back, and brought back."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from scorer.exports.drawing import fit_for_xml
from scorer.exports.from_workbook import as_table
from scorer.exports.workbook import workbook
from scorer.rules.reading import FormatError
from scorer.sheet import audit, importing, sheet_file
from scorer.sheet.changes.remarks import Remarks
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Entry, fold
from scorer.sheet.importing import Sealed
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import long as long_csv
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import load

from ..sheet.papers import as_it_seems

BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def meaning(ledger: Ledger) -> tuple[Any, ...]:
    """All that a sheet says, calls left out, and every dealer by name, whether in turn or not."""
    sheet, table = ledger.sheet, ledger.table
    hands = [
        (row.dealer, row.game.players, row.game.options, row.result, row.judged.settled, row.points, row.totals)
        for row in ledger.rows
    ]
    said = [
        {key: row.hand.facts.get(key) for key in ("note", "cards", "played", "by", "carry")} for row in ledger.rows
    ]
    head = (sheet.game, sheet.title, sheet.date, sheet.players, sheet.dealer, dict(sheet.options), sheet.finished)
    adjusted = [(row.adjustment, row.points, row.totals) for row in ledger.adjusted]
    end = (adjusted, ledger.closing, ledger.totals, ledger.standings, ledger.ending)
    now = (table.game.players, table.game.options, table.dealer, table.carry)
    return *head, ledger.columns, hands, said, *end, *now


def remarks(ledger: Ledger) -> Remarks:
    """Something said of every hand and of the sheet, and everybody's signature: none of that is read back."""
    hands = {row.number: (f"In dispute, says {row.dealer}: 5, not 6; open.",) for row in ledger.rows}
    now = datetime(2026, 11, 20, 22, 5, tzinfo=UTC)
    return Remarks(hands, ("=1, a hand was struck.",), (), dict.fromkeys(ledger.table.game.players, now))


def resaved(content: bytes) -> bytes:
    """As a spreadsheet writes it elsewhere: with semicolons, and every line as long as the longest."""
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    width = max(map(len, lines))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";")
    writer.writerows([*line, *[""] * (width - len(line))] for line in lines)
    return text.getvalue().encode("utf-8-sig")


def faults(ledger: Ledger) -> Iterator[str]:
    """What is said against the table of a right sheet, and what is not the same when it has come back."""
    plain, remarked = wide_csv(ledger), wide_csv(ledger, remarks(ledger))
    # XML has no place for some signs: such a sheet is another one in a workbook.
    fits = fit_for_xml(plain.decode()) == plain.decode()
    books = [("as a workbook: ", as_table(workbook.write(ledger)))] if fits else []
    for how, table in (("", plain), ("resaved, with remarks: ", resaved(remarked)), *books):
        try:
            checked = check(load(table))
            hands = as_it_seems(table)
        except (FormatError, IllegalHandError) as fault:
            yield f"{how}refused: {fault}"
            continue
        yield from (f"{how}check-paper: {finding}" for finding in checked.findings)
        yield from (f"{how}import: {finding}" for finding in (*hands.bad, *hands.checked.findings))
        for way, came in (("check-paper", checked.ledger), ("import", hands.ledger)):
            if meaning(came) != meaning(ledger):
                yield f"{how}{way}: another sheet came back"
        if checked.figures != _figures(ledger):
            yield f"{how}check-paper: only {checked.figures} figures were looked at"
    yield from _of_files(ledger)
    yield from _of_long_list(ledger)


def _of_files(ledger: Ledger) -> Iterator[str]:
    """As sheet files and as links, which hold everything, to the digit."""
    if sheet_file.load(sheet_file.write(ledger.sheet)) != ledger.sheet:
        yield "as a file: another sheet came back"
    try:
        importing.check_words(ledger.sheet)
    except FormatError:
        return  # A title or a name of two lines: no page of the app can show it.
    acts = enumerate(importing.acts_of(ledger.sheet), start=1)
    entries = tuple(Entry(number, kind, facts, f"key {number}", "phone", BEGAN) for number, (kind, facts) in acts)
    digests = audit.digests(entries)
    text = importing.pack(entries, digests[-1])
    forms = {"as a file with history": sheet_file.write(fold(entries), audit.lines(entries, digests))}
    if len(text) <= importing.MOST_PACKED:
        forms["as a link"] = f"https://cards.example.org/import#sheet={text}".encode()
    if codes := importing.parts_of(text, 850):
        forms["in codes"] = "\n".join(reversed(codes)).encode()
    for how, content in forms.items():
        came = importing.read(content)
        if not isinstance(came, Sealed) or (came.entries, came.digests) != (entries, digests):
            yield f"{how}: another history came back"


def _of_long_list(ledger: Ledger) -> Iterator[str]:
    """As the long list, which has neither head nor seats: where the same players sit from the first hand to the
    last, and no sign in a name parts others.
    """
    everybody = (ledger.sheet.players, *(hand.facts.get("players") for hand in ledger.sheet.hands))
    first = ledger.rows[0].hand.facts if ledger.rows else {"options": {}}
    if any(everybody[1:]) or "options" in first or not all(map(str.isalpha, ledger.sheet.players)):
        return
    try:
        hands = as_it_seems(long_csv(ledger), ledger.sheet.game)
    except (FormatError, IllegalHandError) as fault:
        yield f"as a long list: refused: {fault}"
        return
    yield from (f"as a long list: {finding}" for finding in (*hands.bad, *hands.checked.findings))
    if (hands.ledger.totals, hands.sheet.players) != (ledger.totals, ledger.sheet.players):
        yield "as a long list: another sheet came back"


def _figures(ledger: Ledger) -> int:
    """Two for each hand and the end, and the totals after each adjustment, whose points are facts."""
    columns, hands = len(ledger.columns), len(ledger.rows) + bool(ledger.closing)
    return columns * (2 * hands + len(ledger.adjusted)) - _facts(ledger)


def _facts(ledger: Ledger) -> int:
    """How many figures of the table are themselves the facts of their hand: the points that people wrote down."""
    settled = sum(len(row.judged.settled or ()) for row in ledger.rows)
    return settled + sum(len(row.game.players) for row in ledger.rows if "points" in row.game.keys)
