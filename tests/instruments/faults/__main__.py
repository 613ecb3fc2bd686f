"""Record a thousand hands while everything goes wrong; exit status 0 only if each is on its sheet exactly once."""

import argparse
import random
import sys
from contextlib import nullcontext

from tests import postgresql
from tests.instruments.faults.hands import EVERY_HAND
from tests.instruments.faults.run import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="how many to record (default: %(default)s)")
    parser.add_argument("--clients", type=int, default=8, help="who record at once (default: %(default)s)")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, killed in turn with the app")
    parser.add_argument("--runs", type=int, default=1, help="one after the other, each on a new sheet")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated, as far as threads allow")
    asked = parser.parse_args()
    if not 1 <= asked.clients <= asked.hands <= len(EVERY_HAND):
        parser.error(f"at least as many hands as clients, and at most {len(EVERY_HAND)}, so that all differ")
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    clean = True
    for number in range(asked.runs):
        with postgresql.running(fast=False) if asked.postgresql else nullcontext() as database:
            report = run(asked.hands, seed + number, asked.clients, postgresql=database)
        print(report, flush=True)
        clean = clean and report.clean
    return 0 if clean else 1


sys.exit(main())
