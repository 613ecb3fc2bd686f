"""The inputs of an entry form: what is tapped, set or typed for each field of a hand, and what is made of it.

A type of field that is not named here is typed, and read as in a cell of a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from wtforms import RadioField, StringField
from wtforms.validators import StopValidation

from ...rules.calls import DOUBLED, Bid, Contract, Word
from ...rules.core import RuleViolation
from ...rules.fields import (
    NILS,
    NO,
    YES,
    BidField,
    Context,
    ContractField,
    CountField,
    Field,
    FlagField,
    PerPlayer,
    PlayerField,
    PointsField,
    TrumpField,
    Value,
    read_count,
    read_points,
)
from ..forms import small_number

MOST_BID = 20
"""The highest bid of tricks that a form looks for among its choices."""

Choices = tuple[tuple[str, str], ...]
"""What can be chosen, each as a form sends it and as it is shown."""


@dataclass(frozen=True)
class Input:
    """One input of a form. name: of a value with several inputs, its part; choices: None where it is typed.

    ask: what is said where nothing is chosen, if it has words of its own; unknown: what is said of a text that is
    no choice. Both have the label in the place of {label}, and the text in that of {}.
    """

    choices: Choices | None
    name: str = ""
    optional: bool = False
    ask: str = ""
    unknown: str = "“{}” is no {label} here."


def label_of(key: str) -> str:
    """What a field is called, by its key: "Points taken"."""
    return key.replace("_", " ").capitalize()


def accepts(context: Context, value: Any) -> bool:
    """Whether the hand can have a value."""
    try:
        context.check(value)
    except RuleViolation:
        return False
    return True


@singledispatch
def inputs(field: Value, context: Context) -> tuple[Input, ...]:
    """What a form asks for, with the choices that the hand has."""
    return (Input(None, optional=not field.needed),)


@inputs.register
def _(field: PlayerField, context: Context) -> tuple[Input, ...]:
    ask, unknown = "Tap who is the {label}.", "“{}” is not at this table."
    return (Input(_alike(context.players), ask=ask, unknown=unknown),)


@inputs.register
def _(field: CountField, context: Context) -> tuple[Input, ...]:
    numbers = [number for number in field.among if accepts(context, number)]
    # Where none of these is possible here, the number is typed.
    return (Input(_alike(numbers) or None, optional=not field.needed),)


@inputs.register
def _(field: FlagField, context: Context) -> tuple[Input, ...]:
    return (Input(((YES, label_of(context.key)),), optional=True),)


@inputs.register
def _(field: BidField, context: Context) -> tuple[Input, ...]:
    return (Input(_alike(_bids_of_tricks(context)), optional=not field.needed),)


@inputs.register
def _(field: ContractField, context: Context) -> tuple[Input, ...]:
    bids = _bids(context)
    levels = dict.fromkeys(bid.level for bid in bids)
    denominations = dict.fromkeys(bid.denomination for bid in bids if bid.denomination)
    suits = tuple((each.value, each.symbol.strip()) for each in denominations)
    doubles = tuple(("X" * times, words) for times, words in enumerate(DOUBLED) if words)
    return (
        Input(_alike([*levels]), "level", ask="Tap the number bid."),
        Input(suits, "suit", ask="Tap the denomination."),
        *(
            [Input(doubles, "doubling", optional=True, unknown="“{}” is no double.")]
            if _may_be_doubled(context, bids)
            else ()
        ),
    )


@inputs.register
def _(field: TrumpField, context: Context) -> tuple[Input, ...]:
    suits = tuple((each.value, each.symbol.strip()) for each in field.among if accepts(context, each))
    return (Input(suits, optional=not field.needed),)


def has_choices(field: Value, context: Context) -> bool:
    return any(each.choices != () for each in inputs(field, context))


@singledispatch
def typed(field: Value, text: str) -> Any:
    """The file value for what a person has typed. Raises ValueError with a sentence."""
    return field.parse(text, ())


@typed.register
def _(field: CountField, text: str) -> int:
    return read_count(text)


@typed.register
def _(field: PointsField, text: str) -> Any:
    return read_points(text)


def from_inputs(field: Value, texts: Sequence[str]) -> Any:
    """The file value for what was sent for each input, of which some is."""
    return typed(field, "".join(texts))


@singledispatch
def to_inputs(field: Value, value: Any, players: Sequence[str]) -> tuple[str, ...]:
    """What a form sends for a value, input by input."""
    return (str(field.write_one(value, players)),)


@to_inputs.register
def _(field: FlagField, value: bool | None, players: Sequence[str]) -> tuple[str, ...]:
    return (YES if value else "",)


@to_inputs.register
def _(field: ContractField, value: Contract, players: Sequence[str]) -> tuple[str, ...]:
    return str(value.level), value.denomination.value if value.denomination else "", "X" * value.doubling


def blank_of(field: Value) -> str:
    """How it is typed where there is none."""
    return NO if isinstance(field, FlagField) else ""


def choices_of(field: Value, players: Sequence[str]) -> Sequence[str]:
    """What is chosen from a list where a line is typed; nothing where it is typed."""
    if isinstance(field, PlayerField):
        return players
    return (NO, YES) if isinstance(field, FlagField) else ()


def hint(field: Field, context: Context) -> str:
    """How it is typed, as a sentence; empty where that needs no words."""
    if isinstance(field, PerPlayer) and not field.every:
        return "Empty where nobody has said so."
    match field.single:
        case ContractField():
            return _contract_hint(context)
        case BidField():
            nils = any(isinstance(bid, Word) for bid in _bids_of_tricks(context))
            return "A number, nil, or blind nil." if nils else "A number, or blind and a number."
        case _:
            return ""


def _contract_hint(context: Context) -> str:
    """ "A number with C, D, H or S, as in 6H." """
    bids = [bid for bid in _bids(context) if bid.denomination]
    if not bids:
        return ""
    named = list(dict.fromkeys(bid.denomination.value for bid in bids if bid.denomination))
    doubles = "; then X where doubled, XX where redoubled" if _may_be_doubled(context, bids) else ""
    return f"A number with {', '.join(named[:-1])} or {named[-1]}, as in {bids[len(bids) // 2]}{doubles}."


def _bids(context: Context) -> list[Bid]:
    """Every bid of the auction in listing order; none in a game without one."""
    auction = context.game.auction(0, context.carry)
    return [call for call in auction.vocabulary() if isinstance(call, Bid)] if auction else []


def _may_be_doubled(context: Context, bids: Sequence[Bid]) -> bool:
    return bool(bids) and accepts(context, Contract(bids[-1], 1))


def _bids_of_tricks(context: Context) -> list[Bid | Word]:
    """What can be bid of tricks alone, the words after the numbers, as on a keypad."""
    levels = range(MOST_BID + 1)
    every = (*map(Bid, levels), *(Bid(level, blind=True) for level in levels), *NILS)
    return [bid for bid in every if accepts(context, bid)]


def _alike(among: Sequence[Any]) -> Choices:
    """Choices that are shown as they are sent."""
    return tuple((str(each), str(each)) for each in among)


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
