"""What a club shows: all sheets of tonight on one page, to be read from afar, and seasons of the server: to these
sheets are added, and their statistics and tonight are at links that open no sheet.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, Flask, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..exports.wording import number
from ..rules.game import Game
from ..rules.registry import GAMES
from ..statistics.evening import Evening, day_of
from ..statistics.season import Night, games_of, in_order, season_of
from ..store import seasons
from . import source
from .app import access, club_code, limits
from .app.display import local
from .forms import PageForm, TextField
from .responses import say
from .source import SHARED, SHARED_TONIGHT
from .statistics import ChoiceForm, counting
from .statistics import bp as pages

bp = Blueprint("tonight", __name__, url_prefix="/statistics/tonight")
bp.url_value_preprocessor(source.take_key)


class OfGame(NamedTuple):
    """evenings: the sheets of tonight of one game, also those without a hand; nights: those of several sheets."""

    game: type[Game]
    evenings: tuple[Evening, ...]
    nights: tuple[Night, ...]


@bp.get("")
def show() -> ResponseReturnValue:
    found = source.counted()
    if found.left:
        return counting(len(found.evenings), found.left)
    of, (played, today) = source.here(), tonight(found.evenings)
    seen = mark_of(played, today)
    return render_template(
        "statistics/tonight.html",
        today=today,
        games=of_games(found.evenings, played),
        news_at=url_for(".news", seen=seen, key=of.key or None),
        source=of,
        number=number,
    )


@bp.get("/news")
def news() -> ResponseReturnValue:
    """204 where the page shows all that there is, else 205: it is to be fetched again."""
    found = source.counted()
    seen = ChoiceForm(request.args).seen.data
    is_new = not found.left and seen != mark_of(*tonight(found.evenings))
    return Response(status=205 if is_new else 204)


def tonight(evenings: Iterable[Evening]) -> tuple[list[Evening], str]:
    """The sheets of the night that is played now where their table is, in order, and its date."""
    now = datetime.now(UTC)
    played = [each for each in evenings if each.date == f"{day_of(local(now, each.zone))}"]
    return sorted(played, key=in_order), max((each.date for each in played), default=f"{day_of(local(now))}")


def of_games(evenings: Sequence[Evening], played: Sequence[Evening]) -> list[OfGame]:
    """By game, the one of the most sheets first. evenings: all: they say who has sat together; played: tonight."""
    of, dates = source.here(), sorted(each.date for each in played)
    found: list[OfGame] = []
    for game in games_of(played):
        choice = of.choice(game, first=dates[0], last=dates[-1])
        nights = (night for night in season_of(evenings, choice).nights if len(night.evenings) > 1)
        found.append(
            OfGame(GAMES[game], tuple(evening for evening in played if evening.game == game), tuple(nights))
        )
    return found


def mark_of(played: Iterable[Evening], today: str) -> str:
    """The same as long as the page shows the same."""
    shown = sorted(
        (each.sheet, each.title, each.hands, each.finished, sorted(each.totals.items())) for each in played
    )
    return hashlib.sha256(repr((today, shown)).encode()).hexdigest()[:16]


def register(app: Flask) -> None:
    """Show seasons of the server, too."""
    app.register_blueprint(pages, name=SHARED, url_prefix="/season/<key>")
    app.register_blueprint(bp, name=SHARED_TONIGHT, url_prefix="/tonight/<key>")


season_bp = Blueprint("season", __name__, url_prefix="/sheets/<sheet_id>/season")


class SeasonForm(PageForm):
    """season: its id."""

    season = TextField()


@season_bp.get("", endpoint="show")
def show_seasons(sheet_id: str) -> ResponseReturnValue:
    return _page(sheet_id)


@season_bp.post("")
@limits.is_act
def add(sheet_id: str) -> ResponseReturnValue:
    """Add the sheet to a season; where the host has set a club code, a phone types it once."""
    access.snapshot_to_score(sheet_id)
    form = SeasonForm()
    chosen = next((season for season in seasons.every() if season.id == form.season.data), None)
    if chosen is None:
        return _page(sheet_id, "Choose a season."), 422
    if refusal := club_code.refused():
        return _page(sheet_id, chosen=chosen.id), *refusal
    seasons.add(chosen.id, sheet_id)
    say("Added.")
    return redirect(url_for("season.show", sheet_id=sheet_id), 303)


@season_bp.post("/remove")
@limits.is_act
def remove(sheet_id: str) -> ResponseReturnValue:
    access.snapshot_to_score(sheet_id)
    chosen = next((season for season in seasons.every() if season.id == SeasonForm().season.data), None)
    if chosen and seasons.remove(chosen.id, sheet_id):
        say(f"Taken out of {chosen.name}.")
    return redirect(url_for("season.show", sheet_id=sheet_id), 303)


def _page(sheet_id: str, error: str = "", chosen: str = "") -> str:
    """404 where the host has made no season. chosen: the id of the one that was ticked."""
    snapshot, found = access.snapshot_to_score(sheet_id), seasons.every() or abort(404)
    added = seasons.seasons_of(sheet_id)
    return render_template(
        "pages/season.html",
        snapshot=snapshot,
        added=[season for season in found if season.id in added],
        others=[season for season in found if season.id not in added],
        error=error,
        chosen=chosen,
    )
