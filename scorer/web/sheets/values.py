"""What the templates of a sheet show."""

from collections import Counter
from functools import partial
from typing import Any

from flask import url_for
from wtforms import Form

from ...exports.text.wording import won
from ...sheet.changes.house_rules import first_game
from ...store import people
from ...store.database import now as now_is
from ...store.people import VIEW, Grant
from ...store.scorebook import Snapshot
from ..app import access
from ..app.display import when
from ..app.people import called
from ..app.speaker import speaker_on
from ..forms.base import NumberField
from ..games.ahead import Ahead
from . import other_scorers, sheet_rows
from .again import again
from .fitting import Fit, longest
from .lines import auction_now, lines_of
from .sheet_rows import Window


class WindowForm(Form):
    """hand: the number of one that the page must have; before: of the hand that follows those shown."""

    hand = NumberField()
    before = NumberField()


def page_values(snapshot: Snapshot, now: Snapshot | None, window: Window) -> dict[str, Any]:
    """What the templates of the sheet show. now: the sheet as it stands, where an earlier state of it is shown."""
    ledger, line = snapshot.ledger, snapshot.line
    scoring = now is None and access.may_score(snapshot.id)
    return sheet_values(snapshot, now) | {
        "window": window,
        "scoring": scoring,
        "told": None if now else _told(access.grant(snapshot.id)),
        "claims": _claims(snapshot) if scoring and access.grant(snapshot.id).claims else (),
        "claim": "" if now else _claim(snapshot),
        "others_score": other_scorers.told(snapshot) if scoring and not snapshot.sheet.finished else "",
        "playing": scoring and not snapshot.sheet.finished,
        "speaker": None if now else speaker_on(snapshot),
        "undoes": line.last_act and snapshot.history.act(line.last_act),
        "redoes": line.undone and snapshot.history.describe(line.undone[-1].undo),
        "disputed": snapshot.open_disputes,
        "sheet_warnings": () if now else snapshot.warnings,
        "standing_of": {standing.column: standing for standing in ledger.standings},
        "roles": [line.roles for line in lines_of(ledger, auction_now(ledger))],
        "fit": Fit.of(ledger),
        "longest": longest,
        "headline": sheet_rows.headline,
        "places": partial(sheet_rows.places, ledger),
        "row_notes": sheet_rows.notes,
        "hands_ahead": Ahead.of,
        "again": again,
    }


def _told(grant: Grant) -> str:
    """What this phone is told of its right, for as long as it is new; one that watches is told for good."""
    new = grant.told_at and (grant.role == VIEW or now_is() - grant.told_at < other_scorers.LATELY)
    return f"{grant.told} ({when(grant.told_at)})" if new and grant.told_at else ""


def _claims(snapshot: Snapshot) -> list[tuple[str, str]]:
    """The phones that say they are a player's who has a phone already, each with the name."""
    name = called(snapshot)
    asking = ((one.device, one.grant) for one in people.people(snapshot.id) if one.grant.claim)
    return [(device, name(grant.claim, grant.claim_number) or grant.claim) for device, grant in asking]


def _claim(snapshot: Snapshot) -> str:
    """Whose phone this one says it is, while whoever scores is asked."""
    grant = access.grant(snapshot.id)
    return grant.claim and (called(snapshot)(grant.claim, grant.claim_number) or grant.claim)


def sheet_values(snapshot: Snapshot, now: Snapshot | None) -> dict[str, Any]:
    """What the sheet and its whole table both show."""
    ledger = snapshot.ledger
    sheet_at = url_for("sheets.show", sheet_id=snapshot.id)
    then_at = url_for("sheets.as_it_was", sheet_id=snapshot.id, number=snapshot.version)
    return {
        "snapshot": snapshot,
        "ledger": ledger,
        "now": now,
        "sheet_at": then_at if now else sheet_at,
        "why_at": f"{sheet_at}/why/",
        "hands_at": f"{sheet_at}/hands/",
        "then": f"&then={snapshot.version}" if now else "",
        "since": f"?then={snapshot.version}" if now else "",
        "amended": snapshot.line.amended,
        "agreement": snapshot.agreement,
        "changes": snapshot.changes,
        "seated": snapshot.seated,
        "won": won(ledger),
        "shared": Counter(standing.place for standing in ledger.standings),
        "house_rules": first_game(ledger).options.changed(),
    }
