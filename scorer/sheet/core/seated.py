"""Everybody who has sat at the table of a sheet."""

from .ledger import Ledger


def seated(ledger: Ledger) -> tuple[str, ...]:
    """Their names, in the order in which they came."""
    later = (name for row in ledger.rows for name in row.game.players)
    return tuple(dict.fromkeys((*ledger.sheet.players, *later, *ledger.table.game.players)))
