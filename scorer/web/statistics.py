"""Statistics: the choice of a season, what its pages tell, and its files. The choice is their address, to be kept
and sent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ..exports import tables
from ..exports.drawing import COLOURS, MOST, Box, Plot, evenly
from ..exports.wording import average_place, day, number, share
from ..rules.calls import Denomination
from ..rules.core import Points, ordinal, whole
from ..rules.names import sort_key
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from ..sheet.core.sheet import read_date
from ..statistics import players as of_players
from ..statistics import standings as ranking
from ..statistics import story
from ..statistics import why as reasons
from ..statistics.evening import Evening
from ..statistics.season import HOW_CHOSEN, Choice, Season, alike, groups, latest, season_of
from ..statistics.standings import A_NIGHT, AS_USUAL, BY, SUM, PlayerStanding, Ranking, Standings
from ..statistics.story import Target
from . import responses, source
from .app.limits import FILES, take_turn
from .export import CSV, XLSX
from .forms import CommandForm, NumberField, TextField, TextsField
from .responses import say
from .source import Counted, Source, nothing_collected, of_evenings

FORMERLY = {"evening": A_NIGHT}
"""Rankings that an older address has under another name."""


class ChoiceForm(Form):
    """game: "" for the one of the most sheets.
    player: all who are chosen.
    since, until: days.
    by, best, least: how the players are ranked.
    who, other, figure, detail, night: what a page is about.
    page: of a long list, from 1.
    seen: what a page that asks for news shows.
    """

    game = TextField()
    player = TextsField()
    since = TextField("From")
    until = TextField("To")
    by = TextField(default=SUM)
    best = NumberField()
    least = NumberField()
    who = TextField()
    other = TextField()
    figure = TextField()
    detail = TextField()
    night = TextField()
    seen = TextField()
    page = NumberField()

    def check(self) -> bool:
        """Whether the days can be read; an error stands at one that cannot."""
        for field in (self.since, self.until):
            field.errors = []
            if field.data:
                try:
                    read_date(field.data, field.name)
                except FormatError as fault:
                    field.errors = [f"{fault.detail[0].upper()}{fault.detail[1:]}."]
        return not (self.since.errors or self.until.errors)

    @property
    def choice(self) -> Choice:
        game = self.game.data if self.game.data in GAMES else ""
        first, last = ("" if field.errors else field.data for field in (self.since, self.until))
        return source.here().choice(game, self.player.data, first, last)

    @property
    def ranking(self) -> Ranking:
        by = FORMERLY.get(self.by.data, self.by.data)
        return Ranking(by if by in BY else SUM, self.best.data, self.least.data)


class Addresses(NamedTuple):
    """The addresses of the pages of a season, each with its choice."""

    source: Source
    choice: Choice
    ranking: Ranking = AS_USUAL

    def to(self, page: str, /, **more: Any) -> str:
        """page: the end of an endpoint of the statistics, or a whole one; more: further arguments."""
        chosen = {
            "game": self.choice.game,
            "player": list(self.choice.players),
            "since": self.choice.first,
            "until": self.choice.last,
            "best": self.ranking.best,
            "least": "" if self.ranking.least is None else f"{self.ranking.least}",
            **more,
        }
        return self.source.to(page, **{name: value for name, value in chosen.items() if value})

    def why(self, figure: str, who: str, other: str = "", detail: str = "") -> str:
        return self.to("why", figure=figure, who=who, other=other, detail=detail)

    def target(self, season: Season, target: Target) -> str:
        """Where the hands of a fact are: the sheet itself on a phone that may open it, else its night."""
        if target.page not in ("sheet", "hand"):
            return self.to(target.page, **target.arguments)
        sheet, hand = target.arguments["sheet"], target.arguments.get("hand")
        if self.source.own:
            return url_for("sheets.show", sheet_id=sheet, hand=hand, _anchor=hand and f"hand-{hand}")
        night = next(each for each in season.nights if any(one.sheet == sheet for one in each.evenings))
        return self.to("night", night=night.name)


def _asked() -> ChoiceForm:
    form = ChoiceForm(request.args)
    form.check()
    return form


bp = Blueprint("statistics", __name__, url_prefix="/statistics")
bp.url_value_preprocessor(source.take_key)

ON_A_PAGE = 20
"""Nights, or pairs, in a list."""
FEW_PLAYERS = 8
"""Of a night with no more all are named in the list of nights."""
RANKED_BY = dict(zip(BY, ("Points", "Places", "A night"), strict=True))

T = TypeVar("T")
Tells = Callable[[Season, ChoiceForm], ResponseReturnValue]


def page(view: Tells) -> Callable[[], ResponseReturnValue]:
    """A page about the season of its address. While its evenings are being counted, a page that says how far."""

    @wraps(view)
    def answer() -> ResponseReturnValue:
        form, found = _asked(), source.counted()
        if found.left:
            return counting(len(found.evenings), found.left)
        if form.errors:
            return to_choose(form, found)
        return view(of_evenings(season_of, found.evenings, form.choice), form)

    return answer


def to_choose(form: ChoiceForm, found: Counted) -> ResponseReturnValue:
    """The groups and the form of a choice, with what is wrong in it."""
    of = source.here()
    same = replace(of.choice(), same=alike(found.evenings, of.same))
    names = {same.name(name) for evening in found.evenings for name in evening.totals}
    played = {evening.game for evening in found.evenings if evening.totals}
    return render_template(
        "statistics/choose.html",
        form=form,
        groups=groups(found.evenings, same),
        found=found,
        names=sorted(names, key=sort_key),
        games={key: game for key, game in GAMES.items() if key in played},
        source=of,
        how_chosen=HOW_CHOSEN,
    ), 422 if form.errors else 200


def counting(done: int, left: int) -> str:
    """How many evenings are counted so far, and of how many."""
    return render_template("statistics/counting.html", done=done, total=done + left, source=source.here())


def render(template: str, season: Season, form: ChoiceForm, **more: Any) -> str:
    """A page of a season. template: the end of its endpoint, too."""
    of, game = source.here(), GAMES.get(season.game)
    return render_template(
        f"statistics/{template}.html",
        season=season,
        form=form,
        to=Addresses(of, season.choice, form.ranking),
        game=game,
        here=template,
        number=number,
        ordinal=ordinal,
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
    found = source.counted()
    if found.left:
        return counting(len(found.evenings), found.left)
    form, of = ChoiceForm(), source.here()
    if any(evening.totals for evening in found.evenings):
        choice = of_evenings(_latest, found.evenings, of.choice())
        players = list(choice.players) if of.own else []
        form = ChoiceForm(data={"game": choice.game, "player": players})
    return story_of(of_evenings(season_of, found.evenings, form.choice), form, found)


def _latest(evenings: Sequence[Evening], choice: Choice) -> Choice:
    return latest(evenings, replace(choice, same=alike(evenings, choice.same)))


@bp.get("/story", endpoint="story")
@page
def show_story(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    return story_of(season, form)


def story_of(season: Season, form: ChoiceForm, found: Counted | None = None) -> str:
    """What a season tells. found: whose gaps are told."""
    with nothing_collected():
        ranked, facts = ranking.standings(season, form.ranking), story.facts(season)
        lines = [*ranks(season, ranked)]
        last = season.nights[-1] if len(season.nights) > 1 else None
        of_last = last and story.of_last_night(season)
    return render(
        "story",
        season,
        form,
        ranked=ranked,
        ranks=lines,
        headline=story.headline(season, ranked),
        last=last,
        of_last=of_last,
        facts=story.facts_beside(season, facts),
        records=story.records_beside(season, facts) if last else [],
        curves=[*curves(season, lines)],
        ends=ends(season),
        found=found,
    )


Line = tuple[int | None, tuple[str, ...], PlayerStanding]


def ranks(season: Season, ranked: Standings) -> Iterator[Line]:
    """A line for each player, or for two who are always partners: their place, who they are, how they stand."""
    sides = {side[0]: side for side in season.sides}
    lines = [each for each in ranked.everybody if each.player in sides]
    for each in lines:
        before = sum(other.place < each.place for other in lines if other.place and each.place)
        yield each.place and before + 1, sides[each.player], each


@bp.get("/choose")
def choose() -> ResponseReturnValue:
    """The groups that met more than once, and the form of a choice."""
    form, found = _asked(), source.counted()
    return counting(len(found.evenings), found.left) if found.left else to_choose(form, found)


class Curve(NamedTuple):
    """How far a side was ahead of the first. path, zero: its line and that of the first, in 300 by 100."""

    side: tuple[str, ...]
    ahead: Points
    path: str
    zero: float


def curves(season: Season, lines: Sequence[Line]) -> Iterator[Curve]:
    """Of the sides that have a place, but for the first. lines: as of `ranks`."""
    first, *others = [side for place, side, _ in lines if place][: len(COLOURS)] or [()]
    if not others:
        return
    ahead = ranking.ahead_of(season, first[0])
    drawn = [ahead[side[0]] for side in others]
    steps = range(len(drawn[0]))
    kept = sorted({*evenly(steps, MOST - 1), steps[-1]})
    low, high = (float(limit(0, *(limit(line) for line in drawn))) for limit in (min, max))
    plot = Plot(Box(0, 0, 300, 100), steps[-1], low, high if high > low else low + 1)
    for side, line in zip(others, drawn, strict=True):
        yield Curve(side, line[-1], plot.path([(step, float(line[step])) for step in kept]), plot.down(0))


def ends(season: Season) -> tuple[str, str]:
    """What a line of a season begins and ends with: a hand, a night or its date."""
    if len(season.nights) < 2:
        return "start", f"hand {sum(night.hands for night in season.nights)}"
    first, last = (day(night.date) for night in (season.nights[0], season.nights[-1]))
    if not first:
        return "night 1", f"night {len(season.nights)}"
    return (first[:-5], last[:-5]) if first[-4:] == last[-4:] else (first[-8:], last[-8:])


@bp.get("/standings")
@bp.get("/rules", alias=True)
@page
def standings(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    ranked = ranking.standings(season, form.ranking)
    return render("standings", season, form, ranked=ranked, ranked_by=RANKED_BY)


@bp.get("/players")
@bp.get("/proposals", alias=True)
@page
def players(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """All at a glance, or one of them as a whole."""
    who = form.who.data
    if who not in season.players:
        figures, found = of_players.figures(season), of_players.partnerships(season)
        roles = any(each.count("offense") for each in figures)
        return render("players", season, form, figures=figures, roles=roles, pairs=found.pairs)
    ranked = ranks(season, ranking.standings(season, form.ranking))
    place, _, standing = next(each for each in ranked if who in each[1])
    return render(
        "player",
        season,
        form,
        each=of_players.of_player(season, who),
        place=place,
        standing=standing,
        story=story.player_story(season, who),
        bids=story.bids_word(season),
        won_with=partial(of_players.won_together, season, who),
        few_hands=story.FEW_HANDS,
        # With few hands together, an average says little.
        pairs=sorted(
            (pair for pair in of_players.partnerships(season).pairs if who in pair.players),
            key=lambda pair: (pair.hands < story.FEW_HANDS, -(pair.each_a_hand or 0)),
        ),
    )


@bp.get("/partnerships")
@page
def partnerships(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """Those who played together, whoever did most often first."""
    found = of_players.partnerships(season)
    shown, place = _cut(found.pairs, form)
    return render("partnerships", season, form, found=found, pairs=shown, **place)


class Rivalry(NamedTuple):
    """The nights of two one against the other, or as partners.

    met: all of them, the one on which the first side was furthest ahead last; shown: those on the page.
    sides: who is compared, nobody for others who changed; sums: the points of both, of all nights.
    bars: of the latest nights, each with its upper end, its height and who was ahead, in a box 100 high; none of a
        single night.
    zero: the height of the line between the sides.
    """

    met: list[of_players.Met]
    shown: list[of_players.Met]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    sums: tuple[Points, Points]
    bars: list[tuple[float, float, int]]
    zero: float

    @classmethod
    def of(cls, met: Sequence[of_players.Met], shown: Sequence[of_players.Met], who: str, other: str) -> "Rivalry":
        """met: of one kind, the first first."""
        as_one, against = met[0].as_one, {each.others for each in met}
        ordered = sorted(met, key=lambda each: each.difference)
        low, high = min(0, ordered[0].difference), max(0, ordered[-1].difference)
        plot = Plot(Box(0, 0, 1, 100), 1, float(low), float(high if high > low else low + 1))
        zero = plot.down(0)
        ends = [(plot.down(float(each.difference)), each.ahead) for each in met[-MOST:] if len(met) > 1]
        return cls(
            ordered,
            [each for each in shown if each.as_one is as_one],
            ((who, other) if as_one else (who,), against.pop() if len(against) == 1 else ()),
            (whole(sum(each.totals[0] for each in met)), whole(sum(each.totals[1] or 0 for each in met))),
            [(min(zero, end), round(abs(zero - end), 1), ahead) for end, ahead in ends],
            zero,
        )


@bp.get("/pair")
@page
def pair(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """Two players: together, and one against the other."""
    who, other = form.who.data, form.other.data
    if who == other or not {who, other} <= {*season.players}:
        abort(404)
    versus = next((each for each in story.player_story(season, who).versus if other in each.others), None)
    found = of_players.partnerships(season)
    met = [of_players.Met.of(night, who, other) for night in season.attended(who) if other in night.totals]
    shown, place = _cut(met[::-1], form)
    return render(
        "pair",
        season,
        form,
        pair=next((each for each in found.pairs if {*each.players} == {who, other}), None),
        offers=[each for each in found.offers if {each.proposer, each.accepter} == {who, other}],
        versus=versus,
        bid=story.bids_word(season).removesuffix("s"),
        nights=met,
        won=of_players.won_together(season, who, other),
        averages=[of_players.of_player(season, name) for name in (who, other)],
        parts=[
            Rivalry.of([each for each in met if each.as_one is as_one], shown, who, other)
            for as_one in (False, True)
            if any(each.as_one is as_one for each in met)
        ],
        on=story.on,
        **place,
    )


@bp.get("/nights")
@bp.get("/evenings", alias=True)
@page
def nights(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The nights of a season, the latest first."""
    shown, place = _cut(season.nights[::-1], form)
    return render("nights", season, form, nights=shown, few_players=FEW_PLAYERS, **place)


@bp.get("/night")
@page
def night(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The standings of one night, all its sheets together."""
    found = next((each for each in season.nights if each.name == form.night.data), None) or abort(404)
    return render("night", season, form, night=found, headline=story.of_one_night(found))


@bp.get("/why")
@page
def why(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The nights, sheets and hands behind a figure, the latest first."""
    asks = form.figure.data, form.who.data, form.other.data, form.detail.data
    try:
        found = reasons.why(season, *asks, ranking=form.ranking)
    except KeyError:
        abort(404)
    shown, place = _cut(found.parts[::-1], form)
    return render("why", season, form, found=found, parts=shown, **place)


def _cut(found: Sequence[T], form: ChoiceForm) -> tuple[Sequence[T], dict[str, int]]:
    """What is on the page asked for, and what it says of that: its number from 1, and the last one's."""
    last = max(1, -(-len(found) // ON_A_PAGE))
    number = min(form.page.data or 1, last)
    return found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE], {"number_of_page": number, "last_page": last}


spellings_bp = Blueprint("spellings", __name__, url_prefix="/statistics")


class SpellingForm(CommandForm):
    """spelled: a name that is another spelling; name: the one that counts, empty to count both again."""

    spelled = TextField()
    name = TextField()


@spellings_bp.post("/spellings")
def merge() -> ResponseReturnValue:
    form = SpellingForm()
    form.validate()
    spelled, name, same = form.spelled.data, form.name.data, source.other_spellings()
    answer = redirect(url_for("statistics.choose", _anchor="spellings"), 303)
    if not name and spelled in same:
        source.keep_spellings(answer, {each: of for each, of in same.items() if each != spelled})
        say(f"{spelled} is a player of their own again.")
        return answer
    if refusal := _why_two(spelled, name, same):
        say(refusal)
    elif source.keep_spellings(answer, source.with_spelling(same, spelled, name)):
        say(f"{spelled} and {name} are one player on this phone.")
    else:
        say("This phone cannot remember more spellings: take one apart first.")
    return answer


def _why_two(spelled: str, name: str, same: dict[str, str]) -> str:
    """Why these cannot be one player; empty where they can."""
    if not (spelled and name) or spelled == name:
        return "Choose two different names."
    choice = Choice(same=same)
    two = {choice.name(spelled), choice.name(name)}
    found = source.counted()
    if found.left:
        return "The evenings are still being counted: try again in a moment."
    tables = [(evening, {choice.name(each) for each in evening.totals}) for evening in found.evenings]
    known = {each for _, table in tables for each in table}
    if not two <= known:
        return "Nobody of that name has played."
    both = next((evening for evening, table in tables if two <= table), None)
    if both:
        return f"{spelled} and {name} sat at one table, on {both.date}: they are two players."
    return ""


files_bp = Blueprint("statistics_files", __name__, url_prefix="/statistics")


@files_bp.get("/season.csv", endpoint="nights")
@page
def as_nights(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """A row for each night and player."""
    return _file(season, tables.nights_csv(_some(season)), "csv", CSV)


@files_bp.get("/season-hands.csv", endpoint="hands")
@page
def as_hands(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """A row for each hand."""
    return _file(season, tables.hands_csv(_some(season)), "hands.csv", CSV)


@files_bp.get("/season.xlsx", endpoint="workbook")
@page
def as_workbook(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    take_turn(FILES)
    return _file(season, tables.season_workbook(_some(season)), "xlsx", XLSX)


def _some(season: Season) -> Season:
    return season if season.evenings else abort(404)


def _file(season: Season, content: bytes, ending: str, content_type: str) -> Response:
    """A file to be saved, named by the game and the last night."""
    name = "-".join(part for part in ("season", season.game, season.evenings[-1].date) if part)
    return responses.as_file(content, content_type, f"{name}.{ending}")
