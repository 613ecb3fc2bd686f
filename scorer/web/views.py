"""The pages, registered on the app."""

from flask import Flask

from . import (
    access,
    auction,
    compression,
    display,
    errors,
    hands,
    history,
    home,
    house_rules,
    links,
    names,
    new_sheet,
    outbox,
    rules,
    seats,
    security,
    settle,
    sheets,
    take_away,
    why,
)


def register(app: Flask) -> None:
    for part in (security, access, display, errors, outbox, compression):
        part.register(app)
    for pages in (
        home,
        new_sheet,
        sheets,
        hands,
        auction,
        history,
        seats,
        house_rules,
        names,
        links,
        rules,
        take_away,
        settle,
        why,
    ):
        app.register_blueprint(pages.pages)
