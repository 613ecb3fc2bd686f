"""The edition on the phone alone, at length: every game, two tabs, no room, new releases, a browser killed often.

Takes half an hour on two busy cores, less with "-n 2". Other words go to pytest.
"""

import argparse
import sys
from pathlib import Path

import pytest

from . import killing

parser = argparse.ArgumentParser(
    prog="python -m tests.site", description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
)
parser.add_argument("--kills", type=int, default=killing.TIMES, help="how often the browser is killed")
asked, words = parser.parse_known_args()
killing.TIMES = asked.kills
sys.exit(
    pytest.main(["-p", "no:cacheprovider", "-rA", "--long", "--durations=0", str(Path(__file__).parent), *words])
)
