"""A season on paper: its standings, the curve of the sums, its players and its partnerships, set by Typst."""

from datetime import date
from pathlib import Path
from typing import Any

from ...rules.core import counted, listed
from ...rules.registry import GAMES
from ...seasons.intervals import HOW_SURE
from ...seasons.partnerships import partnerships
from ...seasons.players import figures
from ...seasons.season import HOW_CHOSEN, Season
from ...seasons.standings import standings
from ...seasons.tallies import DEFENSE, OFFENSE
from ..svg import season_curve
from ..text.season import number, share
from ..text.wording import day
from .document import PAPERS, set_by

TEMPLATE = Path(__file__).with_name("season.typ")


def write(season: Season, *, fonts: Path, paper: str = "a4") -> bytes:
    """The same bytes for the same season and fonts. fonts, paper: as of a sheet."""
    return set_by(TEMPLATE, {**content(season), "paper": PAPERS[paper]}, fonts)


def content(season: Season) -> dict[str, Any]:
    dates = [evening.date for evening in season.evenings if evening.date]
    filed = date.fromisoformat(dates[-1]) if dates else date(2000, 1, 1)
    span = f"{day(dates[0])} to {day(dates[-1])}" if dates else ""
    ranked = standings(season)
    met = GAMES[season.game].outcome_labels[0]
    return {
        "title": f"{GAMES[season.game].title}: {counted(len(season.evenings), 'evening')}",
        "span": span,
        "date": {"year": filed.year, "month": filed.month, "day": filed.day},
        "players": listed(season.players),
        "chosen": HOW_CHOSEN,
        "curve": season_curve.draw(season_curve.drawn(season), wide=True).decode(),
        "tables": [
            {
                "caption": "Standings",
                "note": ranked.sentence,
                "heads": ["", "player", "evenings", "won", "sum", "an evening", "a hand"],
                "rows": [
                    [
                        f"{each.place}." if each.place else "",
                        each.player,
                        *map(str, (each.evenings, each.won)),
                        *map(number, (each.total, each.an_evening, each.a_hand)),
                    ]
                    for each in ranked.players
                ],
            },
            {
                "caption": "Players",
                "note": "",
                "heads": ["", "player", "hands bid", met, "how sure", "on offense", "on defense"],
                "rows": [
                    [
                        *("", each.player, str(each.hands), share(each.made)),
                        each.made.in_words if each.made.whole else "",
                        *(number(each.average(kind)) for kind in (OFFENSE, DEFENSE)),
                    ]
                    for each in figures(season)
                ],
            },
            {
                "caption": "Partners",
                "note": HOW_SURE,
                "heads": ["", "partners", "hands", met, "how sure", "points each", ""],
                "rows": [
                    [
                        *("", listed(pair.players), str(pair.hands), share(pair.made)),
                        *(pair.made.in_words if pair.made.whole else "", number(pair.each_a_hand), ""),
                    ]
                    for pair in partnerships(season).pairs
                ],
            },
        ],
    }
