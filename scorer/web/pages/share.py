"""Links that open a sheet on another phone, to score or only to look; and the phones that have it."""

from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, Form, RadioField, StringField
from wtforms.validators import InputRequired

from ...rules.core import counted
from ...store import devices, sharing
from ...store.devices import Phone
from ...store.sharing import Link
from ..app import access, limits
from ..forms.base import TextField
from ..responses.addresses import qr_code, reachable
from ..responses.flashes import back_to_sheet, say

bp = Blueprint("links", __name__)

MOST_PHONES = 20
"""How many phones the page lists: those that do most, of these the latest."""
WITHOUT_A_NAME = "A phone without a name"


class RoleForm(Form):
    """role: of the link that is shown."""

    role = RadioField(choices={role: role for role in devices.ROLES}, validators=[InputRequired()])


class LinkForm(FlaskForm, RoleForm):
    pass


class StopForm(FlaskForm):
    """phones: whether the phones that came by the link, or by any, are put out with it."""

    phones = BooleanField()


class RenewForm(LinkForm, StopForm):
    pass


class PhoneForm(FlaskForm):
    """device: the id of a phone that has the sheet."""

    device = TextField()


class CodeForm(FlaskForm):
    code = StringField("Code", filters=[lambda text: (text or "").strip()[:40]])


@bp.get("/sheets/<sheet_id>/share")
def share(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    asked, links = RoleForm(request.args), sharing.in_force(sheet_id)
    link = links.get(asked.role.data) if asked.validate() else None
    phones = devices.phones(sheet_id)
    shown: dict[str, Any] = _drawn(link) if link else {}
    answer = make_response(
        render_template(
            "pages/share.html",
            snapshot=snapshot,
            link=link,
            links=len(links) + sharing.older(sheet_id),
            agreeing=sum(phone.role == devices.AGREE for phone in phones),
            came=sum(_came_by(link, phone) for phone in phones) if link else 0,
            others=_others(phones),
            most=MOST_PHONES,
            nameless=WITHOUT_A_NAME,
            **shown,
        )
    )
    if link:
        # The key stands beside what others wrote: the answer is kept nowhere, and not compressed.
        answer.headers["Cache-Control"] = "no-store"
    return answer


def _drawn(link: Link) -> dict[str, str]:
    address = reachable(url_for("links.join", sheet_id=link.sheet_id, key=link.key, _external=True))
    return {"address": address, "home": address.partition("/join/")[0], "picture": qr_code(address) or ""}


def _others(phones: list[Phone]) -> list[Phone]:
    """The phones but this one: first those that score, and so on."""
    others = (phone for phone in phones if phone.device != access.device())
    return sorted(others, key=lambda phone: -devices.ROLES.index(phone.role))


def _came_by(link: Link, phone: Phone) -> bool:
    return phone.link == (link.role, link.generation) and phone.device != access.device()


@bp.post("/sheets/<sheet_id>/share")
def give(sheet_id: str) -> ResponseReturnValue:
    """Show the link in a role, which is made where there is none."""
    access.snapshot_to_score(sheet_id)
    form = LinkForm()
    if not form.validate():
        abort(400)
    return _shown(sharing.give(sheet_id, form.role.data))


@bp.post("/sheets/<sheet_id>/share/renew")
def renew(sheet_id: str) -> ResponseReturnValue:
    """Make a link anew, with or without the phones that came by it."""
    access.snapshot_to_score(sheet_id)
    form = RenewForm()
    if not form.validate():
        abort(400)
    former = sharing.in_force(sheet_id).get(form.role.data)
    link = sharing.renew(sheet_id, form.role.data)
    came = [phone.device for phone in devices.phones(sheet_id) if former and _came_by(former, phone)]
    out = devices.put_out(sheet_id, *came) if form.phones.data and came else 0
    say(f"This link is a new one: the one before opens this sheet no more.{_gone(out)}")
    return _shown(link)


@bp.post("/sheets/<sheet_id>/share/revoke")
def revoke(sheet_id: str) -> ResponseReturnValue:
    """Stop every link, with or without the other phones."""
    access.snapshot_to_score(sheet_id)
    form = StopForm()
    if not form.validate():
        abort(400)
    sharing.revoke(sheet_id)
    if form.phones.data:
        others = [phone.device for phone in devices.phones(sheet_id) if phone.device != access.device()]
        out = devices.put_out(sheet_id, *others) if others else 0
        say(f"The links given out so far open this sheet no more.{_gone(out)}")
    else:
        say(
            "The links given out so far open this sheet no more. Phones that have opened it keep it; those that "
            "might agree may only look now."
        )
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@bp.post("/sheets/<sheet_id>/share/put-out")
def put_out(sheet_id: str) -> ResponseReturnValue:
    """Take the sheet from another phone. It must not come back by a link that it knows: these stop, too."""
    access.snapshot_to_score(sheet_id)
    phone = _chosen(sheet_id)
    sharing.revoke(sheet_id)
    devices.put_out(sheet_id, phone.device)
    say(
        f"{phone.name or WITHOUT_A_NAME} has this sheet no more, and no link given out so far opens it. What was "
        "recorded there stays. The other phones keep the sheet; those that might agree may only look now."
    )
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@bp.post("/sheets/<sheet_id>/share/hand-over")
def hand_over(sheet_id: str) -> ResponseReturnValue:
    """Let another phone keep the score, and look on here."""
    access.snapshot_to_score(sheet_id)
    phone = _chosen(sheet_id)
    if not devices.hand_over(sheet_id, access.device_here(), phone.device):
        abort(400)
    name = phone.name or "The other phone"
    say(
        f"{name} keeps the score now; this phone looks on.",
        way="Undo",
        address=url_for("links.take_back", sheet_id=sheet_id),
    )
    return back_to_sheet(sheet_id)


@bp.post("/sheets/<sheet_id>/share/take-back")
def take_back(sheet_id: str) -> ResponseReturnValue:
    grant = access.grant(sheet_id)
    if not grant.handed_to and grant.role != devices.SCORE:
        abort(403)
    if devices.take_back(sheet_id, access.device_here()):
        return back_to_sheet(sheet_id, "This phone keeps the score again.")
    return back_to_sheet(sheet_id)


def _chosen(sheet_id: str) -> Phone:
    """The other phone that a form names; 400 where it has the sheet no more."""
    form = PhoneForm()
    if not form.validate():
        abort(400)
    others = (phone for phone in devices.phones(sheet_id) if phone.device != access.device())
    return next((phone for phone in others if phone.device == form.device.data), None) or abort(
        redirect(url_for("links.share", sheet_id=sheet_id), 303)
    )


def _shown(link: Link) -> ResponseReturnValue:
    return redirect(url_for("links.share", sheet_id=link.sheet_id, role=link.role), 303)


def _gone(out: int) -> str:
    return f" {counted(out, 'phone was', 'phones were')} removed." if out else ""


@bp.get("/join")
def type_code() -> ResponseReturnValue:
    return render_template("pages/join.html", form=CodeForm())


@bp.post("/join")
def join_by_code() -> ResponseReturnValue:
    """Exchange a code that was typed for the right to open its sheet."""
    form = CodeForm()
    if wait := limits.guesses_wait():
        said = f"Too many codes were wrong: the next may be tried in {counted(wait, 'second')}."
        return render_template("pages/join.html", form=form, said=said), 429, {"Retry-After": str(wait)}
    if not form.validate():
        abort(400)
    link = sharing.typed(form.code.data or "")
    if link is None:
        limits.guesses_wait(wrong=True)
        said = "No sheet has this code. See whether it is typed as it stands under “Share”, or was made anew."
        return render_template("pages/join.html", form=form, said=said), 422
    return _opened(link)


@bp.get("/join/<sheet_id>/<key>")
def join(sheet_id: str, key: str) -> ResponseReturnValue:
    """Exchange a link for the right to open its sheet, and take the key out of the address bar."""
    return _opened(sharing.opened_by(sheet_id, key) or abort(404))


def _opened(link: Link) -> ResponseReturnValue:
    devices.open_sheet(access.device_here(), link.sheet_id, link.role, link.generation)
    return redirect(url_for("sheets.show", sheet_id=link.sheet_id), 303)
