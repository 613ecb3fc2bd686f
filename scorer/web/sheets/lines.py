"""The columns of a sheet as they are read aloud: who stands where, who deals and who is to speak."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.auctions import Auction, BidEach, bid_words
from ...rules.core import Points, minus, place
from ...sheet.core.ledger import Ledger


@dataclass(frozen=True)
class Role:
    """What a player does now. player: empty where the column is theirs alone; look: of the sign beside it."""

    words: str
    player: str = ""
    look: str = ""

    def __str__(self) -> str:
        return f"{self.player} {self.words}".lstrip()


@dataclass(frozen=True)
class Line:
    """A column of the sheet. place: in words, empty before the first hand; asked: whether one of it speaks."""

    name: str
    total: Points
    place: str
    leads: bool
    roles: tuple[Role, ...]

    @property
    def asked(self) -> bool:
        return any(role.look == "speaks" for role in self.roles)

    @property
    def spoken(self) -> str:
        """The line as a screen reader says it: "Anna, 2nd, 42 points, deals"."""
        points = f"{minus(self.total)} {'point' if self.total == 1 else 'points'}"
        return ", ".join(part for part in (self.name, self.place, points, *map(str, self.roles)) if part)


def auction_now(ledger: Ledger) -> Auction | None:
    """The auction under way, or the one that comes next; None where the game is over or has none."""
    return None if ledger.over else ledger.playing.auction if ledger.playing else ledger.table.auction()


def lines_of(ledger: Ledger, auction: Auction | None) -> Iterator[Line]:
    """One for each column of the sheet, in its order."""
    standings = {standing.column: standing for standing in ledger.standings}
    shared = Counter(standing.place for standing in ledger.standings)
    roles = _roles(ledger, auction)
    for index, column in enumerate(ledger.columns):
        standing = standings[column]
        number = standing.place
        named = place(number, shared=shared[number] > 1) if ledger.rows else ""
        leads = number == 1 and bool(ledger.rows)
        yield Line(column, standing.total, named, leads, tuple(roles.get(index, ())))


def _roles(ledger: Ledger, auction: Auction | None) -> dict[int, list[Role]]:
    """Who deals, who is to speak and what each has bid, by the column of the sheet."""
    table, roles = ledger.table, dict[int, list[Role]]()
    players, sides = table.game.players, table.game.sides_have_columns
    if ledger.over:
        return {}
    said = dict(auction.calls) if isinstance(auction, BidEach) else {}
    for seat, player in enumerate(players):
        own = roles.setdefault(table.game.place_of(seat, ledger.columns), [])
        whose = player if sides else ""
        if auction and auction.turn == seat:
            own.append(Role("speaks", whose, "speaks"))
        if table.dealer == seat:
            own.append(Role("deals", whose, "deals"))
        if seat in said:
            own.append(Role(f"bid {bid_words(said[seat])}", whose))
    return roles
