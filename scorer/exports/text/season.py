"""What a season tells, as plain text for a terminal."""

from fractions import Fraction

from ...rules.core import Points, counted, listed, minus
from ...rules.registry import GAMES
from ...statistics.over_time import months
from ...statistics.players import FEW, HOW_SURE, Partnerships, PlayerFigures, Share, figures, partnerships
from ...statistics.season import HOW_CHOSEN, Season
from ...statistics.standings import AS_USUAL, Ranking, standings
from ...statistics.tallies import DEFENSE, OFFENSE, OVER, UNDER
from .terminal import printable, table
from .wording import month_name


def stats(season: Season, ranking: Ranking = AS_USUAL) -> str:
    """Standings, players and partnerships, each with how it counts."""
    if not season.evenings:
        return "No sheet is in this choice."
    days = [evening.date for evening in season.evenings if evening.date]
    span = f", {days[0]} to {days[-1]}" if days else ""
    heading = f"{GAMES[season.game].title}: {counted(len(season.nights), 'night')}{span}"
    lines = [heading, HOW_CHOSEN, "", *_standings(season, ranking), "", *_months(season), "", *_players(season)]
    return printable([*lines, *_partnerships(season)])


def number(value: Fraction | Points | None) -> str:
    """As a table shows it: whole points as they are, an average with one decimal; empty for nothing."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return minus(f"{float(value):.1f}")
    return minus(value)


def place(average: Fraction) -> str:
    """An average place, with two decimals."""
    return f"{float(average):.2f}"


def share(value: Share) -> str:
    """ "18 of 24"; empty of nothing."""
    return f"{value.part} of {value.whole}" if value.whole else ""


def left_out(found: Partnerships) -> str:
    """How many pairs are not listed, as a sentence; empty for none."""
    left = len(found.pairs) - len(found.sure)
    return (
        f"{counted(left, 'pair')} with fewer than {FEW} hands together {'is' if left == 1 else 'are'} left out."
        * bool(left)
    )


def _standings(season: Season, ranking: Ranking) -> list[str]:
    ranked = standings(season, ranking)
    heads = ["", "player", "nights", "won", "sum", "a night", "place", "a hand"]
    rows = [
        [
            f"{each.place}." if each.place else "",
            each.player,
            *map(str, (each.nights, each.won)),
            number(each.total),
            number(each.a_night),
            place(each.average_place),
            number(each.a_hand),
        ]
        for each in ranked.everybody
    ]
    return ["Standings", ranked.sentence, *table([heads, *rows], left=1)]


MONTH_HEADS: tuple[str, ...] = ("month", "nights", "sheets", "players", "new", "first")


def month_lines(season: Season) -> list[list[str]]:
    """A month with how many nights, sheets, players and new ones it had, and who came to most points."""
    return [
        [
            month_name(each.month) or "no date",
            *map(str, (len(each.nights), each.sheets, len(each.totals), len(each.new))),
            f"{listed(each.first)} {number(each.totals[each.first[0]])}" if each.first else "",
        ]
        for each in months(season)
    ]


def _months(season: Season) -> list[str]:
    return ["Months", *table([[*MONTH_HEADS], *month_lines(season)], left=0)]


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
            for name, hands, kind in (
                ("offense", each.offense, OFFENSE),
                ("defense", each.defense, DEFENSE),
            )
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
    for name, night in (("best", each.best), ("worst", each.worst)):
        if night:
            lines.append(f"{name} night: {number(night[1])} ({night[0].date or night[0].name})")
    lines.append(f"in a row: {counted(each.won_in_a_row.length, 'night')} won")
    if each.made.whole:
        lines[-1] += f", {counted(each.made_in_a_row.length, 'bid')} made"
    return lines


def _partnerships(season: Season) -> list[str]:
    found = partnerships(season)
    if not found.pairs:
        return []
    rows = [
        [listed(pair.players), str(pair.hands), share(pair.made), number(pair.each_a_hand), pair.made.in_words]
        for pair in found.sure
    ]
    lines = ["", "Partnerships", HOW_SURE, *table([["", "hands", "made", "points each", ""], *rows], left=0)]
    lines += filter(None, [left_out(found)])
    if found.offers:
        offers = [
            [f"{each.proposer} to {each.accepter}", share(each.accepted), share(each.made)]
            for each in found.sure_offers
        ]
        lines += ["", "Proposals", *table([["", "accepted", "made"], *offers], left=0)]
        if left := len(found.offers) - len(offers):
            lines.append(f"{left} of fewer than {FEW} are left out.")
    return lines
