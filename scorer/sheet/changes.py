"""By which house rules a sheet is played, and what the table changed in its course, in sentences."""

from collections.abc import Iterator

from ..rules.core import listed
from ..rules.game import Game
from .ledger import Ledger


def first_game(ledger: Ledger) -> Game:
    """The game as the first hand was played, or will be."""
    return ledger.rows[0].game if ledger.rows else ledger.table.game


def changes(ledger: Ledger) -> list[list[str]]:
    """What the table changed with each hand and with the next, as sentences: who plays, by which house rules."""
    games = [*(row.game for row in ledger.rows), ledger.table.game]
    pairs = zip(games, games[1:], range(2, len(games) + 1), strict=False)
    return [[], *(list(_changed(old, new, number)) for old, new, number in pairs)]


def _changed(old: Game, new: Game, number: int) -> Iterator[str]:
    if new.players != old.players:
        yield f"From hand {number} on at the table: {listed(new.players)}."
    if rules := new.options.changed(old.options):
        yield f"From hand {number} on: {'; '.join(rules)}."
