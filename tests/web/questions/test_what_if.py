"""What if, on a phone without JavaScript: every result of a hand, another contract, other house rules."""

import re
from collections.abc import Mapping

import pytest
from werkzeug.test import TestResponse

from scorer.rules.options import Decimals, Figures, Length, Listed, Option, Sums
from scorer.rules.registry import GAMES as REGISTRY
from scorer.web.table_forms import option_choices

from ...long_form import in_short
from ..bad import BAD, is_tame
from ..evening import adjust, four_hands, opened, press
from ..evening import hands as facts_of
from ..games import test_oh_hell, test_pirate_bridge, test_reverse_bridge, test_spades, test_ten_bridge
from ..phone import Form, Phone, read, words
from ..sundry import helped

__all__ = ["helped"]

FOUR = test_spades.FOUR
GAMES: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "pirate-bridge": (test_pirate_bridge.FOUR, {**test_pirate_bridge.SPADES, "honors_1": "4"}),
    "spades": (FOUR, test_spades.hand("3 nil 2 3", 7, nil_1="1")),
    "ten-bridge": (FOUR, test_ten_bridge.tapped()),
    "reverse-bridge": (FOUR, test_reverse_bridge.tapped()),
    "oh-hell": (FOUR, test_oh_hell.fields((2, 3, 1, 0), {0: 6})),
}


def table(snapshot: TestResponse) -> dict[str, list[str]]:
    """The cells of each row of the table by its head, tags and white space folded."""
    body = snapshot.text.partition("<tbody>")[2].partition("</tbody>")[0]
    rows: dict[str, list[str]] = {}
    for row in body.split("</tr>")[:-1]:
        head, *cells = (
            " ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        )
        rows[head] = cells
    return rows


def asking(phone: Phone, path: str) -> Form:
    return next(form for form in phone.read(path).forms if "/what-if/" in form.action)


def ask(phone: Phone, path: str, fields: Mapping[str, str]) -> TestResponse:
    """Send the page's own form with these fields instead of what it holds."""
    form = asking(phone, path)
    assert not form.writes
    assert set(fields) <= {name for name, _ in form.fields}
    return phone.get(form.action, query_string={**dict(form.fields), **fields})


def test_every_number_of_tricks_stands_there_the_played_one_and_the_break_even_marked(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = phone.get(f"{sheet}/what-if/3")
    shown = table(snapshot)
    assert len(shown) == 11
    assert shown["6 set as played"] == ["+38 87", "+21 27", "+38 87", "+38 44", "+21 27"]
    assert shown["7 made pays off"] == ["+6 55", "+56 62", "+6 55", "+6 12", "+56 62"]
    said = words(snapshot)
    assert "Betty and Ellie would make it with 7 to 10 tricks." in said
    assert "At least as many points as each of the others with 7 to 10 tricks." in said
    assert "1. Cindy 180, 2. Amber 132, 3. Diana 123" in said


def test_the_sheet_and_its_house_rules_lead_there(phone: Phone, sheet: str) -> None:
    assert f"{sheet}/what-if/2#played" in phone.read(opened(sheet, 1)).links
    assert f"{sheet}/what-if/rules" in phone.read(f"{sheet}/house-rules").links
    press(phone, sheet, "finish")
    assert f"{sheet}/what-if/rules" in phone.read(f"{sheet}/more").links


def test_another_contract_or_partner_is_asked_for_and_nothing_is_stored(phone: Phone, sheet: str) -> None:
    before = facts_of(phone, sheet), phone.version(sheet)
    path = f"{sheet}/what-if/2"
    asked = {"level": "6", "suit": "H", "proposer": "Amber", "accepter": "Cindy"}
    assert dict(asking(phone, path).fields) == asked
    snapshot = ask(phone, path, {"level": "8", "suit": "S", "accepter": "Betty"})
    assert snapshot.status_code == 200
    assert "Asked: contract 8 ♠; accepter Betty." in words(snapshot)
    assert table(snapshot)["8 made pays off"] == ["+72 72", "+72 72", "+3 3", "+3 3", "+3 3"]
    assert not any("as played" in head for head in table(snapshot))
    assert (
        dict(asking(phone, f"{path}?level=8&suit=S&proposer=Amber&accepter=Betty").fields)["accepter"] == "Betty"
    )
    assert (facts_of(phone, sheet), phone.version(sheet)) == before


def test_what_cannot_be_is_told_and_kept(phone: Phone, sheet: str) -> None:
    for where, asked, error in (
        ("level", "six", "“six” cannot be chosen here."),
        ("level", "", "Tap the number bid."),
        ("accepter", "Amber", "Amber cannot accept their own proposal. (Rule"),
        ("proposer", "Zoe", "“Zoe” is not at this table."),
    ):
        snapshot = ask(phone, f"{sheet}/what-if/2", {where: asked})
        assert snapshot.status_code == 422
        assert error in read(snapshot).errors[f"error-{where}"]
        (form,) = (form for form in read(snapshot).forms if "/what-if/" in form.action)
        assert (where, asked) in form.fields
        assert "7 made as played" in table(snapshot)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_results_and_its_own_words_asked_again(phone: Phone, game: str) -> None:
    players, fields = GAMES[game]
    sheet = phone.start(players, game)
    assert phone.enter(sheet, fields).status_code == 303
    path = f"{sheet}/what-if/2"
    snapshot = phone.get(path)
    assert snapshot.status_code == 200
    assert "played</small>" in snapshot.text
    assert ("Other bids" if game in ("spades", "oh-hell") else "Another contract or partner") in snapshot.text
    again = ask(phone, path, {})
    assert (again.status_code, table(again)) == (200, table(snapshot))
    assert "Asked:" not in words(again)


def test_of_many_columns_a_missed_bid_is_said_of_the_hand_as_played_alone(phone: Phone) -> None:
    players, fields = GAMES["oh-hell"]
    sheet = phone.start(players, "oh-hell")
    phone.enter(sheet, fields)
    cells = [cell for row in table(phone.get(f"{sheet}/what-if/2")).values() for cell in row]
    missed = [cell for cell in cells if "missed" in cell]
    assert missed
    assert all("played" in cell for cell in missed)
    assert sum("met" in cell for cell in cells) == len(players)


def test_what_a_hand_may_lack_is_asked_for_and_left_out(phone: Phone, helped: str) -> None:
    sheet = phone.start(FOUR, helped)
    for fields in ({}, {"helper": "East"}):
        phone.enter(sheet, {"bidder": "North", "bid": "3", "tricks": "4", **fields})
    alone, helped = (f"{sheet}/what-if/{entry}" for entry in (2, 3))
    assert "Asked: bid 4." in words(ask(phone, alone, {"bid": "4"}))
    assert "Asked: helper East." in words(ask(phone, alone, {"helper": "East"}))
    assert "Asked: helper none." in words(ask(phone, helped, {"helper": ""}))


def test_at_spades_the_bids_are_asked_for_player_by_player(phone: Phone) -> None:
    sheet = phone.start(FOUR, "spades")
    phone.enter(sheet, GAMES["spades"][1])
    snapshot = phone.get(f"{sheet}/what-if/2")
    assert "East's nil takes 1 trick, as it did." in words(snapshot)
    assert "East & West would make it with 0 to 9 tricks of North & South." in words(snapshot)
    assert "13" not in table(snapshot)  # East took one
    other = ask(phone, f"{sheet}/what-if/2", {"bids_0": "nil", "bids_1": "4", "nil_tricks_1": ""})
    assert "Asked: North nil; East 4; East none." in words(other)
    for bids, wrong in (
        ({"bids_0": "fourteen", "bids_2": ""}, "“fourteen” cannot be chosen here. Tap the bids of South."),
        ({"bids_0": "many"}, "“many” cannot be chosen here."),
    ):
        assert wrong in read(ask(phone, f"{sheet}/what-if/2", bids)).errors["error-bids_0"]
    # Points that are taken off are written with one sign.
    said = words(snapshot)
    assert re.search(r"30 for bid 3, made \(Rule [^)]*\) \+ ", said)
    assert "− 100 for East's nil, failed" in said
    assert "+ −" not in said


def test_a_plain_sheet_and_a_hand_without_a_contract_say_why_there_is_nothing(phone: Phone) -> None:
    plain = phone.start(game="plain")
    phone.enter(plain, {f"points_{seat}": "5" for seat in range(5)})
    snapshot = phone.get(f"{plain}/what-if/2")
    assert (snapshot.status_code, "there is nothing to work out" in words(snapshot)) == (200, True)
    assert f"{plain}/what-if/2" not in phone.read(plain).links
    sheet = phone.start()
    phone.say(sheet, *["no proposal"] * 5)
    entry = int(phone.version(sheet))
    snapshot = phone.get(f"{sheet}/what-if/{entry}")
    assert "Nobody had a contract in this hand" in words(snapshot)
    asked = ask(
        phone, f"{sheet}/what-if/{entry}", {"level": "6", "suit": "H", "proposer": "Amber", "accepter": "Cindy"}
    )
    assert table(asked)["7 made"] == ["+49 49", "+6 6", "+49 49", "+6 6", "+6 6"]


def test_other_house_rules_stand_beside_those_of_the_table_and_change_nothing(phone: Phone, sheet: str) -> None:
    path, before = f"{sheet}/what-if/rules", phone.version(sheet)
    assert table(phone.get(path)) == {}
    snapshot = ask(phone, path, {"option-tricks": "9"})
    assert table(snapshot) == {
        "Cindy": ["1. 180", "1. 173"],
        "Amber": ["2. 132", "2. 123"],
        "Diana": ["3. 123", "3. 116"],
        "Ellie": ["4. 72", "4. 64"],
        "Betty": ["5. 58", "5. 53"],
    }
    assert "Cindy leads Amber by 50." in words(snapshot)
    assert "No total moves." in words(ask(phone, path, {"option-no_trump": "true"}))
    assert phone.version(sheet) == before


def test_a_house_rule_that_there_is_not_is_refused_at_its_field(phone: Phone, sheet: str) -> None:
    snapshot = phone.get(f"{sheet}/what-if/rules?option-tricks=99")
    assert snapshot.status_code == 422
    assert "1 to 17" in read(snapshot).errors["error-tricks"]


ANSWERS = ("By these house rules", "could not have been played so", "does not say what")


def choices(option: Option) -> list[str]:
    """Every choice of a house rule as a form sends it; of many numbers the least and the greatest."""
    if named := option_choices(option):
        return [text for text in named if text]
    match option.values:
        case Length():
            return ["12 hands", "90 minutes"]
        case Figures():
            return ["met 10 3, over 0 0 -2, under 0 0 -2"]
        case Decimals() | Listed() | Sums():
            return ["0.05"]
        case numbers:
            return [f"{numbers[0]}", f"{numbers[-1]}"]


@pytest.mark.parametrize("game", in_short(("offender", *GAMES), "offender", "oh-hell"))
def test_every_choice_of_every_house_rule_is_answered_on_its_page(phone: Phone, game: str) -> None:
    if game == "offender":
        sheet = four_hands(phone)
    else:
        sheet = phone.start(GAMES[game][0], game)
        assert phone.enter(sheet, GAMES[game][1]).status_code == 303
    for option in REGISTRY[game].options_type.described():
        needed = {f"option-{option.only[0]}": option.only[1]} if option.only else {}
        for text in choices(option):
            own = {"option-own": "met 10 3, over 0 0 -2, under 0 0 -2"} if "own" in (text, option.name) else {}
            asked = {**needed, f"option-{option.name}": text, **own}
            answer = phone.get(f"{sheet}/what-if/rules", query_string=asked)
            assert (answer.status_code, read(answer).errors) == (200, {}), asked
            assert any(each in words(answer) for each in ANSWERS), asked


def test_totals_for_each_player_are_told_where_sides_had_them(phone: Phone) -> None:
    sheet = phone.start(FOUR, "spades")
    phone.enter(sheet, test_spades.SEVEN)
    said = words(phone.get(f"{sheet}/what-if/rules?option-totals=players"))
    assert "The columns would be: North 52, South 52, East −70, West −70." in said
    assert "No total moves" not in said
    form = phone.form(f"{sheet}/house-rules", action=f"{sheet}/house-rules")
    form.action = f"{sheet}/house-rules/preview"
    told = words(phone.send("", form, {"option-totals": "players", "whole": "1"}))
    assert "The columns are then: North 52, South 52, East −70, West −70." in told
    assert adjust(phone, sheet, "-10").status_code == 303
    refused = words(phone.get(f"{sheet}/what-if/rules?option-totals=players"))
    assert "East & West has points without a deal after hand 1" in refused


def test_whatever_is_asked_is_answered_in_words(phone: Phone, sheet: str) -> None:
    for case, bad in BAD.items():
        for key in ("contract", "proposer"):
            fields = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", key: bad}
            snapshot = phone.get(f"{sheet}/what-if/2", query_string=fields)
            assert snapshot.status_code == 422, case
            is_tame(snapshot, case)
        is_tame(phone.get(f"{sheet}/what-if/rules", query_string={"option-tricks": bad}), case)
