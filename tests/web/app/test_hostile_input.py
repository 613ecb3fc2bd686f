"""What is made to take long is answered soon: nobody who sends it keeps the other phones waiting."""

import io
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

import pytest
from flask import Flask

from ...instruments.hostile.world import World
from ..bad import is_tame
from ..phone import Phone, words
from ..writing import WRITE

SOON = 1.0
"""Seconds of this thread; what was measured is a small part of it."""
BLANKS = " " * 40_000
PLAIN = "game,plain\nplayers,Amber,Betty\nAmber,Betty,Amber points\n1,2,1"
SPADES = 'game,spades\nplayers,North,East,South,West\nbids,tricks\n"North 3, East 3, South 3, West 3",6'


def seconds(phone: Phone, snapshot: str, **fields: object) -> float:
    """That a form takes which is sent as a file."""
    data = {**dict(phone.form(snapshot).fields), **fields}
    begun = time.thread_time()
    answer = phone.client.post(snapshot, data=data, content_type="multipart/form-data")
    taken = time.thread_time() - begun
    assert answer.status_code in (200, 422), words(answer)
    return taken


@pytest.mark.parametrize(
    ("snapshot", "table"),
    [
        ("/check-paper/plain", f"{PLAIN}{BLANKS}x"),
        ("/check-paper/plain", PLAIN.replace("players,Amber,", f'players,"Amber{BLANKS}x,') + '"'),
        ("/check-paper/spades", f"{SPADES}{BLANKS}x"),
        ("/check-paper/oh-hell", f"game,oh-hell\nplayers,A,B,C\ntricks\nA 1,{BLANKS}x"),
        ("/check-paper/plain", f"{PLAIN}{'1' * 40_000}x"),
        ("/import", f"{PLAIN}{BLANKS}x\n1,2,1"),
        ("/import", f"{SPADES}{BLANKS}x\n1,2"),
    ],
)
def test_a_cell_of_forty_thousand_characters_is_answered_soon(phone: Phone, snapshot: str, table: str) -> None:
    assert seconds(phone, snapshot, text=table) < SOON
    assert seconds(phone, snapshot, file=(io.BytesIO(table.encode()), "table.csv")) < SOON


NEEDED = {("links.join_by_code", "code"), ("new_sheet.new", "player"), ("hands.amend", "tricks")}
"""Routes and fields without which nothing is done."""


def test_a_file_where_a_text_is_wanted_counts_as_not_sent_on_every_field_of_every_form(app: Flask) -> None:
    rules, tried = app.url_map.bind(""), set[tuple[str, str]]()
    world = World.of(app, ("offender", "oh-hell", "plain"))
    sent: list[tuple[Phone, str, dict[str, str | Sequence[str]]]] = [
        (world.phones[form.who], form.action, {**dict(form.fields)}) for form in world.forms
    ]
    for case in (
        case for route, cases in WRITE.items() if route.startswith(("disputes.", "hands.amend")) for case in cases
    ):
        phone = Phone(app)
        _, form, fields = case(phone)
        sent.append((phone, form.action, {**dict(form.fields), **fields}))
    # Some forms have only buttons with addresses of their own.
    sent = [each for each in sent if rules.test(urlsplit(each[1]).path, method="POST")]
    for phone, action, fields in sent:
        route = rules.match(urlsplit(action).path, method="POST")[0]
        for name in fields.keys() - {"csrf_token"} - {field for tried_on, field in tried if tried_on == route}:
            data = {**fields, "key": f"key of {name}", name: (io.BytesIO(b"x"), "x.txt")}
            answer = phone.client.post(action, data=data, content_type="multipart/form-data")
            is_tame(answer, (route, name))
            assert (route, name) not in NEEDED or answer.status_code == 422, (route, name)
            tried.add((route, name))
    assert {*NEEDED} <= tried
    assert (len({route for route, _ in tried}), len(tried)) > (20, 120), tried


@pytest.mark.parametrize("body", ['{"code": 5}', '["code"]', "5"])
def test_what_is_sent_as_json_is_no_form(phone: Phone, body: str) -> None:
    token = dict(phone.form("/join").fields)["csrf_token"]
    answer = phone.client.post("/join", data=body, content_type="application/json", headers={"X-CSRFToken": token})
    assert answer.status_code == 422


def test_a_cell_that_is_too_long_is_named_with_its_place(phone: Phone) -> None:
    snapshot = "/check-paper/plain"
    data = {**dict(phone.form(snapshot).fields), "text": f"{PLAIN}{'1' * 4001}"}
    answer = phone.client.post(snapshot, data=data)
    assert answer.status_code == 422
    assert "In line 4, column 3: a cell has at most 4000 characters." in words(answer)


def test_an_address_of_no_sheet_is_answered_in_words_also_where_a_script_asks(phone: Phone) -> None:
    answer = phone.get("/sheets/%0D.0%7B%0A6%00%5C1%0A/auction/ahead?points-0=6E5")
    assert answer.status_code in (400, 404)
