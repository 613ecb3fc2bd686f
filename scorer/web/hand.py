"""A hand, contract only: entered, with a note, previewed, recorded, amended, struck."""

import re
from collections.abc import Mapping
from typing import Any, Self

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form, RadioField, StringField, ValidationError

from ..rules.core import RuleViolation, minus, upper_first
from ..rules.game import Game
from ..sheet.changes.disputes import changed
from ..sheet.changes.history import compare, dealt_otherwise
from ..sheet.core.judge import IllegalHandError, Table
from ..sheet.core.ledger import Row
from ..sheet.highlights import moment
from ..store.scorebook import Command, Snapshot
from . import commands, repeats
from .app import access
from .app.display import signed
from .app.limits import sent_but
from .commands import ALREADY_SO, Refusal, on_the_sheet, refusing, take
from .entry import EntryForm
from .forms import CommandForm, NumberField, PageForm, ReasonForm, TextField, line
from .games import entry_form
from .responses import back_to_sheet, broken, line_in_dock, say, say_done
from .sheet import Ahead

NOTES = ("claimed", "conceded", "bid out of turn, let stand")
NOTE_LENGTH = 200
_ONE_LINE = line("note", NOTE_LENGTH)


class NoteForm(PageForm):
    """A note, offered and never asked for. before: what the hand has noted now, perhaps from a file."""

    note = RadioField(choices={note: note for note in NOTES}, validate_choice=False)
    note_words = StringField()
    before = ""

    @classmethod
    def of(cls, before: str) -> Self:
        """The form as it was sent; on a page that is opened now, with what was noted before."""
        form = cls()
        form.before = before
        if request.method == "GET":
            usual = next((note for note in NOTES if before == note or before.startswith(f"{note}, ")), "")
            form.note.data, form.note_words.data = usual or None, before[len(usual) :].removeprefix(", ")
        return form

    def validate_note(self, field: RadioField) -> None:
        if field.data and field.data not in NOTES:
            raise ValidationError("Tap one of these notes, or write another.")

    def validate_note_words(self, field: StringField) -> None:
        if not self._as_before:
            for check in _ONE_LINE:
                check(self, field)

    @property
    def text(self) -> str:
        return self.before if self._as_before else self._written

    @property
    def _written(self) -> str:
        return ", ".join(filter(None, (self.note.data, (self.note_words.data or "").strip())))

    @property
    def _as_before(self) -> bool:
        """Whether the note is what it was; a browser makes one line of several."""
        return "".join(self._written.split()) == "".join(self.before.split())

    @property
    def most(self) -> int:
        """How many characters the field takes."""
        return max(NOTE_LENGTH, len(self.before))

    def facts(self) -> dict[str, str]:
        """The note of the hand, empty for none; nothing where no note was asked for."""
        return {"note": self.text} if self.note.raw_data or self.note_words.raw_data else {}


bp = Blueprint("hands", __name__, url_prefix="/sheets/<sheet_id>")

NOBODY_BID = {"contract": None}
GONE = "That hand is not on the sheet any more. What you entered is still here."


class ActionForm(Form):
    """The button that was tapped.

    look: only to show what it pays.
    nobody_bid: that there was no contract.
    keep: the entry of the hand that another phone recorded, and that is to stand.
    """

    look = TextField()
    nobody_bid = TextField()
    keep = NumberField()

    def says_nobody_bid(self, game: Game) -> bool:
        return self.nobody_bid.data == "1" and game.may_pass_out


class AddressForm(Form):
    """What the address of the page of a hand, or of its preview, says.

    amends: the entry of the hand that is amended.
    page: "auction" where its calls were entered.
    dispute: the number of the dispute in which a version is entered.
    undone: the entry of the hand that was just taken back, with which the page of the next one is filled in.
    """

    amends = NumberField()
    page = TextField(name="after")
    dispute = NumberField()
    undone = NumberField()


class DealForm(CommandForm):
    """deal: a coming hand, 0 for the next, and its cards, "3:6"; "3:" skips it.
    unfolded: whether the address alone keeps the coming hands in sight.
    """

    deal = TextField()
    unfolded = TextField()


@bp.get("/hand")
def new(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_for_a_hand(sheet_id)
    return _page(snapshot, form_for(snapshot))


@bp.post("/hand")
def record(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form, kept = form_for(snapshot), ActionForm(request.form).keep.data
    if kept is not None:
        row = snapshot.ledger.row(kept)
        return _kept(snapshot, row) if row else refill(snapshot, GONE)
    then = commands.as_seen(snapshot, form)
    return _take(then, form if then is snapshot else form_for(then))


@bp.post("/hand/deal")
def deal(sheet_id: str) -> ResponseReturnValue:
    """Other cards for a coming hand, or none: it is skipped. Leads back to the hand."""
    snapshot, form = access.snapshot_to_play(sheet_id), DealForm()
    asked = re.fullmatch("([0-9]{1,2}):([0-9]{0,2})", form.deal.data)
    if not asked or (asked[2] and int(asked[2]) not in snapshot.ledger.table.game.dealing.sizes):
        abort(400)
    command = commands.deal(int(asked[1]), int(asked[2]) if asked[2] else None)
    with refusing(snapshot, form, "nothing was changed", on_the_sheet("The cards cannot be changed")):
        taken = take(snapshot, form, command)
    table = snapshot.ledger.table
    had = table.game.dealing.coming(table.carry)[int(asked[1])]
    say_done(f"{upper_first(dealt_otherwise(table, taken[0].ledger.table))}.", *taken, "hand")
    does = "skip" if not asked[2] else "more" if int(asked[2]) > had else "fewer"
    unfolded = f"{asked[1]}-{does}" if form.unfolded.data else None
    return redirect(url_for("hands.new", sheet_id=sheet_id, unfolded=unfolded), 303)


@bp.get("/hand/<int:entry>")
def amend_form(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    row = row_of(snapshot, entry)
    return _page(snapshot, form_for(snapshot, row), row)


@bp.post("/hand/<int:entry>")
def amend(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = row_of(snapshot, entry)
    return _take(snapshot, form_for(snapshot, row), row)


@bp.post("/hand/<int:entry>/strike")
def strike(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row = row_of(snapshot, entry)
    reason = ReasonForm()
    if not reason.validate():
        return _page(snapshot, form_for(snapshot, row), row), 422
    form = CommandForm()
    refused = on_the_sheet(f"Hand {row.number} cannot be deleted", "Delete or change that one first.")
    with refusing(snapshot, form, "nothing was deleted", refused):
        return repeats.done(*commands.take(snapshot, form, commands.strike(row, reason.text)))


@bp.post("/hand/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What recording would do, as the entry page shows it while it is being filled in."""
    snapshot = access.snapshot_to_score(sheet_id)
    asked = AddressForm(request.args)
    row = None if asked.amends.data is None else row_of(snapshot, asked.amends.data)
    return render_template(
        "parts/preview.html",
        oob=True,
        felt=asked.page.data != "auction",
        dispute=asked.dispute.data,
        **context_of(snapshot, form_for(snapshot, row), row, locked=not asked.dispute.data),
    )


def _take(snapshot: Snapshot, form: EntryForm, row: Row | None = None) -> ResponseReturnValue:
    action = ActionForm(request.form)
    nobody_bid = action.says_nobody_bid(table_of(snapshot, row).game)
    if not nobody_bid and not form.validate():
        return _page(snapshot, form, row), 422
    if action.look.data:
        return _page(snapshot, form, row)
    reason, noted = ReasonForm() if row else None, note_for(snapshot, row)
    if (reason and not reason.validate()) or noted.errors:
        return _page(snapshot, form, row), 422
    because = reason.text if reason else ""
    facts = _noted(NOBODY_BID if nobody_bid else form.facts(), noted.facts())
    unlocked = form.seen_number == snapshot.version and not snapshot.sheet.finished
    if row and unlocked and not because and commands.amends_nothing(snapshot, row, facts):
        return _page(snapshot, form, row, ALREADY_SO), 422
    command = commands.amend(row, facts, because) if row else commands.record(facts)

    def page(refusal: Refusal) -> ResponseReturnValue:
        if refusal.violation and (not row or getattr(refusal.error, "hand", row.number) == row.number):
            form.blame(refusal.violation)
        now = refusal.snapshot
        if not row and refusal.notice and (written := commands.written_since(now, snapshot)):
            return _met(now, written, snapshot, form, command)
        return _page(now, form, row and row_of(now, row.hand.entry), refusal.above_form)

    with refusing(snapshot, form, "nothing was recorded", page):
        return repeats.done(*commands.take(snapshot, form, command))


def _noted(facts: Mapping[str, Any], noted: Mapping[str, str]) -> dict[str, Any]:
    """The facts of a hand with what is noted beside it, behind what the form notes by itself."""
    notes = [each["note"] for each in (facts, noted) if each.get("note")]
    return {**facts, **noted, **({"note": ", ".join(notes)} if notes else {})}


def _met(now: Snapshot, written: Row, then: Snapshot, form: EntryForm, command: Command) -> ResponseReturnValue:
    """Where another phone, or another tab of this one, has recorded the hand: the sheet, if it is the very same on
    another phone; else the page that asks which it is.

    written: that hand.
    then: the sheet as it was when this phone began to enter it.
    """
    try:
        mine = commands.preview(then, command).ledger.rows[written.number - 1]
    except (IllegalHandError, RuleViolation) as error:
        form.blame(broken(error))
        form.seen.data = str(then.version)
        return _page(then, form)
    _, facts = command(then)
    same = repeats.written(written.hand.facts) == repeats.written(facts["hand"])
    name, is_here = access.who_wrote(now, written)
    if same and not is_here:
        say(f"Hand {written.number} was already written by {name or 'another phone'}.")
        return behind(redirect(url_for("sheets.show", sheet_id=now.id), 303), now, written)
    return render_template(
        "pages/conflict.html",
        snapshot=now,
        game=now.ledger.table.game,
        written=written,
        mine=mine,
        same=same,
        name=name,
        is_here=is_here,
        speaker=access.speaker_on(now),
        form=form,
        sent=sent_but("key", "seen", "after", "edited"),
    )


def _kept(snapshot: Snapshot, row: Row) -> ResponseReturnValue:
    say(f"Hand {row.number} stays as it is: {row.summary}.")
    return behind(redirect(repeats.after_hand(snapshot), 303), snapshot, row)


def behind(answer: ResponseReturnValue, snapshot: Snapshot, row: Row) -> Response:
    """The answer to a hand that is not recorded, as another one stands in its place. It tells an outbox which
    entry the hands behind it have seen then.
    """
    response = make_response(answer)
    is_last = row is snapshot.ledger.rows[-1]
    response.headers["Seen"] = f"{snapshot.version if is_last else row.hand.entry}"
    return response


def refill(snapshot: Snapshot, notice: str) -> ResponseReturnValue:
    """The form of the next hand, with what was sent."""
    form = form_for(snapshot)
    form.seen.data = str(snapshot.version)
    return _page(snapshot, form, notice=notice), 409


def table_of(snapshot: Snapshot, row: Row | None) -> Table:
    """The table at which a hand was played; for None at which the next one is."""
    return row.judged.table if row else snapshot.ledger.table


def form_for(snapshot: Snapshot, row: Row | None = None) -> EntryForm:
    """The entry form of a hand: as sent, or new, with what is on the sheet or what the bidding has settled."""
    form = entry_form(table_of(snapshot, row))
    if request.method == "GET":
        form.begin(snapshot.version)
        filled = row or undone(snapshot)
        if facts := commands.facts_of(filled) if filled else commands.bid_so_far(snapshot):
            form.prefill(facts)
    return form


def undone(snapshot: Snapshot) -> Row | None:
    """The hand with which the page of the next one is asked to be filled in: one that was just taken back."""
    # Mostly nothing was, and no form is made to see what is asked for.
    asked = AddressForm(request.args).undone.data if snapshot.line.undone else None
    return repeats.undone_hand(snapshot, asked)


def note_for(snapshot: Snapshot, row: Row | None = None) -> NoteForm:
    """What is noted beside a hand, None for the next one: as sent, with what is wrong with it, or as it is now."""
    filled = row or undone(snapshot)
    form = NoteForm.of((filled.hand.facts if filled else snapshot.ledger.next_hand).get("note", ""))
    if request.method == "POST":
        form.validate()
    return form


def row_of(snapshot: Snapshot, entry: int | None) -> Row:
    """The hand that an entry recorded; where it is on the sheet no more, the sheet itself."""
    row = snapshot.ledger.row(entry)
    if row is None and any(other.about_hand == entry for other in snapshot.entries):
        abort(back_to_sheet(snapshot.id, "That hand is not on the sheet any more."))
    return row or abort(404)


def _page(snapshot: Snapshot, form: EntryForm, row: Row | None = None, notice: str = "") -> str:
    return render_template("pages/hand.html", notice=notice, **context_of(snapshot, form, row))


def context_of(snapshot: Snapshot, form: EntryForm, row: Row | None, *, locked: bool = True) -> dict[str, object]:
    """What the page of a hand shows.

    row: the hand that is amended or disputed, None for the next one.
    locked: whether a finished sheet says so, as it does where something would be written on it.
    """
    table = table_of(snapshot, row)
    wish, reason = form.first_wish(), ReasonForm()
    if request.method == "POST":
        reason.validate()
    number = row.number if row else len(snapshot.ledger.rows) + 1
    context: dict[str, Any] = {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "form": form,
        "table": table,
        "game": table.game,
        "amends": row,
        "number": number,
        "wish": wish,
        "untouched": not any(field.data for field in form.entered),
        "after": None,
        "outcome": None,
        "violation": form.broken,
        "reason": reason,
        "noted": note_for(snapshot, row),
        "settled": row is not None and row.judged.settled is not None,
        "hands_ahead": Ahead.of,
    }
    if not wish and form.broken is None and form.is_sound():
        facts = form.facts()
        command: Command = commands.amend(row, facts) if row else commands.record(facts)
        try:
            after = commands.preview(snapshot, command, locked=locked).ledger
        except (IllegalHandError, RuleViolation) as error:
            context["violation"] = broken(error)
            if isinstance(error, IllegalHandError) and error.hand != number:
                context["breaks"] = error.hand
        else:
            context["after"] = after
            outcome = after.rows[number - 1]
            spoken = row.hand.calls if row else snapshot.ledger.playing and snapshot.sheet.hands[-1].calls
            context["outcome"] = outcome
            context["consequence"] = compare(snapshot.ledger, after) if row else None
            context["changed"] = ", ".join(changed(row, outcome)) if row else ""
            context["drops_calls"] = bool(spoken) and "calls" not in outcome.hand.facts
    if row is None and table.auction():
        form.calls_at = url_for("auction.show", sheet_id=snapshot.id)
    context |= just_done(snapshot, table)
    context["totals"] = notes_at(snapshot, table, None)
    context["notes"] = notes_at(snapshot, table, context["outcome"]) if context["outcome"] else context["totals"]
    return context


def just_done(snapshot: Snapshot, table: Table) -> dict[str, object]:
    """What the dock of the next hand says was just done. Where that is the last hand: what it did to the order and
    a class for each seat that leads then, unless all are level.
    """
    line, ledger = line_in_dock(), snapshot.ledger
    last = ledger.rows[-1].hand.entry if ledger.rows else None
    its_form = last and url_for("hands.amend_form", sheet_id=snapshot.id, entry=last)
    if not line or not its_form or f"{line['change']}".partition("?")[0] != its_form:
        return {"in_dock": line, "then": "", "leading": ""}
    first, game = ledger.places(ledger.totals), table.game
    leading = [
        seat
        for seat, name in enumerate(game.players)
        if (game.sides_have_columns or name in ledger.columns) and first[game.place_of(seat, ledger.columns)] == 1
    ]
    gold = " ".join(f"leads-{seat}" for seat in leading) if {*first} != {1} else ""
    return {"in_dock": line, "then": moment(ledger) if any(ledger.rows[-1].points) else "", "leading": gold}


def notes_at(snapshot: Snapshot, table: Table, outcome: Row | None) -> list[str]:
    """A short text for each seat: the total so far, or what the hand would make of it."""
    ledger = snapshot.ledger
    notes = []
    for seat, name in enumerate(table.game.players):
        newcomer = not table.game.sides_have_columns and name not in ledger.columns
        column = None if newcomer else table.game.place_of(seat, ledger.columns)
        if outcome and column is not None:
            notes.append(f"{minus(outcome.totals[column])} ({signed(outcome.points[column])})")
        else:
            notes.append("0" if column is None else minus(ledger.totals[column]))
    return notes
