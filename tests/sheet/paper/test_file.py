"""Paper sheets as files: the sheet file with figures claimed, and tables that people type or the app exports."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import pytest

from scorer.exports import texts
from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import Checked, check
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import MOST_BYTES, load
from scorer.sheet.sheet_file import load as load_sheet

from ...exports import tables
from ..files import place
from ..papers import TABLE, TOTALS_DUE, filed, found
from ..vectors import sheet_of

PLAYERS = TABLE["players"]
TYPED = """contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie
6H,Amber,Cindy,7,49,6,49,6,6
7S,Betty,Ellie,6,49 + 38 = 87,27,78,44,27
5C,Cindy,Diana,8,90,30,138,95,30
8D,Betty,Diana,7,132,58,180,123,72
"""
"""The document's table with 78 for 87, Cindy's total in game 2."""
PLANTED = [(2, "Cindy", "total", False)]


def checked(text: str | bytes, game: str = "") -> Checked:
    return check(load(text.encode() if isinstance(text, str) else text, game))


def refused(text: str | bytes, game: str = "") -> tuple[str, str]:
    """Where a paper cannot be read, and why."""
    with pytest.raises(FormatError) as caught:
        checked(text, game)
    return caught.value.where, caught.value.detail


def test_a_sheet_file_whose_hands_carry_figures_is_a_paper_sheet() -> None:
    claims = [{"totals": dict(zip(PLAYERS, row, strict=True))} for row in TOTALS_DUE]
    claims[1]["totals"]["Cindy"] = 78
    claims[3]["points"] = {"Diana": 29}
    paper = json.dumps(filed(TABLE, claims)).encode()
    assert found(checked(paper)) == [*PLANTED, (4, "Diana", "points", False)]
    assert place(paper) == "$.hands[0].claimed"  # To the sheet file itself the key is unknown.


def test_a_table_that_is_typed_by_hand_is_a_paper_sheet() -> None:
    assert found(checked(TYPED)) == PLANTED
    assert checked(TYPED).figures == 21


WRITTEN: dict[str, str | bytes] = {
    "with semicolons": TYPED.replace(",", ";"),
    "with tabs": TYPED.replace(",", "\t"),
    "with the line ends and the mark of a spreadsheet": "\ufeff" + TYPED.replace("\n", "\r\n"),
    "with capitals as a phone sets them": TYPED.replace("contract", "Contract").replace("tricks", "Tricks"),
    "with suits as symbols": TYPED.replace("6H", "6♥").replace("7S", "7♠\ufe0e").replace("8D", "8d"),
    "with blank lines and blank columns": TYPED.replace("\n", ",,\n\n"),
    "with numbered hands": TYPED.replace("contract", "hand,contract").replace("\n", "\n1,").removesuffix("1,"),
    "with lines left to fill in": TYPED.replace("contract", "hand,contract").replace("\n", "\n9,"),
    "with its head": f"game,offender\nplayers,{','.join(PLAYERS)}\ndealer,Ellie\ntitle,Friday\ntricks,10\n{TYPED}",
    "with the players in one cell": f"game;Offender\nplayers;{', '.join(PLAYERS)}\n{TYPED.replace(',', ';')}",
    "with the word total": TYPED.replace("Cindy,Diana,Ellie\n", "Cindy total,Diana,Ellie total\n", 1),
}


def below_each_other(blanks: str, ends: str = "", rule: str = "") -> str:
    """The table typed in columns."""
    lines = [line.split(",") for line in TYPED.splitlines()]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    drawn = [
        ends + blanks.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + ends
        for line in lines
    ]
    return "\n".join([drawn[0], *([rule] if rule else []), *drawn[1:]])


HEAD = f"game: offender\nplayers: {' '.join(PLAYERS)}\ntitle: Friday night\n"
MARKDOWN = below_each_other(" | ", "|", f"|{'---|' * 9}")
WRITTEN |= {
    "in UTF-16": TYPED.encode("utf-16"),
    "in UTF-16 without its mark": TYPED.encode("utf-16-le"),
    "with the suit first": TYPED.replace("6H", "♥6").replace("7S", "S7").replace("5C", "♣ 5"),
    "below each other": below_each_other("  "),
    "below each other, one blank apart": below_each_other(" "),
    "below each other, below a head": HEAD + below_each_other("   ", rule="-" * 70),
    "with blanks, not below each other": TYPED.replace(" ", "").replace(",", "  "),
    "with one blank each": TYPED.replace(" ", "").replace(",", " "),
    "with bars": TYPED.replace(",", " | "),
    "in Markdown": MARKDOWN,
    "in Markdown, below a head": "| game | offender |\n" + MARKDOWN.replace("Ellie", "Ell\\-ie"),
    "with columns that are nobody's": "\n".join(
        f"{number},2{number}:15,{line},{said}"
        for number, line, said in zip(
            ("Nr.", 1, 2, 3, 4), TYPED.splitlines(), ("Ort", "bei Bo", "", "", "da"), strict=True
        )
    ).replace("2Nr.:15", "Zeit"),
    "with a column of 1, 2, 3": "\n".join(
        f"{number};{line}" for number, line in zip(("Lfd.", 1, 2, 3, 4), TYPED.splitlines(), strict=True)
    ).replace(",", ";"),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_a_table_is_read_however_a_spreadsheet_or_a_phone_writes_it(how: str) -> None:
    assert found(checked(WRITTEN[how])) == PLANTED


def test_the_apps_own_csv_of_offender_says_by_itself_which_game_it_is() -> None:
    exported = tables.below_head(wide_csv(Ledger.of(sheet_of("offender: example-table")))).encode()
    assert exported.count(b"87") == 2
    assert found(checked(exported)) == []
    first, second = checked(exported.replace(b"87", b"78")).wrong
    assert (first.hand, first.column, second.column) == (2, "Amber", "Cindy")


def test_a_plain_sheet_is_its_points_and_the_totals_that_are_claimed() -> None:
    read = checked("game;plain\nZoe points;Al points;Zoe;Al\n0,5;-4;0,5;−4\n1;2;1,5;-6\n")
    assert [(one.hand, one.column, one.claimed, one.due) for one in read.findings] == [(2, "Al", -6, -2)]


def test_sides_have_their_own_columns() -> None:
    row = '"North 3, East 4, South nil, West 3",6 – 7,30 + 3 = 33,70\n'
    head = "game,spades\nplayers,North,East,South,West\nbids,tricks,North & South,East & West\n"
    (wrong,) = checked(head + row).wrong
    assert (wrong.column, wrong.kind, wrong.claimed, wrong.due) == ("North & South", "total", 33, 133)
    assert wrong.mistakes[0] == "100 (South's nil, made) was left out."


def test_the_game_of_a_table_may_be_told_beside_it() -> None:
    table = '"Ann 1, Bo 1","Ann 1, Bo 0",11,0\n'
    head = 'players,Ann,Bo,Cid\nhand_sizes,"1, 1, 1"\nbids,tricks,Ann,Bo\n'
    assert refused(head + table)[1].startswith("say above the table which game it is")
    assert refused(head + table, "oh-hell") == ("line 4, column 1", "Cid has no bids in this line")


def test_letters_of_western_europe_are_read_as_windows_writes_them() -> None:
    read = checked(TYPED.replace("Ellie", "Zoë").encode("cp1252"))
    assert (found(read), read.ledger.columns[-1]) == (PLANTED, "Zoë")


@pytest.mark.parametrize("heading", ["Nr", "Runde", "Lauf"])
@pytest.mark.parametrize("said", ["Geber", "Comment", "Notes", "Bemerkung", "Zeit", "Wo"])
def test_no_column_of_numbers_or_words_is_a_player_and_the_players_are_named(heading: str, said: str) -> None:
    below = {"Geber": ("Ellie", "Amber", "Betty", "Cindy"), "Zeit": ("20:15", "", "", "21:00")}
    cells = below.get(said, ("", "claimed", "", "late"))
    rows = zip((heading, 1, 2, 3, 4), TYPED.splitlines(), (said, *cells), strict=True)
    read = checked("\n".join(f"{number},{line},{last}" for number, line, last in rows))
    assert (found(read), read.ledger.columns) == (PLANTED, tuple(PLAYERS))
    assert texts.read_as(read)[0] == "Players by the headings: Amber, Betty, Cindy, Diana and Ellie."
    assert texts.read_as(read)[1:] == ([f"Left out: {said}."] if said in ("Zeit", "Wo") else [])
    assert read.ledger.rows[1].hand.facts.get("note") == (
        "claimed" if said in ("Comment", "Notes", "Bemerkung") else None
    )


def test_players_whom_only_headings_name_are_told_also_where_the_table_is_refused() -> None:
    more = TYPED.replace("\n", ",\n").replace("Ellie,\n", "Ellie,Fiona\n", 1)
    with pytest.raises(IllegalHandError) as caught:
        checked(more.replace("Diana,8", "Diana,9"))
    assert caught.value.violation.detail.endswith("headings: Amber, Betty, Cindy, Diana, Ellie and Fiona.")
    assert refused("contract,declarer,opponent_tricks,Ann,Bo\n6H,Ann,7,1,2\n")[1].startswith(
        "say above the table who plays"
    )
    several = ",".join(f"P{number}" for number in range(9))
    assert refused(f"contract,proposer,accepter,tricks,{several}\n")[1].startswith(
        "by the headings the players are P0, P1, P2, P3, P4, P5, P6, P7 and P8, and Offender is for 3 to 7"
    )


@pytest.mark.parametrize(
    ("text", "where", "begins"),
    [
        (TYPED.replace("5C,Cindy", "5C,C"), "line 4, column 2", "“C” may be Cindy: initials are not read"),
        (TYPED.replace("5C,Cindy", "5C,C."), "line 4, column 2", "“C” may be Cindy"),
        (TYPED.replace("7S,Betty", '7S,"'), "line 3", '“"” for what stands above is not read'),
        (TYPED.replace("7S,Betty", '7S,"').replace("5C,Cindy", '5C,"'), "line 3", '“"” for what'),
        (TYPED.replace("7S,Betty,Ellie", '7S,",",'), "line 3, column 2", '“"” for what stands above'),
        (TYPED.replace("5C,Cindy", "5C,〃"), "line 4, column 2", "“〃” for what stands above is not read"),
        (TYPED.replace("138", "do."), "line 4, column 7", "“do.” for what stands above is not read"),
        (
            'game,oh-hell\nhand_sizes,"1, 2"\nplayers,Ann,Bo,Cid\nbids,tricks\n"A 1, B 1, C 1","A 1, B 0, C 0"\n',
            "line 5, column 1",
            "“A” may be Ann",
        ),
    ],
)
def test_initials_and_marks_for_what_stands_above_are_refused_by_name(text: str, where: str, begins: str) -> None:
    told, detail = refused(text)
    assert (told, detail[: len(begins)]) == (where, begins)


@pytest.mark.parametrize(
    ("head", "options"),
    [
        ('trump_by,"spades, no trump"', {"trump_by": ["S", "NT"]}),
        ("hand_sizes,same\nbidding,simultaneous", {"hand_sizes": "same", "bidding": "simultaneous"}),
        ("short_pack,true\nlargest_no_trump,true", {"short_pack": True, "largest_no_trump": True}),
    ],
)
def test_house_rules_stand_above_the_table_as_they_are_typed(head: str, options: dict[str, Any]) -> None:
    sizes = "" if "hand_sizes" in head else "max_cards,1\n"
    bids = (
        '"Ann 1, Bo 1, Cid 0","Ann 1, Bo 0, Cid 0",11,0,10'
        if sizes
        else '"Ann 5, Bo 5, Cid 0","Ann 5, Bo 5, Cid 0"'
    )
    table = (
        f"game,oh-hell\nplayers,Ann,Bo,Cid\n{head}\n{sizes}bids,tricks,Ann points,Bo points,Cid points\n{bids}\n"
    )
    read = checked(table)
    assert read.findings == ()
    assert {name: read.ledger.sheet.options[name] for name in options} == options


def test_thousands_may_be_set_apart() -> None:
    read = checked("game;plain\nAl points;Zoe points;Al;Zoe\n1.234,5;1,250.75;1234,5;1250,75\n")
    assert (read.findings, read.ledger.totals) == ((), (Decimal("1234.5"), Decimal("1250.75")))


UNREADABLE: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "line 1"),
    "no table": ("game,offender\n", "line 1"),
    "no game": ("a,b\n1,2\n", "line 1"),
    "a game that nobody knows": (f"game,whist\n{TYPED}", "line 1"),
    "the game twice": (f"game,offender\ngame,offender\n{TYPED}", "line 2"),
    "a strange heading": (f"players,{','.join(PLAYERS)}\n{TYPED.replace('tricks', 'trciks')}", "line 2"),
    "a heading twice": (
        TYPED.replace("Betty,Cindy,Diana,Ellie\n", "Amber,Cindy,Diana,Ellie\n", 1),
        "line 1, column 6",
    ),
    "too few players": (f"players,Amber,Betty\n{TYPED}", "line 1"),
    "a house rule of another game": (f"bag_limit,7\n{TYPED}", "line 1"),
    "a house rule out of range": (f"tricks,99\n{TYPED}", "line 1"),
    "a player who is none": (TYPED.replace("5C,Cindy", "5C,Zoe"), "line 4, column 2"),
    "a contract that is none": (TYPED.replace("5C", "five clubs"), "line 4, column 1"),
    "tricks that are none": (TYPED.replace("Diana,8", "Diana,eight"), "line 4, column 4"),
    "tricks left out": (TYPED.replace("Diana,8", "Diana,"), "line 4, column 4"),
    "a cell without a heading": (TYPED.replace("180,123,72", "180,123,72,9"), "line 5, column 10"),
    "a quotation that does not end": (TYPED + '"6H', "line 6"),
    "no text": (TYPED.encode() + b"\x00\xff\x8d", "$"),
    "a picture": (b"\x89PNG\r\n", "$"),
    "a PDF": (b"%PDF-1.7\n", "$"),
    "a file of deals": (b'% PBN 2.1\n[Event "x"]\n', "$"),
    "deals alone": (b'[Event "x"]\n[Deal "N:..."]\n', "$"),
    "columns that nothing parts": ("contract tricks Ann\n6H 7\n10 S  8 9\n", "line 1"),
    "a line of blanks without end": (f"contract tricks\n{' ' * 4000}6H", "line 2"),
    "too many hands": (TYPED + "6H,Amber,Cindy,7,,,,,\n" * 997, "line 1002"),
    "too large": (b" " * (MOST_BYTES + 1), "$"),
    "a list": ("[]", "$"),
    "JSON that is none": ("{", "$"),
    "figures that are none": (
        json.dumps(filed(TABLE, [{"totals": {"Amber": "49"}}, {}, {}, {}])),
        "$.hands[0].claimed.totals.Amber",
    ),
    "a strange kind of figure": (json.dumps(filed(TABLE, [{"sums": {}}, {}, {}, {}])), "$.hands[0].claimed.sums"),
    "claims that are no object": (json.dumps(filed(TABLE, [cast(Any, []), {}, {}, {}])), "$.hands[0].claimed"),
    "claims twice": ('{"hands": [{"claimed": {}, "claimed": {}}]}', "$.hands[0].claimed"),
    "hands without end": (json.dumps({**TABLE, "hands": [{"contract": None}] * 1001}), "$.hands"),
    "hands that are none": (json.dumps({**TABLE, "hands": 4}), "$.hands"),
}


PRINTED = """,contract,proposer,accepter,tricks,amber,betty,cindy,diana,ellie
game 1,6 ♥,Amber,cindy,7,49,6,49,6,6
game 2,7♠\ufe0f,betty,Ellie,6,49 + 38 = 87,6 + 21 = 27,49 + 38 = 87,6 + 38 = 44,6 + 21 27
game 3,5 clubs,Cindy,Diana,8,87 + 3 = 90,27 + 3 = 30,87 + 51 = 138,44 + 51 = 95,27 + 3 = 30
game 4,8 ♦,Betty,Diana,7,90 + 42 = 132,30 + 28 = 58,138 + 42 = 180,95 + 28 = 123,30 + 42 = 72
"""
"""The document's own table as it is printed [S0]: in game 2 a sign is missing."""


def test_the_documents_own_table_is_checked_but_for_the_figure_that_nobody_can_read() -> None:
    printed = checked(f"players,{','.join(PLAYERS)}\n{PRINTED}")
    assert (printed.findings, printed.figures) == ((), 33)
    (unread,) = printed.unread
    assert (unread.column, unread.kind, unread.where) == ("Ellie", "totals", "line 4, column 10")
    assert unread.detail.startswith("“6 + 21 27” is no figure")


@pytest.mark.parametrize("figure", ["13B", "9" * 400, "87 + 51 138", "?"])
def test_a_figure_that_cannot_be_read_is_marked_and_the_rest_is_checked(figure: str) -> None:
    marked = checked(TYPED.replace("138", figure))
    assert found(marked) == PLANTED
    assert [(unread.column, unread.where) for unread in marked.unread] == [("Cindy", "line 4, column 7")]


def test_points_that_are_facts_must_be_read() -> None:
    assert refused("game;plain\nAl points;Zoe points\n1;2\n3;x\n")[0] == "line 4, column 2"


@pytest.mark.parametrize("word", ["Total", "totals:", "Sum"])
def test_a_line_of_totals_is_no_hand_and_is_compared_with_the_end(word: str) -> None:
    numbered = (
        TYPED.replace("contract", "hand,contract").replace("\n", "\n1,").removesuffix("1,").replace("78", "87")
    )
    assert found(checked(f"{numbered}{word},,,,,132,58,180,123,72\n")) == []
    assert found(checked(f"{numbered}{word},,,,,132,58,181,123,72\n")) == [(5, "Cindy", "total", False)]
    between = numbered.replace("1,8D", f"{word},,,,,90,30,138,95,30\n1,8D")
    assert found(checked(between)) == []


SIDE_BY_SIDE = """game,oh-hell
hand_sizes,"1, 2"
Ann bid,Ann took,Bo Bid,Bo took,Cid bid,Cid took,Ann,Bo,Cid
1,1,1,0,1,0,11,0,0
0,1,1,1,2,0,12,11,0
"""


def test_columns_that_stand_side_by_side_are_read_as_one() -> None:
    assert found(checked(SIDE_BY_SIDE)) == []
    assert found(checked(SIDE_BY_SIDE.replace("12,11", "12,12"))) == [(2, "Bo", "total", False)]
    spades = """North bid,East bid,South bid,West bid,North & South took,East & West took,North & South,East & West
3,4,nil,3,6,7,133,70
"""
    assert found(of_four(spades)) == []
    sides = """bidding,sides
North & South bid,East & West bid,nils,North & South took,East & West took,North & South,East & West
3,7,South nil,6,7,133,70
4,7,,6,7,175,150
"""
    assert found(of_four(sides)) == [(2, "East & West", "total", False)]


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_told_where_it_stands(what: str) -> None:
    paper, where = UNREADABLE[what]
    told, detail = refused(paper)
    assert told == where
    assert detail


@pytest.mark.parametrize("name", ["=Amber", "-Amber", "'=Amber", "''@Amber", "'Amber"])
def test_a_name_that_was_marked_as_text_for_a_spreadsheet_is_the_name(name: str) -> None:
    sheet: dict[str, Any] = json.loads(json.dumps(TABLE).replace("Amber", name))
    exported = wide_csv(Ledger.of(load_sheet(json.dumps(sheet).encode())))
    assert (f"'{name}".encode() in exported) is (name != "'Amber")
    assert checked(exported).ledger.columns[0] == name
    assert checked(exported).findings == ()


REPRODUCERS = Path(__file__).with_name("brought")


@pytest.mark.parametrize(
    ("name", "notes"),
    {
        "csv-adjustment": [],
        "csv-adjustment2": [],
        "csv-hand-missing": ["Line 5: hand 3 follows hand 1, so one may be missing."],
        "csv-hand-numbers": [
            "Line 5: hand 1 stands in line 4 too.",
            "Line 6: hand 7 follows hand 1, so one may be missing.",
            "Line 7: “x” is no number of a hand, and was taken for hand 4.",
        ],
    }.items(),
)
def test_the_numbers_of_the_hands_are_read_critically(name: str, notes: list[str]) -> None:
    read = checked((REPRODUCERS / f"{name}.csv").read_text())
    assert list(read.notes) == notes
    assert not read.findings
    adjusted = [row.adjustment.facts["points"] for row in read.ledger.adjusted]
    assert adjusted == ([{"Ann": -5, "Bo": 0, "Cid": 5}] if "adjustment" in name else [])


def test_an_adjustment_is_known_however_it_is_spelt_and_no_number_of_a_hand_is_one() -> None:
    table = (REPRODUCERS / "csv-adjustment.csv").read_text()
    for spelt in ("Adj.", "adjust", "ADJUSTMENT", "Adjusted score", "ajustment", "adjustement", "Adjusted:"):
        assert len(checked(table.replace("adjustment", spelt)).ledger.adjusted) == 1
    for number in ("2.", "#2", "Hand 2", "R2", "2nd"):
        assert list(checked(table.replace("\n2,", f"\n{number},")).notes) == []


@pytest.mark.parametrize("name", ["csv-short-line", "csv-short-line-offender"])
def test_a_line_that_breaks_off_among_its_figures_is_told(name: str) -> None:
    where, detail = refused((REPRODUCERS / f"{name}.csv").read_text())
    assert where == ("line 5" if name == "csv-short-line" else "line 4")
    assert "this line has " in detail


def test_a_nil_is_read_as_people_write_it_and_the_nought_of_a_side_is_a_number() -> None:
    bids = 'bids,tricks\n"North {}, East 4, South 5, West 3",6 – 7\n'
    for text in ("0", "N", "n", "nill", "Nil", "null", "zero"):
        assert of_four(bids.format(text)).ledger.sheet.hands[0].facts["bids"]["North"] == "nil"
    for text in ("BN", "bn", "blind nil", "Blind N", "b nil"):
        read = of_four("blind_margin,0\n" + bids.format(text))
        assert read.ledger.sheet.hands[0].facts["bids"]["North"] == "blind nil"
    side = of_four(
        'bidding,sides\nbids,nils,tricks,nil_tricks\n0 – 7,"North nil, South nil",6 – 7,"North 2, South 4"\n'
    )
    assert side.ledger.sheet.hands[0].facts["bids"] == [0, 7]
    assert found(checked((REPRODUCERS / "sp_zero_nil.csv").read_text())) == [(1, "North & South", "total", False)]


def test_what_python_cannot_read_is_told_in_our_own_words() -> None:
    for name, told in {
        "huge-number": "the file is not a score sheet: it holds a number of some thousand digits",
        "truncated-one-line": "the file is not JSON, or not whole: it cannot be read from line 1, column 9529 on",
    }.items():
        assert refused((REPRODUCERS / f"{name}.json").read_text()) == ("$", told)
    quoted = 'game,plain\nplayers,Ann,Bo\nhand,Ann,Bo\n1,"5"6,7\n'
    assert "a quotation mark is not closed, or stands in the middle" in refused(quoted)[1]


NEW_YORK = """variant,barmore
hand,bids,tricks,North & South total,East & West total
1,,7 – 6,70,60
2,6 – 5,7 – 6,130,110
"""
TWO_NILS = """hand,bids,tricks,nil_tricks,North & South total,East & West total
1,"North nil, East 3, South nil, West 3",6 – 7,{},-194,61
"""


def of_four(table: str) -> Checked:
    return checked(f'game,spades\nplayers,"North, East, South, West"\n{table}')


def test_a_paper_sheet_may_call_new_york_by_its_older_name() -> None:
    for table in (NEW_YORK, NEW_YORK.replace("barmore", "new-york")):
        assert (found(of_four(table)), of_four(table).figures) == ([], 4)


def test_two_nils_on_paper_took_all_the_tricks_of_their_side() -> None:
    assert found(of_four(TWO_NILS.format('"North 2, South 4"'))) == []
    with pytest.raises(
        IllegalHandError, match="the 6 they took must be the tricks of these two nils, and those are 3"
    ):
        of_four(TWO_NILS.format('"North 2, South 1"'))


def test_a_chart_of_10_bridge_is_read_with_its_own_notation_of_results() -> None:
    """[S3 Scoring chart] Deals 1 to 5 as they are printed."""
    chart = """players,North,East,South,West
contract,declarer,tricks,North & South,East & West
1minor,North,+2,8,0
2NTXX,South,+3,97,0
2major,West,+4,97,20
1NT,North,+1,104,20
3majorX,South,−2,104,44
"""
    paper = load(chart.encode(), "ten-bridge")
    assert [hand.facts["tricks"] for hand in paper.sheet.hands] == [7, 8, 9, 6, 6]
    assert not check(paper).findings
