"""Names put right everywhere on a sheet, two spellings of one player merged; its title and date."""

from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ..exports.wording import day
from ..rules.names import renaming_fault, seen_as
from ..sheet.core.ledger import seated
from ..store.scorebook import Snapshot
from . import commands, repeats
from .app import access
from .commands import apply_change, attempt, preview_change
from .forms import CommandForm, CorrectionForm, TextsField, TitleForm
from .responses import back_to_sheet

bp = Blueprint("names", __name__, url_prefix="/sheets/<sheet_id>/names")


class NamesForm(CorrectionForm):
    """called: the name now written for each name on the sheet; name_errors: by the name on the sheet."""

    old = TextsField()
    new = TextsField(name="name")

    def __init__(self, snapshot: Snapshot, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        written = dict(zip(self.old.data, self.new.data, strict=False))
        self.called = {name: written.get(name, name).strip() for name in seated(snapshot.ledger)}
        self.name_errors = {name: f"{fault}." for name in self.called if (fault := self._fault(name))}

    def _fault(self, name: str) -> str:
        new = self.called[name]
        if not new:
            return "Everybody has a name"
        others = [other for other in self.called if other != name]
        return renaming_fault(new, others) if new != name.strip() else ""

    def changed(self) -> dict[str, str]:
        """Old names and new. One that looks like another on the sheet is that other."""
        return {name: to for name, new in self.called.items() if (to := self._meant(name, new)) != name}

    def _meant(self, name: str, new: str) -> str:
        others = (other for other in self.called if other != name and seen_as(other) == seen_as(new))
        return new if new in self.called else next(others, new)


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    form = NamesForm(snapshot)
    form.begin(snapshot.version)
    return _render(snapshot, form)


@bp.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = NamesForm(snapshot)
    if form.name_errors:
        return _render(snapshot, form), 422
    changed = form.changed()
    return apply_change(
        snapshot,
        form,
        commands.rename(changed),
        lambda now, notice: _render(now, form, notice),
        changed=bool(changed),
    )


@bp.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the names as they are written would move."""
    snapshot = access.snapshot_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(snapshot, NamesForm(snapshot)))


@bp.post("/title")
def entitle(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    title = TitleForm()
    if not title.validate():
        form = NamesForm(snapshot)
        form.begin(snapshot.version)
        return _render(snapshot, form, title=title), 422
    facts = title.title_facts()
    taken = attempt(
        snapshot,
        CommandForm(),
        commands.entitle(**facts),
        unchanged="the title is as it was",
        refused="The title is as it was",
    )
    if taken is None:
        return back_to_sheet(sheet_id)
    name = f"“{facts['title']}”" if facts["title"] else snapshot.ledger.table.game.title
    return repeats.done(*taken, f"The sheet is called {name}, {day(facts['date'])}.")


def _render(snapshot: Snapshot, form: NamesForm, notice: str = "", title: TitleForm | None = None) -> str:
    title = title or TitleForm(formdata=None, title=snapshot.sheet.title)
    return render_template("pages/names.html", notice=notice, title=title, **_context(snapshot, form))


def _context(snapshot: Snapshot, form: NamesForm) -> dict[str, Any]:
    changed = {} if form.name_errors else form.changed()
    sentences = [
        f"{old} and {new} become one player." if new in form.called else f"{old} is {new} on every hand."
        for old, new in changed.items()
    ]
    wish = "" if changed else next(iter(form.name_errors.values()), "Correct a name above.")
    return {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "game": snapshot.ledger.table.game,
        "form": form,
        "wish": wish,
        "sentences": sentences,
        "weighed": preview_change(snapshot, commands.rename(changed) if changed else None),
        "verb": "Rename",
    }
