"""What if: every house rule of every game, each of its values, asked of random evenings."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.options import Option
from scorer.rules.registry import GAMES
from scorer.sheet.changes.history import compare
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment, Hand, Sheet
from scorer.sheet.questions import OptionMismatchError, under

from ..exports.random_sheets import random_sheet
from .any_game import values_of

EVENINGS = 12
HANDS = 6
RULES = [
    pytest.param(game, option, id=f"{game} {option.name}")
    for game, type_ in GAMES.items()
    for option in type_.options_type.described()
]


def evenings(game: str, *, unsettled: bool) -> Iterator[Ledger]:
    """unsettled: without hands that the table settled by points; other columns have no points in these."""
    for number in range(EVENINGS):
        evening = random_sheet(game, random.Random(f"{game} {number}"), HANDS)
        if not unsettled or all(row.judged.settled is None for row in evening.rows):
            yield evening


def asked(evening: Ledger, **changed: Any) -> dict[str, Any]:
    """All house rules, as the sheet began, with these instead; what means nothing beside them as by default."""
    described = GAMES[evening.sheet.game].options_type.described()
    chosen = {option.name: option.default for option in described} | dict(evening.sheet.options) | changed
    return {each.name: chosen[each.name] if each.applies(chosen) else each.default for each in described}


def began_so(evening: Ledger, options: dict[str, Any], hands: int) -> Ledger:
    """The same hands on a sheet that began with these house rules, without what these do not ask for."""
    type_ = GAMES[evening.sheet.game]
    usual = type_.options_type.usual()
    unusual = {key: value for key, value in options.items() if value != usual[key]}
    game = type_.of(evening.sheet.players, type_.options_type(**options))
    other = {*type_.all_keys()} - {*game.keys} | {"options", "played"}
    if any(hand.facts.get("carry", {}).keys() - game.carrying.numbers.keys() for hand in evening.sheet.hands):
        other |= {"carry"}
    facts = ({key: value for key, value in hand.facts.items() if key not in other} for hand in evening.sheet.hands)
    bare = tuple(Hand(each) for each in facts)[:hands]
    return Ledger.of(replace(evening.sheet, options=unusual, hands=bare, coming={}))


def under_or_not(evening: Ledger, options: dict[str, Any]) -> Ledger | None:
    """None where the page says in words why the hands cannot be compared."""
    with suppress(IllegalHandError, OptionMismatchError):
        return under(evening, options)
    return None


@pytest.mark.parametrize(("game", "option"), RULES)
def test_another_house_rule_scores_as_if_the_sheet_had_begun_so_or_says_why_not(game: str, option: Option) -> None:
    compared = 0
    for evening in evenings(game, unsettled=option.whole_sheet):
        for value in values_of(option):
            options = asked(evening, **{option.name: value})
            then = under_or_not(evening, options)
            if then is None:
                continue
            expected = began_so(evening, options, len(then.rows))
            assert (then.columns, then.totals, then.ending) == (expected.columns, expected.totals, expected.ending)
            assert [row.points for row in then.rows] == [row.points for row in expected.rows]
            compared += len(then.rows)
    assert compared


@pytest.mark.parametrize("game", ["spades", "ten-bridge", "reverse-bridge"])
def test_points_without_a_deal_keep_their_columns_and_the_answer_names_them(game: str) -> None:
    """Also points from before the first hand: no column of a player is that of a side."""
    players = ("N", "E", "S", "W")
    given = Adjustment({"points": {"N & S": -10}}, 0)
    evening = Ledger.of(Sheet(game, players, "N", adjustments=(given,)))
    with pytest.raises(IllegalHandError, match="“N & S” has no column"):
        under(evening, asked(evening, totals="players"))


def test_the_totals_of_players_are_named_where_sides_had_them_before() -> None:
    hand = Hand({"bids": {"N": 3, "E": 4, "S": 2, "W": 3}, "tricks": [7, 6]})
    evening = Ledger.of(Sheet("spades", ("N", "E", "S", "W"), "N", hands=(hand,)))
    told = compare(evening, under(evening, asked(evening, totals="players")))
    assert [(each.place, each.column, each.total) for each in told.standings] == [
        *((1, "N", 52), (1, "S", 52)),
        *((3, "E", -70), (3, "W", -70)),
    ]
    assert compare(evening, under(evening, asked(evening, target=40))).standings == ()
