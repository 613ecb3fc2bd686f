"""Statistics: who is offered as a group, the choice of a season, and the pages of what it tells."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...exports import season_curve
from ...exports.wording import average_place, number, share
from ...rules.calls import Denomination
from ...rules.registry import GAMES
from ...statistics import over_time
from ...statistics import players as of_players
from ...statistics import standings as ranking
from ...statistics import why as reasons
from ...statistics.players import HOW_SURE
from ...statistics.season import HOW_CHOSEN, HOW_CHOSEN_TOGETHER, Choice, Season, alike, groups, latest, season_of
from . import source
from .choice import ChoiceForm, addresses, asked, finds_partners, others_of
from .kept import Counted, counted_evenings

bp = Blueprint("seasons", __name__, url_prefix="/statistics")

ON_A_PAGE = 20
"""Nights, or pairs, in a list."""
FEW_PLAYERS = 8
"""Of a night with no more all are named in the list of nights."""
RANKED_BY = {
    ranking.SUM: "Points",
    ranking.PLACES: "Places",
    ranking.A_NIGHT: "A night",
    ranking.WON: "Won",
    ranking.A_HAND: "A hand",
}

T = TypeVar("T")
Tells = Callable[[Season, ChoiceForm], ResponseReturnValue]


def page(view: Tells) -> Callable[[], ResponseReturnValue]:
    """A page about the season of its address. While its evenings are being counted, a page that says how far."""

    @wraps(view)
    def answer() -> ResponseReturnValue:
        form, found = asked(), counted_evenings(source.here().sheets)
        if found.left:
            return counting(found)
        if form.errors:
            return to_choose(form, found)
        return view(season_of(found.evenings, form.choice), form)

    return answer


def to_choose(form: ChoiceForm, found: Counted) -> ResponseReturnValue:
    """The groups and the form of a choice, with what is wrong in it."""
    of = source.here()
    same = Choice(same=alike(found.evenings, of.same), together=not of.own)
    names = {same.name(name) for evening in found.evenings for name in evening.totals}
    played = {evening.game for evening in found.evenings}
    return render_template(
        "statistics/choose.html",
        form=form,
        groups=groups(found.evenings, same),
        found=found,
        names=sorted(names, key=str.casefold),
        games={key: game for key, game in GAMES.items() if key in played},
        source=of,
        how_chosen=HOW_CHOSEN if source.here().own else HOW_CHOSEN_TOGETHER,
    ), 422 if form.errors else 200


def counting(found: Counted) -> str:
    done = len(found.evenings)
    return render_template("statistics/counting.html", done=done, total=done + found.left, source=source.here())


def render(template: str, season: Season, form: ChoiceForm, **more: Any) -> str:
    """A page of a season. template: the end of its endpoint, too."""
    return render_template(
        f"statistics/{template}.html",
        season=season,
        form=form,
        to=addresses(season, form),
        game=GAMES.get(season.game),
        others=[page for page in others_of(GAMES.get(season.game)) if page != "rules" or source.here().own],
        here=template,
        how_chosen=HOW_CHOSEN if source.here().own else HOW_CHOSEN_TOGETHER,
        number=number,
        average_place=average_place,
        share=share,
        suit=_suit,
        **more,
    )


def _suit(value: str) -> str:
    """A denomination as it is written on a table; another word as it is."""
    return Denomination(value).symbol.strip() if value in of_players.SUITS else value


@bp.get("")
def index() -> ResponseReturnValue:
    """The standings of the group that played last; of a season of the server, of everybody."""
    found = counted_evenings(source.here().sheets)
    if found.left:
        return counting(found)
    form, of = ChoiceForm(), source.here()
    if any(evening.totals for evening in found.evenings):
        choice = latest(found.evenings, Choice(same=alike(found.evenings, of.same), together=not of.own))
        players = list(choice.players) if source.here().own else []
        form = ChoiceForm(data={"game": choice.game, "player": players})
    return standings_of(season_of(found.evenings, form.choice), form, found)


@bp.get("/choose")
def choose() -> ResponseReturnValue:
    """The groups that met more than once, and the form of a choice."""
    form, found = asked(), counted_evenings(source.here().sheets)
    return counting(found) if found.left else to_choose(form, found)


def curve_of(season: Season) -> dict[str, Any]:
    """What its page says of the curve: its size on a phone and on a wide screen, and the curve in a sentence."""
    drawn = season_curve.drawn(season)
    return {
        "narrow": season_curve.size(drawn, wide=False),
        "wide": season_curve.size(drawn, wide=True),
        "said": over_time.in_words(drawn),
    }


@bp.get("/standings")
@page
def standings(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    return standings_of(season, form)


def standings_of(season: Season, form: ChoiceForm, found: Counted | None = None) -> str:
    """found: whose gaps are told."""
    ranked = ranking.standings(season, form.ranking)
    curve = curve_of(season) if season.evenings else None
    return render("standings", season, form, ranked=ranked, ranked_by=RANKED_BY, curve=curve, found=found)


@bp.get("/players")
@bp.get("/proposals", alias=True)
@page
def players(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """All at a glance, or one of them as a whole."""
    who = form.who.data
    if who not in season.players:
        return render("players", season, form, figures=of_players.figures(season), how_sure=HOW_SURE)
    found = of_players.partnerships(season) if finds_partners(GAMES.get(season.game)) else None
    return render(
        "player",
        season,
        form,
        each=of_players.of_player(season, who),
        how_sure=HOW_SURE,
        months=over_time.months_of(season, who),
        company=next(each for each in of_players.company(season) if each.player == who),
        offers=found.offers_of(who, everybody=bool(form.all.data)) if found else [],
        all_offers=len(found.offers_of(who, everybody=True)) if found else 0,
    )


@bp.get("/partnerships")
@page
def partnerships(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """Pairs with hands enough, or all."""
    found = of_players.partnerships(season)
    shown, number, last = cut(found.pairs if form.all.data else found.sure, form.page.data)
    pages = {"number_of_page": number, "last_page": last}
    return render("partnerships", season, form, found=found, pairs=shown, how_sure=HOW_SURE, **pages)


@bp.get("/company")
@page
def company(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """Who sat with whom."""
    return render("company", season, form, found=of_players.company(season))


@bp.get("/months")
@page
def months(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    return render("months", season, form, months=over_time.months(season)[::-1])


@bp.get("/nights")
@bp.get("/evenings", alias=True)
@page
def nights(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The nights of a season, the latest first."""
    shown, number, last = cut(season.nights[::-1], form.page.data)
    return render(
        "nights", season, form, nights=shown, number_of_page=number, last_page=last, few_players=FEW_PLAYERS
    )


@bp.get("/night")
@page
def night(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The standings of one night, all its sheets together."""
    found = next((each for each in season.nights if each.name == form.night.data), None) or abort(404)
    return render("night", season, form, night=found)


@bp.get("/why")
@page
def why(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The nights, sheets and hands behind a figure, the latest first."""
    asks = form.figure.data, form.who.data, form.other.data, form.detail.data
    try:
        found = reasons.why(season, *asks, ranking=form.ranking)
    except KeyError:
        abort(404)
    shown, number, last = cut(found.parts[::-1], form.page.data)
    return render("why", season, form, found=found, parts=shown, number_of_page=number, last_page=last)


def cut(found: Sequence[T], asked_for: int | None) -> tuple[Sequence[T], int, int]:
    """What is on the page asked for, its number from 1, and the last one's."""
    last = max(1, -(-len(found) // ON_A_PAGE))
    number = min(asked_for or 1, last)
    return found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE], number, last
