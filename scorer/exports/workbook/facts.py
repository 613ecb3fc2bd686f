"""The sheet of facts: what the table did, hand by hand, a cell for each thing that a formula may ask for."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from ...rules.calls import BRIDGE, DOUBLED, Contract
from ...rules.fields import NO, YES, ContractField, Field, FlagField, PlayerField, TrumpField, Value
from ...sheet.core.ledger import Ledger, Row
from .book import FACTS, FIRST, RULES, Book, Content, Tab
from .formulas import PLAYERS_FROM, CellRefs, Fact, Formulas
from .reasons import ADJUSTED

BEFORE = 2
"""Columns before the facts: hand and dealer."""
CHANGE = (
    "Change a yellow cell: points, totals and the curve follow. No other sheet here holds facts. Whether a "
    "changed hand can be played so, and whether the game ends with it, only the app says."
)
AS_KEPT = "What the table entered. This game's points hang together from hand to hand: they stand under Reasons."
SIDES = ("seats 1 and 3", "seats 2 and 4")
"""What the sides are called whose partners change."""


@singledispatch
def parts(field: Value, values: Sequence[Any]) -> tuple[str, ...]:
    """The parts of these values that have a column each, by its head; one without a head where it is one."""
    return ("",)


@parts.register
def _(field: ContractField, values: Sequence[Contract]) -> tuple[str, ...]:
    doubled = any(contract.doubling for contract in values)
    return ("bid", "trump", "doubled") if doubled else ("bid", "trump")


@singledispatch
def content(field: Value, value: Any, part: str, players: Sequence[str]) -> Content:
    """What stands in the cell of a value, or of its part: a text or a number."""
    return field.write_one(value, players)


@content.register(FlagField | TrumpField)
def _(field: Value, value: Any, part: str, players: Sequence[str]) -> Content:
    return field.shown(value, players)


@content.register
def _(field: ContractField, value: Contract, part: str, players: Sequence[str]) -> Content:
    trump = value.denomination.symbol.strip() if value.denomination else ""
    return {"bid": value.level, "trump": trump}.get(part, DOUBLED[value.doubling])


@singledispatch
def listed(field: Value, part: str, players: Sequence[str]) -> Sequence[str]:
    """What is chosen from a list in a cell; nothing where it is typed."""
    return ()


@listed.register
def _(field: PlayerField, part: str, players: Sequence[str]) -> Sequence[str]:
    return players


@listed.register
def _(field: FlagField, part: str, players: Sequence[str]) -> Sequence[str]:
    return NO, YES


@listed.register
def _(field: ContractField, part: str, players: Sequence[str]) -> Sequence[str]:
    return [each.symbol.strip() for each in BRIDGE] if part == "trump" else ()


class Facts:
    """columns: where each fact stands; players: everybody who ever sat at the table; rows: where each hand stands,
    by its number, and after: the row below all, here and on the score sheet; adjustments take rows, too.
    """

    def __init__(self, ledger: Ledger, formulas: Formulas | None) -> None:
        self.ledger = ledger
        lines = list(enumerate(ledger.lines, FIRST))
        self.rows = {line.number: index for index, line in lines if isinstance(line, Row)}
        self.after = FIRST + len(lines)
        self.formulas = formulas.of(ledger.games) if formulas else None
        self.players = tuple(dict.fromkeys(name for game in ledger.games for name in game.players))
        self.sides = ledger.columns if ledger.table.game.sides_have_columns else SIDES
        # House rules that change in mid-sheet may change the keys of a hand.
        keys = dict.fromkeys(pair for game in ledger.games for pair in game.keys.items())
        facts = dict.fromkeys(fact for key, field in keys for fact in self._of(key, field))
        self._extras = {Fact(extra.key): extra for extra in self.formulas.extras} if self.formulas else {}
        self.columns = {fact: BEFORE + index for index, fact in enumerate((*facts, *self._extras))}

    def _of(self, key: str, field: Field) -> Iterator[Fact]:
        """The columns that a key takes."""
        held = (field.values(getattr(row.result, key, None)) for row in self.ledger.rows)
        found = parts(field.single, [value for values in held for value in values if value is not None])
        for owner in field.owners(self.players, self.sides):
            yield from (Fact(key, part, owner) for part in found)

    def refs(self, row: Row) -> CellRefs:
        """The cells of a hand, here and on the score sheet."""
        index = self.rows[row.number]
        workings = self.formulas.workings if self.formulas else ()
        columns = {(working.key, working.whose): column for column, working in enumerate(workings, BEFORE)}
        before = self.rows.get(row.number - 1)
        return CellRefs(row, index, self.columns, columns, self.players, self.sides, before)

    def has_formulas(self, row: Row) -> bool:
        """Whether the points of a hand follow its facts: it was played, and not settled by the table."""
        return self.formulas is not None and row.result is not None

    def write(self, book: Book) -> None:
        widths = [7, 18, *(self._width(fact) for fact in self.columns)]
        tab = book.tab(FACTS, widths, (FIRST, BEFORE))
        tab.heading("Facts", CHANGE if self.formulas else AS_KEPT)
        self._heads(tab)
        for index, line in enumerate(self.ledger.lines, FIRST):
            if isinstance(line, Row):
                self._row(tab, line)
            else:
                tab.put(index, 0, ADJUSTED, "cell", "center")
                tab.put(index, BEFORE, line.in_words, "cell")

    def _width(self, fact: Fact) -> int:
        if fact in self._extras:
            return self._extras[fact].width
        fields = (game.keys[fact.key].single for game in self.ledger.games if fact.key in game.keys)
        by_name = any(listed(field, fact.part, self.players) == self.players for field in fields)
        return 20 if by_name else 11 if fact.who else 9

    def _heads(self, tab: Tab) -> None:
        tab.worksheet.set_row(FIRST - 1, 48)
        groups: list[tuple[str, list[str]]] = [("", ["hand"]), ("", ["dealer"])]
        for fact in self.columns:
            words = fact.key.replace("_", " ")
            if fact.part or fact.who:
                # Where the suit of trumps is a fact of its own, the contract names a pair of suits.
                pair = fact.part == "trump" and Fact("trump") in self.columns
                if groups[-1][0] != words:
                    groups.append((words, []))
                groups[-1][1].append("denomination" if pair else fact.part or fact.who)
            else:
                groups.append(("", [self._extras[fact].head if fact in self._extras else words]))
        tab.heads(FIRST - 2, groups)

    def _row(self, tab: Tab, row: Row) -> None:
        index = self.rows[row.number]
        tab.put(index, 0, row.number, "cell", "center")
        tab.put(index, 1, row.dealer, "cell", "text")
        if row.result is None:
            tab.put(index, BEFORE, " ".join(row.summary.split()), "cell")
            return
        refs = self.refs(row)
        for fact, column in self.columns.items():
            extra = self._extras.get(fact)
            value = extra.of(row) if extra else self.value(row, fact)
            text = ("text",) if isinstance(value, str) else ()
            if value is None or extra or not self.formulas:
                tab.put(index, column, value, "cell", *text)
            else:
                tab.put(index, column, value, "cell", *text, "change")
                self._check(tab, row, fact, refs)

    def value(self, row: Row, fact: Fact) -> Content:
        field = row.game.keys.get(fact.key)
        if field is None:
            return None
        players = row.game.players
        owners = field.owners(players, self.sides)
        by_owner = dict(zip(owners, field.values(getattr(row.result, fact.key)), strict=False))
        value = by_owner.get(fact.who)
        return None if value is None else content(field.single, value, fact.part, players)

    def _check(self, tab: Tab, row: Row, fact: Fact, refs: CellRefs) -> None:
        """What may be written in a cell, as far as a spreadsheet can hold it."""
        column = self.columns[fact]
        allowed: dict[str, Any]
        lists = self.formulas.lists if self.formulas else {}
        limits = self.formulas.limits if self.formulas else {}
        named = f"{fact.key}.{fact.part}" if fact.part else fact.key
        chosen = lists.get(named) or listed(row.game.keys[fact.key].single, fact.part, self.players)
        if chosen:
            names = f"={RULES}!$B${PLAYERS_FROM + 1}:$B${PLAYERS_FROM + len(self.players)}"
            allowed = {"validate": "list", "source": names if chosen == self.players else [*chosen]}
        elif fact.key in limits:
            least, most = limits[fact.key]
            most = f"={refs.formula(most)}" if isinstance(most, str) else most
            allowed = {"validate": "integer", "criteria": "between", "minimum": least, "maximum": most}
        else:
            return
        tab.worksheet.data_validation(refs.row, column, refs.row, column, allowed)
