"""The page after a call, as a phone asks for it beforehand."""

import re

import pytest

from .phone import Phone

CHANGES = re.compile(r'name="(?:key|csrf_token)" value="[^"]*"|nonce="[^"]*"')


def page(phone: Phone, address: str) -> str:
    answer = phone.get(address)
    assert answer.status_code == 200
    return CHANGES.sub("", answer.text)


def test_it_is_the_page_that_comes_once_the_call_is_taken(phone: Phone, fresh: str) -> None:
    phone.say(fresh, "no proposal", "5C")
    for call in ("reject", "accept", "no proposal"):
        beforehand = page(phone, f"{fresh}/auction/ahead?call={call}")
        phone.say(fresh, call)
        assert page(phone, f"{fresh}/auction") == beforehand


def test_it_writes_nothing_and_leaves_what_is_to_be_said_to_the_page_that_comes(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    before = phone.get(f"{fresh}/sheet.json").data
    assert "Hand 1 saved" not in phone.get(f"{fresh}/auction/ahead?call=no proposal").text
    assert phone.get(f"{fresh}/sheet.json").data == before
    assert "Hand 1 saved" in phone.get(f"{fresh}/auction").text


@pytest.mark.parametrize("call", ["", "accept", "x9"])
def test_a_call_that_would_be_refused_has_no_page(phone: Phone, fresh: str, call: str) -> None:
    assert phone.get(f"{fresh}/auction/ahead?call={call}").status_code == 404


def test_a_call_that_ends_the_hand_leads_elsewhere(phone: Phone, fresh: str) -> None:
    phone.say(fresh, *["no proposal"] * 4)
    assert phone.get(f"{fresh}/auction/ahead?call=no proposal").status_code == 204
