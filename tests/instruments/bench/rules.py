"""Scoring and judging beside `endplay`, another author's program, which gives no reasons."""

import timeit
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median

from .figures import Extent, Figure, at_most

NOT_HERE = "not compared: endplay has no release for this Python"
CONTRACT = "a contract scored with its reasons ÷ `endplay` without"
CALL = "a call judged ÷ the same one read by `endplay`, which judges none"
GOAL = 1.25
SPOKEN = "1C p 1H x 2H 2S p p 3H p p 3S x p p p"


def rules(extent: Extent) -> list[Figure]:
    if find_spec("endplay") is None:
        return [Figure(name, NOT_HERE, "") for name in (CONTRACT, CALL)]
    from endplay import types

    from scorer.rules.auctions import Rotation
    from scorer.rules.calls import Word
    from scorer.rules.ten_bridge import RULE_REFS

    from ...rules.four import FOUR
    from ...rules.pirate_bridge.test_endplay import HANDS, ours, theirs
    from ...rules.test_endplay_auctions import BIDS, bid_of

    words = {"p": Word.PASS, "x": Word.DOUBLE, "xx": Word.REDOUBLE}
    bids = {f"{bid.level}{(bid.denomination or types.Denom.nt).name[0]}".upper(): bid for bid in BIDS}
    calls = [words.get(word) or bids[word] for word in SPOKEN.split()]
    opening = Rotation(players=FOUR, bids=BIDS, rule_refs=RULE_REFS, turn=0)

    def judge() -> None:
        auction = opening
        for call in calls:
            auction = auction.call(auction.turn or 0, call)

    def take() -> None:
        types.Contract.from_auction(types.Player.north, [bid_of(call) for call in calls])

    def score() -> None:
        for hand in HANDS:
            ours(*hand)

    def score_otherwise() -> None:
        for hand in HANDS:
            theirs(*hand)

    scored, calls_judged = (
        _beside(score, score_otherwise, len(HANDS), extent.rounds),
        _beside(judge, take, len(calls), extent.rounds),
    )
    return [
        at_most(CONTRACT, scored[0] / scored[1], GOAL, _microseconds(*scored)),
        Figure(CALL, f"{calls_judged[0] / calls_judged[1]:.1f} ({_microseconds(*calls_judged)})", "none"),
    ]


def _beside(own: Callable[[], None], other: Callable[[], None], count: int, rounds: int) -> tuple[float, float]:
    """Microseconds of each, in turns, for one of so many that it does."""
    times = max(1, 6000 // count)
    both = [(timeit.timeit(own, number=times), timeit.timeit(other, number=times)) for _ in range(2 * rounds + 1)]
    own_time, other_time = (median(each) / times / count * 1e6 for each in zip(*both, strict=True))
    return own_time, other_time


def _microseconds(own: float, other: float) -> str:
    return f"{own:.1f} µs beside {other:.1f}"
