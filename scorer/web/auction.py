"""The auction, call by call: its keys, the felt, and its page."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from ..rules.auctions import Acceptance, Auction, BidEach, Spoken
from ..rules.calls import DOUBLED, Bid, Call, Denomination, Word, parse_call
from ..rules.core import RuleViolation, Seat
from ..sheet.core.ledger import Row
from ..sheet.core.sheet import EntryKind
from ..store.scorebook import Snapshot
from . import commands, repeats
from .app import access
from .commands import Refusal, refusing
from .forms import CommandForm, TextField, TextsField
from .games import entry_form
from .hand import context_of, undone

SILENCES = (Word.NO_PROPOSAL, Word.PASS)
ANSWERS = (Word.ACCEPT, Word.REJECT, Word.DECLINE)


class PanelKey(NamedTuple):
    """One key.

    value: the text that a form sends for it.
    call: what it stands for, as the sheet file writes it.
    refusal: why it may not be said now.
    """

    value: str
    label: str
    call: str
    refusal: RuleViolation | None


class SuitKey(NamedTuple):
    """One denomination.

    least: the lowest number that may be bid in it now.
    refusal: why not a lower one.
    call: the bid that is refused, as the sheet file writes it.
    """

    denomination: Denomination
    least: int
    call: str
    refusal: RuleViolation | None


class Panel:
    """The keys of whoever is to speak.

    levels: the numbers, by themselves.
    suits: what a number is followed by, empty where a bid is a number alone.
    silence: the word of saying nothing.
    words: the other words.
    answers: what is said to an offer.
    """

    def __init__(self, auction: Auction) -> None:
        vocabulary = auction.vocabulary()
        bids = [call for call in vocabulary if isinstance(call, Bid)]
        words = [call for call in vocabulary if isinstance(call, Word)]
        # The highest bid of a number stands for it: where even that is too low, all are.
        highest = {bid.level: bid for bid in bids}
        self.levels = [
            PanelKey(f"{level}", f"{level}", f"{bid}", auction.refusal(bid)) for level, bid in highest.items()
        ]
        named = dict.fromkeys(bid.denomination for bid in bids)
        self.suits = [_suit(auction, name, bids) for name in named if name]
        self.silence = next((_key(auction, word) for word in words if word in SILENCES), None)
        self.answers = [_key(auction, word) for word in words if word in ANSWERS]
        self.words = [_key(auction, word) for word in words if word not in (*SILENCES, *ANSWERS)]


def _suit(auction: Auction, denomination: Denomination, bids: list[Bid]) -> SuitKey:
    least, call, refusal = 0, "", None
    for bid in bids:
        if bid.denomination is denomination:
            refused = auction.refusal(bid)
            if refused is None:
                return SuitKey(denomination, bid.level, call, refusal)
            least, call, refusal = bid.level + 1, f"{bid}", refused
    return SuitKey(denomination, least, call, refusal)


def _key(auction: Auction, call: Call) -> PanelKey:
    text = str(call)
    label = call.spoken.capitalize() if isinstance(call, Word) else text
    return PanelKey(text, label, text, auction.refusal(call))


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


class FeltSeat(NamedTuple):
    """A player at the felt.

    call: the latest call that still matters, None for none.
    refused: whether it is a bid that nobody accepted.
    role: what they are to do now, empty for nothing.
    holds: that they have the contract.
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


class Middle(NamedTuple):
    """What lies in the middle of the felt.

    card: of the bidding box, empty where none lies there.
    players: whose bid it is.
    state: what it is, in a few words.
    """

    card: str
    players: tuple[str, ...]
    state: str


class Felt:
    """The table during an auction.

    dealer: their seat.
    lamp: from where the felt is lit, in eighths of a turn clockwise from the top; None when the auction is over.
    """

    def __init__(self, auction: Auction, dealer: Seat) -> None:
        self.seats = tuple(_seats(auction, dealer))
        self.middle = _middle(auction)
        turn, count = auction.turn, len(auction.players)
        self.lamp = None if turn is None else round(DIRECTIONS * turn / count) % DIRECTIONS


def _seats(auction: Auction, dealer: Seat) -> Iterator[FeltSeat]:
    latest: dict[Seat | None, Call] = dict(_calls_that_matter(auction))
    holders = (auction.declarer, auction.partner) if auction.contract else ()
    if auction.over and auction.contract:
        # What they play, and not their last pass.
        latest[auction.declarer] = auction.contract.bid
        latest |= {auction.partner: Word.ACCEPT} if isinstance(auction, Acceptance) else {}
    for seat, name in enumerate(auction.players):
        call = latest.get(seat)
        yield FeltSeat(
            name,
            call,
            refused=isinstance(call, Bid) and _is_refused(auction, seat, call),
            role="" if seat != auction.turn else "to answer" if auction.stage == "acceptance" else "to speak",
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


bp = Blueprint("auction", __name__, url_prefix="/sheets/<sheet_id>/auction")


class Refused(NamedTuple):
    """A call that was not taken: who made it, the call as the file writes it, and the rule it would break."""

    player: str
    call: str
    violation: RuleViolation


class CallForm(CommandForm):
    """A call as it is tapped: a word, or a number and a suit. before: of a recorded hand the calls so far, as the
    sheet file writes them without their players.
    """

    call = TextField()
    level = TextField()
    suit = TextField()
    player = TextField()
    before = TextsField()

    @property
    def tapped(self) -> str:
        return self.call.data or f"{self.level.data}{self.suit.data}"

    @property
    def suit_alone(self) -> str:
        """The suit that was tapped before its number; then the page asks for the number."""
        return "" if self.call.data or self.level.data else self.suit.data


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    return _auction(access.snapshot_for_a_hand(sheet_id))


@bp.post("")
def call(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    auction = snapshot.ledger.open_auction
    if auction is None:
        abort(404)
    form = CallForm()
    if form.suit_alone in {key.denomination.value for key in Panel(auction).suits}:
        return _auction(snapshot, suit=form.suit_alone)
    level = form.level.data
    try:
        spoken = parse_call(form.tapped)
    except ValueError as error:
        return _auction(snapshot, level, complaint=f"{error}.".replace("“”", "Nothing")), 422
    player = form.player.data or auction.name(auction.turn)
    if player not in auction.players:
        return _auction(snapshot, level, complaint=f"“{player[:40]}” is not at this table."), 422

    def page(refusal: Refusal) -> str:
        refused = refusal.violation and Refused(player, f"{spoken}", refusal.violation)
        return _auction(refusal.snapshot, level, complaint=refusal.notice, refused=refused)

    with refusing(snapshot, form, "the call was not taken", page):
        after, entry = commands.take(snapshot, form, commands.speak(player, spoken))
    abandoned = entry.kind is EntryKind.RECORD
    return repeats.done(after, entry, _abandoned(after.history.row(entry), after) if abandoned else None)


def _abandoned(row: Row, after: Snapshot) -> str:
    """That the bidding has ended without a contract, briefly as keys are below, and who deals now."""
    table = after.ledger.table
    dealer = table.game.players[table.dealer]
    return f"Hand {row.number} is abandoned. {dealer} deals {'again' if dealer == row.dealer else 'next'}."


@bp.get("/ahead")
def ahead(sheet_id: str) -> ResponseReturnValue:
    """The page after a call, for a phone that shows it as soon as the call is tapped and before that is taken.

    Nothing is written, and what is to be said on the next page is not said here. 204 where the call ends the hand.
    """
    snapshot = access.snapshot_for_a_hand(sheet_id)
    auction = snapshot.ledger.open_auction
    if auction is None or auction.turn is None:
        abort(404)
    try:
        spoken = commands.speak(auction.name(auction.turn), parse_call(CallForm(request.args).call.data))
        after = commands.preview(snapshot, spoken)
    except (RuleViolation, ValueError):
        abort(404)
    return _auction(after, ahead=True) if after.entries[-1].kind is EntryKind.CALL else ("", 204)


@bp.get("/of/<int:entry>")
def judge(sheet_id: str, entry: int) -> ResponseReturnValue:
    """The calls of a recorded hand, tapped once more and judged by its house rules. Nothing is stored."""
    snapshot = access.snapshot_to_view(sheet_id)
    row = snapshot.ledger.row(entry)
    auction = row.judged.table.auction() if row else None
    if row is None or auction is None:
        abort(404)
    form = CallForm(request.args)
    refused, complaint = None, ""
    for text in filter(None, (*form.before.data, form.tapped)):
        if auction.turn is None:
            break
        try:
            auction = auction.call(auction.turn, parse_call(text))
        except RuleViolation as violation:
            refused = Refused(auction.name(auction.turn), text, violation)
        except ValueError as error:
            complaint = f"{error}."
        if refused or complaint:
            break
    shown = render_template(
        "questions/calls.html",
        snapshot=snapshot,
        row=row,
        game=row.game,
        auction=auction,
        felt=Felt(auction, row.judged.table.dealer),
        panel=Panel(auction),
        chosen_level=form.level.data if refused else "",
        suit=None,
        refusal=refused,
        complaint=complaint,
    )
    return shown, 422 if refused or complaint else 200


def _last_call(snapshot: Snapshot, auction: Auction) -> str:
    """What undo takes back where that is a call, also one that abandoned the hand before; else empty."""
    last = snapshot.line.last_act
    row = snapshot.ledger.row(last.number) if last else None
    abandoned = row is not None and row.judged.auction is not None and row.judged.result is None
    return snapshot.history.act(last) if last and (auction.calls or abandoned) else ""


def _auction(
    snapshot: Snapshot,
    level: str = "",
    *,
    complaint: str = "",
    refused: Refused | None = None,
    suit: str = "",
    ahead: bool = False,
) -> str:
    """level: the number that was tapped, of a call that was not taken.
    suit: that which waits for its number.
    ahead: whether the page is shown later, and says nothing of what was done.
    """
    table, auction = snapshot.ledger.table, snapshot.ledger.open_auction
    if auction is None:
        abort(404)
    panel, form = Panel(auction), entry_form(table, formdata=None)
    facts, taken_back = commands.bid_so_far(snapshot), undone(snapshot)
    if facts:
        form.prefill({**facts, **(commands.facts_of(taken_back) if taken_back else {})})
    shown = context_of(snapshot, form, None) | {
        "auction": auction,
        "felt": Felt(auction, table.dealer),
        "panel": panel,
        "untouched": False,
        "chosen_level": level,
        "suit": next((key for key in panel.suits if key.denomination.value == suit), None),
        "settled": facts,
        "takes_back": _last_call(snapshot, auction),
        "complaint": complaint,
        "refusal": refused,
        "ahead": ahead,
    }
    # They are made here.
    form.calls_at = ""
    return render_template("pages/auction.html", **shown)
