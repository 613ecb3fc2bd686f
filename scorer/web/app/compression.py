"""Static files go over the wire compressed, so that a phone's first visit is light.

Pages do not: a page holds a secret token beside what others have written.
"""

import gzip

from flask import Flask, Response, request

SQUEEZABLE = ("text/", "image/svg", "application/javascript")

_squeezed: dict[str, bytes] = {}


def register(app: Flask) -> None:
    app.after_request(_squeeze)


def _squeeze(response: Response) -> Response:
    if request.endpoint != "static" or not (response.mimetype or "").startswith(SQUEEZABLE):
        return response
    response.vary.add("Accept-Encoding")
    etag, _ = response.get_etag()
    if response.status_code == 200 and etag and "gzip" in request.accept_encodings:
        response.direct_passthrough = False
        plain = response.get_data()
        if etag not in _squeezed:
            _squeezed[etag] = gzip.compress(plain, mtime=0)
        response.set_data(_squeezed[etag])
        response.headers["Content-Encoding"] = "gzip"
    return response
