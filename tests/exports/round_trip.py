"""Take random sheets of every game away as CSV and workbook, and bring them back; status 0 if all are right."""

import argparse
import csv
import io
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from scorer.exports.drawing import fit_for_xml
from scorer.exports.from_workbook import as_table
from scorer.exports.workbook import workbook
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.changes.remarks import Remarks
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.hands_table import open_table
from scorer.sheet.paper.table import load

from .random_sheets import random_sheet


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
            paper = load(table)
            checked = check(paper)
            opened = open_table(table)
            game = GAMES[opened.likely_game]
            players = opened.likely_players(game)
            hands = opened.read(game, players, opened.likely(game, players))
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


def _figures(ledger: Ledger) -> int:
    """Two for each hand and the end, and the totals after each adjustment, whose points are facts."""
    columns, hands = len(ledger.columns), len(ledger.rows) + bool(ledger.closing)
    return columns * (2 * hands + len(ledger.adjusted)) - _facts(ledger)


def _facts(ledger: Ledger) -> int:
    """How many figures of the table are themselves the facts of their hand: the points that people wrote down."""
    settled = sum(len(row.judged.settled or ()) for row in ledger.rows)
    return settled + sum(len(row.game.players) for row in ledger.rows if "points" in row.game.keys)


def run(sheets: int, seed: int, seconds: float) -> bool:
    """Whether there was time for so many sheets, and nothing in them was faulted."""
    until, found, tried = time.monotonic() + seconds, list[str](), Counter[str]()
    hands = 0
    for number in range(sheets):
        if time.monotonic() > until:
            break
        game = list(GAMES)[number % len(GAMES)]
        ledger = random_sheet(game, random.Random(f"{seed} {number}"))
        tried[game] += 1
        hands += len(ledger.rows)
        found += [f"{game}, sheet {number}: {fault}" for fault in faults(ledger)]
    for fault in found[:20]:
        print(fault)
    games = ", ".join(f"{game} {number}" for game, number in tried.items())
    print(f"{tried.total()} sheets, {hands} hands (seed {seed}): {games}.")
    print(f"Falsely faulted, or not the same: {len({fault.partition(':')[0] for fault in found})}.")
    if tried.total() < sheets:
        print(f"There was no time for {sheets - tried.total()} more.")
    return not found and tried.total() == sheets


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.exports.round_trip", description=__doc__)
    parser.add_argument("--sheets", type=int, default=1000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated")
    parser.add_argument("--seconds", type=float, default=600, help="at most (default: %(default)s)")
    asked = parser.parse_args()
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    return 0 if run(asked.sheets, seed, asked.seconds) else 1


if __name__ == "__main__":
    sys.exit(main())
