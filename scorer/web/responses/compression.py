"""Answers go compressed with gzip where the phone takes it: a page of the sheet in a seventh of its bytes.

What is secret in an answer must not be guessed from its length. Tokens of forms are masked (see `csrf`); an answer
that shows a key, as a link for another phone does, is marked "no-store" and goes as it is.
"""

import gzip

from flask import Flask, Response, request

COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/javascript")
LEAST_BYTES = 500
"""Smaller answers fit a packet anyway."""

_static: dict[str, bytes] = {}
"""Static files by their ETag, compressed once."""


def register(app: Flask) -> None:
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    is_file = request.endpoint == "static" and response.status_code == 200
    if not (response.mimetype or "").startswith(COMPRESSIBLE) or not (is_file or response.is_sequence):
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" not in request.accept_encodings or response.cache_control.no_store:
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < LEAST_BYTES:
        return response
    response.set_data(
        _compressed_file(f"{response.get_etag()}", plain) if is_file else gzip.compress(plain, 5, mtime=0)
    )
    response.headers["Content-Encoding"] = "gzip"
    return response


def _compressed_file(etag: str, plain: bytes) -> bytes:
    if etag not in _static:
        _static[etag] = gzip.compress(without_comments(plain), mtime=0)
    return _static[etag]


def without_comments(text: bytes) -> bytes:
    """A script or a style sheet without indentation and without the comments that have lines of their own."""
    kept: list[bytes] = []
    inside = False
    for line in map(bytes.strip, text.split(b"\n")):
        inside = inside or (line.startswith(b"/*") and b"*/" not in line[:-2])
        if not inside and not line.startswith(b"//"):
            kept.append(line)
        inside = inside and not line.endswith(b"*/")
    return b"\n".join(filter(None, kept)) + b"\n"
