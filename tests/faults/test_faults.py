"""A short run of `python -m tests.faults`, and its audit, which has to see what it looks for."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from ..postgresql import NoPostgreSQLError, running
from .audit import Audit, faults_of_the_database
from .hands import EVERY_HAND, Hand, totals
from .run import run

FIRST, SECOND, THIRD = EVERY_HAND[:3]

FORGETFUL = """
import secrets
from scorer.cli import main
from scorer.store import scorebook
append = scorebook.append
scorebook.append = lambda *what, key, **known: append(*what, key=secrets.token_hex(8), **known)
main()
"""


def test_nothing_is_lost_or_doubled_while_the_server_is_killed_and_the_network_is_at_its_worst() -> None:
    report = run(hands=40, seed=1, clients=8)
    assert report.clean, str(report)
    counts = report.tally.counts
    assert counts["acknowledged"] == 40
    assert counts["kills"] >= 3
    happened = ("kills in flight", "broken", "dropped", "repeated", "twins", "reordered", "stale", "refused")
    assert [what for what in happened if not counts[what]] == []


@pytest.mark.long
def test_nothing_is_lost_or_doubled_while_postgresql_is_killed_too() -> None:
    try:
        with running(fast=False) as database:
            report = run(hands=40, seed=2, clients=8, postgresql=database)
    except NoPostgreSQLError as missing:
        pytest.skip(str(missing))
    assert report.clean, str(report)
    assert report.tally.counts["acknowledged"] == 40
    assert report.tally.counts["kills"] >= 3


@pytest.mark.long
def test_a_server_that_forgets_the_keys_of_requests_is_found_out() -> None:
    report = run(hands=24, seed=1, clients=8, program=[sys.executable, "-c", FORGETFUL])
    assert report.after.doubled > 0, str(report)
    assert report.after.ledgers > 0
    assert not report.clean


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([FIRST, SECOND], Audit()),
        ([FIRST], Audit(lost=1)),
        ([FIRST, SECOND, FIRST], Audit(doubled=1)),
        ([FIRST, SECOND, THIRD], Audit(unknown=1)),
        ([SECOND, FIRST], Audit(misplaced=1)),
    ],
)
def test_the_audit_sees_what_is_wrong_with_a_sheet(found: list[Hand], expected: Audit) -> None:
    audit = Audit()
    audit.compare([[FIRST, SECOND]], found)
    assert audit == expected
    assert audit.clean == (found == [FIRST, SECOND])


def test_the_hands_of_several_clients_stand_in_any_order_but_each_clients_own() -> None:
    audit = Audit()
    audit.compare([[FIRST, SECOND], [THIRD]], [FIRST, THIRD, SECOND])
    assert audit.clean


def test_the_plain_arithmetic_is_that_of_the_document() -> None:
    # Its example of multi-game scoring, of which the suits are invented.
    hands = [
        Hand("Amber", "Cindy", 6, "H", 7),
        Hand("Betty", "Ellie", 7, "S", 6),
        Hand("Cindy", "Diana", 5, "C", 8),
        Hand("Betty", "Diana", 8, "D", 7),
    ]
    assert totals(hands) == {"Amber": 132, "Betty": 58, "Cindy": 180, "Diana": 123, "Ellie": 72}


def test_a_gap_between_the_entries_of_a_file_is_found(tmp_path: Path) -> None:
    file = tmp_path / "scorer.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE entry (sheet_id, number)")
        connection.executemany("INSERT INTO entry VALUES ('one', ?)", [(1,), (2,)])
        connection.executemany("INSERT INTO entry VALUES ('two', ?)", [(1,), (3,)])
    url = URL.create("sqlite", database=str(file))
    assert faults_of_the_database(url, 4) == ["sheet two has 2 entries, numbered from 1 to 3"]
    assert faults_of_the_database(url, 5)[1:] == ["4 entries instead of 5"]
