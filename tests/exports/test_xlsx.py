"""The sheet as a workbook: its formulas give what the app gives, whatever is changed in it."""

import random
import re
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from openpyxl import load_workbook

from scorer.exports.workbook import FACTS
from scorer.exports.workbook import workbook as xlsx
from scorer.exports.workbook.book import FIRST, REASONS, RULES, SCORE
from scorer.exports.workbook.formulas import (
    CellRefs,
    Formulas,
    NotationError,
    Whose,
    Working,
    each,
    option,
    player,
    took,
    where,
)
from scorer.exports.workbook.workbook import Facts
from scorer.rules.calls import BRIDGE
from scorer.rules.oh_hell.scoring import METHODS
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Sheet

from ..long_form import in_short
from ..sheet.drawing import SHEETS
from ..sheet.files import FIVE, NOBODY, RESULT, ledger
from ..sheet.vectors import VECTORS, scored
from ..timing import cpu_seconds
from .ledgers import OF_GAME, of_game
from .random_sheets import random_sheet
from .recalculation import Workbook, said_totals

FEW = settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Each is recalculated cell by cell, which takes its time: none are spent on a smaller example."""
TABLE = "offender: example-table"
"""The document's four hands [S0]."""


LEDGERS = {named: known for named in VECTORS if (known := scored(named))}
"""The vectors that can be scored."""


def exactly_as_said(content: bytes) -> list[Any]:
    """Every formula gives what the file says it gives; the totals."""
    workbook = Workbook(content)
    cells = list(workbook.formulas())
    assert [(cell, workbook.gives(cell)) for cell in cells] == [(cell, workbook.says(cell)) for cell in cells]
    return workbook.totals()


def test_the_documents_own_table_is_recalculated_to_its_totals() -> None:
    content = xlsx.write(LEDGERS[TABLE])
    assert exactly_as_said(content) == [132, 58, 180, 123, 72]
    assert Workbook(content).totals("place") == [2, 5, 1, 3, 4]


@FEW
@given(SHEETS)
def test_what_the_formulas_give_is_what_the_app_gives(sheet: Sheet) -> None:
    known = Ledger.of(sheet)
    content = xlsx.write(known)
    assert said_totals(content) == exactly_as_said(content) == [float(total) for total in known.totals]


HANG_TOGETHER = ("ten-bridge: scoring-chart", "spades: barmore", "oh-hell: oh-hell-open-0")


@pytest.mark.parametrize("named", in_short((*HANG_TOGETHER, "spades: spades-open-1"), *HANG_TOGETHER))
def test_a_game_whose_hands_hang_together_is_recalculated_to_what_the_app_says(named: str) -> None:
    exactly_as_said(xlsx.write(LEDGERS[named]))


def test_agreed_bids_of_sides_and_the_nils_beside_them_are_formulas() -> None:
    """Also where the table bids player by player in one hand and by sides in the next."""
    each = {"bids": {"N": 3, "E": "nil", "S": 2, "W": 4}, "tricks": [7, 6], "nil_tricks": {"E": 1}}
    sides = {"options": {"bidding": "sides"}, "bids": [5, 4], "nils": {"E": "nil"}, "tricks": [7, 6]}
    none = {"bids": [5, 0], "nils": {"E": "nil", "W": "nil"}, "tricks": [11, 2], "nil_tricks": {"E": 0, "W": 2}}
    hands = [each, {**sides, "nil_tricks": {"E": 1}}, none]
    of = of_game("spades", [*"NESW"], hands)
    assert of.rows[0].points == of.rows[1].points
    exactly_as_said(xlsx.write(of))


@pytest.mark.parametrize("sheets", in_short((1, 3), 1))
@pytest.mark.parametrize("game", in_short(("spades", "ten-bridge", "reverse-bridge"), "spades"))
def test_partners_who_change_each_have_a_column_of_points(game: str, sheets: int) -> None:
    chance = random.Random(game)
    for _ in range(sheets):
        while (of := random_sheet(game, chance)).sheet.options.get("totals") != "players":
            pass
        assert exactly_as_said(content := xlsx.write(of)) == said_totals(content) == list(of.totals)


@pytest.mark.parametrize("scoring", in_short(METHODS, *list(METHODS)[::4]))
def test_each_way_to_score_oh_hell_is_a_formula(scoring: str) -> None:
    names = ["Amber", "Betty", "Cindy"]
    played = [((0, 0, 3), (0, 0, 3)), ((1, 2, 1), (2, 1, 0)), ((0, 3, 2), (1, 2, 0)), ((2, 0, 0), (3, 0, 0))]
    hands = [
        {key: dict(zip(names, each, strict=True)) for key, each in zip(("bids", "tricks"), hand, strict=True)}
        for hand in played
    ]
    options = {"scoring": scoring, "hook": False, "hand_sizes": [3] * len(hands), "stake": "0.05"}
    known = of_game("oh-hell", names, hands, options=options)
    assert exactly_as_said(xlsx.write(known)) == list(known.totals)


def test_bids_of_players_and_of_sides_stand_in_one_workbook_when_spades_changes_its_variant() -> None:
    hands = [
        {"bids": dict.fromkeys("NESW", 3), "tricks": [7, 6]},
        {"options": {"variant": "new-york"}, "bids": [6, 6], "tricks": [7, 6]},
    ]
    changed = of_game("spades", [*"NESW"], hands)
    heads = load_workbook(BytesIO(xlsx.write(changed)))[FACTS].iter_rows(FIRST - 1, FIRST, values_only=True)
    groups, columns = ([text for text in line if text] for line in heads)
    assert groups == ["bids", "tricks", "nil tricks", "bids"]
    rules = ["bags that cost", "bag penalty", "nil pays", "blind nil pays", "tricks of a failed nil"]
    facts = ["hand", "dealer", *"NESW", "N & S", "E & W", *"NESW", "N & S", "E & W"]
    assert columns == [*facts, *rules, "failed ten costs"]


def pirate(contract: str, tricks: int, **more: Any) -> dict[str, Any]:
    return {"contract": contract, "declarer": "N", "acceptor": "E", "tricks": tricks, **more}


def nils(rule: str, side: int, **bids: Any) -> dict[str, Any]:
    """A hand in which N fails a nil, by this house rule. side: what N and S take."""
    return {
        "options": {"failed_nil": rule},
        "bids": {"N": "nil", "E": 3, "S": 4, "W": 3} | bids,
        "tricks": [side, 13 - side],
        "nil_tricks": {"N": 2} | {name: 0 for name, bid in bids.items() if bid == "nil"},
    }


AT_EDGES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "contract bridge": (
        "pirate-bridge",
        [
            {**pirate("2HX", 9, vulnerable=True), "options": {"scoring": "contract"}},
            *(pirate(*each) for each in (("1C", 7), ("3NT", 9), ("6NT", 12), ("7SXX", 13), ("3C", 8), ("2DX", 4))),
            pirate("3CXX", 3, vulnerable=True),
        ],
    ),
    "a rubber of auction bridge": (
        "pirate-bridge",
        [
            pirate("3NT", 9),
            pirate("1D", 7, honors={"N": 4, "E": 1}),
            pirate("3NT", 9, honors={"S": 3}),
            pirate("2S", 7, honors={"W": 3, "S": 2}),
            pirate("3NTX", 10, honors={"E": 4}),
            pirate("1H", 12, honors={"N": 2, "E": 1}),
        ],
    ),
    "failed nils": (
        "spades",
        [nils(rule, side) for rule in ("partner", "bags", "ignored") for side in (4, 7)]
        + [nils("ignored", 2, S="nil"), nils("bags", 2, S="nil")],
    ),
    "Spades as in New York": (
        "spades",
        [
            {"options": {"variant": "new-york"}, "tricks": [7, 6]},
            *({"bids": bids, "tricks": [7, 6]} for bids in ([7, 6], [5, 6], [8, 4])),
            {"bids": [10, 4], "tricks": [10, 3]},
            {"bids": [4, 10], "tricks": [4, 9]},
        ],
    ),
}
"""What is just enough for something, and just not."""


@pytest.mark.parametrize("evening", in_short(AT_EDGES, "contract bridge"))
def test_what_is_just_enough_or_just_not_is_recalculated_to_what_the_app_says(evening: str) -> None:
    game, hands = AT_EDGES[evening]
    known = of_game(game, [*"NESW"], hands)
    assert exactly_as_said(xlsx.write(known)) == list(known.totals)


@pytest.mark.parametrize("scoring", in_short(("final", "first play-test", "second play-test"), "final"))
def test_every_bid_of_reverse_bridge_is_a_formula(scoring: str) -> None:
    hands: list[dict[str, Any]] = [
        {"contract": f"{level}{named.value}", "declarer": "NESW"[level % 4], "opponent_tricks": level * 5 % 14}
        for level in (1, 5, 7, 10, 13)
        for named in BRIDGE
    ]
    # A hand of another scoring stands in the same workbook.
    hands.append({**hands[0], "options": {"scoring": "final" if scoring != "final" else "first play-test"}})
    known = of_game("reverse-bridge", [*"NESW"], hands, options={"scoring": scoring})
    assert exactly_as_said(xlsx.write(known)) == list(known.totals)


def test_decimals_add_up_as_they_are_written() -> None:
    names = ["Amber", "Betty"]
    hands = [{"points": {"Amber": 0.1, "Betty": -0.000001}}, {"points": {"Amber": 0.2, "Betty": -2}}]
    content = xlsx.write(of_game("plain", names, hands, options={"wins": "lowest"}))
    assert Workbook(content).totals() == said_totals(content) == [0.3, -2.000001]
    assert Workbook(content).totals("place") == [2, 1]
    changed = Workbook(content, {(FACTS, "C5"): 1.1})
    assert changed.totals() == [1.3, -2.000001]
    assert changed.totals("total in the app") == [0.3, -2.000001]


def cells_of(game: str, hands: list[Any]) -> CellRefs:
    """The cells of the last of these hands."""
    known = of_game(game, [*"NESW"], hands)
    return Facts(known, xlsx.formulas_of(known)).refs(known.rows[-1])


SPADES = {"bids": {"N": 3, "E": "nil", "S": 2, "W": 4}, "tricks": [7, 6], "nil_tricks": {"E": 1}}
PIRATE = {"contract": "2H", "declarer": "N", "acceptor": "E", "tricks": 8}


def test_a_notation_stands_for_cells_of_the_one_whom_the_formula_is_about() -> None:
    spades = cells_of("spades", [SPADES, SPADES])
    notations: dict[tuple[Whose, str], str] = {
        ("E", "[bids]"): "Facts!$D6",
        (1, "SUM([bids])"): "SUM(Facts!$D6,Facts!$F6)",
        (1, "[tricks]-[=bid]"): "Facts!$H6-$J6",
        (1, "[=bid:0]+[<carried:0]+[<carried]"): "$C6+$I5+$P5",
        (None, "SUM([bids:all])*[bag_limit]"): "SUM(Facts!$C6:$F6)*Facts!$M6",
        (None, "[=took:all]"): "$D6,$K6",
        (None, each("[bids]")): "Facts!$C6,Facts!$D6,Facts!$E6,Facts!$F6",
        (None, where("nils", "1", where("bag_limit", "2", "3"))): "2",
    }
    assert {(whose, noted): spades.about(whose).formula(noted) for whose, noted in notations} == notations
    pirate = cells_of("pirate-bridge", [PIRATE])
    assert (
        pirate.about("E").formula("[?declarer,acceptor]")
        == "OR(EXACT(Facts!$E5,Rules!$B$6),EXACT(Facts!$F5,Rules!$B$6))"
    )
    assert pirate.about("E").formula("[<games]+1") == "0+1"
    for unknown in ("[trick]", "[=offf]", "[<bids]", "[contract]", "[bids:side]"):
        with pytest.raises(NotationError, match=re.escape(unknown)):
            pirate.formula(unknown)


def test_a_new_game_gets_formulas_by_one_list_of_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    stakes = 'IF([wellington]="yes",2,1)*IF([tricks]>=[bid],1,-IF([double_loss],2,1))'
    workings = (
        player("bidder", "bid"),
        took("bid", "bid", "bid"),
        Working("paid", "bid", "pays", f"[=took]*{stakes}", lambda row: row.judged.score.lines[0].points),
    )
    nap = Formulas("IF([?bidder],[=paid],0)", workings, (option("double_loss", "double loss"),))
    monkeypatch.setitem(xlsx.FORMULAS, "nap", lambda games, columns: nap)
    for known in OF_GAME["nap"]:
        assert exactly_as_said(xlsx.write(known)) == list(known.totals)


SUITS = '"♣,♦,♥,♠,NT"'
DOUBLED = '"doubled,redoubled"'
PLAYERS = "Rules!$B$5:$B$8"
ALLOWED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "offender": (
        {"contract": "6H", "proposer": "N", "accepter": "E", "tricks": 7},
        ["0 Facts!$H5", SUITS, PLAYERS, PLAYERS, "0 Facts!$H5"],
    ),
    "pirate-bridge": (
        {**PIRATE, "contract": "2HX", "honors": {"S": 4}},
        ["1 7", SUITS, DOUBLED, PLAYERS, PLAYERS, "0 13", "0 5"],
    ),
    "ten-bridge": (
        {"contract": "2minorX", "declarer": "N", "tricks": 7},
        ["0 5", '"minor,red,black,major,NT"', DOUBLED, PLAYERS, "0 10"],
    ),
    "reverse-bridge": (
        {"contract": "6H", "declarer": "N", "opponent_tricks": 7},
        ["1 13", SUITS, PLAYERS, "0 13"],
    ),
    "oh-hell": (
        {"bids": dict.fromkeys("NESW", 1), "tricks": dict(zip("NESW", (1, 0, 0, 0), strict=True)), "cards": 1},
        ["0 Facts!$L5"] * 8,
    ),
}
"""A hand, and what its cells take from the left: a list, or the least and the most."""


@pytest.mark.parametrize("game", in_short(ALLOWED, "offender", "oh-hell"))
def test_a_cell_takes_only_what_a_hand_can_have(game: str) -> None:
    hand, expected = ALLOWED[game]
    options = {"hook": False} if game == "oh-hell" else {}
    facts = load_workbook(BytesIO(xlsx.write(of_game(game, [*"NESW"], [hand], options=options))))[FACTS]
    rules = sorted(facts.data_validations.dataValidation, key=lambda rule: f"{rule.sqref}")
    assert [" ".join(filter(None, (rule.formula1, rule.formula2))) for rule in rules] == expected


def test_hands_that_were_not_played_and_players_who_come_later_keep_their_place() -> None:
    known = ledger(
        RESULT,
        NOBODY,
        {"points": {**dict.fromkeys(FIVE, -3), "Ellie": 0.5}, "note": "wine on\nit"},
        {**RESULT, "players": [*FIVE[:4], "Fiona"], "options": {"tricks": 9}, "note": "new cards"},
    )
    content = xlsx.write(known)
    exactly_as_said(content)
    sheet = load_workbook(BytesIO(content), data_only=True)[SCORE]
    heads = [cell.value for cell in sheet[3]]
    ellie, fiona = heads.index("Ellie") + 1, heads.index("Fiona") + 1
    assert [sheet.cell(row, fiona).value for row in range(5, 9)] == [None, None, None, 3]
    assert [sheet.cell(row, ellie).value for row in range(5, 9)] == [6, 0, 0.5, None]
    assert [sheet.cell(row, ellie + 1).value for row in range(5, 9)] == [6, 6, 6.5, 6.5]
    assert [sheet.cell(row, 3).value for row in (6, 7)] == ["no contract", "settled by the table: wine on it"]
    assert sheet.cell(8, sheet.max_column).value == "new cards"
    rules = [[cell.value for cell in row] for row in load_workbook(BytesIO(content))[RULES].iter_rows()]
    assert [2, "Betty", "hands 1 to 4"] in rules
    assert [6, "Fiona", "hand 4"] in rules
    assert [4, "Tricks in a hand", "9"] in rules


def test_two_names_that_differ_in_capitals_alone_are_two_players() -> None:
    names = ["amber", "Amber", "AMBER"]
    hand = {"contract": "6H", "proposer": "amber", "accepter": "AMBER", "tricks": 7}
    content = xlsx.write(of_game("offender", names, [hand]))
    assert Workbook(content).totals() == [49, 55, 49]


NAMES = ["=1+1", "Sheet'1", "@SUM(A1)", "+49 170", "ليلى " + "x" * 35]


def test_the_denomination_of_10_bridge_and_its_suit_of_trumps_have_heads_of_their_own() -> None:
    known = next(one for one in LEDGERS.values() if one.sheet.game == "ten-bridge")
    facts = load_workbook(BytesIO(xlsx.write(known)))[FACTS]
    heads = [str(cell.value) for cell in facts[4]]
    assert {"denomination", "trump"} < {*heads}
    assert len({*heads}) == len(heads)


def test_a_name_is_never_a_formula() -> None:
    hand = {"contract": "6H", "proposer": "=1+1", "accepter": "@SUM(A1)", "tricks": 7, "note": "=2+2"}
    content = xlsx.write(of_game("offender", NAMES, [hand, hand], title="=HYPERLINK(1)"))
    cells = [cell for sheet in load_workbook(BytesIO(content)).worksheets for row in sheet for cell in row]
    texts = {*NAMES, "=2+2", "=HYPERLINK(1)"}
    told = [cell for cell in cells if str(cell.value) in texts]
    assert {str(cell.value) for cell in told} == texts
    assert {cell.data_type for cell in told} == {"s"}
    assert not any(name in str(cell.value) for cell in cells if cell.data_type == "f" for name in NAMES)


def test_names_from_right_to_left_leave_the_numbers_in_a_cell_where_they_are() -> None:
    hand = {"contract": "6H", "proposer": "דוד", "accepter": "Betty", "tricks": 7}
    adjusted = {"after": 1, "points": {"דוד": 10}, "note": "דוד 10, Betty 2"}
    names = ["דוד", "Betty", "Cindy", "Diana", "Ellie"]
    content = xlsx.write(of_game("offender", names, [hand], adjustments=[adjusted]))
    book = load_workbook(BytesIO(content))
    texts = [f"{cell.value}" for name in (SCORE, REASONS) for row in book[name].iter_rows() for cell in row]
    told = [text for text in texts if "דוד" in text and any(map(str.isdigit, text))]
    assert told
    assert all("\u2068דוד\u2069" in text for text in told), told
    # What formulas compare stays as it was typed.
    assert all("\u2068" not in f"{cell.value}" for name in (FACTS, RULES) for row in book[name] for cell in row)
    assert Workbook(content).totals()[0] == 49 + 10


def test_texts_with_line_ends_and_what_xml_cannot_hold_are_a_sound_file() -> None:
    note, amber = "\x00\x1b[31m\uffff _x0041_ " + "long " * 9000, "Amber\ufffe"
    hand = {**RESULT, "proposer": amber, "note": note}
    known = ledger(hand, players=[amber, *FIVE[1:]], title="\x07Friday\n\x01night")
    workbook = load_workbook(BytesIO(xlsx.write(known)))
    assert any("Amber\ufffd" in f"{cell}" for row in workbook[SCORE].values for cell in row)
    assert "Friday" in str(workbook[SCORE]["A1"].value)
    assert workbook.properties.title == " Friday  night"


def test_a_date_is_a_date_and_the_same_sheet_is_the_same_file() -> None:
    known = ledger(RESULT, date="2026-11-20")
    content = xlsx.write(known)
    assert load_workbook(BytesIO(content))[SCORE]["B2"].value == datetime(2026, 11, 20)  # noqa: DTZ001 (a cell has no zone)
    assert xlsx.write(known) == content
    ancient = xlsx.write(ledger(RESULT, date="0007-11-20"))
    assert load_workbook(BytesIO(ancient))[SCORE]["B2"].value == "0007-11-20"


def test_reasons_and_rules_stand_beside_the_points() -> None:
    workbook = load_workbook(BytesIO(xlsx.write(LEDGERS[TABLE])))
    assert workbook.sheetnames == [SCORE, "Running totals", FACTS, REASONS, RULES, "CSV"]
    assert workbook["CSV"].sheet_state == "veryHidden"
    rows = [[cell.value for cell in row] for row in workbook[REASONS].iter_rows(min_row=4)]
    assert rows[0] == [1, "Amber and Cindy 6♥, took 7", "Amber", 21, "bid 6, made", "18. Bonus"]
    assert sum(int(str(points)) for _, _, who, points, *_ in rows if who == "Cindy") == 180
    rules = [[cell.value for cell in row] for row in workbook[RULES].iter_rows()]
    for number, rule in enumerate(GAMES["offender"].rules, 1):
        assert [number, rule.name, rule.text] in rules


def test_the_end_of_the_sheet_and_the_payments_stand_below_the_hands() -> None:
    closing = xlsx.write(LEDGERS["ten-bridge: scoring-chart"])
    assert said_totals(closing, "the end of the sheet") == [5, 0]
    assert said_totals(closing) == [187, 293]
    hands = [{"bids": {"A": 1, "B": 0, "C": 0}, "tricks": {"A": 2, "B": 0, "C": 0}}]
    options = {"hook": False, "hand_sizes": [2], "stake": "0.05"}
    paid = xlsx.write(of_game("oh-hell", [*"ABC"], hands, options=options))
    assert said_totals(paid, "payment in the app") == [-0.26, 0.13, 0.13]


@pytest.mark.alone
@pytest.mark.long
def test_three_hundred_hands_are_written_within_two_seconds() -> None:
    known = ledger(*[{**RESULT, "tricks": number % 11} for number in range(300)])
    assert cpu_seconds(lambda: xlsx.write(known)) < 2
    assert said_totals(xlsx.write(known)) == list(known.totals)


def test_a_spreadsheet_that_does_not_compute_shows_the_games_won_and_stays_readable() -> None:
    book = load_workbook(BytesIO(xlsx.write(LEDGERS["pirate-bridge: rubber"])), data_only=True)
    score = book[SCORE]
    groups = [cell.value for cell in score[FIRST - 1]]
    games = slice(groups.index("games"), groups.index("games") + 4)
    assert [[cell.value for cell in score[row]][games] for row in (FIRST + 1, FIRST + 2)] == [
        [1, 0, 1, 0],
        [2, 1, 1, 0],
    ]
    # The heads stay in sight and on every printed page; a text of several lines has the height of its lines.
    assert {
        sheet.title: (sheet.freeze_panes, sheet.print_title_rows)
        for sheet in book.worksheets
        if sheet.freeze_panes
    } == {SCORE: ("C5", "$3:$4"), FACTS: ("C5", "$3:$4"), REASONS: ("B4", "$2:$3"), RULES: ("A3", "$1:$2")}
    assert score.row_dimensions[FIRST + 2].height == 45
    assert score.row_dimensions[FIRST + 1].height is None
