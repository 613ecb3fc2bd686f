"""The same sheets by other house rules: who would have won. Nothing is stored."""

from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.core import Points
from ...rules.registry import GAMES
from ...statistics import standings as ranking
from ...statistics.evening import Evening
from ...statistics.season import Season
from ..house_rules import OptionsForm
from . import source
from .choice import ChoiceForm
from .kept import rescored
from .pages import cut, page, render

OF_ALL = ranking.Ranking(least=0)


@dataclass(frozen=True)
class Compared:
    """A sheet of a player: what they came to, and what it would have been."""

    evening: Evening
    now: Points
    then: Points


bp = Blueprint("season_rules", __name__, url_prefix="/statistics")


@bp.get("/rules")
@page
def show(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    if not season.evenings:
        return render("rules", season, form, rules=None)
    game = GAMES[season.game]
    rules = OptionsForm.of(game, request.args)
    if not any(field.raw_data for field in rules):
        rules.choose(game.options_type(**season.evenings[-1].options))
        return render("rules", season, form, rules=rules)
    if not rules.check_options():
        return render("rules", season, form, rules=rules), 422
    found = rescored(season.evenings, rules.values())
    if found.left:
        done = len(season.evenings) - found.left
        total = len(season.evenings)
        return render_template("statistics/counting.html", done=done, total=total, source=source.here())
    then = replace(season, evenings=found.evenings)
    pairs = list(zip(season.evenings, found.evenings, strict=True))
    of_player = [
        Compared(was, total, would_be)
        for was, other in pairs
        if (total := season.total_of(was, form.who.data)) is not None
        and (would_be := then.total_of(other, form.who.data)) is not None
    ]
    shown, number, last = cut(of_player[::-1], form.page.data)
    return render(
        "rules",
        season,
        form,
        rules=rules,
        then={each.player: each for each in ranking.standings(then, OF_ALL).everybody},
        now=ranking.standings(season, OF_ALL).everybody,
        moved=[pair for pair in pairs if _differ(*pair)],
        refused=found.refused,
        asked={field.name: field.raw_data for field in rules if field.raw_data},
        of_player=shown,
        number_of_page=number,
        last_page=last,
    )


def _differ(now: Evening, then: Evening) -> bool:
    """Whether somebody else would have won."""
    return now.winners != then.winners
