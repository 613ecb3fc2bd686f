"""What was bid in a hand as lines of a form: a game's keys, each as the sheet file writes it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...rules.calls import SUITS, Bid, Contract, Denomination
from ...rules.core import RuleViolation
from ...rules.fields import Arity, Field, FieldType, in_file
from ...rules.game import Game
from ...sheet.core.table import Table
from .base import small_number

EACH_BID = {Arity.PLAYER: "A number, nil, or blind nil.", Arity.SIDE: "A number, or blind and a number."}
_DENOMINATIONS = {known.value.lower(): known.value for known in Denomination} | {s.symbol: s.value for s in SUITS}
_NAMED = "|".join(sorted(_DENOMINATIONS, key=len, reverse=True))
_CONTRACT = re.compile(rf"([0-9]{{1,3}})\s*({_NAMED})\ufe0e?\s*(x{{0,2}})", re.IGNORECASE)
_YES, _NO = "yes", "no"


@dataclass
class Line:
    """name: as it is sent; was: what stands on the sheet; value: what is chosen or written; choices: None where it
    is written.
    """

    name: str
    label: str
    was: str
    value: str
    choices: tuple[str, ...] | None = None


@dataclass
class Group:
    """The lines of one key."""

    key: str
    known: Field
    title: str
    hint: str
    lines: list[Line]
    errors: list[str] = field(default_factory=list)

    @property
    def written(self) -> bool:
        return all(line.choices is None for line in self.lines)


class KeysForm:
    """sent: whether anything came with the request. errors: those that belong to no line; violation: the rule that
    what is asked would break.
    """

    violation: RuleViolation | None = None

    def __init__(self, table: Table, result: Any, sent: Mapping[str, str]) -> None:
        self.game = table.game
        self.sent = bool(sent)
        self.errors: list[str] = []
        facts = in_file(self.game.keys, result, self.game.players) if result is not None else {}
        self.groups = [
            self._group(key, known, facts.get(key), table, sent)
            for key, known in self.game.keys.items()
            # No points depend on which suit was trump, and who may bid at all is not for the table to choose.
            if key != self.game.counted
            and known.kind is not FieldType.TRUMP
            and (known.needed or known.kind is not FieldType.BID or key in facts)
        ]

    def _group(self, key: str, known: Field, value: Any, table: Table, sent: Mapping[str, str]) -> Group:
        lines = list(_lines(key, known, value, self.game))
        for line in lines:
            line.value = sent.get(line.name, "") if self.sent else line.was
        return Group(key, known, _title(key), _hint(known, table), lines)

    @property
    def changes(self) -> list[str]:
        """What is otherwise than on the sheet: "accepter Betty"."""
        return [
            f"{line.label if group.lines[1:] else group.title.lower()} {line.value or 'none'}"
            for group in self.groups
            for line in group.lines
            if line.value != line.was
        ]

    def facts(self) -> dict[str, Any] | None:
        """The keys in the words of the sheet file; None where a line cannot be read, which then says so."""
        read = {group.key: self._read(group) for group in self.groups}
        return None if any(group.errors for group in self.groups) else read

    def _read(self, group: Group) -> Any:
        optional = group.known.each is Arity.SOME
        values = [None if optional and not line.value else _value(group, line) for line in group.lines]
        match group.known.each:
            case Arity.ONE:
                return values[0]
            case Arity.SIDE:
                return values
            case _:
                pairs = zip(self.game.players, values, strict=True)
                return {name: value for name, value in pairs if value is not None}

    def blame(self, key: str | None, detail: str) -> None:
        """Say what is wrong where it is wrong."""
        for group in self.groups:
            if group.key == key:
                group.errors.append(detail)
                return
        self.errors.append(detail)


def _lines(key: str, known: Field, value: Any, game: Game) -> Iterator[Line]:
    if known.each is Arity.ONE:
        choices = None
        if known.kind is FieldType.PLAYER:
            choices = game.players
        elif known.kind is FieldType.FLAG:
            choices, value = (_NO, _YES), _YES if value else _NO
        yield Line(key, _title(key), "" if value is None else str(value), "", choices)
        return
    names = [column.name for column in game.columns()] if known.each is Arity.SIDE else game.players
    for index, name in enumerate(names):
        inner = value[index] if isinstance(value, list) else (value or {}).get(name)
        yield Line(f"{key}-{index}", name, "" if inner is None else str(inner), "")


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _hint(known: Field, table: Table) -> str:
    if known.kind is FieldType.CONTRACT:
        return _contract_hint(table)
    if known.kind is FieldType.BID:
        return EACH_BID[known.each]
    return "Empty where nobody has said so." if known.each is Arity.SOME else ""


def _contract_hint(table: Table) -> str:
    """ "A number with C, D, H or S, as in 6H." """
    auction = table.auction()
    bids = [call for call in auction.legal() if isinstance(call, Bid)] if auction else []
    named = list(dict.fromkeys(bid.denomination.value for bid in bids if bid.denomination))
    if not named:
        return ""
    doubles = ""
    with suppress(RuleViolation):
        table.game.check_key("contract", Contract(bids[-1], 1))
        doubles = "; then X where doubled, XX where redoubled"
    return f"A number with {', '.join(named[:-1])} or {named[-1]}, as in {bids[len(bids) // 2]}{doubles}."


def _value(group: Group, line: Line) -> Any:
    text = line.value.strip()
    number = small_number(text)
    if not text:
        group.errors.append(f"{line.label}: nothing is {'written' if line.choices is None else 'chosen'} yet.")
    elif group.known.kind is FieldType.FLAG:
        return text == _YES
    elif group.known.kind is FieldType.COUNT and number is None:
        group.errors.append(f"{line.label}: “{text[:40]}” is not a whole number.")
    elif group.known.kind is FieldType.CONTRACT and (match := _CONTRACT.fullmatch(text)):
        return f"{int(match[1])}{_DENOMINATIONS[match[2].lower()]}{match[3].upper()}"
    elif group.known.kind in (FieldType.COUNT, FieldType.BID) and number is not None:
        return number
    return text.lower() if group.known.kind is FieldType.BID else text
