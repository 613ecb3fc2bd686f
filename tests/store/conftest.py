"""The scorebook of a fresh app, without any page."""

from collections.abc import Iterator

import pytest
from flask import Flask

from .book import Book


@pytest.fixture
def open_app(app: Flask) -> Iterator[Flask]:
    """The app with its database at hand, as within a request."""
    with app.app_context():
        yield app


@pytest.fixture
def book(open_app: Flask) -> Book:
    return Book()
