"""Pirate Bridge on a phone without JavaScript: a hand on one screen, an auction with doubles, two scorings."""

import pytest

from ..evening import amend, hands, opened, preview, standings, totals
from ..phone import Phone, read_page, words

FOUR = ("Alan", "Dave", "Gracie", "Mike")
SPADES = {"declarer": "Dave", "acceptor": "Mike", "level": "4", "suit": "S", "tricks": "10"}
HEARTS = {"declarer": "Alan", "acceptor": "Mike", "level": "2", "suit": "H", "tricks": "9"}


@pytest.fixture
def sheet(phone: Phone) -> str:
    return start(phone)


def start(phone: Phone, **options: str) -> str:
    fields = {f"option-{name}": value for name, value in options.items()}
    return phone.start(FOUR, "pirate-bridge", **fields)


def say(phone: Phone, sheet: str, *calls: str) -> None:
    for call in calls:
        assert phone.call(sheet, call).status_code == 303, call


def plain(markup: str) -> str:
    """What is read of a piece of a page."""
    return " ".join("".join(read_page(markup).text).split())


def test_a_hand_is_entered_with_its_double(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, {**SPADES, "doubling": "X"}).status_code == 303
    assert hands(phone, sheet) == [
        {"dealer": "Mike", "contract": "4SX", "declarer": "Dave", "acceptor": "Mike", "tricks": 10}
    ]
    shown = phone.get(sheet)
    assert standings(shown) == {"Alan": 0, "Dave": 122, "Gracie": 0, "Mike": 122}
    said = words(shown)
    hand = words(phone.get(opened(sheet, 1)))
    assert "Dave, Mike Why? 122 4 odd tricks below the line, doubled rule 20 72 made, doubled" in hand
    assert "Dave and Mike win a game." in said
    assert "games 1" in said


def test_the_preview_says_in_a_sentence_what_recording_would_do(phone: Phone, sheet: str) -> None:
    said = words(preview(phone, sheet, {**SPADES, "doubling": "XX", "tricks": "9"}))
    assert "Dave and Mike bid 4♠︎ spades redoubled, took 9: set." in said
    assert "They score 0 each, the defenders 200 each." in said
    assert "Alan +200, 200 in all." in said
    assert words(preview(phone, sheet, {"level": "4"})).startswith("Tap who declared.")
    assert phone.version(sheet) == "1"


def test_the_felt_shows_what_is_chosen_of_the_contract(phone: Phone, sheet: str) -> None:
    for fields, shown in (
        ({"level": "4"}, "4"),
        ({"suit": "NT"}, "· NT"),
        ({"level": "3", "suit": "NT", "doubling": "XX"}, "3 NT XX"),
        ({**SPADES, "doubling": "X"}, "4♠︎ spades X"),
    ):
        felt = preview(phone, sheet, fields).text.partition('id="felt"')[2].partition("</div>")[0]
        assert plain(f"<div {felt}</div>") == shown


def test_honors_are_a_quiet_beside_and_come_back_when_amending(phone: Phone, sheet: str) -> None:
    honored = {**SPADES, "honors_0": "1", "honors_1": "4", "honors_3": "0"}
    assert phone.enter(sheet, honored).status_code == 303
    assert hands(phone, sheet)[0]["honors"] == {"Alan": 1, "Dave": 4, "Mike": 0}
    assert totals(phone, sheet) == {"Alan": 0, "Dave": 108, "Gracie": 0, "Mike": 108}
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen() == honored
    assert amend(phone, sheet, 2, honors_1="", honors_0="", honors_3="").status_code == 303
    assert "honors" not in hands(phone, sheet)[0]


def test_a_double_is_taken_back_without_javascript_too(phone: Phone, sheet: str) -> None:
    phone.enter(sheet, {**SPADES, "doubling": "XX"})
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    assert form.chosen() == {**SPADES, "doubling": "XX"}
    assert ("doubling", "") not in form.fields
    snapshot = phone.read(f"{sheet}/hand/2")
    assert [attributes["id"] for _, attributes in snapshot.tags if attributes.get("name") == "doubling"] == [
        "doubling-X",
        "doubling-XX",
        "doubling-none",
    ]
    amend(phone, sheet, 2, doubling="")
    assert hands(phone, sheet)[0]["contract"] == "4S"


def test_an_auction_with_a_double_is_spoken_call_by_call(phone: Phone, sheet: str) -> None:
    grant = words(phone.get(f"{sheet}/auction"))
    assert "Mike deals 13 cards each and speaks first." in grant
    say(phone, sheet, "1S")
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "Mike bids 1 spade." in snapshot
    assert "Alan: accept or decline?" in snapshot
    say(phone, sheet, "decline", "accept", "X", "pass")
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "1♠︎ spades Mike with Dave doubled, so far" in snapshot
    refused = phone.call(sheet, "X")
    assert refused.status_code == 422
    assert "1♠︎ spades doubled cannot be doubled again." in words(refused)
    say(phone, sheet, "pass", "pass")
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "Alan leads to the first trick; then Dave lays their hand open." in snapshot
    form = phone.form(f"{sheet}/auction", action=f"{sheet}/hand")
    assert phone.send("", form, {"tricks": "8", "honors_3": "4"}).status_code == 303
    assert hands(phone, sheet)[0]["calls"] == [
        "Mike: 1S",
        "Alan: decline",
        "Dave: accept",
        "Gracie: X",
        "Mike: pass",
        "Alan: pass",
        "Dave: pass",
    ]
    assert totals(phone, sheet) == {"Alan": 0, "Dave": 36 + 100 + 72, "Gracie": 0, "Mike": 36 + 100 + 72}


def test_by_the_values_of_contract_bridge_a_hand_may_be_vulnerable_and_has_no_honors(phone: Phone) -> None:
    sheet = start(phone, scoring="contract")
    snapshot = phone.read(f"{sheet}/hand")
    names = {attributes.get("name") for _, attributes in snapshot.tags}
    assert "vulnerable" in names
    assert "honors_0" not in names
    said = words(preview(phone, sheet, {**SPADES, "vulnerable": "yes"}))
    assert "Dave and Mike bid 4♠︎ spades, vulnerable, took 10: made. They score 120 + 500 = 620 each" in said
    phone.enter(sheet, {**SPADES, "vulnerable": "yes"})
    assert hands(phone, sheet)[0]["vulnerable"] is True
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen() == {**SPADES, "vulnerable": "yes"}
    amend(phone, sheet, 2, vulnerable="")
    assert "vulnerable" not in hands(phone, sheet)[0]
    assert phone.enter(sheet, {**SPADES, "honors_0": "3"}).status_code == 422


def test_the_table_of_the_sheet_tells_below_and_above_apart(phone: Phone, sheet: str) -> None:
    phone.enter(sheet, {**SPADES, "doubling": "X"})
    phone.enter(sheet, {**SPADES, "declarer": "Dave", "acceptor": "Gracie"})
    phone.enter(sheet, {"nobody_bid": "1"})
    table = phone.get(f"{sheet}/table").text.partition('class="ledger"')[2].partition("</table>")[0]
    rows = [plain(f"<tr{row}") for row in table.split("<tr")[3:] if "told-below" not in row]
    assert rows[0].replace("Why? ", "|") == (
        "hand 1 DaveMike4♠︎ spades doubled10|72|72 + 50 = 122|72 + 50 = 122|0|0|122|0|122"
    )
    assert "36 + 250 = 286" in rows[1]
    assert "no contract" in rows[2]
