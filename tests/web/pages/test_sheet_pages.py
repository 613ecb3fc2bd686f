"""The sheet as it is shown: what comes while it is open, the curve above it, and table mode."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from flask import Flask
from sqlalchemy import delete
from werkzeug.test import TestResponse

from scorer.store.database import now
from scorer.store.models import EntryRecord, db

from ..evening import FIFTH, adjust, amend, four_hands, joined, of_hands, press, strike, text_of
from ..games import test_oh_hell, test_spades, test_ten_bridge
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words


def test_hands_that_the_database_has_lost_are_shown_no_more(app: Flask, phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    with app.app_context():
        db.session.execute(delete(EntryRecord).where(EntryRecord.number > 3))
        db.session.commit()
    assert phone.get(f"{sheet}/news?seen=5").status_code == 205
    assert phone.totals(sheet) == [87, 27, 87, 44, 27]
    assert phone.send("", form, tapped(TABLE_GAMES[2])).status_code == 409
    assert phone.record(sheet, TABLE_GAMES[2]).status_code == 303
    assert phone.totals(sheet) == [90, 30, 138, 95, 30]


MOST_BYTES = 20_000
"""What may come after a recorded hand."""


def address_in(page: str) -> str:
    """Where a page of the sheet asks what is new."""
    found = re.search(r'data-news="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def rows_in(answer: str) -> list[str]:
    return re.findall(r'<tbody class="hand[^"]*" id="([^"]+)"', answer)


def put_in(answer: str) -> set[str]:
    """The ids of the parts that take the place of those on the page."""
    return {
        re.search(r'id="([^"]+)"', tag)[1]  # pyright: ignore[reportOptionalSubscript]
        for tag in re.findall(r"<\w+[^>]* hx-swap-oob=\"(?:true|innerHTML)\"[^>]*>", answer)
    }


def test_a_recorded_hand_comes_as_one_row_with_the_new_totals(app: Flask, phone: Phone, sheet: str) -> None:
    other = joined(app, phone, sheet, "view")
    address = address_in(other.get(sheet).text)
    assert other.get(address).status_code == 204
    phone.record(sheet, FIFTH)
    answer = other.get(address)
    assert rows_in(answer.text) == ["hand-5"]
    parts = {"bar", "said", "heard", "notices", "standings", "curve", "coming", "ending", "foot"}
    assert parts == put_in(answer.text)
    assert "Hand 5: Amber and Betty 5♥, took 5." in words(answer)
    assert "<b>162</b>" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert other.get(address_in(answer.text)).status_code == 204


def test_hands_that_arrive_at_once_come_each_in_its_row_the_latest_first(phone: Phone, sheet: str) -> None:
    address = address_in(phone.get(sheet).text)
    for _ in range(20):
        phone.record(sheet, FIFTH)
    # Twenty hands still go into the table row by row; with one more the page gets a new table.
    answer = phone.get(address).text
    assert rows_in(answer) == [f"hand-{number}" for number in range(24, 4, -1)]
    assert "score" not in put_in(answer)
    phone.record(sheet, FIFTH)
    assert "score" in put_in(phone.get(address).text)


def test_what_comes_after_a_recorded_hand_is_small_however_long_the_sheet(phone: Phone) -> None:
    sheet = of_hands(phone, 60)
    address = address_in(phone.get(sheet).text)
    phone.record(sheet, FIFTH)
    assert len(phone.get(address).data) < MOST_BYTES / 2
    assert len(phone.get(sheet).data) < MOST_BYTES


def test_an_amended_hand_takes_the_place_of_its_row_and_an_undone_one_goes(phone: Phone, sheet: str) -> None:
    address = address_in(phone.get(sheet).text)
    amend(phone, sheet, 3, tricks="7")
    answer = phone.get(address).text
    assert rows_in(answer) == ["hand-2"]
    assert '<tbody class="hand" id="hand-2" hx-swap-oob="true">' in answer
    assert "changed" in text_of(answer)
    phone.record(sheet, FIFTH)
    address = address_in(phone.get(sheet).text)
    press(phone, sheet, "undo")
    answer = phone.get(address).text
    assert rows_in(answer) == []
    assert '<tbody id="hand-5" hx-swap-oob="delete">' in answer


def test_where_rows_move_or_columns_change_the_whole_table_comes(phone: Phone, sheet: str) -> None:
    address = address_in(phone.get(sheet).text)
    adjust(phone, sheet, "-10")
    answer = phone.get(address).text
    assert "score" in put_in(answer)
    assert rows_in(answer) == ["adjustment-1", "hand-4", "hand-3", "hand-2", "hand-1"]
    address = address_in(answer)
    strike(phone, sheet, 2)
    assert {"hand-1", "hand-2", "hand-3"} <= set(rows_in(phone.get(address).text))


def test_what_was_done_is_said_to_the_phone_that_did_it_alone(phone: Phone, sheet: str) -> None:
    address = address_in(phone.get(sheet).text)
    press(phone, sheet, "undo")
    assert "Undone" not in text_of(phone.get(address).text)
    assert "Undone" in text_of(phone.get(f"{address}&acted=1").text)


def test_a_page_of_another_history_is_fetched_again(phone: Phone, sheet: str) -> None:
    assert phone.get(f"{sheet}/news?seen=3").status_code == 205
    for seen in ("0", "3", "6", "x", "-1", "1000000000"):
        assert phone.get(f"{sheet}/news?seen={seen}&mark=00000000").status_code == 205


def test_older_hands_are_a_page_of_their_own_and_rows_for_an_open_one(phone: Phone) -> None:
    fresh = of_hands(phone, 45)
    latest = phone.get(fresh).text
    assert rows_in(latest) == [f"hand-{number}" for number in range(45, 25, -1)]
    assert f'href="{fresh}?before=26#hand-25"' in latest
    older = phone.get(f"{fresh}/rows?before=26").text
    assert rows_in(older) == rows_in(phone.get(f"{fresh}?before=26").text)
    assert rows_in(older) == [f"hand-{number}" for number in range(25, 5, -1)]
    assert "The 5 hands before" in text_of(older)
    assert rows_in(phone.get(f"{fresh}/rows?before=6").text) == [f"hand-{number}" for number in range(5, 0, -1)]
    # The sheet is shown where a hand is, and from its latest hand on where there is no such hand.
    assert "hand-3" in rows_in(phone.get(f"{fresh}?hand=3").text)
    for wrong in ("46", "-1", "x"):
        assert rows_in(phone.get(f"{fresh}?hand={wrong}").text) == rows_in(latest)


def test_the_full_table_is_a_page_of_its_own_whose_address_is_on_paper(
    phone: Phone, sheet: str, fresh: str
) -> None:
    assert "21 + 28 = 49" in words(phone.get(f"{sheet}/table"))
    assert "21 + 28 = 49" in words(phone.get(f"{sheet}/history/2/table"))
    assert "hand 2" not in words(phone.get(f"{sheet}/history/2/table"))
    assert f"The full table to print is at http://localhost{fresh}/table" in words(phone.get(fresh))


def test_two_scoring_phones_are_told(
    app: Flask, phone: Phone, fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, looking = joined(app, phone, fresh, player="Betty"), joined(app, phone, fresh, "view")
    assert "scores too" not in words(phone.get(fresh)) + words(other.get(fresh))
    other.record(fresh, TABLE_GAMES[0])
    assert "Another phone scores too: Betty, last at " in words(phone.get(fresh))
    assert "scores too" not in words(other.get(fresh)) + words(looking.get(fresh))
    phone.record(fresh, TABLE_GAMES[1])
    # One without a name is called as in the history.
    assert "Another phone scores too: Phone 1, last at " in words(other.get(fresh))
    assert "Phone 1 (this phone)," in words(phone.get(f"{fresh}/history"))
    # One that has written nothing for ten minutes is not told of, nor one that only watches from now on.
    later = now() + timedelta(minutes=11)
    monkeypatch.setattr("scorer.web.sheet.now_is", lambda: later)
    assert "scores too" not in words(phone.get(fresh))
    monkeypatch.undo()
    phone.change(fresh, "Betty", "role", role="view")
    assert "scores too" not in words(phone.get(fresh))


def curves(phone: Phone, path: str) -> list[dict[str, str | None]]:
    return [known for tag, known in phone.read(path).tags if tag == "img" and known.get("class") == "curve"]


def test_the_curve_stands_above_the_hands_from_the_second_on(phone: Phone, fresh: str) -> None:
    assert curves(phone, fresh) == []
    phone.record(fresh, TABLE_GAMES[0])
    assert curves(phone, fresh) == []
    phone.record(fresh, TABLE_GAMES[1])
    [image] = curves(phone, fresh)
    assert (image["alt"] or "").startswith("After 2 hands Amber and Cindy lead with")
    assert (image["width"], image["height"]) == ("288", "98")
    assert phone.get(image["src"] or "").status_code == 200


def test_the_sheet_as_it_stood_has_the_curve_as_it_was(phone: Phone, sheet: str) -> None:
    [then] = curves(phone, f"{sheet}/history/3")
    [now] = curves(phone, sheet)
    assert (then["alt"] or "").startswith("After 2 hands")
    assert phone.get(then["src"] or "").data != phone.get(now["src"] or "").data


def test_who_moved_with_the_last_hand_is_marked_and_said(phone: Phone, sheet: str) -> None:
    head = phone.get(sheet).text.partition('id="standings"')[2].partition("</thead>")[0]
    assert head.count("▲") + head.count("▼") == head.count('class="moved"')
    spoken = [text_of(link) for link in re.findall(r"<a.*?</a>", head, re.DOTALL)]
    assert spoken[0] == "Amber132 points, 2nd▲ , up 1"
    assert spoken[2:4] == ["Cindy180 points, 1st", "Diana123 points, 3rd▼ , down 1 , deals"]


def test_oh_hell_says_which_hand_of_how_many_comes_and_a_finished_sheet_says_none(phone: Phone) -> None:
    sheet = test_oh_hell.start(phone, players=3, hand_sizes="2, 1")
    assert "hand 1 of 2 · 2 cards" in words(phone.get(sheet))
    phone.send("", phone.form(f"{sheet}/hand", action="/hand"), test_oh_hell.fields((1, 0, 2), {0: 0}))
    assert "hand 2 of 2 · 1 card" in words(phone.get(sheet))
    press(phone, sheet, "finish")
    shown = phone.get(sheet)
    assert "1 hand" in words(shown)
    assert f"{sheet}/end" in read(shown).links


LINE = re.compile(r'<li class="([^"]*)">\s*<span class="unseen">(.*?)</span>')


def board(phone: Phone, sheet: str, near: str = "") -> TestResponse:
    answer = phone.get(f"{sheet}/board{f'?near={quote(near)}' if near else ''}")
    assert answer.status_code == 200
    return answer


def lines(answer: TestResponse) -> dict[str, str]:
    """Each line as a screen reader says it, and how it looks."""
    return {spoken: look.strip() for look, spoken in LINE.findall(answer.text)}


def below(answer: TestResponse) -> str:
    """What stands below the totals, the menu apart."""
    part = answer.text.partition('class="now"')[2].partition(">")[2].partition('<div class="corner">')[0]
    return " ".join(re.sub(r"<[^>]*>", "", part).replace("\ufe0e", "").split())


def turn(answer: TestResponse) -> str | None:
    return next(a["data-turn"] for tag, a in read(answer).tags if tag == "main")


def test_it_says_who_deals_who_speaks_and_the_contract_until_cards_are_played(phone: Phone, fresh: str) -> None:
    shown = board(phone, fresh)
    assert lines(shown) == {
        "Amber, 0 points, speaks": "asked",
        "Betty, 0 points": "",
        "Cindy, 0 points": "",
        "Diana, 0 points": "",
        "Ellie, 0 points, deals": "",
    }
    assert below(shown) == "Hand 1 Ellie deals 10 cards, widow of 2"
    assert "curve" not in shown.text
    phone.say(fresh, "no proposal")
    shown = board(phone, fresh)
    assert lines(shown)["Betty, 0 points, speaks"] == "asked"
    assert below(shown) == "Hand 1 Nobody has bid yet"
    phone.say(fresh, "3H", "accept")
    assert below(board(phone, fresh)) == "3♥ hearts Betty, Cindy so far"
    phone.say(fresh, *["no proposal"] * 5)
    shown = board(phone, fresh)
    assert below(shown) == "3♥ hearts Betty, Cindy contract"
    assert "asked" not in lines(shown).values()
    assert "Ellie, 0 points, deals" in lines(shown)


def test_between_hands_it_says_every_total_and_place(phone: Phone) -> None:
    shown = board(phone, four_hands(phone, "Friday"))
    assert list(lines(shown)) == [
        "Amber, 2nd, 132 points",
        "Betty, 5th, 58 points",
        "Cindy, 1st, 180 points",
        "Diana, 3rd, 123 points, deals",
        "Ellie, 4th, 72 points, speaks",
    ]
    assert lines(shown)["Cindy, 1st, 180 points"] == "leads"
    assert below(shown).startswith("Hand 5 ")
    assert '<h1 class="unseen">Table mode: Friday</h1>' in shown.text


def test_it_says_doubles_sides_and_bids(phone: Phone) -> None:
    sheet = test_ten_bridge.started(phone)
    phone.say(sheet, "1red", "X")
    assert below(board(phone, sheet)).endswith("so far, doubled")
    sheet = test_spades.started(phone)
    said = [*lines(board(phone, sheet))]
    assert len(said) == 2
    assert all(re.search(r", \w+ (deals|speaks)$", line) for line in said)
    sheet = test_oh_hell.start(phone)
    phone.say(sheet, "2", "3")
    shown = board(phone, sheet)
    assert sum(line.endswith(", bid 2") for line in lines(shown)) == 1
    assert sum(line.endswith(", bid 3") for line in lines(shown)) == 1
    assert re.match(r"Hand 1 of \d+ ", below(shown))


def test_the_end_names_the_winner_and_nobody_deals_any_more(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "finish")
    shown = board(phone, sheet)
    assert below(shown) == "Cindy wins."
    assert "Diana, 3rd, 123 points" in lines(shown)
    assert "asked" not in lines(shown).values()
    assert turn(board(phone, sheet, "Amber")) == "0"


def test_a_shared_place_is_said_to_be_shared(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    said = lines(board(phone, fresh))
    assert {"Amber, =1st, 49 points, deals": "leads", "Cindy, =1st, 49 points": "leads"}.items() <= said.items()


def test_it_turns_towards_who_is_asked_as_seen_from_whoever_was_chosen(phone: Phone, fresh: str) -> None:
    degrees = {"Amber": "0", "Betty": "270", "Cindy": "180", "Diana": "180", "Ellie": "90", "Zoe": "0", "": "0"}
    assert {near: turn(board(phone, fresh, near)) for near in degrees} == degrees
    shown = read(board(phone, fresh, "Betty"))
    assert {f"{fresh}/board?near={name}" for name in PLAYERS} <= set(shown.links)
    [chosen] = [a["href"] for tag, a in shown.tags if tag == "a" and "aria-current" in a]
    assert chosen == f"{fresh}/board?near=Betty"


def test_it_is_fetched_again_with_news_and_its_curve_is_of_this_version(phone: Phone, sheet: str) -> None:
    shown = board(phone, sheet)
    [asks] = [str(a["data-news"]) for _, a in read(shown).tags if "data-news" in a]
    assert phone.get(asks).status_code == 204
    assert '<noscript><meta http-equiv="refresh"' in shown.text
    [before] = [a["src"] for tag, a in read(shown).tags if tag == "img"]
    assert phone.get(str(before)).mimetype == "image/svg+xml"
    phone.record(sheet, FIFTH)
    assert phone.get(asks).status_code == 205
    assert board(phone, sheet).text.count(str(before).partition("&")[0]) == 0


def test_it_leads_who_scores_to_the_next_hand_and_nobody_else(app: Flask, phone: Phone, sheet: str) -> None:
    viewer = joined(app, phone, sheet, "view")
    assert f"{sheet}/hand" in phone.read(f"{sheet}/board").links
    assert f"{sheet}/hand" not in viewer.read(f"{sheet}/board").links
    phone.say(sheet, "5C")
    assert f"{sheet}/auction" in phone.read(f"{sheet}/board").links
    press(phone, sheet, "undo")
    press(phone, sheet, "finish")
    assert not {f"{sheet}/hand", f"{sheet}/auction"} & {*phone.read(f"{sheet}/board").links}
