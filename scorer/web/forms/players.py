"""The players of a table as a form holds them: names clockwise, and who deals."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from wtforms import HiddenField

from ...rules.names import name_faults
from ...rules.options import Options
from ...rules.reading import NAME_LENGTH
from .base import GameForm, TextField, TextsField, small_number

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
        auction = self.game.of(tuple(self.names), options).auction(self.names.index(self.dealer), None)
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
            self._leave(here)
        elif action in ("up", "down", "partner"):
            step = 1 if action == "down" else -1
            there = min(2, len(rows) - 1) if action == "partner" else (here + step) % len(rows)
            rows[here], rows[there] = rows[there], rows[here]
            moved = {str(here): str(there), str(there): str(here)}
            self.deals_first = moved.get(self.deals_first, self.deals_first)

    def _leave(self, row: int) -> None:
        """A player leaves, and the seat waits for another."""
        self.rows[row] = ""

    def validate(self, extra_validators: Any = None) -> bool:
        fine = super().validate(extra_validators)
        self.player_errors = dict(self._faults())
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

    def _faults(self) -> Iterator[tuple[int, str]]:
        rows = [index for index, name in enumerate(self.rows) if name]
        for seat, fault in name_faults(self.names, self.known):
            yield rows[seat], f"{fault}."


def _range(sizes: range) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
