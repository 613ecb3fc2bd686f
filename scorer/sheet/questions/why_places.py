"""Why? of the standings: a column's place, and what it receives or pays in money."""

from collections.abc import Iterator

from ...rules.core import PLACES, listed, ordinal
from ...rules.money import in_cents
from ..core.ledger import Ledger, Standing
from .why import Answer, NoAnswerError, do, name_of, once


def standing(ledger: Ledger, column: int) -> Answer:
    """A column's place: who is ahead and by how much."""
    name, game = name_of(ledger, column), ledger.table.game
    current = next(each for each in ledger.standings if each.column == name)
    level = [each.column for each in ledger.standings if each.place == current.place and each.column != name]
    return Answer(
        question=f"Why {'are' if game.sides_have_columns else 'is'} {name} {ordinal(current.place)}?",
        number=ordinal(current.place),
        working=f"{current.total}{_distance(ledger, current)}",
        game=game,
        rules=once((PLACES, game.rule_refs.winner)),
        facts=(
            f"The {'lowest' if game.lowest_wins else 'highest'} total stands first.",
            *(_apart(ledger, current, other) for other in ledger.standings if other.place < current.place),
            *([f"{listed(level)} {'have' if level[1:] else 'has'} as many: a shared place."] if level else ()),
            *_behind(ledger, current),
            *([f"The game is over: {ledger.ending.reason}."] if ledger.ending else ()),
        ),
    )


def payment(ledger: Ledger, column: int) -> Answer:
    """What a column receives or pays in money. Raises NoAnswerError where nothing is at stake."""
    name, game = name_of(ledger, column), ledger.table.game
    paid = in_cents(ledger.payments)
    if name not in paid:
        raise NoAnswerError("nothing is at stake")
    amount = paid[name]
    return Answer(
        question=f"Why {do(ledger)} {name} {'pay' if amount < 0 else 'receive'} {abs(amount):.2f}?",
        number=f"{amount:+.2f}",
        working=f"{amount:+.2f}",
        game=game,
        rules=once([game.rule_refs.payment]),
        facts=(
            *game.payment_working(ledger.columns, ledger.totals, column),
            "Payments are to the cent, and rounded so that all of them add up to nothing.",
        ),
    )


def _distance(ledger: Ledger, current: Standing) -> str:
    """How far from the next: ", 48 behind Cindy"."""
    others = [standing for standing in ledger.standings if standing.place != current.place]
    if not others:
        return ", level with all" if len(ledger.standings) > 1 else ""
    ahead = current.place > 1
    near = others[0] if ahead else min(others, key=lambda standing: standing.place)
    names = listed([standing.column for standing in others if standing.place == near.place])
    return f", {abs(near.total - current.total)} {'behind' if ahead else 'ahead of'} {names}"


def _apart(ledger: Ledger, standing: Standing, other: Standing) -> str:
    more = "fewer" if ledger.table.game.lowest_wins else "more"
    has = "have" if ledger.table.game.sides_have_columns else "has"
    return f"{other.column} {has} {other.total}, {abs(other.total - standing.total)} {more}."


def _behind(ledger: Ledger, standing: Standing) -> Iterator[str]:
    """Who comes next."""
    behind = [other for other in ledger.standings if other.place > standing.place]
    if behind:
        names = listed([other.column for other in behind if other.place == behind[0].place])
        yield f"Next: {names} with {behind[0].total}, {abs(behind[0].total - standing.total)} behind."
