"""What the check of a paper sheet has found, as text for a terminal and as an object."""

from collections.abc import Iterator
from typing import Any

from ...rules.core import counted, listed, upper_first
from ...rules.reading import FormatError
from ...sheet.core.judge import IllegalHandError
from ...sheet.paper.check import TOTAL, Checked, Finding
from ...sheet.paper.table import headed
from . import terminal as text
from .terminal import printable


def as_object(checked: Checked) -> dict[str, Any]:
    """The answer of `scorer check-paper --json`: findings hand by hand; those on what the end of the sheet pays
    come last, with null for the hand. Behind an adjustment stand its number and the hand that it follows.
    """
    return {
        "game": checked.ledger.sheet.game,
        "players": list(checked.ledger.sheet.players),
        "left_out": list(checked.left_out),
        "figures": checked.figures,
        "wrong": len(checked.wrong),
        "carried": len(checked.carried),
        "unread": [
            {"column": each.column, "kind": each.kind, "where": each.where, "detail": each.detail}
            for each in checked.unread
        ],
        "findings": [
            {
                "hand": finding.hand if checked.line(finding) else None,
                **({"adjustment": finding.adjustment} if finding.adjustment else {}),
                "column": finding.column,
                "kind": finding.kind,
                "claimed": finding.claimed,
                "due": finding.due,
                "carried": finding.carried,
                "slips": list(finding.mistakes),
                "working": checked.working(finding),
                "why": [{"points": line.points, "reason": line.reason} for line in checked.why(finding)],
            }
            for finding in checked.findings
        ],
    }


def as_text(checked: Checked) -> str:
    """The first wrong figure, the further ones, and last those that only carry these on."""
    return printable(_lines(checked))


def summary(checked: Checked) -> str:
    """ "2 wrong figures of 20, and 3 more that only carry on what was wrong before."."""
    unread = f" {counted(len(checked.unread), 'figure')} cannot be read." if checked.unread else ""
    if not checked.figures:
        return f"The paper claims no figures{' that can be read.' + unread if unread else '.'}"
    if not checked.findings:
        return f"Nothing is wrong: {counted(checked.figures, 'figure')} checked.{unread}"
    carried = len(checked.carried)
    carry = f", and {carried} more that only carr{'ies' if carried == 1 else 'y'} on what was wrong before"
    return f"{counted(len(checked.wrong), 'wrong figure')} of {checked.figures}{carry if carried else ''}.{unread}"


def read_as(checked: Checked) -> list[str]:
    """Who plays where only the headings say so, and which columns are no player's, as sentences."""
    players = [headed(checked.assumed)] if checked.assumed else []
    return [*players, *([f"Left out: {listed(checked.left_out)}."] if checked.left_out else [])]


def describe(checked: Checked, finding: Finding) -> str:
    """ "Hand 2, Cindy: the total is 87, not 78."."""
    what = "the total is" if finding.kind == TOTAL else "the points are"
    return f"{checked.place(finding)}, {finding.column}: {what} {finding.due}, not {finding.claimed}."


def error(fault: FormatError | IllegalHandError) -> str:
    """Why a paper sheet cannot be checked."""
    if isinstance(fault, FormatError):
        return printable([f"This paper sheet cannot be read: {text.located(fault)}."])
    return text.error(fault)


def _lines(checked: Checked) -> Iterator[str]:
    yield summary(checked)
    yield from read_as(checked)
    for index, finding in enumerate(checked.wrong):
        yield ""
        if index < 2:
            yield "Further" if index else "The first wrong figure"
        yield describe(checked, finding)
        yield from (f"   {'Or: ' if nth else ''}{mistake}" for nth, mistake in enumerate(finding.mistakes))
        yield from (f"   Right: {right}" for right in _right(checked, finding))
    if checked.unread:
        yield from ("", "Not read")
        yield from (f"{upper_first(each.where)}, {each.column}: {each.detail}." for each in checked.unread)
    if checked.carried:
        yield from ("", "Only carried on")
        yield from (describe(checked, finding) for finding in checked.carried)


def _right(checked: Checked, finding: Finding) -> Iterator[str]:
    """The points with their reasons, and for a total how it comes about."""
    lines = checked.why(finding)
    working = " + ".join(f"{line.points} ({line.reason})" for line in lines).replace(" + -", " - ")
    if lines:
        points = sum(line.points for line in lines)
        yield f"{working} = {points}" if len(lines) > 1 else working
    if finding.kind == TOTAL and (finding.hand > 1 or finding.adjustment):
        yield checked.working(finding)
