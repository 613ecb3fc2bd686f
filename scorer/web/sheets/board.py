"""Table mode: the totals as large as the screen allows, for a phone propped up on the table or a television."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from ...exports.table.score_table import won
from ...rules.auctions.auction import Auction
from ...rules.auctions.bid_each import BidEach, bid_words
from ...rules.core import Points, counted, minus, place
from ...sheet.core.ledger import Ledger
from ..app import access
from ..forms.base import TextField

bp = Blueprint("board", __name__, url_prefix="/sheets/<sheet_id>/board")

MOST_COLUMNS = 12
MOST_DIGITS = 12
"""The stylesheet has a size for each number up to these; more columns are scrolled, longer totals cut."""
QUARTERS = 4


class BoardForm(Form):
    """near: who sits at the foot of the phone that lies flat; the page then turns towards whoever is asked."""

    near = TextField()


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


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    ledger, near = snapshot.ledger, BoardForm(request.args).near.data or ""
    auction = None if ledger.over else ledger.playing.auction if ledger.playing else ledger.table.auction()
    return render_template(
        "sheets/board.html",
        snapshot=snapshot,
        ledger=ledger,
        lines=tuple(_lines(ledger, auction)),
        columns=min(len(ledger.columns), MOST_COLUMNS + 1),
        digits=min(max(len(minus(total)) for total in ledger.totals), MOST_DIGITS),
        auction=auction,
        begun=bool(ledger.playing),
        won=won(ledger),
        turn=_turn(ledger, auction, near),
        near=near,
        coming=_coming(ledger),
    )


def _lines(ledger: Ledger, auction: Auction | None) -> Iterator[Line]:
    standings = {standing.column: standing for standing in ledger.standings}
    shared = Counter(standing.place for standing in ledger.standings)
    roles = _roles(ledger, auction)
    for column in ledger.columns:
        standing = standings[column]
        number = standing.place
        named = place(number, shared=shared[number] > 1) if ledger.rows else ""
        leads = number == 1 and bool(ledger.rows)
        yield Line(column, standing.total, named, leads, tuple(roles.get(column, ())))


def _roles(ledger: Ledger, auction: Auction | None) -> dict[str, list[Role]]:
    """Who deals, who is to speak and what each has bid, by the column of the sheet."""
    table, roles = ledger.table, dict[str, list[Role]]()
    players = table.game.players
    if ledger.over:
        return {}
    said = dict(auction.calls) if isinstance(auction, BidEach) else {}
    for seat, player in enumerate(players):
        column = _column_of(ledger, seat)
        whose = "" if column == player else player
        own = roles.setdefault(column, [])
        if auction and auction.turn == seat:
            own.append(Role("speaks", whose, "speaks"))
        if table.dealer == seat:
            own.append(Role("deals", whose, "deals"))
        if seat in said:
            own.append(Role(f"bid {bid_words(said[seat])}", whose))
    return roles


def _column_of(ledger: Ledger, seat: int) -> str:
    """The column of the sheet in which a seat scores: the player's own, else that of the side."""
    game = ledger.table.game
    if game.players[seat] in ledger.columns:
        return game.players[seat]
    own = next(index for index, column in enumerate(game.columns()) if seat in column.seats)
    return game.credited(ledger.columns)[own][0]


def _turn(ledger: Ledger, auction: Auction | None, near: str) -> int:
    """By how many degrees the page turns towards who is asked, the dealer where nobody is. near: who sits at the
    foot of the phone.
    """
    players = ledger.table.game.players
    if near not in players or ledger.over:
        return 0
    asked = auction.turn if auction and auction.turn is not None else ledger.table.dealer
    seats = (asked - players.index(near)) % len(players)
    return round(QUARTERS * seats / len(players)) % QUARTERS * 360 // QUARTERS


def _coming(ledger: Ledger) -> tuple[str, str]:
    """The next hand, and what is dealt, each in words."""
    hand = f"Hand {len(ledger.rows) + 1}"
    if ledger.over:
        return counted(len(ledger.rows), "hand"), ""
    notes = ledger.table.game.deal_notes(ledger.table.dealer, ledger.table.carry)
    dealt = notes[0] if notes else f"{ledger.table.game.players[ledger.table.dealer]} deals."
    first, colon, rest = dealt.partition(": ")
    return (first, rest) if colon and first.startswith(hand) else (hand, dealt)
