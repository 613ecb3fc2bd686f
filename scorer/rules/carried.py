"""What a table that settles a hand by points may set for the next one: bags, sets, part scores, games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from . import reading
from .core import Rule, listed, minus
from .fields.context import Context, Table
from .fields.field import Field
from .partners import Seated
from .reading import Reader


@dataclass(frozen=True)
class Carried:
    """A number that each side or player begins the next hand with. field: in the sheet file; words: a number of it
    in a sentence, "3 bags"; label: of its input.
    """

    field: Field
    words: Callable[[int], str]
    label: str


@dataclass(frozen=True)
class _NextHand(Context):
    """Here a value is checked as what is carried, and not as what was bid or taken."""

    check_one: Callable[[str, Any], None] = field(default=lambda key, value: None)

    def check(self, value: Any) -> None:
        self.check_one(self.key, value)


class Carries(Seated):
    """The part of a game that reads, checks and sets what is carried. A game that carries nothing has no more."""

    title: ClassVar[str]
    carried: Mapping[str, Carried] = {}
    """By the keys of `carry` in the sheet file. An instance may have others, by its options."""
    carried_sets: ClassVar[tuple[Mapping[str, Carried], ...]] = ()
    """All that `carried` can be, where the options change it."""

    @classmethod
    def all_carried(cls) -> dict[str, Carried]:
        """Every key that can be carried under any house rules."""
        return {key: value for carried in cls.carried_sets or (cls.carried,) for key, value in carried.items()}

    def check_carried(self, key: str, number: int) -> None:
        """Raise RuleViolation for a number that no hand can begin with."""

    def require_below(self, limit: int | None, rule: Rule, key: str, number: int, why: str) -> None:
        """Raise RuleViolation unless the number is at least 0, and less than the limit where there is one.

        why: what the limit does, as half a sentence.
        """
        words = minus(self.carried[key].words(number))
        rule.require(number >= 0, f"Nobody begins a hand with {words}.", "carry")
        rule.require(limit is None or number < limit, f"Nobody begins a hand with {words}: {why}.", "carry")

    def carried_in(self, carry: Any) -> Mapping[str, tuple[int, ...]]:
        """What stands in a carry: by key the number of each side, or of each player by seat."""
        return {}

    def carrying(self, numbers: Mapping[str, Sequence[int | None]], carry: Any) -> Any:
        """The carry with these numbers by key; a key or a player that is not named stays as it is."""
        return carry

    @property
    def carried_fields(self) -> dict[str, Field]:
        return {key: carried.field for key, carried in self.carried.items()}

    def carried_owners(self, key: str) -> Sequence[str]:
        """Whose numbers a key has."""
        return self.carried[key].field.owners(self.players, tuple(column.name for column in self.columns()))

    def read_carried(self, carry: Any) -> Reader:
        """A reader of `carry` in the sheet file, after a hand with this carry: the numbers by key. It raises
        FormatError, and RuleViolation.
        """

        def reader(key: str) -> Reader:
            context = _NextHand(cast(Table, self), key, carry, self.check_carried)
            return lambda value, where: self.carried[key].field.read(value, where, context)

        def read(value: Any, where: str) -> dict[str, tuple[int | None, ...]]:
            if not self.carried:
                detail = f"{self.title} as it is played here carries nothing to the next hand that could be set"
                raise reading.FormatError(where, detail)
            return reading.keys(value, where, {key: reader(key) for key in self.carried})

        return read

    def carried_in_words(self, numbers: Mapping[str, Sequence[int | None]]) -> tuple[str, ...]:
        """What the table has set, as sentences: "North & South begin the next hand with 3 bags." """
        return tuple(self._begin(numbers))

    def _begin(self, numbers: Mapping[str, Sequence[int | None]]) -> Iterator[str]:
        with_what: dict[str, list[str]] = {}
        for key, values in numbers.items():
            for owner, number in zip(self.carried_owners(key), values, strict=True):
                if number is not None:
                    with_what.setdefault(owner, []).append(self.carried[key].words(number))
        begin = "begin" if self.partnerships else "begins"
        for owner, words in with_what.items():
            yield f"{owner} {begin} the next hand with {listed(words)}."
