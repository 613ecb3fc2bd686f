"""The entry form of a hand: an input for each value of its fields, as the game and the table have them.

What is tapped, set or typed for a type of field, and what is made of it, is registered here. A type that is not
named is typed, and read as in a cell of a table.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch
from math import ceil
from typing import Any, ClassVar, Generic, Self, TypeVar

from wtforms import Field, HiddenField, RadioField, StringField
from wtforms.validators import StopValidation

from ..rules import fields
from ..rules.calls import DOUBLED, Bid, Contract, Denomination, Word
from ..rules.core import RuleViolation, Seat, upper_first
from ..rules.fields import NO, YES, BidField, Context, ContractField, CountField, FlagField, Value
from ..rules.game import Game
from ..rules.reading import FormatError
from ..sheet.core.judge import Table
from .forms import CommandForm, small_number, with_fields

MOST_BID = 20
"""The highest bid of tricks that a form looks for among its choices."""

Choices = tuple[tuple[str, str], ...]
"""What can be chosen, each as a form sends it and as it is shown."""


@dataclass(frozen=True)
class Input:
    """One input of a form.

    name: of a value with several inputs, its part.
    choices: None where it is typed.

    ask: what is said where nothing is chosen, with the label in the place of {label}; empty for the usual words.
    unknown: what is said of a text that is no choice, with the text in the place of {}.
    """

    choices: Choices | None
    name: str = ""
    optional: bool = False
    ask: str = ""
    unknown: str = "“{}” cannot be chosen here."


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
def inputs_of(field: Value, context: Context) -> tuple[Input, ...]:
    """What a form asks for, with the choices that the hand has."""
    return (Input(None, optional=not field.needed),)


@inputs_of.register
def _(field: fields.PlayerField, context: Context) -> tuple[Input, ...]:
    ask, unknown = "Tap who is the {label}.", "“{}” is not at this table."
    seats = [name for seat, name in enumerate(context.players) if accepts(context, seat)]
    return (Input(_alike(seats), optional=not field.needed, ask=ask, unknown=unknown),)


@inputs_of.register
def _(field: fields.ChoiceField, context: Context) -> tuple[Input, ...]:
    words = tuple((word, upper_first(word)) for word in field.among if accepts(context, word))
    return (Input(words, optional=not field.needed),)


@inputs_of.register
def _(field: CountField, context: Context) -> tuple[Input, ...]:
    numbers = [number for number in field.among if accepts(context, number)]
    # Where none of these is possible here, the number is typed.
    return (Input(_alike(numbers) or None, optional=not field.needed),)


@inputs_of.register
def _(field: FlagField, context: Context) -> tuple[Input, ...]:
    return (Input(((YES, label_of(context.key)),), optional=True),)


@inputs_of.register
def _(field: BidField, context: Context) -> tuple[Input, ...]:
    return (Input(_alike(_bids_of_tricks(context)), optional=not field.needed),)


@inputs_of.register
def _(field: ContractField, context: Context) -> tuple[Input, ...]:
    bids = _bids(context)
    levels = dict.fromkeys(bid.level for bid in bids)
    denominations = dict.fromkeys(bid.denomination for bid in bids if bid.denomination)
    suits = tuple((each.value, each.symbol.strip()) for each in denominations)
    doubles = tuple(("X" * times, words) for times, words in enumerate(DOUBLED) if words)
    return (
        Input(_alike([*levels]), "level", ask="Tap the number bid."),
        Input(suits, "suit", ask="Tap the denomination."),
        *([Input(doubles, "doubling", optional=True)] if bids and accepts(context, Contract(bids[-1], 1)) else ()),
    )


@inputs_of.register
def _(field: fields.TrumpField, context: Context) -> tuple[Input, ...]:
    suits = tuple((each.value, each.symbol.strip()) for each in field.among if accepts(context, each))
    return (Input(suits, optional=not field.needed),)


@singledispatch
def typed(field: Value, text: str) -> Any:
    """The file value for what a person has typed. Raises ValueError with a sentence."""
    return field.parse(text, ())


@typed.register
def _(field: CountField, text: str) -> int:
    return fields.read_count(text)


@typed.register
def _(field: fields.PointsField, text: str) -> Any:
    return fields.read_points(text)


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


def _bids(context: Context) -> list[Bid]:
    """Every bid of the auction in listing order; none in a game without one."""
    auction = context.game.auction(0, context.carry)
    return [call for call in auction.vocabulary() if isinstance(call, Bid)] if auction else []


def _bids_of_tricks(context: Context) -> list[Bid | Word]:
    """What can be bid of tricks alone, the words after the numbers, as on a keypad."""
    levels = range(MOST_BID + 1)
    every = (*map(Bid, levels), *(Bid(level, blind=True) for level in levels), *fields.NILS)
    return [bid for bid in every if accepts(context, bid)]


def _alike(among: Sequence[Any]) -> Choices:
    """Choices that are shown as they are sent."""
    return tuple((str(each), str(each)) for each in among)


MANY = 20
"""More numbers than these are stepped through: so many keys would fill a screen."""
SHORT = 3
"""Characters on the key of a keypad."""
NARROWEST, LETTER, AROUND = 296, 9, 26
"""Pixels within the margins of the narrowest phone, of a letter on a key, and around the word."""


class Entered:
    """One of the choices, however it is written; of a field without choices what its value can be read from.

    ask: what to do where nothing is there.
    unknown: as of an Input.
    needed: whether something has to be there.
    """

    def __init__(self, value: Value, ask: str, unknown: str, *, needed: bool) -> None:
        self.value = value
        self.ask = ask
        self.unknown = unknown
        self.field_flags = {"required": True} if needed else {}

    def __call__(self, form: Any, field: Any) -> None:
        text, choices = field.data, getattr(field, "choices", None)
        if not text:
            if self.field_flags:
                raise StopValidation(self.ask)
        elif choices is None:
            try:
                typed(self.value, text)
            except ValueError as error:
                raise StopValidation(str(error)) from None
        else:
            if text not in dict(choices) and isinstance(self.value, BidField):
                with suppress(ValueError):
                    text = str(self.value.parse(text, ()))
            if text not in dict(choices):
                raise StopValidation(self.unknown.replace("{}", field.data[:40]))
            field.data = text


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

    @property
    def across(self) -> int:
        """How many stand in a row on the narrowest phone, so that all rows have as many, or nearly."""
        longest = max((len(text) for _, text in self.choices), default=1)
        lines = ceil(len(self.choices) / max(1, NARROWEST // (LETTER * longest + AROUND)))
        return ceil(len(self.choices) / max(1, lines))


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
    """An input of the form at one table.

    key: of the game's field.
    name: of the input.
    kind: the same without the seat or the side.
    owner: whose value it is, empty where it is the hand's.
    optional: whether a hand may lack it.
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

    def field(self, ask: str) -> Any:
        """The field of the form, its choices not yet set. ask: what is said where nothing is chosen, if the form
        has words of its own.
        """
        choices, owned = self.input.choices, " of {owner}" if self.owner else ""
        stepped = choices is not None and len(choices) > MANY and all(value.isdigit() for value, _ in choices)
        verb = "Type" if choices is None else "Set" if stepped else "Tap"
        ask = (ask or self.input.ask or f"{verb} the {{label}}{owned}.").replace("{label}", self.label.lower())
        ask = ask.replace("{owner}", self.owner)
        entered = Entered(self.value, ask, self.input.unknown, needed=not self.optional)
        common: dict[str, Any] = {"label": self.label, "description": self.owner, "validators": [entered]}
        if choices is None:
            return TypedField(render_kw={"inputmode": "decimal" if self.value.is_number else "text"}, **common)
        if stepped:
            return StepperField(**common)
        return KeysField(choices=[], validate_choice=False, **common)


MOST_KEPT = 64
"""Forms as they were made for so many tables."""
G = TypeVar("G", bound=Game)
Made = TypeVar("Made", bound="EntryForm[Any]")


class EntryForm(CommandForm, Generic[G]):
    """A hand as it is tapped. Its inputs follow from the fields of the game; a game without a form of its own has
    this one. A subclass says in its own words what to tap, and may read the inputs in another way.

    names: what the inputs of a key are called, where not by the key; behind it stands the seat or the side where
        each player or side has a value.
    asks: what is said where nothing is chosen, by the kind of input, in the order in which they are asked for;
        {owner} in them is the player or side.
    optional: the kinds that may be left empty although the game needs the field.
    is_full: whether nothing more is expected to be entered, so that what looks odd can be said.
    """

    names: ClassVar[Mapping[str, str]] = {}
    asks: ClassVar[Mapping[str, str]] = {}
    optional: ClassVar[Sequence[str]] = ()

    table: Table
    game: G
    asked: Sequence[Asked]
    broken: RuleViolation | None = None
    is_full: bool = True

    @classmethod
    def at(cls, table: Table, **kwargs: Any) -> Self:
        """The form of a hand at this table. kwargs: of a PageForm."""
        form = _made_for(cls, table.game, table.carry)(**kwargs)
        form.table = table
        for each in form.asked:
            if each.input.choices is not None:
                form[each.name].choices = [*each.input.choices]
        return form

    @classmethod
    def inputs(cls, game: G, carry: Any) -> Iterator[Asked]:
        """The inputs of every key; of one that the game has only by other house rules without choices."""
        for key, forms in game.all_keys().items():
            field, context = game.keys.get(key, forms[0]), Context(game, key, carry)
            parts, label = inputs_of(field.single, context), label_of(key)
            if key not in game.keys:
                parts = tuple(replace(each, choices=(), optional=True) for each in parts)
            for index, owner in enumerate(field.owners(game.players, context.sides)):
                for each in parts:
                    kind = each.name or cls.names.get(key, key)
                    spare = each.optional or kind in cls.optional
                    needed = key in game.keys and game.needs(key, carry)
                    optional = spare or not needed or field.may_be_blank
                    name = f"{kind}_{index}" if owner else kind
                    yield Asked(key, name, kind, label, owner, field.single, each, optional, spare)

    @classmethod
    def turn(cls, game: G, dealer: Seat, carry: Any) -> Sequence[int]:
        """Whose rows the form has in the order of the turn, seats or sides; none where all stay in place."""
        return ()

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(name)

    @property
    def groups(self) -> list[tuple[str, list[Any], bool]]:
        """The fields that belong together, with what they are called, and whether they are folded away. Those that
        offer no choice at this table are left out.
        """
        together: dict[tuple[str, str], list[Any]] = {}
        for each in self.asked:
            if each.input.choices != ():
                together.setdefault((each.key, each.label), []).append(self[each.name])
        keys = self.game.keys
        return [(label, fields, keys[key].folded) for (key, label), fields in together.items() if key in keys]

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
                texts += [""] * asked if inner is None else to_inputs(field.single, inner, self.game.players)
            for input, text in zip(self.of(key), texts, strict=False):
                input.data = text or None

    def facts(self) -> dict[str, Any]:
        """The result in the words of the sheet file, of a form whose choices are all made."""
        players = self.game.players
        sides = tuple(column.name for column in self.game.columns())
        facts: dict[str, Any] = {}
        for key, field in self.game.keys.items():
            texts = [input.data or "" for input in self.of(key)]
            owners = len(field.owners(players, sides))
            each = len(texts) // owners
            parts = [texts[index * each : (index + 1) * each] for index in range(owners)]
            values = [typed(field.single, "".join(part)) if any(part) else None for part in parts]
            if field.needed or any(value is not None for value in values):
                values = [_unless_blank(field, value) for value in values]
            if any(value is not None for value in values):
                facts[key] = field.gather(values, players)
        return facts

    def field_of(self, key: str | None) -> Field | None:
        """The field at which a broken rule about this key is shown."""
        return next(iter(self.of(key or "")), None)

    calls_at = ""
    """Where the hand can be entered call by call; empty where it cannot."""

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

    def validate(self, extra_validators: Any = None) -> bool:
        return super().validate(extra_validators) and self._is_read()

    def is_sound(self) -> bool:
        """Whether all that was tapped is what this table offers; else its fields say what is wrong."""
        # Each is asked, so that each says what is wrong with it.
        return sum(not field.validate(self) for field in self.entered) == 0 and self._is_read()

    def _is_read(self) -> bool:
        """Whether the hand holds what its game reads; else its fields, sound by themselves, say what is wrong."""
        faults = [*self._half_entered()]
        if not faults:
            facts = self.facts()
            for key in self.game.keys:
                try:
                    read = self.game.reader(key, self.table.carry)
                    if key in facts:
                        read(facts[key], key)
                except FormatError as fault:
                    faults += [(field, f"{upper_first(fault.detail)}.") for field in self.of(key)[:1]]
                except RuleViolation:
                    pass  # Said with its rule when the hand is judged.
        for field, fault in faults:
            field.errors = [*field.errors, fault]
        return not faults

    def _half_entered(self) -> Iterator[tuple[Any, str]]:
        """The empty inputs of values of which another part is there, and what to do: a hand may lack the whole, or
        nothing of it.
        """
        for key, field in self.game.keys.items():
            asked = [each for each in self.asked if each.key == key]
            begun = {each.owner for each in asked if self[each.name].data}
            for each in asked:
                of_others = begun and not field.may_be_blank
                if not (each.spare or self[each.name].data) and (of_others or each.owner in begun):
                    yield self[each.name], _ask(self[each.name])

    def first_wish(self) -> str:
        """What to tap next; empty when all is chosen."""
        needed = (field for field in self.entered if field.flags.required and not field.data)
        halves = (ask for _, ask in self._half_entered())
        return next(map(_ask, needed), "") or next(halves, "")

    @property
    def on_felt(self) -> str:
        """As much of the contract as is chosen, as it is written on the table; empty where nothing is."""
        level, suit = self["level"].data, self["suit"].data
        symbol = Denomination(suit).symbol if suit in dict(self["suit"].choices) else ""
        return f"{level or '·'}{symbol}" if level or symbol else ""


@lru_cache(MOST_KEPT)
def _made_for(form: type[Made], game: Game, carry: Any) -> type[Made]:
    """The form with the inputs of a game and a carry; kept, for the next hand is mostly entered alike."""
    order = [*form.asks]
    asked = sorted(form.inputs(game, carry), key=lambda each: [*order, each.kind].index(each.kind))
    fields = {each.name: each.field(form.asks.get(each.kind, "")) for each in asked}
    return with_fields(form, {**fields, "game": game, "asked": asked})


def _ask(field: Any) -> str:
    """What to do where nothing is chosen yet."""
    return next(validator.ask for validator in field.validators)


def _unless_blank(field: Any, value: Any) -> Any:
    """A file value, or what nothing means there: a flag that is not ticked is no."""
    means_no = value is None and isinstance(field.single, FlagField) and not field.may_be_blank
    return typed(field.single, NO) if means_no else value
