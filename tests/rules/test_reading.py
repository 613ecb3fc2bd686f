"""Values from outside are read one by one, and a fault says what was expected."""

import pytest

from scorer.rules import reading
from scorer.rules.reading import FormatError


@pytest.mark.parametrize(("sizes", "players"), [(range(3, 8), "3 to 7 players"), (range(4, 5), "4 players")])
def test_too_few_names_are_told_how_many_the_game_is_for(sizes: range, players: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading.names(["Ann", "Bo"], "$.players", sizes)
    assert (caught.value.where, caught.value.detail) == ("$.players", f"the game is for {players}, not 2")
