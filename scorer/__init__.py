"""Scorer: the scorekeeper that lies on the table while people play cards with a real deck."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask  # Which the commands that serve nothing start without.

__version__ = "0.2.0"


def create_app(
    config: Mapping[str, Any] | None = None, instance: Path | None = None, *, alone: bool = False
) -> "Flask":
    """The web app. instance: the folder of its database and secret key, by default instance/ where it starts.

    config may set whatever SCORER_ variables of the environment may, such as SQLALCHEMY_DATABASE_URI, and goes
    before them. alone: whether it runs in the phone itself, without a server.
    Raises SettingsError and UnusableDatabaseError.
    """
    from . import configuration
    from .web import factory

    folder = (instance or Path.cwd() / "instance").resolve()
    app = factory.make_app(folder, configuration.read(config), version=__version__, alone=alone)
    for warning in configuration.unsafe():
        app.logger.warning(warning)
    open_folder(app)
    factory.register(app)
    return app


def open_folder(app: "Flask") -> None:
    """Open what is in the folder of an app, brought up to date. Raises UnusableDatabaseError."""
    from . import configuration
    from .store import catalogue
    from .store.opening import open_database

    folder = Path(app.instance_path)
    open_database(app, __version__, ran_before=configuration.has_secret_key(folder))
    catalogue.purge_in(app)
    if not app.config["SECRET_KEY"]:
        # Not before there is a database: a key without one is what is left of a database that was lost.
        app.config["SECRET_KEY"] = configuration.secret_key(folder, app.logger)
