"""A hand struck off the sheet: those after it keep the dealer and the cards they were played with."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...rules.reading import FormatError
from ..core.judge import IllegalHandError, take_seats
from ..core.ledger import Ledger, Row, check_names
from ..core.sheet import DEALT, Hand, Sheet, with_pins
from .corrections import rotated_dealer
from .revision import misfit, next_hand


def as_played(before: Ledger, struck: Sheet) -> dict[str, Any]:
    """What the hands after a struck one name from now on: "pinned" and "coming", as `Folded.pin` takes them.

    before: the ledger with the hand; struck: the sheet without it. Raises IllegalHandError, numbered as before,
    where a hand cannot have been played without the one that is struck.
    """
    rows = {row.hand.entry: row for row in before.rows}
    ledger = Ledger.of(replace(struck, hands=(), coming={}, finished=False))
    pinned: dict[str, dict[str, Any]] = {}
    for hand in struck.hands:
        row = rows.get(hand.entry)
        if row is None:
            # The open hand: it comes below.
            break
        pins = _pins(ledger, row, hand.facts) if row.number > len(ledger.rows) + 1 else {}
        if pins:
            pinned[str(hand.entry)] = pins
        try:
            ledger = ledger.add(Hand(with_pins(hand.facts, pins), hand.entry))
        except IllegalHandError as broken:
            raise IllegalHandError(row.number, broken.call, broken.violation) from None
    try:
        check_names(ledger.adjusted, ledger.played)
    except FormatError as fault:  # Points without a deal, for somebody who had come with the struck hand.
        gone = next(
            row.number for row in before.rows if row.hand.entry not in {hand.entry for hand in struck.hands}
        )
        raise misfit(gone, fault) from None
    facts: dict[str, Any] = {"pinned": pinned} if pinned else {}
    if coming := _coming(before, ledger):
        facts["coming"] = coming
    return facts


def dealt_after(ledger: Ledger, facts: Mapping[str, Any]) -> dict[str, Any]:
    """As `next_dealt`, once a hand of these facts follows; most sheets have no hand that was dealt anything else,
    and it is not looked at. Raises IllegalHandError.
    """
    if not any(key in hand for hand in (facts, *(row.hand.facts for row in ledger.rows)) for key in DEALT):
        return {}
    return next_dealt(replace(ledger, playing=None).add(Hand(facts)))


def next_dealt(ledger: Ledger) -> dict[str, Any]:
    """What the hand after those on a ledger is dealt, where its place in the house rules says something else."""
    if ledger.over or not any(key in row.hand.facts for row in ledger.rows for key in DEALT):
        return {}
    game = ledger.table.game
    goes_on = game.dealt_after([row.game.dealt_with(row.judged.table.carry) for row in ledger.rows])
    by_place = game.dealt_with(game.deal({}, ledger.table.carry))
    return {key: value for key, value in goes_on.items() if by_place[key] != value}


def _pins(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand names of dealer and cards. ledger: without the struck hand, up to this one."""
    pins = _dealt(ledger, facts, row.game.dealt_with(row.judged.table.carry))
    if "dealer" not in facts and rotated_dealer(ledger.table, facts) != row.dealer:
        pins["dealer"] = row.dealer
    return pins


def _coming(before: Ledger, ledger: Ledger) -> dict[str, Any]:
    """The same for the open or next hand: an open one keeps what it was dealt, the next one goes on from there."""
    facts = next_hand(before)
    if before.playing:
        return _dealt(ledger, facts, before.table.game.dealt_with(before.table.carry))
    coming = next_dealt(ledger)
    return {**{key: None for key in DEALT if key in facts and key not in coming}, **coming}


def _dealt(ledger: Ledger, facts: Mapping[str, Any], dealt: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand names to be dealt so; None for what it names and need not."""
    table, _ = take_seats(ledger.table, {key: value for key, value in facts.items() if key not in DEALT}, "$")
    by_place = table.game.dealt_with(table.carry)
    named = {key: None if by_place[key] == value else value for key, value in dealt.items()}
    return {key: value for key, value in named.items() if facts.get(key) != value}
