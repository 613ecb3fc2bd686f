"""What the sheet shows of an evening's course: the curve above the hands, who moved, and how far the game is."""

import re

from flask import Flask

from ..evening import FIFTH, four_hands, joined, press, text_of
from ..games import test_oh_hell
from ..phone import TABLE_GAMES, Phone, read, words


def curves(phone: Phone, path: str) -> list[dict[str, str | None]]:
    return [known for tag, known in phone.read(path).tags if tag == "img" and known.get("class") == "curve"]


def test_the_curve_stands_above_the_hands_from_the_second_on(phone: Phone) -> None:
    sheet = phone.start()
    assert curves(phone, sheet) == []
    phone.record(sheet, TABLE_GAMES[0])
    assert curves(phone, sheet) == []
    phone.record(sheet, TABLE_GAMES[1])
    [image] = curves(phone, sheet)
    assert (image["alt"] or "").startswith("After 2 hands Amber and Cindy lead with")
    assert (image["width"], image["height"]) == ("288", "98")
    assert phone.get(image["src"] or "").status_code == 200


def test_the_sheet_as_it_stood_has_the_curve_as_it_was(phone: Phone) -> None:
    sheet = four_hands(phone)
    [then] = curves(phone, f"{sheet}/history/3")
    [now] = curves(phone, sheet)
    assert (then["alt"] or "").startswith("After 2 hands")
    assert phone.get(then["src"] or "").data != phone.get(now["src"] or "").data


def test_another_phone_is_brought_the_new_curve(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    page = other.get(sheet).text
    mark = page.partition("mark=")[2][:8]
    phone.record(sheet, FIFTH)
    news = other.get(f"{sheet}/news?seen=5&mark={mark}").text
    assert 'id="curve"' in news
    [image] = curves(phone, sheet)
    assert (image["src"] or "").replace("&", "&amp;") in news


def test_who_moved_with_the_last_hand_is_marked_and_said(phone: Phone) -> None:
    sheet = four_hands(phone)
    head = phone.get(sheet).text.partition('id="standings"')[2].partition("</thead>")[0]
    assert head.count("▲") + head.count("▼") == head.count('class="moved"')
    spoken = [text_of(link) for link in re.findall(r"<a.*?</a>", head, re.DOTALL)]
    assert spoken[0] == "Amber132 points, 2nd▲ , up 1"
    assert spoken[2:4] == ["Cindy180 points, 1st", "Diana123 points, 3rd▼ , down 1 , deals"]


def test_oh_hell_says_which_hand_of_how_many_comes_and_a_finished_sheet_says_none(phone: Phone) -> None:
    sheet = test_oh_hell.start(phone, players=3, hand_sizes="2, 1")
    assert "hand 1 of 2, 2 cards each" in words(phone.get(sheet))
    phone.send("", phone.form(f"{sheet}/hand", action="/hand"), test_oh_hell.fields((1, 0, 2), {0: 0}))
    assert "hand 2 of 2, 1 card each" in words(phone.get(sheet))
    press(phone, sheet, "finish")
    shown = phone.get(sheet)
    assert "1 hand" in words(shown)
    assert f"{sheet}/end" in read(shown).links
