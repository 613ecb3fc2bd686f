"""Players agree to the hands with a tap on their names, and sign the sheet at its end."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...sheet.changes.agreement import Agreement, seated
from ...sheet.changes.warnings import flags
from ...sheet.core.entries import trail
from ...store.scorebook import Act, Page, Stale
from ..app import access
from ..app.flashes import say
from ..commands import commands, disputes, repeats
from ..commands.disputes import AlreadySo
from ..forms.base import ActForm
from ..pages.hand import row_of

pages = Blueprint("agreement", __name__, url_prefix="/sheets/<sheet_id>")


@pages.get("/agreement")
def show(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    agreement = Agreement.of(trail(page.entries).acts)
    return render_template(
        "questions/agreement.html",
        page=page,
        ledger=page.ledger,
        agreement=agreement,
        open_rows=agreement.open_rows(page.ledger),
        players=seated(page.ledger),
        scoring=access.may_score(sheet_id),
    )


@pages.post("/hand/<int:entry>/agree")
def agree(sheet_id: str, entry: int) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    row = row_of(page, entry)
    form = ActForm()
    player = request.form.get("player", "")
    if player not in row.game.players:
        say("Whoever agrees to a hand has played in it: tap one of the names.")
        return redirect(repeats.to_agreement(page, entry), 303)
    return _take(page, form, disputes.agree(entry, player, form.seen_number), entry)


@pages.post("/sign")
def sign(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    player = request.form.get("player", "")
    if player not in seated(page.ledger):
        say("Whoever signs the sheet has played on it: tap one of the names.")
        return redirect(repeats.to_agreement(page, None), 303)
    form = ActForm()
    return _take(page, form, disputes.sign(player, form.seen_number))


@pages.post("/dismiss")
def dismiss(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    key = request.form.get("flag", "")
    flag = next((one for one in flags(trail(page.entries).acts, page.ledger) if one.key == key), None)
    if flag is None:
        return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)
    return repeats.done(*commands.take(page, ActForm(), disputes.dismiss(flag), beside=True), "Dismissed.")


def _take(page: Page, form: ActForm, act: Act, entry: int | None = None) -> ResponseReturnValue:
    try:
        return repeats.done(*commands.take(page, form, act, beside=True))
    except Stale:
        say(f"{'That hand' if entry else 'The sheet'} has changed since you saw it. Look at it again.")
    except AlreadySo:
        pass
    return redirect(repeats.to_agreement(page, entry), 303)
