"""Take random sheets of every game away in every form that can come back, and bring them back; status 0 if all are
right.
"""

import argparse
import random
import sys
import time
from collections import Counter

from scorer.rules.registry import GAMES
from tests.exports.random_sheets import random_sheet
from tests.exports.round_trip import faults


def run(sheets: int, seed: int, seconds: float) -> bool:
    """Whether there was time for so many sheets, and nothing in them was faulted."""
    until, found, tried = time.monotonic() + seconds, list[str](), Counter[str]()
    hands = 0
    for number in range(sheets):
        if time.monotonic() > until:
            break
        game = list(GAMES)[number % len(GAMES)]
        ledger = random_sheet(game, random.Random(f"{seed} {number}"))
        tried[game] += 1
        hands += len(ledger.rows)
        found += [f"{game}, sheet {number}: {fault}" for fault in faults(ledger)]
    for fault in found[:20]:
        print(fault)
    games = ", ".join(f"{game} {number}" for game, number in tried.items())
    print(f"{tried.total()} sheets, {hands} hands (seed {seed}): {games}.")
    print(f"Falsely faulted, or not the same: {len({fault.partition(':')[0] for fault in found})}.")
    if tried.total() < sheets:
        print(f"There was no time for {sheets - tried.total()} more.")
    return not found and tried.total() == sheets


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.round_trip", description=__doc__)
    parser.add_argument("--sheets", type=int, default=1000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated")
    parser.add_argument("--seconds", type=float, default=600, help="at most (default: %(default)s)")
    asked = parser.parse_args()
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    return 0 if run(asked.sheets, seed, asked.seconds) else 1


if __name__ == "__main__":
    sys.exit(main())
