"""What happened in the hands of one evening, counted: how often, for how many points, and in which hands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..rules.auctions import Acceptance
from ..rules.calls import Bid, Word
from ..rules.core import Points, Seat
from ..rules.game import ContractGame, OwnBid
from ..sheet.core.ledger import Ledger, Row

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
        return {Key(*key): tally for key, tally in self.found.items()}

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

    def _add(
        self,
        hand: int,
        kind: str,
        player: str,
        other: str = "",
        detail: str = "",
        made: bool | None = None,
        amount: Points = 0,
    ) -> None:
        key = kind, player, other, detail, made
        tally = self.found.get(key)
        if tally is None:
            tally = self.found[key] = Tally([])
        tally.hands.append(hand)
        if amount:
            tally.amount += amount

    def _count(self, row: Row, points: Mapping[str, Points]) -> None:
        for name, scored in points.items():
            self._add(row.number, HANDS, name, amount=scored)
        hand, game = row.result, row.game
        if hand is None:
            return
        bids = tuple(game.own_bids(hand))
        for bid in bids:
            self._count_bid(row, bid)
        if isinstance(game, ContractGame):
            self._count_contract(row, points, game, bids[0].players)
        for seat, nil, made in game.nils(hand):
            self._add(row.number, NIL, game.players[seat], detail=nil.value, made=made)
        if game.partnerships:
            bidding = {seat: bid.made for bid in bids for seat in bid.players}
            for column in game.columns():
                made = bidding.get(column.seats[0])
                self._count_partners(row, points, column.seats, made)

    def _count_bid(self, row: Row, bid: OwnBid) -> None:
        number, players, made = row.number, row.game.players, bid.made
        for seat in bid.players:
            name = players[seat]
            self._add(number, BID, name, made=made)
            if bid.level is not None:
                self._add(number, LEVEL, name, detail=f"{bid.level}", made=made)
            if bid.denomination:
                self._add(number, SUIT, name, detail=bid.denomination.value, made=made)
            if bid.level is not None:
                self._add(number, BID_TRICKS, name, amount=bid.needed)
                self._add(number, TAKEN_TRICKS, name, amount=bid.taken)
            if bid.exact and not made:
                self._add(number, OVER if bid.taken > bid.needed else UNDER, name)
            self.runs.setdefault(name, []).append((number, made))

    def _count_contract(
        self, row: Row, points: Mapping[str, Points], game: ContractGame, offense: tuple[Seat, ...]
    ) -> None:
        number, players, hand = row.number, game.players, row.result
        for seat, name in enumerate(players):
            self._add(number, OFFENSE if seat in offense else DEFENSE, name, amount=points[name])
        seats = game.contract_seats(hand)
        first, *others = (players[seat] for seat in seats)
        self._add(number, FIRST, first, made=hand.made)
        for other in others:
            self._add(number, CONTRACT, first, other, made=hand.made)
        if not game.partnerships and len(offense) > 1:
            self._count_partners(row, points, offense, hand.made)

    def _count_partners(
        self, row: Row, points: Mapping[str, Points], seats: tuple[Seat, ...], made: bool | None
    ) -> None:
        first, second = sorted(row.game.players[seat] for seat in seats)
        self._add(row.number, TOGETHER, first, second, amount=points[first] + points[second])
        if made is not None:
            self._add(row.number, BID_TOGETHER, first, second, made=made)

    def _count_answers(self, number: int, auction: Acceptance) -> None:
        players, proposer = auction.players, ""
        for seat, call in auction.calls:
            if isinstance(call, Bid):
                proposer = players[seat]
            elif call is Word.ACCEPT or call is auction.reject_word:
                self._add(number, ANSWER, proposer, players[seat], made=call is Word.ACCEPT)
