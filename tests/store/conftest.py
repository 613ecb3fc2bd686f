"""The scorebook of a fresh app, without any page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from .book import Book
from .test_first_release import KEPT


@pytest.fixture
def open_app(app: Flask) -> Iterator[Flask]:
    """The app with its database at hand, as within a request."""
    with app.app_context():
        yield app


@pytest.fixture
def book(open_app: Flask) -> Book:
    return Book()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database that the first release left."""
    shutil.copyfile(KEPT, tmp_path / "kept.db")
    return tmp_path / "kept.db"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, int]]:
    """To whom files and folders are given, which only an administrator may do."""
    owners: list[tuple[Path, int]] = []
    monkeypatch.setattr(shutil, "chown", lambda path, user, group: owners.append((path, user)))
    return owners
