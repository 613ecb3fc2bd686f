"""The pages, registered on the app."""

from flask import Flask

from . import (
    adjust,
    auction,
    backups,
    board,
    checks,
    disputes,
    export,
    fingerprint,
    hand,
    help,
    home,
    house_rules,
    imports,
    names,
    new_sheet,
    paper,
    people,
    repeats,
    seats,
    sheet,
    what_if,
    why,
)
from .app import access, club_code, display, errors
from .statistics import club, pages
from .statistics import files as season_files


def register(app: Flask) -> None:
    for part in (
        access,
        display,
        errors,
        club_code,
        house_rules,
        repeats,
        export,
    ):
        part.register(app)
    for page in (
        errors,
        home,
        new_sheet,
        sheet,
        hand,
        auction,
        board,
        seats,
        house_rules,
        names,
        adjust,
        people,
        export,
        imports,
        paper,
        disputes,
        fingerprint,
        checks,
        what_if,
        why,
        help,
        pages,
        season_files,
        club,
    ):
        app.register_blueprint(page.bp)
    for bp in (
        people.links_bp,
        people.history_bp,
        people.deletion_bp,
        export.curve_bp,
        export.evenings_bp,
        help.rules_bp,
        help.settings_bp,
        pages.rules_bp,
        pages.spellings_bp,
        club.season_bp,
    ):
        app.register_blueprint(bp)
    if app.config["PHONE_ALONE"]:
        app.register_blueprint(backups.bp)
    else:
        club.register(app)
