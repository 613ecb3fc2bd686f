"""The pages, registered on the app."""

from flask import Flask

from . import (
    access,
    agreement,
    assets,
    auction,
    auction_trial,
    bring_in,
    chat,
    compression,
    display,
    disputes,
    errors,
    fingerprint,
    hands,
    help,
    history,
    home,
    house_rules,
    links,
    long_work,
    names,
    new_sheet,
    outbox,
    paper,
    picture,
    rules,
    seats,
    security,
    settle,
    sheets,
    take_away,
    taken,
    trick,
    what_if,
    why,
)


def register(app: Flask) -> None:
    for part in (security, access, assets, display, errors, long_work, outbox, compression, taken):
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
        chat,
        picture,
        bring_in,
        settle,
        paper,
        disputes,
        agreement,
        fingerprint,
        auction_trial,
        trick,
        what_if,
        why,
        help,
    ):
        app.register_blueprint(pages.pages)
