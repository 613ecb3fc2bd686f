"""The pages, registered on the app."""

from flask import Flask

from . import (
    access,
    agreement,
    auction,
    compression,
    display,
    disputes,
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
        disputes,
        agreement,
    ):
        app.register_blueprint(pages.pages)
