"""By which house rules a sheet is played, and what the table changed in its course, in sentences."""

from collections.abc import Iterator
from itertools import pairwise

from ...rules.core import Rule, listed
from ...rules.game import Game, partners
from ..core.ledger import Ledger, Row


def first_game(ledger: Ledger) -> Game:
    """The game as the first hand was played, or will be."""
    return ledger.games[0]


def changes(ledger: Ledger) -> list[list[str]]:
    """What the table changed with each hand and with the next, as sentences: who plays, by which house rules."""
    pairs = enumerate(pairwise(ledger.games), 2)
    return [[], *(list(_changed(ledger, old, new, number)) for number, (old, new) in pairs)]


def _changed(ledger: Ledger, old: Game, new: Game, number: int) -> Iterator[str]:
    if new is old:
        return
    if new.players != old.players:
        yield f"From hand {number} on at the table: {listed(new.players)}."
        if partners(old) != partners(new):
            yield _scoring(ledger, new)
    if rules := new.options.changed(old.options):
        yield f"From hand {number} on: {'; '.join(rules)}."


def in_force(ledger: Ledger, rule: Rule) -> str:
    """What a rule says by the house rules of the sheet; where these change, each time from which hand on."""
    texts: list[str] = []
    said = ""
    for number, game in enumerate(ledger.games, 1):
        text = rule.text_under(game.options)
        if text != said:
            texts.append(f"From hand {number} on: {text}" if texts else text)
        said = text
    return " ".join(texts)


def seating(ledger: Ledger, row: Row | None, players: tuple[str, ...]) -> Iterator[str]:
    """Whose column has the points so far and gets those to come, where a seating from a hand on changes partners.

    Nothing in a game of individual scores. row: the hand from which on, None for the next.
    """
    first = row.number - 1 if row else len(ledger.rows)
    table = row.judged.table if row else ledger.table
    new = table.game.replace(players)
    if not new.partnerships or partners(new) == partners(table.game):
        return
    if first == 0:
        if new.sides_have_columns:
            yield f"The columns are called {listed(new.with_columns(()))}."
        return
    if new.partners_may_change:
        yield "Everybody keeps the points of their own column."
        yield f"From hand {first + 1} on {_scoring(ledger, new)}"
        return
    totals = ledger.totals_after(first)
    counters = ledger.counters_of(table)
    made = (
        f"{column} {total}" + "".join(f", {mark.name} {mark.text}" for mark in counters.get(column, ()))
        for column, total in zip(ledger.columns, totals, strict=True)
    )
    yield f"What was made before hand {first + 1} stays in its column: {'; '.join(made)}."
    yield f"From hand {first + 1} on {_scoring(ledger, new)}"


def _scoring(ledger: Ledger, game: Game) -> str:
    """ "East & South score in the column “North & South”, North & West in the column “East & West”." """
    ours, theirs = (side.name for side in game.columns())
    if game.partners_may_change:
        rules = {option.name: option for option in game.options.described()}
        rule = rules.get("carry_goes")
        carried = f" What a side carries: {rule.in_words(game.options.carry_goes)}." if rule else ""
        return f"{ours} play against {theirs}, and each of them is given what the side scores.{carried}"
    first, second = ledger.columns
    return f"{ours} score in the column “{first}”, {theirs} in the column “{second}”."
