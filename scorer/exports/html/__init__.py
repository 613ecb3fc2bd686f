"""The sheet as one HTML page that needs nothing else: no server, no script, no file beside it.

sheet.html has the table of the sheet, and under each hand how its numbers came about.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ...rules.core import Rule, counted, in_cents, listed, minus, sentence, signed
from ...sheet import audit, questions
from ...sheet.audit import Receipt
from ...sheet.changes.disputes import signers
from ...sheet.changes.history import History
from ...sheet.changes.remarks import NO_REMARKS, Remarks, changes, first_game, in_force
from ...sheet.core.ledger import Ledger, Row
from ...sheet.core.sheet import Entry, timeline
from .. import drawing
from ..score_table import ScoreTable
from ..wording import long_day, money, ranked, with_minus, won

HERE = Path(__file__).parent
STYLE = (HERE / "style.css").read_text("utf-8")
POLICY = "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
"""What the page may load: nothing but its own style, which it names by its hash."""
_SUIT = re.compile("([♣♦♥♠])")


class Explained(NamedTuple):
    """below: the sentences under a hand; facts, rules: what its numbers came from, beside its score lines."""

    below: Sequence[str]
    facts: Sequence[str]
    rules: Sequence[Rule]


def write(ledger: Ledger, entries: Sequence[Entry] = (), receipt: Receipt | None = None) -> bytes:
    """The same bytes for the same sheet. entries: its history, where it has one; receipt: of the last of them."""
    sheet, game, standing = ledger.sheet, ledger.table.game, timeline(entries)
    remarks = Remarks.of(standing.acts, ledger) if entries else NO_REMARKS
    history = History(entries, ledger)
    amended = (row for row in ledger.rows if row.hand.entry in standing.amended)
    corrections = {row.number: tuple(questions.corrections(history, row)) for row in amended}
    page = _environment().get_template("sheet.html")
    text = page.render(
        policy=POLICY.format(base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()),
        style=STYLE,
        ledger=ledger,
        game=game,
        title=sheet.title or game.title,
        about=[
            *([game.title] if sheet.title else []),
            *([long_day(sheet.date)] if sheet.date else []),
            counted(len(ledger.rows), "hand"),
        ],
        players=signers(ledger),
        house_rules=first_game(ledger).options.changed(),
        standings=ranked(ledger),
        won=won(ledger),
        payments=in_cents(ledger.payments),
        table=ScoreTable.of(ledger),
        changes=changes(ledger),
        in_force=in_force,
        hands={row.number: _explained(ledger, row, remarks) for row in ledger.rows},
        corrections=corrections,
        foot=[*remarks.at_the_foot()],
        fingerprint=audit.fingerprint(receipt.digest) if receipt else "",
        receipt=receipt,
        code=drawing.receipt_code(receipt) if receipt else "",
    )
    return text.encode()


def _explained(ledger: Ledger, row: Row, remarks: Remarks) -> Explained:
    note = row.hand.facts.get("note") if row.judged.settled is None else None
    below = (
        *([sentence(f"Note: “{note}”")] if note else []),
        *row.events,
        *row.settled_from,
        *remarks.of_hand(row),
    )
    answers = [questions.points(ledger, row, column) for column in range(len(ledger.columns))]
    # The house rules stand above the table, and where they change.
    said_already = {*below, questions.noted(note or ""), f"House rules: {'; '.join(row.game.options.changed())}."}
    facts = dict.fromkeys(
        fact
        for answer in answers
        for fact in answer.facts
        # Who scored what stands above, once for all columns.
        if fact not in said_already and not fact.startswith("In this hand ")
    )
    if scored := ledger.workings(row):
        out = [name for name in ledger.columns if questions.absent(name) in facts]
        nothing = [name for name in ledger.columns if name not in {*out}.union(*(names for names, _, _ in scored))]
        none = [f"There was nothing for {listed(nothing)}."] if nothing else []
        facts = dict.fromkeys((*none, *facts))
    cited = {line.rule for line in row.score.lines}
    rules = dict.fromkeys(rule for answer in answers for rule in answer.other_rules if rule not in cited)
    return Explained(below, [*facts], [*rules])


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(listed=listed, minus=minus, money=money, said=said, signed=signed, suits=suits)
    return environment


def said(text: object) -> Markup:
    """As `suits`, with real minus signs."""
    return suits(with_minus(str(text)))


def suits(text: object) -> Markup:
    """With coloured suits, drawn as letters and not as pictures."""
    return Markup("").join(map(_marked, _SUIT.split(str(text))))


def _marked(part: str) -> Markup:
    if not _SUIT.fullmatch(part):
        return Markup("{}").format(part)
    return Markup('<span class="{}">{}\ufe0e</span>').format("red" if part in "♥♦" else "black", part)
