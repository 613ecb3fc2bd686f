"""Let phones record under the worst load; exit status 0 only if each was answered within a second, every time."""

import argparse
import sys

from tests.instruments.load.run import STRANGERS, run

WHAT = {
    "importers": "who send heavy files",
    "joiners": "who open a sheet on new phones of one address",
    "drawers": "who have a thousand hands drawn as a PDF, with two cookies each of one address",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="how long (default: %(default)s)")
    parser.add_argument("--phones", type=int, default=16, help="that record (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=200, help="silent connections (default: %(default)s)")
    parser.add_argument("--dripping", type=int, default=50, help="requests that never end (default: %(default)s)")
    for kind, many in STRANGERS.items():
        words = f"{WHAT[kind]} (default: %(default)s)"
        parser.add_argument(f"--{kind}", type=int, default=many, help=words)
    asked = parser.parse_args()
    strangers = {kind: getattr(asked, kind) for kind in STRANGERS}
    figures = run(asked.seconds, asked.phones, asked.idle, asked.dripping, strangers)
    print(figures)
    return 0 if figures.clean else 1


sys.exit(main())
