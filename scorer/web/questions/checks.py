"""More of a sheet; the check of an auction and of a trick as the table remembers them. Nothing is stored."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...rules.auctions import Auction
from ...rules.calls import Bid, Word
from ...rules.tricks import PlayRules, reasons, verdict
from ...sheet.questions.auction_check import UnreadableCallError, check_calls, legal_bids, legal_words
from ..app import access
from ..app.speaker import speaker_on
from ..forms.base import TextField
from ..forms.call_keys import Panel
from ..forms.trick import TrickForm
from .hand_choice import HandAsked, HandForm, asked, hands_to_ask

bp = Blueprint("checks", __name__, url_prefix="/sheets/<sheet_id>")

MOST = 10_000
"""Characters of a text: a line for every call of the longest auction has far fewer."""


@bp.get("/more")
def more(sheet_id: str) -> ResponseReturnValue:
    """What the menu of a sheet leads on to; questions about calls only where calls are made."""
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    scoring = access.may_score(sheet_id)
    return render_template(
        "questions/more.html",
        snapshot=snapshot,
        scoring=scoring,
        playing=scoring and not snapshot.sheet.finished,
        speaker=speaker_on(snapshot),
        has_calls=any(hand.table.auction() for hand in hands),
        has_tricks=any(_play_rules(hand) for hand in hands),
    )


@bp.get("/questions")
def questions(sheet_id: str) -> ResponseReturnValue:
    """An address of earlier releases."""
    access.snapshot_to_view(sheet_id)
    return redirect(url_for("checks.more", sheet_id=sheet_id, _anchor="questions"), 303)


def _play_rules(hand: HandAsked) -> PlayRules | None:
    return hand.table.game.play_rules(hand.facts, hand.table.dealer, hand.table.carry)


class CallsForm(HandForm):
    """calls: as the table remembers them, one in a line."""

    calls = TextField()


@bp.get("/auction-trial")
def auction(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    form = CallsForm(request.args)
    hand = asked(hands, form.hand.data, hands[0])
    opened = hand.table.auction()
    tried = bool(form.calls.raw_data) and not form.show.raw_data
    text = form.calls.data if tried else _text(hands, hand, form.calls.data)
    check, error = None, ""
    if tried and opened:
        if len(text) > MOST:
            error = f"A text has at most {MOST} characters."
        else:
            try:
                check = check_calls(opened, text)
            except UnreadableCallError as fault:
                error = f"Line {fault.line}: {fault.detail}"
    heard = check.auction if check else None
    answer = render_template(
        "questions/auction_check.html",
        snapshot=snapshot,
        game=hand.table.game,
        table=hand.table,
        hands=hands,
        hand=hand,
        opened=opened,
        text=text,
        example=_example(opened) if opened else "",
        wordings=[str(call) for call in opened.vocabulary() if isinstance(call, Word)] if opened else [],
        check=check,
        error=error,
        # The calls are drawn as on the page of the bidding.
        auction=heard,
        panel=Panel(heard) if heard else None,
        bids=legal_bids(heard) if heard else (),
        words=legal_words(heard) if heard else (),
    )
    return answer, 422 if error else 200


def _example(auction: Auction) -> str:
    """How a bid of this game is typed."""
    bids = [call for call in auction.vocabulary() if isinstance(call, Bid)]
    return str(bids[min(2, len(bids) - 1)])


def _text(hands: tuple[HandAsked, ...], hand: HandAsked, typed: str) -> str:
    """The hand's own calls, unless something else has been typed before the hand was chosen."""
    lines = tuple(typed.split("\r\n")) if "\r\n" in typed else tuple(typed.split("\n"))
    is_own = not typed.strip() or any(lines == other.calls for other in hands)
    return "\n".join(hand.calls) if is_own else typed


@bp.get("/trick")
def trick(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    # Where the contract of the hand that is played is not on the sheet, the question is likely about the last one.
    likely = next((hand for hand in hands if hand.facts), hands[0])
    hand = asked(hands, HandForm(request.args).hand.data, likely)
    table = hand.table
    play_rules = _play_rules(hand)
    form = TrickForm.of(request.args, table.game.players, play_rules) if play_rules else None
    trial = form and form.trial
    answer = render_template(
        "questions/trick.html",
        snapshot=snapshot,
        game=table.game,
        table=table,
        hands=hands,
        hand=hand,
        play_rules=play_rules,
        form=form,
        trial=trial,
        verdict=verdict(trial) if trial else "",
        reasons=[*reasons(trial)] if trial else [],
    )
    return answer, 422 if form and form.faults else 200
