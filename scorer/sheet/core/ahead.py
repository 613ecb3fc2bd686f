"""The next hand and those behind it, as far as they are known before they are played."""

from dataclasses import replace

from ...rules.core import RuleViolation
from .table import Table
from .totals import Totals

HANDS = 20
"""How many hands behind the next one are told where none goes without a contract: as many as an evening has."""
HANDS_EITHER_WAY = 5
"""How many where each may, so that there are ever more ways to go on."""


def tables_ahead(ledger: Totals) -> list[list[Table | None]]:
    """The tables of the next hand and of those behind it, in order; None where there is no such hand.

    Of each hand there are as many as ways to come to it: the first where all hands before it had a contract, the
    second where one had none, whichever it was, and so on.
    """
    last: list[Table | None] = [ledger.table]
    ahead = [last]
    for _ in range(HANDS_EITHER_WAY if ledger.table.game.may_pass_out else HANDS):
        then = [_after(ledger, table, played=True) for table in last]
        if ledger.table.game.may_pass_out:
            then.append(_after(ledger, last[-1], played=False))
        ahead.append(then)
        last = then
    return ahead


def _after(ledger: Totals, table: Table | None, *, played: bool) -> Table | None:
    """The table after a hand of which nothing else is known: it carries over what one without points would."""
    if table is None:
        return None
    game, carry = table.game, table.carry
    try:
        after = table.after(game.settled({}, carry) if played else game.passed_out(carry), played=played)
    except RuleViolation:
        return None
    return None if replace(ledger, table=after, playing=None).over else after
