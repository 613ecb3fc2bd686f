"""What is entered about a disputed hand: what a player says, and how the table ends it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wtforms import RadioField, StringField, ValidationError

from ...rules.core import Points
from ...rules.fields import read_points
from ...rules.game import Game
from ...sheet.changes.disputes import Version, begins_with, columns_to_settle
from ...sheet.core.entries import Outcome
from ...sheet.core.ledger import Row
from ...store.scorebook import Snapshot
from .base import REASON_LENGTH, CommandForm, TextField, TextsField, line, small_number, with_fields

WORDS_LENGTH = 200


class StatementForm(CommandForm):
    """What a player says. players: who may say something."""

    player = StringField()
    words = StringField(validators=line("statement", WORDS_LENGTH))
    action = TextField()
    players: tuple[str, ...] = ()
    words_needed = False

    def validate_player(self, field: StringField) -> None:
        if not field.data and not self.settles:
            raise ValidationError("Tap the name of the player who says so.")
        if field.data and field.data not in self.players:
            raise ValidationError(f"{field.data[:40]} does not play in this hand.")

    def validate_words(self, field: StringField) -> None:
        if self.words_needed and not (field.data or "").strip():
            raise ValidationError("Write what they say.")

    @property
    def text(self) -> str:
        return (self.words.data or "").strip()

    @property
    def settles(self) -> bool:
        """Whether the version is to become the hand, and is not only put beside it."""
        return self.action.data == "use"


@dataclass(frozen=True)
class CarriedInput:
    """A number that the next hand begins with. key, label: of what is carried; owner: whose it is; number: as long
    as nothing else is typed.
    """

    name: str
    key: str
    label: str
    owner: str
    number: int

    @classmethod
    def of(cls, row: Row) -> "tuple[CarriedInput, ...]":
        return tuple(
            cls(f"carry_{key}_{index}", key, row.game.carried[key].label, owner, number)
            for key, numbers in begins_with(row, settled=True).items()
            for index, (owner, number) in enumerate(zip(row.game.carried_owners(key), numbers, strict=True))
        )


class SettlementForm(CommandForm):
    """outcome: "upheld", "struck", "by hand", or the first statement of a version; names: who else agrees.

    It has a field points_0, points_1 ... for each column, and one for each CarriedInput.
    """

    outcome = RadioField(choices=[], validate_choice=False)
    names = TextsField(name="agreed")
    reason = StringField(validators=line("reason", REASON_LENGTH))

    columns: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    possible: Mapping[int, Version]
    point_errors: dict[int, str]
    game: Game
    inputs: tuple[CarriedInput, ...] = ()

    @classmethod
    def of(cls, snapshot: Snapshot, row: Row, among: tuple[Version, ...], **kwargs: Any) -> "SettlementForm":
        """The form as it was sent, for a hand of which there are these versions. kwargs: of a FlaskForm."""
        columns, inputs = columns_to_settle(snapshot.ledger, row), CarriedInput.of(row)
        points = {f"points_{index}": TextField(filters=[str.strip]) for index in range(len(columns))}
        carried = {each.name: TextField(default=f"{each.number}", filters=[str.strip]) for each in inputs}
        form = with_fields(cls, {**points, **carried})(**kwargs)
        form.columns, form.game, form.inputs = columns, row.game, inputs
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
    def is_by_hand(self) -> bool:
        return self.outcome.data == "by hand"

    @property
    def agreed(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name in self.names.data)

    def validate_outcome(self, field: RadioField) -> None:
        offered = ("upheld", "struck", "by hand", *(str(number) for number in self.possible))
        if field.data not in offered:
            raise ValidationError("Tap how it ends.")
        if self.is_by_hand:
            for column, text in enumerate(self.written):
                try:
                    read_points(text or "0")
                except ValueError as error:
                    self.point_errors[column] = str(error)
            if not any(self.written):
                self.point_errors[0] = "Type the points of each; an empty field is 0."
            if self.point_errors:
                raise ValidationError("Points are missing or wrong below.")

    def _carried_is_possible(self) -> bool:
        """Whether a hand can begin with what was typed; else its fields say why not."""
        for each in self.inputs:
            try:
                self.game.check_carried(each.key, self._number(each))
            except ValueError as fault:
                # A RuleViolation is one too.
                self[each.name].errors = [str(fault)]
        return not any(self[each.name].errors for each in self.inputs)

    def _number(self, each: CarriedInput) -> int:
        """What was typed; raises ValueError where it is no number."""
        text = self[each.name].data or f"{each.number}"
        if (number := small_number(text)) is None:
            raise ValueError(f"“{text[:40]}” is not a whole number.")
        return number

    def carried(self) -> Mapping[str, Sequence[int]]:
        """What the next hand begins with, by key the number of each owner."""
        numbers: dict[str, list[int]] = {}
        for each in self.inputs:
            numbers.setdefault(each.key, []).append(self._number(each))
        return numbers

    def validate(self, *args: Any, **kwargs: Any) -> bool:
        valid = super().validate(*args, **kwargs)
        possible = not self.is_by_hand or self._carried_is_possible()
        return valid and possible

    def decided(self) -> tuple[Outcome, Any]:
        """The outcome, and the version or the points by column that belong to it."""
        chosen = self.outcome.data
        if self.is_by_hand:
            return Outcome.BY_HAND, self._points()
        if chosen in ("upheld", "struck"):
            return Outcome(chosen), None
        return Outcome.CORRECTED, self.possible[int(chosen)]

    def _points(self) -> Mapping[str, Points]:
        return {name: read_points(text or "0") for name, text in zip(self.columns, self.written, strict=True)}
