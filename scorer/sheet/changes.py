"""By which house rules a sheet is played, and what the table changed in its course, in sentences."""

from collections.abc import Iterator

from ..rules.core import listed
from ..rules.game import Game
from ..rules.options import Options
from .ledger import Ledger


def first_game(ledger: Ledger) -> Game:
    """The game as the first hand was played, or will be."""
    return ledger.rows[0].game if ledger.rows else ledger.table.game


def house_rules(options: Options, before: Options | None = None) -> list[str]:
    """The house rules that differ from those before, or from the game as it is published: "No trump: yes"."""
    values = [
        (option, getattr(options, option.name), getattr(before, option.name) if before else option.default)
        for option in options.described()
    ]
    return [f"{option.title}: {option.in_words(value)}" for option, value, other in values if value != other]


def changes(ledger: Ledger) -> list[list[str]]:
    """What the table changed with each hand and with the next, as sentences: who plays, by which house rules."""
    games = [*(row.game for row in ledger.rows), ledger.table.game]
    pairs = zip(games, games[1:], range(2, len(games) + 1), strict=False)
    return [[], *(list(_changed(old, new, number)) for old, new, number in pairs)]


def _changed(old: Game, new: Game, number: int) -> Iterator[str]:
    if new.players != old.players:
        yield f"From hand {number} on at the table: {listed(new.players)}."
    if rules := house_rules(new.options, old.options):
        yield f"From hand {number} on: {'; '.join(rules)}."
