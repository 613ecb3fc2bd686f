"""Games of sides in which each player has a total: partners change, and each is given what the side scores."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.exports.score_table import ScoreTable
from scorer.rules.core import Points
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import questions
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.questions import results

from ...exports.random_sheets import random_sheet
from ...rules.drawing import MANY
from ..files import SheetFiles

FOUR = ["North", "East", "South", "West"]
OTHERS = ["North", "South", "East", "West"]
"""North with East, South with West."""
TURNED = ["East", "South", "West", "North"]
"""The same partners, each a seat further."""
PLAYERS = {"totals": "players"}
ANEW = {**PLAYERS, "carry_goes": "nobody"}
SPADES = SheetFiles({"game": "spades", "players": FOUR, "options": PLAYERS})
TEN = SheetFiles({"game": "ten-bridge", "players": FOUR, "options": PLAYERS})
NEW_YORK = {**PLAYERS, "variant": "new-york", "first_hand": "bid"}

BIDS = {"North": 3, "East": 4, "South": 2, "West": 3}
BAGS: dict[str, Any] = {"bids": BIDS, "tricks": [8, 5]}
"""North and South 53 with 3 bags, East and West set by 70."""
PART: dict[str, Any] = {"contract": "1minor", "declarer": "North", "tricks": 7}
"""8 points and a part score of 4 [S3]."""
FEW = settings(MANY, max_examples=15)
GAMES_OF_SIDES = ("spades", "ten-bridge", "reverse-bridge")


def totals(ledger: Ledger) -> dict[str, Any]:
    return dict(zip(ledger.columns, ledger.totals, strict=True))


def marks(ledger: Ledger) -> dict[str, str]:
    """What each player's side carries now."""
    return {name: f"{counter.name} {counter.text}" for name, [counter] in ledger.counters.items()}


def with_players_totals(game: str, seed: int) -> Ledger:
    """A random evening of the game with totals for each player."""
    chance = random.Random(seed)
    while (ledger := random_sheet(game, chance)).sheet.options.get("totals") != "players":
        pass
    return ledger


@FEW
@given(game=st.sampled_from(GAMES_OF_SIDES), seed=st.integers(0, 10**6))
def test_everybodys_total_is_the_sum_of_what_their_sides_scored(game: str, seed: int) -> None:
    ledger = with_players_totals(game, seed)
    sums: dict[str, Points] = dict.fromkeys(ledger.columns, 0)
    for row in ledger.rows:
        for name, points in (row.judged.settled or {}).items():
            sums[name] += points
        for seat, name in enumerate(row.game.players):
            sums[name] += row.judged.score.total(seat % 2)
    for adjustment in ledger.sheet.adjustments:
        for name, points in adjustment.facts["points"].items():
            sums[name] += points
    # Paid where the table has closed the sheet, and as well where an agreed number of hands has ended it.
    ended = ledger.sheet.finished or ledger.table.hands_left == 0
    if closing := ledger.table.game.carrying.closing(ledger.table.carry) if ended else None:
        for seat, name in enumerate(ledger.table.game.players):
            sums[name] += closing.total(seat % 2)
    assert totals(ledger) == sums


@FEW
@given(game=st.sampled_from(GAMES_OF_SIDES), seed=st.integers(0, 10**6))
def test_its_table_and_its_other_results_have_a_place_for_everybody(game: str, seed: int) -> None:
    ledger = with_players_totals(game, seed)
    table = ScoreTable.of(ledger)
    for row in ledger.rows:
        assert 1 + sum(cell.columns for cell in table.cells(row)) == table.width
        if found := results(ledger, row):
            assert sorted(found.columns) == sorted(row.game.players)
            [played] = [result for result in found.results if result.played]
            by_name = dict(zip(found.columns, (cell.points for cell in played.cells), strict=True))
            assert by_name == {name: row.points[ledger.columns.index(name)] for name in row.game.players}


def test_what_a_side_carries_stays_with_the_seats() -> None:
    assert marks(SPADES.ledger(BAGS, {**BAGS, "players": OTHERS, "tricks": [7, 6]})) == {
        "North": "bags 3",
        "East": "bags 3",
        "South": "bags 1",
        "West": "bags 1",
    }
    carried = TEN.ledger(PART, {**PART, "players": OTHERS}, finished=True)
    assert marks(carried) == {"North": "part score 8", "East": "part score 8"}
    assert carried.closing == (5, 5, 0, 0)


def test_new_partners_begin_anew_where_the_table_says_so() -> None:
    ledger = TEN.ledger(PART, {**PART, "players": OTHERS}, options=ANEW)
    assert marks(ledger) == {"North": "part score 4", "East": "part score 4"}
    assert ledger.rows[0].judged.after.carry.carried == (4, 0)
    spades = SPADES.ledger(BAGS, {**BAGS, "players": OTHERS, "tricks": [7, 6]}, options=ANEW)
    assert marks(spades)["North"] == "bags 0"


@pytest.mark.parametrize("options", [PLAYERS, ANEW])
def test_partners_who_stay_together_keep_what_they_carry_wherever_they_sit(options: dict[str, str]) -> None:
    east: dict[str, Any] = {**PART, "declarer": "East", "players": TURNED}
    assert marks(TEN.ledger(PART, east, options=options)) == {
        "North": "part score 4",
        "South": "part score 4",
        "East": "part score 4",
        "West": "part score 4",
    }
    for_west = {**PART, "players": ["North", "East", "South", "Eve"]}
    assert marks(TEN.ledger(PART, for_west, options=options))["North"] == "part score 8"


def test_the_first_player_at_the_target_wins_with_the_partner_if_they_have_as_many() -> None:
    both = SPADES.ledger(BAGS, options={**PLAYERS, "target": 50})
    assert both.ending
    assert (both.ending.reason, both.winners) == ("North and South reached 50", ("North", "South"))
    one = SPADES.ledger(BAGS, {**BAGS, "players": OTHERS}, options={**PLAYERS, "target": 100})
    assert one.ending
    assert (one.ending.reason, one.winners) == ("North reached 100", ("North",))


def test_tied_at_the_target_with_an_opponent_the_game_goes_on() -> None:
    level = {"points": {"North": 60, "East": 60, "South": 0, "West": 0}}
    assert SPADES.ledger(level, options={**PLAYERS, "target": 50}).ending is None
    assert SPADES.ledger({**level, "players": OTHERS}, options={**PLAYERS, "target": 50}).ending


def test_a_boston_and_a_row_of_sets_are_won_by_the_players_of_that_hand() -> None:
    boston = {"bids": [10, 4], "tricks": [13, 0], "players": OTHERS}
    ended = SPADES.ledger(boston, players=FOUR, options=NEW_YORK)
    assert ended.winners == ("North", "East")
    were_set = {"bids": [8, 5], "tricks": [7, 6]}
    sets = SPADES.ledger(were_set, {**were_set, "players": OTHERS}, options=NEW_YORK)
    assert sets.ending
    assert (sets.ending.reason, sets.winners) == ("North and East were set 2 times in a row", ("South", "West"))
    anew = {**NEW_YORK, "carry_goes": "nobody"}
    assert SPADES.ledger(were_set, {**were_set, "players": OTHERS}, options=anew).ending is None


def test_points_by_hand_name_every_player_and_a_side_counts_half_of_what_its_partners_have() -> None:
    settled = {"points": {"North": 50, "East": -100, "South": 30, "West": -100}}
    ledger = SPADES.ledger(settled)
    assert totals(ledger) == settled["points"]
    assert [side.total for side in ledger.table.carry.sides] == [40, -100]
    with pytest.raises(FormatError, match="North"):
        SPADES.ledger({"points": {"North & South": 50, "East & West": 0}})


def test_totals_are_agreed_for_the_whole_sheet() -> None:
    with pytest.raises(FormatError, match="“Totals” is agreed for a whole sheet"):
        TEN.ledger(PART, {**PART, "options": {"totals": "sides"}})
    assert TEN.ledger(PART, {**PART, "players": OTHERS, "options": {"carry_goes": "nobody"}}).rows


def test_why_tells_whose_points_and_bags_they_are() -> None:
    ledger = SPADES.ledger(BAGS, {**BAGS, "players": OTHERS})
    answer = questions.points(ledger, ledger.rows[1], 1)
    assert answer.question == "Why did East score 71 in hand 2?"
    assert "Before this hand East had bags 3." in answer.facts
    assert questions.mark(ledger, 1, "bags").working == "bags 4"


def test_its_table_says_who_played_with_whom() -> None:
    ledger = SPADES.ledger(BAGS, {**BAGS, "players": OTHERS})
    cells = [cell.text for cell in ScoreTable.of(ledger).cells(ledger.rows[1])]
    assert cells[1:5] == ["North\nEast", "7", "8", "70 + 1 = 71"]


def test_every_game_of_sides_that_its_table_may_change_has_the_house_rule() -> None:
    """A game of sides may also be without it, as the sample game is."""
    assert {key for key, game in GAMES.items() if "totals" in game.options_type.usual()} == {*GAMES_OF_SIDES}
