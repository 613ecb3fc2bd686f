"""Names put right everywhere on a sheet, two spellings of one player merged; its title and date."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...exports.wording import day
from ...rules.core import RuleViolation
from ...sheet.core.reading import name_fault, seen_as
from ...store.scorebook import Page, Stale
from ..app import access
from ..app.flashes import say, say_refused
from ..commands import commands, repeats
from ..commands.preview import correct, weigh
from ..forms.base import ActForm, TitleForm

pages = Blueprint("names", __name__, url_prefix="/sheets/<sheet_id>/names")


class NamesForm(ActForm):
    """called: the name now written for each name on the sheet; name_errors: by the name on the sheet."""

    def __init__(self, page: Page, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = (name for row in page.ledger.rows for name in row.game.players)
        known = dict.fromkeys((*page.sheet.players, *seated, *page.ledger.table.game.players))
        written = dict(zip(request.form.getlist("old"), request.form.getlist("name"), strict=False))
        self.called = {name: written.get(name, name).strip() for name in known}
        self.name_errors = {name: fault for name, new in self.called.items() if (fault := self._fault(new))}

    def _fault(self, name: str) -> str:
        fault = name_fault(name) if name else "Everybody has a name"
        return f"{fault}." if fault else ""

    def changed(self) -> dict[str, str]:
        """Old names and new. One that looks like another on the sheet is that other."""
        alike = {seen_as(name): name for name in self.called}
        new = {name: alike.get(seen_as(written), written) for name, written in self.called.items()}
        return {name: to for name, to in new.items() if to != name}


@pages.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_play(sheet_id)
    form = NamesForm(page)
    form.key.data, form.seen.data = access.new_key(), str(page.version)
    return _page(page, form)


@pages.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    form = NamesForm(page)
    if form.name_errors:
        return _page(page, form), 422
    changed = form.changed()
    return correct(
        page, form, commands.rename(changed), lambda now, notice: _page(now, form, notice), changed=bool(changed)
    )


@pages.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the names as they are written would move."""
    page = access.page_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(page, NamesForm(page)))


@pages.post("/title")
def entitle(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    title = TitleForm()
    if not title.validate():
        form = NamesForm(page)
        form.key.data, form.seen.data = access.new_key(), str(page.version)
        return _page(page, form, title=title), 422
    facts = title.title_facts()
    try:
        after, entry = commands.take(page, ActForm(), commands.entitle(**facts))
    except Stale:
        say(commands.meanwhile(sheet_id, ActForm(), "the title is as it was"))
    except RuleViolation as violation:
        say_refused("The title is as it was", violation, page)
    else:
        title = f"“{facts['title']}”" if facts["title"] else page.ledger.table.game.title
        return repeats.done(after, entry, f"The sheet is called {title}, {day(facts['date'])}.")
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _page(page: Page, form: NamesForm, notice: str = "", title: TitleForm | None = None) -> str:
    title = title or TitleForm(formdata=None, title=page.sheet.title)
    return render_template("pages/names.html", notice=notice, title=title, **_context(page, form))


def _context(page: Page, form: NamesForm) -> dict[str, Any]:
    changed = {} if form.name_errors else form.changed()
    sentences = [
        f"{old} and {new} become one player." if new in form.called else f"{old} is {new} on every hand."
        for old, new in changed.items()
    ]
    wish = "" if changed else next(iter(form.name_errors.values()), "Correct a name above.")
    return {
        "page": page,
        "ledger": page.ledger,
        "game": page.ledger.table.game,
        "form": form,
        "wish": wish,
        "sentences": sentences,
        "weighed": weigh(page, commands.rename(changed) if changed else None),
        "verb": "Rename",
    }
