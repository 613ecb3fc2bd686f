"""Only forms of this app are taken: the token that each carries, masked afresh in every answer.

The length of a compressed answer tells what repeats in it. Somebody who can have words of theirs put on a page, as
a player's name, and can watch the lengths of many answers, could so guess a token that always looks the same,
letter by letter (the attack is called BREACH). Here no two answers show it alike: random bytes, then the token
XORed with them.
"""

import base64
import binascii
import secrets

from flask import Flask, g
from flask_wtf.csrf import CSRFProtect, generate_csrf


class MaskedCSRFProtect(CSRFProtect):
    def _get_csrf_token(self) -> str | None:
        sent = super()._get_csrf_token()
        return unmask(sent) if sent else None


csrf = MaskedCSRFProtect()


def register(app: Flask) -> None:
    csrf.init_app(app)
    app.jinja_env.globals["form_token"] = form_token


def form_token() -> str:
    """The token of the forms in this answer."""
    if "form_token" not in g:
        g.form_token = mask(generate_csrf())
    return g.form_token


def mask(token: str) -> str:
    """A token as an answer shows it, otherwise each time."""
    plain = token.encode()
    pad = secrets.token_bytes(len(plain))
    return base64.urlsafe_b64encode(pad + _xor(plain, pad)).decode()


def unmask(masked: str) -> str | None:
    """The token that was shown so; None for what is none."""
    try:
        both = base64.urlsafe_b64decode(masked)
        half = len(both) // 2
        return _xor(both[half:], both[:half]).decode()
    except (binascii.Error, ValueError):
        return None


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
