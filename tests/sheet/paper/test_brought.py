"""Tables that people bring, in the words and forms of public ones: what is read of each by itself."""

import io
import json
import zipfile
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from scorer.exports.from_workbook import MOST_UNPACKED, as_table
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.paper.dates import days_of
from scorer.sheet.paper.table import Hands, open_table

from ...timing import cpu_seconds
from ..papers import as_it_seems

FILES = Path(__file__).with_name("brought")


def read(content: str | bytes, game: str = "") -> Hands:
    return as_it_seems(as_table(content.encode() if isinstance(content, str) else content), game)


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


def test_a_table_with_a_line_for_each_player_of_a_hand_is_turned() -> None:
    hands = read((FILES / "real-hearts-long.csv").read_bytes())
    assert hands.sheet.players == ("Ann", "Bo", "Cid", "Dee")
    assert [tuple(hand.facts["points"].values()) for hand in hands.sheet.hands] == [
        (6, 1, 5, 14),
        (0, 0, 8, 18),
        (4, 3, 15, 4),
    ]


def book_of(*sheets: list[list[object]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for rows in sheets:
        sheet = made.create_sheet()
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def test_a_workbook_comes_in_by_its_first_sheet_with_a_table_and_formulas_are_never_run() -> None:
    day = date(2026, 11, 26)
    table = [["Our evening"], [], ["Date", "Ann", "Bo"], [day, 5, 2], [day, 1, 3.125]]
    hands = read(book_of([["nothing here"]], [*table]))
    assert (hands.sheet.players, hands.ledger.totals) == (("Ann", "Bo"), (6, Decimal("5.125")))
    # Nobody has opened it since: no value was kept, and none is made up.
    with pytest.raises(FormatError, match="no sheet of this workbook holds a table"):
        as_table(book_of([["Ann", "Bo"], ["=1+1", "=2+3"]]))


def test_a_workbook_that_is_none_or_unpacks_without_end_is_refused() -> None:
    swollen, broken = io.BytesIO(), io.BytesIO()
    for packed, content in ((swollen, b" " * (MOST_UNPACKED + 1)), (broken, b"<nonsense")):
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("xl/workbook.xml", content)
    for packed, said in ((swollen, "unpacks to more than 8 MiB"), (broken, "this workbook cannot be read")):
        with pytest.raises(FormatError, match=said):
            as_table(packed.getvalue())


POINTS = ((5, 2), (1, 3), (0, 9))
EACH = [{"Ann": a, "Bo": b} for a, b in POINTS]
JSONS: list[Any] = [
    {"players": ["Ann", "Bo"], "rounds": [*map(list, POINTS)]},
    {"players": [{"name": "Ann", "scores": [5, 1, 0]}, {"name": "Bo", "scores": [2, 3, 9]}]},
    {"players": [{"name": "Ann", "total": 6, "rounds": [5, 1, 0]}, {"name": "Bo", "rounds": [2, 3, 9]}]},
    [
        {"playerName": name, "roundNumber": number, "bonus": 0, "roundTotal": points}
        for number, each in enumerate(EACH)
        for name, points in each.items()
    ],
    {"rounds": [{"no": number, "scores": each} for number, each in enumerate(EACH, start=1)]},
    [{"round": number, **each} for number, each in enumerate(EACH, start=1)],
    [
        {"round": number, "player": name, "points": points}
        for number, each in enumerate(EACH)
        for name, points in each.items()
    ],
    {"game": {"hands": [{"players": [{"name": n, "points": p} for n, p in each.items()]} for each in EACH]}},
]


@pytest.mark.parametrize("value", JSONS)
def test_json_from_elsewhere_is_read_as_a_table(value: Any) -> None:
    hands = read(json.dumps(value))
    assert (hands.sheet.players, hands.ledger.totals, hands.bad) == (("Ann", "Bo"), (6, 14), ())
    assert hands.checked.notes[0] == "This file is not from Scorer: a list in it was read as a table."


def test_json_without_such_a_list_is_refused_in_words() -> None:
    for value in ({"name": "thing", "version": 3}, [], [1, 2], {"players": [{"id": 7}]}):
        with pytest.raises(FormatError, match="this file is not from Scorer"):
            open_table(json.dumps(value).encode())


@pytest.mark.parametrize(
    ("written", "days"),
    [
        *((text, ["2026-11-26"]) for text in (
            "2026-11-26", "26.11.2026", "26.11.26", "11/26/2026", "26/11/2026", "2026/11/26", "26-Nov-26",
            "20261126", "Nov 26, 2026", "26. November 2026", "Thu 26 Nov 2026", "26th Nov 2026",
            "2026-11-26 20:15", "2026-11-26T20:15:00", "Donnerstag, 26. November 2026",
        )),
        ("3/4/26", ["2026-04-03", "2026-03-04"]),
        *((text, []) for text in ("yesterday", "13.13.2026", "26 Nov", "1/2", "46352", "x" * 50)),
    ],
)  # fmt: skip
def test_dates_are_read_as_people_and_spreadsheets_write_them(written: str, days: list[str]) -> None:
    assert [*map(str, days_of(written))] == days


def test_what_is_no_date_is_told_and_keeps_no_hand_out() -> None:
    own = (FILES / "excel-saved-own.csv").read_text()
    assert read(own).sheet.date == "2026-11-26"
    assert read(own).checked.notes == ()
    for text, told in (
        ("some day", "No date was read from “some day”: the hands do not depend on it."),
        ("3/4/26", ""),
    ):
        hands = read(own.replace("26.11.2026", text))
        assert (hands.sheet.date, hands.ledger.totals) == ("", (5, 3))
        assert hands.checked.notes == ((told,) if told else ())


def test_the_dates_of_a_file_tell_each_other_apart() -> None:
    def days(*written: str) -> list[str]:
        rows = "\n".join(f"{text},{number},2" for number, text in enumerate(written))
        return [*map(str, open_table(f"when,Ann,Bo\n{rows}\n".encode()).days)]

    assert days("3/4/26", "3/5/26") == ["2026-04-03", "2026-03-04"]
    assert days("3/4/26", "17/4/26") == ["2026-04-03"]
    assert days("3/4/26", "3/17/26") == ["2026-03-04"]
    assert days("3.4.26") == ["2026-04-03"]
    assert days("", "soon") == []


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


OWN: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "spades, each with bids and tricks": (
        ("Hand,N Bid,N Won,E Bid,E Won,S Bid,S Won,W Bid,W Won,NS,EW\n"
        "1,3,3,4,4,2,3,3,3,51,70\n2,4,5,0,0,3,4,4,4,123,210\n"),
        "spades",
        (123, 210),
    ),
    "points that are totals": (
        ("Round,Cards,Ann Bet,Ann Win,Ann Pts,Bo Bet,Bo Win,Bo Pts,Cid Bet,Cid Win,Cid Pts\n"
        "1,3,1,1,11,1,0,0,2,2,12\n2,2,0,0,21,1,2,2,2,0,12\n3,1,1,1,32,0,0,12,1,0,12\n4,2,1,1,43,1,1,23,1,0,12\n"),
        "oh-hell",
        (43, 23, 12),
    ),
    "a line of sums": ("Runde,Anna,Ben\n1,20,-10\n2,-10,40\nSumme,10,30\n", "plain", (10, 30)),
    "totals without a word": (
        "Deal,Ann,Bo,Cid,Dee\n1,0,13,5,8\n2,26,13,5,8\n3,30,20,12,16\n4,30,26,20,28\n", "plain", (30, 26, 20, 28)
    ),
    "points without a word": ("Hand #,Ann,Bo\n1,0,13\n2,26,0\n3,4,7\n", "plain", (30, 20)),
    "blanks": ("Spiel\tAnna\tBernd\tCarl\n1\t24\t\t\n2\t\t-48\t\n3\t\t\t72\n", "plain", (24, -48, 72)),
    "dashes": ("Round,Ann,Bo,Cid\n1,5,–,1\n2,-,4,4\n3,2,1,0\n", "plain", (7, 5, 5)),
    "Markdown": (
        "| Round | Ann | Bo |\n|---|---|---|\n| 1 | 5 | 3 |\n| 2 | 2 | 8 |\n| Total | 7 | 11 |\n", "plain", (7, 11)
    ),
    "a title above": ("Game night,,,\n,,,\nRound,Ann (pts),Bo (pts)\n1,5,2\n2,1,-3\n", "plain", (6, -1)),
    "scores of a game that scores": (
        ("#,Contract,Proposer,Accepter,Tricks,Amber Score,Betty Score,Cindy Score,Diana Score,Ellie Score\n"
        "1,6H,Amber,Cindy,7,49,6,49,6,6\n2,7S,Betty,Ellie,6,87,27,87,44,27\n"),
        "offender",
        (87, 27, 87, 44, 27),
    ),
    "a line of places": ("Round,Ann,Bo\n1,10,5\n2,3,7\nTOTAL,13,12\nRank,1,2\n", "plain", (13, 12)),
    "what a hand was worth": (
        "Round,Ann,Bo,Cid,Dee,Points\n1,2,-2,2,-2,2\nS,9,-3,-3,-3,3\n", "plain", (11, -5, -1, -5)
    ),
    "phases beside the scores": (
        "Round,Ann Phase,Ann Score,Bo Phase,Bo Score\n1,1,0,1,35\n2,2,20,1,50\n3,2,0,2,10\n", "plain", (20, 95)
    ),
    "names above the words": (
        (",,Ann,,,Bo,,,Cid,,\nRound,Cards,Bid,Tricks,Score,Bid,Tricks,Score,Bid,Tricks,Score\n"
        "1,3,1,1,11,1,0,0,2,2,12\n2,2,0,0,10,1,2,2,2,0,0\n"),
        "oh-hell",
        (21, 2, 12),
    ),
    "a sheet of the app's own workbook": (
        ("W,,,,,,,\n,2026-11-27,Any other game.,,,,,\n,,Ann,,Bo,,,\nhand,dealer,points,total,points,total,,note\n"
        "1,Bo,13,13,5,5,,\n2,Ann,5,18,-3,2,,\ntotal,,,18,,2,,\nplace,,,1,,2,,\ntotal in the app,,,18,,2,,\n"),
        "plain",
        (18, 2),
    ),
    "a line for each player and a column for each hand": (
        ",R1,R2,R3,Total\nAnn,10,5,0,15\nBo,-4,4,1,1\n", "plain", (15, 1)
    ),
    "players by number, and a line for each hand": (
        ",1,2,3\nRound 1,10,5,-8\nRound 2,4,4,1\n", "plain", (14, 9, -7)
    ),
    "a line for each player, hands by number": ("Player,1,2\nAnn,10,-8\nBo,4,1\n", "plain", (2, 5)),
    "a line for each player, with the day": (
        "date,round,playerId,points\n26-01-02,1,Ann,5\n26-01-02,1,Bo,-3\n26-01-03,2,Ann,1\n26-01-03,2,Bo,4\n",
        "plain",
        (6, 1),
    ),
    "a line for each player": (
        ("round,cards,player,bid,tricks,score\n"
        "1,3,Ann,1,1,11\n1,3,Bo,0,1,1\n1,3,Cid,1,1,11\n2,2,Ann,2,2,23\n2,2,Bo,0,0,11\n2,2,Cid,1,0,11\n"),
        "oh-hell",
        (23, 11, 11),
    ),
}  # fmt: skip
"""Tables in the manner of public ones: what they are, their game, and the totals that they make."""


@pytest.mark.parametrize("what", OWN)
def test_tables_in_the_manner_of_public_ones_come_in_with_every_figure_right(what: str) -> None:
    table, game, totals = OWN[what]
    hands = read(table)
    assert (hands.sheet.game, hands.ledger.totals, hands.bad, hands.checked.findings) == (game, totals, (), ())


@pytest.mark.parametrize(
    ("game", "table", "tricks"),
    [
        (
            "pirate-bridge",
            "Contract,Declarer,Acceptor,Result,{}\n2H,A,C,+1,,,,\n3S,B,D,−2,,,,\n3NT,B,D,=,,,,\n",
            [9, 7, 9],
        ),
        (
            "offender",
            "contract,proposer,accepter,tricks,{}\n6H,A,C,+1,,,,\n7S,A,C,-1,,,,\n5C,B,D,=,,,,\n",
            [7, 6, 5],
        ),
        ("ten-bridge", "contract,declarer,result\n2NT,A,=\n1NT,B,-1\n", [7, 5]),
        ("ten-bridge", "contract,declarer\n2NT=,A\n1NT -1,B\n2minor+ 3,B\n", [7, 5, 8]),
        (
            "pirate-bridge",
            "Contract,Declarer,Acceptor,{}\n2♥X+1,A,C,,,,\n3S −2,B,D,,,,\npass,,,,,,\n3NT=,B,D,,,,\n",
            [9, 7, 9],
        ),
        ("offender", "contract,proposer,accepter\n6H+1,A,C\n7S,A,C\n10C=,B,D\n", [7, 10]),
        ("reverse-bridge", "contract,declarer,result\n7S,A,+1\n3NT,B,=\n10H,C,-2\n", [8, 3, 8]),
        ("reverse-bridge", "contract,declarer,opponent_tricks\n7S,A,+1\n3NT,B,3\n", [8, 3]),
        ("reverse-bridge", "contract,declarer\n7S+1,A\n3NT -1,B\n", [8, 2]),
    ],
)
def test_a_result_may_be_relative_to_its_contract(game: str, table: str, tricks: list[int]) -> None:
    hands = read(f"game,{game}\nplayers,A,B,C,D\n{table}")
    key = "opponent_tricks" if game == "reverse-bridge" else "tricks"
    assert [hand.facts[key] for hand in hands.sheet.hands if hand.facts["contract"]] == tricks, hands.bad


def test_contracts_with_their_results_tell_the_game_and_what_is_no_result_stays_a_fault() -> None:
    table = open_table(b"contract,proposer,accepter\n6H+1,Ann,Cid\n7S-2,Bo,Dee\n5C=,Ann,Bo\n7S,Ann,Bo\n")
    assert table.likely_game == "offender"
    hands = table.read(GAMES["offender"], ("Ann", "Bo", "Cid", "Dee"), table.likely(GAMES["offender"], ()))
    assert [bad.number for bad in hands.bad] == [5]
    same = open_table(b"contract,declarer,tricks\n6H+1,Ann,7\n5C,Bo,5\n")
    assert same.heading.cells == ("contract", "declarer", "tricks")


def test_us_and_them_are_the_sides_in_their_order_and_what_a_side_bids_is_agreed_on() -> None:
    table = open_table(b"Round,Us Bid,Us Tricks,Us Score,Them Bid,Them Tricks,Them Score\n1,6,7,61,5,6,51\n")
    spades = GAMES[table.likely_game]
    assert (spades.key, table.likely_players(spades)) == ("spades", ())
    players = ("Ann", "Bo", "Cid", "Dee")
    hands = table.read(spades, players, table.likely(spades, players))
    assert (hands.bad, hands.sheet.options["bidding"], hands.ledger.totals) == ((), "sides", (61, 51))
    assert hands.checked.findings == ()


BY_TRICKS = """Round;Bet Ann;Bet Bo;Bet Cid;Won Ann;Won Bo;Won Cid
1;1;1;0;1;0;0
2;1;0;0;1;0;1
3;1;1;0;2;1;0
"""


def test_the_cards_of_oh_hell_are_read_from_the_tricks_where_nothing_says_them() -> None:
    hands = read(BY_TRICKS)
    assert (hands.sheet.game, hands.bad) == ("oh-hell", ())
    assert [hand.facts["cards"] for hand in hands.sheet.hands] == [1, 2, 3]
    assert hands.checked.notes == ("The cards of each hand are read from its result, for nothing else says them.",)


def test_a_line_that_does_not_say_all_tricks_is_told_beside_those_that_do() -> None:
    hands = read(f"{BY_TRICKS}4;1;1;0;2;x;1\n5;1;1;0;2;1;\n")
    assert [hand.facts["cards"] for hand in hands.sheet.hands] == [1, 2, 3]
    assert [(bad.number, bad.why) for bad in hands.bad] == [
        (5, "Expected a whole number, found a text (column 5)."),
        (6, "Cid has no tricks in this line (column 5)."),
    ]


def test_a_hand_that_breaks_the_pattern_of_the_others_is_wrong_and_not_of_other_cards() -> None:
    usual = BY_TRICKS.replace("1;1;1;0;1;0;0", "1;5;2;1;6;3;1").replace("2;1;0;0;1;0;1", "2;4;2;1;5;3;1")
    hands = read(usual)
    assert [bad.why for bad in hands.bad] == ["The tricks add up to 3, not to 8."]
    agreed = read(f"hand_sizes,up\n{BY_TRICKS}".replace(";", ","), "oh-hell")
    assert len(agreed.sheet.hands) == 3
    assert all("cards" not in hand.facts for hand in agreed.sheet.hands)
    short = read(f"hand_sizes,down\n{BY_TRICKS}".replace(";", ","), "oh-hell")
    assert short.bad[0].why == "The tricks add up to 1, not to 10."


@pytest.mark.parametrize(
    ("table", "option", "note"),
    [
        (
            "Cards,Ann bid,Bo bid,Ann won,Bo won\n3,1,1,1,2\n2,1,1,1,1\n",
            ("hook", False),
            "The hook: never. By this house rule more of the table is right.",
        ),
        (
            "Cards,Ann bid,Bo bid,Ann won,Bo won\n" + 20 * "1,0,0,1,0\n",
            ("hand_sizes", "same"),
            "Hand sizes: as many in every hand. By this house rule more of the table is right.",
        ),
        (
            "A bid,B bid,C bid,D bid,A won,B won,C won,D won\nBN,4,5,3,0,4,6,3\n",
            ("blind_margin", 0),
            "Blind bids from: 0. By this house rule more of the table is right.",
        ),
    ],
)
def test_a_table_that_bids_as_few_tables_do_is_read_by_the_house_rule_that_lets_it(
    table: str, option: tuple[str, Any], note: str
) -> None:
    hands = read(table)
    assert (hands.bad, hands.sheet.options.get(option[0]), hands.checked.notes[0]) == ((), option[1], note)
    # What the table says itself is not passed over.
    usual = {"hook": "true", "hand_sizes": "down-up", "blind_margin": "100"}[option[0]]
    said = read(f"game,{hands.sheet.game}\n{option[0]},{usual}\n{table}")
    assert len(said.bad) == 1


@pytest.mark.parametrize(
    ("scoring", "first", "second"),
    [("own", "30;-10;20", "-10;30;-20"), ("blackout", "11;0;10", "0;11;0"), ("standard", "11;1;10", "1;11;1")],
)
def test_how_a_table_scores_is_told_by_its_figures(scoring: str, first: str, second: str) -> None:
    heads = "Round;Cards;A Bid;B Bid;C Bid;A Won;B Won;C Won;A Points;B Points;C Points"
    table = f"{heads}\n1;2;1;0;0;1;1;0;{first}\n2;2;0;1;2;1;1;0;{second}\n"
    hands = read(table)
    assert hands.sheet.options.get("scoring", "standard") == scoring
    slips = 1 if scoring == "standard" else 0
    assert len(hands.checked.findings) == slips
    assert len(hands.checked.notes) == (0 if scoring == "standard" else 1 + (scoring == "own"))
    # What the table says itself is not passed over.
    assert len(read(f"game;oh-hell\nscoring;fives\n{table}").checked.findings) > slips


def test_ten_thousand_lines_of_no_hand_are_left_out_at_once() -> None:
    asides = "".join(f"rank,{number},2\n" for number in range(9_900))
    assert cpu_seconds(lambda: open_table(f"hand,Amber,Betty\n{asides}1,5,7\n".encode())) < 2
