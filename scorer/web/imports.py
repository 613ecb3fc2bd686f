"""Importing sheets: looked at first, and only then written; and every sheet of this phone as one file."""

import base64
import binascii
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from operator import attrgetter, eq, itemgetter

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from wtforms import BooleanField, Form, HiddenField, TextAreaField

from ..exports import bundle, texts
from ..exports.from_workbook import as_table, is_changed
from ..rules.core import counted, minus, upper_first
from ..rules.game import Game
from ..rules.names import name_faults, unclear_names
from ..rules.reading import FormatError, names_in, names_written
from ..rules.registry import GAMES
from ..sheet import audit, importing, sheet_file
from ..sheet.audit import TamperedHistoryError
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Ledger, seated
from ..sheet.importing import Sealed
from ..sheet.paper.headings import Column
from ..sheet.paper.table import Hands, HandsTable, open_table
from ..sheet.sheet_file import GoOn, TooMuchWorkError
from ..store import files as store
from ..store import people, scorebook
from ..store.files import SheetFile
from ..store.models import CorruptSheetError
from ..store.people import NotAllowedError
from ..store.scorebook import Snapshot, StaleVersionError, sealed
from . import commands, repeats
from .app import access, club_code, devices, limits
from .app.display import fault_text
from .app.limits import FILES, take_turn, takes_a_file
from .forms import NumberField, PageForm, TextField, TextsField, own_key, with_fields
from .responses import as_file, back_to_sheet, say

bp = Blueprint("imports", __name__)


# Names of a file that nobody sees or that could be taken for others: said before it is imported, with other names
# to be written, which are an entry of their own behind what is imported.


class CalledForm(Form):
    """unclear: the number of the sheet in its file, a blank and a name of it.
    called: what each is to be called, in the same order, empty where it is kept.
    """

    unclear = TextsField()
    called = TextsField()

    def of(self, sheet: int) -> dict[str, str]:
        """By the names on a sheet what was written for them."""
        pairs = zip(self.unclear.data, self.called.data, strict=False)
        named = ((unclear.partition(" "), called.strip()) for unclear, called in pairs)
        return {name: called for (number, _, name), called in named if number == f"{sheet}" and called}


@dataclass(frozen=True)
class UnclearNames:
    """found: why, by name, as sentences.
    called: what some are to be called.
    faults: what is wrong with that.
    """

    found: Mapping[str, str] = field(default_factory=dict[str, str])
    called: Mapping[str, str] = field(default_factory=dict[str, str])
    faults: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, ledger: Ledger, form: CalledForm, sheet: int = 0) -> "UnclearNames":
        """sheet: its number in the file."""
        everybody = seated(ledger)
        found = {name: f"{why}." for name, why in unclear_names(everybody)}
        called = {name: new for name, new in form.of(sheet).items() if name in found and new != name}
        kept = [name for name in everybody if name not in called]
        # Whoever keeps a name stands before those who are named anew, and has to be told apart from them.
        wrong = dict(name_faults([*kept, *called.values()], kept))
        faults = {name: f"{wrong[at]}." for at, name in enumerate(called, len(kept)) if at in wrong}
        return cls(found, called, faults)

    def rename(self, sheet_id: str, *, key: str, device: str) -> None:
        """Call them so on the sheet that the request with this key imported: once, however often it comes."""
        if self.called:
            command = commands.rename(self.called)
            scorebook.append(sheet_id, command, key=own_key(f"{key} names"), seen=None, device=device)


# What would become of a sheet file that is imported, and doing it.


class ImportStatus(Enum):
    NEW = "new"
    UPDATE = "update"  # the sheet here is this one at an earlier time
    SAME = "same"  # it is here already, act for act
    COPY = "copy"  # the sheet here has gone on, or another way
    BARE = "bare"  # its history does not hold, the sheet does
    REFUSED = "refused"


CAN_BE = (ImportStatus.NEW, ImportStatus.UPDATE, ImportStatus.COPY, ImportStatus.BARE)
"""What can be imported."""

MOST_SECONDS = 20
"""Of computing, for all that is in a file."""
LOOKING = "looking through"
"""The extension of the phone alone that is told how far it is, and has no limit: there it can be cancelled."""


def budget() -> GoOn:
    """For one request. It counts what this thread computes, not what it waits for others."""
    if counts := current_app.extensions.get(LOOKING):
        return counts()
    end = time.thread_time() + MOST_SECONDS

    def go_on() -> None:
        if time.thread_time() > end:
            raise TooMuchWorkError

    return go_on


@dataclass(frozen=True)
class ImportPlan:
    """A file and its status.

    note: why, in sentences.
    snapshot: the sheet of the file, None where it was refused.
    history: whether its acts are imported as they are.
    here: the sheet on this phone that it belongs to.
    names: those that are hard to tell.
    """

    name: str
    status: ImportStatus
    note: str
    snapshot: Snapshot | None = None
    digests: tuple[str, ...] = ()
    history: bool = False
    here: Snapshot | None = None
    names: UnclearNames = field(default_factory=UnclearNames)

    @property
    def can_be(self) -> bool:
        return self.status in CAN_BE

    @property
    def is_here(self) -> bool:
        """Whether every act of the file is on the sheet here, as once it was imported."""
        return bool(self.here and self.snapshot and sealed(self.here)[: self.snapshot.version] == self.digests)


def brings(each: ImportPlan, sheet_id: str, device: str) -> bool:
    """Whether a sheet that was imported before begins as the one in this file, act for act.

    So it is taken to be where the device has the sheet no more: it is told nothing of it.
    """
    if people.grant(device, sheet_id) is None:
        return True
    try:
        here = scorebook.read(sheet_id)
    except CorruptSheetError:
        return True
    acts = each.snapshot.entries if each.snapshot else ()
    return len(here.entries) >= len(acts) and all(
        one.kind is other.kind and repeats.written(one.facts) == repeats.written(other.facts)
        for one, other in zip(acts, here.entries, strict=False)
    )


def refused_plan(name: str, why: str) -> ImportPlan:
    return ImportPlan(name, ImportStatus.REFUSED, why)


def plan_of(file: bundle.Packed, *, key: str, device: str, go_on: GoOn) -> ImportPlan:
    """What would become of a sheet file. key: of the request that imports it; device: "" for an unknown one."""
    name, content = file.name, file.content
    if content is None:
        return refused_plan(name, f"{upper_first(file.why)}.")
    try:
        read = importing.read(content, go_on)
        if isinstance(read, Sealed):
            return _of_history(name, read, device, go_on)
        return plan_of_acts(name, read, key=key, device=device)
    except (TamperedHistoryError, FormatError, IllegalHandError, CorruptSheetError) as fault:
        return _plan_without_history(name, content, in_sentences(fault), key=key, device=device)
    except TooMuchWorkError as fault:
        return refused_plan(name, upper_first(f"{fault}."))


def plan_of_acts(
    name: str,
    acts: importing.Acts,
    *,
    key: str,
    device: str,
    status: ImportStatus = ImportStatus.NEW,
    note: str = "",
) -> ImportPlan:
    entries = store.first_written(acts, key=key, device=device)
    return ImportPlan(name, status, note, Snapshot.of("", entries), audit.digests(entries))


def _plan_without_history(name: str, content: bytes, why: str, *, key: str, device: str) -> ImportPlan:
    """For a file whose history does not hold: the sheet alone, where that can be had."""
    try:
        acts = importing.read_bare(content)
        note = f"{why} The sheet alone can be imported, as a copy without that history."
        return plan_of_acts(name, acts, key=key, device=device, status=ImportStatus.BARE, note=note)
    except (FormatError, IllegalHandError):
        return refused_plan(name, why)


def _of_history(name: str, read: Sealed, device: str, go_on: GoOn) -> ImportPlan:
    snapshot = Snapshot.of("", read.entries)

    def as_it_is(status: ImportStatus, note: str = "", here: Snapshot | None = None) -> ImportPlan:
        return ImportPlan(name, status, note, snapshot, read.digests, True, here)

    go_on()
    kin = [(other, sealed(other)) for other in store.begun_with(read.digests[0], device)] if device else []
    if not kin:
        return as_it_is(ImportStatus.NEW)
    earlier = [other for other, digests in kin if read.goes_on_from(digests)]
    if earlier:
        here = max(earlier, key=lambda other: other.version)
        more = snapshot.version - here.version
        if not more:
            return as_it_is(ImportStatus.SAME, "Entry for entry, so there is nothing to import.", here)
        further = counted(more, "more entry", "more entries")
        note = f"The sheet here goes on with {further}; what is on it stays as it is."
        return as_it_is(ImportStatus.UPDATE, note, here)
    # Digests are chained: where one is the same, all before are.
    alike = ((sum(map(eq, digests, read.digests)), other) for other, digests in kin)
    common, here = max(alike, key=itemgetter(0))
    if common == snapshot.version:
        note = f"The sheet here is further, by {counted(here.version - common, 'entry', 'entries')}."
    else:
        note = f"The sheet here went another way after entry {common}."
    return as_it_is(ImportStatus.COPY, f"{note} This one can be imported beside it, as a copy.", here)


def in_sentences(fault: TamperedHistoryError | FormatError | IllegalHandError | CorruptSheetError) -> str:
    if isinstance(fault, TamperedHistoryError):
        first, *more = fault.faults
        others = f" {counted(len(more), 'more fault')} in it." if more else ""
        return f"Its history was altered: {first.detail}.{others}"
    if isinstance(fault, IllegalHandError):
        return f"Hand {fault.hand} breaks a rule: {fault.violation.detail}"
    return fault_text(fault) if isinstance(fault, FormatError) else f"Its history makes no sheet: {fault.reason}."


def take_plan(chosen: ImportPlan, *, key: str, device: str) -> str:
    """Do what the plan says, and give the id of the sheet.

    Raises StaleVersionError where the sheet here changed meanwhile.
    """
    entries = chosen.snapshot.entries if chosen.snapshot else ()
    if chosen.here and chosen.status is ImportStatus.SAME:
        return chosen.here.id
    if chosen.here and chosen.status is ImportStatus.UPDATE:
        return store.go_on(chosen.here.id, entries, chosen.digests, device=device).id
    return store.bring(entries, chosen.digests, key=key, device=device, history=chosen.history)


# The pages

MOST_SENT = bundle.MOST_BYTES * 4 // 3 + 64 * 1024
"""A file that has been looked at is sent once more as letters, four for three bytes."""


class ImportForm(PageForm):
    """What is imported: a file, or its text; or, once it was looked at, the same again."""

    key = HiddenField()
    file = FileField("A file")
    text = TextAreaField("Or its text")
    kept = HiddenField()
    action = TextField()
    take = TextsField()

    @property
    def saves(self) -> bool:
        """Whether what was shown is to be imported now."""
        return self.action.data == "import"

    def content(self) -> bytes:
        if self.kept.data:
            try:
                return base64.b64decode(self.kept.data, validate=True)
            except (binascii.Error, ValueError):
                return b""
        uploaded = self.file.data.read() if self.file.data else b""
        # What is typed comes with the line ends of a form; in a history they would be none.
        return uploaded or (self.text.data or "").replace("\r\n", "\n").encode(errors="replace")


@bp.get("/import")
def choose() -> ResponseReturnValue:
    return render_template("files/import_sheets.html", form=ImportForm(formdata=None))


@bp.post("/import")
@takes_a_file(MOST_SENT, typed=True)
def save() -> ResponseReturnValue:
    """Show what is in a file, or import what was shown and chosen."""
    form = ImportForm()
    content = form.content()
    if not content.strip():
        return _refused(form, "Choose a file, or paste what is in one.")
    kept = base64.b64encode(content).decode()
    sent = {"kept": kept, "text": ""}
    limits.admit_file(lambda: sent)
    take_turn(FILES, lambda: sent)
    return _looked_at(form, content, kept)


def _looked_at(form: ImportForm, content: bytes, kept: str) -> ResponseReturnValue:
    if bundle.is_workbook(content):
        return table_answer(content, kept, form, key=own_key(form.key.data))
    if content.startswith(bundle.BEGINNINGS):
        try:
            files = bundle.read(content, importing.MOST_BYTES)
        except bundle.UnreadableBundleError as fault:
            return _refused(form, upper_first(f"{fault}."))
        if not files:
            return _refused(form, "There is no sheet in this ZIP.")
        return _sheets(form, kept, files)
    if importing.carries(content):
        return _sheets(form, kept, [bundle.Packed("The sheet of the link", content)])
    if importing.is_sheet_file(content):
        name = (form.file.data.filename if form.file.data else None) or "The sheet"
        return _sheets(form, kept, [bundle.Packed(name, content)])
    return table_answer(content, kept, form, key=own_key(form.key.data))


def _refused(form: ImportForm, error: str) -> ResponseReturnValue:
    return render_template("files/import_sheets.html", form=form, error=error), 422


def _sheets(form: ImportForm, kept: str, files: Sequence[bundle.Packed]) -> ResponseReturnValue:
    key = own_key(form.key.data)
    refused = club_code.refused() if form.saves else None
    saves = form.saves and not refused
    device = devices.device_here() if saves else devices.device() or ""
    keys = [key if len(files) == 1 else own_key(f"{key} {number}") for number in range(len(files))]
    # By the numbers of the sheets that were chosen, what was to become of them then.
    taken = {number: status for number, _, status in (each.partition(" ") for each in form.take.data)}
    wanted = {number: taken[f"{number}"] for number in range(len(files)) if f"{number}" in taken}
    if saves:
        # Without those that this very request has brought before.
        new = sum(store.brought(key=keys[number], device=device) is None for number in wanted)
        limits.admit_sheets(new, lambda: {"kept": kept, "text": ""})
    called, go_on = CalledForm(request.form), budget()
    # What was chosen first: there may not be time enough for all.
    plans = {
        number: _with_names(plan_of(files[number], key=keys[number], device=device, go_on=go_on), called, number)
        for number in sorted(range(len(files)), key=lambda number: number not in wanted)
    }
    plans = [plans[number] for number in range(len(files))]
    error = ""
    if saves:
        chosen = {number: (_unless_done(plans[number], status), status) for number, status in wanted.items()}
        for number, (each, _) in chosen.items():
            sheet_id = store.brought(key=keys[number], device=device)
            if sheet_id and not brings(each, sheet_id, device):
                return repeats.something_else(scorebook.read(sheet_id))
        misnamed = any(each.names.faults for each, _ in chosen.values())
        brought = _bring(chosen, keys, device) if chosen and not misnamed else None
        if brought:
            return _done(brought)
        error = "The sheets here have changed meanwhile: look once more." if chosen else "Tick what to import."
        if misnamed:
            error = "Nothing was imported: look at the names."
    elif len(plans) == 1 and plans[0].status is ImportStatus.REFUSED:
        error = plans[0].note
        return _refused(form, error)
    shown = render_template("files/import_sheets.html", form=form, kept=kept, plans=plans, error=error)
    return (shown, *refused) if refused else (shown, 422) if error else shown


def _with_names(plan: ImportPlan, called: CalledForm, number: int) -> ImportPlan:
    if not plan.snapshot:
        return plan
    return replace(plan, names=UnclearNames.of(plan.snapshot.ledger, called, number))


def _unless_done(each: ImportPlan, status: str) -> ImportPlan:
    """A sheet that was brought up to date by this request before, and has gone on since, is no copy."""
    done = status == ImportStatus.UPDATE.value and each.is_here
    return replace(each, status=ImportStatus.SAME) if done else each


def _bring(
    chosen: Mapping[int, tuple[ImportPlan, str]], keys: Sequence[str], device: str
) -> dict[str, ImportPlan] | None:
    """The sheets imported, by their ids; None where one of them is not what was shown any more."""
    brought = {number: store.brought(key=keys[number], device=device) for number in chosen}
    for number, (each, status) in chosen.items():
        if not (
            brought[number] or each.status is ImportStatus.SAME or (each.can_be and each.status.value == status)
        ):
            return None
    try:
        taken = {
            number: brought[number] or take_plan(each, key=keys[number], device=device)
            for number, (each, _) in chosen.items()
        }
    except (StaleVersionError, NotAllowedError):
        return None
    for number, sheet_id in taken.items():
        plan, _ = chosen[number]
        if plan.status is not ImportStatus.SAME:
            plan.names.rename(sheet_id, key=keys[number], device=device)
    return {sheet_id: chosen[number][0] for number, sheet_id in taken.items()}


def _done(brought: Mapping[str, ImportPlan]) -> ResponseReturnValue:
    for sheet_id in brought:
        # One that was archived here is wanted again. What this phone may do there stays as it is.
        people.archive(devices.device_here(), sheet_id, archived=False)
    if len(brought) == 1:
        [sheet_id] = brought
        return back_to_sheet(sheet_id, "Imported.")
    say(f"{counted(len(brought), 'sheet')} imported.")
    return redirect(url_for("home.home"), 303)


class PartForm(Form):
    """part: which of several bundles, from 1."""

    part = NumberField()


@bp.get("/bundle.zip")
def everything() -> ResponseReturnValue:
    """Every sheet of this phone with its history, archived ones too, but for those that are damaged.

    More than one ZIP can hold come in several, each of which can be imported, and a page offers these.
    """
    take_turn(FILES)
    files = sorted(map(SheetFile.of, access.sheets_here()), key=attrgetter("order"))
    parts = [*bundle.parts((file.name, file.content) for file in files)]
    number = PartForm(request.args).part.data or (1 if len(parts) == 1 else 0)
    if number == 0:
        return render_template("files/bundles.html", parts=parts)
    if not 1 <= number <= len(parts):
        abort(404)
    name = f"score-sheets-{number}-of-{len(parts)}.zip" if len(parts) > 1 else "score-sheets.zip"
    return as_file(bundle.write(parts[number - 1]), "application/zip", name)


@bp.get("/sheet-file.schema.json")
def sheet_file_schema() -> ResponseReturnValue:
    text = sheet_file.dumps(sheet_file.schema(), indent=1)
    return Response(f"{text}\n", content_type="application/schema+json")


# A table of hands: its columns matched, its bad lines shown, and a new sheet made of the others.


def table_answer(content: bytes, kept: str, form: ImportForm, *, key: str) -> ResponseReturnValue:
    """The page for a table, or, where that was asked and nothing stands against it, the sheet made of it.

    form: which the table came in, shown again for what is none.
    """
    try:
        table = open_table(as_table(content))
        matching = _Matching(table, kept)
        matching.changed = bool(matching.hands and is_changed(content, matching.hands.ledger))
    except FormatError as fault:
        return _refused(form, fault_text(fault))
    except TooMuchWorkError as fault:
        return _refused(form, upper_first(f"{fault}."))
    if matching.form.saves and matching.hands and not matching.errors:
        if refused := club_code.refused():
            return matching.shown(), *refused
        device = devices.device_here()
        if store.brought(key=key, device=device) is None:
            limits.admit_sheets(1, lambda: {"kept": kept, "text": ""})
        offered = plan_of_acts("", importing.acts_of(matching.hands.sheet), key=key, device=device)
        sheet_id = store.brought(key=key, device=device)
        if sheet_id and not brings(offered, sheet_id, device):
            return repeats.something_else(scorebook.read(sheet_id))
        sheet_id = sheet_id or take_plan(offered, key=key, device=device)
        matching.names.rename(sheet_id, key=key, device=device)
        return back_to_sheet(sheet_id, "Imported.")
    shown = matching.shown()
    return (shown, 422) if matching.errors else shown


class TableForm(PageForm):
    """What the columns mean: each has a field column-0, column-1 ...

    game_before, players_before: the game and the players for which these fields were offered.
    figures: "points" or "total", where neither the headings nor the numbers tell.
    date: which of two days it is.
    """

    action = TextField()
    leave_out = BooleanField()
    game = TextField()
    game_before = TextField()
    players = TextField()
    players_before = TextField()
    figures = TextField()
    date = TextField()

    @property
    def saves(self) -> bool:
        return self.action.data == "import"


KINDS = {"points": "points of each hand", "total": "running totals"}
FIRST = 3
"""Values of a column that are shown."""


class _Matching:
    """A table with its columns matched as the form says, or as they seem to be."""

    def __init__(self, table: HandsTable, kept: str) -> None:
        self.table = table
        self.kept = kept
        columns = {f"column-{column}": TextField() for column in range(len(table.heading.cells))}
        self.form = form = with_fields(TableForm, columns)()
        chosen = form.game.data or table.likely_game
        self.game = GAMES.get(chosen)
        self.errors: dict[str, str] = {}
        self.players: tuple[str, ...] = ()
        self.matched: tuple[Column, ...] = ()
        self.hands: Hands | None = None
        self.changed = False
        self.names = UnclearNames()
        self.days = {day.isoformat(): f"{day:%-d %B %Y}" for day in table.days} if len(table.days) > 1 else {}
        self.kinds: dict[str, str] = {}
        self.why = ""
        if self.game is None:
            self.errors["game"] = "Say which game it is."
            return
        same_game = form.game_before.data == chosen
        given = names_in(form.players.data) if form.players.raw_data and same_game else None
        self.players = table.likely_players(self.game) if given is None else given
        self.matched = self._matched(self.game) if same_game else table.likely(self.game, self.players)
        self._read(self.game)

    def _matched(self, game: type[Game]) -> tuple[Column, ...]:
        """What the form says of each column; of one it could say nothing of yet, what it seems to be."""
        likely = self.table.likely(game, self.players)
        meanings = {column.heading: column for column in self.table.meanings(game, self.players)}
        chosen = [self.form[f"column-{column}"] for column in range(len(likely))]
        # Whoever sits down only now may have a column that could be nobody's before.
        again = names_in(self.form.players_before.data) != self.players
        return tuple(
            guess
            if not field.raw_data or field.data not in meanings or (again and not field.data)
            else meanings[field.data]
            for field, guess in zip(chosen, likely, strict=True)
        )

    def _read(self, game: type[Game]) -> None:
        if not self.players:
            self.errors["players"] = "Say who plays, clockwise, with commas between the names."
            return
        try:
            self._ask_kinds(game)
            hands = self._hands(game, self.matched)
            importing.check_words(hands.sheet)
            self.hands = hands
        except FormatError as fault:
            self.errors["players" if "players" in fault.where else "columns"] = fault_text(fault)
        except IllegalHandError as fault:
            self.errors["columns"] = fault.violation.detail
        else:
            self.names = UnclearNames.of(hands.ledger, CalledForm(request.form))
            if self.names.faults:
                self.errors["names"] = "Nothing was imported: look at the names."
            if not hands.good:
                self.errors["columns"] = "No line makes a hand yet: say what these columns are."
            elif self.form.saves and hands.bad and not self.form.leave_out.data:
                self.errors["bad"] = "Put these lines right in the file, or tick that they are left out."

    def _hands(self, game: type[Game], matched: Sequence[Column]) -> Hands:
        day = self.form.date.data if self.form.date.data in self.days else ""
        return self.table.read(game, self.players, matched, budget(), day)

    def _ask_kinds(self, game: type[Game]) -> None:
        """Of a game whose hands are points, whether figures are these or totals: said by the numbers, or asked."""
        kinds, columns = self.table.kinds(game, self.players)
        columns = [index for index in columns if self.matched[index].is_figure]
        if not columns or not game.points_are_facts:
            return
        if kinds.kind:
            self.why = f"The figures are read as {KINDS[kinds.kind]}: {kinds.why}."
            return

        def read_as(kind: str) -> tuple[Column, ...]:
            return tuple(
                each._replace(what=kind) if index in columns else each for index, each in enumerate(self.matched)
            )

        for kind in KINDS:
            ledger = self._hands(game, read_as(kind)).ledger
            pairs = zip(ledger.columns, ledger.totals, strict=True)
            self.kinds[kind] = ", ".join(f"{name} {minus(total)}" for name, total in pairs)
        if self.form.figures.data in KINDS:
            self.matched = read_as(self.form.figures.data)
        else:
            self.errors["figures"] = "Say which these figures are: their headings and numbers do not tell."

    def shown(self) -> str:
        shown = {"players": names_written(self.players), "columns": self._columns(), "figures": self._figures()}
        context = {**vars(self), **shown, "games": GAMES.values(), "kind_words": KINDS}
        return render_template("files/import_table.html", **context)

    def _columns(self) -> Sequence[tuple[int, str, Sequence[str], Column, Sequence[Column]]]:
        """Of each column that is not empty: its index, heading, its first values, what it is matched to, and what
        it could be matched to.
        """
        if not self.game:
            return ()
        meanings = self.table.meanings(self.game, self.players)
        columns = zip(self.table.heading.cells, self.matched, strict=True)
        return [
            (index, heading, [row.get(index) or "–" for row in self.table.rows[:FIRST]], each, meanings)
            for index, (heading, each) in enumerate(columns)
            if heading or any(row.get(index) for row in self.table.rows)
        ]

    def _figures(self) -> str:
        """What the figures in the table say against the hands beside them."""
        if not self.hands or self.hands.bad or not self.hands.checked.figures:
            return ""
        return texts.check_summary(self.hands.checked)
