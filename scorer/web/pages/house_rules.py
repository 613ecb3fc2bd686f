"""House rules changed in mid-sheet: from the next hand on, or for the whole sheet."""

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ...store.scorebook import Act, Page
from ..app import access
from ..commands import commands
from ..commands.preview import correct, weigh
from ..forms.base import ActForm
from ..forms.options import OptionsForm

pages = Blueprint("house_rules", __name__, url_prefix="/sheets/<sheet_id>/house-rules")


class HouseRulesForm(ActForm, OptionsForm):
    """whole: for the whole sheet, or else from the next hand on."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.whole = request.form.get("whole") == "1"


@pages.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_play(sheet_id)
    form = _form(page)
    form.choose(page.ledger.table.game.options)
    form.key.data, form.seen.data = access.new_key(), str(page.version)
    return _page(page, form)


@pages.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    form = _form(page)
    if not form.check_options():
        return _page(page, form), 422
    changed = _changed(page, form)
    return correct(page, form, _act(form), lambda now, notice: _page(now, form, notice), changed=changed)


@pages.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the house rules as they are chosen would move."""
    page = access.page_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(page, _form(page)))


def _form(page: Page) -> HouseRulesForm:
    return HouseRulesForm(game=type(page.ledger.table.game))


def _act(form: HouseRulesForm) -> Act:
    return commands.change_rules(form.values(), whole=form.whole)


def _changed(page: Page, form: HouseRulesForm) -> bool:
    """Whether the next hand, or of the whole sheet any hand, has been played by other rules."""
    games = [page.ledger.table.game, *(row.game for row in page.ledger.rows if form.whole)]
    chosen = form.values()
    meant = {option.name: chosen[option.name] for option in form.options if option.applies(chosen)}
    return any(getattr(game.options, key) != value for game in games for key, value in meant.items())


def _page(page: Page, form: HouseRulesForm, notice: str = "") -> str:
    return render_template("pages/house_rules.html", notice=notice, **_context(page, form))


def _context(page: Page, form: HouseRulesForm) -> dict[str, Any]:
    changed = form.check_options() and _changed(page, form)
    weighed = weigh(page, _act(form) if changed else None)
    number = len(page.ledger.rows) + 1
    sentences = []
    if weighed.consequence and not weighed.consequence.totals:
        sentences.append("No total moves now." if weighed.consequence.due else "No total moves.")
    return {
        "page": page,
        "ledger": page.ledger,
        "game": page.ledger.table.game,
        "form": form,
        "number": number,
        "wish": "" if changed else next(iter(form.option_errors.values()), "Change a house rule above."),
        "sentences": sentences,
        "weighed": weighed,
        "verb": "Change",
    }
