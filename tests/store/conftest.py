"""The scorebook of a fresh app, without any page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorer import create_app
from scorer.store.scorebook import forget_snapshots

from ..one_app import close
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
def old(tmp_path: Path) -> Iterator[Flask]:
    """This release, started on a copy of the first release's database."""
    before = KEPT.read_bytes()
    forget_snapshots()
    (tmp_path / "instance").mkdir()
    shutil.copyfile(KEPT, tmp_path / "instance" / "scorer.db")
    app = create_app({"TESTING": True}, tmp_path / "instance")
    yield app
    close(app)
    assert KEPT.read_bytes() == before
    assert sorted(path.name for path in KEPT.parent.glob("first_release*")) == [
        "first_release.db",
        "first_release.json",
    ]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, int]]:
    """To whom files and folders are given, which only an administrator may do."""
    owners: list[tuple[Path, int]] = []
    monkeypatch.setattr(shutil, "chown", lambda path, user, group: owners.append((path, user)))
    return owners
