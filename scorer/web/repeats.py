"""Commands that are taken: where each leads, and how a request that is repeated is answered as the first time.

A bad network repeats requests. The key of every POST is looked up before any view sees it. Where it names an entry
already, the answer is the one that taking the command gave: no view judges a repeated request by a newer sheet.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from ..sheet import sheet_file
from ..sheet.changes.history import WORDS, dealt_otherwise, lead
from ..sheet.core.ledger import Row
from ..sheet.core.sheet import Entry, EntryKind
from ..store import files, people, scorebook
from ..store.models import CorruptSheetError
from ..store.scorebook import Command, Snapshot
from .app import access, devices
from .app.limits import sent_but
from .forms import own_key
from .responses import LINES, say, say_done

LATEST = 20
"""Hands on a page of the sheet; the others are fetched when they are wanted."""


def _sent(name: str) -> str | None:
    """What this request holds under a name, in its form or its address. "key": its own; "edited": there where it
    was refused before under that key; "player" and "flag": which button was tapped, of several; "back": where.
    """
    # Not a form: every command is looked up by its key, which takes less time than to make a form.
    return request.values.get(name)


SHARE_A_FORM = {
    EntryKind.DISPUTE: "disputes.dispute",
    EntryKind.AGREE: "disputes.agree",
    EntryKind.SIGN: "disputes.sign",
    EntryKind.DISMISS: "disputes.dismiss",
}
"""Commands whose buttons stand in one form and share its key, and the route of each."""

COMMANDS = {
    *("hands.record", "hands.amend", "hands.strike", "hands.deal", "auction.call", "adjust.save", "adjust.strike"),
    *("sheets.undo", "sheets.redo", "sheets.finish", "sheets.reopen", "seats.save", "house_rules.save"),
    *("names.save", "names.entitle", "names.choose_looks"),
    *("disputes.version", "disputes.compare", "disputes.settle"),
}
"""The routes of all other commands: they do nothing but take one and answer, so they can be asked again."""

TAKES_KEYS = COMMANDS | {*SHARE_A_FORM.values(), "new_sheet.new", "imports.save"}
"""The routes that write entries under the key of their form."""

TOO_LATE = (404, 409, 422)
"""How a view answers a request whose twin was taken while it looked at it."""


def register(app: Flask) -> None:
    app.before_request(_answer_again)
    app.after_request(_answer_twin)
    app.jinja_env.globals["next_hand_address"] = next_hand_address


def _answer_twin(response: Response) -> Response:
    if request.method != "POST" or response.status_code not in TOO_LATE or g.get("differs"):
        return response
    try:
        devices.look_again()
        again = _answer_again()
    except Exception as error:
        # What fails after a view has no page of its own in Flask, such as a database that went away meanwhile.
        again = current_app.handle_user_exception(error)
    return current_app.make_response(again) if again else response


def _answer_again() -> ResponseReturnValue | None:
    """The answer to a request that was taken before; None for any other.

    What htmx asks is a preview of the form: it writes nothing.
    """
    if request.method != "POST" or "HX-Request" in request.headers or request.endpoint not in TAKES_KEYS:
        return None
    key = _sent("key")
    device = devices.device() if key else None
    if not key or not device:
        return None
    sheet_id = (request.view_args or {}).get("sheet_id")
    if sheet_id is None:
        return _started_again(own_key(key), device)
    snapshot = access.snapshot_to_compare(sheet_id)
    if snapshot is None:
        return None
    g.command_key = own_key(key)
    entry = scorebook.taken_before(snapshot, g.command_key)
    if entry and not _is_this(entry):
        g.command_key = own_key(f"{key} {request.path} {_sent('player')} {_sent('flag')}")
        entry = scorebook.taken_before(snapshot, g.command_key)
    if entry is None:
        return None
    if not _sent("edited") and request.endpoint in COMMANDS and not asks_for(entry, snapshot):
        return something_else(snapshot, entry)
    return _again(snapshot, entry)


def something_else(snapshot: Snapshot, entry: Entry | None = None) -> ResponseReturnValue:
    """For a request under the key of another one, which was taken: what it says is not lost, and not taken.

    entry: of the other one, None where the whole sheet is.
    """
    g.differs = True
    return render_template(
        "pages/something_else.html",
        taken=event_text(snapshot, entry) if entry else "",
        snapshot=snapshot,
        amends=entry.about_hand if entry and entry.kind in (EntryKind.RECORD, EntryKind.AMEND) else None,
        calls=bool(entry) and request.endpoint == "auction.call",
        sent=sent_but("key", "seen", "after", "edited"),
        key=access.new_key(),
    ), 409


def _is_this(entry: Entry) -> bool:
    """Whether this request wrote the entry with its key, and is not another button of the same form."""
    if entry.kind not in SHARE_A_FORM:
        # To finish is a button of that form, too.
        return request.endpoint not in SHARE_A_FORM.values()
    sent = {"player": _sent("player"), "flag": _sent("flag"), **(request.view_args or {})}
    asked = ("entry", "player", "flag")
    return request.endpoint == SHARE_A_FORM[entry.kind] and all(
        f"{sent.get(name)}" == f"{entry.facts[name]}" for name in asked if name in entry.facts
    )


def _started_again(key: str, device: str) -> ResponseReturnValue | None:
    """For a request that starts a sheet, or imports one."""
    sheet_id = files.brought(key=key, device=device)
    if sheet_id is None:
        return None
    if not _sent("edited") and people.grant(device, sheet_id):
        if request.endpoint == "imports.save":
            # It compares what is in its file.
            return None
        with suppress(CorruptSheetError):
            snapshot = scorebook.read(sheet_id)
            if not asks_for(snapshot.entries[0], None):
                return something_else(snapshot)
    started = request.endpoint == "new_sheet.new"
    if _sent("edited"):
        say("This sheet was started already, as you first sent it.")
    return redirect(url_for("hands.new" if started else "sheets.show", sheet_id=sheet_id), 303)


def _again(snapshot: Snapshot, entry: Entry) -> ResponseReturnValue:
    if not _sent("edited"):
        return done(snapshot, entry, "" if entry.kind is not EntryKind.CALL else None)
    stands = entry.about_hand in {row.hand.entry for row in snapshot.ledger.rows}
    amends = entry.about_hand if stands and entry.kind in (EntryKind.RECORD, EntryKind.AMEND) else None
    change = "Change the hand here if it is wrong." if amends else "Your change was not taken."
    say(f"This was taken already, as you first sent it. {event_text(snapshot, entry)} {change}")
    if amends:
        return redirect(url_for("hands.amend_form", sheet_id=snapshot.id, entry=amends), 303)
    return redirect(leads_to(snapshot, entry), 303)


def done(after: Snapshot, entry: Entry, text: str | None = "") -> ResponseReturnValue:
    """Where a phone goes whose command was taken. text: what is said of it; None for nothing, "" for the usual."""
    to = leads_to(after, entry)
    if text is not None:
        # Undo, Redo and Change lead back to the page on which they are offered.
        paths = {urlsplit(way_back(after, page)).path: page for page in ("auction", "hand")}
        back = paths.get(urlsplit(to).path)
        change, may_undo = _change(after, entry, back), access.may_score(after.id)
        # Where it leads to the form already, nothing is to be said of the way there.
        change = None if change == to else change
        words = text or _usual(after, entry, back)
        say_done(words, after, entry, back, change=change, may_undo=may_undo, further=_dealt_before(after, entry))
    return redirect(to, 303)


def _usual(after: Snapshot, entry: Entry, back: str | None) -> str:
    """What is said of a command. back: the page of the next hand that says it, and who leads, in its dock."""
    amends = entry.kind is EntryKind.AMEND
    row = after.ledger.row(entry.about_hand or 0) if amends or entry.kind is EntryKind.RECORD else None
    # Whoever has just tapped a hand knows what it was.
    if row and (back or not amends):
        return f"Hand {row.number} {'changed' if amends else 'saved'}"
    return f"{event_text(after, entry)}{f' {lead(after.ledger)}' if row else ''}"


def _dealt_before(after: Snapshot, undo: Entry) -> bool:
    """Whether the act before one that was just taken back changed the coming hands, as perhaps that one did."""
    act = after.line.last_act if undo.kind is EntryKind.UNDO else None
    if not act or act.kind is not EntryKind.RULES:
        return False
    return bool(dealt_otherwise(after.up_to(act.number - 1).ledger.table, after.ledger.table))


def _change(after: Snapshot, entry: Entry, back: str | None) -> str | None:
    """The form, filled in, of the hand or the points that an act wrote down or took back; None for others.

    back: the page of the next hand to which it leads back.
    """
    match entry.kind:
        case EntryKind.RECORD | EntryKind.AMEND if after.ledger.row(entry.about_hand or 0):
            return url_for("hands.amend_form", sheet_id=after.id, entry=entry.about_hand, back=back)
        case EntryKind.ADJUST if entry.facts["adjustment"]:
            return url_for("adjust.show", sheet_id=after.id, entry=entry.adjustment)
        case EntryKind.UNDO if row := undone_hand(after, entry.facts["entry"]):
            return undone_address(after, row)
    return None


def event_text(snapshot: Snapshot, entry: Entry) -> str:
    """ "Recorded: hand 4, Betty and Diana 8♦, took 7." """
    return f"{WORDS[entry.kind][0]}: {snapshot.history.describe(entry)}."


def leads_to(snapshot: Snapshot, entry: Entry) -> str:
    """The address that the command of this request leads to."""
    match entry.kind:
        case EntryKind.DISPUTE:
            return url_for("disputes.show", sheet_id=snapshot.id, number=entry.number)
        case EntryKind.STATEMENT:
            return url_for("disputes.show", sheet_id=snapshot.id, number=entry.facts["dispute"])
        case EntryKind.AGREE | EntryKind.SIGN:
            return agreement_address(snapshot, entry.about_hand)
        case EntryKind.FINISH:
            return url_for("sheets.end", sheet_id=snapshot.id)
        case EntryKind.RECORD:
            return after_hand(snapshot if entry.number == snapshot.version else snapshot.up_to(entry.number))
        case EntryKind.UNDO if row := _just_recorded(snapshot, entry):
            return undone_address(snapshot, row)
    return way_back(snapshot, _came_from())


def way_back(snapshot: Snapshot, page: str | None) -> str:
    """The address of the page of the next hand, "auction" or "hand"; else of the sheet."""
    if page == "auction":
        return url_for("auction.show", sheet_id=snapshot.id, _anchor="turn")
    return url_for("hands.new" if page == "hand" else "sheets.show", sheet_id=snapshot.id)


def after_hand(recorded: Snapshot) -> str:
    """The address of what follows Save. recorded: the sheet as it was then."""
    if recorded.ledger.over:
        return url_for("sheets.end", sheet_id=recorded.id)
    return way_back(recorded, "auction") if _came_from() == "auction" else next_hand_address(recorded)


def _just_recorded(snapshot: Snapshot, undo: Entry) -> Row | None:
    """The hand that an undo took back, where it was recorded by the entry before."""
    before = snapshot.entries[undo.number - 2]
    if before.kind is not EntryKind.RECORD or undo.facts["entry"] != before.number:
        return None
    return snapshot.history.row(before)


def undone_hand(snapshot: Snapshot, number: int | None) -> Row | None:
    """The hand that entry `number` recorded, as it was, where it is what would be redone; else None."""
    undone = snapshot.line.undone
    taken = undone[-1].acts if undone else ()
    if len(taken) != 1 or taken[0].number != number or taken[0].kind is not EntryKind.RECORD:
        return None
    return snapshot.history.row(taken[0])


def undone_address(snapshot: Snapshot, row: Row) -> str:
    """Where a hand that was taken back is entered once more, filled in as it was."""
    endpoint = "auction.show" if row.hand.calls else "hands.new"
    return url_for(endpoint, sheet_id=snapshot.id, undone=row.hand.entry)


def sheet_address(snapshot: Snapshot, row: Row | None, then: int | None = None) -> str:
    """The sheet's page, at a hand where one is given. then: the entry after which it is shown, None for now."""
    at: dict[str, Any] = {"_anchor": f"hand-{row.number}"} if row else {}
    if row and row.number <= len(snapshot.ledger.rows) - LATEST:
        at["hand"] = row.number
    return url_for("sheets.show", sheet_id=snapshot.id, number=then, **at)


def next_hand_address(snapshot: Snapshot) -> str:
    """Where the next hand is entered, or the one that is played: call by call where the last one was."""
    ledger = snapshot.ledger
    by_calls = ledger.playing or (ledger.rows and ledger.rows[-1].hand.calls)
    return url_for("auction.show" if by_calls else "hands.new", sheet_id=snapshot.id)


def agreement_address(snapshot: Snapshot, hand: int | None) -> str:
    """Where a name was tapped: in the dispute of a hand, or to sign. hand: the entry that recorded it."""
    if hand is None:
        return url_for("disputes.agreement", sheet_id=snapshot.id)
    row = snapshot.ledger.row(hand)
    disputes = [dispute.number for dispute in snapshot.disputes if dispute.hand == hand]
    if row and disputes:
        anchor = f"agree-{row.number}"
        return url_for("disputes.show", sheet_id=snapshot.id, number=disputes[-1], _anchor=anchor)
    return sheet_address(snapshot, row)


def _came_from() -> str | None:
    """The page of the next hand, "auction" or "hand", that this request was sent from and leads back to."""
    return {"auction.call": "auction", "hands.deal": "hand"}.get(f"{request.endpoint}", _sent("back"))


OF_THE_PHONE = ("own_phone", "phone")
"""Facts that are the phone's and not the form's: whose phone it is may be said later."""


class ReplayedError(Exception):
    """Leaves a view as soon as it is known what it would write. same: whether that is what was written."""

    def __init__(self, same: bool) -> None:
        super().__init__("this request is compared with an earlier one, and writes nothing")
        self.same = same


class Replay(NamedTuple):
    """before: the sheet as it was then, None for its start."""

    entry: Entry
    before: Snapshot | None


def asks_for(entry: Entry, snapshot: Snapshot | None) -> bool:
    """Whether this request asks for an entry. snapshot: the sheet, None for the start of one.

    So it is taken to be where that cannot be told, as on a phone that may not write any more.
    """
    before = snapshot.up_to(entry.number - 1) if snapshot else None
    said = session.get(LINES)
    g.replay, g.as_it_was, g.moment = Replay(entry, before), before, entry.at
    try:
        view = current_app.view_functions[request.endpoint or ""]
        answer = current_app.make_response(current_app.ensure_sync(view)(**(request.view_args or {})))
    except ReplayedError as found:
        return found.same
    except HTTPException:
        return True
    finally:
        del g.replay, g.as_it_was, g.moment
        if said != session.get(LINES):
            session[LINES] = said or []
    # What is refused now was not refused then.
    return answer.status_code != 422


def compare(command: Command) -> None:
    """To be called where a command is about to be taken. Raises ReplayedError where this request is compared."""
    replay: Replay | None = g.get("replay")
    if not replay or not replay.before:
        return
    try:
        asked = command(replay.before)
    except Exception:
        # In whatever way it is refused: on the same sheet the other one was taken.
        raise ReplayedError(False) from None
    raise ReplayedError(_is(replay.entry, *asked))


def compare_start(facts: Mapping[str, Any]) -> None:
    """The same for facts that a sheet starts with."""
    if replay := g.get("replay"):
        raise ReplayedError(replay.entry.kind is EntryKind.START and _begun(replay.entry.facts) == _begun(facts))


def _begun(facts: Mapping[str, Any]) -> Any:
    """As `written`, without how players are shown: that goes by their last sheet, perhaps another one by now."""
    return written({name: fact for name, fact in facts.items() if name != "looks"})


def _is(entry: Entry, kind: EntryKind, facts: Mapping[str, Any]) -> bool:
    return entry.kind is kind and written(entry.facts) == written(facts)


def written(facts: Mapping[str, Any]) -> Any:
    """Facts as they are read once they were stored, to be compared."""
    said = {name: facts[name] for name in facts if name not in OF_THE_PHONE}
    return sheet_file.parse(sheet_file.dumps(said).encode())
