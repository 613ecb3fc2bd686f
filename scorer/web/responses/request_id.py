"""Each request has an id, which the log and the answer name: one that a proxy has given it, or a new one."""

import logging
import re
import secrets

from flask import Flask, Response, g, has_request_context, request
from flask.logging import default_handler

HEADER = "X-Request-ID"
_WELL_FORMED = re.compile(r"[\w.=+/-]{1,64}", re.ASCII)
LINE = "[%(asctime)s] %(levelname)s in %(module)s [%(request_id)s]: %(message)s"
"""A line of the log, as Flask writes it, with the id; "-" outside of requests."""


class WithRequestId(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id() if has_request_context() else "-"
        return True


def request_id() -> str:
    """The id of this request."""
    if "request_id" not in g:
        sent = request.headers.get(HEADER, "")
        g.request_id = sent if _WELL_FORMED.fullmatch(sent) else secrets.token_hex(8)
    return g.request_id


def register(app: Flask) -> None:
    app.logger.addFilter(WithRequestId())
    if default_handler in app.logger.handlers:
        default_handler.setFormatter(logging.Formatter(LINE))
    app.after_request(_answer)


def _answer(response: Response) -> Response:
    # A file is the same for everybody, and is kept.
    if request.endpoint != "static":
        response.headers[HEADER] = request_id()
    return response
