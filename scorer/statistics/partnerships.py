"""Who plays well with whom, and who proposes to whom and is accepted."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..rules.core import Points
from .intervals import FEW, Share
from .season import NOTHING, Season
from .tallies import ANSWER, BID_TOGETHER, CONTRACT, OF_PARTNERS, TOGETHER, Key


@dataclass(frozen=True)
class Pair:
    """Two players in alphabetical order. hands: played together; points: of both in these; made: of what they bid
    together.
    """

    players: tuple[str, str]
    hands: int
    points: Points
    made: Share

    @property
    def each_a_hand(self) -> Fraction | None:
        """The points of each of the two in a hand together, on the average."""
        return Fraction(self.points) / (2 * self.hands) if self.hands else None

    @property
    def is_sure(self) -> bool:
        """Whether there are hands enough to say how sure it is."""
        return self.made.whole >= FEW


@dataclass(frozen=True)
class Offers:
    """What one player proposed and another accepted. made: of their contracts; accepted: of the answers, where the
    auction was entered call by call.
    """

    proposer: str
    accepter: str
    made: Share
    accepted: Share


@dataclass(frozen=True)
class Partnerships:
    """pairs: those who played together, whoever did most often first; offers: in the order of the players."""

    pairs: tuple[Pair, ...]
    offers: tuple[Offers, ...]

    @property
    def sure(self) -> tuple[Pair, ...]:
        """The pairs that played enough hands together; all where none did."""
        return tuple(pair for pair in self.pairs if pair.hands >= FEW) or self.pairs

    @property
    def sure_offers(self) -> list[Offers]:
        """Those with contracts or answers enough; all where none have."""
        return _sure(self.offers) or list(self.offers)

    def offers_of(self, player: str, *, everybody: bool) -> list[Offers]:
        """What a player proposed, and what was proposed to them. everybody: also those with few hands; without it
        those with enough, all where none have.
        """
        found = [offer for offer in self.offers if player in (offer.proposer, offer.accepter)]
        return found if everybody else _sure(found) or found

    def offer(self, proposer: str, accepter: str) -> Offers | None:
        return next((each for each in self.offers if (each.proposer, each.accepter) == (proposer, accepter)), None)


def _sure(offers: Iterable[Offers]) -> list[Offers]:
    return [offer for offer in offers if max(offer.made.whole, offer.accepted.whole) >= FEW]


def partnerships(season: Season) -> Partnerships:
    totals = season.totals(OF_PARTNERS)
    players = season.players

    def share(kind: str, first: str, second: str) -> Share:
        made, failed = (totals.get(Key(kind, first, second, "", made), NOTHING).count for made in (True, False))
        return Share(made, made + failed)

    pairs = [
        Pair((key.player, key.other), total.count, total.amount, share(BID_TOGETHER, key.player, key.other))
        for key, total in totals.items()
        if key.kind == TOGETHER and key.player in players and key.other in players and key.player != key.other
    ]
    offers: list[Offers] = []
    for two in ((first, second) for first in players for second in players if first != second):
        made, accepted = share(CONTRACT, *two), share(ANSWER, *two)
        if made.whole or accepted.whole:
            offers.append(Offers(*two, made, accepted))
    return Partnerships(tuple(sorted(pairs, key=lambda pair: (-pair.hands, pair.players))), tuple(offers))
