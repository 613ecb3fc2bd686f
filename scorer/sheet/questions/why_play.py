"""Why? of the play: who deals, whose turn it is to speak, and why a call may not be made."""

from collections.abc import Iterator
from typing import Any

from ...rules.auctions import Auction
from ...rules.calls import Bid, Call, parse_call
from ...rules.core import RuleViolation
from ...rules.game import Game
from ..changes.history import as_spoken
from ..core.judge import Table
from ..core.ledger import Ledger, Row
from .why import Answer, NoAnswerError, Step

A_FEW = 6
"""So many bids are told by name."""


def dealer(ledger: Ledger, row: Row | None = None) -> Answer:
    """How the deal came to whoever deals a hand, or the hand that is open or next."""
    rows = ledger.rows[: row.number - 1] if row else ledger.rows
    table = row.judged.table if row else ledger.table
    game, number = table.game, len(rows) + 1
    chain = [Step(each, _deal(ledger, each, each.judged.table), None, each.dealer) for each in rows]
    why = _deal(ledger, row, table)
    name = game.players[table.dealer]
    after_none = rows and not rows[-1].judged.after.played
    return Answer(
        question=f"Why {'did' if row else 'does'} {name} deal hand {number}?",
        number=name,
        working=why,
        game=game,
        rules=tuple(
            rule for rule in (game.rule_refs.deal, game.rule_refs.no_contract if after_none else None) if rule
        ),
        facts=() if row else game.deal_notes(table.dealer, table.carry),
        chain=(*chain, Step(row, why, None, name)),
        row=row,
    )


def _deal(ledger: Ledger, row: Row | None, table: Table) -> str:
    """Why this player deals a hand, as a sentence. row: none for the hand that is open or next."""
    name = table.game.players[table.dealer]
    number = row.number if row else len(ledger.rows) + 1
    if number == 1:
        return f"{name} deals first, as the table chose."
    before = ledger.rows[number - 2]
    last = before.dealer
    due = before.judged.after.reseated(table.game)
    if due.dealer != table.dealer:
        return f"The table gave the deal to {name}; by turns it was {table.game.players[due.dealer]}'s."
    if not before.judged.after.played and name == last:
        return f"Nobody's bid stood in hand {number - 1}, so {name} deals again."
    players = table.game.players
    if last in players and table.game.left_of(players.index(last)) == table.dealer:
        return f"{name} sits at the left of {last}, who dealt hand {number - 1}."
    return f"The seats changed: after {last}, who dealt hand {number - 1}, the deal falls to {name}."


def turn(ledger: Ledger) -> Answer:
    """Whose turn it is to speak. Raises NoAnswerError in a game without calls, and where no hand is bid."""
    state = _open(ledger)
    game = ledger.table.game
    speaker = state.name(state.turn)
    return Answer(
        question="Why is the bidding over?" if state.over else f"Why is it {speaker}'s turn?",
        number="nobody" if state.over else speaker,
        working=f"The bidding is over: {state.outcome()}." if state.over else f"{speaker} is to speak.",
        game=game,
        rules=tuple(rule for rule in (state.turn_rule, state.bar_rule) if rule),
        facts=tuple(filter(None, _spoken(ledger, state))),
    )


def call(ledger: Ledger, player: str, text: str) -> Answer:
    """Whether a player may make this call now, and why not. text: as the sheet file writes it, "6H".

    Raises NoAnswerError where there is no such player, call or auction.
    """
    state = _open(ledger)
    try:
        seat, spoken = state.players.index(player), parse_call(text)
    except ValueError as error:
        raise NoAnswerError(f"{error}") from None
    words, game = _symbols(spoken), ledger.table.game
    try:
        state.check(seat, spoken)
    except RuleViolation as violation:
        return Answer(
            question=f"Why may {player} not say “{words}”?",
            number=words,
            working=violation.detail,
            game=game,
            rules=(violation.rule,),
            facts=tuple(filter(None, (*_may_say(state), *_spoken(ledger, state)))),
        )
    return Answer(
        question=f"May {player} say “{words}”?",
        number=words,
        working=f"Yes, {player} may say “{words}” now.",
        game=game,
        rules=(state.turn_rule,),
        facts=tuple(filter(None, _spoken(ledger, state))),
    )


def _open(ledger: Ledger) -> Auction:
    """The auction of the hand that is open or next."""
    state = ledger.playing.auction if ledger.playing else None if ledger.over else ledger.table.auction()
    if state is None:
        raise NoAnswerError("nobody is to speak")
    return state


def _spoken(ledger: Ledger, state: Auction) -> Iterator[str]:
    """How the bidding stands: who dealt and opened, what was called, what bars somebody."""
    game: Game = ledger.table.game
    opener = state.calls[0][0] if state.calls else state.turn
    yield f"{game.players[ledger.table.dealer]} deals; the first to speak is {state.name(opener)}."
    yield state.last_words()
    yield state.bar_reason() or ""
    if state.calls and not state.over:
        yield f"So far: {state.outcome()}."
        yield state.what_a_pass_does() if state.stage == "bidding" else ""
    hand: Any = ledger.sheet.hands[-1] if ledger.playing else None
    if hand and hand.calls:
        yield f"The calls: {'; '.join(map(as_spoken, hand.calls))}."


def _may_say(state: Auction) -> Iterator[str]:
    """What could be said instead."""
    legal = [_symbols(call) for call in state.legal()]
    if not legal:
        return
    few = legal if len(legal) <= A_FEW + 2 else [*legal[:A_FEW], "…", legal[-1]]
    yield f"{state.name(state.turn)} may say: {', '.join(few)}."


def _symbols(call: Call) -> str:
    return call.symbols if isinstance(call, Bid) else str(call)
