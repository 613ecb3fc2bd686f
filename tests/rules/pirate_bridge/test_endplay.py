"""The values of contract bridge against those of `endplay`, another author's program: every hand there can be.

It is among the test dependencies wherever it can be installed; that is before Python 3.14.
"""

import sys
from functools import cache
from itertools import product
from typing import Any

import pytest

from scorer.rules.calls import BRIDGE, Bid, Contract
from scorer.rules.pirate_bridge import contract_bridge

if sys.version_info >= (3, 14):
    pytest.skip(
        "NOT COMPARED: endplay has no release for this Python, so the values of contract bridge were not checked "
        "against another program",
        allow_module_level=True,
    )

HANDS = list(product(range(1, 8), range(5), range(3), range(14), (False, True)))


def ours(level: int, denomination: int, doubling: int, tricks: int, vulnerable: bool) -> int:
    contract = Contract(Bid(level, BRIDGE[denomination]), doubling)
    if tricks >= 6 + level:
        return sum(points for points, *_ in contract_bridge.made(contract, tricks, vulnerable=vulnerable))
    return -contract_bridge.penalty(contract, tricks, vulnerable=vulnerable)[0]


@cache
def types() -> Any:
    """Loaded in a test alone: endplay brings what draws diagrams, half a second of every process."""
    from endplay import types

    denominations = (
        types.Denom.clubs,
        types.Denom.diamonds,
        types.Denom.hearts,
        types.Denom.spades,
        types.Denom.nt,
    )
    return types, denominations, (types.Penalty.passed, types.Penalty.doubled, types.Penalty.redoubled)


def theirs(level: int, denomination: int, doubling: int, tricks: int, vulnerable: bool) -> int:
    their, denominations, penalties = types()
    contract = their.Contract(
        level=level,
        denom=denominations[denomination],
        declarer=their.Player.north,
        penalty=penalties[doubling],
        result=tricks - 6 - level,
    )
    return contract.score(their.Vul.both if vulnerable else their.Vul.none)


def test_every_contract_doubling_and_number_of_tricks_pays_the_same() -> None:
    assert len(HANDS) == 2940
    assert [hand for hand in HANDS if ours(*hand) != theirs(*hand)] == []
