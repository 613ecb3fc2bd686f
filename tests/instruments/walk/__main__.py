"""Walk through all screens of all games and say where a text is cut, covered, or out of its box.

Each is looked at in every size, as it is and with every text longer by two fifths, under names of 2, 12 and 30
letters. Exits with 1 where something is wrong.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorer import create_app
from tests.chromium import FLAGS, find_chromium
from tests.instruments.screenshots.screens import CHOICES
from tests.instruments.screenshots.still import still
from tests.instruments.walk.walk import walk
from tests.serving import listening


def main(words: list[str]) -> int:
    written = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__, formatter_class=written)
    parser.add_argument("--games", nargs="+", default=CHOICES, choices=CHOICES, help="whose screens are walked")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="TEXT", help="the screens whose name contains one"
    )
    chosen = parser.parse_args(words)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright, still():
        app = create_app({"TESTING": True, "ACTS_A_MINUTE": 0}, Path(instance))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        with listening(app) as address:
            for look in walk(app, browser, address, chosen.games, chosen.only):
                counts["looks"] += 1
                counts["with faults"] += bool(look.faults)
                for fault in look.faults:
                    counts[fault.partition(":")[0]] += 1
                    print(f"{look.name}: {fault}", flush=True)
        browser.close()
    print("; ".join(f"{what} {count}" for what, count in counts.items()))
    return 1 if counts["with faults"] else 0


sys.exit(main(sys.argv[1:]))
