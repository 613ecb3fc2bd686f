"""The inputs of an entry form: what is tapped, set or typed for each value of a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wtforms import RadioField, StringField
from wtforms.validators import StopValidation

from ...rules.fields import Value
from ..forms import small_number
from .field_inputs import Input, typed

MANY = 20
"""More numbers than these are stepped through: so many keys would fill a screen."""
SHORT = 3
"""Characters on the key of a keypad."""


class Offered:
    """One of the choices or none. ask: what to do where nothing is chosen and something has to be; unknown: what
    is said of anything else, with {} for what was sent.
    """

    def __init__(self, ask: str, unknown: str) -> None:
        self.ask = ask
        self.unknown = unknown

    def __call__(self, form: Any, field: Any) -> None:
        if field.data and field.data not in dict(field.choices):
            raise StopValidation(self.unknown.replace("{}", field.data[:40]))


class Readable:
    """Something that a value can be read from, or nothing. ask: as of `Offered`."""

    def __init__(self, ask: str, value: Value) -> None:
        self.ask = ask
        self.value = value

    def __call__(self, form: Any, field: Any) -> None:
        try:
            if field.data:
                typed(self.value, field.data)
        except ValueError as error:
            raise StopValidation(str(error)) from None


class Needed:
    """Not nothing. ask: what to do there."""

    def __init__(self, ask: str) -> None:
        self.ask = ask
        self.field_flags = {"required": True}

    def __call__(self, form: Any, field: Any) -> None:
        if not field.data:
            raise StopValidation(self.ask)


class TypedField(StringField):
    """A text that is typed, without the blanks around it."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        super().process_formdata(valuelist)
        self.data = (self.data or "").strip()


class KeysField(RadioField):
    """A few choices, each a key. choices: as sent, and as shown."""

    choices: Any

    @property
    def are_short(self) -> bool:
        """Whether each fits on a key of a keypad: a number, a suit, not a word or a name."""
        return all(len(text) <= SHORT for _, text in self.choices)


class StepperField(TypedField):
    """A number among many, with a key for one less and one for one more. choices: the numbers, lowest first."""

    choices: Sequence[tuple[str, str]] = ()

    def process_formdata(self, valuelist: list[Any]) -> None:
        super().process_formdata(valuelist)
        if (number := small_number(self.data or "")) is not None:
            self.data = f"{number}"

    @property
    def least(self) -> str:
        return self.choices[0][0]

    @property
    def most(self) -> str:
        return self.choices[-1][0]


@dataclass(frozen=True)
class Asked:
    """An input of the form at one table. key: of the game's field; name: of the input; kind: the same without the
    seat or the side; owner: whose value it is, empty where it is the hand's; optional: whether a hand may lack it;
    spare: whether it may also where it has the rest of the value.
    """

    key: str
    name: str
    kind: str
    label: str
    owner: str
    value: Value
    input: Input
    optional: bool
    spare: bool

    def field(self, ask: str, unknown: str) -> Any:
        """The field of the form, its choices not yet set. ask, unknown: its texts where the form has some."""
        choices, owned = self.input.choices, " of {owner}" if self.owner else ""
        stepped = choices is not None and len(choices) > MANY and all(value.isdigit() for value, _ in choices)
        verb = "Type" if choices is None else "Set" if stepped else "Tap"
        ask, unknown = (
            text.replace("{label}", self.label.lower()).replace("{owner}", self.owner)
            for text in (ask or self.input.ask or f"{verb} the {{label}}{owned}.", unknown or self.input.unknown)
        )
        texts: dict[str, Any] = {"label": self.label, "description": self.owner}
        needed = [] if self.optional else [Needed(ask)]
        if choices is None:
            return TypedField(validators=[*needed, Readable(ask, self.value)], **texts)
        validators = [*needed, Offered(ask, unknown)]
        if stepped:
            return StepperField(validators=validators, **texts)
        return KeysField(choices=[], validators=validators, validate_choice=False, **texts)
