"""What a phone is set to: the look of its pages, vibration, what follows Save, paper. A cookie keeps it."""

from dataclasses import asdict, dataclass, fields
from typing import Self

from flask import Flask, Response, g, request

from .cookies import LASTING

COOKIE = "settings"
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
    app.jinja_env.globals["phone_settings"] = here


def here() -> PhoneSettings:
    """What this phone is set to."""
    if "phone_settings" not in g:
        g.phone_settings = PhoneSettings.of(request.cookies.get(COOKIE, ""))
    return g.phone_settings


def keep(response: Response, settings: PhoneSettings) -> None:
    """Give a phone its settings. Scripts may read them: a page that the back button brings back asks for them."""
    if settings.cookie:
        response.set_cookie(COOKIE, settings.cookie, max_age=LASTING, samesite="Lax", secure=request.is_secure)
    elif COOKIE in request.cookies:
        response.delete_cookie(COOKIE, samesite="Lax", secure=request.is_secure)
