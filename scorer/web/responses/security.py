"""Headers on every answer."""

from flask import Flask, Response, abort, request

POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def register(app: Flask) -> None:
    # On the phone alone its own page shows the app in a frame.
    ancestors = "'self'" if app.config["PHONE_ALONE"] else "'none'"
    policy = HEADERS[POLICY].replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")
    headers = {**HEADERS, POLICY: policy}

    @app.before_request
    def an_address_of_ours() -> None:
        # No id holds this letter, and a database may refuse to look for it, for the page that says so too.
        if "\0" in request.path:
            request.view_args = {}
            abort(404)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.vary.add("HX-Request")
            response.vary.add("Cookie")
        return response
