"""What the commands answer with --json; `scorer score` and `auction` as the sheet format describes."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..rules.core import Points, ScoreLine
from ..rules.reading import FormatError
from ..sheet.audit import TamperedHistoryError, Verified
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import AdjustmentRow, Ledger, Row
from ..sheet.paper.check import Checked
from ..statistics.evening import BID_TOGETHER, DEFENSE, OFFENSE, OVER, TOGETHER, UNDER, Evening, Key
from ..statistics.players import Offers, Pair, PlayerFigures, Run, Share, figures, partnerships
from ..statistics.season import Behind, Night, Season
from ..statistics.standings import AS_USUAL, PlayerStanding, Ranking, standings


def score(ledger: Ledger) -> dict[str, Any]:
    ending = ledger.ending
    return {
        "game": ledger.sheet.game,
        "columns": list(ledger.columns),
        "hands": [{"number": row.number, "dealer": row.dealer, **_scored(ledger, row)} for row in ledger.rows],
        **({"adjustments": [_adjustment(ledger, row) for row in ledger.adjusted]} if ledger.adjusted else {}),
        "closing": None if ledger.closing is None else list(ledger.closing),
        "totals": list(ledger.totals),
        "standings": [_as_named(standing, "place", "column", "total") for standing in ledger.standings],
        "ending": ending and {"reason": ending.reason, "winners": list(ledger.winners)},
    }


def _as_named(thing: object, *names: str) -> dict[str, Any]:
    """What the answer calls as the app does."""
    return {name: getattr(thing, name) for name in names}


def _adjustment(ledger: Ledger, row: AdjustmentRow) -> dict[str, Any]:
    facts = {key: row.adjustment.facts[key] for key in ("note", "by") if key in row.adjustment.facts}
    return {"after": row.after, **facts, **_scored(ledger, row)}


def _scored(ledger: Ledger, row: Row | AdjustmentRow) -> dict[str, Any]:
    return {
        "points": list(ledger.padded(row.points)),
        "totals": list(ledger.padded(row.totals)),
        "why": [_lines(row.why(column)) for column in range(len(ledger.columns))],
    }


def _lines(lines: Iterable[ScoreLine]) -> list[dict[str, Any]]:
    return [{"points": line.points, "reason": line.reason} for line in lines]


def auction(ledger: Ledger) -> dict[str, Any]:
    """Raises FormatError where the game has no calls."""
    state = ledger.auction()
    if ledger.table.auction(unbid=True) is None:
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
    now = {"turn": turn, "stage": stage, "legal": [str(call) for call in legal]}
    return {**now, "contract": contract, "over": turn is None}


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
        "notes": list(checked.notes),
        "figures": checked.figures,
        "wrong": len(checked.wrong),
        "carried": len(checked.carried),
        "unread": [_as_named(each, "column", "kind", "where", "detail") for each in checked.unread],
        "findings": [
            {
                "hand": finding.hand if checked.line(finding) else None,
                **({"adjustment": finding.adjustment} if finding.adjustment else {}),
                **_as_named(finding, "column", "kind", "claimed", "due", "carried"),
                "slips": list(finding.mistakes),
                "working": checked.working(finding),
                "why": _lines(checked.why(finding)),
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
    told = {"hand": fault.hand, "call": fault.call, "rule": violation.rule.name, "detail": violation.detail}
    return {"error": told}


def statistics(season: Season, ranking: Ranking = AS_USUAL) -> dict[str, Any]:
    """What a season tells, with nights and hands behind its figures."""
    ranked = standings(season, ranking)
    found = partnerships(season)
    return {
        "game": season.game,
        "nights": [_night(season, night) for night in season.nights],
        "evenings": [_evening(evening) for evening in season.evenings],
        "standings": {
            "by": ranked.ranking.by,
            "best_of": ranked.ranking.best,
            "least": ranked.ranking.least,
            "how": ranked.sentence,
            "players": [_standing(each) for each in ranked.everybody],
        },
        "players": list(map(_player, figures(season))),
        "partnerships": [_pair(season, pair) for pair in found.pairs],
        "proposals": [_offers(offers) for offers in found.offers],
    }


def _night(season: Season, night: Night) -> dict[str, Any]:
    return {
        "night": night.name,
        "date": night.date,
        "sheets": [evening.sheet for evening in night.evenings],
        "hands": night.hands,
        "totals": {name: _number(total) for name, total in night.totals.items()},
        "places": dict(night.places),
        "new": list(season.new[night.name]),
    }


def _evening(evening: Evening) -> dict[str, Any]:
    return {
        **_as_named(evening, "sheet", "title", "date", "hands"),
        "totals": {name: _number(total) for name, total in evening.totals.items()},
        "winners": sorted(evening.winners),
    }


def _standing(each: PlayerStanding) -> dict[str, Any]:
    return {
        **_as_named(each, "place", "player", "nights", "won", "shared"),
        "sum": _number(each.total),
        "a_night": _average(each.a_night),
        "average_place": _average(each.average_place),
        "hands": each.hands,
        "a_hand": _average(each.a_hand),
        "by_points": [night.name for night in each.by_points],
        "by_places": [night.name for night in each.by_places],
    }


def _player(each: PlayerFigures) -> dict[str, Any]:
    bid, taken = each.tricks
    return {
        "player": each.player,
        "hands": each.hands,
        "offense": each.count(OFFENSE),
        "defense": each.count(DEFENSE),
        "points_on_offense": _average(each.average(OFFENSE)),
        "points_on_defense": _average(each.average(DEFENSE)),
        "bids": _share(each.made),
        "named": _share(each.first_made),
        "by_level": {level: _share(share) for level, share in each.by_level},
        "by_denomination": {suit: _share(share) for suit, share in each.by_suit},
        "tricks_bid": bid,
        "tricks_taken": taken,
        "nils": {nil: _share(share) for nil, share in each.nils},
        "over": each.count(OVER),
        "under": each.count(UNDER),
        "best_night": each.best and {"night": each.best[0].name, "total": _number(each.best[1])},
        "worst_night": each.worst and {"night": each.worst[0].name, "total": _number(each.worst[1])},
        "made_in_a_row": _run(each.made_in_a_row),
        "won_in_a_row": _run(each.won_in_a_row),
    }


def _pair(season: Season, pair: Pair) -> dict[str, Any]:
    return {
        "players": list(pair.players),
        "hands": pair.hands,
        "points_each": _average(pair.each_a_hand),
        "bids": _share(pair.made),
        "behind": _behind(season.behind(Key(TOGETHER, *pair.players))),
        "behind_made": _behind(season.behind(Key(BID_TOGETHER, *pair.players, made=True))),
    }


def _offers(offers: Offers) -> dict[str, Any]:
    return {
        "proposer": offers.proposer,
        "accepter": offers.accepter,
        "contracts": _share(offers.made),
    }


def _share(share: Share) -> dict[str, Any]:
    return {"made": share.part, "bid": share.whole}


def _run(run: Run) -> dict[str, Any]:
    return {"length": run.length, "behind": _behind(run.behind)}


def _behind(found: Iterable[Behind]) -> list[dict[str, Any]]:
    return [{"sheet": each.evening.sheet, "hands": list(each.hands)} for each in found]


def _number(points: Points) -> Points | float:
    return points if isinstance(points, int) else float(points)


def _average(average: Fraction | None) -> float | None:
    return None if average is None else float(average)
