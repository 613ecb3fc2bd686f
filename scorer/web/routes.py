"""The pages, registered on the app."""

from flask import Flask

from . import (
    adjust,
    auction,
    board,
    checks,
    disputes,
    fingerprint,
    hand,
    house_rules,
    names,
    new_sheet,
    paper,
    repeats,
    seats,
    sheet,
    what_if,
    why,
)
from .app import access, club_code, display, errors, phone
from .files import backups, curve, evenings, export, import_sheets
from .pages import (
    deletion,
    help,
    history,
    home,
    people,
    season,
)
from .statistics import files as season_files
from .statistics import house_rules as season_rules
from .statistics import merging, tonight
from .statistics import pages as seasons
from .statistics import shared as shared_season


def register(app: Flask) -> None:
    for part in (
        access,
        display,
        errors,
        phone,
        club_code,
        house_rules,
        repeats,
        curve,
    ):
        part.register(app)
    for bp in (
        errors,
        home,
        new_sheet,
        sheet,
        hand,
        auction,
        board,
        history,
        seats,
        house_rules,
        names,
        adjust,
        people,
        season,
        deletion,
        export,
        curve,
        evenings,
        seasons,
        merging,
        season_files,
        season_rules,
        tonight,
        import_sheets,
        paper,
        disputes,
        fingerprint,
        checks,
        what_if,
        why,
        help,
    ):
        app.register_blueprint(bp.bp)
    for bp in (people.links, help.rules, help.settings):
        app.register_blueprint(bp)
    shared_season.register(app)
    if app.config["PHONE_ALONE"]:
        app.register_blueprint(backups.bp)
