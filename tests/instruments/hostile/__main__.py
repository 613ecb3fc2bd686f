"""Send hostile input to every route; exit status 0 only if each was answered soon, in words, without a leak."""

import argparse
import random
import sys

from tests.instruments.hostile.run import Report, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated")
    asked = parser.parse_args()
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)

    def tell(report: Report) -> None:
        print(f"{report.sent} requests, {len(report.troubles)} troubles", file=sys.stderr, flush=True)

    report = run(asked.requests, seed, told=tell)
    print(report)
    return 0 if report.clean else 1


sys.exit(main())
