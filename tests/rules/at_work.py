"""What most rule books state and nobody can break, shown at work."""

from collections.abc import Callable

from scorer.rules.core import Rule
from scorer.rules.game import Game


def told(game: type[Game], rule: Rule, *words: str) -> Callable[[], None]:
    """[rules 9] It stands on the page of rules in these words, and is not judged: a sheet knows no cards."""

    def shown() -> None:
        assert [word for word in words if word not in rule.text] == []
        assert rule in game.rules

    return shown


def columns(game: Game, *seats: tuple[int, ...]) -> Callable[[], None]:
    def shown() -> None:
        assert [column.seats for column in game.columns()] == [*seats]

    return shown


def deal_goes_left(game: Game, *, stays_where_nobody_bid: bool = False) -> Callable[[], None]:
    def shown() -> None:
        seats = range(len(game.players))
        left = [*seats[1:], 0]
        assert [game.next_dealer(seat, played=True) for seat in seats] == left
        assert [game.next_dealer(seat, played=False) for seat in seats] == (
            [*seats] if stays_where_nobody_bid else left
        )

    return shown
