"""By which house rules a sheet is played, and what the table changed in its course, in sentences."""

from collections.abc import Iterator

from ...rules.core import listed
from ...rules.game import Game
from ..core.ledger import Ledger, Row


def first_game(ledger: Ledger) -> Game:
    """The game as the first hand was played, or will be."""
    return ledger.rows[0].game if ledger.rows else ledger.table.game


def changes(ledger: Ledger) -> list[list[str]]:
    """What the table changed with each hand and with the next, as sentences: who plays, by which house rules."""
    games = [*(row.game for row in ledger.rows), ledger.table.game]
    pairs = zip(games, games[1:], range(2, len(games) + 1), strict=False)
    return [[], *(list(_changed(ledger, old, new, number)) for old, new, number in pairs)]


def _changed(ledger: Ledger, old: Game, new: Game, number: int) -> Iterator[str]:
    if new.players != old.players:
        yield f"From hand {number} on at the table: {listed(new.players)}."
        if _partners(old) != _partners(new):
            yield _scoring(ledger, new)
    if rules := new.options.changed(old.options):
        yield f"From hand {number} on: {'; '.join(rules)}."


def seating(ledger: Ledger, row: Row | None, players: tuple[str, ...]) -> Iterator[str]:
    """Whose column has the points so far and gets those to come, where a seating from a hand on changes partners.

    Nothing in a game of individual scores. row: the hand from which on, None for the next.
    """
    first = row.number - 1 if row else len(ledger.rows)
    table = row.judged.table if row else ledger.table
    new = table.game.replace(players)
    if not new.partnerships or _partners(new) == _partners(table.game):
        return
    if first == 0:
        yield f"The columns are called {listed([column.name for column in new.columns()])}."
        return
    totals = ledger.totals_after(first)
    counters = ledger.counters_of(table.carry)
    made = (
        f"{column} {total}" + "".join(f", {mark.name} {mark.text}" for mark in counters.get(column, ()))
        for column, total in zip(ledger.columns, totals, strict=True)
    )
    yield f"What was made before hand {first + 1} stays in its column: {'; '.join(made)}."
    yield f"From hand {first + 1} on {_scoring(ledger, new)}"


def _partners(game: Game) -> tuple[frozenset[str], ...]:
    """Who plays for each side; nobody in a game of individual scores."""
    if not game.partnerships:
        return ()
    return tuple(frozenset(game.players[seat] for seat in column.seats) for column in game.columns())


def _scoring(ledger: Ledger, game: Game) -> str:
    """ "East & South score in the column “North & South”, North & West in the column “East & West”." """
    ours, theirs = (side.name for side in game.columns())
    first, second = ledger.columns
    return f"{ours} score in the column “{first}”, {theirs} in the column “{second}”."
