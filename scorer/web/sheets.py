"""The sheet: standings, hands, undo, and whether there is anything new."""

from collections import Counter

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..sheet.entries import last_act
from ..sheet.judge import BrokenHand
from ..store.scorebook import Page, Stale
from . import access, acts
from .forms import ActForm

pages = Blueprint("sheets", __name__, url_prefix="/sheets/<sheet_id>")

CARDS = 40
"""Hands shown as cards at first, the latest; the table has them all."""


@pages.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    ledger = page.ledger
    last = last_act(page.entries)
    options = ledger.table.game.options
    return render_template(
        "sheet.html",
        page=page,
        ledger=ledger,
        shown=ledger.rows if request.args.get("hands") == "all" else ledger.rows[-CARDS:],
        scoring=access.may_score(sheet_id),
        last_act=last,
        undoes=last and acts.describe(page, last),
        standing_of={standing.column: standing for standing in ledger.standings},
        shared=Counter(standing.place for standing in ledger.standings),
        changed_options=[
            (option, getattr(options, option.name))
            for option in options.described()
            if getattr(options, option.name) != option.default
        ],
    )


@pages.get("/news")
def news(sheet_id: str) -> ResponseReturnValue:
    """204 while the sheet is as the asking page knows it; else the page is told to load again.

    A page where a hand is being entered is only told what happened, so that no tap is lost.
    """
    page = access.page_to_view(sheet_id)
    if request.args.get("seen") == str(page.version):
        return Response(status=204)
    if request.args.get("entering"):
        return render_template("_live.html", page=page, news=True)
    return Response(headers={"HX-Refresh": "true"})


@pages.post("/undo")
def undo(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_score(sheet_id)
    auction = request.values.get("back") == "auction"
    form = ActForm()
    if not acts.taken_before(page, form):
        _undo(page, form)
    if auction:
        return redirect(url_for("auction.show", sheet_id=sheet_id, _anchor="turn"), 303)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _undo(page: Page, form: ActForm) -> None:
    act = last_act(page.entries)
    if act is None:
        acts.say("There is nothing to undo.")
        return
    try:
        acts.take(page, form, acts.undo)
    except (Stale, acts.NothingToUndo):
        acts.say("Another phone wrote on this sheet meanwhile; nothing was undone.")
    except BrokenHand as error:
        acts.say_broken("That cannot be undone", error, page)
    else:
        acts.say(f"Undone: {acts.describe(page, act)}.")
