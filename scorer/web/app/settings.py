"""How the Flask app is set up: folders, cookies, limits."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import URL
from werkzeug.middleware.proxy_fix import ProxyFix

from ...store.location import DATABASE, url_of
from ..responses import csrf
from . import limits, uploads

PACKAGE = Path(__file__).parents[2]
LASTING = timedelta(days=400)
"""As long as browsers keep a cookie; renewed on every day with a visit."""

TYPED_BYTES = 64 * 1024
"""What a form may hold, files apart."""


class Session(SessionMixin):
    """What a phone's cookie holds, read when something asks for it: a look for news never does."""

    modified = False

    def __init__(self, read: Callable[[], dict[str, Any]]) -> None:
        self._read = read

    @cached_property
    def _held(self) -> dict[str, Any]:
        return self._read()

    def __getitem__(self, key: str) -> Any:
        return self._held[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._held[key] = value
        self.modified = True

    def __delitem__(self, key: str) -> None:
        del self._held[key]
        self.modified = True

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that last by the clock of the phone, written when what they hold has changed.

    The clock of the host may be years behind, as that of a small computer without a network is, and may jump: no
    session is too old for it, and none comes from the future.
    """

    def get_cookie_secure(self, app: Flask) -> bool:
        # A phone on the local network speaks plain http and would not send a secure cookie back.
        return request.is_secure

    def open_session(  # pyright: ignore[reportIncompatibleMethodOverride] (Flask asks for no more than a SessionMixin)
        self, app: Flask, request: Request
    ) -> Session:
        def read() -> dict[str, Any]:
            try:
                return self._signing(app).loads(request.cookies.get(self.get_cookie_name(app), ""))
            except BadSignature:
                return {}

        return Session(read)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            response.set_cookie(
                self.get_cookie_name(app),
                self._signing(app).dumps(dict(session)),
                max_age=LASTING,
                httponly=True,
                secure=self.get_cookie_secure(app),
                samesite=self.get_cookie_samesite(app),
            )

    def _signing(self, app: Flask) -> URLSafeTimedSerializer:
        signing = self.get_signing_serializer(app)
        if signing is None:
            raise RuntimeError("there is no secret key")
        return signing


def make_app(instance: Path, config: Mapping[str, Any], *, alone: bool) -> Flask:
    """alone: whether the app runs in the phone itself, without a server."""
    """config: all settings that were given, checked. It has no secret key yet where none was given.

    Raises UnusableDatabaseError.
    """
    instance = instance.resolve()
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
        MAX_CONTENT_LENGTH=TYPED_BYTES,
        MAX_FORM_MEMORY_SIZE=TYPED_BYTES,
        SEND_FILE_MAX_AGE_DEFAULT=LASTING,
        # An hour would kill the forms of every phone that has slept; and there is no referrer to compare.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        NEW_SHEETS_A_MINUTE=limits.STARTED_A_MINUTE,
        ACTS_A_MINUTE=limits.ACTS_A_MINUTE,
        # In this process; several share what a server keeps for them, as redis does.
        RATELIMIT_STORAGE_URI=limits.OWN_STORE,
        LAN_ADDRESS=None,
        HOST_NAMES=(),
        PROXIES=0,
        PHONE_ALONE=alone,
        # Whether that phone has promised to keep what is stored.
        STORAGE_PERSISTS=False,
    )
    app.config.from_mapping(config)
    if isinstance(database := app.config["SQLALCHEMY_DATABASE_URI"], str):
        app.config["SQLALCHEMY_DATABASE_URI"] = url_of(database)
    _believe_proxies(app)
    app.session_interface = Sessions()
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    uploads.register(app)
    csrf.register(app)
    return app


def _believe_proxies(app: Flask) -> None:
    """PROXIES: how many, one behind the other, stand before the app. What each adds about the phone is believed.

    `scorer serve` believes one on its own machine, and no other: this is for other servers.
    """
    if hops := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)


def folder_of(name: str) -> Path:
    """Beside the package's modules where it was installed, beside the package in a checkout."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name
