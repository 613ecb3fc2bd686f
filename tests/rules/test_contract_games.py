"""What games with a contract have in common: from how many tricks a contract is made."""

import pytest

from scorer.rules.calls import Bid, Contract
from scorer.rules.contract_game import ContractGame
from scorer.rules.registry import GAMES

PLAYERS = ("Alan", "Dave", "Gracie", "Mike")
CONTRACT_GAMES = [game for game in GAMES.values() if issubclass(game, ContractGame)]


@pytest.mark.parametrize("kind", CONTRACT_GAMES, ids=lambda kind: kind.key)
def test_a_contract_is_made_with_the_tricks_of_the_book_and_of_the_bid(kind: type[ContractGame]) -> None:
    game = kind.of(PLAYERS)
    auction = game.auction(0, None)
    assert auction is not None
    bids = [call for call in auction.vocabulary() if isinstance(call, Bid)]
    assert bids
    for bid in bids:
        roles = {role: seat for seat, role in enumerate(game.roles)}
        for tricks in range(game.tricks + 1):
            hand = game.hand_type(contract=Contract(bid), **roles, **{game.counted: tricks})
            assert hand.made == (tricks >= game.book + bid.level), (bid, tricks)


def test_there_are_such_games() -> None:
    assert {"offender", "pirate-bridge", "ten-bridge", "reverse-bridge"} <= {game.key for game in CONTRACT_GAMES}
