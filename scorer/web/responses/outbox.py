"""What the outbox of a phone is told: that this app answered, and whether it took the command.

A page's script sends commands with the header "Outbox". A browser follows a redirect without showing it to the
script, and with it would go the line that the next page says; so the script is told the address instead.
"""

from flask import Flask, Response, request, session

from .flashes import LINES

HEADER = "Outbox"


def register(app: Flask) -> None:
    app.after_request(_tell)


def _tell(response: Response) -> Response:
    if HEADER not in request.headers:
        return response
    taken = response.status_code == 303
    # A network that answers for everybody, as a hotel's does, does not know this header.
    response.headers[HEADER] = "taken" if taken else "answered"
    if taken:
        response.status_code = 204
        response.set_data(b"")
        response.headers.remove("Content-Type")
        _say_only_the_last()
    return response


def _say_only_the_last() -> None:
    """Of several commands sent one after the other only the last is told and offered back; every complaint is."""
    if lines := session.get(LINES):
        session[LINES] = [line for line in lines[:-1] if not line[1].get("way")] + lines[-1:]
