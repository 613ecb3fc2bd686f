"""Scorer: the scorekeeper that lies on the table while people play cards with a real deck."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask  # Which the commands that serve nothing start without.

__version__ = "0.1.0"


def create_app(config: Mapping[str, Any] | None = None, instance: Path | None = None) -> "Flask":
    """The web app. instance: the folder of its database and secret key, by default instance/ where it starts.

    config may set SQLALCHEMY_DATABASE_URI, and LAN_ADDRESS: where phones on the same network reach the app.
    What it does not set is read from the environment, as SCORER_SQLALCHEMY_DATABASE_URI.
    """
    from .store.database import open_database
    from .web import routes
    from .web.app import settings

    app = settings.make_app(instance or Path.cwd() / "instance", config or {})
    open_database(app, __version__, ran_before=False)
    routes.register(app)
    return app
