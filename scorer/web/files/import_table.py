"""A table of hands brought in: its columns matched, its bad lines shown, and a new sheet made of the others."""

from collections.abc import Sequence
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from ...exports.text import findings
from ...rules.cells import names_in, names_written
from ...rules.game import Game
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ...sheet.core.judge import IllegalHandError
from ...sheet.importing import history as bringing
from ...sheet.importing import table as hands_table
from ...sheet.importing.table import Hands, HandsTable
from ...store import importing as store
from ..app import access
from ..app.display import fault_text
from ..app.flashes import say
from . import import_plan


def answer(content: bytes, kept: str, form: FlaskForm, *, key: str) -> ResponseReturnValue:
    """The page for a table, or, where that was asked and nothing stands against it, the sheet made of it.

    form: which the table came in, shown again for what is none.
    """
    try:
        table = hands_table.open_table(content)
    except FormatError as fault:
        return render_template("files/import_sheets.html", form=form, error=fault_text(fault)), 422
    snapshot = _TablePage(table, kept)
    if request.form.get("action") == "bring" and snapshot.hands and snapshot.may_be_brought:
        device = access.device_here()
        offered = import_plan.of_acts("", bringing.acts_of(snapshot.hands.sheet), key=key, device=device)
        sheet_id = store.brought(key=key, device=device) or import_plan.take(offered, key=key, device=device)
        say("Brought in.")
        return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)
    return snapshot.shown()


class _TablePage:
    """A table with its columns matched as the form says, or as they seem to be."""

    def __init__(self, table: HandsTable, kept: str) -> None:
        self.table = table
        self.kept = kept
        self.asked = request.form.get("action") == "bring"
        self.leave_out = bool(request.form.get("leave_out"))
        chosen = request.form.get("game") or table.likely_game
        self.game = GAMES.get(chosen)
        self.errors: dict[str, str] = {}
        self.players: tuple[str, ...] = ()
        self.matched: tuple[str, ...] = ()
        self.hands: Hands | None = None
        if self.game is None:
            self.errors["game"] = "Say which game it is."
            return
        given = request.form.get("players")
        same_game = request.form.get("game_before") == chosen
        self.players = names_in(given) if given is not None and same_game else table.likely_players(self.game)
        self.matched = self._matched(self.game) if same_game else table.likely(self.game, self.players)
        self._read(self.game)

    def _matched(self, game: type[Game]) -> tuple[str, ...]:
        """What the form says of each column; of one it could say nothing of yet, what it seems to be."""
        likely = self.table.likely(game, self.players)
        known = self.table.meanings(game, self.players)
        chosen = [request.form.get(f"column-{at}") for at in range(len(likely))]
        # Whoever sits down only now may have a column that could be nobody's before.
        again = names_in(request.form.get("players_before", "")) != self.players
        return tuple(
            guess if each is None or each not in known or (again and not each) else each
            for each, guess in zip(chosen, likely, strict=True)
        )

    def _read(self, game: type[Game]) -> None:
        if not self.players:
            self.errors["players"] = "Say who plays, clockwise, with commas between the names."
            return
        try:
            hands = self.table.read(game, self.players, self.matched)
            bringing.check_words(hands.sheet)
            self.hands = hands
        except FormatError as fault:
            self.errors["players" if "players" in fault.where else "columns"] = fault_text(fault)
        except IllegalHandError as fault:
            self.errors["columns"] = fault.violation.detail
        else:
            if not hands.good and hands.bad:
                self.errors["columns"] = "No line makes a hand: are the columns matched?"
            elif self.asked and hands.bad and not self.leave_out:
                self.errors["bad"] = "Put these lines right in the file, or tick that they are left out."

    @property
    def may_be_brought(self) -> bool:
        return not self.errors

    def shown(self) -> ResponseReturnValue:
        context: dict[str, Any] = {
            "table": self.table,
            "kept": self.kept,
            "games": GAMES.values(),
            "game": self.game,
            "players": names_written(self.players),
            "columns": self._columns(),
            "hands": self.hands,
            "errors": self.errors,
            "leave_out": self.leave_out,
            "figures": self._figures(),
        }
        shown = render_template("files/import_table.html", **context)
        return (shown, 422) if self.errors else shown

    def _columns(self) -> Sequence[tuple[str, str, Sequence[str]]]:
        """Of each column its heading, what it is matched to, and what it could be matched to."""
        if not self.game:
            return ()
        known = self.table.meanings(self.game, self.players)
        headings = self.table.heading.cells
        return [(heading, each, known) for heading, each in zip(headings, self.matched, strict=True)]

    def _figures(self) -> str:
        """What the figures in the table say against the hands beside them."""
        if not self.hands or self.hands.bad or not self.hands.checked.figures:
            return ""
        return findings.summary(self.hands.checked)
