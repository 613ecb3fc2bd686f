"""One site for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .making import NoSiteError, make, must_be_tried
from .phone import SitePhone, site_phone
from .static_host import StaticHost, hosting


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where npm is missing the tests are skipped, and the summary says so; in CI that is a failure."""
    folder = tmp_path_factory.mktemp("site") / "out"
    try:
        make(folder)
    except NoSiteError as missing:
        if must_be_tried():
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    return folder


@pytest.fixture
def static_host(site: Path) -> Iterator[StaticHost]:
    with hosting(site) as host:
        yield host


@pytest.fixture
def lone_phone(chromium: Browser, static_host: StaticHost, tmp_path: Path) -> Iterator[SitePhone]:
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        yield phone
        assert "\n".join(phone.complaints) == ""
