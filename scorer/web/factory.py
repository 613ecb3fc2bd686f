"""How the Flask app is set up: folders, settings, limits, and the pages registered on it."""

from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, templating
from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, compiler
from jinja2.bccache import Bucket
from sqlalchemy import URL
from werkzeug.middleware.proxy_fix import ProxyFix

from ..store.database import DATABASE, url_of
from . import (
    assets,
    auction,
    backups,
    checks,
    club,
    corrections,
    disputes,
    export,
    hand,
    help,
    home,
    imports,
    new_sheet,
    people,
    protection,
    questions,
    repeats,
    responses,
    sheet,
    statistics,
    table_forms,
)
from .app import access, club_code, display, errors, limits
from .app.access import LASTING, Sessions
from .assets import folder_of


def make_app(instance: Path, config: Mapping[str, Any], *, version: str, alone: bool) -> Flask:
    """instance: its folder.
    config: all settings that were given, checked.
    version: of this release.
    alone: whether the app runs in the phone itself, without a server.

    It has no secret key yet where none was given.

    Raises UnusableDatabaseError.
    """
    instance.mkdir(parents=True, exist_ok=True)
    app = Flask(
        "scorer",
        instance_path=str(instance),
        template_folder=str(folder_of("templates")),
        static_folder=str(folder_of("static")),
    )
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=URL.create("sqlite", database=str(instance / DATABASE)),
        SESSION_COOKIE_NAME="scorer",
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=limits.TYPED_BYTES,
        MAX_FORM_MEMORY_SIZE=limits.TYPED_BYTES,
        SEND_FILE_MAX_AGE_DEFAULT=LASTING,
        # An hour would kill the forms of every phone that has slept; and there is no referrer to compare.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        NEW_SHEETS_A_MINUTE=limits.STARTED_A_MINUTE,
        ACTS_A_MINUTE=limits.ACTS_A_MINUTE,
        # In this process; several share what a server keeps for them, as redis does.
        RATELIMIT_STORAGE_URI=limits.OWN_STORE,
        CLUB_CODE=None,
        LAN_ADDRESS=None,
        TIME_ZONE=None,
        HOST_NAMES=(),
        PROXIES=0,
        PHONE_ALONE=alone,
        # Whether that phone has promised to keep what is stored.
        STORAGE_PERSISTS=False,
        SHEETS_LOST=0,
    )
    app.config.from_mapping(config)
    if isinstance(database := app.config["SQLALCHEMY_DATABASE_URI"], str):
        app.config["SQLALCHEMY_DATABASE_URI"] = url_of(database)
    _believe_proxies(app)
    app.session_interface = Sessions()
    app.jinja_environment = OneGlobals
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    if not alone:
        # Not optimized: what is worked out in advance would stay as it was when the code behind it was another.
        app.jinja_options |= {"bytecode_cache": _compiled_templates(version), "optimized": False}
    for part in (limits, responses, protection, assets):
        part.register(app)
    return app


class OneGlobals(templating.Environment):
    """Templates share the one dictionary of what all may use: each page, and each part of it, copies that, and of
    Jinja's chain of two dictionaries a copy is slow.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class CompiledTemplates(FileSystemBytecodeCache):
    """Each of its text, and of how what is made of it calls our filters."""

    _calls = ""

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        filters = sorted(environment.filters.items())
        self._calls = self._calls or f"{[(key, getattr(each, 'jinja_pass_arg', '')) for key, each in filters]}"
        return super().get_bucket(environment, name, filename, f"{self._calls} {source}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):  # A full disk keeps no page from being shown.
            super().dump_bytecode(bucket)


def _compiled_templates(version: str) -> BytecodeCache | None:
    """Where templates are kept as Python has compiled them, so that the next start need not: a folder of this user
    among those for temporary files. None where there is no such folder that nobody else can write.
    """
    with suppress(OSError, RuntimeError):
        compiled_by = Path(compiler.__file__).stat().st_mtime_ns
        return CompiledTemplates(pattern=f"scorer-{version}-{compiled_by:x}-%s")
    return None


def _believe_proxies(app: Flask) -> None:
    """PROXIES: how many, one behind the other, stand before the app. What each adds about the phone is believed.

    `scorer serve` believes one on its own machine, and no other: this is for other servers.
    """
    inside = app.wsgi_app

    def answer(environ: Any, start_response: Any) -> Any:
        if environ["wsgi.url_scheme"] not in ("http", "https"):
            environ["wsgi.url_scheme"] = "http"  # A proxy may say anything.
        return inside(environ, start_response)

    app.wsgi_app = answer
    if hops := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)


def register(app: Flask) -> None:
    """Put the pages on it."""
    for part in (access, display, errors, club_code, table_forms, repeats, sheet):
        part.register(app)
    pages = (errors, home, new_sheet, sheet, hand, auction, people, export, imports, disputes, checks, questions)
    of_pages = (each for page in (*pages, corrections, help, statistics, club) for each in vars(page).values())
    for bp in dict.fromkeys(each for each in of_pages if isinstance(each, Blueprint)):
        app.register_blueprint(bp)
    if app.config["PHONE_ALONE"]:
        app.register_blueprint(backups.bp)
    else:
        club.register(app)
