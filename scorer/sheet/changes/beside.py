"""The versions of a disputed hand side by side: what they have alike, and what each has otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...rules.core import listed, minus, signed, upper_first
from ...rules.fields import PerSide
from ..core.ledger import Ledger, Row
from .disputes import Version


@dataclass(frozen=True)
class Line:
    """of: the players or columns it is about, nobody where it is about the hand; label: what it says; cells: a
    text for each version; leaders: who leads in each, where it says that.
    """

    of: tuple[str, ...]
    label: str
    cells: tuple[str, ...]
    leaders: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        return len({*self.cells}) > 1 or len({*self.leaders}) > 1


@dataclass(frozen=True)
class Beside:
    """alike: what every version has of the bids, the tricks and the points, in a few words; lines: what they have
    otherwise, and who leads the sheet. Of one version alone its points are lines.
    """

    alike: str
    lines: tuple[Line, ...]


_Key = tuple[str, str]
"""A fact of a hand: the label of its field, and the player whose it is, empty for the hand's own."""


def beside(versions: Sequence[Version]) -> Beside:
    """Of versions that break no rule, at least one."""
    pairs = [(version.row, version.ledger) for version in versions if version.row and version.ledger]
    facts = [_facts(row) for row, _ in pairs]
    every = dict.fromkeys(key for each in facts for key in each)
    shared = [key for key in every if len({each.get(key) for each in facts}) == 1]
    told = [_line(key, facts) for key in every if key not in shared]
    paid = [*_paid(pairs)]
    alike = [*_in_words({key: facts[0][key] for key in shared})]
    if len(pairs) > 1 and any(line.differs for line in paid):
        alike += [", ".join(f"{name} {line.cells[0]}" for line in paid if not line.differs for name in line.of)]
        paid = [line for line in paid if line.differs]
    return Beside(" · ".join(filter(None, alike)), (*told, *paid, _leader([ledger for _, ledger in pairs])))


def _facts(row: Row) -> Mapping[_Key, str]:
    """What was bid and taken; where no result says it, the hand in one line."""
    if row.result is None or row.judged.settled is not None:
        return {("hand", ""): row.summary}
    game, found = row.game, dict[_Key, str]()
    for key, field in game.keys.items():
        if not field.single.in_cell:
            continue
        name, value = key.replace("_", " "), getattr(row.result, key)
        if isinstance(field, PerSide):
            found[name, ""] = field.words(field.write(value, game.players))
            continue
        for owner, each in zip(field.owners(game.players, ()), field.values(value), strict=False):
            if each is not None:
                found[name, owner] = field.single.shown(each, game.players)
    if outcome := game.outcome(row.result):
        found["bid", ""] = game.outcome_labels[0 if outcome == "made" else 1]
    return found


def _line(key: _Key, facts: Sequence[Mapping[_Key, str]]) -> Line:
    name, owner = key
    cells = tuple(each.get(key, "–") for each in facts)
    return Line((owner,), name, cells) if owner else Line((), upper_first(name), cells)


def _in_words(facts: Mapping[_Key, str]) -> Iterator[str]:
    """ "contract 5♣", "tricks Amber 1, Betty 2"."""
    by_name: dict[str, list[str]] = {}
    for (name, owner), text in facts.items():
        by_name.setdefault(name, []).append(f"{owner} {text}".lstrip())
    for name, texts in by_name.items():
        yield ", ".join(texts) if name == "hand" else f"{name} {', '.join(texts)}"


def _paid(pairs: Sequence[tuple[Row, Ledger]]) -> Iterator[Line]:
    """The points of the hand, columns that are paid alike in every version in one line."""
    paid: dict[tuple[str, ...], list[str]] = {}
    for name, *points in zip(pairs[0][1].columns, *(row.points for row, _ in pairs), strict=False):
        paid.setdefault(tuple(map(signed, points)), []).append(name)
    for cells, names in paid.items():
        yield Line(tuple(names), "each" if len(names) > 1 else "", cells)


def _leader(ledgers: Sequence[Ledger]) -> Line:
    first = [[standing for standing in ledger.standings if standing.place == 1] for ledger in ledgers]
    totals = (minus(each[0].total) for each in first)
    return Line(
        (), "Leader", tuple(totals), tuple(listed([standing.column for standing in each]) for each in first)
    )
