"""Record once which tests execute which line, then try each mutant against the tests that execute its line."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from .draw import Mutant, applied, found_in, place_of
from .record import FIXTURE, FOLDER

TOP = Path(__file__).parents[3]
MINUTES = 3
"""Of the processor, that the tests of one mutant may take, whatever else the machine does; of the clock it may be
five times as many.
"""
LIMITED = """import resource, sys, pytest
seconds = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
sys.exit(pytest.main(sys.argv[2:]))"""
"""pytest in a process that may use so many seconds of the processor."""
VECTORS = "tests/test_every_vector.py"
"""Where a vector goes through every format."""
LEFT_OUT = ("tests/web/engines", "tests/instruments", "tests/site")
"""Of the recording: they run the app in other processes or engines, and tell nothing about lines."""


@dataclass(frozen=True)
class Outcome:
    mutant: Mutant
    verdict: str
    """killed, lives, no test, gone"""
    tests: int = 0
    """That execute its line."""
    seconds: float = 0
    killer: str = ""


def record(folder: Path, top: Path, workers: int) -> int:
    """Run the suite of a checkout once under coverage."""
    folder.mkdir(parents=True)
    environment = {**os.environ, FOLDER: str(folder)}
    left_out = [f"--ignore={each}" for each in LEFT_OUT if (top / each).exists()]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.instruments.mutants.record",
        "-p",
        "no:cacheprovider",
    ]
    spread = ["-n", str(workers), "--dist", "worksteal"]
    return subprocess.run([*command, *spread, *left_out], cwd=top, env=environment, check=False).returncode


class Recording:
    """What `record` left in a folder."""

    def __init__(self, folder: Path, top: Path) -> None:
        whole = folder / "all"
        if not whole.exists():
            data = CoverageData(str(whole))
            for part in sorted(folder.glob("coverage.*")):
                read = CoverageData(str(part))
                read.read()
                data.update(read)
            data.write()
        self._data = CoverageData(str(whole))
        self._data.read()
        self._top = top
        self._tests: dict[str, dict[str, float | list[str]]] = {}
        for file in folder.glob("tests.*.json"):
            for name, test in json.loads(file.read_text(encoding="utf-8")).items():
                if "fixtures" in test and "failed" not in test:
                    self._tests[name] = test
        self._lines: dict[str, dict[int, list[str]]] = {}

    def tests_of(self, file: str, first: int, last: int) -> list[str]:
        """Those that execute one of these lines, the quickest first.

        A line that runs where a module is loaded, or whose result is kept in a cache, is executed for one test and
        counts for others: where nobody but the load executes it, the tests of the whole module do.
        """
        if file not in self._lines:
            self._lines[file] = self._data.contexts_by_lineno(str(self._top / file))
        lines = self._lines[file]
        contexts = {context for line in range(first, last + 1) for context in lines.get(line, ())}
        if not self._named(contexts):
            contexts = {context for found in lines.values() for context in found}
        return self._named(contexts)

    def _named(self, contexts: set[str]) -> list[str]:
        fixtures = {context.removeprefix(FIXTURE) for context in contexts if context.startswith(FIXTURE)}
        names = {name for name in contexts if name in self._tests}
        if fixtures:
            names |= {name for name, test in self._tests.items() if fixtures.intersection(_fixtures(test))}
        return sorted(names, key=lambda name: (self._tests[name]["seconds"], name))


def _fixtures(test: dict[str, float | list[str]]) -> list[str]:
    found = test["fixtures"]
    return found if isinstance(found, list) else []


def run(mutants: list[Mutant], folder: Path, top: Path, workers: int, recorded: Path) -> Iterator[Outcome]:
    """Each mutant in a copy of the checkout; the outcomes in the order of the mutants.

    recorded: the checkout that the recording was made in. Of an earlier one those tests are run that are still
    there, and then those that stand beside them now.
    """
    recording = Recording(folder, recorded)
    there = collected(top) if recorded != top else []
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(workers):
        copy = folder / f"copy-{number}"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(top, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", "screenshots"))
        copies.put(copy)

    def attempt(mutant: Mutant, tests: list[str]) -> Outcome:
        copy = copies.get()
        try:
            return _try(mutant, tests, copy)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(workers) as pool:
        begun = []
        for mutant in mutants:
            here, before = found_in(mutant, top), recorded / mutant.file
            then = place_of(mutant, before.read_text(encoding="utf-8")) if before.exists() else None
            tests = recording.tests_of(mutant.file, then.line, then.end_line) if here and then else []
            if tests and there:
                tests = still_there(tests, there)
            begun.append(
                pool.submit(attempt, here, tests) if here and tests else Outcome(mutant, _untried(bool(here)))
            )
        for each in begun:
            yield each if isinstance(each, Outcome) else each.result()


def collected(top: Path) -> list[str]:
    """The tests of a checkout, without those of its long form."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    said = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True).stdout
    return [line for line in said.splitlines() if "::" in line]


def still_there(tests: list[str], there: list[str]) -> list[str]:
    """Of recorded tests those that a checkout still has, and behind them the others of their files and formats."""
    known, files = {*there}, {test.partition("::")[0] for test in tests} | {VECTORS}
    kept = [test for test in tests if test in known]
    return [*kept, *(test for test in there if test.partition("::")[0] in files and test not in {*tests})]


def _untried(stands: bool) -> str:
    return "no test" if stands else "gone"


def _try(mutant: Mutant, tests: list[str], copy: Path) -> Outcome:
    path = copy / mutant.file
    source = path.read_text(encoding="utf-8")
    place = place_of(mutant, source)
    assert place, "it stood there in the checkout that this is a copy of"
    begun = time.monotonic()
    left = tests
    while True:
        _put(path, applied(mutant, source, place))
        try:
            status, said = _pytest(copy, left, MINUTES * 60)
        finally:
            _put(path, source)
        verdict = "lives" if status == 0 else "killed" if status is not None else "lives (time)"
        killer = next(
            (line.split(" ")[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))), ""
        )
        if verdict == "killed" and killer in left and _pytest(copy, [killer], 60)[0] != 0:
            # It fails without the fault too, on a busy machine for example, and says nothing.
            left = [test for test in left if test != killer]
            continue
        return Outcome(mutant, verdict, len(tests), time.monotonic() - begun, killer)


def _put(path: Path, source: str) -> None:
    """Write a module; what was compiled of the one before may look as new."""
    path.write_text(source, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
        compiled.unlink()


def _pytest(copy: Path, tests: list[str], seconds: int) -> tuple[int | None, str]:
    """Its exit status and what it printed; None where the time was over."""
    (copy / "chosen.txt").write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-c", LIMITED, f"{seconds}", "-x", "-q", "-p", "no:cacheprovider", "@chosen.txt"]
    with (
        (copy / "said.txt").open("w", encoding="utf-8") as said,
        subprocess.Popen(command, cwd=copy, stdout=said, stderr=said, start_new_session=True) as running,
    ):
        try:
            status: int | None = running.wait(5 * seconds)
        except subprocess.TimeoutExpired:
            status = None
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    ended = None if status == -signal.SIGXCPU else status
    return ended, (copy / "said.txt").read_text(encoding="utf-8", errors="replace")
