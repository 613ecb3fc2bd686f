"""The tests. The sample game is registered before anything asks which games there are."""

from . import nap as nap
