"""The tests. The sample game is registered before anything asks which games there are."""

from pathlib import Path

from . import nap as nap

# `python -m tests.bench` finds the instruments, which stand in a folder of their own.
__path__.append(str(Path(__file__).parent / "instruments"))
