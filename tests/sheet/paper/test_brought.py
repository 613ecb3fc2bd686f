"""Tables that people bring, in the words and forms of public ones: what is read of each by itself."""

from pathlib import Path

import pytest

from scorer.rules.registry import GAMES
from scorer.sheet.paper.hands_table import Hands, open_table

FILES = Path(__file__).with_name("brought")


def read(content: str | bytes, game: str = "") -> Hands:
    """As it seems to be."""
    opened = open_table(content.encode() if isinstance(content, str) else content)
    kind = GAMES[game or opened.likely_game]
    players = opened.likely_players(kind)
    return opened.read(kind, players, opened.likely(kind, players))


@pytest.mark.parametrize(
    ("name", "game", "totals"),
    [
        ("lost-silently", "plain", (12, 9, 4)),
        ("plain-blank", "plain", (5, 4, 5)),
        ("real-running-totals", "plain", (2, 2)),
        ("real-ohhell-bet-win", "oh-hell", (21, 2, 12)),
    ],
)
def test_the_tables_of_the_review_come_in(name: str, game: str, totals: tuple[int, ...]) -> None:
    hands = read((FILES / f"{name}.csv").read_bytes())
    assert (hands.sheet.game, hands.ledger.totals, hands.bad, hands.checked.findings) == (game, totals, (), ())


def test_totals_that_stand_beside_points_are_checked() -> None:
    [wrong] = read((FILES / "hearts-paper.csv").read_bytes()).checked.findings
    assert (wrong.column, wrong.claimed, wrong.due) == ("Dee", 37, 36)


SPELT = [
    ("{} bid", "{} tricks"),
    ("Bid {}", "Won {}"),
    ("{}'s bid", "{}’s tricks"),
    ("{}_bid", "{}_won"),
    ("{} (bid)", "{} (took)"),
    ("bids of {}", "tricks of {}"),
    ("{} Ansage", "{} Stiche"),
    ("BET: {}", "MADE: {}"),
    ("{}Bid", "{}Tricks"),
    ("{}-bet", "{}-win"),
]


@pytest.mark.parametrize(("bid", "took"), SPELT)
def test_what_each_bid_and_took_is_read_in_both_orders_and_usual_spellings(bid: str, took: str) -> None:
    heads = [word.format(name) for name in ("Ann", "Bo", "Cid") for word in (bid, took)]
    hands = read(f"Round,Cards,{','.join(heads)}\n1,3,1,1,1,0,2,2\n2,2,0,0,1,2,2,0\n")
    assert hands.sheet.game == "oh-hell"
    assert hands.sheet.players == ("Ann", "Bo", "Cid")
    assert hands.bad == ()
    assert [hand.facts["cards"] for hand in hands.sheet.hands] == [3, 2]
    assert hands.sheet.hands[0].facts["bids"] == {"Ann": 1, "Bo": 1, "Cid": 2}
