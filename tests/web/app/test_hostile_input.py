"""What is made to take long is answered soon: nobody who sends it keeps the other phones waiting."""

import io
import time

import pytest

from ..phone import Phone, words

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


def test_a_cell_that_is_too_long_is_named_with_its_place(phone: Phone) -> None:
    snapshot = "/check-paper/plain"
    data = {**dict(phone.form(snapshot).fields), "text": f"{PLAIN}{'1' * 4001}"}
    answer = phone.client.post(snapshot, data=data)
    assert answer.status_code == 422
    assert "In line 4, column 3: a cell has at most 4000 characters." in words(answer)
