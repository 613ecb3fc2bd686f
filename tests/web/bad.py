"""What people and programs send where a name, a number or a suit is asked for."""

from werkzeug.test import TestResponse

from .phone import words

MARKUP = "<script>alert(1)</script>"
BAD = {
    "huge": "9" * 5000,
    "negative": "-1",
    "too many": "18",
    "a leading nought": "07",
    "a float": "6.0",
    "other digits": "٦",
    "a raised digit": "²",
    "nobody here": "Zoe",
    "emoji": "🃏" * 50,
    "right to left": "\u202eعنبر",
    "markup": MARKUP,
    "a quote": '"><b onclick=x>',
    "control": "\x07\x1b[31m",
    "nul": "\x00",
    "a line": "Amber\r\nBetty",
    "braces": "{0.__class__} {{ 7 * 7 }} %s",
}


def is_tame(response: TestResponse, case: object = "") -> None:
    """Answered in words, and with nothing in it that was not escaped, or escaped twice."""
    assert response.status_code < 500, (case, words(response))
    for markup in ("<script>alert", "<b onclick", "&amp;lt;", "&amp;#", "<class"):
        assert markup not in response.text, case
