"""What the entry form of every game does: from fields to a hand's facts, and from a broken rule to its field."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from wtforms import Field, HiddenField, RadioField
from wtforms.validators import StopValidation

from ...rules.core import RuleViolation
from ...sheet.core.table import Table
from ..forms.base import CommandForm


class Offered:
    """One of the choices or none; a fault in the table's words."""

    def __init__(self, unknown: str) -> None:
        self.unknown = unknown

    def __call__(self, form: Any, field: RadioField) -> None:
        if field.data and field.data not in [choice[0] for choice in field.choices or ()]:
            raise StopValidation(self.unknown.format(field.data[:40]))


class Chosen(Offered):
    """One of the choices, each fault in the table's words. asks: what to do where nothing is chosen yet."""

    def __init__(self, asks: str, unknown: str) -> None:
        super().__init__(unknown)
        self.asks = asks

    def __call__(self, form: Any, field: RadioField) -> None:
        if not field.data:
            raise StopValidation(self.asks)
        super().__call__(form, field)


class EntryForm(CommandForm):
    """A hand's contract and result as they are tapped. A subclass has the fields of its game."""

    broken: RuleViolation | None = None

    @abstractmethod
    def offer(self, game: Any) -> None:
        """Set the choices that this table has."""

    def offer_at(self, table: Table) -> None:
        """As `offer`, for a game whose choices follow from the dealer or from what the hands before carry over."""
        self.offer(table.game)

    @abstractmethod
    def prefill(self, game: Any, facts: Mapping[str, Any]) -> None:
        """Choose what is known of a hand: keys of the game's result, typed as in its `hand_type`."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The result in the words of the sheet file, of a form whose choices are all made."""

    @abstractmethod
    def field_of(self, key: str | None) -> Field | None:
        """The field that a key of the hand is entered in."""

    def blame(self, violation: RuleViolation) -> None:
        """Show a broken rule at the field where it happened."""
        self.broken = violation
        field = self.field_of(violation.field)
        if field is not None:
            field.errors = [*field.errors, violation.detail]

    @property
    def entered(self) -> list[Field]:
        """The fields that a person fills in."""
        return [field for field in self if not isinstance(field, HiddenField)]

    def is_sound(self) -> bool:
        """Whether all that was tapped is what this table offers; else its fields say what is wrong."""
        # Each is asked, so that each says what is wrong with it.
        return sum(not field.validate(self) for field in self.entered) == 0

    def facts_so_far(self) -> list[str]:
        """What has been tapped."""
        return [field.data for field in self.entered if field.data]

    def first_wish(self) -> str:
        """What to tap next; empty when all is chosen."""
        wishes = (
            validator.asks
            for field in self
            for validator in field.validators
            if isinstance(validator, Chosen) and not field.data
        )
        return next(wishes, "")


def radio(label: str, asks: str, unknown: str) -> RadioField:
    return RadioField(label, choices=[], validators=[Chosen(asks, unknown)], validate_choice=False)


def spare(label: str, unknown: str) -> RadioField:
    """A choice that may be left out."""
    return RadioField(label, choices=[], validators=[Offered(unknown)], validate_choice=False)
