"""All sheets of tonight on one page, to be read from afar: a view over the same source as the statistics."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...exports.wording import number
from ...rules.game import Game
from ...rules.registry import GAMES
from ...statistics.evening import Evening, day_of
from ...statistics.season import Choice, Night, games_of, in_order, season_of
from . import source
from .choice import ChoiceForm
from .kept import counted_evenings
from .pages import counting

bp = Blueprint("tonight", __name__, url_prefix="/statistics/tonight")


@dataclass(frozen=True)
class OfGame:
    """evenings: the sheets of tonight of one game, also those without a hand; nights: those of several sheets."""

    game: type[Game]
    evenings: tuple[Evening, ...]
    nights: tuple[Night, ...]


@bp.get("")
def show() -> ResponseReturnValue:
    found = counted_evenings(source.here().sheets)
    if found.left:
        return counting(found)
    of, today = source.here(), f"{day_of(datetime.now(UTC))}"
    seen = mark_of(found.evenings, today)
    return render_template(
        "statistics/tonight.html",
        today=today,
        games=of_games(found.evenings, today),
        news_at=url_for(".news", seen=seen, key=of.key or None),
        source=of,
        number=number,
    )


@bp.get("/news")
def news() -> ResponseReturnValue:
    """204 where the page shows all that there is, else 205: it is to be fetched again."""
    found = counted_evenings(source.here().sheets)
    seen = ChoiceForm(request.args).seen.data
    is_new = not found.left and seen != mark_of(found.evenings, f"{day_of(datetime.now(UTC))}")
    return Response(status=205 if is_new else 204)


def of_games(evenings: Sequence[Evening], today: str) -> list[OfGame]:
    """By game, the one of the most sheets first."""
    of = source.here()
    played = sorted((evening for evening in evenings if evening.date == today), key=in_order)
    found: list[OfGame] = []
    for game in games_of(played):
        choice = Choice(game, first=today, last=today, same=of.same, together=not of.own)
        nights = (night for night in season_of(evenings, choice).nights if len(night.evenings) > 1)
        found.append(
            OfGame(GAMES[game], tuple(evening for evening in played if evening.game == game), tuple(nights))
        )
    return found


def mark_of(evenings: Iterable[Evening], today: str) -> str:
    """The same as long as the page shows the same."""
    shown = sorted(
        (each.sheet, each.title, each.hands, each.finished, sorted(each.totals.items()))
        for each in evenings
        if each.date == today
    )
    return hashlib.sha256(repr((today, shown)).encode()).hexdigest()[:16]
