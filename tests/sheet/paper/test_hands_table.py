"""A table of hands: its columns matched, its hands taken line by line, and each bad line with its reason."""

import pytest

from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.paper.check import check
from scorer.sheet.paper.headings import Column
from scorer.sheet.paper.table import HandsTable, open_table
from scorer.sheet.paper.table import load as load_paper

from ..any_game import HEADS
from ..files import FIVE
from ..papers import as_it_seems

OFFENDER = GAMES["offender"]
FOREIGN = """\
Nr;Kontrakt;Wer;Mit wem;Stiche;Bemerkung
1;6♥;Amber;Cindy;7;schön
2;7S;Betty;Ellie;6;
3;5C;Zoe;Diana;8;
4;5C;Cindy;Diana;11;
5;;;;;
6;5C;Cindy;Diana;8;spät
"""
MATCHED = tuple(map(Column, ("hand", "contract", "proposer", "accepter", "tricks", "note")))


def table(text: str) -> HandsTable:
    return open_table(text.encode())


@pytest.mark.parametrize("game", GAMES)
def test_a_table_as_it_is_typed_is_read_by_itself(game: str) -> None:
    assert table(GAMES[game].paper_example).likely_game in ("", game)
    hands = as_it_seems(GAMES[game].paper_example.encode(), game)
    assert hands.sheet.game == game
    assert hands.bad == ()
    assert len(hands.good) == len(hands.ledger.rows) > 1
    assert hands.checked.figures > 3
    assert hands.checked.findings == ()


def test_a_note_may_hold_a_sign_at_which_python_would_end_a_line() -> None:
    opened = table('hand,contract,proposer,accepter,tricks,note\n1,6H,Amber,Cindy,7,",\x1e0"\n')
    assert opened.rows[0].cells[-1] == ",\x1e0"


SIDE_BY_SIDE = """game;oh-hell
hand_sizes;"1, 2"
players;Ann;Bo;Cid
Spiel;Ann bid;Ann took;Bo Bid;Bo took;Cid bid;Cid took;Ann;Bo;Cid
1;1;1;1;0;1;0;11;0;0
2;0;1;1;1;2;0;12;12;0
Total;;;;;;;12;12;0
"""


def test_columns_side_by_side_and_lines_of_sums_are_read_as_the_check_of_a_paper_sheet_reads_them() -> None:
    hands = as_it_seems(SIDE_BY_SIDE.encode())
    paper = check(load_paper(SIDE_BY_SIDE.replace("Spiel", "hand").encode()))
    assert (hands.good, hands.bad) == ((5, 6), ())
    assert hands.sheet.hands == paper.ledger.sheet.hands
    assert [(wrong.column, wrong.claimed, wrong.due) for wrong in hands.checked.wrong] == [("Bo", 12, 11)]
    assert hands.checked.findings == paper.findings


def test_a_table_tells_its_game_where_its_columns_are_those_of_one() -> None:
    assert table(GAMES["offender"].paper_example).likely_game == "offender"
    assert table(GAMES["oh-hell"].paper_example).likely_game == ""
    assert table("game,Oh Hell\n" + GAMES["oh-hell"].paper_example).likely_game == "oh-hell"


def test_a_column_is_matched_to_a_key_or_to_nothing() -> None:
    opened = table(FOREIGN)
    assert opened.likely_game == ""
    nothing = Column()
    assert opened.likely(OFFENDER, FIVE) == (*MATCHED[:2], nothing, nothing, *MATCHED[4:])
    hands = opened.read(OFFENDER, FIVE, MATCHED)
    assert hands.good == (2, 3, 7)
    assert hands.ledger.totals == (90, 30, 138, 95, 30)
    assert [hand.facts.get("note") for hand in hands.sheet.hands] == ["schön", None, "spät"]
    without = opened.read(OFFENDER, FIVE, (nothing, *MATCHED[1:5], nothing))
    assert without.ledger.totals == hands.ledger.totals


def test_each_bad_line_says_why() -> None:
    hands = table(FOREIGN).read(OFFENDER, FIVE, MATCHED)
    assert [(line.number, line.text) for line in hands.bad] == [
        (4, "3 · 5C · Zoe · Diana · 8"),
        (5, "4 · 5C · Cindy · Diana · 11"),
    ]
    who, tricks = (line.why for line in hands.bad)
    assert who == "“Zoe” is no player here: Amber, Betty, Cindy, Diana, Ellie (column 3)."
    assert tricks == "The offense cannot have taken 11 of 10 tricks."


def test_the_columns_of_figures_are_those_of_the_players_or_sides() -> None:
    assert Column("points", "Amber") in table(FOREIGN).meanings(OFFENDER, FIVE)
    assert Column("points", "Amber") not in table(FOREIGN).meanings(OFFENDER, FIVE[:2])
    four = HEADS["spades"][0].players
    assert Column("total", f"{four[0]} & {four[2]}") in table(FOREIGN).meanings(GAMES["spades"], four)
    plain = table("A;B\n1;2\n").meanings(GAMES["plain"], ("A", "B"))
    assert len(plain) == len({*plain})


def test_the_head_of_a_table_is_taken_too() -> None:
    head = "title,Friday\ndate,2026-11-20\ndealer,Betty\nfinished,yes\n"
    sheet = as_it_seems((head + GAMES["offender"].paper_example).encode()).sheet
    assert (sheet.title, sheet.date, sheet.dealer, sheet.finished) == ("Friday", "2026-11-20", "Betty", True)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "$"),
        ("a,b,c\n", "$"),
        ('a,b\n"open,1\n', "line 2"),
        ("a,b\n" + "1,2\n" * 1001, "line 1002"),
        (",".join("a" * 121) + "\n1,2\n", "line 1"),
        ("hand,players\n" + "".join(f'{n},"A{n}, B{n}"\n' for n in range(26)), "line 27, column 2"),
        ("x" * 600_000, "$"),
    ],
)
def test_what_is_no_table_is_refused(text: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        open_table(text.encode())
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("players", "matched"),
    [
        (FIVE[:2], MATCHED),
        ([*FIVE[:4], "Amber"], MATCHED),
        (["x" * 41, *FIVE[1:]], MATCHED),
        (FIVE, (MATCHED[1], *MATCHED[1:])),
    ],
)
def test_columns_or_players_that_begin_no_sheet_are_refused(
    players: list[str], matched: tuple[Column, ...]
) -> None:
    with pytest.raises(FormatError):
        table(FOREIGN).read(OFFENDER, players, matched)
