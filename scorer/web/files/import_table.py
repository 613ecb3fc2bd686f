"""A table of hands imported: its columns matched, its bad lines shown, and a new sheet made of the others."""

from collections.abc import Sequence
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField

from ...exports import terminal
from ...rules.game import Game
from ...rules.reading import FormatError, names_in, names_written
from ...rules.registry import GAMES
from ...sheet import importing
from ...sheet.core.judge import IllegalHandError
from ...sheet.paper import hands_table as hands_table
from ...sheet.paper.hands_table import Hands, HandsTable
from ...store import files as store
from ...store import scorebook
from .. import repeats
from ..app import access, club_code, limits
from ..app.display import fault_text
from ..forms import TextField, with_fields
from ..responses import back_to_sheet
from . import import_plan
from .import_names import CalledForm, UnclearNames


def answer(content: bytes, kept: str, form: FlaskForm, *, key: str) -> ResponseReturnValue:
    """The page for a table, or, where that was asked and nothing stands against it, the sheet made of it.

    form: which the table came in, shown again for what is none.
    """
    try:
        table = hands_table.open_table(content)
    except FormatError as fault:
        return render_template("files/import_sheets.html", form=form, error=fault_text(fault)), 422
    matching = _Matching(table, kept)
    if matching.form.saves and matching.hands and not matching.errors:
        if refused := club_code.refused():
            return matching.shown(), *refused
        device = access.device_here()
        if store.brought(key=key, device=device) is None:
            limits.admit_sheets(1, lambda: {"kept": kept, "text": ""})
        offered = import_plan.of_acts("", importing.acts_of(matching.hands.sheet), key=key, device=device)
        sheet_id = store.brought(key=key, device=device)
        if sheet_id and not import_plan.brings(offered, sheet_id):
            return repeats.something_else(scorebook.read(sheet_id))
        sheet_id = sheet_id or import_plan.take(offered, key=key, device=device)
        matching.names.rename(sheet_id, key=key, device=device)
        return back_to_sheet(sheet_id, "Imported.")
    shown = matching.shown()
    return (shown, 422) if matching.errors else shown


class TableForm(FlaskForm):
    """What the columns mean: each has a field column-0, column-1 ...

    game_before, players_before: the game and the players for which these fields were offered.
    """

    action = TextField()
    leave_out = BooleanField()
    game = TextField()
    game_before = TextField()
    players = TextField()
    players_before = TextField()

    @property
    def saves(self) -> bool:
        return self.action.data == "import"


class _Matching:
    """A table with its columns matched as the form says, or as they seem to be."""

    def __init__(self, table: HandsTable, kept: str) -> None:
        self.table = table
        self.kept = kept
        columns = {f"column-{column}": TextField() for column in range(len(table.heading.cells))}
        self.form = form = with_fields(TableForm, columns)()
        chosen = form.game.data or table.likely_game
        self.game = GAMES.get(chosen)
        self.errors: dict[str, str] = {}
        self.players: tuple[str, ...] = ()
        self.matched: tuple[str, ...] = ()
        self.hands: Hands | None = None
        self.names = UnclearNames()
        if self.game is None:
            self.errors["game"] = "Say which game it is."
            return
        same_game = form.game_before.data == chosen
        given = names_in(form.players.data) if form.players.raw_data and same_game else None
        self.players = table.likely_players(self.game) if given is None else given
        self.matched = self._matched(self.game) if same_game else table.likely(self.game, self.players)
        self._read(self.game)

    def _matched(self, game: type[Game]) -> tuple[str, ...]:
        """What the form says of each column; of one it could say nothing of yet, what it seems to be."""
        likely = self.table.likely(game, self.players)
        meanings = self.table.meanings(game, self.players)
        chosen = [self.form[f"column-{column}"] for column in range(len(likely))]
        # Whoever sits down only now may have a column that could be nobody's before.
        again = names_in(self.form.players_before.data) != self.players
        return tuple(
            guess if not field.raw_data or field.data not in meanings or (again and not field.data) else field.data
            for field, guess in zip(chosen, likely, strict=True)
        )

    def _read(self, game: type[Game]) -> None:
        if not self.players:
            self.errors["players"] = "Say who plays, clockwise, with commas between the names."
            return
        try:
            hands = self.table.read(game, self.players, self.matched)
            importing.check_words(hands.sheet)
            self.hands = hands
        except FormatError as fault:
            self.errors["players" if "players" in fault.where else "columns"] = fault_text(fault)
        except IllegalHandError as fault:
            self.errors["columns"] = fault.violation.detail
        else:
            self.names = UnclearNames.of(hands.ledger, CalledForm(request.form))
            if self.names.faults:
                self.errors["names"] = "Nothing was imported: look at the names."
            if not hands.good and hands.bad:
                self.errors["columns"] = "No line makes a hand: are the columns matched?"
            elif self.form.saves and hands.bad and not self.form.leave_out.data:
                self.errors["bad"] = "Put these lines right in the file, or tick that they are left out."

    def shown(self) -> str:
        context: dict[str, Any] = {
            "table": self.table,
            "kept": self.kept,
            "games": GAMES.values(),
            "game": self.game,
            "players": names_written(self.players),
            "columns": self._columns(),
            "hands": self.hands,
            "names": self.names,
            "errors": self.errors,
            "leave_out": self.form.leave_out.data,
            "figures": self._figures(),
        }
        return render_template("files/import_table.html", **context)

    def _columns(self) -> Sequence[tuple[int, str, str, Sequence[str]]]:
        """Of each column that is not empty: its index, heading, what it is matched to, and what it could be
        matched to.
        """
        if not self.game:
            return ()
        meanings = self.table.meanings(self.game, self.players)
        columns = zip(self.table.heading.cells, self.matched, strict=True)
        return [
            (index, heading, each, meanings)
            for index, (heading, each) in enumerate(columns)
            if heading or any(row.get(index) for row in self.table.rows)
        ]

    def _figures(self) -> str:
        """What the figures in the table say against the hands beside them."""
        if not self.hands or self.hands.bad or not self.hands.checked.figures:
            return ""
        return terminal.check_summary(self.hands.checked)
