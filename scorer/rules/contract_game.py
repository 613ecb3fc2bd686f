"""What games have in common whose bidding leads to a contract."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from .auctions import Auction
from .calls import BIDDABLE, Contract, Denomination
from .core import Alternatives, Mistake, RuleViolation, Score, Seat, listed
from .game import Game, OwnBid


class ContractGame(Game):
    """A hand has `contract`, `made`, and a seat under each of `roles`: the declarer, then the partner if any."""

    roles: ClassVar[tuple[str, ...]] = ("declarer",)
    tricks: int = 13
    """In a hand."""
    book: ClassVar[int] = 0
    """The tricks above which a bid counts: of a bid of four, that many and four more must be taken."""

    def agreed(self, auction: Auction) -> Mapping[str, Any] | None:
        if auction.contract is None:
            return None
        seats = auction.declarer, auction.partner
        return {"contract": auction.contract, **dict(zip(self.roles, seats, strict=False))}

    def contract_seats(self, hand: Any) -> tuple[Seat, ...]:
        """Who plays the contract, in the order of `roles`."""
        return tuple(getattr(hand, role) for role in self.roles)

    def declaring(self, hand: Any) -> tuple[int, ...]:
        return tuple(self.column_of(seat) for seat in self.contract_seats(hand))

    def height(self, hand: Any) -> tuple[int, ...]:
        return hand.contract.level, BIDDABLE.index(hand.contract.denomination)

    def outcome(self, hand: Any) -> str:
        return "made" if hand.made else "set"

    def own_bids(self, hand: Any) -> tuple[OwnBid]:
        contract = hand.contract
        needed, taken = self.book + contract.level, getattr(hand, self.counted)
        offense = self.offense(hand)
        return (OwnBid(offense, contract.level, contract.denomination, needed, taken, hand.made),)

    def offense(self, hand: Any) -> tuple[Seat, ...]:
        """The seats of the side that plays the contract; of two who found each other the declarer first."""
        if not self.partnerships:
            return self.contract_seats(hand)
        columns = self.columns()
        return tuple(dict.fromkeys(seat for column in self.declaring(hand) for seat in columns[column].seats))

    def alternatives(self, hand: Any) -> Alternatives:
        hands = (replace(hand, **{self.counted: tricks}) for tricks in range(self.tricks + 1))
        return Alternatives.of(hands, self.declaring(hand))

    def who_played(self, hand: Any) -> str:
        return listed([self.players[seat] for seat in self.contract_seats(hand)])

    def summarize(self, hand: Any) -> str:
        return f"{self.who_played(hand)} {hand.contract.symbols}, took {hand.tricks}"

    def column_name(self, column: int) -> str:
        return self.columns()[column].name

    def column_paid(self, score: Score, column: int) -> str:
        """A column and the working of its points: "North & South 39 + 40 + 10 = 89"."""
        return f"{self.column_name(column)} {score.sum(column)}"


def contract_misread(
    game: ContractGame, hand: Any, dealer: Seat, carry: Any, denominations: Iterable[Denomination]
) -> Iterator[Mistake]:
    """The double forgotten, or another denomination. denominations: those of the game."""
    bid = hand.contract.bid
    misread = {"The double was forgotten": Contract(bid)} if hand.contract.doubling else {}
    misread |= {
        f"Counted as if {other.words} had been bid": replace(hand.contract, bid=replace(bid, denomination=other))
        for other in denominations
        if other is not bid.denomination
    }
    for name, other in misread.items():
        try:
            score, _ = game.score(replace(hand, contract=other), dealer, carry)
        except RuleViolation:
            continue  # No contract of this game, or not with this hand's honors.
        yield Mistake(name, score)
