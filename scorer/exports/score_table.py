"""The table of a whole sheet, as the games' documents print it: its heads, and a row of cells for each hand.

What it has between the number of a hand and the running totals is laid out game by game, in `SHAPES`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..rules.core import Seat, minus
from ..rules.game import Game
from ..sheet.core.ledger import AdjustmentRow, Ledger, Row
from .wording import reasons


@dataclass(frozen=True)
class Cell:
    """kind: "text" (a fact of the hand), "words" (a sentence), "names" (one below the other), or "sum"
    ("21 + 28 = 49"). columns, rows: how many it spans. asks: what the reason of its number is asked for, "points",
    "total", "part score" or "dealer", and `column` whose.
    """

    lines: tuple[str, ...]
    kind: str = "text"
    columns: int = 1
    rows: int = 1
    asks: str = ""
    column: int = 0

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


Cells = tuple[Cell, ...]


def text(value: object, *, columns: int = 1, rows: int = 1) -> Cell:
    return Cell((f"{value}",), "text", columns, rows)


def words(sentence: str, *, columns: int = 1) -> Cell:
    return Cell((sentence,), "words", columns)


def names(*several: str) -> Cell:
    return Cell(several, "names")


def dealer(row: Row, *below: str) -> Cell:
    return Cell((row.dealer, *below), "names", asks="dealer")


def points(row: Row, column: int) -> Cell:
    """How the points of a hand came about."""
    return Cell((row.score.sum(column),), "sum", asks="points", column=column)


def total(value: str, column: int) -> Cell:
    """How a running total came about."""
    return Cell((value,), "sum", asks="total", column=column)


class Shape(NamedTuple):
    """heads: two lines of heads for the sheet; cells: a hand's. leaves_reasons: whether the sums in the
    cells do not say what each number was paid for.
    """

    heads: Callable[[Ledger], tuple[Cells, Cells]]
    cells: Callable[[Ledger, Row], Cells]
    leaves_reasons: bool = False


def _brief(row: Row) -> str:
    """A hand without a result in a few words; its note has room below it."""
    return row.summary if row.judged.settled is None else "settled by the table"


def _sum_of(ledger: Ledger, row: Row, seat: Seat) -> Cell:
    """What a player scored in a hand, in a column of the sheet."""
    return points(row, row.game.place_of(seat, ledger.columns))


def _sum_of_side(ledger: Ledger, row: Row, side: int) -> Cell:
    """What a side scored in a hand, as it stands in the column of the side or of the first of two partners."""
    return points(row, row.game.credited(ledger.columns)[side][0])


def _partners(game: Game, side: int) -> Cells:
    """Who plays for a side, where that can change."""
    return (_players(game, game.columns()[side].seats),) if game.partners_may_change else ()


def _players(game: Game, seats: Sequence[Seat]) -> Cell:
    return names(*(game.players[seat] for seat in seats))


def _any_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    return (text("hand", rows=2),), ()


def _any_cells(ledger: Ledger, row: Row) -> Cells:
    return (words(_brief(row)),)


ANY_GAME = Shape(_any_heads, _any_cells, leaves_reasons=True)


def _plain_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    return (text("dealer", rows=2),), ()


def _plain_cells(ledger: Ledger, row: Row) -> Cells:
    return (dealer(row, *([] if row.judged.settled is None else [_brief(row)])),)


def _offender_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    below = tuple(map(text, ("players", "bid", "taken", "points", "players", "taken", "points")))
    return (text("offense", columns=4), text("defense", columns=3)), below


def _offender_cells(ledger: Ledger, row: Row) -> Cells:
    if row.result is None:
        again = "" if row.judged.settled is not None else f"; {row.dealer} deals again"
        return (words(f"{_brief(row)}{again}", columns=7),)
    game: Any = row.game
    hand = row.result
    offense, defense = game.offense(hand), game.defense(hand)
    return (
        _players(game, offense),
        text(hand.contract.symbols),
        text(hand.tricks),
        _sum_of(ledger, row, hand.proposer),
        _players(game, defense),
        text(game.tricks - hand.tricks),
        _sum_of(ledger, row, defense[0]),
    )


def _draws_line(ledger: Ledger) -> bool:
    """Whether points are counted below the line in any hand: contract scoring has no line."""
    return any(game.options.scoring == "auction" for game in ledger.games)


def _pirate_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    facts = ("players", "bid", "taken", *(["below"] if _draws_line(ledger) else []), "declarer", "acceptor")
    top = text("declarer and acceptor", columns=len(facts)), text("each defender", rows=2)
    return top, tuple(map(text, facts))


def _pirate_cells(ledger: Ledger, row: Row) -> Cells:
    line = _draws_line(ledger)
    if row.result is None:
        return (words(_brief(row), columns=6 + line),)
    game: Any = row.game
    hand = row.result
    drawn = game.options.scoring == "auction"
    below = Cell((f"{game.below(hand)}",), asks="points", column=game.place_of(hand.declarer, ledger.columns))
    return (
        _players(game, hand.declaring),
        Cell((hand.contract.symbols, *(["vulnerable"] if hand.vulnerable else []))),
        text(hand.tricks),
        *([below if drawn else text("")] if line else []),
        *(_sum_of(ledger, row, seat) for seat in (hand.declarer, hand.acceptor, hand.defending[0])),
    )


def _oh_hell_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    columns = ledger.columns
    return (text("cards", rows=2), text("bid and taken", columns=len(columns))), tuple(map(names, columns))


def _oh_hell_cells(ledger: Ledger, row: Row) -> Cells:
    hand = row.result
    if hand is None:
        return (words(_brief(row), columns=len(ledger.columns) + 1),)
    trump = f" {hand.trump.symbol}" if hand.trump else ""
    return text(f"{sum(hand.tricks)}{trump}"), *_bids_and_tricks(ledger, row)


def _bids_and_tricks(ledger: Ledger, row: Row) -> Iterator[Cell]:
    """Column by column; nothing for those who sat out."""
    seats = {name: seat for seat, name in enumerate(row.game.players)}
    for column, name in enumerate(ledger.columns):
        seat = seats.get(name)
        said = "" if seat is None else f"{row.result.bids[seat]} · {row.result.tricks[seat]}"
        yield Cell((said,), asks="points" if said else "", column=column)


def _spades_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    if ledger.table.game.partners_may_change:
        heads = (text(f"{word} side", columns=4) for word in ("first", "second"))
        return (text("dealer", rows=2), *heads), tuple(map(text, ("players", "bid", "taken", "points"))) * 2
    sides = (Cell((column,), "names", 3) for column in ledger.columns)
    return (text("dealer", rows=2), *sides), tuple(map(text, ("bid", "taken", "points"))) * 2


def _spades_cells(ledger: Ledger, row: Row) -> Cells:
    if row.result is None:
        return dealer(row), words(_brief(row), columns=8 if row.game.partners_may_change else 6)
    game: Any = row.game
    sides = (
        (
            *_partners(game, side),
            text(game.bid_text(row.result, side) or "–"),
            text(row.result.tricks[side]),
            _sum_of_side(ledger, row, side),
        )
        for side in range(2)
    )
    return dealer(row), *(cell for side in sides for cell in side)


def _ten_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    ahead = (text(head, rows=2) for head in ("dealer", "contract", "by", "taken", "points", "explanation"))
    return (*ahead, text("carried part score", columns=len(ledger.columns))), tuple(map(names, ledger.columns))


def _ten_cells(ledger: Ledger, row: Row) -> Cells:
    counters = ledger.counters_of(row.judged.after)
    parts = ((column, counters.get(name, ())) for column, name in enumerate(ledger.columns))
    carried = (
        Cell((counted[0].text if counted else "0",), asks="part score", column=column) for column, counted in parts
    )
    if row.result is None:
        return dealer(row), words(_brief(row), columns=5), *carried
    game, hand = row.game, row.result
    trump = f" ({hand.trump_suit.symbol})" if hand.trump_suit else ""
    return (
        dealer(row),
        text(f"{hand.contract.symbols}{trump}"),
        names(game.players[hand.declarer]),
        text(hand.tricks),
        _sum_of_side(ledger, row, row.judged.score.lines[0].column),
        words("; ".join(line.reason for line in row.judged.score.lines)),
        *carried,
    )


def _reverse_heads(ledger: Ledger) -> tuple[Cells, Cells]:
    heads = text("dealer", rows=2), text("bidders", columns=3), text("opponents", columns=3)
    return heads, tuple(map(text, ("bid", "by", "points", "taken", "off", "points")))


def _reverse_cells(ledger: Ledger, row: Row) -> Cells:
    if row.result is None:
        return dealer(row), words(_brief(row), columns=6)
    game, hand = row.game, row.result
    bidders = game.column_of(hand.declarer)
    return (
        dealer(row),
        text(hand.contract.symbols),
        names(game.players[hand.declarer]),
        _sum_of_side(ledger, row, bidders),
        text(hand.opponent_tricks),
        text(f"{hand.off:+}" if hand.off else "0"),
        _sum_of_side(ledger, row, 1 - bidders),
    )


SHAPES = {
    "offender": Shape(_offender_heads, _offender_cells),
    "pirate-bridge": Shape(_pirate_heads, _pirate_cells, leaves_reasons=True),
    "spades": Shape(_spades_heads, _spades_cells, leaves_reasons=True),
    "oh-hell": Shape(_oh_hell_heads, _oh_hell_cells),
    "ten-bridge": Shape(_ten_heads, _ten_cells),
    "reverse-bridge": Shape(_reverse_heads, _reverse_cells),
    "plain": Shape(_plain_heads, _plain_cells),
}


class ScoreTable(NamedTuple):
    """heads: two lines of them. The label of the hand comes first, the running totals of all columns last."""

    ledger: Ledger
    heads: tuple[Cells, Cells]

    @classmethod
    def of(cls, ledger: Ledger) -> "ScoreTable":
        shape = SHAPES.get(ledger.sheet.game, ANY_GAME)
        heads, below = shape.heads(ledger)
        totals = text("accumulated points", columns=len(ledger.columns))
        return cls(ledger, ((text("", rows=2), *heads, totals), (*below, *map(names, ledger.columns))))

    @property
    def width(self) -> int:
        return sum(head.columns for head in self.heads[0])

    def cells(self, row: Row) -> Cells:
        """What was bid and taken, then how every running total came about."""
        ledger = self.ledger
        shape = SHAPES.get(ledger.sheet.game, ANY_GAME)
        workings = (total(ledger.working(row, column), column) for column in range(len(ledger.columns)))
        return *shape.cells(ledger, row), *workings

    def adjusted(self, row: AdjustmentRow) -> Cells:
        """Points without a deal, as a row of their own: who has how many and why, then the running totals."""
        workings = (total(self.ledger.working(row, column), column) for column in range(len(self.ledger.columns)))
        return words(row.in_words, columns=self.width - 1 - len(self.ledger.columns)), *workings

    def closing(self) -> Cells:
        """What the end of the sheet pays, as a last row; nothing where it pays nothing."""
        ledger, score = self.ledger, self.ledger.closing_score
        if score is None:
            return ()
        workings = (total(ledger.closing_working(column), column) for column in range(len(ledger.columns)))
        lines = ((name, line) for index, name in enumerate(ledger.columns) for line in score.of(index))
        reason = "; ".join(f"{name} {minus(line.points)} ({line.reason})" for name, line in lines)
        return words(reason, columns=self.width - 1 - len(ledger.columns)), *workings

    def notes(self, row: Row) -> Iterator[str]:
        """The sentences below a hand: reasons that are not in its cells, what it changed, its note, and what
        had been bid of a hand that the table settled."""
        shape = SHAPES.get(self.ledger.sheet.game, ANY_GAME)
        if shape.leaves_reasons and row.result is not None:
            yield "; ".join(reasons(self.ledger, row))
        yield from row.events
        if note := row.hand.facts.get("note"):
            yield f"“{note}”"
        yield from row.settled_from
