"""Who leads after each hand, and where the lead changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.core import Points, counted, listed, minus
from ..core.ledger import AdjustmentRow, Ledger

FEW = 6
"""Up to so many changes of the lead are all named, of more the last."""


@dataclass(frozen=True)
class Lead:
    """Who leads from a hand on.

    hand: the number of the first hand after which they lead: 0 before the first hand, one more than the last hand
    where the end of the sheet has paid; columns: by name, more than one where they are level; total: of each.
    """

    hand: int
    columns: tuple[str, ...]
    total: Points


def leads(ledger: Ledger) -> tuple[Lead, ...]:
    """A lead for the first hand, and one for each later hand after which others lead than before it."""
    found: list[Lead] = []
    best = min if ledger.table.game.lowest_wins else max
    for hand, totals in _stages(ledger).items():
        total = best(totals)
        columns = tuple(name for name, each in zip(ledger.columns, totals, strict=False) if each == total)
        if not found or found[-1].columns != columns:
            found.append(Lead(hand, columns, total))
    return tuple(found)


def _stages(ledger: Ledger) -> dict[int, tuple[Points, ...]]:
    """The totals after each hand with the points without a deal that follow it, by the number of the hand.

    Per column; those who sat down later have none before that.
    """
    stages: dict[int, tuple[Points, ...]] = {}
    for row in ledger.lines:
        stages[row.after if isinstance(row, AdjustmentRow) else row.number] = row.totals
    if ledger.rows and ledger.closing:
        stages[len(ledger.rows) + 1] = ledger.totals
    return stages


def moved(ledger: Ledger) -> dict[str, int]:
    """By how many places a column went up with the last hand, below 0 for down; those who stayed are left out."""
    before = _stages(ledger).get(len(ledger.rows) - 1) if len(ledger.rows) > 1 else None
    if before is None:
        return {}
    sign = -1 if ledger.table.game.lowest_wins else 1
    totals = ledger.padded(before)
    places = [1 + sum(sign * (other - total) > 0 for other in totals) for total in totals]
    now = {standing.column: standing.place for standing in ledger.standings}
    steps = {name: place - now[name] for name, place in zip(ledger.columns, places, strict=True)}
    return {name: step for name, step in steps.items() if step}


def in_words(ledger: Ledger) -> str:
    """ "After 12 hands Amber leads with 434. The lead changed in hand 8 (Cindy) and in hand 10 (Amber)." """
    found = leads(ledger)
    if not found or not ledger.rows:
        return "No hand yet."
    first = [standing for standing in ledger.standings if standing.place == 1]
    names = [standing.column for standing in first]
    verb = "lead" if len(names) > 1 or ledger.table.game.sides_have_columns else "leads"
    after = f"After {counted(len(ledger.rows), 'hand')} {listed(names)} {verb} with {minus(first[0].total)}."
    return " ".join((after, *changes(ledger, found)))


def changes(ledger: Ledger, found: tuple[Lead, ...]) -> Iterator[str]:
    """Where the lead changed, as a sentence; nothing where it never did. found: the leads of the ledger."""
    named = [f"{_place(ledger, lead)} ({_names(lead)})" for lead in found[1:]]
    if len(named) > FEW:
        yield f"The lead changed {len(named)} times, the last time {named[-1]}."
    elif named:
        yield f"The lead changed {listed(named)}."


def _names(lead: Lead) -> str:
    return f"{listed(lead.columns)}{', level' if len(lead.columns) > 1 else ''}"


def _place(ledger: Ledger, lead: Lead) -> str:
    return "at the end" if lead.hand > len(ledger.rows) else f"in hand {lead.hand}"
