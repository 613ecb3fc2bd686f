"""What the pages of a hand and of a sheet say beforehand of the hands to come: a phone may lose its network."""

from dataclasses import dataclass

from ...sheet.core.judge import Table
from ...sheet.core.ledger import Ledger, tables_ahead
from . import form_of

NO_HAND = "The last hand is entered."
OTHER_FORM = "The next hand is entered once this is sent."


@dataclass(frozen=True)
class HandAhead:
    """How a hand to come is dealt. table: None where there is no such hand; closed: why it cannot be entered now;
    cards: of each player, None where every hand has as many; turned: how many rows of the entry have moved from
    the top to the bottom, where they stand in the order of the turn.
    """

    table: Table | None
    closed: str = ""
    cards: int | None = None
    turned: int = 0


@dataclass(frozen=True)
class Ahead:
    """number: of the next hand; deals: its own, and all that can come behind it; then: for it and each hand behind
    it, by how many before it had no contract, which of the deals it has.
    """

    number: int
    deals: tuple[HandAhead, ...]
    then: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, ledger: Ledger) -> "Ahead":
        deals: dict[tuple[object, ...], int] = {}
        known: list[HandAhead] = []
        then: list[tuple[int, ...]] = []
        for tables in tables_ahead(ledger):
            places: list[int] = []
            for table in tables:
                deal = _deal(ledger.table, table)
                auction = table.auction() if table else None
                alike = (deal.closed, table and table.dealer, auction and auction.turn, deal.cards, deal.turned)
                if alike not in deals:
                    deals[alike] = len(known)
                    known.append(deal)
                places.append(deals[alike])
            then.append(tuple(places))
            if all(table is None for table in tables):
                break
        return cls(len(ledger.rows) + 1, tuple(known), tuple(then))

    @property
    def in_short(self) -> str:
        """ "0,1 0,2 1 0": the places in `deals`, hand by hand."""
        return ",".join(" ".join(map(str, places)) for places in self.then)


def _deal(now: Table, then: Table | None) -> HandAhead:
    if then is None:
        return HandAhead(None, NO_HAND)
    cards = then.game.dealt_with(then.carry).get("cards")
    rows, moved = (form_of(table).turn(table) for table in (now, then))
    if {*rows} != {*moved}:
        return HandAhead(then, OTHER_FORM, cards)
    return HandAhead(then, "", cards, rows.index(moved[0]) if rows else 0)
