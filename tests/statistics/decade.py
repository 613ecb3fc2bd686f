"""A decade at one table, drawn from a seed: six players of known strengths and sympathies, five at a time."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import Any

PLAYERS = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona")
SUITS = "CDHS"
TRICKS = 10
FIRST = date(2016, 1, 7)
BARE = {"C": 0.9, "D": 0.9, "H": 1.0, "S": 1.1}
"""How much readier a suit is accepted."""


@dataclass(frozen=True)
class Truth:
    """makes: how likely each two make what they bid together; accepts: how likely the second accepts the first."""

    makes: Mapping[frozenset[str], float]
    accepts: Mapping[tuple[str, str], float]

    @classmethod
    def drawn(cls, chance: random.Random) -> "Truth":
        strength = {name: chance.uniform(-0.15, 0.15) for name in PLAYERS}
        return cls(
            {
                frozenset(pair): 0.5 + sum(strength[name] for name in pair) + chance.uniform(-0.1, 0.1)
                for pair in combinations(PLAYERS, 2)
            },
            {(first, second): chance.uniform(0.15, 0.6) for first in PLAYERS for second in PLAYERS},
        )


def decade(seed: int, evenings: int, hands: int, *, bid: float = 0.5) -> list[dict[str, Any]]:
    """A sheet file of Offender for each evening. bid: the share of hands entered call by call."""
    chance = random.Random(seed)
    truth = Truth.drawn(chance)
    return [_evening(chance, truth, week, hands, bid) for week in range(evenings)]


def _evening(chance: random.Random, truth: Truth, week: int, hands: int, bid: float) -> dict[str, Any]:
    players = tuple(name for name in PLAYERS if name != PLAYERS[week % 6]) if week % 3 else PLAYERS[:5]
    played, dealer = list[dict[str, Any]](), 4
    while len(played) < hands:
        calls, contract = _auction(chance, truth, players, (dealer + 1) % 5)
        if contract is None:
            played.append({"calls": calls} if chance.random() < bid else {"contract": None})
            continue
        level, _, proposer, accepter = contract
        makes = chance.random() < truth.makes[frozenset((proposer, accepter))]
        tricks = chance.randint(level, TRICKS) if makes else chance.randint(0, level - 1)
        named = {"contract": f"{level}{contract[1]}", "proposer": proposer, "accepter": accepter}
        played.append({**({"calls": calls} if chance.random() < bid else named), "tricks": tricks})
        dealer = (dealer + 1) % 5
    return {
        "format": "score-sheet/1",
        "game": "offender",
        "title": f"Evening {week + 1}",
        "date": f"{FIRST + timedelta(weeks=week)}",
        "players": list(players),
        "hands": played,
        "finished": True,
    }


Agreed = tuple[int, str, str, str]
"""The level and the suit of a contract, its proposer and its accepter."""


def _auction(
    chance: random.Random, truth: Truth, players: tuple[str, ...], eldest: int
) -> tuple[list[str], Agreed | None]:
    """The calls as the file writes them, and what they led to; in half of the turns somebody proposes."""
    calls, agreed, silent, speaker, barred = list[str](), None, 0, eldest, None
    while silent < len(players):
        proposer, lowest = players[speaker], (agreed[0] if agreed else 3) + 1
        willing = chance.random() < (0.2 if agreed else 0.5)
        speaker = (speaker + 1) % len(players)
        if lowest > 8 or not willing or proposer == barred:
            calls.append(f"{proposer}: no proposal")
            silent += 1
            continue
        level, suit, silent, barred = chance.randint(lowest, min(8, lowest + 2)), chance.choice(SUITS), 0, None
        calls.append(f"{proposer}: {level}{suit}")
        for answerer in _left_of(players, proposer):
            accepted = chance.random() < truth.accepts[proposer, answerer] * BARE[suit]
            calls.append(f"{answerer}: {'accept' if accepted else 'reject'}")
            if accepted:
                agreed = level, suit, proposer, answerer
                break
        else:
            barred = proposer
    return calls, agreed


def _left_of(players: tuple[str, ...], name: str) -> Iterator[str]:
    place = players.index(name)
    return iter((*players[place + 1 :], *players[:place]))
