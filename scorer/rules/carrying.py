"""What a hand hands on to the next besides points: bags, part scores, games won, how many hands were played."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .core import Counter, Points, Rule, Score, minus
from .fields import Field

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Carried:
    """A number that each side or player begins the next hand with. field: in the sheet file; words: a number of it
    in a sentence, "3 bags"; label: of its input.
    """

    field: Field
    words: Callable[[int], str]
    label: str


G = TypeVar("G", bound="Game")
C = TypeVar("C")


class Carrying(Generic[G, C]):
    """How a game at a table passes its carry on from hand to hand; by this class it passes on nothing.

    What belongs to a player stands in a carry under their name, because seats change.
    """

    first: ClassVar[Any] = None
    """The carry of the first hand."""
    numbers: Mapping[str, Carried] = {}
    """What a table may set for the next hand, by the keys of `carry` in the sheet file. A class has those of all
    house rules, an instance those of its own.
    """

    def __init__(self, game: G) -> None:
        self.game = game

    @property
    def fields(self) -> dict[str, Field]:
        return {key: carried.field for key, carried in self.numbers.items()}

    def owners(self, key: str) -> Sequence[str]:
        """Whose numbers a key has."""
        sides = tuple(column.name for column in self.game.columns())
        return self.numbers[key].field.owners(self.game.players, sides)

    def check(self, key: str, number: int) -> None:
        """Raise RuleViolation for a number that no hand can begin with."""
        return

    def require_below(self, limit: int | None, rule: Rule, key: str, number: int, why: str) -> None:
        """Raise RuleViolation unless the number is at least 0, and less than the limit where there is one.

        why: what the limit does, as half a sentence.
        """
        words = minus(self.numbers[key].words(number))
        rule.require(number >= 0, f"Nobody begins a hand with {words}.", "carry")
        rule.require(limit is None or number < limit, f"Nobody begins a hand with {words}: {why}.", "carry")

    def numbers_in(self, carry: C) -> Mapping[str, tuple[int, ...]]:
        """By key the number of each side, or of each player by seat."""
        return {}

    def with_numbers(self, numbers: Mapping[str, Sequence[int | None]], carry: C) -> C:
        """The carry with these numbers by key; a key or a player that is not named stays as it is."""
        return carry

    def settled(self, points: Mapping[int, Points], carry: C) -> C:
        """What a hand settled by the table hands to the next. points: by column, where any were given."""
        return carry

    def adjusted(self, points: Mapping[int, Points], carry: C) -> C:
        """What the next hand begins with after points without a deal. points: by column, where any were given."""
        return carry

    def when_settled(self) -> tuple[str, ...]:
        """What a hand settled by the table counts for beside its points, and what not, as sentences."""
        return ()

    def passed_out(self, carry: C) -> C:
        """What a hand that nobody bid hands to the next. Raises RuleViolation in a game that knows none."""
        return carry

    def reseated(self, sides: tuple[int | None, ...], carry: C) -> C:
        """The carry where other partners sit together. sides: by side the one whose carry it has, None where it
        begins anew.
        """
        return carry

    def events(self, before: C, after: C) -> tuple[str, ...]:
        """What a hand changed besides points, as sentences: a game won, bags that cost, part scores wiped out.

        before, after: the carry before the hand and after it.
        """
        return ()

    def ends_game(self, before: C, after: C) -> bool:
        """Whether the table draws a line under a hand: a game was won by it."""
        return False

    def due(self, carry: C) -> tuple[str, ...]:
        """What the next hand costs or pays, whatever it brings, as sentences: bags that are already too many."""
        return ()

    def counters(self, carry: C) -> tuple[Counter, ...]:
        """What the columns carry besides their points, as the sheet shows it now."""
        return ()

    def closing(self, carry: C) -> Score | None:
        """What the end of a sheet pays, closed by the table or by an agreed length; None where it pays nothing."""
        return None
