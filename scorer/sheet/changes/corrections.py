"""Corrections of a sheet: seats, dealers, house rules, names, and hands struck.

Each correction gives the facts that its entry holds. What it makes of the hands is worked out now, once, and kept
under "revised", as `fold` reads it: so an entry means the same for ever.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ...rules.core import AT_THE_TABLE, CLOSED_SHEET, ONE_PERSON, RuleViolation, upper_first
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..core.judge import IllegalHandError, Table, keys_of, take_seats
from ..core.ledger import Ledger, Row, check_names
from ..core.sheet import DEALT, TAKES_OVER, Hand, Sheet, pinned_facts, renamed

Change = Callable[[int, dict[str, Any], Table], dict[str, Any]]
"""A hand's facts anew: from its index on the sheet, its facts, and the table before it."""


class Revision:
    """A sheet written anew from one hand on."""

    def __init__(self, ledger: Ledger, first: int) -> None:
        self.old = ledger
        self.first = first
        self.head: dict[str, Any] = {}
        self.hands: dict[str, dict[str, Any]] = {}
        self.coming: dict[str, Any] = {}
        self.calls: tuple[str, ...] = ()
        self.ledger = ledger
        self.adjustments = ledger.sheet.adjustments

    def sheet(self) -> Sheet:
        """Up to the hand from which on it is written anew."""
        sheet = replace(self.old.sheet, hands=self.old.sheet.hands[: self.first], coming={}, finished=False)
        players = tuple(self.head.get("players", sheet.players))
        return replace(sheet, **{**self.head, "players": players}, adjustments=self.adjustments)

    def rename_adjustments(self, names: Mapping[str, str], sides: Mapping[str, str]) -> None:
        """Give other names to those who have points without a deal, from the first hand on. sides: what these are
        called, where they have the columns.
        """
        before = sum(bool(self.first) and each.after <= self.first for each in self.adjustments)
        later = (replace(each, facts=renamed(each.facts, names, {}, sides)) for each in self.adjustments[before:])
        self.adjustments = (*self.adjustments[:before], *later)

    def rewrite(self, change: Change) -> None:
        """Write every hand anew from the first on, and the next one.

        Calls stay where they could still be spoken so. Raises IllegalHandError where a hand fits no more.
        """
        try:
            ledger = Ledger.of(self.sheet(), self.old)
        except FormatError as fault:  # Points without a deal, for a column that is not there now.
            raise misfit(self.first or 1, fault) from None
        for row in self.old.rows[self.first :]:
            facts = _for_columns(ledger, row, change(row.number - 1, row.in_full, ledger.table))
            ledger, facts = _with(ledger, row, facts)
            if facts != row.in_full:
                self.hands[str(row.hand.entry)] = facts
        facts = change(len(self.old.rows), {"calls": [], **self.old.next_hand}, ledger.table)
        calls = facts.pop("calls")
        _, faults = take_seats(ledger.table, facts, "$")
        for fault in faults.values():
            raise misfit(len(self.old.rows) + 1, fault)
        for row in ledger.adjusted:
            if gone := [name for name in row.adjustment.facts["points"] if name not in row.columns]:
                detail = f"{gone[0]} has points without a deal after hand {row.after}, but no seat so far."
                raise IllegalHandError(row.after or 1, None, RuleViolation(AT_THE_TABLE, detail))
        self.coming, self.ledger = facts, ledger
        with suppress(IllegalHandError, FormatError):
            ledger.add(Hand({"calls": calls, **facts}))
            self.calls = tuple(calls)

    def facts(self) -> dict[str, Any]:
        """What `fold` makes of it."""
        pairs = zip(self.old.sheet.adjustments, self.adjustments, strict=True)
        adjusted = {str(new.entry): new.facts for old, new in pairs if new.facts != old.facts}
        facts = {"head": self.head, "hands": self.hands, "coming": self.coming, "calls": list(self.calls)}
        return {**facts, **({"adjustments": adjusted} if adjusted else {})}


def _for_columns(ledger: Ledger, row: Row, facts: dict[str, Any]) -> dict[str, Any]:
    """A hand with points by hand, for the columns that there are now: nought for a new one, and one that is gone
    leaves with its nought. Raises IllegalHandError where it would leave with more.
    """
    if "points" not in facts:
        return facts
    game = take_seats(ledger.table, facts, "$")[0].game
    # Where every hand is nothing but points, those who have left the table have none.
    columns = game.players if game.points_are_facts else game.with_columns(ledger.columns)
    points = {name: number for name, number in facts["points"].items() if number or name in columns}
    for name in points:
        if name not in columns:
            detail = f"{name} has points at hand {row.number}, but no seat at the table so far."
            raise IllegalHandError(row.number, None, RuleViolation(AT_THE_TABLE, detail))
    return {**facts, "points": {**dict.fromkeys(columns, 0), **points}}


def _with(ledger: Ledger, row: Row, facts: dict[str, Any]) -> tuple[Ledger, dict[str, Any]]:
    """The ledger with a hand written anew, and its facts: without its calls where they fit no more.

    Raises IllegalHandError where nothing helps.
    """
    try:
        return ledger.add(Hand(facts, row.hand.entry)), facts
    except (IllegalHandError, FormatError) as fault:
        if "calls" not in facts:
            raise misfit(row.number, fault) from None
    without = {key: value for key, value in facts.items() if key != "calls"}
    if row.result is None:
        without["contract"] = None
    try:
        return ledger.add(Hand(without, row.hand.entry)), without
    except (IllegalHandError, FormatError) as fault:
        raise misfit(row.number, fault) from None


def misfit(number: int, fault: FormatError | RuleViolation | IllegalHandError) -> IllegalHandError:
    """A hand whose facts name somebody who does not sit there, or break a rule."""
    if isinstance(fault, IllegalHandError):
        return fault
    if isinstance(fault, FormatError):
        fault = RuleViolation(AT_THE_TABLE, f"{upper_first(fault.detail)}.")
    return IllegalHandError(number, None, fault)


class Seating(NamedTuple):
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
        # Points without a deal may stand in columns that get other names only now.
        seated = Ledger.of(replace(revision.sheet(), hands=(), adjustments=())).table
    else:
        sides = _sides(ledger, ledger.sheet.players)
        seated = ledger.rows[first - 1].judged.after
    players = {} if seated.game.players == seating.players else {"players": list(seating.players)}
    dealer_of = _rotation(ledger, first, seating.dealer)

    def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
        facts = renamed(facts, names, keys_of(table, facts), sides)
        if index == first:
            facts.pop("players", None)
            facts = {**players, **facts}
        dealer = dealer_of(index, facts, table)
        return {**facts, "dealer": dealer} if dealer else facts

    revision.rename_adjustments(names, sides)
    revision.rewrite(change)
    since = seating.row.hand.entry if seating.row else None
    facts: dict[str, Any] = {"entry": since, "players": list(seating.players), "dealer": seating.dealer}
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
    dropped = {"options", *(DEALT if differing.keys() & {*ledger.table.game.dealing.house_rules} else ())}

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
        automatic = (key for key, value in changed.items() if value is None and key in filled_in)
        changed |= {key: getattr(free, key) for key in automatic}

        def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
            return {**without(index, facts), **({"options": changed} if changed else {})}

        revision.rewrite(change)
    return {"options": differing, "whole": whole or not ledger.rows, "revised": revision.facts()}


def deal(ledger: Ledger, index: int, cards: int | None) -> dict[str, Any]:
    """The facts of an entry that changes the cards of a coming hand, or skips it.

    index: 0 for the next hand.
    cards: None to skip it.

    Raises IllegalHandError where there is no such hand, or the last one would be skipped.
    """
    table = ledger.table
    coming = [*table.game.dealing.coming(table.carry)]
    if index >= len(coming) or (cards is None and len(coming) == 1):
        detail = "There is no such hand to come." if index >= len(coming) else "The last hand cannot be skipped."
        raise IllegalHandError(len(ledger.rows) + 1, None, RuleViolation(CLOSED_SHEET, detail))
    coming[index : index + 1] = [] if cards is None else [cards]
    options = {option.name: getattr(table.game.options, option.name) for option in table.game.options.described()}
    return rules(ledger, {**options, **table.game.dealing.with_coming(coming, table.carry)}, whole=False)


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
        called: dict[str, str] = {}
        for player in players:
            if other := called.get(names.get(player, player)):
                detail = f"{other} and {player} sit together at hand {number}: they cannot be one player."
                raise IllegalHandError(number, None, RuleViolation(ONE_PERSON, detail))
            called[names.get(player, player)] = player
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


def _rotation(old: Ledger, first: int, given: str) -> Callable[[int, Mapping[str, Any], Table], str | None]:
    """The dealer that a hand names, None where it names none, from its index, its facts and its table: from a hand
    with a given dealer on the deal rotates up to the next hand whose dealer was set.
    """
    goes_round = True

    def dealer(index: int, facts: Mapping[str, Any], table: Table) -> str | None:
        nonlocal goes_round
        if index == first:
            return given
        if goes_round:
            was = old.rows[index].hand.facts if index < len(old.rows) else old.next_hand
            natural = old.rows[index - 1].judged.after.dealer_by_rotation(was)
            goes_round = was.get("dealer", natural) == natural
        named = facts.get("dealer")
        if named is None:
            return None
        seated = facts.get("players", table.game.players)
        return table.dealer_by_rotation(facts) if goes_round or named not in seated else named

    return dealer


def _taken_over(revision: Revision, first: int, heir: str, names: Mapping[str, str]) -> dict[str, Any]:
    """A hand settled by the table that gives a newcomer the points of the player whose seat they take."""
    leaver = next(leaves for leaves, comes in names.items() if comes == heir)
    total = revision.old.totals_after(first)[revision.old.columns.index(leaver)]
    coming, ledger = revision.coming, revision.ledger
    players = coming.pop("players", list(ledger.table.game.players))
    coming.setdefault("dealer", ledger.table.dealer_by_rotation({"players": players}))
    columns = dict.fromkeys((*ledger.columns, *players))
    points, note = {**dict.fromkeys(columns, 0), heir: total}, f"{heir}{TAKES_OVER}{leaver}"
    return {"dealer": coming["dealer"], "players": players, "points": points, "note": note}


def as_played(before: Ledger, struck: Sheet) -> dict[str, Any]:
    """What the hands after a struck one name from now on: "pinned" and "coming", as `Folded.pin` takes them.

    before: the ledger with the hand.
    struck: the sheet without it.

    Raises IllegalHandError, numbered as before, where a hand cannot have been played without the one that is
    struck.
    """
    rows = {row.hand.entry: row for row in before.rows}
    ledger = Ledger.of(replace(struck, hands=(), coming={}, finished=False))
    pinned: dict[str, dict[str, Any]] = {}
    for hand in struck.hands:
        row = rows.get(hand.entry)
        if row is None:
            # The open hand: it comes below.
            break
        pins = _pins(ledger, row, hand.facts) if row.number > len(ledger.rows) + 1 else {}
        if pins:
            pinned[str(hand.entry)] = pins
        try:
            ledger = ledger.add(Hand(pinned_facts(hand.facts, pins), hand.entry))
        except IllegalHandError as broken:
            raise IllegalHandError(row.number, broken.call, broken.violation) from None
    try:
        check_names(ledger.adjusted, ledger.played)
    except FormatError as fault:  # Points without a deal, for somebody who had come with the struck hand.
        there = {hand.entry for hand in struck.hands}
        raise misfit(next(row.number for row in before.rows if row.hand.entry not in there), fault) from None
    facts: dict[str, Any] = {"pinned": pinned} if pinned else {}
    if coming := _coming(before, ledger):
        facts["coming"] = coming
    return facts


def _pins(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand names of dealer and cards. ledger: without the struck hand, up to this one."""
    pins = _dealt(ledger, facts, row.game.dealing.dealt(row.judged.table.carry))
    if "dealer" not in facts and ledger.table.dealer_by_rotation(facts) != row.dealer:
        pins["dealer"] = row.dealer
    return pins


def _coming(before: Ledger, ledger: Ledger) -> dict[str, Any]:
    """The same for the open or next hand: an open one keeps what it was dealt, the next one goes on from there."""
    facts = before.next_hand
    if before.playing:
        return _dealt(ledger, facts, before.table.game.dealing.dealt(before.table.carry))
    coming = ledger.next_dealt
    return {**{key: None for key in DEALT if key in facts and key not in coming}, **coming}


def _dealt(ledger: Ledger, facts: Mapping[str, Any], dealt: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand names to be dealt so; None for what it names and need not."""
    table, _ = take_seats(ledger.table, {key: value for key, value in facts.items() if key not in DEALT}, "$")
    by_place = table.game.dealing.dealt(table.carry)
    named = {key: None if by_place[key] == value else value for key, value in dealt.items()}
    return {key: value for key, value in named.items() if facts.get(key) != value}
