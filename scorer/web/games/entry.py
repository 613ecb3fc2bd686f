"""The entry form of a hand: an input for each value of its fields, as the game and the table have them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from wtforms import Field, HiddenField, RadioField, StringField
from wtforms.validators import StopValidation

from ...rules.calls import Denomination
from ...rules.core import RuleViolation
from ...rules.fields.context import Context, Input
from ...rules.fields.field import Value
from ...sheet.core.table import Table
from ..forms.base import CommandForm, small_number, with_fields

MANY = 20
"""More numbers than these are stepped through: so many keys would fill a screen."""


class Offered:
    """One of the choices or none. unknown: what is said of anything else, with {} for what was sent."""

    def __init__(self, unknown: str) -> None:
        self.unknown = unknown

    def __call__(self, form: Any, field: Any) -> None:
        if field.data and field.data not in dict(field.choices):
            raise StopValidation(self.unknown.replace("{}", field.data[:40]))


class Chosen(Offered):
    """One of the choices. ask: what to do where nothing is chosen yet."""

    def __init__(self, ask: str, unknown: str) -> None:
        super().__init__(unknown)
        self.ask = ask
        self.field_flags = {"required": True}

    def __call__(self, form: Any, field: Any) -> None:
        if not field.data:
            raise StopValidation(self.ask)
        super().__call__(form, field)


class Typed:
    """Something that a value can be read from."""

    def __init__(self, value: Value, ask: str) -> None:
        self.value = value
        self.ask = ask
        self.field_flags = {"required": True}

    def __call__(self, form: Any, field: StringField) -> None:
        if not (field.data or "").strip():
            raise StopValidation(self.ask)
        try:
            self.value.typed(field.data or "")
        except ValueError as error:
            raise StopValidation(str(error)) from None


class StepperField(StringField):
    """A number among many, with a key for one less and one for one more. choices: the numbers, lowest first."""

    choices: Sequence[tuple[str, str]] = ()

    def process_formdata(self, valuelist: list[Any]) -> None:
        super().process_formdata(valuelist)
        if (number := small_number((self.data or "").strip())) is not None:
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
    seat or the side; owner: whose value it is, empty where it is the hand's.
    """

    key: str
    name: str
    kind: str
    label: str
    owner: str
    value: Value
    input: Input
    optional: bool

    def field(self, ask: str, unknown: str) -> Any:
        """The field of the form, its choices not yet set. ask, unknown: its texts where the form has some."""
        choices, owned = self.input.choices, " of {owner}" if self.owner else ""
        verb = "Type" if choices is None else "Tap" if len(choices) <= MANY else "Set"
        ask, unknown = (
            text.replace("{label}", self.label.lower()).replace("{owner}", self.owner)
            for text in (ask or self.input.ask or f"{verb} the {{label}}{owned}.", unknown or self.input.unknown)
        )
        texts: dict[str, Any] = {"label": self.label, "description": self.owner}
        if choices is None:
            return StringField(validators=[Typed(self.value, ask)], **texts)
        offered = Offered(unknown) if self.optional else Chosen(ask, unknown)
        if len(choices) > MANY:
            return StepperField(validators=[offered], **texts)
        return RadioField(choices=[], validators=[offered], validate_choice=False, **texts)


class EntryForm(CommandForm):
    """A hand as it is tapped. Its inputs follow from the fields of the game; a game without a form of its own has
    this one. A subclass says in its own words what to tap, and may read the inputs in another way.

    names: what the inputs of a key are called, where not by the key; behind it stands the seat or the side where
    each player or side has a value. asks: what is said where nothing is chosen, by the kind of input, in the order
    in which they are asked for; unknown: what is said of what is no choice; {owner} in them is the player or side.
    optional: the kinds that may be left empty although the game needs the field.
    """

    names: ClassVar[Mapping[str, str]] = {}
    asks: ClassVar[Mapping[str, str]] = {}
    unknown: ClassVar[Mapping[str, str]] = {}
    optional: ClassVar[Sequence[str]] = ()

    table: Table
    game: Any
    asked: Sequence[Asked]
    broken: RuleViolation | None = None

    @classmethod
    def at(cls, table: Table, **kwargs: Any) -> Self:
        """The form of a hand at this table. kwargs: of a FlaskForm."""
        order = [*cls.asks]
        asked = sorted(cls.inputs(table), key=lambda each: [*order, each.kind].index(each.kind))
        fields = {
            each.name: each.field(cls.asks.get(each.kind, ""), cls.unknown.get(each.kind, "")) for each in asked
        }
        about = {"table": table, "game": table.game, "asked": asked}
        form = with_fields(cls, {**fields, **about})(**kwargs)
        for each in asked:
            if each.input.choices is not None:
                form[each.name].choices = [*each.input.choices]
        return form

    @classmethod
    def inputs(cls, table: Table) -> Iterator[Asked]:
        """The inputs of every key; of one that the game has only by other house rules without choices."""
        game = table.game
        for key, forms in game.all_keys().items():
            field, context = game.keys.get(key, forms[0]), Context(game, key, table.carry)
            inputs = field.single.inputs(context)
            if key not in game.keys:
                inputs = tuple(replace(each, choices=(), optional=True) for each in inputs)
            for index, owner in enumerate(field.owners(game.players, context.sides)):
                for each in inputs:
                    kind = each.name or cls.names.get(key, key)
                    optional = each.optional or not field.needed or field.may_be_blank or kind in cls.optional
                    name = f"{kind}_{index}" if owner else kind
                    yield Asked(key, name, kind, context.label, owner, field.single, each, optional)

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(name)

    @property
    def groups(self) -> list[tuple[str, list[Any]]]:
        """The fields that belong together, with what they are called."""
        together: dict[tuple[str, str], list[Any]] = {}
        for each in self.asked:
            together.setdefault((each.key, each.label), []).append(self[each.name])
        return [(label, fields) for (_, label), fields in together.items()]

    def of(self, key: str) -> list[Any]:
        """The fields that a key is entered in, owner by owner."""
        return [self[each.name] for each in self.asked if each.key == key]

    def prefill(self, facts: Mapping[str, Any]) -> None:
        """Choose these facts of a hand: keys of its result, as its dataclass has them."""
        for key, value in facts.items():
            field = self.game.keys[key]
            texts: list[str] = []
            for inner in field.values(value):
                asked = len(self.of(key)) // max(1, len(field.values(value)))
                texts += [""] * asked if inner is None else field.single.to_inputs(inner, self.game.players)
            for input, text in zip(self.of(key), texts, strict=False):
                input.data = text or None

    def facts(self) -> dict[str, Any]:
        """The result in the words of the sheet file, of a form whose choices are all made."""
        players = self.game.players
        facts: dict[str, Any] = {}
        for key, field in self.game.keys.items():
            texts = [input.data or "" for input in self.of(key)]
            owners = len(field.owners(players, Context(self.game, key, None).sides))
            each = len(texts) // owners
            parts = [texts[index * each : (index + 1) * each] for index in range(owners)]
            values = [field.single.from_inputs(part) if any(part) else None for part in parts]
            if any(value is not None for value in values):
                facts[key] = field.gather(values, players)
        return facts

    def field_of(self, key: str | None) -> Field | None:
        """The field at which a broken rule about this key is shown."""
        return next(iter(self.of(key or "")), None)

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

    def first_wish(self) -> str:
        """What to tap next; empty when all is chosen."""
        asks = (
            validator.ask
            for field in self.entered
            for validator in field.validators
            if isinstance(validator, Chosen | Typed) and not field.data
        )
        return next(asks, "")

    @property
    def on_felt(self) -> str:
        """As much of the contract as is chosen, as it is written on the table; empty where nothing is."""
        level, suit = self["level"].data, self["suit"].data
        symbol = Denomination(suit).symbol if suit in dict(self["suit"].choices) else ""
        return f"{level or '·'}{symbol}" if level or symbol else ""
