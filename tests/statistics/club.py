"""A club: so many nights at several tables, drawn from a seed, its members at other tables every time."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.sheet_file import load
from scorer.statistics.evening import Evening

from .decade import PLAYERS, decade

FIRST = date(2026, 1, 8)
NAMES = (
    *("Amber", "Bartholomew", "Cindy", "Diana", "Ellie", "Fiona", "Gustavo", "Henrietta", "Ida", "Johannes"),
    *("Katarzyna", "Leopold", "Maximilian", "Nils", "Ottilie", "Priscilla", "Quentin", "Rosalind", "Stanislaw"),
    *("Theodora", "Ulrika", "Valentina", "Wilhelmina", "Xaver", "Yolanda", "Zacharias", "Anna-Lena", "Bo"),
    *("Christopher", "Dagmar", "Eberhard", "Franziska", "Giovanna", "Hildegard", "Ingeborg", "Jean-Pierre"),
    *("Konstantin", "Lieselotte", "Margarethe", "Nathanael"),
)
"""Forty, some of them long."""


def club(nights: int = 30, tables: int = 4, hands: int = 12, drawn: int = 12) -> list[Evening]:
    """The evenings. drawn: so many different sheets are scored, and played by others again and again."""
    chance = random.Random(25)
    sheets = decade(7, drawn, hands, bid=0.3)
    scored = [(sheet["players"], _scored(sheet)) for sheet in sheets]
    made: list[Evening] = []
    for week in range(nights):
        seated = chance.sample(NAMES, len(PLAYERS[:5]) * tables)
        for table in range(tables):
            players, evening = scored[(week * tables + table) % drawn]
            names = dict(zip(players, seated[table * 5 : table * 5 + 5], strict=True))
            made.append(_played_by(evening, names, f"sheet-{week:02}-{table}", f"Table {table + 1}", week))
    return made


def _scored(sheet: dict[str, object]) -> Evening:
    return Evening.of(Ledger.of(load(json.dumps(sheet).encode())), "drawn")


def _played_by(evening: Evening, names: dict[str, str], sheet: str, title: str, week: int) -> Evening:
    """The same hands, played by others."""
    pairs = {
        key: key._replace(player=names[key.player], other=names.get(key.other, "")) for key in evening.tallies
    }
    for old, key in pairs.items():
        if old.kind in ("together", "bid together") and key.other < key.player:
            pairs[old] = key._replace(player=key.other, other=key.player)
    return replace(
        evening,
        sheet=sheet,
        title=title,
        date=f"{FIRST + timedelta(weeks=week)}",
        totals={names[name]: total for name, total in evening.totals.items()},
        winners=frozenset(names[name] for name in evening.winners),
        tallies={pairs[key]: tally for key, tally in evening.tallies.items()},
        runs={names[name]: run for name, run in evening.runs.items()},
        deals=tuple(
            deal._replace(dealer=names[deal.dealer], points={names[name]: of for name, of in deal.points.items()})
            for deal in evening.deals
        ),
    )
