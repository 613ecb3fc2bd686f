"""Players agree to a hand that was disputed with a tap on their names, and sign the sheet at its end."""

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from ...sheet.changes.disputes import signers
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..app import access
from ..app.speaker import speaker_on
from ..commands import commands, disputes, repeats
from ..commands.disputes import AlreadyDoneError
from ..forms.base import CommandForm, TextField
from ..pages.hand import row_of
from ..responses import back_to_sheet, say

bp = Blueprint("agreement", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/agreement")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return render_template(
        "questions/agreement.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        agreement=snapshot.agreement,
        players=signers(snapshot.ledger),
        speaker=speaker_on(snapshot),
    )


class TalkForm(CommandForm):
    """player: who agrees or signs; flag: the warning that is dismissed."""

    player = TextField()
    flag = TextField()


@bp.post("/hand/<int:entry>/agree")
def agree(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    row, speaker = row_of(snapshot, entry), speaker_on(snapshot)
    form = TalkForm()
    if form.player.data not in row.game.players:
        say("Whoever agrees to a hand has played in it: tap one of the names.")
        return redirect(repeats.to_agreement(snapshot, entry), 303)
    if not speaker.may_speak_for(form.player.data):
        say(speaker.refusal)
        return redirect(repeats.to_agreement(snapshot, entry), 303)
    player, own_phone = form.player.data, speaker.owns(form.player.data)
    return _take(snapshot, form, disputes.agree(entry, player, form.seen_number, own_phone=own_phone), entry)


@bp.post("/sign")
def sign(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    form, speaker = TalkForm(), speaker_on(snapshot)
    if form.player.data not in signers(snapshot.ledger):
        say("Whoever signs the sheet has played on it: tap one of the names.")
        return redirect(repeats.to_agreement(snapshot, None), 303)
    if not speaker.may_speak_for(form.player.data):
        say(speaker.refusal)
        return redirect(repeats.to_agreement(snapshot, None), 303)
    player, own_phone = form.player.data, speaker.owns(form.player.data)
    return _take(snapshot, form, disputes.sign(player, form.seen_number, own_phone=own_phone))


@bp.post("/dismiss")
def dismiss(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = TalkForm()
    warnings = snapshot.warnings
    warning = next((each for each in warnings if each.key == form.flag.data), None)
    if warning is None:
        return back_to_sheet(sheet_id)
    taken = commands.take(snapshot, form, disputes.dismiss(warning), allow_stale=True)
    return repeats.done(*taken, "Dismissed.")


def _take(
    snapshot: Snapshot, form: CommandForm, command: Command, entry: int | None = None
) -> ResponseReturnValue:
    try:
        return repeats.done(*commands.take(snapshot, form, command, allow_stale=True))
    except StaleVersionError:
        say(f"{'That hand' if entry else 'The sheet'} has changed since you saw it. Look at it again.")
    except AlreadyDoneError:
        pass
    return redirect(repeats.to_agreement(snapshot, entry), 303)
