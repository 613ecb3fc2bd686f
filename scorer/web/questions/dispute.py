"""A disputed hand: who has it how, what each version would make of the sheet, and how it ends."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation
from ...sheet.changes.disputes import Dispute, Version, beside, carried_on, columns_to_settle, versions
from ...sheet.core.entries import Outcome
from ...sheet.core.judge import IllegalHandError
from ...sheet.core.ledger import Row
from ...sheet.core.sheet import kept_beside
from ...store import scorebook
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..app import access
from ..app.people import phone_here
from ..app.speaker import speaker_on
from ..commands import commands, disputes, repeats
from ..commands.disputes import AlreadyDoneError
from ..commands.preview import meanwhile, take_or_show
from ..forms.base import CommandForm
from ..forms.dispute import SettlementForm, StatementForm
from ..games import EntryForm
from ..pages.hand import NOBODY_BID, ActionForm, context_of, form_for, row_of
from ..responses import back_to_sheet, broken, say, say_refused

bp = Blueprint("disputes", __name__, url_prefix="/sheets/<sheet_id>")

DISPUTE, MORE = "questions/dispute.html", "questions/dispute_more.html"


@bp.post("/hand/<int:entry>/dispute")
def dispute(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    row, speaker = row_of(snapshot, entry), speaker_on(snapshot)
    if not speaker.may_dispute(row):
        return back_to_sheet(sheet_id, speaker.refusal)
    command = disputes.dispute(entry, speaker.objector(row))
    try:
        after, raised = commands.take(snapshot, CommandForm(), command, allow_stale=True)
    except StaleVersionError:
        return back_to_sheet(sheet_id, "That hand is not on the sheet any more.")
    except AlreadyDoneError:
        earlier = disputes.open_dispute(scorebook.read(sheet_id), entry)
        return _again(snapshot, earlier.number if earlier else 0)
    text = f"Hand {row.number} is disputed. Play goes on; settle it when you like."
    return repeats.done(after, raised, text)


@bp.get("/dispute/<int:number>")
def show(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _render(snapshot, _dispute(snapshot, number))


@bp.get("/dispute/<int:number>/more")
def more(sheet_id: str, number: int) -> ResponseReturnValue:
    """What is rarely needed: notes, and points by hand."""
    snapshot = access.snapshot_to_view(sheet_id)
    return _render(snapshot, _dispute(snapshot, number), MORE)


@bp.post("/dispute/<int:number>/statement")
def state(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot, disputed, row = _to_score(sheet_id, number)
    form = StatementForm()
    form.players, form.words_needed = row.game.players, True
    if not form.validate():
        return _render(snapshot, disputed, MORE, statement=form), 422
    return _take_statement(snapshot, form, number, None)


@bp.get("/dispute/<int:number>/version")
def version_form(sheet_id: str, number: int) -> ResponseReturnValue:
    """The form of the hand, filled in; given `player`, as that player has it."""
    snapshot, disputed, row = _to_score(sheet_id, number)
    statement = StatementForm(request.args)
    return _version_page(snapshot, disputed, row, form_for(snapshot, row), statement)


@bp.post("/dispute/<int:number>/version")
def version(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot, disputed, row = _to_score(sheet_id, number)
    form, statement, action = form_for(snapshot, row), StatementForm(), ActionForm(request.form)
    statement.players = row.game.players
    nobody_bid = action.says_nobody_bid(row.game)
    valid = nobody_bid or form.validate()
    valid = statement.validate() and valid
    if not valid or action.look.data:
        return _version_page(snapshot, disputed, row, form, statement), 200 if valid else 422
    facts = NOBODY_BID if nobody_bid else form.facts()
    try:
        if statement.settles:
            return _take_version(snapshot, statement, form, disputed, row, facts)
        return _take_statement(snapshot, statement, number, facts)
    except (IllegalHandError, RuleViolation) as error:
        form.blame(broken(error))
        return _version_page(snapshot, disputed, row, form, statement), 422


def _take_version(
    snapshot: Snapshot,
    form: StatementForm,
    entered: EntryForm,
    disputed: Dispute,
    row: Row,
    hand: Mapping[str, Any],
) -> ResponseReturnValue:
    """Settle a dispute by the version of a player, who so agrees."""
    player = form.player.data or ""
    facts = {**kept_beside(row.hand.facts), **hand}
    outcome, chosen = Outcome.CORRECTED, Version((player,), facts, None, None)
    if commands.amends_nothing(snapshot, row, facts):
        outcome, chosen = Outcome.UPHELD, None
    command = _settling(snapshot, disputed.number, outcome, (player,), form.text, chosen)
    try:
        return take_or_show(
            snapshot,
            entered,
            command,
            lambda now, notice: _version_page(now, disputed, row_of(now, disputed.hand), entered, form, notice),
            unchanged="nothing was settled",
            still="What you tapped is still here.",
            refuse=lambda error: entered.blame(broken(error)),
        )
    except AlreadyDoneError:
        say("The dispute was settled before.")
        return _again(snapshot, disputed.number)


def _settling(snapshot: Snapshot, number: int, *how: Any) -> Command:
    """The command that settles a dispute, by the player whose phone this is, or else by the phone."""
    player = speaker_on(snapshot).player
    return disputes.settle(number, *how, player=player, phone="" if player else phone_here(snapshot))


def _take_statement(
    snapshot: Snapshot, form: StatementForm, number: int, hand: Mapping[str, Any] | None
) -> ResponseReturnValue:
    """Raises IllegalHandError for a version that the sheet cannot hold."""
    player = form.player.data or ""
    own_phone = speaker_on(snapshot).owns(player)
    command = disputes.state(number, player, form.text, hand, own_phone=own_phone)
    lost = f" “{form.text}” was not written down." if form.text else ""
    try:
        after, entry = commands.take(snapshot, form, command, allow_stale=True)
    except AlreadyDoneError:
        say(f"The dispute was settled meanwhile.{lost}")
        return _again(snapshot, number)
    except StaleVersionError:
        return back_to_sheet(snapshot.id, f"The dispute, or its hand, is on the sheet no more as it was.{lost}")
    return repeats.done(after, entry, f"{after.history.describe(entry)}.")


@bp.post("/dispute/<int:number>/settle")
def settle(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot, disputed, row = _to_score(sheet_id, number)
    form = SettlementForm.of(snapshot, row, versions(snapshot.ledger, row, disputed))
    if not form.validate():
        notice = ""
        if form.seen_number != snapshot.version:
            notice = meanwhile(sheet_id, form, "look again how it ends")
            form.seen.data = str(snapshot.version)
        return _render(snapshot, disputed, _page_of(form), settlement=form, notice=notice), 422
    outcome, chosen = form.decided()
    carried = form.carried() if outcome is Outcome.BY_HAND else None
    why = (form.reason.data or "").strip()
    try:
        return take_or_show(
            snapshot,
            form,
            _settling(snapshot, number, outcome, form.agreed, why, chosen, carried),
            lambda now, notice: _render(
                now, _dispute(now, number), _page_of(form), settlement=form, notice=notice
            ),
            unchanged="nothing was settled",
            still="What you entered is still here.",
            refuse=lambda error: say_refused("Nothing was settled", error, snapshot),
        )
    except AlreadyDoneError:
        say("The dispute was settled before.")
        return _again(snapshot, number)


def _page_of(form: SettlementForm) -> str:
    """The page on which what was chosen stands."""
    return MORE if form.is_by_hand else DISPUTE


def _again(snapshot: Snapshot, number: int) -> ResponseReturnValue:
    return redirect(url_for("disputes.show", sheet_id=snapshot.id, number=number), 303)


def _to_score(sheet_id: str, number: int) -> tuple[Snapshot, Dispute, Row]:
    """The sheet, for a phone that may write on it, a dispute on it, and the hand that it is about."""
    snapshot = access.snapshot_to_score(sheet_id)
    disputed = _dispute(snapshot, number)
    return snapshot, disputed, row_of(snapshot, disputed.hand)


def _dispute(snapshot: Snapshot, number: int) -> Dispute:
    """404 where no dispute was ever raised by this entry; where it was undone, the sheet itself."""
    found = next((each for each in snapshot.disputes if each.number == number), None)
    if found is None and 1 <= number <= snapshot.version and snapshot.entries[number - 1].kind.value == "dispute":
        abort(back_to_sheet(snapshot.id, "That dispute is not on the sheet any more."))
    return found or abort(404)


def _render(
    snapshot: Snapshot,
    disputed: Dispute,
    page: str = DISPUTE,
    *,
    statement: StatementForm | None = None,
    settlement: SettlementForm | None = None,
    notice: str = "",
) -> str:
    row = snapshot.ledger.row(disputed.hand)
    among = versions(snapshot.ledger, row, disputed) if row else ()
    if not settlement and row:
        settlement = SettlementForm.of(snapshot, row, among, formdata=None)
    speaker = speaker_on(snapshot)
    return render_template(
        page,
        snapshot=snapshot,
        ledger=snapshot.ledger,
        dispute=disputed,
        row=row,
        versions=among,
        beside=beside([version for version in among if version.row]) if among else None,
        agreement=snapshot.agreement,
        speaker=speaker,
        columns=columns_to_settle(snapshot.ledger, row) if row else (),
        carried_on=tuple(carried_on(snapshot.ledger, row)) if row else (),
        statement=statement or StatementForm(formdata=None),
        others=[name for name in row.game.players if name != speaker.player] if row else (),
        settlement=settlement or SettlementForm(formdata=None),
        scoring=access.may_score(snapshot.id) and row is not None and not disputed.settlement,
        notice=notice,
    )


def _version_page(
    snapshot: Snapshot, disputed: Dispute, row: Row, form: EntryForm, statement: StatementForm, notice: str = ""
) -> str:
    speakers = row.game.players
    return render_template(
        "pages/hand.html",
        notice=notice,
        dispute=disputed.number,
        statement=statement,
        players=(statement.player.data,) if statement.player.data in speakers else speakers,
        **context_of(snapshot, form, row, locked=False),
    )
