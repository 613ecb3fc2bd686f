"""An app on a fresh folder, a phone that speaks to it, and a real browser."""

import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.test import TestResponse

from .chromium import FLAGS, find_chromium
from .one_app import OneApp
from .serving import listening
from .turns import turn
from .web.every_page import every_page
from .web.phone import Phone

for name in [name for name in os.environ if name.startswith("SCORER_")]:
    del os.environ[name]  # The settings of an app on this machine are none of the tests'.

# The tests start many processes, and each would compile the whole app again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("scorer", deadline=None, max_examples=30)
settings.load_profile("scorer")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run every case of the tests that have a short form")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    short: list[pytest.Item] = []
    long: list[pytest.Item] = []
    for item in items:
        (long if item.get_closest_marker("long") else short).append(item)
    config.hook.pytest_deselected(items=long)
    items[:] = short


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with turn(alone=item.get_closest_marker("alone") is not None):
        return (yield)


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> OneApp:
    return OneApp(tmp_path_factory.mktemp("app") / "instance")


@pytest.fixture
def app(one_app: OneApp, tmp_path: Path) -> Iterator[Flask]:
    with one_app.on(tmp_path / "instance") as app:
        yield app


@pytest.fixture(scope="session")
def pages(one_app: OneApp, tmp_path_factory: pytest.TempPathFactory) -> dict[str, TestResponse]:
    """Every page, in every state that it has, by a short description."""
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
def chromium() -> Iterator[Browser]:
    found = find_chromium()
    if found is None:
        pytest.fail("No Chromium on this machine, so no page was tried: python -m tests gets one.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone's browser, 360 × 640; whatever it complains about fails the test."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, base_url=address, has_touch=True, device_scale_factor=1
    )
    context.set_default_timeout(10_000)
    expect.set_options(timeout=10_000)
    complaints: list[str] = []
    # A refused form answers 422 or 409, which the browser notes as a failed resource; that is no complaint.
    context.on(
        "console",
        lambda said: (
            complaints.append(said.text)
            if said.type in ("error", "warning") and "Failed to load resource" not in said.text
            else None
        ),
    )
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
