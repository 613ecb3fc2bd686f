"""The link that opens a sheet on another phone, its code, and the people who have it."""

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, StringField

from ...rules.core import counted
from ...store import people, seasons, sharing
from ...store.sharing import Link
from ..app import access, limits
from ..app.people import name_of
from ..responses.addresses import qr_code, reachable
from ..responses.flashes import say

bp = Blueprint("links", __name__)

MOST_PHONES = 40
"""How many people the page lists: those that score first, and of these the ones that came first."""


class OpenForm(FlaskForm):
    """let: whether whoever opens the link may also score."""

    let = BooleanField()


class CodeForm(FlaskForm):
    code = StringField("Code", filters=[lambda text: (text or "").strip()[:40]])


@bp.get("/sheets/<sheet_id>/share")
def share(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    link, code = sharing.link(sheet_id), sharing.code(sheet_id)
    address = reachable(url_for("links.join", sheet_id=sheet_id, key=link.key, _external=True))
    here = access.device()
    found = seasons.every()
    added = seasons.seasons_of(sheet_id) if found else set[str]()
    everybody = [(one, name_of(snapshot, one.grant)) for one in people.people(sheet_id)]
    # This phone first, then those that wait for an answer, and those that score.
    everybody.sort(
        key=lambda one: (one[0].device != here, not one[0].grant.claim, one[0].grant.role != people.SCORE)
    )
    answer = make_response(
        render_template(
            "pages/share.html",
            snapshot=snapshot,
            address=address,
            home=address.partition("/join/")[0],
            picture=qr_code(address) or "",
            code=code,
            people=everybody,
            here=here,
            most=MOST_PHONES,
            seasons=found,
            counts_in=[season.name for season in found if season.id in added],
            anyone_scores=people.anyone_scores(sheet_id),
        )
    )
    # The key stands beside what others wrote: the answer is kept nowhere, and not compressed.
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/sheets/<sheet_id>/share/link")
def renew(sheet_id: str) -> ResponseReturnValue:
    """Make the link anew; nobody who has the sheet loses it."""
    access.snapshot_to_score(sheet_id)
    sharing.renew(sheet_id)
    say("This is a new link. The one before opens the sheet no more, nor do links of earlier releases.")
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@bp.post("/sheets/<sheet_id>/share/open")
def open_to_all(sheet_id: str) -> ResponseReturnValue:
    """Let whoever opens the link score, or only watch."""
    access.snapshot_to_score(sheet_id)
    form = OpenForm()
    people.let_anyone_score(sheet_id, access.device_here(), let=form.let.data)
    who = (
        "Whoever opens the link from now on may score." if form.let.data else "Whoever opens the link now watches."
    )
    say(f"{who} Nothing changes for those who are here.")
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@bp.get("/join")
def type_code() -> ResponseReturnValue:
    return render_template("pages/join.html", form=CodeForm())


@bp.post("/join")
def join_by_code() -> ResponseReturnValue:
    """Exchange a code that was typed for a place at its sheet."""
    form = CodeForm()
    if wait := limits.guesses_wait():
        said = f"Too many codes were wrong: the next may be tried in {counted(wait, 'second')}."
        return render_template("pages/join.html", form=form, said=said), 429, {"Retry-After": str(wait)}
    if not form.validate():
        abort(400)
    link = sharing.typed(form.code.data or "")
    if link is None:
        limits.guesses_wait(wrong=True)
        said = "No sheet has this code now. See what stands under “Share”: a code lasts for a day."
        return render_template("pages/join.html", form=form, said=said), 422
    return _opened(link)


@bp.get("/join/<sheet_id>/<key>")
def join(sheet_id: str, key: str) -> ResponseReturnValue:
    """Exchange a link for a place at its sheet, and take the key out of the address bar."""
    return _opened(sharing.opened_by(sheet_id, key) or abort(404))


def _opened(link: Link) -> ResponseReturnValue:
    device = access.device_here()
    people.open_sheet(device, link.sheet_id, sharing.role_of(link), only_looks=link.only_looks)
    grant = people.grant(device, link.sheet_id)
    endpoint = "people.who" if grant and grant.is_asked and not grant.only_looks else "sheets.show"
    return redirect(url_for(endpoint, sheet_id=link.sheet_id), 303)
