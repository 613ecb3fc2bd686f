"""What the felt shows of an auction: who is to speak, the latest call of each seat, what lies in the middle."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.auctions import Acceptance, Auction, BidEach, Spoken
from ...rules.calls import DOUBLED, Bid, Call, Word
from ...rules.core import Seat
from .call_keys import ANSWERS, SILENCES

VERBS = {
    Word.ACCEPT: "accepts",
    Word.REJECT: "rejects",
    Word.DECLINE: "declines",
    Word.DOUBLE: "doubles",
    Word.REDOUBLE: "redoubles",
    Word.PASS: "passes",
}
DIRECTIONS = 8
"""Places around the felt for which the stylesheet has a lamp, clockwise from the top."""


@dataclass(frozen=True)
class FeltSeat:
    """A player at the felt. call: the latest call that still matters, None for none; refused: whether it is a bid
    that nobody accepted; role: what they are to do now, empty for nothing; holds: that they have the contract.
    """

    name: str
    call: Call | None
    refused: bool
    role: str
    deals: bool
    holds: str

    @property
    def shown(self) -> str:
        """The call as it is written at the seat."""
        return "—" if self.call in SILENCES else self._words(symbols=True)

    @property
    def answers(self) -> bool:
        return self.call in ANSWERS

    @property
    def spoken(self) -> str:
        """The seat as a screen reader says it: "Betty, no proposal, to speak"."""
        call = self._words() + (", refused" if self.refused else "")
        parts = (self.name, call, self.role, "deals" if self.deals else "", self.holds)
        return ", ".join(part for part in parts if part)

    def _words(self, *, symbols: bool = False) -> str:
        if isinstance(self.call, Bid):
            return self.call.symbols if symbols else self.call.words
        return VERBS.get(self.call, str(self.call)) if self.call else ""


@dataclass(frozen=True)
class Middle:
    """What lies in the middle of the felt. card: of the bidding box, empty where none lies there; players: whose
    bid it is; state: what it is, in a few words.
    """

    card: str
    players: tuple[str, ...]
    state: str


class Felt:
    """The table during an auction. dealer: their seat; lamp: from where the felt is lit, in eighths of a turn
    clockwise from the top; None when the auction is over.
    """

    def __init__(self, auction: Auction, dealer: Seat) -> None:
        self.seats = tuple(_seats(auction, dealer))
        self.middle = _middle(auction)
        turn, count = auction.turn, len(auction.players)
        self.lamp = None if turn is None else round(DIRECTIONS * turn / count) % DIRECTIONS


def _seats(auction: Auction, dealer: Seat) -> Iterator[FeltSeat]:
    latest = dict(_calls_that_matter(auction))
    holders = (auction.declarer, auction.partner) if auction.contract else ()
    for seat, name in enumerate(auction.players):
        call = latest.get(seat)
        yield FeltSeat(
            name,
            call,
            refused=isinstance(call, Bid) and _is_refused(auction, seat, call),
            role=_role(auction) if seat == auction.turn else "",
            deals=seat == dealer,
            holds="" if seat not in holders else f"has the contract{'' if auction.over else ' so far'}",
        )


def _calls_that_matter(auction: Auction) -> list[Spoken]:
    """The calls that still say something about their players. Where bids are accepted: of the silent ones those
    that count towards the end, of the answers those to the last bid, nothing from before the last acceptance.
    """
    if not isinstance(auction, Acceptance) or not auction.calls:
        return list(auction.calls)
    exchanges = auction.exchanges()
    accepted = max((number for number, each in enumerate(exchanges, 1) if each.accepted), default=0)
    recent = exchanges[accepted:] or exchanges[-1:]
    proposals = [spoken for each in recent for spoken in each.proposals]
    first_counted = len(proposals) - auction.passes
    matter = [
        spoken for number, spoken in enumerate(proposals) if spoken[1] not in SILENCES or number >= first_counted
    ]
    return [*matter, *recent[-1].answers]


def _is_refused(auction: Auction, seat: Seat, bid: Bid) -> bool:
    if not isinstance(auction, Acceptance):
        return False
    stands = auction.contract.bid if auction.contract and seat == auction.declarer else None
    waits = auction.proposal if seat == auction.proposer else None
    return bid not in (stands, waits)


def _role(auction: Auction) -> str:
    """What the player in turn is to do."""
    if auction.stage == "acceptance":
        return "to answer"
    return "to speak" if auction.calls else "speaks first"


def _middle(auction: Auction) -> Middle:
    if isinstance(auction, BidEach):
        return Middle("", (), f"{auction.level} of {auction.tricks} bid" if auction.calls else "")
    contract = auction.contract
    if isinstance(auction, Acceptance) and auction.proposal:
        over = f"over {contract.symbols}" if contract else "asks"
        return Middle(auction.proposal.symbols, (auction.name(auction.proposer),), over)
    if contract is None:
        return Middle("", (), "")
    names = tuple(auction.name(seat) for seat in (auction.declarer, auction.partner) if seat is not None)
    state = (DOUBLED[contract.doubling], "" if auction.over else "so far")
    return Middle(contract.bid.symbols, names, ", ".join(filter(None, state)))
