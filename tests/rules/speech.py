"""An auction of the tests is written as the score sheet file writes it: "Amber: 3H"."""

from typing import Any, TypeVar

from scorer.rules.auctions import Auction, Spoken
from scorer.rules.calls import parse_call
from scorer.rules.offender import Offender, OffenderOptions, Proposals

Heard = TypeVar("Heard", bound=Auction)
NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace", "Hanna", "Iris", "Jo")
FIVE = NAMES[:5]
ELLIE = 4
"""The dealer of the document's example."""


def offender(players: int = 5, **options: Any) -> Offender:
    return Offender.of(NAMES[:players], OffenderOptions(**options))


def opened(players: int = 5, **options: Any) -> Proposals:
    """An auction before its first call; the last player deals, so that Amber speaks first."""
    return offender(players, **options).auction(players - 1)


def utterance(auction: Auction, said: str) -> Spoken:
    name, _, call = said.rpartition(": ")
    return auction.players.index(name), parse_call(call)


def hear(auction: Heard, *said: str) -> Heard:
    for words in said:
        auction = auction.call(*utterance(auction, words))
    return auction


def everyone(said: str, first: str = "Amber", players: int = 5) -> tuple[str, ...]:
    """The same words from everybody in turn, clockwise from the first."""
    start = NAMES.index(first)
    return tuple(f"{NAMES[(start + step) % players]}: {said}" for step in range(players))


def pass_word(first: str = "Amber", players: int = 5) -> tuple[str, ...]:
    return everyone("no proposal", first, players)


def turned_down(proposer: str, bid: str, players: int = 5) -> tuple[str, ...]:
    """A proposal that everybody else rejects."""
    own, *others = everyone("reject", proposer, players)
    return own.replace("reject", bid), *others
