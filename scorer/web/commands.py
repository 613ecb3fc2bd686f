"""Commands of a sheet: what a form asks for, made into an entry, previewed, taken or refused."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Concatenate, NamedTuple, ParamSpec

from flask import abort, make_response
from flask.typing import ResponseReturnValue

from ..rules.calls import Call
from ..rules.core import CLOSED_SHEET, RuleViolation
from ..sheet.changes import corrections
from ..sheet.changes.corrections import Seating, as_played
from ..sheet.changes.history import Consequence, compare
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger, Row
from ..sheet.core.sheet import Entry, EntryKind, Hand, fold, kept_beside
from ..store import scorebook
from ..store.scorebook import Command, Snapshot, StaleVersionError
from . import repeats
from .app import limits
from .app.devices import device, device_here
from .forms import CommandForm, own_key
from .responses import back_to_sheet, broken, say_refused

OPENS = (EntryKind.REOPEN, EntryKind.UNDO, EntryKind.REDO)
"""What can be done with a finished sheet."""

Made = tuple[EntryKind, Mapping[str, Any]]
"""The entry that a command makes."""
P = ParamSpec("P")


def as_command(make: Callable[Concatenate[Snapshot, P], Made]) -> Callable[P, Command]:
    """What makes an entry of the sheet and of what was asked, as something that takes the latter alone."""
    return lambda *args, **kwargs: lambda snapshot: make(snapshot, *args, **kwargs)


class NothingToUndoError(Exception):
    """The sheet is as it was started, or nothing was undone that could come again."""


def take(
    snapshot: Snapshot, form: CommandForm, command: Command, *, allow_stale: bool = False, part: str = ""
) -> tuple[Snapshot, Entry]:
    """Append the command of a form to the sheet.

    allow_stale: whatever others wrote since the form was made.
    part: which one it is of a request with several commands, empty for the last one, by which it is known when
        repeated.

    Raises what `scorebook.append` and the command raise, RuleViolation on a sheet that is finished, and
    ServerBusyError for a phone that has done too much within a minute.
    """
    repeats.compare(_unlocked(command))
    here = device_here()
    limits.admit_act(here)
    taken = scorebook.append(
        snapshot.id,
        _unlocked(command),
        key=own_key(f"{form.command_key} {part}") if part else form.command_key,
        seen=None if allow_stale else form.seen_number,
        waits_for=form.waits_for_key,
        device=here,
    )
    limits.act_done(here)
    return taken


def preview(snapshot: Snapshot, command: Command, *, locked: bool = True) -> Snapshot:
    """The sheet as it would be after a command. Raises as `take`, writes nothing. locked: a finished sheet is."""
    kind, facts = (_unlocked(command) if locked else command)(snapshot)
    return Snapshot.of(snapshot.id, (*snapshot.entries, Entry(snapshot.version + 1, kind, facts)), snapshot)


def _unlocked(command: Command) -> Command:
    def guarded(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        kind, facts = command(snapshot)
        open_or_opens = not snapshot.sheet.finished or kind in OPENS or Entry(0, kind, facts).only_talks
        CLOSED_SHEET.require(open_or_opens, "The sheet is finished. Reopen it to write on it.")
        return kind, facts

    return guarded


class Refusal(NamedTuple):
    """Why a command was not taken.

    snapshot: the sheet as it stands.
    notice: what another phone wrote meanwhile, as sentences, empty where a rule would be broken.
    error: that rule, else None.
    """

    snapshot: Snapshot
    notice: str = ""
    error: IllegalHandError | RuleViolation | None = None

    @property
    def violation(self) -> RuleViolation | None:
        return self.error and broken(self.error)

    @property
    def above_form(self) -> str:
        """The notice, on a page that still holds all that was entered."""
        return f"{self.notice} What you entered is still here." if self.notice else ""


@contextmanager
def refusing(
    snapshot: Snapshot, form: CommandForm, unchanged: str, show: Callable[[Refusal], ResponseReturnValue]
) -> Iterator[None]:
    """Around the taking of a command: where it is refused, the request ends with the answer that `show` makes.

    unchanged: what follows for this phone where another one wrote meanwhile, as "nothing was recorded".
    """
    try:
        yield
    except StaleVersionError:
        now = scorebook.read(snapshot.id)
        refusal, status = Refusal(now, meanwhile(now, form, unchanged)), 409
        form.seen.data = str(now.version)
    except (IllegalHandError, RuleViolation) as error:
        refusal, status = Refusal(snapshot, error=error), 422
    else:
        return
    answer = show(refusal)
    abort(make_response(answer, status) if isinstance(answer, str) else make_response(answer))


def on_the_sheet(refused: str, way_out: str = "") -> Callable[[Refusal], ResponseReturnValue]:
    """An answer for `refusing`: the sheet, with a line at its top.

    refused: "Hand 4 cannot be deleted".
    way_out: what helps where a later hand breaks a rule.
    """

    def show(refusal: Refusal) -> ResponseReturnValue:
        if refusal.error:
            say_refused(refused, refusal.error, refusal.snapshot, way_out)
        return back_to_sheet(refusal.snapshot.id, refusal.notice)

    return show


ALREADY_SO = "All of this is so already: change something first."


class Impact(NamedTuple):
    """What a command would move, or the rule that it would break; neither while there is nothing to weigh.

    hand: the hand that breaks the rule.
    """

    consequence: Consequence | None = None
    violation: RuleViolation | None = None
    hand: int | None = None


def preview_change(snapshot: Snapshot, command: Command | None) -> Impact:
    if command is None:
        return Impact()
    try:
        return Impact(compare(snapshot.ledger, preview(snapshot, command).ledger))
    except (IllegalHandError, RuleViolation) as error:
        return Impact(violation=broken(error), hand=getattr(error, "hand", None))


def meanwhile(snapshot: Snapshot, form: CommandForm, unchanged: str) -> str:
    """What another phone wrote since the form was made, at most its last three entries. unchanged: what follows
    for this one, as "nothing was recorded".
    """
    entries = snapshot.entries[max(form.seen_number, snapshot.version - 3) :]
    events = [snapshot.history.line(entry) for entry in entries]
    news = (f"{event.verb}: {event.what}." for event in events)
    return f"Another phone wrote on this sheet meanwhile, so {unchanged}. On that phone: {' '.join(news)}".strip()


@as_command
def record(snapshot: Snapshot, facts: Mapping[str, Any]) -> Made:
    """A new hand; the calls that were spoken stay with it where they lead to its contract."""
    ledger = snapshot.ledger
    calls = ledger.playing and snapshot.sheet.hands[-1].calls
    hand = _noted({**_setting(ledger), **_with_calls(ledger, facts, calls or ())})
    coming = ledger.dealt_after(hand)
    return EntryKind.RECORD, {"hand": hand, **({"coming": coming} if coming else {})}


def as_seen(now: Snapshot, form: CommandForm) -> Snapshot:
    """The sheet as the phone saw it that sent a hand, where another hand was recorded since; else as it stands."""
    seen = form.seen_number
    if form.waits_for_key and seen < now.version:
        seen = scorebook.seen_with(now, form.waits_for_key, device())
    if not 1 <= seen < now.version:
        return now
    then = now.up_to(seen)
    return then if written_since(now, then) else now


def written_since(now: Snapshot, then: Snapshot) -> Row | None:
    """The hand that was recorded next after the sheet stood so; None where none was."""
    return next(iter(now.ledger.rows[len(then.ledger.rows) :]), None)


@as_command
def amend(snapshot: Snapshot, row: Row, facts: Mapping[str, Any], reason: str = "") -> Made:
    """Another contract or result for a hand; whatever else it carries stays."""
    hand = _noted(with_calls(snapshot, row, {**kept_beside(row.hand.facts), **facts}))
    return EntryKind.AMEND, {"entry": row.hand.entry, "hand": hand, **_because(reason)}


def amends_nothing(snapshot: Snapshot, row: Row, facts: Mapping[str, Any]) -> bool:
    """Whether a hand has these facts already."""
    _, amended = amend(row, facts)(snapshot)
    return amended["hand"] == row.hand.facts


def _noted(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A hand's facts; a note that is empty is none."""
    return {key: value for key, value in hand.items() if value or key != "note"}


def with_calls(snapshot: Snapshot, row: Row, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Other facts for a recorded hand, with the calls it has where they lead to them."""
    before = Ledger.of(
        replace(snapshot.sheet, hands=snapshot.sheet.hands[: row.number - 1], coming={}), snapshot.ledger
    )
    return _with_calls(before, facts, row.hand.calls)


@as_command
def strike(snapshot: Snapshot, row: Row, reason: str = "") -> Made:
    """Take a hand off the sheet. Raises IllegalHandError where a later one cannot have been played without it."""
    facts = {"entry": row.hand.entry, **_because(reason)}
    return EntryKind.STRIKE, with_pins(snapshot, EntryKind.STRIKE, facts)


def with_pins(snapshot: Snapshot, kind: EntryKind, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a command that strikes a hand, and what the hands after it name to stay as they were."""
    struck = fold((*snapshot.entries, Entry(snapshot.version + 1, kind, facts)))
    return {**facts, **as_played(snapshot.ledger, struck)}


def adjust(adjustment: Mapping[str, Any] | None, entry: int | None) -> Command:
    """Points without a deal.

    adjustment: its facts, None to strike it.
    entry: the one that first gave the points, None for new ones.
    """
    facts = {"adjustment": adjustment, **({"entry": entry} if entry else {})}
    return lambda snapshot: (EntryKind.ADJUST, facts)


def _because(reason: str) -> dict[str, str]:
    return {"reason": reason} if reason else {}


@as_command
def speak(snapshot: Snapshot, player: str, call: Call) -> Made:
    """A call; the one that ends the bidding without a contract records the abandoned hand."""
    auction = snapshot.ledger.open_auction
    if auction is None:
        raise ValueError("this game has no calls")
    after = auction.call(auction.players.index(player), call)
    spoken = f"{player}: {call}"
    setting = _setting(snapshot.ledger)
    if after.over and after.agreed is None:
        calls = [*(snapshot.sheet.hands[-1].calls if snapshot.ledger.playing else ()), spoken]
        return EntryKind.RECORD, {"hand": {**setting, "calls": calls}}
    return EntryKind.CALL, {"call": spoken, "dealer": setting["dealer"]}


def _setting(ledger: Ledger) -> dict[str, Any]:
    """What the next hand carries beside its result: its dealer, and what it changes of seats and house rules."""
    table = ledger.table
    return {**kept_beside(ledger.next_hand), "dealer": table.game.players[table.dealer]}


@as_command
def seat(snapshot: Snapshot, entry: int | None, players: tuple[str, ...], dealer: str, heir: str = "") -> Made:
    """Another seating or dealer, from the hand that `entry` recorded on, or from the next."""
    row = snapshot.ledger.row(entry)
    return EntryKind.SEATS, corrections.seats(snapshot.ledger, Seating(row, players, dealer), heir)


def change_rules(options: Mapping[str, Any], *, whole: bool) -> Command:
    return lambda snapshot: (EntryKind.RULES, corrections.rules(snapshot.ledger, options, whole=whole))


def deal(index: int, cards: int | None) -> Command:
    return lambda snapshot: (EntryKind.RULES, corrections.deal(snapshot.ledger, index, cards))


def rename(names: Mapping[str, str]) -> Command:
    return lambda snapshot: (EntryKind.RENAME, corrections.rename(snapshot.ledger, names))


def entitle(title: str, date: str) -> Command:
    return lambda snapshot: (EntryKind.TITLE, {"title": title, "date": date})


def look(looks: Mapping[str, Mapping[str, Any]]) -> Command:
    """looks: of everybody who chose one, as the sheet file has them."""
    return lambda snapshot: (EntryKind.LOOKS, {"looks": looks})


def finish(snapshot: Snapshot) -> Made:
    return EntryKind.FINISH, {}


def reopen(snapshot: Snapshot) -> Made:
    return EntryKind.REOPEN, {}


@as_command
def undo(snapshot: Snapshot, down_to: int | None = None) -> Made:
    """Take back the last entry, or all that came after entry `down_to`."""
    line = snapshot.line
    taken = line.acts[-1:] if down_to is None else line.after(down_to)
    if not taken or not line.last_act:
        raise NothingToUndoError
    return EntryKind.UNDO, {"entry": taken[0].number}


def redo(snapshot: Snapshot) -> Made:
    undone = snapshot.line.undone
    if not undone:
        raise NothingToUndoError
    return EntryKind.REDO, {"entry": undone[-1].undo.number}


def bid_so_far(snapshot: Snapshot) -> dict[str, Any]:
    """What the bidding of the open hand has settled: contract and players, or nothing yet."""
    auction = snapshot.ledger.open_auction
    agreed = auction.agreed if auction and auction.over else None
    return dict(agreed or {})


def facts_of(row: Row) -> dict[str, Any]:
    """The typed keys of a recorded hand; nothing for one without a contract."""
    return {key: getattr(row.result, key) for key in row.game.keys} if row.result is not None else {}


def _with_calls(before: Ledger, facts: Mapping[str, Any], calls: tuple[str, ...]) -> dict[str, Any]:
    """A hand's facts with its calls, unless the table has entered something else than they lead to."""
    if not calls:
        return dict(facts)
    with_calls = {**facts, "calls": list(calls)}
    try:
        replace(before, playing=None).add(Hand(with_calls))
    except IllegalHandError:
        return dict(facts)
    return with_calls
