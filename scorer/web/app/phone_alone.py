"""What takes a server, and a phone that keeps score alone cannot offer: it says what to do instead."""

from flask import Flask, make_response, render_template, request
from flask.typing import ResponseReturnValue

LINKS = (
    "No other phone can join here",
    (
        "This phone keeps score alone: there is no server that another phone could reach. “Send” in the menu of "
        "the sheet gives a link and a code that hold the sheet itself; other phones open it as a copy."
    ),
)
WHO = ("people.who", "people.say_who")
"""Nobody else has the sheet, and whoever has this phone may say who they are all the same."""
DRAWN_BY_THE_COMPILER = ("export.as_pdf", "season_files.paper")
PDF = (
    "The browser makes the PDF",
    (
        "Open “Print” under “Export”, or the page of the statistics, and print it: the phone's own "
        "print page saves it as a PDF."
    ),
)


def register(app: Flask) -> None:
    if not app.config["PHONE_ALONE"]:
        return

    @app.before_request
    def say_what_to_do() -> ResponseReturnValue | None:
        of_links = request.blueprint in ("links", "people") and request.endpoint not in WHO
        if not of_links and request.endpoint not in DRAWN_BY_THE_COMPILER:
            return None
        title, text = LINKS if of_links else PDF
        return make_response(render_template("error.html", title=title, text=text), 404)
