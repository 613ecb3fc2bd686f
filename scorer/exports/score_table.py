"""The table of a whole sheet, as the games' documents print it: its heads, and a row of cells for each hand.

What it has between the number of a hand and the running totals is laid out game by game, by its `Shape`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ..rules.core import Seat, minus
from ..rules.game import Game
from ..rules.offender import Offender
from ..rules.oh_hell.game import OhHell
from ..rules.pirate_bridge.game import PirateBridge
from ..rules.plain import Plain
from ..rules.registry import ByGame
from ..rules.reverse_bridge import ReverseBridge
from ..rules.spades.game import SIDES, Spades
from ..rules.ten_bridge import TenBridge
from ..sheet.core.ledger import AdjustmentRow, Ledger, Row
from .wording import reasons


@dataclass(frozen=True)
class Cell:
    """kind: "text" (a fact of the hand), "words" (a sentence), "names" (one below the other), or "sum", as
        "21 + 28 = 49".
    columns, rows: how many it spans.
    asks: what the reason of its number is asked for, "points", "total", "part score" or "dealer", and `column`
        whose.
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


G = TypeVar("G", bound=Game)


class Shape(Generic[G]):
    """What stands between the number of a hand and the running totals; by itself that of any game.

    leaves_reasons: whether the sums in the cells do not say what each number was paid for.
    """

    leaves_reasons = True

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def heads(self) -> tuple[Cells, Cells]:
        """Two lines of them."""
        return (text("hand", rows=2),), ()

    def cells(self, row: Row, game: G) -> Cells:
        """Of a hand; game: that of the hand."""
        return (words(_brief(row)),)

    def sum_of(self, row: Row, seat: Seat) -> Cell:
        """What a player scored in a hand, or the side; the first seat of a side has the side's number."""
        return points(row, row.game.place_of(seat, self.ledger.columns))


SHAPES = ByGame[type[Shape[Any]]]()


def _brief(row: Row) -> str:
    """A hand without a result in a few words; its note has room below it."""
    return row.summary if row.judged.settled is None else "settled by the table"


def _players(game: Game, seats: Sequence[Seat]) -> Cell:
    return names(*(game.players[seat] for seat in seats))


@SHAPES.register(Plain)
class PlainShape(Shape[Plain]):
    leaves_reasons = False

    def heads(self) -> tuple[Cells, Cells]:
        return (text("dealer", rows=2),), ()

    def cells(self, row: Row, game: Plain) -> Cells:
        return (dealer(row, *([] if row.judged.settled is None else [_brief(row)])),)


@SHAPES.register(Offender)
class OffenderShape(Shape[Offender]):
    leaves_reasons = False

    def heads(self) -> tuple[Cells, Cells]:
        below = tuple(map(text, ("players", "bid", "taken", "points", "players", "taken", "points")))
        return (text("offense", columns=4), text("defense", columns=3)), below

    def cells(self, row: Row, game: Offender) -> Cells:
        hand = row.result
        if hand is None:
            again = "" if row.judged.settled is not None else f"; {row.dealer} deals again"
            return (words(f"{_brief(row)}{again}", columns=7),)
        defense = game.defense(hand)
        return (
            _players(game, hand.offense),
            text(hand.contract.symbols),
            text(hand.tricks),
            self.sum_of(row, hand.proposer),
            _players(game, defense),
            text(game.tricks - hand.tricks),
            self.sum_of(row, defense[0]),
        )


@SHAPES.register(PirateBridge)
class PirateShape(Shape[PirateBridge]):
    @property
    def draws_line(self) -> bool:
        """Whether points are counted below the line in any hand: contract scoring has no line."""
        return any(game.options.scoring == "auction" for game in self.ledger.games)

    def heads(self) -> tuple[Cells, Cells]:
        facts = ("players", "bid", "taken", *(["below"] if self.draws_line else []), "declarer", "acceptor")
        top = text("declarer and acceptor", columns=len(facts)), text("each defender", rows=2)
        return top, tuple(map(text, facts))

    def cells(self, row: Row, game: PirateBridge) -> Cells:
        hand, line = row.result, self.draws_line
        if hand is None:
            return (words(_brief(row), columns=6 + line),)
        column = game.place_of(hand.declarer, self.ledger.columns)
        below = Cell((f"{game.below(hand)}",), asks="points", column=column)
        return (
            _players(game, hand.declaring),
            Cell((hand.contract.symbols, *(["vulnerable"] if hand.vulnerable else []))),
            text(hand.tricks),
            *([below if game.options.scoring == "auction" else text("")] if line else []),
            *(self.sum_of(row, seat) for seat in (hand.declarer, hand.acceptor, hand.defending[0])),
        )


@SHAPES.register(OhHell)
class OhHellShape(Shape[OhHell]):
    leaves_reasons = False

    def heads(self) -> tuple[Cells, Cells]:
        columns = self.ledger.columns
        return (text("cards", rows=2), text("bid and taken", columns=len(columns))), tuple(map(names, columns))

    def cells(self, row: Row, game: OhHell) -> Cells:
        hand = row.result
        if hand is None:
            return (words(_brief(row), columns=len(self.ledger.columns) + 1),)
        trump = f" {hand.trump.symbol}" if hand.trump else ""
        return text(f"{sum(hand.tricks)}{trump}"), *self._bids_and_tricks(row)

    def _bids_and_tricks(self, row: Row) -> Iterator[Cell]:
        """Column by column; nothing for those who sat out."""
        seats = {name: seat for seat, name in enumerate(row.game.players)}
        for column, name in enumerate(self.ledger.columns):
            seat = seats.get(name)
            said = "" if seat is None else f"{row.result.bids[seat]} · {row.result.tricks[seat]}"
            yield Cell((said,), asks="points" if said else "", column=column)


@SHAPES.register(Spades)
class SpadesShape(Shape[Spades]):
    def heads(self) -> tuple[Cells, Cells]:
        if self.ledger.table.game.partners_may_change:
            heads = (text(f"{word} side", columns=4) for word in ("first", "second"))
            return (text("dealer", rows=2), *heads), tuple(map(text, ("players", "bid", "taken", "points"))) * 2
        sides = (Cell((column,), "names", 3) for column in self.ledger.columns)
        return (text("dealer", rows=2), *sides), tuple(map(text, ("bid", "taken", "points"))) * 2

    def cells(self, row: Row, game: Spades) -> Cells:
        if row.result is None:
            return dealer(row), words(_brief(row), columns=8 if game.partners_may_change else 6)
        sides = (
            (
                *([_players(game, SIDES[side])] if game.partners_may_change else []),
                text(game.bid_text(row.result, side) or "–"),
                text(row.result.tricks[side]),
                self.sum_of(row, side),
            )
            for side in range(2)
        )
        return dealer(row), *(cell for side in sides for cell in side)


@SHAPES.register(TenBridge)
class TenShape(Shape[TenBridge]):
    leaves_reasons = False

    def heads(self) -> tuple[Cells, Cells]:
        columns = self.ledger.columns
        ahead = (text(head, rows=2) for head in ("dealer", "contract", "by", "taken", "points", "explanation"))
        return (*ahead, text("carried part score", columns=len(columns))), tuple(map(names, columns))

    def cells(self, row: Row, game: TenBridge) -> Cells:
        counters = self.ledger.counters_of(row.judged.after)
        parts = ((column, counters.get(name, ())) for column, name in enumerate(self.ledger.columns))
        carried = (
            Cell((counted[0].text if counted else "0",), asks="part score", column=column)
            for column, counted in parts
        )
        hand, lines = row.result, row.judged.score.lines
        if hand is None:
            return dealer(row), words(_brief(row), columns=5), *carried
        trump = f" ({hand.trump_suit.symbol})" if hand.trump_suit else ""
        return (
            dealer(row),
            text(f"{hand.contract.symbols}{trump}"),
            names(game.players[hand.declarer]),
            text(hand.tricks),
            self.sum_of(row, lines[0].column),
            words("; ".join(line.reason for line in lines)),
            *carried,
        )


@SHAPES.register(ReverseBridge)
class ReverseShape(Shape[ReverseBridge]):
    leaves_reasons = False

    def heads(self) -> tuple[Cells, Cells]:
        heads = text("dealer", rows=2), text("bidders", columns=3), text("opponents", columns=3)
        return heads, tuple(map(text, ("bid", "by", "points", "taken", "off", "points")))

    def cells(self, row: Row, game: ReverseBridge) -> Cells:
        hand = row.result
        if hand is None:
            return dealer(row), words(_brief(row), columns=6)
        bidders = game.column_of(hand.declarer)
        return (
            dealer(row),
            text(hand.contract.symbols),
            names(game.players[hand.declarer]),
            self.sum_of(row, bidders),
            text(hand.opponent_tricks),
            text(f"{hand.off:+}" if hand.off else "0"),
            self.sum_of(row, 1 - bidders),
        )


class ScoreTable(NamedTuple):
    """heads: two lines of them. The label of the hand comes first, the running totals of all columns last."""

    ledger: Ledger
    shape: Shape[Any]
    heads: tuple[Cells, Cells]

    @classmethod
    def of(cls, ledger: Ledger) -> "ScoreTable":
        shape = SHAPES.get(ledger.sheet.game, Shape)(ledger)
        heads, below = shape.heads()
        totals = text("accumulated points", columns=len(ledger.columns))
        return cls(ledger, shape, ((text("", rows=2), *heads, totals), (*below, *map(names, ledger.columns))))

    @property
    def width(self) -> int:
        return sum(head.columns for head in self.heads[0])

    def cells(self, row: Row) -> Cells:
        """What was bid and taken, then how every running total came about."""
        ledger = self.ledger
        workings = (total(ledger.working(row, column), column) for column in range(len(ledger.columns)))
        return *self.shape.cells(row, row.game), *workings

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
        if self.shape.leaves_reasons and row.result is not None:
            yield "; ".join(reasons(self.ledger, row))
        yield from row.events
        if note := row.hand.facts.get("note"):
            yield f"“{note}”"
        yield from row.settled_from
