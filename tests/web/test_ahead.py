"""The page after a call, as a phone asks for it beforehand."""

import re

import pytest

from .phone import Phone

CHANGES = re.compile(r'name="(?:key|csrf_token)" value="[^"]*"|nonce="[^"]*"')


@pytest.fixture
def sheet(phone: Phone) -> str:
    return phone.start()


def page(phone: Phone, address: str) -> str:
    answer = phone.get(address)
    assert answer.status_code == 200
    return CHANGES.sub("", answer.text)


def test_it_is_the_page_that_comes_once_the_call_is_taken(phone: Phone, sheet: str) -> None:
    phone.say(sheet, "no proposal", "5C")
    for call in ("reject", "accept", "no proposal"):
        beforehand = page(phone, f"{sheet}/auction/ahead?call={call}")
        phone.say(sheet, call)
        assert page(phone, f"{sheet}/auction") == beforehand


def test_it_writes_nothing_and_leaves_what_is_to_be_said_to_the_page_that_comes(phone: Phone, sheet: str) -> None:
    phone.record(sheet)
    before = phone.get(f"{sheet}/sheet.json").data
    assert "Hand 1 saved" not in phone.get(f"{sheet}/auction/ahead?call=no proposal").text
    assert phone.get(f"{sheet}/sheet.json").data == before
    assert "Hand 1 saved" in phone.get(f"{sheet}/auction").text


@pytest.mark.parametrize("call", ["", "accept", "x9"])
def test_a_call_that_would_be_refused_has_no_page(phone: Phone, sheet: str, call: str) -> None:
    assert phone.get(f"{sheet}/auction/ahead?call={call}").status_code == 404


def test_a_call_that_ends_the_hand_leads_elsewhere(phone: Phone, sheet: str) -> None:
    phone.say(sheet, *["no proposal"] * 4)
    assert phone.get(f"{sheet}/auction/ahead?call=no proposal").status_code == 204
