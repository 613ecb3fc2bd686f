"""What leaves the app is the same for a history that was kept elsewhere: its facts come in another order."""

import json
from dataclasses import replace
from datetime import UTC, datetime

from scorer.exports import texts
from scorer.exports import texts as text
from scorer.exports.pdf import content as pdf_content
from scorer.sheet import audit, importing, sheet_file
from scorer.sheet.paper import csv
from scorer.store.scorebook import Snapshot
from scorer.web import commands

from ..sheet.evening import Evening
from ..sheet.files import RESULT


def test_a_history_that_was_kept_elsewhere_says_all_in_the_same_words_and_order() -> None:
    evening = Evening(RESULT, options={"no_trump": True, "lowest_bid": 0}, title="Friday")
    evening.act(
        commands.adjust({"points": {"Ellie": 5, "Amber": -5}, "note": "late", "by": ["Cindy", "Amber"]}, None)
    )
    evening.rename(Ellie="Zoe", Betty="Bea")
    evening.rules(tricks=9, no_trump=False)
    evening.record({**RESULT, "proposer": "Zoe"})
    evening.act(
        commands.adjust({"points": {"Zoe": 1, "Cindy": 2, "Bea": 3}, "note": "", "by": ["Zoe", "Bea"]}, None)
    )
    at = datetime(2026, 11, 20, tzinfo=UTC)
    entries = tuple(replace(entry, key=f"k{entry.number}", at=at) for entry in evening.entries)
    here = Snapshot.of("here", entries)
    content = sheet_file.write(evening.snapshot.sheet, audit.lines(entries, audit.digests(entries)))
    sealed = importing.read(content)
    assert isinstance(sealed, importing.Sealed)
    came = Snapshot.of("came", sealed.entries)
    for said in (
        lambda snapshot: text.score(snapshot.ledger),
        lambda snapshot: texts.summary(snapshot.ledger),
        lambda snapshot: csv.wide(snapshot.ledger),
        lambda snapshot: csv.long(snapshot.ledger),
        lambda snapshot: json.dumps(pdf_content(snapshot.ledger, (), None), default=str),
        lambda snapshot: [(line.verb, line.what) for line in snapshot.history.latest(99, 99)],
    ):
        assert said(came) == said(here)
