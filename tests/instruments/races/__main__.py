"""Let phones open sheets while these are closed to them; exit status 0 only if none has one afterwards."""

import argparse
import sys
from contextlib import ExitStack

from tests import postgresql
from tests.instruments.races.run import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.races", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="of each kind (default: %(default)s)")
    parser.add_argument("--joins", type=int, default=300, help="of sheets that are deleted (default: %(default)s)")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL")
    asked = parser.parse_args()
    with ExitStack() as stack:
        database = stack.enter_context(postgresql.running()).new_database() if asked.postgresql else None
        report = run(database, asked.rounds, asked.joins)
    print(report)
    return 0 if report.clean else 1


if __name__ == "__main__":
    sys.exit(main())
