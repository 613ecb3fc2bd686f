"""The browsers that are not Chromium, each started for one test."""

from collections.abc import Iterator

import pytest

from ...long_form import in_short
from . import firefox, packages, webkit
from .engine import Engine

ENGINES = {
    "webkit": (packages.find_webkit, webkit.started, packages.WEBKIT),
    "firefox": (packages.find_firefox, firefox.started, packages.FIREFOX),
}


@pytest.fixture(params=in_short(ENGINES, "webkit"))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    find, started, needed = ENGINES[request.param]
    if not find():
        pytest.skip(
            f"NOT TRIED IN {request.param.upper()}: install {' and '.join(needed)}, as python -m tests does"
        )
    with started() as engine:
        yield engine
