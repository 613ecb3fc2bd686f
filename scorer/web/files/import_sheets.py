"""Importing sheets: looked at first, and only then written; and every sheet of a phone as one file."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import Form, HiddenField, TextAreaField

from ...exports import bundle
from ...rules.core import counted, upper_first
from ...sheet import importing
from ...sheet.file import document, schema
from ...sheet.importing import TooMuchWorkError, Work
from ...store import files as store
from ...store import people, scorebook
from ...store.files import SheetFile
from ...store.models import CorruptSheetError
from ...store.scorebook import StaleVersionError
from .. import repeats
from ..app import access, club_code, limits
from ..app.limits import FILES, take_turn, takes_a_file
from ..forms import NumberField, TextField, TextsField, own_key
from ..responses import back_to_sheet, say
from . import import_plan, import_table
from .import_names import CalledForm, UnclearNames
from .import_plan import ImportPlan, ImportStatus

bp = Blueprint("imports", __name__)

MOST_SENT = bundle.MOST_BYTES * 4 // 3 + 64 * 1024
"""A file that has been looked at is sent once more as letters, four for three bytes."""


class ImportForm(FlaskForm):
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
    try:
        return _looked_at(form, content, kept)
    except TooMuchWorkError as fault:
        return _refused(form, upper_first(f"{fault}."))


def _looked_at(form: ImportForm, content: bytes, kept: str) -> ResponseReturnValue:
    if content.startswith(bundle.BEGINNINGS):
        try:
            files = bundle.read(content, importing.MOST_BYTES)
        except bundle.UnreadableBundleError as fault:
            return _refused(form, upper_first(f"{fault}."))
        if not files:
            return _refused(form, "There is no sheet in this ZIP.")
        return _sheets(form, kept, files)
    if importing.text_in(content) is not None:
        return _sheets(form, kept, [bundle.Packed("The sheet of the link", content)])
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        name = (form.file.data.filename if form.file.data else None) or "The sheet"
        return _sheets(form, kept, [bundle.Packed(name, content)])
    return import_table.answer(content, kept, form, key=own_key(form.key.data))


def _refused(form: ImportForm, error: str) -> ResponseReturnValue:
    return render_template("files/import_sheets.html", form=form, error=error), 422


def _sheets(form: ImportForm, kept: str, files: Sequence[bundle.Packed]) -> ResponseReturnValue:
    key = own_key(form.key.data)
    refused = club_code.refused() if form.saves else None
    saves = form.saves and not refused
    device = access.device_here() if saves else access.device() or ""
    keys = [key if len(files) == 1 else own_key(f"{key} {number}") for number in range(len(files))]
    if saves:
        limits.admit_sheets(_not_here_yet(form, keys, device), lambda: {"kept": kept, "text": ""})
    # All are counted before the first is judged, which takes most of the time.
    Work().spend(sum(importing.size(file.content) for file in files if file.content))
    left = Work()
    called = CalledForm(request.form)
    plans = [
        _with_names(_plan(file, key=each, device=device, work=left), called, number)
        for number, (file, each) in enumerate(zip(files, keys, strict=True))
    ]
    error = ""
    if saves:
        chosen = _chosen(plans, form.take.data)
        for number, (each, _) in chosen.items():
            sheet_id = store.brought(key=keys[number], device=device)
            if sheet_id and not import_plan.brings(each, sheet_id):
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


def _not_here_yet(form: ImportForm, keys: Sequence[str], device: str) -> int:
    """How many sheets a form asks for, without those that this very request has brought before."""
    wanted = {each.partition(" ")[0] for each in form.take.data}
    chosen = [key for number, key in enumerate(keys) if f"{number}" in wanted]
    return sum(store.brought(key=key, device=device) is None for key in chosen)


def _plan(file: bundle.Packed, *, key: str, device: str, work: Work) -> ImportPlan:
    if file.content is None:
        return import_plan.refused(file.name, f"{upper_first(file.why)}.")
    return import_plan.plan(file.name, file.content, key=key, device=device, work=work)


def _with_names(plan: ImportPlan, called: CalledForm, number: int) -> ImportPlan:
    if not plan.snapshot:
        return plan
    return replace(plan, names=UnclearNames.of(plan.snapshot.ledger, called, number))


def _chosen(plans: Sequence[ImportPlan], taken: Sequence[str]) -> dict[int, tuple[ImportPlan, str]]:
    """By their numbers, the sheets that were chosen, and what was to become of them then."""
    named = (each.partition(" ") for each in taken)
    wanted = {number: status for number, _, status in named}
    chosen = {number: (each, wanted[f"{number}"]) for number, each in enumerate(plans) if f"{number}" in wanted}
    return {number: (_unless_done(each, status), status) for number, (each, status) in chosen.items()}


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
            number: brought[number] or import_plan.take(each, key=keys[number], device=device)
            for number, (each, _) in chosen.items()
        }
    except StaleVersionError:
        return None
    for number, sheet_id in taken.items():
        plan, _ = chosen[number]
        if plan.status is not ImportStatus.SAME:
            plan.names.rename(sheet_id, key=keys[number], device=device)
    return {sheet_id: chosen[number][0] for number, sheet_id in taken.items()}


def _done(brought: Mapping[str, ImportPlan]) -> ResponseReturnValue:
    for sheet_id in brought:
        # One that was archived here is wanted again.
        people.open_sheet(access.device_here(), sheet_id, people.SCORE)
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
    files = sorted(_files(), key=attrgetter("order"))
    parts = [*bundle.parts((file.name, file.content, file.work) for file in files)]
    number = PartForm(request.args).part.data or (1 if len(parts) == 1 else 0)
    if number == 0:
        return render_template("files/bundles.html", parts=parts)
    if not 1 <= number <= len(parts):
        abort(404)
    response = Response(bundle.write(parts[number - 1]), content_type="application/zip")
    name = f"score-sheets-{number}-of-{len(parts)}.zip" if len(parts) > 1 else "score-sheets.zip"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _files() -> Iterator[SheetFile]:
    """Sheet by sheet: no snapshot is kept once its file is made."""
    for grant in people.grants(access.device()):
        with suppress(CorruptSheetError):
            yield SheetFile.of(scorebook.read(grant.sheet_id))


@bp.get("/sheet-file.schema.json")
def sheet_file_schema() -> ResponseReturnValue:
    text = document.dumps(schema.sheet_file(), indent=1)
    return Response(f"{text}\n", content_type="application/schema+json")
