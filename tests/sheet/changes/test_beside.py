"""The versions of a disputed hand side by side: what they have alike is told once."""

from collections.abc import Iterator
from itertools import pairwise

from scorer.rules.core import signed
from scorer.sheet.changes.disputes import Comparison, Version, beside

from ..vectors import VECTORS, scored


def hands() -> Iterator[list[Version]]:
    """The hands of every vector, as versions that they are not: of different contracts, bids and points."""
    for ledger in filter(None, map(scored, VECTORS)):
        yield [Version((), row.hand.facts, row, ledger) for row in ledger.rows]


def test_one_version_alone_says_what_was_played_and_what_everybody_got() -> None:
    for versions in hands():
        for version in versions:
            assert version.row
            assert version.ledger
            shown = beside([version])
            assert shown.alike or version.row.game.key == "plain"
            paid = {name: line.cells[0] for line in shown.lines for name in line.of}
            assert paid == dict(zip(version.ledger.columns, map(signed, version.row.points), strict=False))
            assert not any(line.differs for line in shown.lines)


def test_two_versions_show_what_differs_and_say_the_rest_once() -> None:
    for versions in hands():
        for one, other in pairwise(versions):
            assert one.row
            assert one.ledger
            assert other.row
            same, shown = beside([one, one]), beside([one, other])
            assert not any(line.differs for line in same.lines)
            assert all(len(line.cells) == 2 for line in shown.lines)
            # Whose points differ has a line; whose points do not is in the words, where any differ.
            for name, *points in zip(one.ledger.columns, one.row.points, other.row.points, strict=False):
                lines = [line for line in shown.lines if name in line.of and line.label in ("", "each")]
                differs = points[0] != points[1]
                assert [line.differs for line in lines] in ([differs], [] if not differs else [True])
                assert lines or f"{name} {signed(points[0])}" in shown.alike


def test_who_leads_is_said_by_name_where_the_total_alone_would_not_tell() -> None:
    line = Comparison((), "Leader", ("20", "20"), ("Amber", "Betty"))
    assert line.differs
