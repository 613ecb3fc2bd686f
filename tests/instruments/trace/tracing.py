"""The files and functions of the app that run from a request to its answer, in the order of their first call."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import scorer
from scorer import create_app

from ...one_app import close
from ...web.phone import Phone, tapped

OURS = f"{Path(scorer.__file__).parent}/"


@dataclass
class Trace:
    """entered: the functions of each of our files, below scorer/; calls: how often any was entered."""

    entered: dict[str, list[str]] = field(default_factory=dict)
    calls: int = 0

    @property
    def functions(self) -> int:
        return sum(map(len, self.entered.values()))

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(OURS):
            return
        functions = self.entered.setdefault(frame.f_code.co_filename.removeprefix(OURS), [])
        self.calls += 1
        if frame.f_code.co_qualname not in functions:
            functions.append(frame.f_code.co_qualname)


@contextmanager
def tracing() -> Iterator[Trace]:
    trace = Trace()
    sys.setprofile(trace.note)
    try:
        yield trace
    finally:
        sys.setprofile(None)


def requests() -> dict[str, Trace]:
    """A hand of Offender that is recorded, its sheet, and its CSV, once what a process makes once is made."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TESTING": True}, Path(folder))
        try:
            phone = Phone(app)
            sheet = phone.start()
            phone.record(sheet)
            form = phone.form(f"{sheet}/hand", action=f"{sheet}/hand")
            asked: dict[str, Callable[[], object]] = {
                "hand": lambda: phone.send(f"{sheet}/hand", form, tapped()),
                "sheet": lambda: phone.get(sheet),
                "csv": lambda: phone.get(f"{sheet}/sheet.csv"),
            }
            for name in ("sheet", "csv"):
                asked[name]()
            found: dict[str, Trace] = {}
            for name, ask in asked.items():
                with tracing() as found[name]:
                    ask()
            return found
        finally:
            close(app)
