"""One sheet as a season counts it: who was there, what each came to, and what happened in its hands, counted: how
often, for how many points, and in which of them.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ..rules.core import Points
from ..rules.game import ContractOutcomes, Game, OwnBid
from ..rules.registry import GAMES
from ..sheet.core.ledger import Ledger, Row, seated
from ..sheet.looks import Look, looks_of

HANDS = "hands"
"""Hands of a player, those that nobody bid apart; their points."""
OFFENSE, DEFENSE = "offense", "defense"
"""Hands of a player on the side that plays the contract, and on another; their points."""
FIRST = "first"
"""Contracts of which a player was the declarer, or the proposer."""
BID = "bid"
"""Own bids of a player, or of their side; at a level, and in a denomination."""
LEVEL, SUIT = "level", "suit"
BID_TRICKS, TAKEN_TRICKS = "tricks bid", "tricks taken"
"""Hands in which a player or their side bid a number; the amount is of tricks, not of points."""
OVER, UNDER = "over", "under"
"""Bids of a player who must take exactly so many: exceeded, or not reached."""
NIL = "nil"

TOGETHER = "together"
"""Hands that two played together, on offense where sides are found in the bidding; the points of both."""
BID_TOGETHER = "bid together"
"""Contracts or bids of two who are partners."""
CONTRACT = "contract"
"""Contracts that a player proposed and another accepted."""

OF_PAIRS = (TOGETHER, BID_TOGETHER)
"""Counted for two players in alphabetical order."""
OF_PARTNERS = (*OF_PAIRS, CONTRACT)


class Key(NamedTuple):
    """What is counted: a kind of this module; whose; with whom; a level, a denomination's value or a nil; whether
    the bid was made, None where neither can be.
    """

    kind: str
    player: str
    other: str = ""
    detail: str = ""
    made: bool | None = None


@dataclass(slots=True)
class Tally:
    """hands: the numbers of the hands, one for each time it happened; amount: points, or tricks."""

    hands: list[int]
    amount: Points = 0


class Counting:
    """What happens in the hands of an evening. hands: those in which it happened, by what is counted: a Key, which
    would take as long to make for each hand as all else. bids: of each player, with the numbers of the hands.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.hands = defaultdict[tuple[str, str, str, str, bool | None], list[int]](list)
        self.bids = defaultdict[str, list[tuple[int, OwnBid]]](list)
        # Most hands of a sheet have one game.
        for game, rows in groupby(ledger.rows, attrgetter("game")):
            self._count(game, [*rows])

    @property
    def runs(self) -> dict[str, list[tuple[int, bool]]]:
        return {name: [(number, bid.made) for number, bid in bids] for name, bids in self.bids.items()}

    def tallies(self, points: Sequence[Mapping[str, Points]]) -> dict[Key, Tally]:
        """points: of each hand, what each player at the table scored."""
        found: dict[Key, Tally] = {}
        for key, hands in self.hands.items():
            kind, player, other, _, _ = key
            amount: Points = 0
            if kind == TOGETHER:
                amount = sum(points[hand - 1][player] + points[hand - 1][other] for hand in hands)
            elif kind in (HANDS, OFFENSE, DEFENSE):
                amount = sum([points[hand - 1][player] for hand in hands])
            found[Key._make(key)] = Tally(hands, amount)
        for name, bids in self.bids.items():
            numbered = [(number, bid) for number, bid in bids if bid.level is not None]
            if numbered:
                hands = [number for number, _ in numbered]
                found[Key(BID_TRICKS, name)] = Tally(hands, sum([bid.needed for _, bid in numbered]))
                found[Key(TAKEN_TRICKS, name)] = Tally(hands, sum([bid.taken for _, bid in numbered]))
        return found

    def _count(self, game: Game, rows: Sequence[Row]) -> None:
        """rows: of this game."""
        add, players, outcomes = self.hands, game.players, game.outcomes
        scored = [row.number for row in rows if row.result is not None or row.judged.settled is not None]
        for name in players if scored else ():
            add[HANDS, name, "", "", None] += scored
        played = [(row.number, row.result, [*outcomes.own_bids(row.result)]) for row in rows if row.result]
        for number, hand, bids in played:
            for bid in bids:
                self._count_bid(number, players, bid)
            for seat, nil, made in outcomes.nils(hand):
                add[NIL, players[seat], "", nil.value, made].append(number)
        if isinstance(outcomes, ContractOutcomes):
            self._count_contracts(game, outcomes, played)
        if game.partnerships:
            for column in game.columns():
                first, second = sorted(players[seat] for seat in column.seats)
                for number, _, bids in played:
                    bidding = {seat: bid.made for bid in bids for seat in bid.players}
                    self._count_partners(number, first, second, bidding.get(column.seats[0]))

    def _count_bid(self, number: int, players: tuple[str, ...], bid: OwnBid) -> None:
        add, made, suit = self.hands, bid.made, bid.denomination and bid.denomination.value
        for seat in bid.players:
            name = players[seat]
            self.bids[name].append((number, bid))
            add[BID, name, "", "", made].append(number)
            if bid.level is not None:
                add[LEVEL, name, "", f"{bid.level}", made].append(number)
            if suit:
                add[SUIT, name, "", suit, made].append(number)
            if bid.exact and not made:
                add[OVER if bid.taken > bid.needed else UNDER, name, "", "", None].append(number)

    def _count_contracts(
        self, game: Game, outcomes: ContractOutcomes[Any], played: Sequence[tuple[int, Any, list[OwnBid]]]
    ) -> None:
        add, players = self.hands, game.players
        for seat, name in enumerate(players):
            for kind, its in ((OFFENSE, True), (DEFENSE, False)):
                if hands := [number for number, _, [bid] in played if (seat in bid.players) is its]:
                    add[kind, name, "", "", None] += hands
        for number, hand, [bid] in played:
            first, *others = (players[seat] for seat in outcomes.seats(hand))
            add[FIRST, first, "", "", bid.made].append(number)
            for other in others:
                add[CONTRACT, first, other, "", bid.made].append(number)
            if not game.partnerships and len(bid.players) > 1:
                first, second = sorted(players[seat] for seat in bid.players)
                self._count_partners(number, first, second, bid.made)

    def _count_partners(self, number: int, first: str, second: str, made: bool | None) -> None:
        self.hands[TOGETHER, first, second, "", None].append(number)
        if made is not None:
            self.hands[BID_TOGETHER, first, second, "", made].append(number)


DAY_ENDS = timedelta(hours=6)
"""After midnight: who plays until then plays on the night that began the day before."""
FEW = 5
"""Fewer hands can be alike on two evenings."""


class Deal(NamedTuple):
    """A hand of an evening.

    entry: the one that recorded it, None in a file.
    points: by player at the table.
    said: the hand in one line, where it has no result.
    """

    number: int
    entry: int | None
    dealer: str
    points: Mapping[str, Points]
    said: str = ""
    game: Game | None = None
    result: Any = None

    @property
    def summary(self) -> str:
        """The hand in one line: few ask for it."""
        return self.game.summarize(self.result) if self.game and self.result else self.said


@dataclass(frozen=True)
class Evening:
    """sheet: its id, or the name of its file.
    date: "2026-11-20", or "" for none.
    begun: the moment, or "" where nobody knows it.
    hands: how many stand on it.

    totals: by player, of two sides that of the side for which they played last.
    winners: players, of a shared first place all of them.
    finished: whether no further hand is played.
    tallies: by what is counted.
    runs: of each player the hands with a bid of their own, in order, and whether it was made.
    deals: the hands.
    zone: that of the sheet.
    looks: of each player.
    """

    sheet: str
    title: str
    date: str
    begun: str
    game: str
    hands: int
    totals: Mapping[str, Points]
    winners: frozenset[str]
    lowest_wins: bool
    finished: bool
    options: Mapping[str, Any]
    tallies: Mapping[Key, Tally] = field(repr=False)
    runs: Mapping[str, list[tuple[int, bool]]] = field(repr=False)
    deals: tuple[Deal, ...] = field(repr=False)
    zone: str = ""
    looks: Mapping[str, Look] = field(default_factory=dict[str, Look], repr=False)

    @classmethod
    def of(cls, ledger: Ledger, sheet: str, begun: datetime | None = None) -> "Evening":
        """begun: the moment of its first entry in the sheet's time zone, None where nobody knows it; its day is
        the date of a sheet that has none.
        """
        game, columns = ledger.table.game, _players_of(ledger)
        totals = ledger.totals
        points = [*_scored(ledger)]
        counting = Counting(ledger)
        return cls(
            sheet,
            ledger.sheet.title,
            ledger.sheet.date or (f"{day_of(begun)}" if begun else ""),
            begun.astimezone(UTC).isoformat(timespec="microseconds") if begun else "",
            ledger.sheet.game,
            len(ledger.rows),
            {name: totals[column] for column, names in enumerate(columns) for name in names},
            frozenset(name for column in _first(ledger) for name in columns[column]),
            game.lowest_wins,
            ledger.over,
            dict(ledger.sheet.options),
            counting.tallies(points),
            counting.runs,
            tuple(
                Deal(row.number, row.hand.entry, row.dealer, scored, "", row.game, row.result)
                if row.result
                else Deal(row.number, row.hand.entry, row.dealer, scored, row.summary)
                for row, scored in zip(ledger.rows, points, strict=True)
            ),
            ledger.sheet.zone,
            looks_of(seated(ledger), ledger.sheet.looks),
        )

    @property
    def ranked(self) -> list[tuple[int, str, Points]]:
        """Place, player and points, the first first."""
        worth = places_of(self.totals, self.winners, self.pairs, lowest_wins=self.lowest_wins)
        return sorted((place, name, self.totals[name]) for name, place in worth.items())

    @cached_property
    def pairs(self) -> tuple[frozenset[str], ...]:
        """Who played together, in a game of two sides; the winners alone where the table settled all hands."""
        if not GAMES[self.game].partnerships:
            return ()
        found = tuple(frozenset(key[1:3]) for key in self.tallies if key.kind == TOGETHER)
        return found or ((self.winners,) if len(self.winners) == 2 else ())

    @property
    def shared(self) -> bool:
        """Whether several share the first place, as partners who win together do not."""
        return len(self.winners) > 1 and not are_partners(self.winners, self.pairs)

    @property
    def stages(self) -> list[dict[str, Points]]:
        """The totals after every hand; none where something else was paid too, or where somebody came later."""
        sums = dict.fromkeys(self.totals, 0)
        found: list[dict[str, Points]] = []
        for deal in self.deals:
            if deal.points.keys() != sums.keys():
                return []
            sums = {name: total + deal.points[name] for name, total in sums.items()}
            found.append(sums)
        return found if found and sums == dict(self.totals) else []

    @cached_property
    def mark(self) -> str:
        """The same for two sheets with the very same hands, and for no others."""
        if len(self.deals) < FEW:
            return self.sheet
        hands = [(deal.dealer, deal.summary, *deal.points.items()) for deal in self.deals]
        return hashlib.sha256(repr((self.game, hands)).encode()).hexdigest()


def are_partners(names: Collection[str], pairs: Iterable[Collection[str]]) -> bool:
    """Whether of these pairs the names are one, and in no other."""
    return {frozenset(pair) for pair in pairs if not {*names}.isdisjoint(pair)} == {frozenset(names)}


def places_of(
    totals: Mapping[str, Points],
    winners: Collection[str],
    pairs: Collection[Collection[str]] = (),
    *,
    lowest_wins: bool,
) -> dict[str, int]:
    """The place of each player, from 1; equals share one, and two who are always partners count as one.

    winners: who is first whatever their totals are.
    """
    sign = -1 if lowest_wins else 1
    worth = {
        player: (player in winners, 0 if player in winners else sign * total) for player, total in totals.items()
    }
    second = {max(pair) for pair in pairs if are_partners(pair, pairs)}
    others = [value for player, value in worth.items() if player not in second]
    return {player: 1 + sum(other > value for other in others) for player, value in worth.items()}


def without_copies(evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    """Of sheets with the very same hands, as an exported sheet and the one it was imported into, the first."""
    every = [*evenings]
    alike = Counter(map(_at_a_glance, every))
    found: dict[object, Evening] = {}
    for evening in every:
        # To look at all hands of all would take as long as half of their counting.
        found.setdefault(evening.mark if alike[_at_a_glance(evening)] > 1 else id(evening), evening)
    return tuple(found.values())


def _at_a_glance(evening: Evening) -> tuple[object, ...]:
    """The same for two with the very same hands, and for few others."""
    last = evening.deals[-1:]
    return evening.game, len(evening.deals), *((deal.dealer, deal.summary, *deal.points.items()) for deal in last)


def _scored(ledger: Ledger) -> Iterator[dict[str, Points]]:
    """Of each hand what each player at the table scored, or their side."""
    # Most hands of a sheet have one game.
    for game, rows in groupby(ledger.rows, lambda row: row.judged.table.game):
        places = [(name, game.place_of(seat, ledger.columns)) for seat, name in enumerate(game.players)]
        for row in rows:
            yield {name: row.points[place] for name, place in places}


def _players_of(ledger: Ledger) -> list[tuple[str, ...]]:
    """Of each column of the sheet who played for it, of two sides who did last; whoever is seated has not played
    before there is a hand.
    """
    if not ledger.table.game.sides_have_columns:
        seated = {name for row in ledger.rows for name in row.game.players}
        return [(name,) if name in seated else () for name in ledger.columns]
    side_of: dict[str, int] = {}
    for row in ledger.rows:
        side_of |= {name: row.game.column_of(seat) for seat, name in enumerate(row.game.players)}
    return [tuple(name for name, of in side_of.items() if of == side) for side, _ in enumerate(ledger.columns)]


def _first(ledger: Ledger) -> list[int]:
    """The columns that have won, or that are first on a sheet that has not ended."""
    ending = ledger.ending
    if ending and ending.winners:
        return [*ending.winners]
    return [ledger.columns.index(standing.column) for standing in ledger.standings if standing.place == 1]


def day_of(moment: datetime) -> date:
    """The day to whose night a moment belongs, by the clock of the moment's own time zone."""
    return (moment - DAY_ENDS).date()
