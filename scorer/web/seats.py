"""The players of a table as a form holds them, names clockwise; who sits where and who deals, from any hand on."""

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import HiddenField

from ..rules.core import Points
from ..rules.names import name_faults
from ..rules.options import Options
from ..rules.reading import NAME_LENGTH
from ..rules.registry import GAMES
from ..sheet.changes.corrections import substitutions
from ..sheet.changes.remarks import seating
from ..sheet.core.ledger import Row, seated
from ..store.scorebook import Command, Snapshot
from . import commands
from .app import access
from .commands import apply_change, preview_change
from .forms import CorrectionForm, GameForm, NumberField, TextField, TextsField, small_number
from .hand import table_of

LAST_PLAYER = "last"


class PlayersForm(GameForm):
    """Players are read from as many fields called "player" as there are; a field left empty is no seat.

    rows: the fields as they stand, without the empty ones behind those that are always offered; deals_first: the
    row of the dealer as text, or "last"; player_errors: by row; action: the button that was tapped, and after a
    colon what it is about; drawn: whether it drew the dealer. known: the names that are on the sheet already.
    """

    key = HiddenField()
    player = TextsField()
    dealer_row = TextField(name="dealer", default=LAST_PLAYER)
    action = TextField()
    seats_offered = 0
    drawn = False
    known: Sequence[str] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: list[str] = [name.strip() for name in self.player.data]
        offered = min(self.seats_offered, self.game.sizes[-1])
        while len(self.rows) > offered and not self.rows[-1]:
            self.rows.pop()
        self.rows += [""] * (offered - len(self.rows))
        self.deals_first = self.dealer_row.data
        self.player_errors: dict[int, str] = {}
        self.players_error = ""

    @property
    def seats(self) -> list[str]:
        """Who sits there, row by row, "" for nobody."""
        return self.rows

    @property
    def names(self) -> list[str]:
        return [name for name in self.seats if name]

    @property
    def last_row(self) -> int:
        """That of the last player, who deals unless somebody else is marked."""
        return next((row for row in reversed(range(len(self.seats))) if self.seats[row]), len(self.rows) - 1)

    @property
    def dealer(self) -> str:
        """Who deals: the marked row's player, else the last; empty where there is nobody yet."""
        return self._marked() or "".join(self.names[-1:])

    def _marked(self) -> str:
        row = small_number(self.deals_first)
        return self.seats[row] if row is not None and row < len(self.rows) else ""

    def seating(self, options: Options | None = None) -> str:
        """Who deals and who speaks first, as far as the names are there. options: the house rules, None for those
        of the game as it is published.
        """
        if len(self.names) not in self.game.sizes or self.player_errors:
            return "Tap the D of who deals first."
        game = self.game.of(tuple(self.names), options)
        auction = game.auction(self.names.index(self.dealer), game.carrying.first)
        if not auction:
            return f"{self.dealer} deals."
        first = auction.name(auction.turn)
        return f"{self.dealer} deals{' and' if first == self.dealer else f', {first}'} speaks first."

    def rearrange(self) -> None:
        """Add a name, let a player sit out, move one up or down or opposite the first, with the dealer's
        mark; or draw the first dealer by lot [S2].
        """
        rows = self.rows
        action, _, what = self.action.data.partition(":")
        here = small_number(what)
        if action == "add" and what not in rows and "" in rows:
            rows[rows.index("")] = what[:NAME_LENGTH]
        elif action == "add" and what not in rows and len(rows) < self.game.sizes[-1]:
            rows.append(what[:NAME_LENGTH])
        elif action == "add" and what not in rows:
            self.players_error = f"All {len(rows)} seats are taken: empty one for {what[:NAME_LENGTH]}."
        elif action == "lot":
            named = [str(row) for row, name in enumerate(rows) if name]
            self.deals_first = secrets.choice(named or [LAST_PLAYER])
            self.drawn = bool(named)
        elif here is None or here >= len(rows):
            return
        elif action == "out":
            rows[here] = ""
        elif action in ("up", "down", "partner"):
            step = 1 if action == "down" else -1
            there = min(2, len(rows) - 1) if action == "partner" else (here + step) % len(rows)
            rows[here], rows[there] = rows[there], rows[here]
            moved = {str(here): str(there), str(there): str(here)}
            self.deals_first = moved.get(self.deals_first, self.deals_first)

    def validate(self, extra_validators: Any = None) -> bool:
        fine = super().validate(extra_validators)
        rows = [row for row, name in enumerate(self.rows) if name]
        self.player_errors = {rows[seat]: f"{fault}." for seat, fault in name_faults(self.names, self.known)}
        sizes = self.game.sizes
        if len(self.names) not in sizes:
            self.players_error = (
                f"{self.game.title} is for {_range(sizes)} players: "
                f"there {'is' if len(self.names) == 1 else 'are'} {len(self.names) or 'none'} so far."
            )
        elif self.deals_first != LAST_PLAYER and not self._marked():
            self.players_error = "Nobody sits where the dealer should be."
        return fine and not (self.player_errors or self.players_error)

    @property
    def fault(self) -> str:
        """The first thing that is wrong; empty where nothing is."""
        return self.players_error or next(iter(self.player_errors.values()), "")


def _range(sizes: range) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"


bp = Blueprint("seats", __name__, url_prefix="/sheets/<sheet_id>/seats")


WISH = "Change the seats or the dealer above."


class SeatsForm(PlayersForm, CorrectionForm):
    """heirs: newcomers who start with the points of the players whose seats they take; hand: the entry of the hand
    from which on others sit, None for the next.
    """

    action = TextField(default="save")
    heirs = TextsField(name="heir")
    hand = NumberField(name="from")


@bp.get("")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_play(sheet_id)
    form = _form(snapshot)
    table = table_of(snapshot, _row(snapshot, form))
    form.rows = list(table.game.players)
    form.deals_first = str(table.dealer)
    form.begin(snapshot.version)
    return _render(snapshot, form)


@bp.post("")
def save(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = _form(snapshot)
    if form.action.data != "save":
        form.rearrange()
        return _render(snapshot, form)
    if not form.validate():
        return _render(snapshot, form), 422
    return apply_change(
        snapshot,
        form,
        _command(snapshot, form),
        lambda now, notice: _render(now, form, notice),
        changed=_changed(snapshot, form),
    )


@bp.post("/preview")
def preview(sheet_id: str) -> ResponseReturnValue:
    """What the seating as it is entered would move."""
    snapshot = access.snapshot_to_score(sheet_id)
    return render_template("parts/correction.html", **_context(snapshot, _form(snapshot)))


def _form(snapshot: Snapshot) -> SeatsForm:
    form = SeatsForm.of(GAMES[snapshot.sheet.game], request.values)
    form.known = seated(snapshot.ledger)
    return form


def _row(snapshot: Snapshot, form: SeatsForm) -> Row | None:
    """The hand from which on; None for the next."""
    return None if form.hand.data is None else snapshot.ledger.row(form.hand.data) or abort(404)


def _changed(snapshot: Snapshot, form: SeatsForm) -> bool:
    table = table_of(snapshot, _row(snapshot, form))
    old = table.game.players
    return tuple(form.names) != old or form.dealer != old[table.dealer]


def _command(snapshot: Snapshot, form: SeatsForm) -> Command:
    row = _row(snapshot, form)
    heir = next((name for name in form.heirs.data if name in _heirs(snapshot, row, form)), "")
    return commands.seat(row.hand.entry if row else None, tuple(form.names), form.dealer, heir)


def _heirs(snapshot: Snapshot, row: Row | None, form: SeatsForm) -> dict[str, tuple[str, Points]]:
    """The newcomers who may start with the points of the player they come for: {comes: (leaves, points)}.

    Those points are a hand settled by the table: where hands are counted none can be spared for that.
    """
    ledger = snapshot.ledger
    number = row.number if row else len(ledger.rows) + 1
    game = table_of(snapshot, row).game
    if number == 1 or game.partnerships or game.counts_hands:
        return {}
    totals = dict(zip(ledger.columns, ledger.totals_after(number - 1), strict=True))
    comes = substitutions(game.players, tuple(form.names))
    newcomers = {come: leave for leave, come in comes.items() if come not in totals}
    return {come: (leave, totals[leave]) for come, leave in newcomers.items() if totals[leave]}


def _render(snapshot: Snapshot, form: SeatsForm, notice: str = "") -> str:
    template = "parts/seats_form.html" if request.headers.get("HX-Request") else "pages/seats.html"
    return render_template(template, notice=notice, **_context(snapshot, form))


def _context(snapshot: Snapshot, form: SeatsForm) -> dict[str, Any]:
    ledger = snapshot.ledger
    row = _row(snapshot, form)
    number = row.number if row else len(ledger.rows) + 1
    table = table_of(snapshot, row)
    old, new = table.game.players, tuple(form.names)
    sound = form.validate() if request.method == "POST" else True
    changed = sound and _changed(snapshot, form)
    comes = substitutions(old, new)
    return {
        "snapshot": snapshot,
        "ledger": ledger,
        "game": table.game,
        "form": form,
        "number": number,
        "row": row,
        "bench": [name for name in ledger.columns if name not in new] if not table.game.sides_have_columns else [],
        "heirs": _heirs(snapshot, row, form),
        "wish": "" if changed else WISH if sound else form.fault,
        "sentences": [
            f"From hand {number} on.",
            *(f"{come} comes for {leave}." for leave, come in comes.items()),
            form.seating(table.game.options),
            *(seating(ledger, row, new) if changed else ()),
        ],
        "weighed": preview_change(snapshot, _command(snapshot, form) if changed else None),
        "verb": "Save",
    }
