"""An app on a fresh folder, a phone that speaks to it, and a real browser."""

import os
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.test import TestResponse

from .chromium import FLAGS, find_chromium, is_complaint
from .fonts import FAMILIES
from .long_form import in_short
from .one_app import Files, OneApp, OnServer
from .postgresql import NoPostgreSQLError, Server, running
from .serving import listening
from .turns import turn
from .web.every_page import every_page
from .web.phone import Phone
from .web.table import OtherPage

for name in [name for name in os.environ if name.startswith("SCORER_")]:
    del os.environ[name]  # The settings of an app on this machine are none of the tests'.

# The tests start many processes, and each would compile the whole app again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

FIRST = {"site", "bench", "faults", "browser", "engines", "test_hosting.py", "test_new_game.py"}
"""Where tests are that take long: begun last, one of them would keep all other processes waiting."""
EXAMPLES, MORE_EXAMPLES = 10, 100
"""Of each property, as the tests run and with `--long`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run every case of the tests that have a short form")
    parser.addoption("--postgresql", action="store_true", help="run the tests of the app on PostgreSQL alone")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let the app of a test be on PostgreSQL too, where it says so; everything that can, where asked to.

    What measures widths is drawn with two families of fonts, without `--long` with the wide one.
    """
    if metafunc.definition.get_closest_marker("widths"):
        metafunc.fixturenames += [] if "family" in metafunc.fixturenames else ["family"]
        metafunc.parametrize("family", in_short(FAMILIES, "wide"), indirect=True)
    if "dialect" not in metafunc.fixturenames or metafunc.definition.get_closest_marker("sqlite"):
        return
    if metafunc.config.getoption("--postgresql"):
        metafunc.parametrize("dialect", ["postgresql"], indirect=True)
    elif metafunc.definition.get_closest_marker("both"):
        metafunc.parametrize("dialect", ["sqlite", "postgresql"], indirect=True)


def pytest_configure(config: pytest.Config) -> None:
    examples = MORE_EXAMPLES if config.getoption("--long") else EXAMPLES
    settings.register_profile("scorer", deadline=None, max_examples=examples)
    settings.load_profile("scorer")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long, postgresql = config.getoption("--long"), config.getoption("--postgresql")
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        asked = (long or not item.get_closest_marker("long")) and (not postgresql or _is_on_postgresql(item))
        (chosen if asked else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = _long_ones_first(chosen, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Let each worker begin with a share of the files that take long: each is given one part of the list.

    What runs alone comes last: it would keep all workers waiting for whatever long test is under way.
    """
    files: dict[Path, list[pytest.Item]] = {}
    others: list[pytest.Item] = []
    alone = [item for item in items if item.get_closest_marker("alone")]
    for item in items:
        if item in alone:
            continue
        (others if FIRST.isdisjoint(item.path.parts) else files.setdefault(item.path, [])).append(item)
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        part = [item for file in list(files.values())[worker::workers] for item in file]
        room = max((len(items) - len(ordered)) // (workers - worker) - len(part), 0)
        ordered += part + others[:room]
        del others[:room]
    return ordered + others + alone


def _is_on_postgresql(item: pytest.Item) -> bool:
    used = getattr(item, "fixturenames", ())
    return ("dialect" in used and not item.get_closest_marker("sqlite")) or "postgresql" in used


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with turn(alone=item.get_closest_marker("alone") is not None):
        return (yield)


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> OneApp:
    made = tmp_path_factory.mktemp("app") / "instance"
    made.mkdir()
    return OneApp(made, Files(made))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL for all tests of a process; where there is none, they are skipped, and the summary says so."""
    try:
        with running() as server:
            yield server
    except NoPostgreSQLError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def one_app_on_postgresql(postgresql: Server, tmp_path_factory: pytest.TempPathFactory) -> OneApp:
    return OneApp(tmp_path_factory.mktemp("app") / "instance", OnServer(postgresql))


@pytest.fixture
def dialect(request: pytest.FixtureRequest) -> str:
    """The database that the app of a test is on."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def app(request: pytest.FixtureRequest, dialect: str, tmp_path: Path) -> Iterator[Flask]:
    """The app on a database as it has just made it."""
    name = "one_app_on_postgresql" if dialect == "postgresql" else "one_app"
    one_app: OneApp = request.getfixturevalue(name)
    with one_app.on(tmp_path / "instance") as app:
        yield app


@pytest.fixture(scope="session")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, TestResponse]:
    """Every page, in every state that it has, by a short description."""
    asked = request.config.getoption("--postgresql")
    one_app: OneApp = request.getfixturevalue("one_app_on_postgresql" if asked else "one_app")
    with one_app.on(tmp_path_factory.mktemp("pages") / "instance") as app:
        return every_page(app)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The app served as it is served for real, on a free port."""
    with listening(app) as address:
        yield address


@pytest.fixture(scope="session")
def chromiums(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """A browser for each family of fonts, started when it is first asked for."""
    found = find_chromium()
    if found is None:
        pytest.fail("No Chromium on this machine, so no page was tried: python -m tests gets one.")
    started: dict[str, Browser] = {}
    with sync_playwright() as playwright:

        def browser(family: str) -> Browser:
            if family not in started:
                fonts = FAMILIES[family].environment(tmp_path_factory.mktemp("fonts"))
                made = playwright.chromium.launch(executable_path=found, args=FLAGS, env={**os.environ, **fonts})
                # A service worker asks by itself, past the routes of a test, and a total that counts up is not yet
                # what a test reads; those that want them allow them.
                made.new_context = partial(made.new_context, service_workers="block", reduced_motion="reduce")
                started[family] = made
            return started[family]

        yield browser
        for each in started.values():
            each.close()


@pytest.fixture
def family(request: pytest.FixtureRequest) -> str:
    """The family of fonts that pages are drawn with: the wide one, where a test does not say that it measures."""
    return getattr(request, "param", "wide")


@pytest.fixture
def chromium(chromiums: Callable[[str], Browser], family: str) -> Browser:
    return chromiums(family)


@pytest.fixture
def context(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone's browser, 360 × 640; whatever it complains about fails the test."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        base_url=address,
        has_touch=True,
        device_scale_factor=1,
    )
    context.set_default_timeout(10_000)
    expect.set_options(timeout=10_000)
    complaints: list[str] = []
    context.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def other_page(chromium: Browser, address: str) -> Iterator[OtherPage]:
    """Opens a page of another phone, 360 × 640, with cookies of its own; it takes the options of a context."""
    opened: list[BrowserContext] = []

    def other_page(**options: Any) -> Page:
        usual = {"viewport": {"width": 360, "height": 640}, "base_url": address, "has_touch": True}
        opened.append(chromium.new_context(**{**usual, **options}))
        opened[-1].set_default_timeout(10_000)
        return opened[-1].new_page()

    yield other_page
    for context in opened:
        context.close()
