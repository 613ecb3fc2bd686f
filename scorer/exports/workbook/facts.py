"""The sheet of facts: what the table did, hand by hand, a cell for each thing that a formula may ask for."""

from collections.abc import Iterator
from typing import Any

from ...rules.calls import BRIDGE, DOUBLED
from ...rules.fields import Arity, Field, FieldType, written_bid
from ...sheet.core.ledger import Ledger, Row
from .book import FACTS, FIRST, RULES, Book, Content, Paper
from .live import Live, trump
from .places import PLAYERS_FROM, Fact, Places

BEFORE = 2
"""Columns before the facts: hand and dealer."""
CHANGE = "Change a yellow cell: points, totals and the curve follow. No other sheet here holds facts."
AS_KEPT = "What the table entered. This game's points hang together from hand to hand: they stand under Reasons."


class Facts:
    """columns: where each fact stands; players: everybody who ever sat at the table."""

    def __init__(self, ledger: Ledger, live: Live | None) -> None:
        self.ledger = ledger
        self.live = live
        games = (*(row.game for row in ledger.rows), ledger.table.game)
        self.players = tuple(dict.fromkeys(name for game in games for name in game.players))
        # House rules that change in mid-sheet may change the keys of a hand.
        keys = dict.fromkeys(pair for game in games for pair in game.keys.items())
        facts = dict.fromkeys(fact for key, known in keys for fact in self._of(key, known))
        self._extras = {Fact(extra.key): extra for extra in live.extras} if live else {}
        self.columns = {fact: BEFORE + index for index, fact in enumerate((*facts, *self._extras))}

    def _of(self, key: str, known: Field) -> Iterator[Fact]:
        """The columns that a key takes."""
        match known.each:
            case Arity.ONE if known.kind is FieldType.CONTRACT:
                yield from (Fact(key, "bid"), Fact(key, "trump"))
                if any(row.result is not None and getattr(row.result, key).doubling for row in self.ledger.rows):
                    yield Fact(key, "doubled")
            case Arity.ONE:
                yield Fact(key)
            case Arity.SIDE:
                yield from (Fact(key, who=side) for side in self.ledger.columns)
            case _:
                yield from (Fact(key, who=name) for name in self.players)

    def is_live(self, row: Row) -> bool:
        """Whether the points of a hand follow its facts: it was played, and not settled by the table."""
        return self.live is not None and row.result is not None

    def write(self, book: Book) -> None:
        widths = [7, 18, *(self._width(fact) for fact in self.columns)]
        paper = book.sheet(FACTS, widths, (FIRST, BEFORE))
        paper.heading("Facts", CHANGE if self.live else AS_KEPT)
        self._heads(paper)
        for row in self.ledger.rows:
            self._row(paper, row)

    def _width(self, fact: Fact) -> int:
        if fact in self._extras:
            return self._extras[fact].width
        by_name = any(known.kind is FieldType.PLAYER for known in self._known(fact))
        return 20 if by_name else 11 if fact.who else 9

    def _known(self, fact: Fact) -> Iterator[Field]:
        games = (*(row.game for row in self.ledger.rows), self.ledger.table.game)
        return (game.keys[fact.key] for game in games if fact.key in game.keys)

    def _heads(self, paper: Paper) -> None:
        paper.worksheet.set_row(FIRST - 1, 48)
        for column, text in enumerate(("hand", "dealer")):
            paper.head(FIRST - 2, column, "")
            paper.head(FIRST - 1, column, text)
        groups: dict[str, list[int]] = {}
        for fact, column in self.columns.items():
            words = fact.key.replace("_", " ")
            several = fact.part or fact.who
            groups.setdefault(words if several else f" {column}", []).append(column)
            alone = self._extras[fact].head if fact in self._extras else words
            # Where the suit of trumps is a fact of its own, the contract names a pair of suits.
            pair = fact.part == "trump" and Fact("trump") in self.columns
            paper.head(FIRST - 1, column, "denomination" if pair else several or alone)
        for words, columns in groups.items():
            paper.head(FIRST - 2, columns[0], "" if words.startswith(" ") else words, len(columns))

    def _row(self, paper: Paper, row: Row) -> None:
        at = FIRST + row.number - 1
        paper.put(at, 0, row.number, "cell", "center")
        paper.put(at, 1, row.dealer, "cell", "text")
        if row.result is None:
            paper.put(at, BEFORE, " ".join(row.summary.split()), "cell")
            return
        places = Places(at, self.columns, {}, self.players)
        for fact, column in self.columns.items():
            extra = self._extras.get(fact)
            content = extra.of(row) if extra else self.value(row, fact)
            text = ("text",) if isinstance(content, str) else ()
            if content is None or extra or not self.live:
                paper.put(at, column, content, "cell", *text)
            else:
                paper.put(at, column, content, "cell", *text, "change")
                self._check(paper, row, fact, places)

    def value(self, row: Row, fact: Fact) -> Content:
        known = row.game.keys.get(fact.key)
        value = getattr(row.result, fact.key) if known else None
        if known is None or value is None:
            return None
        if known.kind is FieldType.CONTRACT:
            return self._part(value, fact.part)
        if known.each is Arity.ONE:
            return self._one(known.kind, value, row) if not fact.who else None
        owners = self.ledger.columns if known.each is Arity.SIDE else row.game.players
        if fact.who not in owners or value[owners.index(fact.who)] is None:
            return None
        return self._one(known.kind, value[owners.index(fact.who)], row)

    @staticmethod
    def _part(contract: Any, part: str) -> Content:
        parts = {"bid": contract.level, "trump": trump(contract.denomination)}
        return parts.get(part, DOUBLED[contract.doubling])

    @staticmethod
    def _one(kind: FieldType, value: Any, row: Row) -> Content:
        match kind:
            case FieldType.PLAYER:
                return row.game.players[value]
            case FieldType.TRUMP:
                return trump(value)
            case FieldType.BID:
                return written_bid(value)
            case FieldType.FLAG:
                return "yes" if value else "no"
            case _:
                return value

    def _check(self, paper: Paper, row: Row, fact: Fact, places: Places) -> None:
        """What may be written in a cell, as far as a spreadsheet can hold it."""
        column = self.columns[fact]
        kind = row.game.keys[fact.key].kind
        if kind is FieldType.PLAYER:
            names = f"={RULES}!$B${PLAYERS_FROM + 1}:$B${PLAYERS_FROM + len(self.players)}"
            allowed = {"validate": "list", "source": names}
        elif kind is FieldType.CONTRACT and fact.part == "trump":
            allowed = {"validate": "list", "source": [trump(denomination) for denomination in BRIDGE]}
        elif self.live and (limits := self.live.limits(row, fact, places)):
            least, most = limits
            allowed = {"validate": "integer", "criteria": "between", "minimum": least, "maximum": most}
        else:
            return
        paper.worksheet.data_validation(places.row, column, places.row, column, allowed)
