"""What is worth remembering of an evening: who leads after each hand, and where the lead changed; its best hand,
its boldest contract, its longest run.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..rules.core import Points, counted, listed, minus
from ..rules.game import ContractOutcomes
from .core.ledger import AdjustmentRow, Ledger, Row

FEW = 6
"""Up to so many changes of the lead are all named, of more the last."""


class Lead(NamedTuple):
    """Who leads from a hand on.

    hand: the number of the first hand after which they lead: 0 before the first hand, one more than the last hand
        where the end of the sheet has paid.
    columns: by name, more than one where they are level.
    total: of each.
    """

    hand: int
    columns: tuple[str, ...]
    total: Points


def leads(ledger: Ledger) -> tuple[Lead, ...]:
    """A lead for the first hand, and one for each later hand after which others lead than before it."""
    found: list[Lead] = []
    best = min if ledger.table.game.lowest_wins else max
    # After each hand with the points without a deal that follow it; those who sat down later have none before.
    stages = {row.after if isinstance(row, AdjustmentRow) else row.number: row.totals for row in ledger.lines}
    if ledger.rows and ledger.closing:
        stages[len(ledger.rows) + 1] = ledger.totals
    for hand, totals in stages.items():
        total = best(totals)
        columns = tuple(name for name, each in zip(ledger.columns, totals, strict=False) if each == total)
        if not found or found[-1].columns != columns:
            found.append(Lead(hand, columns, total))
    return tuple(found)


def places_moved(ledger: Ledger) -> dict[str, int]:
    """By how many places a column went up with the last hand, below 0 for down; those who stayed are left out."""
    if len(ledger.rows) < 2:
        return {}
    then, now = ledger.places(ledger.totals_after(len(ledger.rows) - 1)), ledger.places(ledger.totals)
    steps = {name: was - now for name, was, now in zip(ledger.columns, then, now, strict=True)}
    return {name: step for name, step in steps.items() if step}


def moment(ledger: Ledger) -> str:
    """What the last hand did to the order, in a few words: "Ellie passes Amber", the best of those whom the best
    placed of those who went up passed, and all who passed that one; else, or where the lead changed without a
    pass, who leads by how much, "Cindy leads by 42". Empty before the first hand, and where all are level.
    """
    totals, count = ledger.totals, len(ledger.rows)
    passes, leads = ("pass", "lead") if ledger.table.game.sides_have_columns else ("passes", "leads")

    def few(columns: list[int]) -> str:
        names = [ledger.columns[column] for column in columns]
        return listed(names) if len(names) < 3 else f"{len(names)}"

    now = ledger.places(totals)
    order = sorted(range(len(now)), key=now.__getitem__)
    if count > 1:
        then = ledger.places(ledger.totals_after(count - 1))
        led_on = all((before == 1) == (after == 1) for before, after in zip(then, now, strict=True))
        for column in order:
            passed = [other for other in order if then[other] < then[column] and now[column] < now[other]]
            if passed and (led_on or now[column] == 1):
                behind = min(passed, key=then.__getitem__)
                ahead = [other for other in order if then[other] > then[behind] and now[other] < now[behind]]
                return f"{few(ahead)} {passes if len(ahead) == 1 else 'pass'} {ledger.columns[behind]}"
    first = [column for column in order if now[column] == 1]
    if not count or len(first) == len(now):
        return ""
    if len(first) > 1:
        return f"{few(first)} share the lead"
    return f"{few(first)} {leads} by {minus(abs(totals[order[0]] - totals[order[1]]))}"


def lead_in_words(ledger: Ledger) -> str:
    """ "After 12 hands Amber leads with 434. The lead changed in hand 8 (Cindy) and in hand 10 (Amber)." """
    found = leads(ledger)
    if not found or not ledger.rows:
        return "No hand yet."
    first = [standing for standing in ledger.standings if standing.place == 1]
    names = [standing.column for standing in first]
    verb = "lead" if len(names) > 1 or ledger.table.game.sides_have_columns else "leads"
    after = f"After {counted(len(ledger.rows), 'hand')} {listed(names)} {verb} with {minus(first[0].total)}."
    return " ".join((after, *lead_changes(ledger, found)))


def lead_changes(ledger: Ledger, found: tuple[Lead, ...]) -> Iterator[str]:
    """Where the lead changed, as a sentence; nothing where it never did. found: the leads of the ledger."""
    places = ["at the end" if lead.hand > len(ledger.rows) else f"in hand {lead.hand}" for lead in found[1:]]
    names = [f"{listed(lead.columns)}{', level' if len(lead.columns) > 1 else ''}" for lead in found[1:]]
    named = [f"{place} ({who})" for place, who in zip(places, names, strict=True)]
    if len(named) > FEW:
        yield f"The lead changed {len(named)} times, the last time {named[-1]}."
    elif named:
        yield f"The lead changed {listed(named)}."


def turning_point(ledger: Ledger) -> Lead | None:
    """The last hand after which the one winner took the lead, and kept it to the end; None where the game goes on,
    where nobody or several won, and for who led throughout.
    """
    found = leads(ledger)
    if len(ledger.winners) != 1 or len(found) < 2 or found[-1].columns != tuple(ledger.winners):
        return None
    return found[-1]


def headline(ledger: Ledger) -> str:
    """How an evening was won: "Cindy won: hand 9 turned it."; "" where the game goes on."""
    if not ledger.ending:
        return ""
    won = f"{listed(ledger.winners) or 'Nobody'} won"
    if turn := turning_point(ledger):
        return f"{won}: {'the end' if turn.hand > len(ledger.rows) else f'hand {turn.hand}'} turned it."
    if len(ledger.winners) == 1 and len(ledger.rows) > 1 and len(leads(ledger)) == 1:
        return f"{won}, and led from the first hand to the end."
    return f"{won}."


SHORTEST_RUN = 2


class Deed(NamedTuple):
    """Who did it, and in which hands. columns: by name on the sheet; rows: one hand, or those of a run."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


Deeds = tuple[Deed, ...]
"""Several that are equal share the honor, in the order of the hands."""


def best_hand(ledger: Ledger) -> tuple[Points, Deeds] | None:
    """The most points in one hand, or the fewest where the lowest total wins. None before the first hand, and
    where that is 0, which many have.
    """
    pairs = ((row, column) for row in ledger.rows for column in range(len(row.points)))
    scored = [(row, column) for row, column in pairs if row.own(column, ledger.columns) is not None]
    if not scored:
        return None
    best = (min if ledger.table.game.lowest_wins else max)(row.points[column] for row, column in scored)
    if not best:
        return None
    return best, _together((ledger.columns[at], (row,)) for row, at in scored if row.points[at] == best)


def boldest_contract(ledger: Ledger) -> Deeds:
    """The highest contracts that were made, by the order of the game's bids; none in a game without contracts."""
    bid = ((row, row.game.outcomes) for row in ledger.rows if row.result)
    of_contracts = ((row, each) for row, each in bid if isinstance(each, ContractOutcomes) and row.result.made)
    made = [(each.height(row.result), row, each.declaring(row.result)) for row, each in of_contracts]
    highest = max((height for height, _, _ in made), default=None)
    best = [(row, own) for height, row, own in made if height == highest]
    names = ledger.columns
    return _together((n, (row,)) for row, own in best for at, n in enumerate(names) if row.own(at, names) in own)


def longest_run(ledger: Ledger) -> tuple[int, Deeds] | None:
    """The most bids or contracts that somebody made one after another; hands without a bid of theirs do not count.

    None where nobody made two.
    """
    runs = [(name, run) for column, name in enumerate(ledger.columns) for run in _runs(ledger, column)]
    longest = max((len(run) for _, run in runs), default=0)
    if longest < SHORTEST_RUN:
        return None
    found = [(name, run) for name, run in runs if len(run) == longest]
    return longest, _together(sorted(found, key=lambda one: one[1][-1].number))


def _runs(ledger: Ledger, column: int) -> Iterator[tuple[Row, ...]]:
    """The runs of bids that a column made, each as long as it went on."""
    run: list[Row] = []
    for row in ledger.rows:
        made = _made(ledger, row, column)
        if made:
            run.append(row)
        elif made is False:
            yield tuple(run)
            run = []
    yield tuple(run)


def _made(ledger: Ledger, row: Row, column: int) -> bool | None:
    """Whether a column made its own bid in a hand; None where it had none."""
    if row.result is None:
        return None
    own = row.own(column, ledger.columns)
    return None if own is None else row.game.outcomes.made(row.result, own)


def _together(deeds: Iterable[tuple[str, tuple[Row, ...]]]) -> Deeds:
    """One deed for those who did it in the very same hands."""
    by_hands: dict[tuple[int, ...], tuple[list[str], tuple[Row, ...]]] = {}
    for name, rows in deeds:
        by_hands.setdefault(tuple(row.number for row in rows), ([], rows))[0].append(name)
    return tuple(Deed(tuple(names), rows) for names, rows in by_hands.values())
