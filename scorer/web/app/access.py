"""What the cookies of a phone hold, what it may open, and who speaks on it."""

import secrets
from collections import UserDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from flask import Flask, Request, Response, abort, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as BaseResponse

from ...sheet.core.ledger import Row
from ...sheet.core.sheet import name_now
from ...store import files, people, scorebook
from ...store.database import DatabaseBusyError, DatabaseMovedError, now
from ...store.files import Import
from ...store.models import CorruptSheetError
from ...store.people import SCORE, Called, Grant, Guest, Player
from ...store.scorebook import SheetNotFoundError, Snapshot
from .. import responses
from ..protection import make_form_token
from ..responses import back_to_sheet
from . import devices, limits
from .devices import COOKIE, joined, opening_of

LASTING = timedelta(days=400)
"""As long as browsers keep a cookie; renewed on every day with a visit."""


def keep_cookie(
    response: BaseResponse, name: str, value: str, *, httponly: bool = True, samesite: str | None = "Lax"
) -> None:
    """Give a phone a cookie, or take it away where there is nothing to keep."""
    # A phone on the local network speaks plain http and would not send a secure cookie back.
    if value:
        response.set_cookie(name, value, LASTING, httponly=httponly, samesite=samesite, secure=request.is_secure)
    elif name in request.cookies:
        response.delete_cookie(name, httponly=httponly, samesite=samesite, secure=request.is_secure)


class Session(UserDict[str, Any], SessionMixin):
    """What a phone's cookie holds, read when something asks for it: a look for news never does."""

    modified = False

    def __init__(self, read: Callable[[], dict[str, Any]]) -> None:
        self._read = read

    @cached_property
    def data(self) -> dict[str, Any]:  # pyright: ignore[reportIncompatibleVariableOverride] (read late)
        return self._read()

    def __setitem__(self, key: str, item: Any) -> None:
        super().__setitem__(key, item)
        self.modified = True

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key)
        self.modified = True


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that last by the clock of the phone, written when what they hold has changed.

    The clock of the host may be years behind, as that of a small computer without a network is, and may jump: no
    session is too old for it, and none comes from the future.
    """

    _made: tuple[Any, URLSafeTimedSerializer] | None = None
    """The keys of the app, and what signs with them."""

    def open_session(  # pyright: ignore[reportIncompatibleMethodOverride] (Flask asks for no more than a SessionMixin)
        self, app: Flask, request: Request
    ) -> Session:
        def read() -> dict[str, Any]:
            try:
                return self._signing(app).loads(request.cookies.get(self.get_cookie_name(app), ""))
            except BadSignature:
                return {}

        return Session(read)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            written, same = self._signing(app).dumps(dict(session)), self.get_cookie_samesite(app)
            keep_cookie(response, self.get_cookie_name(app), written, samesite=same)

    def _signing(self, app: Flask) -> URLSafeTimedSerializer:
        keys = app.secret_key, app.config["SECRET_KEY_FALLBACKS"]
        if self._made is None or self._made[0] != keys:
            signing = self.get_signing_serializer(app)
            if signing is None:
                raise RuntimeError("there is no secret key")
            self._made = keys, signing
        return self._made[1]


# What a phone is set to

SETTINGS_COOKIE = "settings"
CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("light", "dark", "black"),
    "suits": ("four",),
    "text": ("large",),
    "vibration": ("off",),
    "awake": ("video",),
    "paper": ("letter",),
}
"""What each setting may be besides "", which is how every phone begins."""


def phone_settings() -> Mapping[str, str]:
    """What this phone is set to, by a cookie such as "theme-dark.suits-four", whose unknown words are ignored."""
    if "phone_settings" not in g:
        words = set(request.cookies.get(SETTINGS_COOKIE, "").split("."))
        g.phone_settings = {
            name: next((value for value in values if f"{name}-{value}" in words), "")
            for name, values in CHOICES.items()
        }
    return g.phone_settings


def keep_phone_settings(response: Response, chosen: Mapping[str, str]) -> None:
    """Give a phone its settings. Scripts may read them: a page that the back button brings back asks for them."""
    words = ".".join(f"{name}-{value}" for name, value in chosen.items() if value)
    keep_cookie(response, SETTINGS_COOKIE, words, httponly=False)


# Which phone this is, and what it may open

LOOKS_APART = timedelta(minutes=5)
"""How long a phone may look before it is written down again that it was there."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
RENEWED = "renewed"
"""In the session: the day on which this phone was last given its cookies, as a number."""

LONG_SHEET = 150
"""Hands from which on whatever is done with a sheet takes long, but for what is quick."""
QUICK = {
    *(f"sheets.{end}" for end in ("show", "rows", "news", "undo", "redo", "finish", "reopen")),
    *("hands.new", "hands.record", "hands.preview", "auction.show", "auction.ahead", "auction.call", "board.show"),
}
"""What takes as long on a sheet of a thousand hands as on one of ten: it waits for nobody."""


def register(app: Flask) -> None:
    app.after_request(_renew_cookies)
    if not app.config["PHONE_ALONE"]:
        app.after_request(_note_look)
    app.jinja_env.globals.update(phone_settings=phone_settings, right_on=lambda sheet_id: grant(sheet_id).mark)


def _renew_cookies(response: Response) -> Response:
    """Give a phone its keys where they changed, and once a day all its cookies anew, so that they last.

    What a script asks renews none: its answer, late, would put back what was to be told before.
    """
    if not g.get("device_key"):
        return response
    keys = joined()
    if _is_page(response) and session.get(RENEWED) != (today := now().toordinal()):
        session[RENEWED] = today
        make_form_token()
        keep_phone_settings(response, phone_settings())
    elif keys == request.cookies.get(COOKIE):
        return response
    keep_cookie(response, COOKIE, keys)
    return response


def _is_page(response: Response) -> bool:
    """Whether a person has opened a page: a script has asked for nothing of it."""
    if response.status_code != 200 or request.method != "GET" or response.mimetype != "text/html":
        return False
    return not (responses.OUTBOX in request.headers or "HX-Request" in request.headers)


def _note_look(response: Response) -> Response:
    """Write down now and then that this phone looks at a sheet, as far as that can be written."""
    for sheet_id, opening in g.get("openings", {}).items():
        seen = opening and opening.grant and (opening.grant.seen_at or LONG_AGO)
        if seen and request.method == "GET" and response.status_code < 300 and now() - seen > LOOKS_APART:
            with suppress(SQLAlchemyError, DatabaseBusyError, DatabaseMovedError):
                people.seen(opening.device, sheet_id)
    return response


def grant(sheet_id: str) -> Grant:
    """What this device may do with a sheet; 404 where it may not even know that there is one."""
    return grant_or_none(sheet_id) or abort(404)


def grant_or_none(sheet_id: str) -> Grant | None:
    """The same; None where it may not."""
    opening = opening_of(sheet_id)
    return opening and opening.grant


def snapshot_to_view(sheet_id: str) -> Snapshot:
    opening = opening_of(sheet_id)
    if opening is None or opening.grant is None:
        abort(404)
    try:
        snapshot = opening.snapshot
    except SheetNotFoundError:
        abort(404)
    # A sheet as it stood after an entry is made anew, hand by hand.
    is_quick = request.endpoint in QUICK and "number" not in (request.view_args or {})
    if len(snapshot.sheet.hands) > LONG_SHEET and not is_quick:
        limits.take_turn(limits.SHEETS)
    # By its clock the page tells every time.
    g.zone = snapshot.sheet.zone
    # A request that is repeated is asked about the sheet as it was when it came first.
    return g.get("as_it_was") or snapshot


def snapshot_to_score(sheet_id: str) -> Snapshot:
    """The sheet, for a phone that may write on it; 403 for one that may only look."""
    if grant(sheet_id).role != SCORE:
        abort(403)
    return snapshot_to_view(sheet_id)


def snapshot_to_speak(sheet_id: str) -> Snapshot:
    """The sheet, for a phone on which somebody may agree and object; 403 for a guest who watches."""
    here = grant(sheet_id)
    if here.role != SCORE and not here.player:
        abort(403)
    return snapshot_to_view(sheet_id)


def snapshot_to_play(sheet_id: str) -> Snapshot:
    """The sheet, for a phone that writes on it: one that is finished shows itself instead."""
    snapshot = snapshot_to_score(sheet_id)
    if snapshot.sheet.finished:
        abort(back_to_sheet(sheet_id, "The sheet is finished: reopen it to play on."))
    return snapshot


def snapshot_for_a_hand(sheet_id: str) -> Snapshot:
    """The sheet, for a phone that enters the next hand: where none is played any more, it shows itself instead."""
    snapshot = snapshot_to_play(sheet_id)
    if snapshot.ledger.ending and snapshot.ledger.over:
        abort(back_to_sheet(sheet_id, f"The game is over: {snapshot.ledger.ending.reason}."))
    return snapshot


def may_score(sheet_id: str) -> bool:
    return grant(sheet_id).role == SCORE


def snapshot_to_compare(sheet_id: str) -> Snapshot | None:
    """The sheet, where this device may write something on it; None elsewhere, and where it cannot be read."""
    opening = opening_of(sheet_id)
    if opening is None or opening.grant is None or (opening.grant.role != SCORE and not opening.grant.player):
        return None
    with suppress(CorruptSheetError, SheetNotFoundError):
        return opening.snapshot
    return None


def sheets_here() -> Iterator[Snapshot]:
    """Every sheet of this phone, archived ones too, but for those that are damaged, each read in its turn."""
    for grant in people.grants(devices.device()):
        with suppress(CorruptSheetError):
            yield scorebook.read(grant.sheet_id)


def new_key() -> str:
    """A request's own key, by which it is known when it is repeated."""
    return secrets.token_urlsafe(12)


# Who the phones of a sheet are, and who speaks on this one

SOMEBODY = "A phone that scores"
"""What is said of one that has no name."""


def called(snapshot: Snapshot) -> Called:
    """What a player is called now who was called so after an entry; "" for nobody who has sat at the table."""

    def now(name: str, number: int) -> str:
        name = name_now(snapshot.entries, name, number)
        return name if name in snapshot.seated else ""

    return now


def name_of(snapshot: Snapshot, grant: Grant) -> str:
    """Who a phone is on a sheet, "" where nobody has said so."""
    match grant.settled:
        case Player() as player:
            return called(snapshot)(*player)
        case Guest(name):
            return name
    return ""


def claim_of(snapshot: Snapshot, grant: Grant) -> str:
    """Whose phone it says it is, "" where nobody is asked about it."""
    return (called(snapshot)(*grant.claim) or grant.claim.name) if grant.claim else ""


def names_on(snapshot: Snapshot) -> dict[str, str]:
    """Who the phones are that have a sheet, or had it once, by their devices; those that have a name."""
    had = {device: one.grant for device, one in people.former(snapshot.id).items()}
    grants = had | {one.device: one.grant for one in people.people(snapshot.id) if one.grant.who}
    named = {device: name_of(snapshot, grant) for device, grant in grants.items()}
    return {device: name for device, name in named.items() if name}


def who_wrote(snapshot: Snapshot, row: Row) -> tuple[str, bool]:
    """Who the phone is that recorded a hand, "" where nobody has said so; and whether it is this one."""
    by = snapshot.entries[row.hand.entry - 1].device if row.hand.entry else ""
    return names_on(snapshot).get(by, ""), by == devices.device()


def name_here(snapshot: Snapshot) -> str:
    """Who this phone is to the others."""
    return name_of(snapshot, grant(snapshot.id)) or SOMEBODY


def devices_of(snapshot: Snapshot, imports: Mapping[int, Import]) -> Sequence[str]:
    """Who wrote on a sheet, each device once, in the order of their first entries."""
    both = (
        (entry.device, imports[entry.number].device if entry.number in imports else entry.device)
        for entry in snapshot.entries
    )
    return list(dict.fromkeys(chain.from_iterable(both)))


def phone_of(snapshot: Snapshot, device: str, grant: Grant) -> str:
    """What a phone is called in the history of a sheet, once it has written there."""
    wrote = devices_of(snapshot, files.imports(snapshot.id))
    return name_of(snapshot, grant) or f"Phone {[*wrote, device].index(device) + 1}"


class Speaker(NamedTuple):
    """player: whose phone this is, "" for a guest's.
    for_all: whether it scores, so that everybody at the table may agree or object on it.
    is_asked: whether it is to be said whose it is before anybody does.
    """

    player: str
    for_all: bool
    is_asked: bool = False

    @property
    def may_speak(self) -> bool:
        return self.for_all or bool(self.player)

    @property
    def refusal(self) -> str:
        if self.player:
            return f"This phone is {self.player}’s: on it they speak for themselves alone."
        return "Only players agree and object: say under “Who are you?” whose phone this is."

    def may_speak_for(self, player: str) -> bool:
        return self.for_all or self.owns(player)

    def may_dispute(self, row: Row) -> bool:
        return self.for_all or bool(self.objector(row))

    def objector(self, row: Row) -> str:
        """Who objects to a hand here: the player whose phone this is; "" where that is the table."""
        return self.player if self.player in row.game.players else ""

    def left(self, players: Sequence[str], done: Collection[str], done_own: Collection[str]) -> tuple[str, ...]:
        """Whose names are left to tap here. done: who did it already; done_own: who of them on their own phone."""
        return tuple(
            name
            for name in players
            if self.may_speak_for(name) and name not in (done_own if self.owns(name) else done)
        )

    def owns(self, player: str) -> bool:
        """Whether this is the phone of a player."""
        return bool(player) and player == self.player


def speaker_on(snapshot: Snapshot) -> Speaker:
    """Who speaks on this phone, on a sheet that it may open."""
    here = grant(snapshot.id)
    player = name_of(snapshot, here) if here.player else ""
    scores = here.role == SCORE
    return Speaker(player, scores, is_asked=here.who is None and not scores)
