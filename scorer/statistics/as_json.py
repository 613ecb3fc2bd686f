"""What a season tells as one object, for `scorer statistics --json`, with nights and hands behind its figures."""

from fractions import Fraction
from typing import Any

from ..rules.core import Points
from . import players as of_partners
from . import players as of_players
from .evening import Evening
from .players import Offers, Pair, PlayerFigures, Run, Share
from .season import Behind, Night, Season
from .standings import AS_USUAL, PlayerStanding, Ranking, standings
from .tallies import BID_TOGETHER, DEFENSE, OFFENSE, OVER, TOGETHER, UNDER, Key


def as_json(season: Season, ranking: Ranking = AS_USUAL) -> dict[str, Any]:
    ranked = standings(season, ranking)
    found = of_partners.partnerships(season)
    return {
        "game": season.game,
        "nights": [_night(season, night) for night in season.nights],
        "evenings": [_evening(evening) for evening in season.evenings],
        "standings": {
            "by": ranked.ranking.by,
            "best_of": ranked.ranking.best,
            "least": ranked.ranking.least,
            "how": ranked.sentence,
            "players": [_standing(each) for each in ranked.everybody],
        },
        "players": [_player(figures) for figures in of_players.figures(season)],
        "partnerships": [_pair(season, pair) for pair in found.pairs],
        "proposals": [_offers(offers) for offers in found.offers],
    }


def _night(season: Season, night: Night) -> dict[str, Any]:
    return {
        "night": night.name,
        "date": night.date,
        "sheets": [evening.sheet for evening in night.evenings],
        "hands": night.hands,
        "totals": {name: _number(total) for name, total in night.totals.items()},
        "places": dict(night.places),
        "new": list(season.new[night.name]),
    }


def _evening(evening: Evening) -> dict[str, Any]:
    totals = {name: _number(total) for name, total in evening.totals.items()}
    return {
        "sheet": evening.sheet,
        "title": evening.title,
        "date": evening.date,
        "hands": evening.hands,
        "totals": totals,
        "winners": sorted(evening.winners),
    }


def _standing(each: PlayerStanding) -> dict[str, Any]:
    return {
        "place": each.place,
        "player": each.player,
        "nights": each.nights,
        "won": each.won,
        "sum": _number(each.total),
        "a_night": _average(each.a_night),
        "average_place": _average(each.average_place),
        "hands": each.hands,
        "a_hand": _average(each.a_hand),
        "by_points": [night.name for night in each.by_points],
        "by_places": [night.name for night in each.by_places],
    }


def _player(figures: PlayerFigures) -> dict[str, Any]:
    bid, taken = figures.tricks
    return {
        "player": figures.player,
        "hands": figures.hands,
        "offense": figures.offense,
        "defense": figures.defense,
        "points_on_offense": _average(figures.average(OFFENSE)),
        "points_on_defense": _average(figures.average(DEFENSE)),
        "bids": _share(figures.made),
        "named": _share(figures.first_made),
        "by_level": {level: _share(share) for level, share in figures.by_level},
        "by_denomination": {suit: _share(share) for suit, share in figures.by_suit},
        "tricks_bid": bid,
        "tricks_taken": taken,
        "nils": {nil: _share(share) for nil, share in figures.nils},
        "over": figures.count(OVER),
        "under": figures.count(UNDER),
        "best_night": figures.best and {"night": figures.best[0].name, "total": _number(figures.best[1])},
        "worst_night": figures.worst and {"night": figures.worst[0].name, "total": _number(figures.worst[1])},
        "made_in_a_row": _run(figures.made_in_a_row),
        "won_in_a_row": _run(figures.won_in_a_row),
    }


def _pair(season: Season, pair: Pair) -> dict[str, Any]:
    return {
        "players": list(pair.players),
        "hands": pair.hands,
        "points_each": _average(pair.each_a_hand),
        "bids": _share(pair.made),
        "behind": _behind(season.behind(Key(TOGETHER, *pair.players))),
        "behind_made": _behind(season.behind(Key(BID_TOGETHER, *pair.players, made=True))),
    }


def _offers(offers: Offers) -> dict[str, Any]:
    return {
        "proposer": offers.proposer,
        "accepter": offers.accepter,
        "contracts": _share(offers.made),
        "answers": {"accepted": offers.accepted.part, "asked": offers.accepted.whole},
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"made": share.part, "bid": share.whole, "low": low, "high": high, "in_words": share.in_words}


def _run(run: Run) -> dict[str, Any]:
    return {"length": run.length, "behind": _behind(run.behind)}


def _behind(found: list[Behind] | tuple[Behind, ...]) -> list[dict[str, Any]]:
    return [{"sheet": each.evening.sheet, "hands": list(each.hands)} for each in found]


def _number(points: Points) -> Points | float:
    return points if isinstance(points, int) else float(points)


def _average(average: Fraction | None) -> float | None:
    return None if average is None else float(average)
