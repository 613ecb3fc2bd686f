"""What the commands answer with --json; `scorer score` and `auction` as the sheet format describes."""

from typing import Any

from ..rules.core import ScoreLine
from ..rules.reading import FormatError
from ..sheet.audit import TamperedHistoryError, Verified
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import AdjustmentRow, Ledger, Row
from ..sheet.paper.check import Checked


def score(ledger: Ledger) -> dict[str, Any]:
    ending = ledger.ending
    return {
        "game": ledger.sheet.game,
        "columns": list(ledger.columns),
        "hands": [_hand(ledger, row) for row in ledger.rows],
        **({"adjustments": [_adjustment(ledger, row) for row in ledger.adjusted]} if ledger.adjusted else {}),
        "closing": None if ledger.closing is None else list(ledger.closing),
        "totals": list(ledger.totals),
        "standings": [
            {"place": standing.place, "column": standing.column, "total": standing.total}
            for standing in ledger.standings
        ],
        "ending": ending and {"reason": ending.reason, "winners": list(ledger.winners)},
    }


def _hand(ledger: Ledger, row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "dealer": row.dealer,
        **_scored(ledger, row),
    }


def _adjustment(ledger: Ledger, row: AdjustmentRow) -> dict[str, Any]:
    facts = {key: row.adjustment.facts[key] for key in ("note", "by") if key in row.adjustment.facts}
    return {"after": row.after, **facts, **_scored(ledger, row)}


def _scored(ledger: Ledger, row: Row | AdjustmentRow) -> dict[str, Any]:
    return {
        "points": list(ledger.padded(row.points)),
        "totals": list(ledger.padded(row.totals)),
        "why": [[_line(line) for line in row.why(column)] for column in range(len(ledger.columns))],
    }


def _line(line: ScoreLine) -> dict[str, Any]:
    return {"points": line.points, "reason": line.reason}


def auction(ledger: Ledger) -> dict[str, Any]:
    """Raises FormatError where the game has no calls."""
    state = ledger.auction()
    if ledger.table.auction() is None:
        raise FormatError("$.game", f"{ledger.table.game.title} is entered without calls")
    if state is None or state.over:
        turn, stage, legal = None, "bidding", ()
    else:
        turn, stage, legal = state.name(state.turn), state.stage, state.legal()
    contract = None
    if state is not None and state.contract is not None:
        contract = {"contract": str(state.contract), "declarer": state.name(state.declarer)}
        if state.partner is not None:
            contract["partner"] = state.name(state.partner)
    return {
        "turn": turn,
        "stage": stage,
        "legal": [str(call) for call in legal],
        "contract": contract,
        "over": turn is None,
    }


def verify(verified: Verified) -> dict[str, Any]:
    found = {"receipt": verified.receipt} if verified.receipt else {}
    return {"entries": verified.entries, "fingerprint": verified.fingerprint, "digest": verified.digest, **found}


def check_paper(checked: Checked) -> dict[str, Any]:
    """Findings hand by hand; those on what the end of the sheet pays
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


def error(fault: FormatError | IllegalHandError | TamperedHistoryError) -> dict[str, Any]:
    """Of what was altered, the first is the error; "later" are the others."""
    if isinstance(fault, FormatError):
        return {"error": {"where": fault.where, "detail": fault.detail}}
    if isinstance(fault, TamperedHistoryError):
        first, *later = ({"entry": found.entry, "detail": found.detail} for found in fault.faults)
        return {"error": first, "later": later}
    violation = fault.violation
    return {
        "error": {
            "hand": fault.hand,
            "call": fault.call,
            "rule": violation.rule.name,
            "detail": violation.detail,
        }
    }
