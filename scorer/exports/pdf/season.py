"""A season on paper: its standings, the curve of the sums, its players and its partnerships, set by Typst."""

from datetime import date
from pathlib import Path
from typing import Any

from ...rules.core import counted, listed
from ...rules.registry import GAMES
from ...statistics.players import HOW_SURE, figures, partnerships
from ...statistics.season import HOW_CHOSEN, Season
from ...statistics.standings import standings
from ...statistics.tallies import DEFENSE, OFFENSE
from ..svg import season_curve
from ..text.season import MONTH_HEADS, left_out, month_lines, number, place, share
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
    partners = partnerships(season)
    met = GAMES[season.game].outcome_labels[0]
    return {
        "title": f"{GAMES[season.game].title}: {counted(len(season.nights), 'night')}",
        "span": span,
        "date": {"year": filed.year, "month": filed.month, "day": filed.day},
        "players": listed(season.players),
        "chosen": HOW_CHOSEN,
        "curve": season_curve.draw(season_curve.drawn(season), wide=True).decode(),
        "tables": [
            {
                "caption": "Standings",
                "note": ranked.sentence,
                "heads": ["", "player", "nights", "won", "sum", "a night", "average place"],
                "rows": [
                    [
                        f"{each.place}." if each.place else "",
                        each.player,
                        *map(str, (each.nights, each.won)),
                        *map(number, (each.total, each.a_night)),
                        place(each.average_place),
                    ]
                    for each in ranked.everybody
                ],
            },
            {
                "caption": "Months",
                "note": "",
                "heads": ["", *MONTH_HEADS],
                "rows": [["", *line] for line in month_lines(season)],
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
                "note": " ".join(filter(None, (HOW_SURE, left_out(partners)))),
                "heads": ["", "partners", "hands", met, "how sure", "points each", ""],
                "rows": [
                    [
                        *("", listed(pair.players), str(pair.hands), share(pair.made)),
                        *(pair.made.in_words if pair.made.whole else "", number(pair.each_a_hand), ""),
                    ]
                    for pair in partners.sure
                ],
            },
        ],
    }
