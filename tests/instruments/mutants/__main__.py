"""Put sixty small faults into the app, one at a time, and see whether the tests find each.

`draw` writes the list, `record` runs the suite once to see which tests execute which lines, `run` tries each
mutant and prints a table.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from tests.instruments.mutants import draw

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("act", choices=("draw", "record", "run"))
    parser.add_argument("folder", nargs="?", type=Path, help="where the recording is, and the copies are made")
    parser.add_argument("--top", type=Path, default=HERE.parents[2], help="the checkout (default: this one)")
    parser.add_argument("--recorded", type=Path, help="the checkout that was recorded (default: the same)")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.act == "draw":
        draw.write(draw.drawn(asked.top), draw.LIST)
        return 0
    if asked.folder is None:
        parser.error("name a folder")
    from tests.instruments.mutants import run

    if asked.act == "record":
        return run.record(asked.folder.absolute(), asked.top.absolute(), asked.workers)
    begun = time.monotonic()
    outcomes = []
    folder, top = asked.folder.absolute(), asked.top.absolute()
    recorded = asked.recorded.absolute() if asked.recorded else top
    for number, outcome in enumerate(run.run(draw.read(draw.LIST), folder, top, asked.workers, recorded), 1):
        outcomes.append(outcome)
        print(
            f"{number:2} {outcome.verdict:12} {outcome.tests:5} tests {outcome.seconds:4.0f} s  {outcome.mutant}",
            flush=True,
        )
        (folder / "outcomes.json").write_text(json.dumps([asdict(each) for each in outcomes], indent=1))
    killed = sum(outcome.verdict == "killed" for outcome in outcomes)
    print(f"{killed} of {len(outcomes)} killed in {time.monotonic() - begun:.0f} s")
    return 0


sys.exit(main())
