"""A request passes few of our files, and the map tells the way of a hand as it is."""

import re
from pathlib import Path

import scorer

from .trace.tracing import Trace, requests

MOST_FILES = {"hand": 30, "sheet": 36, "csv": 23}
"""That each request passes. Whoever adds one says why; whoever saves one lowers the number."""
MAP = (Path(scorer.__file__).parent / "README.md").read_text("utf-8")
STEP = re.compile(r"^\| [^|]+ \| `([\w/]+\.py)` \| ([^|]+) \|$", re.MULTILINE)


def test_a_hand_passes_few_files_and_takes_the_way_that_the_map_tells() -> None:
    traces = requests()
    passed = {name: len(trace.entered) for name, trace in traces.items()}
    assert {name: number for name, number in passed.items() if number > MOST_FILES[name]} == {}
    steps = STEP.findall(MAP.partition("## A hand, from tap to row and back")[2].partition("\n## ")[0])
    assert len(steps) > 8
    assert [step for step in steps if not is_passed(step, traces)] == []


def is_passed(step: tuple[str, str], traces: dict[str, Trace]) -> bool:
    """Whether the functions that a step names run in its module, when a hand is recorded or its sheet is shown."""
    file, names = step
    run = [*traces["hand"].entered.get(file, ()), *traces["sheet"].entered.get(file, ())]
    return {*re.findall(r"`([\w.]+)`", names)} <= {*run}
