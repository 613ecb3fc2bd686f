"""A season of the server: the pages of the statistics, and of tonight, at links that open no sheet."""

from typing import Any

from flask import Flask, g

from .pages import bp as pages
from .source import SHARED, SHARED_TONIGHT
from .tonight import bp as tonight


def register(app: Flask) -> None:
    if app.config["PHONE_ALONE"]:
        return
    app.register_blueprint(pages, name=SHARED, url_prefix="/season/<key>")
    app.register_blueprint(tonight, name=SHARED_TONIGHT, url_prefix="/tonight/<key>")
    app.url_value_preprocessor(_take_key)


def _take_key(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Keep the key of a season for its source: the pages are the same for every source."""
    if endpoint and values and endpoint.partition(".")[0] in (SHARED, SHARED_TONIGHT):
        g.season_key = values.pop("key")
