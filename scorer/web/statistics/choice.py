"""The choice of a season: it is the address of the page, so that it can be kept and sent."""

from dataclasses import dataclass
from typing import Any

from flask import request
from wtforms import Form

from ...rules.game import Game
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ...sheet.core.sheet import read_date
from ...statistics.season import Choice, Season
from ...statistics.standings import A_NIGHT, AS_USUAL, BY, SUM, Ranking
from ..forms import NumberField, TextField, TextsField
from . import source
from .source import Source

OTHERS = ("partnerships", "rules")
"""The pages of a season that are not in every game, by the ends of their endpoints."""


FORMERLY = {"evening": A_NIGHT}
"""Rankings that an older address has under another name."""


class ChoiceForm(Form):
    """game: "" for the one of the most sheets; player: all who are chosen; since, until: days; by, best, least:
    how the players are ranked; who, other, figure, detail, night: what a page is about; page: of a long list,
    from 1; all: whether also what is based on few hands is listed; seen: what a page that asks for news shows;
    wide: for a wide screen.
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
    all = NumberField()
    seen = TextField()
    page = NumberField()
    wide = NumberField()

    @property
    def sent(self) -> bool:
        """Whether there is a choice in the address."""
        return any(field.raw_data for field in self)

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
        return Choice(
            game,
            tuple(dict.fromkeys(self.player.data)),
            first,
            last,
            source.here().same,
            together=not source.here().own,
        )

    @property
    def ranking(self) -> Ranking:
        by = FORMERLY.get(self.by.data, self.by.data)
        return Ranking(by if by in BY else SUM, self.best.data, self.least.data)


@dataclass(frozen=True)
class Addresses:
    """The addresses of the pages of a season, each with its choice."""

    source: Source
    choice: Choice
    ranking: Ranking = AS_USUAL

    def to(self, page: str, /, **more: Any) -> str:
        """page: the end of an endpoint of the seasons, or a whole one; more: further arguments."""
        chosen = {
            "game": self.choice.game,
            "player": list(self.choice.players),
            "since": self.choice.first,
            "until": self.choice.last,
            "best": self.ranking.best,
            "least": "" if self.ranking.least is None else f"{self.ranking.least}",
            **more,
        }
        endpoint = "season_rules.show" if page == "rules" else page
        return self.source.to(endpoint, **{name: value for name, value in chosen.items() if value})

    def why(self, figure: str, who: str, other: str = "", detail: str = "") -> str:
        return self.to("why", figure=figure, who=who, other=other, detail=detail)


def others_of(game: type[Game] | None) -> list[str]:
    """Which of these there are in a game: partners where there are some, house rules where it has any."""
    without = set[str]()
    if not finds_partners(game) and not (game and game.partnerships):
        without.add("partnerships")
    if game and not game.options_type.described():
        without.add("rules")
    return [page for page in OTHERS if page not in without]


def finds_partners(game: type[Game] | None) -> bool:
    """Whether partners find each other in the bidding."""
    return len(getattr(game, "roles", ())) > 1


def asked() -> ChoiceForm:
    form = ChoiceForm(request.args)
    form.check()
    return form


def addresses(season: Season, form: ChoiceForm) -> Addresses:
    return Addresses(source.here(), season.choice, form.ranking)
