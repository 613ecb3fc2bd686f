"""What a season tells, as plain text for a terminal."""

from fractions import Fraction

from ...rules.core import Points, counted, listed, minus
from ...rules.registry import GAMES
from ...seasons.intervals import HOW_SURE, Share
from ...seasons.partnerships import partnerships
from ...seasons.players import PlayerFigures, figures
from ...seasons.season import HOW_CHOSEN, Season
from ...seasons.standings import SUM, standings
from ...seasons.tallies import DEFENSE, OFFENSE, OVER, UNDER
from .terminal import printable, table


def stats(season: Season, by: str = SUM, most: int | None = None) -> str:
    """Standings, players and partnerships, each with how it counts."""
    if not season.evenings:
        return "No evening is in this choice."
    days = [evening.date for evening in season.evenings if evening.date]
    span = f", {days[0]} to {days[-1]}" if days else ""
    heading = f"{GAMES[season.game].title}: {counted(len(season.evenings), 'evening')}{span}"
    lines = [heading, HOW_CHOSEN, "", *_standings(season, by, most), "", *_players(season)]
    return printable([*lines, *_partnerships(season)])


def number(value: Fraction | Points | None) -> str:
    """As a table shows it: whole points as they are, an average with one decimal; empty for nothing."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return minus(f"{float(value):.1f}")
    return minus(value)


def share(value: Share) -> str:
    """ "18 of 24"; empty of nothing."""
    return f"{value.part} of {value.whole}" if value.whole else ""


def _standings(season: Season, by: str, most: int | None) -> list[str]:
    ranked = standings(season, by, most)
    heads = ["", "player", "evenings", "won", "sum", "an evening", "a hand", f"best {ranked.most}"]
    rows = [
        [
            f"{each.place}." if each.place else "",
            each.player,
            *map(str, (each.evenings, each.won)),
            *map(number, (each.total, each.an_evening, each.a_hand, each.best_total)),
        ]
        for each in ranked.players
    ]
    return ["Standings", ranked.sentence, *table([heads, *rows], left=1)]


def _players(season: Season) -> list[str]:
    found = figures(season)
    lines = ["Players"]
    for each in found:
        lines += [each.player, *(f"   {line}" for line in _player(each))]
    return lines


def _player(each: PlayerFigures) -> list[str]:
    lines = [counted(each.hands, "hand")]
    if each.offense or each.defense:
        lines += [
            f"{name}: {counted(hands, 'hand')}, {number(each.average(kind))} points each"
            for name, hands, kind in (("offense", each.offense, OFFENSE), ("defense", each.defense, DEFENSE))
            if hands
        ]
    if each.made.whole:
        lines.append(f"bids made: {share(each.made)}, {each.made.in_words}")
    if each.by_level:
        bid, taken = each.tricks
        lines[-1] += f"; {taken} tricks for {bid} bid"
        lines.append(f"by level: {', '.join(f'{level}: {share(made)}' for level, made in each.by_level)}")
    if each.by_suit:
        lines.append(f"by denomination: {', '.join(f'{suit}: {share(made)}' for suit, made in each.by_suit)}")
    if over_under := each.count(OVER) + each.count(UNDER):
        lines.append(f"missed: {over_under}, {each.count(OVER)} with too many, {each.count(UNDER)} with too few")
    lines += [f"{nil}: made {share(made)}" for nil, made in each.nils]
    for name, evening in (("best", each.best), ("worst", each.worst)):
        if evening:
            where = evening[0].title or evening[0].date or evening[0].sheet
            lines.append(f"{name} evening: {number(evening[1])} ({where})")
    lines.append(f"in a row: {counted(each.won_in_a_row.length, 'evening')} won")
    if each.made.whole:
        lines[-1] += f", {counted(each.made_in_a_row.length, 'bid')} made"
    return lines


def _partnerships(season: Season) -> list[str]:
    found = partnerships(season)
    if not found.pairs:
        return []
    rows = [
        [listed(pair.players), str(pair.hands), share(pair.made), number(pair.each_a_hand), pair.made.in_words]
        for pair in found.pairs
    ]
    lines = ["", "Partnerships", HOW_SURE, *table([["", "hands", "made", "points each", ""], *rows], left=0)]
    if found.offers:
        offers = [
            [f"{each.proposer} to {each.accepter}", share(each.accepted), share(each.made)]
            for each in found.offers
        ]
        lines += ["", "Proposals", *table([["", "accepted", "made"], *offers], left=0)]
    return lines
