"""Any other game: points as the table counted them, the highest or lowest total, a target."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from scorer.rules.core import Points, Rule
from scorer.rules.plain import COMES_TO, COUNTED, DEALER, RULES, TARGET, WINNER, Plain, PlainHand, PlainOptions

from ..at_work import deal_goes_left
from ..speech import NAMES


def plain(players: int = 3, **options: Any) -> Plain:
    return Plain.of(NAMES[:players], PlainOptions(**options))


def winners(totals: tuple[Points, ...], **options: Any) -> tuple[str, ...] | None:
    """Who has won with these totals; None while the game goes on."""
    ending = plain(len(totals), **options).ending(NAMES[: len(totals)], totals)
    return ending and tuple(NAMES[winner] for winner in ending.winners)


def counted() -> None:
    """Above and below nought and with decimals, and nought is a number of points too."""
    score, carry = plain().score(PlainHand((12, Decimal("-2.5"), 0)), 0)
    assert carry is None
    assert [(line.points, line.reason, line.rule) for line in score.lines] == [
        (12, "points counted", COUNTED),
        (Decimal("-2.5"), "points counted", COUNTED),
        (0, "points counted", COUNTED),
    ]


def wins() -> None:
    assert not plain().lowest_wins
    assert plain(wins="lowest").lowest_wins


def target() -> None:
    assert winners((99, -200, 0), target=100) is None
    assert winners((100, 101, 0), target=100) == ("Betty",)
    assert winners((10**9, 0)) is None


def comes_to() -> None:
    assert plain(comes_to=26).doubt(PlainHand((13, 12, 0)), "")


SEEN: dict[Rule, Callable[[], None]] = {
    COUNTED: counted,
    DEALER: deal_goes_left(plain()),
    WINNER: wins,
    TARGET: target,
    COMES_TO: comes_to,
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.slug)
def test_a_rule_is_seen_at_work(rule: Rule) -> None:
    SEEN[rule]()


def test_where_the_lowest_wins_somebody_reaching_the_target_ends_it_and_the_lowest_total_wins() -> None:
    assert winners((99, 3, 0), target=100, wins="lowest") is None
    assert winners((104, 3, 3), target=100, wins="lowest") == ("Betty", "Cindy")


def test_equals_share_the_first_place() -> None:
    assert winners((100, 20, 100), target=100) == ("Amber", "Cindy")


def test_the_ending_says_who_reached_the_target() -> None:
    ending = plain(target=50).ending(("Amber", "Betty", "Cindy"), (50, Decimal("50.5"), 1))
    assert ending
    assert (ending.reason, ending.winners) == ("Amber and Betty reached 50", (1,))


def test_it_is_played_without_calls_and_no_hand_passes_out() -> None:
    assert plain().auction(0, None) is None
    assert not Plain.may_pass_out


def test_the_sentence_of_a_hand_is_its_points() -> None:
    hand = PlainHand((12, Decimal("-2.5"), 0))
    assert Plain.of(("Anne-Marie", "Bo", "Cid")).summarize(hand) == "Anne-Marie 12, Bo −2.5, Cid 0"
    assert plain().describe(hand, 0) == "Amber 12, Betty −2.5, Cindy 0."


def test_two_to_twelve_play_and_the_house_rules_are_those_of_the_sheet_format() -> None:
    assert list(Plain.sizes) == list(range(2, 13))
    described = {option.name: option for option in PlainOptions.described()}
    defaults = {name: option.default for name, option in described.items()}
    assert defaults == {"wins": "highest", "target": None, "comes_to": None, "length": None}
    for accepted in (None, 0, -999_999, Decimal("0.5"), [26, 78], [1, 2, 3, 4, 5, 6]):
        assert described["comes_to"].accepts(accepted)
    for refused in (True, "26", 26.0, 10**6, Decimal("0.1234567"), [], [26], [1] * 7, [26, None], {"sum": 1}):
        assert not described["comes_to"].accepts(refused)
    assert described["wins"].accepts("lowest")
    for refused in (0, -5, True, "100", 10**6):
        assert not described["target"].accepts(refused)


@pytest.mark.parametrize(
    ("agreed", "points", "note", "told"),
    [
        (None, (1, 2, 3), "", ""),
        (26, (13, 13, 0), "", ""),
        (26, (13, 12, 0), "", "The points add up to 25, not to 26."),
        ([26, 78], (39, 39, 0), "", ""),
        ([26, 78], (0, 0, 0), "", "The points add up to 0, not to 26 or 78."),
        (0, (5, -3, -1), "", "The points add up to 1, not to 0."),
        (Decimal("0.3"), (Decimal("0.1"), Decimal("0.2"), 0), "", ""),
        (26, (26, 26, 0), "×2", ""),
        (26, (26, 26, 0), "", "The points add up to 52, not to 26."),
        (26, (26, 26, 1), "late, ×2", "The points add up to 53, not to 52."),
    ],
)
def test_a_hand_that_does_not_come_to_what_is_agreed_is_told(
    agreed: Any, points: tuple[Points, ...], note: str, told: str
) -> None:
    game, hand = plain(comes_to=agreed), PlainHand(points)
    assert game.doubt(hand, note) == told
    assert game.score(hand, 0)[0].total(0) == points[0]
