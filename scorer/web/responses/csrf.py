"""Only forms of this app are taken: the token that each carries, masked afresh in every answer.

The length of a compressed answer tells what repeats in it. Somebody who can have words of theirs put on a page, as
a player's name, and can watch the lengths of many answers, could so guess a token that always looks the same,
letter by letter (the attack is called BREACH). Here no two answers show it alike: 16 random bytes, then the token
XORed with what a hash makes of them.
"""

import base64
import binascii
import hashlib
import secrets

from flask import Flask, g
from flask_wtf.csrf import CSRFProtect, generate_csrf

SEED_BYTES = 16


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


def make_token() -> None:
    """Give the session of this phone its token now, where it has none.

    Of two pages that are asked for at once each would make one, and the forms of the page whose cookie came first
    would be refused.
    """
    generate_csrf()


def mask(token: str) -> str:
    """A token as an answer shows it, otherwise each time."""
    seed = secrets.token_bytes(SEED_BYTES)
    return base64.urlsafe_b64encode(seed + _masked(token.encode(), seed)).decode()


def unmask(masked: str) -> str | None:
    """The token that was shown so; None for what is none."""
    try:
        shown = base64.urlsafe_b64decode(masked)
        return _masked(shown[SEED_BYTES:], shown[:SEED_BYTES]).decode()
    except (binascii.Error, ValueError):
        return None


def _masked(text: bytes, seed: bytes) -> bytes:
    """A text XORed with what a hash makes of the seed; twice gives the text again."""
    mask = hashlib.shake_256(seed).digest(len(text))
    return bytes(letter ^ other for letter, other in zip(text, mask, strict=True))
