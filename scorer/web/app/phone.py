"""What a phone keeps in its cookies: its session, and how it is set."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from functools import cached_property
from typing import Any, Self

from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

LASTING = timedelta(days=400)
"""As long as browsers keep a cookie; renewed on every day with a visit."""


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


SETTINGS_COOKIE = "settings"
CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("light", "dark", "black"),
    "suits": ("four",),
    "text": ("large",),
    "vibration": ("off",),
    "after_save": ("sheet",),
    "paper": ("letter",),
}
"""What each setting may be besides "", which is how every phone begins."""


@dataclass(frozen=True)
class PhoneSettings:
    theme: str = ""
    suits: str = ""
    text: str = ""
    vibration: str = ""
    after_save: str = ""
    paper: str = ""

    @classmethod
    def of(cls, cookie: str) -> Self:
        """From words such as "theme-dark.suits-four"; words that it does not know are ignored."""
        words = set(cookie.split("."))
        chosen = {
            field.name: value
            for field in fields(cls)
            for value in CHOICES[field.name]
            if f"{field.name}-{value}" in words
        }
        return cls(**chosen)

    @property
    def cookie(self) -> str:
        return ".".join(f"{name}-{value}" for name, value in asdict(self).items() if value)

    @property
    def paper_size(self) -> str:
        """Of a PDF."""
        return self.paper or "a4"

    @property
    def shows_sheet(self) -> bool:
        """Whether the sheet is shown after Save, and not the form of the next hand."""
        return self.after_save == "sheet"


def register(app: Flask) -> None:
    app.jinja_env.globals["phone_settings"] = settings


def settings() -> PhoneSettings:
    """What this phone is set to."""
    if "phone_settings" not in g:
        g.phone_settings = PhoneSettings.of(request.cookies.get(SETTINGS_COOKIE, ""))
    return g.phone_settings


def keep_settings(response: Response, chosen: PhoneSettings) -> None:
    """Give a phone its settings. Scripts may read them: a page that the back button brings back asks for them."""
    if chosen.cookie:
        response.set_cookie(
            SETTINGS_COOKIE, chosen.cookie, max_age=LASTING, samesite="Lax", secure=request.is_secure
        )
    elif SETTINGS_COOKIE in request.cookies:
        response.delete_cookie(SETTINGS_COOKIE, samesite="Lax", secure=request.is_secure)
