"""Corrections of a sheet: seats, dealers, house rules, names.

Each correction gives the facts that its entry holds. What it makes of the hands is worked out now, once, and kept
under "revised", as `fold` reads it: so an entry means the same for ever.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...rules.core import ONE_PERSON, RuleViolation
from ...rules.registry import GAMES
from ..core.judge import IllegalHandError, Table, keys_of, take_seats
from ..core.ledger import Ledger, Row
from ..core.sheet import DEALT, TAKES_OVER, Sheet, renamed
from .revision import Revision, next_hand


@dataclass(frozen=True)
class Seating:
    """Who sits where, clockwise, from a hand on. row: that hand, None for the next; dealer: of that hand."""

    row: Row | None
    players: tuple[str, ...]
    dealer: str


def seats(ledger: Ledger, seating: Seating, heir: str = "") -> dict[str, Any]:
    """The facts of an entry that seats the table anew. heir: a newcomer who starts with the points of the player
    whose seat they take; without, they start at zero. An heir who takes nobody's seat changes nothing.

    Raises IllegalHandError where a hand that was played does not fit the seating.
    """
    first = seating.row.number - 1 if seating.row else len(ledger.rows)
    before = ledger.rows[first].judged.table if seating.row else ledger.table
    names = substitutions(before.game.players, seating.players)
    revision = Revision(ledger, first)
    if first == 0:
        revision.head = {"players": list(seating.players), "dealer": seating.dealer}
        sides = _sides(ledger, seating.players)
        seated = revision.table_before()
    else:
        sides = _sides(ledger, ledger.sheet.players)
        seated = ledger.rows[first - 1].judged.after
    players = {} if seated.game.players == seating.players else {"players": list(seating.players)}
    rotation = _Rotation(ledger, first, seating.dealer)

    def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
        facts = renamed(facts, names, keys_of(table, facts), sides)
        if index == first:
            facts.pop("players", None)
            facts = {**players, **facts}
        dealer = rotation.dealer(index, facts, table)
        return {**facts, "dealer": dealer} if dealer else facts

    revision.rename_adjustments(names, sides)
    revision.rewrite(change)
    facts: dict[str, Any] = {
        "entry": seating.row.hand.entry if seating.row else None,
        "players": list(seating.players),
        "dealer": seating.dealer,
    }
    # What people are called comes before what a side is, which may be called as one of them.
    if called := {**(sides if first == 0 else {}), **names}:
        facts["names"] = called
    if heir in names.values() and first > 0:
        facts["hand"] = _taken_over(revision, first, heir, names)
    return {**facts, "revised": revision.facts()}


def substitutions(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Who replaces whom, as {leaves: comes}. Empty where the number of players changes or a name stands twice."""
    if not len(old) == len(new) == len(set(new)):
        return {}
    leave = [name for name in old if name not in new]
    come = [name for name in new if name not in old]
    pairs = dict(zip(leave, come, strict=True))
    for name in leave:
        here = new[old.index(name)]
        if here in come and pairs[name] != here:
            other = next(leaves for leaves, comes in pairs.items() if comes == here)
            pairs[name], pairs[other] = here, pairs[name]
    return pairs


def rules(ledger: Ledger, options: Mapping[str, Any], *, whole: bool) -> dict[str, Any]:
    """The facts of an entry that changes house rules. options: all of them, by key, None where automatic.

    Raises IllegalHandError where a hand cannot have been played by them.
    """
    described = GAMES[ledger.sheet.game].options_type.described()
    differing = _differing(options, ledger.table.game.options)
    # Where other house rules say what is dealt, the next hand goes by them.
    dropped = {"options", *(DEALT if differing.keys() & {*ledger.table.game.dealt_by} else ())}

    def without(index: int, facts: Mapping[str, Any]) -> dict[str, Any]:
        drop = dropped if index == len(ledger.rows) else {"options"}
        return {key: value for key, value in facts.items() if key not in drop}

    if whole or not ledger.rows:
        revision = Revision(ledger, 0)
        revision.head = {"options": unusual(ledger.sheet, options)}
        revision.rewrite(lambda index, facts, table: without(index, facts))
    else:
        revision = Revision(ledger, len(ledger.rows))
        game = ledger.rows[-1].judged.after.game
        meant = {option.name for option in described if option.applies(options)}
        changed = {key: value for key, value in _differing(options, game.options).items() if key in meant}
        # A hand can only name a value: what the game would choose by itself is named too.
        free = game.replace(ledger.table.game.players, replace(game.options, **changed))
        filled_in = {option.name for option in described if not option.may_be_none}
        changed = {
            key: getattr(free, key) if value is None and key in filled_in else value
            for key, value in changed.items()
        }

        def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
            return {**without(index, facts), **({"options": changed} if changed else {})}

        revision.rewrite(change)
    return {"options": differing, "whole": whole or not ledger.rows, "revised": revision.facts()}


def unusual(sheet: Sheet, options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that differ from the defaults of the sheet's game. options: all of them, by key."""
    usual = GAMES[sheet.game].options_type.usual()
    return {key: options[key] for key in usual if options[key] != usual[key]}


def _differing(options: Mapping[str, Any], now: Any) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value != getattr(now, key)}


def rename(ledger: Ledger, names: Mapping[str, str]) -> dict[str, Any]:
    """The facts of an entry that renames players everywhere. names: {old: new}. A new name that is on the sheet
    already makes one player of two.

    Raises IllegalHandError where the two sat at the table together.
    """
    sheet = ledger.sheet
    tables = [(1, sheet.players), *((row.number, row.game.players) for row in ledger.rows)]
    for number, players in [*tables, (len(ledger.rows) + 1, ledger.table.game.players)]:
        _stay_apart(number, players, names)
    players = [names.get(player, player) for player in sheet.players]
    sides = _sides(ledger, players)
    revision = Revision(ledger, 0)
    revision.head = {"players": players, "dealer": names.get(sheet.dealer, sheet.dealer)}
    revision.rename_adjustments(names, sides)
    revision.rewrite(lambda index, facts, table: renamed(facts, names, keys_of(table, facts), sides))
    return {"names": dict(names), "revised": revision.facts()}


def _sides(ledger: Ledger, players: Sequence[str]) -> dict[str, str]:
    """What the sides are called with these first players: {old: new}; nothing in games without sides."""
    game = ledger.table.game
    if not game.sides_have_columns:
        return {}
    return dict(zip(ledger.columns, game.replace(tuple(players)).with_columns(()), strict=True))


def _stay_apart(number: int, players: Sequence[str], names: Mapping[str, str]) -> None:
    called: dict[str, str] = {}
    for player in players:
        name = names.get(player, player)
        if name in called:
            detail = f"{called[name]} and {player} sit together at hand {number}: they cannot be one player."
            raise IllegalHandError(number, None, RuleViolation(ONE_PERSON, detail))
        called[name] = player


class _Rotation:
    """Who deals from a hand with a given dealer on: the deal rotates up to the next hand whose dealer was set."""

    def __init__(self, ledger: Ledger, first: int, dealer: str) -> None:
        self.old = ledger
        self.first = first
        self.given = dealer
        self.goes_round = True

    def dealer(self, index: int, facts: Mapping[str, Any], table: Table) -> str | None:
        """The dealer that a hand names, None where it names none."""
        if index == self.first:
            return self.given
        self.goes_round = self.goes_round and self._went_round(index)
        natural = rotated_dealer(table, facts)
        named = facts.get("dealer")
        if named is None:
            return None
        seated = facts.get("players", table.game.players)
        return natural if self.goes_round or named not in seated else named

    def _went_round(self, index: int) -> bool:
        rows = self.old.rows
        facts = rows[index].hand.facts if index < len(rows) else next_hand(self.old)
        natural = rotated_dealer(rows[index - 1].judged.after, facts)
        return facts.get("dealer", natural) == natural


def rotated_dealer(before: Table, facts: Mapping[str, Any]) -> str:
    """Whose deal a hand is by rotation."""
    if "players" not in facts:
        return before.game.players[before.dealer]
    table, _ = take_seats(before, {key: value for key, value in facts.items() if key == "players"}, "$")
    return table.game.players[table.dealer]


def _taken_over(revision: Revision, first: int, heir: str, names: Mapping[str, str]) -> dict[str, Any]:
    """A hand settled by the table that gives a newcomer the points of the player whose seat they take."""
    leaver = next(leaves for leaves, comes in names.items() if comes == heir)
    total = revision.old.totals_after(first)[revision.old.columns.index(leaver)]
    coming, ledger = revision.coming, revision.ledger
    players = coming.pop("players", list(ledger.table.game.players))
    coming.setdefault("dealer", rotated_dealer(ledger.table, {"players": players}))
    columns = dict.fromkeys((*ledger.columns, *players))
    return {
        "dealer": coming["dealer"],
        "players": players,
        "points": {column: total if column == heir else 0 for column in columns},
        "note": f"{heir}{TAKES_OVER}{leaver}",
    }
