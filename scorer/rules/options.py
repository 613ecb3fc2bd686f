"""House rules: what a table may agree on, each with a default, its values and a sentence for the table."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from decimal import Decimal
from functools import cache
from typing import Any, ClassVar, NamedTuple, cast

from .core import Points, counted, minus
from .reading import KEYBOARD, FormatError, number_of, points

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,5})(\.[0-9]{1,4})?")


@dataclass(frozen=True)
class Decimals:
    """A decimal as a text, from zero to below a million, with at most four places: "0.05"."""

    notation: ClassVar[str] = _DECIMAL.pattern

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and bool(_DECIMAL.fullmatch(value))

    def allowed(self) -> str:
        return "a decimal from “0” on, at most four places after the point"

    def read(self, text: str) -> str:
        written = text.strip().replace(",", ".")
        if not self.accepts(written):
            raise ValueError(text)
        return f"{Decimal(written).normalize():f}"


def numbers_in(text: str) -> list[int]:
    """ "5, 4, 3". Raises ValueError."""
    return [int(part) for part in re.split(r"[\s,;]+", text) if part]


@dataclass(frozen=True)
class Listed:
    """One of some words, or a list.

    items: what may stand in it, whole numbers or texts of the sheet file.
    longest: how many at most.
    each_once: whether none may stand in it twice.
    empty: what an empty list means, None where there is none.
    listing: what a list says, with {} for it.
    name: what it is called among the words to choose from.
    joined: its items in words, as people read them.
    order: in which order they stand, in words.
    example: such a list as a person types it.
    parse: reads one that is typed, or raises ValueError.
    """

    words: tuple[str | bool, ...]
    items: range | tuple[str, ...]
    longest: int
    order: str
    example: str
    parse: Callable[[str], Sequence[Any]] = numbers_in
    each_once: bool = False
    empty: bool | None = None
    listing: str = "{}"
    name: str = "as we list them"
    joined: Callable[[Sequence[str]], str] = ", ".join

    def accepts(self, value: Any) -> bool:
        if isinstance(value, list | tuple):
            listed = cast("Sequence[Any]", value)
            each = all(type(item) is type(self.items[0]) and item in self.items for item in listed)
            twice = self.each_once and len({*listed}) < len(listed)
            return each and 1 <= len(listed) <= self.longest and not twice
        return any(type(value) is type(word) and value == word for word in self.words)

    def allowed(self) -> str:
        words = ", ".join(f"“{value_text(word)}”" for word in self.words)
        return f"{words} or {self.list_allowed()}"

    def list_allowed(self) -> str:
        once = ", each once" if self.each_once else ""
        if isinstance(self.items, range):
            return f"a list of numbers from {self.items[0]} to {self.items[-1]}{once}"
        return f"a list of {', '.join(self.items[:-1])} or {self.items[-1]}{once}"

    def read(self, text: str) -> Any:
        words = {value_text(word): word for word in self.words}
        value: Any = words[text.strip()] if text.strip() in words else [*self.parse(text.strip())]
        if not self.accepts(value):
            raise ValueError(text)
        return value


_LENGTH = re.compile(r"([0-9]{1,4})\s*([a-z]{3,})")


@dataclass(frozen=True)
class Length:
    """So many of one unit, as the sheet file has it: {"hands": 12}. units: how many of each there may be."""

    units: Mapping[str, range]

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, Mapping) or len(agreed := cast("Mapping[Any, Any]", value)) != 1:
            return False
        [(unit, number)] = agreed.items()
        return unit in self.units and type(number) is int and number in self.units[unit]

    def allowed(self) -> str:
        return " or ".join(f"{numbers[0]} to {numbers[-1]} {unit}" for unit, numbers in self.units.items())

    def read(self, text: str) -> dict[str, int]:
        """ "12 hands", "90 min"."""
        found = _LENGTH.fullmatch(text.strip().lower())
        unit = next((unit for unit in self.units if found and unit.startswith(found[2])), "")
        value = {unit: int(found[1])} if found else {}
        if not self.accepts(value):
            raise ValueError(text)
        return value

    @staticmethod
    def in_words(value: Mapping[str, int]) -> str:
        """ "12 hands", "1 hand"."""
        [(unit, number)] = value.items()
        return counted(number, unit.removesuffix("s"))


_FIGURES = re.compile(r"([a-z]+)((?: -?[0-9]{1,9})+)")


@dataclass(frozen=True)
class Figures:
    """Whole numbers under some keys, as the sheet file has them: {"met": [10, 2], ...}.

    keys: how many stand under each.
    numbers: what each may be.
    words: a value in words.
    sentences: what they mean, one for each key, with {} for each number.
    start: what a form begins with, as `read` takes it.
    """

    keys: Mapping[str, range]
    numbers: range
    words: Callable[[Any], str]
    sentences: Sequence[str] = ()
    start: str = ""

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, Mapping):
            return False
        figures = cast("Mapping[Any, Any]", value)
        return figures.keys() == self.keys.keys() and all(
            isinstance(listed := figures[key], list | tuple)
            and len(cast("Sequence[Any]", listed)) in many
            and all(type(number) is int and number in self.numbers for number in cast("Sequence[Any]", listed))
            for key, many in self.keys.items()
        )

    def allowed(self) -> str:
        each = (f"{' or '.join(map(str, many))} under “{key}”" for key, many in self.keys.items())
        return minus(f"whole numbers from {self.numbers[0]} to {self.numbers[-1]}: {', '.join(each)}")

    def joined(self, texts: Sequence[str]) -> str:
        """What `read` takes, from a text for each number there may be: an empty one at the end of a key stands for
        no number where it may be lacking, others for 0.
        """
        parts, rest = list[str](), [text.strip() for text in texts]
        for key, many in self.keys.items():
            own, rest = rest[: many[-1]], rest[many[-1] :]
            while len(own) > many[0] and not own[-1]:
                own.pop()
            parts.append(" ".join((key, *(text or "0" for text in own))))
        return ", ".join(parts)

    def parted(self, text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each sentence with the texts of its numbers, "" for one that is not there: `joined` turned back."""
        parts = [part.split()[1:] for part in text.split(",")]
        parts += [[]] * (len(self.keys) - len(parts))
        pairs = zip(parts, self.keys.values(), strict=False)
        filled = (tuple((*part, "", "", "")[: many[-1]]) for part, many in pairs)
        return tuple(zip(self.sentences, filled, strict=True))

    def read(self, text: str) -> dict[str, list[int]]:
        """ "met 10 2, over 0 0 -2, under 0 0 -2"."""
        written = [" ".join(part.split()) for part in text.translate(KEYBOARD).split(",")]
        parts = [found for part in written if (found := _FIGURES.fullmatch(part))]
        value = {part[1]: [int(number) for number in part[2].split()] for part in parts}
        if len(parts) < len(written) or len(value) < len(parts) or not self.accepts(value):
            raise ValueError(text)
        return value


@dataclass(frozen=True)
class Sums:
    """A number of points, or a list of some, as the sheet file has them: 26, or [26, 78].

    most: how great one may be, above nought and below.
    longest: how many a list may have.
    """

    most: int
    longest: int

    def accepts(self, value: Any) -> bool:
        if isinstance(value, list | tuple):
            several = cast("Sequence[Any]", value)
            return 2 <= len(several) <= self.longest and all(map(self._is_one, several))
        return self._is_one(value)

    def _is_one(self, value: Any) -> bool:
        try:
            return abs(points(value, "")) <= self.most
        except FormatError:
            return False

    def allowed(self) -> str:
        return minus(f"a number from {-self.most} to {self.most}, or a list of 2 to {self.longest} such numbers")

    def read(self, text: str) -> Any:
        """ "26", "26 or 78", "26, 78"."""
        numbers = [number_of(part) for part in re.split(" or |; ?|, ", " ".join(text.split()))]
        value: Any = numbers if numbers[1:] else numbers[0]
        if not self.accepts(value):
            raise ValueError(text)
        return value

    @staticmethod
    def all_of(value: Any) -> tuple[Points, ...]:
        """The numbers of a value; none where nothing is agreed."""
        if isinstance(value, list | tuple):
            return tuple(cast("Sequence[Points]", value))
        return () if value is None else (value,)

    def in_words(self, value: Any) -> str:
        """ "26", "26 or 78"."""
        return " or ".join(minus(each) for each in self.all_of(value))


Written = Decimals | Listed | Length | Figures | Sums
"""Values that a table writes instead of choosing them."""
Values = Sequence[Any] | Written


@dataclass(frozen=True)
class Option:
    """A house rule: its default, the values it may take, a short title and a sentence for the table.

    automatic: what a default of None means, in words.
    only: another house rule and its value; with any other value this one means nothing.
    may_be_none: whether None is a choice, then the default, and not a gap that the game fills.
    words: the names of values on the screen, where they differ from those in the sheet file.
    sentences: what a value means, where its name does not say.
    needed: whether it must be said where it means something.
    formerly: the names that older files have for a value.
    whole_sheet: whether it is agreed for a whole sheet, and not changed in its course.
    also: words by which other tables know it, for those who look for it.
    name: that of its field.
    """

    default: Any
    values: Values
    title: str
    text: str
    automatic: str = ""
    only: tuple[str, str] | None = None
    may_be_none: bool = False
    words: Mapping[Any, str] = field(default_factory=dict[Any, str])
    sentences: Mapping[Any, str] = field(default_factory=dict[Any, str])
    needed: bool = False
    formerly: Mapping[str, str] = field(default_factory=dict[str, str])
    whole_sheet: bool = False
    also: str = ""
    name: str = ""

    def respelt(self, value: Any) -> Any:
        """The value by its present name, where an older file has another; an empty list by what it means."""
        if value == [] and isinstance(self.values, Listed) and self.values.empty is not None:
            return self.values.empty
        return self.formerly.get(value, value) if isinstance(value, str) else value

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.may_be_none
        if isinstance(self.values, Written):
            return self.values.accepts(value)
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        # In Python a boolean equals 0 or 1; in a file it is no number.
        return any(type(value) is type(choice) and value == choice for choice in self.values)

    def allowed(self) -> str:
        if isinstance(self.values, Written):
            return self.values.allowed()
        if isinstance(self.values, range):
            step = f" in steps of {self.values.step}" if self.values.step != 1 else ""
            return minus(f"{self.values[0]} to {self.values[-1]}{step}")
        return " or ".join(str(v).lower() if isinstance(v, bool) else f"“{v}”" for v in self.values)

    def applies(self, chosen: Any) -> bool:
        """Whether this house rule means anything with the others. chosen: their values, by name."""
        return self.only is None or chosen.get(self.only[0]) == self.only[1]

    def in_words(self, value: Any) -> str:
        """A value as people read it: in forms, on the sheet, in the history, in exports."""
        if value is None:
            return self.automatic
        if isinstance(self.values, Length | Sums):
            return self.values.in_words(value)
        if isinstance(self.values, Figures):
            return self.values.words(value)
        if isinstance(value, list | tuple):
            items = [self.words.get(item, str(item)) for item in cast("Sequence[Any]", value)]
            if isinstance(self.values, Listed):
                return self.values.listing.replace("{}", self.values.joined(items))
            return ", ".join(items)
        if (word := self.respelt(value)) in self.words:
            return self.words[word]
        if isinstance(value, bool):
            return "yes" if value else "no"
        return minus(value) if isinstance(value, int) else str(value).replace("_", " ")


def option(*described: Any, **more: Any) -> Any:
    """A field of `Options`, described as an `Option` is."""
    made = Option(*described, **more)
    return field(default=made.default, metadata={"option": made})


def yes_or_no(title: str, text: str, **more: Any) -> Any:
    """A house rule that holds or does not, by itself not."""
    return option(False, (True, False), title, text, **more)


def value_text(value: Any) -> str:
    """A value as it is typed, and stands in a table: "true", "5, 4, 3", "12 hands"."""
    if isinstance(value, Mapping):
        figures = cast("Mapping[str, Any]", value)
        if all(isinstance(each, int) for each in figures.values()):
            return Length.in_words(figures)
        return ", ".join(f"{key} {' '.join(map(str, listed))}" for key, listed in figures.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, cast("Sequence[Any]", value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


class Preset(NamedTuple):
    """House rules that are played together under a name, to be filled in with one tap. Nothing else is kept of it.

    key: as a form sends it.
    title, text: for the table.
    chosen: what it sets, by name; the others stay.
    """

    key: str
    title: str
    text: str
    chosen: Mapping[str, Any]


@dataclass(frozen=True)
class Options:
    """A game's house rules, as agreed at the table. Those here every game has [rules 1.4 A6; rules 6.5 T7]."""

    _: KW_ONLY
    length: Mapping[str, int] | None = option(
        None,
        Length({"hands": range(1, 1001), "minutes": range(1, 1441)}),
        "Agreed length",
        "“12 hands”: then the sheet ends. “90 minutes”: then it says that the time is up.",
        "as long as you like",
        may_be_none=True,
    )

    presets: ClassVar[tuple[Preset, ...]] = ()
    totals = "sides"
    """Who has a column in a game of sides; where this is no house rule of the game, the sides."""
    carry_goes = "nobody"
    """What becomes of what a side carries whose partners part; where this is no house rule, it begins anew."""
    asked_for: ClassVar[str] = ""
    """By which words house rules are looked for, as examples."""
    rare: ClassVar[tuple[str, ...]] = ()
    """What few tables change: on a form it stands behind the other house rules."""

    @classmethod
    @cache
    def described(cls) -> tuple[Option, ...]:
        """The house rules of the game, then those that every game has."""
        common = {f.name for f in fields(Options)}
        ordered = sorted(fields(cls), key=lambda f: f.name in common)
        return tuple(replace(f.metadata["option"], name=f.name) for f in ordered)

    def idle(self, players: int) -> Collection[str]:
        """The names of the house rules that change nothing beside the others, or with so many players."""
        return ()

    def effective(self, players: int) -> dict[str, Any]:
        """Every house rule by its name; one that changes nothing, or means nothing here, is as usual."""
        idle, chosen = self.idle(players), {each.name: getattr(self, each.name) for each in self.described()}
        return {
            each.name: chosen[each.name] if each.applies(chosen) and each.name not in idle else each.default
            for each in self.described()
        }

    def changed(self, players: int, before: "Options | None" = None) -> tuple[str, ...]:
        """The house rules that differ from those before, or from the game as it is published: "No-trump: yes"."""
        now, then = self.effective(players), before.effective(players) if before else self.usual()
        return tuple(
            f"{each.title}: {each.in_words(now[each.name])}"
            for each in self.described()
            if now[each.name] != then[each.name]
        )

    def asked_first(self, players: int) -> Mapping[str, str]:
        """What a table asks about before it begins: by the name of a house rule, what is in force in few words,
        usual or not; "" where another one says it. players: how many.
        """
        return {}

    def example(self) -> tuple[tuple[str, str, Points], ...]:
        """A hand as the numbers of the table count it: what was bid and taken, how it adds up and what it pays."""
        return ()

    def in_force(self, players: int) -> tuple[str, ...]:
        """The house rules in a line: "Standard", or what differs, a preset first; then what a table asks first."""
        asked = self.asked_first(players)
        now, usual = self.effective(players), self.usual()
        changed = {name for name, value in usual.items() if now[name] != value} - {*asked}
        told: list[str] = []
        for preset in self.presets:
            if changed & {*preset.chosen} and all(getattr(self, name) == v for name, v in preset.chosen.items()):
                told.append(preset.title)
                changed -= {*preset.chosen}
        told += [f"{o.title}: {o.in_words(getattr(self, o.name))}" for o in self.described() if o.name in changed]
        return (*(told or ("Standard",)), *filter(None, asked.values()))

    @classmethod
    def respelt(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """House rules by name, each value by its present name."""
        known = {option.name: option for option in cls.described()}
        return {name: known[name].respelt(value) if name in known else value for name, value in given.items()}

    @classmethod
    def usual(cls) -> dict[str, Any]:
        """Every house rule's default, by its name."""
        return {option.name: option.default for option in cls.described()}


def totals_option() -> Any:
    """Whether the sides or the players of a game of sides have totals."""
    return option(
        "sides",
        ("sides", "players"),
        "Totals",
        "Who has a column on the sheet.",
        words={"sides": "for the sides", "players": "for each player"},
        sentences={
            "sides": "the same two sides all evening",
            "players": "each partner is given what the side scores, and partners can change from any hand on",
        },
        whole_sheet=True,
    )


def carry_option(carried: str) -> Any:
    """What becomes of all that a side carries when its partners part. carried: these things, in words."""
    return option(
        "seat",
        ("seat", "nobody"),
        "When partners change",
        f"What becomes of what a side carries: {carried}. Partners who stay together keep it.",
        only=("totals", "players"),
        words={"seat": "what a side carries stays with the seats", "nobody": "what a side carries begins anew"},
        sentences={"seat": "whoever sits there now carries it on", "nobody": "new partners carry nothing"},
    )
