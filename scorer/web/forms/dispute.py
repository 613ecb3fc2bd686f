"""What is entered about a disputed hand: what a player says, and how the table ends it."""

from collections.abc import Mapping
from typing import Any

from wtforms import RadioField, StringField, ValidationError

from ...rules.core import Points
from ...rules.fields.values import read_points
from ...sheet.changes.disputes import Version, columns_to_settle
from ...sheet.changes.settling import majority
from ...sheet.core.entries import Outcome
from ...sheet.core.ledger import Row
from ...store.scorebook import Snapshot
from .base import REASON_LENGTH, CommandForm, TextField, TextsField, line, with_fields

WORDS_LENGTH = 200


class StatementForm(CommandForm):
    """What a player says. players: who may say something."""

    player = StringField()
    words = StringField(validators=line("statement", WORDS_LENGTH))
    players: tuple[str, ...] = ()
    words_needed = False

    def validate_player(self, field: StringField) -> None:
        if not field.data:
            raise ValidationError("Tap the name of the player who says so.")
        if field.data not in self.players:
            raise ValidationError(f"{field.data[:40]} does not play in this hand.")

    def validate_words(self, field: StringField) -> None:
        if self.words_needed and not (field.data or "").strip():
            raise ValidationError("Write what they say.")

    @property
    def text(self) -> str:
        return (self.words.data or "").strip()


class SettlementForm(CommandForm):
    """outcome: "upheld", "struck", "by hand", or the first statement of a version; names: who agrees.

    It has a field points_0, points_1 ... for each column.
    """

    outcome = RadioField(choices=[], validate_choice=False)
    names = TextsField(name="agreed")
    reason = StringField(validators=line("reason", REASON_LENGTH))

    columns: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    possible: Mapping[int, Version]
    point_errors: dict[int, str]
    agreed_error = ""

    @classmethod
    def of(cls, snapshot: Snapshot, row: Row, among: tuple[Version, ...]) -> "SettlementForm":
        """The form as it was sent, for a hand of which there are these versions."""
        columns = columns_to_settle(snapshot.ledger, row)
        form = with_fields(
            cls, {f"points_{index}": TextField(filters=[str.strip]) for index in range(len(columns))}
        )()
        form.columns = columns
        # By their statements, which no other entry moves, and not by their places.
        form.possible = {version.statements[0]: version for version in among[1:] if version.row}
        form.players = row.game.players
        form.point_errors = {}
        return form

    @property
    def written(self) -> list[str]:
        """The points as they were typed, by column."""
        return [self[f"points_{index}"].data for index in range(len(self.columns))]

    @property
    def agreed(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name in self.names.data)

    def validate_outcome(self, field: RadioField) -> None:
        offered = ("upheld", "struck", "by hand", *(str(number) for number in self.possible))
        if field.data not in offered:
            raise ValidationError("Tap how it ends.")
        if field.data == "by hand":
            for column, text in enumerate(self.written):
                try:
                    read_points(text or "0")
                except ValueError as error:
                    self.point_errors[column] = str(error)
            if not any(self.written):
                self.point_errors[0] = "Type the points of each; an empty field is 0."
            needed = majority(self.players)
            if len(self.agreed) < needed:
                self.agreed_error = f"Points by hand need the names of {needed} of {len(self.players)} who agree."
            if self.point_errors:
                raise ValidationError("Points are missing or wrong below.")

    def validate(self, *args: Any, **kwargs: Any) -> bool:
        return super().validate(*args, **kwargs) and not self.agreed_error

    def decided(self) -> tuple[Outcome, Any]:
        """The outcome, and the version or the points by column that belong to it."""
        chosen = self.outcome.data
        if chosen == "by hand":
            return Outcome.BY_HAND, self._points()
        if chosen in ("upheld", "struck"):
            return Outcome(chosen), None
        return Outcome.CORRECTED, self.possible[int(chosen)]

    def _points(self) -> Mapping[str, Points]:
        return {name: read_points(text or "0") for name, text in zip(self.columns, self.written, strict=True)}
