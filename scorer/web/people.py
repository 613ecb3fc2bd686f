"""Who has a sheet: the link and the code that open it on another phone, the people, and what they did."""

import re
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response
from wtforms import BooleanField, StringField

from ..rules.core import counted
from ..rules.names import alike, name_faults
from ..sheet.core.sheet import spoken_for
from ..store import catalogue, files, people, scorebook, seasons, sharing
from ..store.people import MOST_PEOPLE, ROLES, SCORE, LastScorerError, NoPlaceError, Person
from ..store.scorebook import Snapshot
from ..store.sharing import Link
from .app import access, devices, limits
from .app.access import SOMEBODY, called, claim_of, devices_of, name_here, name_of, names_on
from .forms import PageForm, TextField, WindowForm
from .responses import back_to_sheet, say

LARGEST, ROOM = 13, 3424
"""The largest version of a QR code that any phone reads off another phone's screen: 69 squares a side, 73 with its
edge; and how many bits it holds.
"""


def reachable(address: str) -> str:
    """The address as another phone can reach it, also where this page was opened as localhost."""
    lan = current_app.config["LAN_ADDRESS"]
    if lan and urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1"):
        return f"{lan}{urlsplit(address).path}"
    return address


def digits_beside(address: str) -> int:
    """How many digits a QR code holds behind an address."""
    # Two segments: each has its mode and its length; ten bits are three digits.
    return (ROOM - 2 * 4 - 16 - 12 - 8 * len(address)) // 10 * 3


def qr_code(address: str, digits: str = "") -> str | None:
    """As SVG; None where it does not fit into a code that can be read well. digits: what stands behind the
    address, for which a code has more room.
    """
    import segno  # Here, not above: the first page is to be there soon.

    parts: Any = [address, digits] if digits else address  # Each in the mode that it needs: no type says so.
    try:
        code = segno.make(parts, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    if int(code.version) > LARGEST:
        return None
    return code.svg_inline(border=2, omitsize=True, svgclass="qr")


links_bp = Blueprint("links", __name__)

MOST_PHONES = 40
"""How many people the page lists: those that score first, and of these the ones that came first."""

FULL = (
    f"{MOST_PEOPLE} phones have this sheet, as many as may, and each scores or is a player’s. Whoever scores "
    "can remove some."
)


class OpenForm(PageForm):
    """let: whether whoever opens the link may also score."""

    let = BooleanField()


class CodeForm(PageForm):
    code = StringField("Code", filters=[lambda text: (text or "").strip()[:40]])


@links_bp.get("/sheets/<sheet_id>/share")
def share(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    link, code = sharing.link(sheet_id), sharing.code(sheet_id)
    address = reachable(url_for("links.join", sheet_id=sheet_id, key=link.key, _external=True))
    here = devices.device()
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


@links_bp.post("/sheets/<sheet_id>/share/link")
@limits.is_act
def renew(sheet_id: str) -> ResponseReturnValue:
    """Make the link anew; nobody who has the sheet loses it."""
    access.snapshot_to_score(sheet_id)
    sharing.renew(sheet_id, devices.device_here())
    say("This is a new link. The one before opens the sheet no more.")
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@links_bp.post("/sheets/<sheet_id>/share/open")
@limits.is_act
def open_to_all(sheet_id: str) -> ResponseReturnValue:
    """Let whoever opens the link score, or only watch."""
    access.snapshot_to_score(sheet_id)
    form = OpenForm()
    people.let_anyone_score(sheet_id, devices.device_here(), let=form.let.data)
    who = (
        "Whoever opens the link from now on may score." if form.let.data else "Whoever opens the link now watches."
    )
    say(f"{who} Nothing changes for those who are here.")
    return redirect(url_for("links.share", sheet_id=sheet_id), 303)


@links_bp.get("/join")
def type_code() -> ResponseReturnValue:
    return render_template("pages/join.html", form=CodeForm())


@links_bp.post("/join")
@limits.is_act
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
    return _let_in(link.sheet_id, link.key) or _to_sheet(link.sheet_id)


@links_bp.get("/join/<sheet_id>/<key>")
def join(sheet_id: str, key: str) -> ResponseReturnValue:
    """Ask who opens a link. Nothing is written yet: messengers, too, look at what is sent in them."""
    link, here = sharing.opened_by(sheet_id, key) or abort(404), access.grant_or_none(sheet_id)
    gives_more = here and ROLES.index(sharing.role_of(link)) > ROLES.index(here.role)
    if here is None or here.archived or gives_more or (here.only_looks and not link.only_looks):
        return _ask_who_joins(link, WhoForm(formdata=None))
    return _to_sheet(sheet_id)


def _ask_who_joins(link: Link, form: "WhoForm", said: str = "") -> Response:
    answer = make_response(_ask(scorebook.read(link.sheet_id), form, said, link))
    # Its address opens the sheet to whoever reads it.
    answer.headers["Cache-Control"] = "no-store"
    return answer


@links_bp.post("/join/<sheet_id>/<key>")
@limits.is_act
def join_as(sheet_id: str, key: str) -> ResponseReturnValue:
    """Exchange a link for a place at its sheet, and take the key out of the address bar."""
    link, here, form = sharing.opened_by(sheet_id, key) or abort(404), access.grant_or_none(sheet_id), WhoForm()
    snapshot = scorebook.read(sheet_id)
    if fault := form.fault(snapshot, devices.device() or ""):
        answer = _ask_who_joins(link, form, fault)
        answer.status_code = 422
        return answer
    refused = _let_in(sheet_id, key, watches=form.watch.data)
    if refused or link.only_looks or (here and here.who and not (form.player.data or form.name)):
        return refused or _to_sheet(sheet_id)
    return _name(snapshot, form)


def _let_in(sheet_id: str, key: str, *, watches: bool = False) -> ResponseReturnValue | None:
    """Open a sheet on this phone; why that cannot be, if it cannot."""
    try:
        sharing.join(devices.device_here(), sheet_id, key, watches=watches)
    except NoPlaceError:
        return limits.refusal(FULL, 409)
    devices.look_again()
    return None


def _to_sheet(sheet_id: str) -> Response:
    """To the sheet, or to the question who is on this phone."""
    here = access.grant(sheet_id)
    asks = here.who is None
    return redirect(url_for("people.who" if asks else "sheets.show", sheet_id=sheet_id), 303)


bp = Blueprint("people", __name__, url_prefix="/sheets/<sheet_id>")

SAID_OF_PHONES = re.compile(
    r"(an?|the|this|that|another|both) (\w+ )?(phone|guest|player|table)s?\b.*|phone \d+|you"
    r"|(whoever|somebody|everybody|nobody)\b.*"
)
"""What the app itself says of phones and of people, in small letters: no guest's name."""
LAST_SCORER = "Nobody else scores this sheet: make somebody else a scorer first."


class WhoForm(PageForm):
    """player: whose phone it is.
    guest: what somebody else calls themselves, "" for nothing.
    watch: whether they only watch, also where a link lets score.
    """

    player = TextField()
    guest = TextField()
    watch = BooleanField()

    def fault(self, snapshot: Snapshot, device: str) -> str:
        """What is wrong with what was sent for a phone, as a sentence."""
        if player := self.player.data:
            seated = player in snapshot.seated
            return _has_spoken(snapshot, device, player) if seated else "Tap the name of somebody who plays here."
        name = self.name
        if name.casefold() in (player.casefold() for player in snapshot.seated):
            return f"{name} plays here: tap the name, or call yourself otherwise."
        if SAID_OF_PHONES.fullmatch(alike(name)):
            return f"“{name}” is what Scorer says of phones: call yourself otherwise."
        return next((f"{fault}." for _, fault in name_faults([name], snapshot.seated)), "") if name else ""

    @property
    def name(self) -> str:
        return " ".join(self.guest.data.split())


class PersonForm(PageForm):
    """What whoever scores decides about somebody.

    role: what they may do.
    let: whether they are who they say.
    link: whether the link is made anew when they are removed.
    """

    role = TextField()
    let = BooleanField()
    link = BooleanField()


@bp.get("/who")
def who(sheet_id: str) -> ResponseReturnValue:
    """Who are you? Asked of whoever opens the link, and to be changed later."""
    return _ask(access.snapshot_to_view(sheet_id), WhoForm(formdata=None))


def _ask(snapshot: Snapshot, form: WhoForm, said: str = "", link: Link | None = None) -> str:
    """link: the one that is about to open the sheet on this phone."""
    here, grant, name = devices.device(), access.grant_or_none(snapshot.id), called(snapshot)
    others = (one.grant.player for one in people.people(snapshot.id) if one.device != here)
    spoken = spoken_for(snapshot.entries, here or "")
    return render_template(
        "pages/who.html",
        snapshot=snapshot,
        form=form,
        said=said,
        grant=grant,
        link=link,
        name=name_of(snapshot, grant) if grant else "",
        players=(spoken,) if spoken in snapshot.seated else snapshot.seated,
        taken={name(*other) for other in others if other},
    )


@bp.post("/who")
@limits.is_act
def say_who(sheet_id: str) -> ResponseReturnValue:
    snapshot, form = access.snapshot_to_view(sheet_id), WhoForm()
    grant, here = access.grant(sheet_id), devices.device_here()
    if grant.only_looks:
        return back_to_sheet(sheet_id, "Whoever scores gives this phone its name.")
    if fault := form.fault(snapshot, here):
        return _ask(snapshot, form, fault), 422
    return _name(snapshot, form)


def _name(snapshot: Snapshot, form: WhoForm) -> ResponseReturnValue:
    """Say whose this phone is, on a sheet that it may open."""
    here, player = devices.device_here(), form.player.data
    if not player:
        people.be_guest(snapshot.id, here, form.name)
        return back_to_sheet(
            snapshot.id, "" if access.may_score(snapshot.id) else "You are a guest here, and watch."
        )
    if people.say_who(snapshot.id, here, player, snapshot.version, called(snapshot)):
        return back_to_sheet(snapshot.id, f"This phone is {player}’s: on it {player} agrees, objects and signs.")
    # The sheet says that whoever scores is asked.
    return back_to_sheet(snapshot.id)


def _has_spoken(snapshot: Snapshot, device: str, player: str) -> str:
    """Why a phone cannot be this player's: what it said for another one would be theirs; "" where it can."""
    spoken = spoken_for(snapshot.entries, device)
    if spoken in ("", player):
        return ""
    return f"{spoken} has agreed, signed or objected on this phone: it cannot become another player’s."


@bp.get("/people/<device>")
def show(sheet_id: str, device: str) -> ResponseReturnValue:
    """A person, for whoever scores."""
    snapshot = access.snapshot_to_score(sheet_id)
    return _shown(snapshot, _person(sheet_id, device), WhoForm(formdata=None))


def _shown(snapshot: Snapshot, person: Person, form: WhoForm, said: str = "") -> str:
    spoken = spoken_for(snapshot.entries, person.device)
    return render_template(
        "pages/person.html",
        snapshot=snapshot,
        person=person,
        grant=person.grant,
        name=name_of(snapshot, person.grant),
        claim=claim_of(snapshot, person.grant),
        is_me=person.device == devices.device(),
        players=(spoken,) if spoken in snapshot.seated else snapshot.seated,
        form=form,
        said=said,
    )


def _person(sheet_id: str, device: str) -> Person:
    """Somebody who has the sheet; where they have it no more, the list of those who have."""
    found = next((one for one in people.people(sheet_id) if one.device == device), None)
    return found or abort(_list(sheet_id))


def _list(sheet_id: str, said: str = "") -> Response:
    if said:
        say(said)
    return redirect(url_for("links.share", sheet_id=sheet_id, _anchor="people"), 303)


@bp.post("/people/<device>/role")
@limits.is_act
def set_role(sheet_id: str, device: str) -> ResponseReturnValue:
    """Let a person score, or only watch."""
    snapshot, person, role = access.snapshot_to_score(sheet_id), _person(sheet_id, device), PersonForm().role.data
    if role not in ROLES:
        abort(400)
    by, here, name = name_here(snapshot), devices.device_here(), name_of(snapshot, person.grant) or "The guest"
    told = f"{by} lets this phone score." if role == SCORE else f"{by} lets this phone only watch."
    try:
        people.set_role(sheet_id, device, here, role, told)
    except LastScorerError:
        return _list(sheet_id, LAST_SCORER)
    if device == here and role != SCORE:
        return back_to_sheet(sheet_id, "This phone watches from now on.")
    return _list(sheet_id, f"{name} {'scores' if role == SCORE else 'watches'} from now on.")


@bp.post("/people/<device>/name")
@limits.is_act
def call(sheet_id: str, device: str) -> ResponseReturnValue:
    """Say who a person is, as where they tapped a wrong name."""
    snapshot, person, form = access.snapshot_to_score(sheet_id), _person(sheet_id, device), WhoForm()
    player = form.player.data
    if fault := form.fault(snapshot, device):
        return _shown(snapshot, person, form, fault), 422
    by, was = name_here(snapshot), name_of(snapshot, person.grant)
    said = f"{player}’s" if player else "a guest’s"
    told = f"{by} says that this phone is {said}."
    people.call(sheet_id, device, devices.device_here(), told, player, snapshot.version, form.name)
    return _list(sheet_id, f"{was or 'The guest'} is {player or form.name or 'a guest'} from now on.")


@bp.post("/people/<device>/answer")
@limits.is_act
def answer(sheet_id: str, device: str) -> ResponseReturnValue:
    """Whether a second phone is a player's, as it says."""
    snapshot, person, form = access.snapshot_to_score(sheet_id), _person(sheet_id, device), PersonForm()
    name = claim_of(snapshot, person.grant)
    by, let = name_here(snapshot), bool(form.let.data)
    if not name or (let and _has_spoken(snapshot, device, name)):
        return back_to_sheet(sheet_id, _has_spoken(snapshot, device, name))
    told = f"{by} says {'yes: this is' if let else 'no: this is not'} {name}’s phone{' too' if let else ''}."
    people.answer(sheet_id, device, devices.device_here(), told, let=let)
    return back_to_sheet(sheet_id, f"Both phones are {name}’s." if let else f"That phone is not {name}’s.")


@bp.post("/people/<device>/remove")
@limits.is_act
def remove(sheet_id: str, device: str) -> ResponseReturnValue:
    """Close the sheet on one phone, with a new link for the others or without."""
    snapshot, person, form = access.snapshot_to_score(sheet_id), _person(sheet_id, device), PersonForm()
    here = devices.device_here()
    if device == here:
        abort(400)
    if form.link.data:
        # Before it is closed, so that there is no moment in which the old link opens it there again.
        sharing.renew(sheet_id, here)
    people.remove(sheet_id, device, here, name_here(snapshot))
    name = name_of(snapshot, person.grant) or "The guest"
    way = "The link is a new one." if form.link.data else "By the link it can come back."
    return _list(sheet_id, f"{name} has the sheet no more. {way} What was recorded there stays.")


history_bp = Blueprint("history", __name__)

ACTS = 20
"""How many entries stand on one page."""


@history_bp.get("/sheets/<sheet_id>/history", endpoint="show")
def show_history(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    history, asked = snapshot.history, WindowForm(request.args)
    hand, before = asked.hand.data, asked.before.data or snapshot.version + 1
    events = history.of_hand(hand) if hand is not None else list(history.latest(before, ACTS))
    imports = files.imports(sheet_id)
    standing = {act.number for act in snapshot.line.acts}
    wrote, names = devices_of(snapshot, imports), names_on(snapshot)
    return render_template(
        "pages/history.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        events=events,
        hand=hand,
        older=events[-1].entry.number if hand is None and events and events[-1].entry.number > 1 else None,
        standing=standing,
        scoring=access.may_score(sheet_id) and not snapshot.sheet.finished,
        imports=imports,
        phones={device: names.get(device) or f"Phone {number}" for number, device in enumerate(wrote, 1)},
        here=devices.device_here(),
    )


deletion_bp = Blueprint("deletion", __name__, url_prefix="/sheets/<sheet_id>")


def _to_delete(sheet_id: str) -> Snapshot:
    snapshot = access.snapshot_to_score(sheet_id)
    first = files.imports(sheet_id).get(1) or snapshot.entries[0]
    if not current_app.config["PHONE_ALONE"] and first.device != devices.device():
        abort(403)
    return snapshot


@deletion_bp.get("/delete")
def ask(sheet_id: str) -> ResponseReturnValue:
    """What would be deleted, with the offer to save it first."""
    return render_template("pages/delete.html", snapshot=_to_delete(sheet_id), days=catalogue.WAITS.days)


@deletion_bp.post("/delete")
@limits.is_act
def delete(sheet_id: str) -> ResponseReturnValue:
    snapshot = _to_delete(sheet_id)
    title = snapshot.sheet.title or snapshot.ledger.table.game.title
    if current_app.config["PHONE_ALONE"]:
        catalogue.delete_at_once(sheet_id)
        say(f"{title} is deleted.")
    else:
        name = name_here(snapshot)
        people.delete(sheet_id, "The phone that began it" if name == SOMEBODY else name, devices.device_here())
        days = catalogue.WAITS.days
        say(f"{title} is deleted for everybody. Whoever runs Scorer can bring it back for {days} days.")
    return redirect(url_for("home.archived"), 303)


@deletion_bp.post("/leave")
@limits.is_act
def leave(sheet_id: str) -> ResponseReturnValue:
    """Take the sheet off this phone."""
    access.grant(sheet_id)
    try:
        people.leave(sheet_id, devices.device_here())
    except LastScorerError:
        return back_to_sheet(sheet_id, LAST_SCORER)
    say("Taken off this phone. The sheet’s link opens it again.")
    return redirect(url_for("home.archived"), 303)
