"""The pages, registered on the app."""

from flask import Flask

from .app import access, assets, compression, display, errors, long_work, outbox, security
from .commands import repeats
from .files import curve, evenings, export, import_sheets
from .forms import options
from .pages import (
    adjust,
    auction,
    hand,
    help,
    history,
    home,
    house_rules,
    names,
    new_sheet,
    rules,
    seats,
    share,
)
from .questions import agreement, checks, dispute, fingerprint, paper, what_if, why
from .sheets import board, end, sheet


def register(app: Flask) -> None:
    for part in (
        compression,
        security,
        access,
        assets,
        display,
        errors,
        long_work,
        outbox,
        options,
        repeats,
        curve,
    ):
        part.register(app)
    for bp in (
        home,
        new_sheet,
        sheet,
        hand,
        auction,
        board,
        end,
        history,
        seats,
        house_rules,
        names,
        adjust,
        share,
        rules,
        export,
        curve,
        evenings,
        import_sheets,
        paper,
        dispute,
        agreement,
        fingerprint,
        checks,
        what_if,
        why,
        help,
    ):
        app.register_blueprint(bp.bp)
