"""The entry form of a hand: an input for each value of its fields, as the game and the table have them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from wtforms import Field, HiddenField

from ...rules.calls import Denomination
from ...rules.core import RuleViolation, upper_first
from ...rules.fields import Context
from ...rules.reading import FormatError
from ...sheet.core.judge import Table
from ..forms import CommandForm, with_fields
from . import inputs
from .inputs import Asked


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
            parts, label = inputs.inputs(field.single, context), inputs.label_of(key)
            if key not in game.keys:
                parts = tuple(replace(each, choices=(), optional=True) for each in parts)
            for index, owner in enumerate(field.owners(game.players, context.sides)):
                for each in parts:
                    kind = each.name or cls.names.get(key, key)
                    spare = each.optional or kind in cls.optional
                    optional = spare or not field.needed or field.may_be_blank
                    name = f"{kind}_{index}" if owner else kind
                    yield Asked(key, name, kind, label, owner, field.single, each, optional, spare)

    @classmethod
    def turn(cls, table: Table) -> Sequence[int]:
        """Whose rows the form has in the order of the turn, seats or sides; none where all stay in place."""
        return ()

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
                texts += (
                    [""] * asked if inner is None else inputs.to_inputs(field.single, inner, self.game.players)
                )
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
            values = [inputs.from_inputs(field.single, part) if any(part) else None for part in parts]
            if field.needed or any(value is not None for value in values):
                values = [_unless_blank(field, value) for value in values]
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


def _ask(field: Any) -> str:
    """What to do where nothing is chosen yet."""
    return next(validator.ask for validator in field.validators)


def _unless_blank(field: Any, value: Any) -> Any:
    """A file value, or what nothing means there: a flag that is not ticked is no."""
    single = field.single
    if value is None and (blank := inputs.blank_of(single)) and not field.may_be_blank:
        return inputs.typed(single, blank)
    return value
