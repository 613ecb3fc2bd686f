"""The values of contract bridge [rules 3], by hand; `test_endplay` compares all of them with another program."""

import pytest

from scorer.rules.calls import parse_contract
from scorer.rules.pirate_bridge.contract_bridge import RULES, made, penalty

# Contract, tricks, vulnerable; the lines that follow.
MADE = [
    ("1C", 7, False, [(20, "1♣ made"), (50, "part score")]),
    ("1NT", 10, False, [(40, "1 NT made"), (90, "3 overtricks"), (50, "part score")]),
    (
        "2SX",
        10,
        True,
        [
            (120, "2♠ doubled made"),
            (400, "2 overtricks, doubled, vulnerable"),
            (50, "made, doubled"),
            (500, "game, vulnerable"),
        ],
    ),
    (
        "1CXX",
        8,
        False,
        [(80, "1♣ redoubled made"), (200, "1 overtrick, redoubled"), (100, "made, redoubled"), (50, "part score")],
    ),
    ("6H", 12, False, [(180, "6♥ made"), (300, "game"), (500, "small slam")]),
    ("7NT", 13, True, [(220, "7 NT made"), (500, "game, vulnerable"), (1500, "grand slam, vulnerable")]),
]


@pytest.mark.parametrize(("contract", "tricks", "vulnerable", "lines"), MADE, ids=[row[0] for row in MADE])
def test_a_contract_that_is_made_pays_line_by_line(
    contract: str, tricks: int, vulnerable: bool, lines: list[tuple[int, str]]
) -> None:
    paid = list(made(parse_contract(contract), tricks, vulnerable=vulnerable))
    assert [worth[:2] for worth in paid] == lines
    assert {rule for *_, rule in paid} <= set(RULES)


def test_a_penalty_says_how_far_down_and_at_what_price() -> None:
    assert penalty(parse_contract("4S"), 9, vulnerable=False)[1] == "1 trick down"
    assert penalty(parse_contract("4SXX"), 8, vulnerable=True)[1] == "2 tricks down, redoubled, vulnerable"
