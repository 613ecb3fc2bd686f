"""A table imported: its columns matched on the page, and bad lines left out only where that is ticked."""

import random
from urllib.parse import urlsplit

import pytest

from scorer.rules.reading import printable
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import load

from ...exports.random_sheets import random_sheet
from ...sheet.importing.test_table import FOREIGN, MATCHED, SIDE_BY_SIDE
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, words
from .test_import_sheets import PAGE, bring, form_of, look, sheets

FOREIGN_COLUMNS = {f"column-{at}": meaning for at, meaning in enumerate(MATCHED)}


def test_a_table_of_the_app_becomes_a_sheet_with_the_same_totals(phone: Phone) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    answer = look(phone, phone.get(f"{sheet}/sheet.csv").data, name="sheet.csv")
    said = words(answer)
    assert answer.status_code == 200
    assert "4 hands" in said
    assert "The figures in the table: Nothing is wrong: 40 figures checked." in said
    assert "Cindy 180 Amber 132 Diana 123 Ellie 72 Betty 58" in said
    first, again = bring(phone, answer), bring(phone, answer)
    assert first.status_code == 303
    assert first.headers["Location"] == again.headers["Location"]
    copy = urlsplit(first.headers["Location"]).path
    assert phone.totals(copy) == phone.totals(sheet)
    assert sheets(phone) == {sheet, copy}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_the_app_becomes_the_same_sheet_with_all_that_changed_in_it(phone: Phone, game: str) -> None:
    ledgers = (random_sheet(game, random.Random(seed)) for seed in range(300))
    ledger = next(each for each in ledgers if _can_be_written(each) and _changes(each))
    content = wide_csv(ledger)
    answer = look(phone, content, name="sheet.csv")
    assert f"Nothing is wrong: {check(load(content)).figures} figures checked." in words(answer)
    done = bring(phone, phone.send(PAGE, form_of(answer)))
    assert phone.get(f"{urlsplit(done.headers['Location']).path}/sheet.csv").data == content


def _can_be_written(ledger: Ledger) -> bool:
    """Whether its names and its title are such as one can enter on a page."""
    return all(map(printable, (ledger.sheet.title, *ledger.columns, *ledger.table.game.players)))


def _changes(ledger: Ledger) -> bool:
    """Whether somebody has an odd name, somebody else sits down in mid-sheet, and a house rule changes."""
    facts = [row.hand.facts for row in ledger.rows]
    rules = not ledger.table.game.options_type.described() or any("options" in hand for hand in facts)
    return rules and any("players" in hand for hand in facts) and any("," in name for name in ledger.columns)


def test_columns_of_unknown_headings_are_matched_on_the_page(phone: Phone) -> None:
    answer = look(phone, FOREIGN.encode())
    assert answer.status_code == 422
    assert "Say which game it is." in words(answer)
    answer = phone.send(PAGE, form_of(answer), {"game": "offender"})
    assert "No line makes a hand: are the columns matched?" in words(answer) or "Say who plays" in words(answer)
    answer = phone.send(PAGE, form_of(answer), {"players": ", ".join(PLAYERS), **FOREIGN_COLUMNS})
    assert answer.status_code == 200
    fields = dict(form_of(answer).fields)
    assert {name: fields[name] for name in FOREIGN_COLUMNS} == FOREIGN_COLUMNS
    said = words(answer)
    assert "2 lines make no hand" in said
    assert "Line 4 3 · 5C · Zoe · Diana · 8“Zoe” is no player here" in said
    assert "3 hands" in said

    refused = bring(phone, answer)
    assert refused.status_code == 422
    assert read(refused).errors["bad-error"].startswith("Put these lines right")
    assert sheets(phone) == set()
    assert dict(form_of(refused).fields)["column-2"] == "proposer"
    done = bring(phone, refused, leave_out="1")
    assert phone.totals(urlsplit(done.headers["Location"]).path) == [90, 30, 138, 95, 30]


def test_columns_that_stand_side_by_side_are_matched_as_one(phone: Phone) -> None:
    answer = look(phone, SIDE_BY_SIDE.replace("12;12", "12;11").encode())
    assert "Nothing is wrong: 9 figures checked." in words(answer)
    offered = [name for name, _ in form_of(answer).fields if name.startswith("column-")]
    assert offered == [f"column-{at}" for at in (0, 1, 2, 7, 8, 9)]
    done = bring(phone, phone.send(PAGE, form_of(answer)))
    assert phone.totals(urlsplit(done.headers["Location"]).path) == [12, 11, 0]


def test_another_game_begins_the_matching_anew(phone: Phone) -> None:
    answer = look(phone, text=GAMES["plain"].paper_example)
    assert "Say which game it is." in words(answer)
    other = phone.send(PAGE, form_of(answer), {"game": "spades"})
    assert other.status_code == 422
    assert dict(form_of(other).fields)["game"] == "spades"
    back = phone.send(PAGE, form_of(other), {"game": "plain"})
    assert back.status_code == 200
    assert "2 hands" in words(back)


def test_a_column_that_is_ignored_stays_so_and_a_new_player_finds_hers(phone: Phone) -> None:
    answer = look(phone, text=GAMES["offender"].paper_example)
    ignored = phone.send(PAGE, form_of(answer), {"column-4": ""})
    assert dict(form_of(ignored).fields)["column-4"] == ""
    assert "8 figures checked" in words(ignored)
    fewer = phone.send(PAGE, form_of(answer), {"players": "Amber, Betty, Cindy, Diana"})
    assert dict(form_of(fewer).fields)["column-8"] == ""
    again = phone.send(PAGE, form_of(fewer), {"players": "Amber, Betty, Cindy, Diana, Ellie"})
    assert dict(form_of(again).fields)["column-8"] == "Ellie total"


def test_formulas_and_tags_in_a_table_are_only_text(phone: Phone) -> None:
    text = '=cmd|A0,contract,proposer,accepter,tricks\n<b>x</b>,=1+1,Amber,Cindy,7\n"\'=2",6H,Amber,Cindy,7\n'
    answer = look(phone, text=text)
    fields = {"players": ", ".join(PLAYERS), "column-0": "note"}
    answer = phone.send(PAGE, form_of(answer), fields)
    assert "<b>x" not in answer.text
    assert "1 line makes no hand" in words(answer)
    done = bring(phone, answer, leave_out="1")
    sheet = urlsplit(done.headers["Location"]).path
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["note"] == "=2"


def test_whatever_the_fields_say_the_page_answers(phone: Phone) -> None:
    form = form_of(look(phone, text=GAMES["offender"].paper_example))
    for changed in (
        {"game": "whist"},
        {"players": ""},
        {"players": "Amber"},
        {"players": "A,A,A"},
        {"players": "x" * 50 + ",B,C"},
        {"players": "Am\u2028ber,B,C"},
        {"column-0": "nonsense"},
        {"column-0": "tricks"},
        {"kept": ""},
    ):
        answer = phone.send(PAGE, form, {"action": "import", **changed})
        assert answer.status_code in (303, 422), changed
        assert "Something went wrong" not in answer.text


def test_names_of_a_table_that_are_hard_to_tell_are_said_and_can_be_renamed(phone: Phone) -> None:
    table = 'game,plain\nplayers,"Ann, ann, Bo"\nAnn points,ann points,Bo points\n1,2,3\n'
    answer = look(phone, text=table)
    assert "“ann”: Ann is on this sheet, too. Another name" in words(answer)
    refused = bring(phone, answer, called=["bo"])
    assert read(refused).errors["called-0-0-error"].startswith("Bo already sits at the table")
    sheet = urlsplit(bring(phone, refused, called=["Anke"]).headers["Location"]).path
    assert "Anke" in words(phone.get(sheet))
    assert "ann" not in words(phone.get(sheet)).split()
