"""Let phones record under the worst load; exit status 0 only if each was answered within a second, every time."""

import argparse
import sys

from tests.instruments.load.run import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="how long (default: %(default)s)")
    parser.add_argument("--phones", type=int, default=16, help="that record (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=200, help="silent connections (default: %(default)s)")
    parser.add_argument("--dripping", type=int, default=50, help="requests that never end (default: %(default)s)")
    parser.add_argument("--importers", type=int, default=2, help="who send heavy files (default: %(default)s)")
    asked = parser.parse_args()
    figures = run(asked.seconds, asked.phones, asked.idle, asked.dripping, asked.importers)
    print(figures)
    return 0 if figures.clean else 1


sys.exit(main())
