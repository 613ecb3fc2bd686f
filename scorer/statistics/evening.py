"""One sheet as a season counts it: who was there, what each came to, and what happened in its hands, counted: how
often, for how many points, and in which of them.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from ..rules.auctions import Acceptance
from ..rules.calls import Bid, Word
from ..rules.core import Points, Seat
from ..rules.game import ContractOutcomes, OwnBid
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
ANSWER = "answer"
"""Answers of another to a player's proposals, in auctions entered call by call; made where they accepted."""

OF_PAIRS = (TOGETHER, BID_TOGETHER)
"""Counted for two players in alphabetical order."""
OF_PARTNERS = (*OF_PAIRS, CONTRACT, ANSWER)
OF_PLAYERS = (HANDS, OFFENSE, DEFENSE, FIRST, BID, LEVEL, SUIT, BID_TRICKS, TAKEN_TRICKS, OVER, UNDER, NIL)


class Key(NamedTuple):
    """What is counted: a kind of this module; whose; with whom; a level, a denomination's value or a nil; whether
    the bid was made or the proposal accepted, None where neither can be.
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
    """The tallies of an evening while its hands are counted. runs: of each player the hands in which they, or
    their side, had a bid, and whether it was made.
    """

    def __init__(self) -> None:
        self.found: dict[tuple[str, str, str, str, bool | None], Tally] = {}
        self.runs: dict[str, list[tuple[int, bool]]] = {}

    @property
    def tallies(self) -> dict[Key, Tally]:
        return {Key._make(key): tally for key, tally in self.found.items()}

    @classmethod
    def of(cls, ledger: Ledger, points: Iterable[Mapping[str, Points]]) -> "Counting":
        """points: of each hand, what each player at the table scored."""
        counting = cls()
        for row, scored in zip(ledger.rows, points, strict=True):
            if row.result is not None or row.judged.settled is not None:
                counting._count(row, scored)
            if isinstance(row.judged.auction, Acceptance):
                counting._count_answers(row.number, row.judged.auction)
        return counting

    def _add(self, hand: int, key: tuple[str, str, str, str, bool | None], amount: Points = 0) -> None:
        """key: a Key, which would take as long to make as all else."""
        try:
            tally = self.found[key]
        except KeyError:
            tally = self.found[key] = Tally([])
        tally.hands.append(hand)
        if amount:
            tally.amount += amount

    def _count(self, row: Row, points: Mapping[str, Points]) -> None:
        for name, scored in points.items():
            self._add(row.number, (HANDS, name, "", "", None), scored)
        hand, game = row.result, row.game
        if hand is None:
            return
        outcomes = game.outcomes
        bids = tuple(outcomes.own_bids(hand))
        for bid in bids:
            self._count_bid(row, bid)
        if isinstance(outcomes, ContractOutcomes):
            self._count_contract(row, points, outcomes.seats(hand), bids[0].players)
        for seat, nil, made in outcomes.nils(hand):
            self._add(row.number, (NIL, game.players[seat], "", nil.value, made))
        if game.partnerships:
            bidding = {seat: bid.made for bid in bids for seat in bid.players}
            for column in game.columns():
                made = bidding.get(column.seats[0])
                self._count_partners(row, points, column.seats, made)

    def _count_bid(self, row: Row, bid: OwnBid) -> None:
        number, players, made = row.number, row.game.players, bid.made
        for seat in bid.players:
            name = players[seat]
            self._add(number, (BID, name, "", "", made))
            if bid.level is not None:
                self._add(number, (LEVEL, name, "", f"{bid.level}", made))
            if bid.denomination:
                self._add(number, (SUIT, name, "", bid.denomination.value, made))
            if bid.level is not None:
                self._add(number, (BID_TRICKS, name, "", "", None), bid.needed)
                self._add(number, (TAKEN_TRICKS, name, "", "", None), bid.taken)
            if bid.exact and not made:
                self._add(number, (OVER if bid.taken > bid.needed else UNDER, name, "", "", None))
            self.runs.setdefault(name, []).append((number, made))

    def _count_contract(
        self, row: Row, points: Mapping[str, Points], seats: tuple[Seat, ...], offense: tuple[Seat, ...]
    ) -> None:
        """seats: of who plays the contract by name; offense: of their side."""
        number, players, hand = row.number, row.game.players, row.result
        for seat, name in enumerate(players):
            self._add(number, (OFFENSE if seat in offense else DEFENSE, name, "", "", None), points[name])
        first, *others = (players[seat] for seat in seats)
        self._add(number, (FIRST, first, "", "", hand.made))
        for other in others:
            self._add(number, (CONTRACT, first, other, "", hand.made))
        if not row.game.partnerships and len(offense) > 1:
            self._count_partners(row, points, offense, hand.made)

    def _count_partners(
        self, row: Row, points: Mapping[str, Points], seats: tuple[Seat, ...], made: bool | None
    ) -> None:
        first, second = sorted(row.game.players[seat] for seat in seats)
        self._add(row.number, (TOGETHER, first, second, "", None), points[first] + points[second])
        if made is not None:
            self._add(row.number, (BID_TOGETHER, first, second, "", made))

    def _count_answers(self, number: int, auction: Acceptance) -> None:
        players, proposer = auction.players, ""
        for seat, call in auction.calls:
            if isinstance(call, Bid):
                proposer = players[seat]
            elif call is Word.ACCEPT or call is auction.reject_word:
                self._add(number, (ANSWER, proposer, players[seat], "", call is Word.ACCEPT))


DAY_ENDS = timedelta(hours=6)
"""After midnight: who plays until then plays on the night that began the day before."""
FEW = 5
"""Fewer hands can be alike on two evenings."""


class Deal(NamedTuple):
    """A hand of an evening. entry: the one that recorded it, None in a file; points: by player at the table."""

    number: int
    entry: int | None
    dealer: str
    summary: str
    points: Mapping[str, Points]


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
        counting = Counting.of(ledger, points)
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
            counting.tallies,
            counting.runs,
            tuple(
                Deal(row.number, row.hand.entry, row.dealer, row.summary, scored)
                for row, scored in zip(ledger.rows, points, strict=True)
            ),
            ledger.sheet.zone,
            looks_of(seated(ledger), ledger.sheet.looks),
        )

    @property
    def ranked(self) -> list[tuple[int, str, Points]]:
        """Place, player and points, the first first."""
        worth = places_of(self.totals, self.winners, lowest_wins=self.lowest_wins)
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


def places_of(totals: Mapping[str, Points], winners: Collection[str], *, lowest_wins: bool) -> dict[str, int]:
    """The place of each player, from 1; equals share one. winners: who is first whatever their totals are."""
    sign = -1 if lowest_wins else 1
    worth = {
        player: (player in winners, 0 if player in winners else sign * total) for player, total in totals.items()
    }
    place_of: dict[tuple[bool, Points], int] = {}
    for before, value in enumerate(sorted(worth.values(), reverse=True)):
        place_of.setdefault(value, before + 1)
    return {player: place_of[value] for player, value in worth.items()}


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
