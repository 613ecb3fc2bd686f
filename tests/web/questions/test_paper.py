"""Checking a paper sheet on the phone: typed, uploaded, and against a sheet of the app."""

import io
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES
from scorer.sheet.paper.check import check
from scorer.sheet.paper.table import MOST_BYTES, load

from ...sheet.paper.test_file import TYPED
from ..evening import joined
from ..phone import Phone, read, words

PAGE = "/check-paper/offender"


def send(phone: Phone, text: str = "", file: bytes | None = None, snapshot: str = PAGE, name: str = "paper.csv"):
    data: dict[str, object] = {**dict(phone.form(snapshot).fields), "text": text}
    if file is not None:
        data["file"] = (io.BytesIO(file), name)
    return phone.client.post(snapshot, data=data, content_type="multipart/form-data")


def typed(answer: TestResponse) -> str:
    """What stands in the field for the paper."""
    return unescape(answer.text.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]).lstrip(
        "\n"
    )


def test_the_first_wrong_figure_is_told_with_its_slip_and_the_right_working(phone: Phone) -> None:
    answer = send(phone, TYPED)
    said = words(answer).replace("\xa0", " ")
    assert answer.status_code == 200
    assert "1 wrong figure of 21." in said
    assert "The first wrong figure: Hand 2, Cindy total 87, not 78 Two digits changed places: 78 for 87." in said
    assert "10 for 4 tricks" in said
    assert "49 + 38 = 87" in said
    assert "/rules/offender#bonus" in read(answer).links
    assert typed(answer) == TYPED


def test_a_file_is_checked_and_stands_where_one_types(phone: Phone) -> None:
    assert "Nothing is wrong: 21 figures checked." in words(send(phone, TYPED.replace("78", "87")))
    answer = send(phone, file=TYPED.replace(",", ";").encode("utf-8-sig"))
    assert "1 wrong figure of 21." in words(answer)
    assert typed(answer) == TYPED.replace(",", ";")


def test_a_large_file_is_read_and_one_too_large_is_refused(phone: Phone) -> None:
    rows = "".join(f"6H,Amber,Cindy,7,,,,,{' ' * 300}\n" for _ in range(300))
    large = send(phone, file=(TYPED + rows).encode())
    assert "1 wrong figure of 21." in words(large)
    assert typed(large) == ""
    body = b" " * (MOST_BYTES + 100_000)
    over = phone.client.post(PAGE, data=body, content_type="multipart/form-data; boundary=x")
    assert (over.status_code, "That is too much" in words(over)) == (413, True)


UNREADABLE = {
    "": "Type what the paper says, or choose a file.",
    TYPED.replace("Diana,8", "Diana,a lot"): "In line 4, column 4: expected a whole number, found a text.",
    TYPED.replace(
        "Diana,8", "Diana,11"
    ): "Hand 3: The offense cannot have taken 11 of 10 tricks. Players by the headings: Amber, Betty,",
    "{": "The file is not JSON",
    "<script>alert(1)</script>": "In line 1:",
}


def test_what_cannot_be_read_is_told_at_the_field_and_stays_there(phone: Phone) -> None:
    for text, wrong in UNREADABLE.items():
        answer = send(phone, text)
        assert answer.status_code == 422, wrong
        snapshot = read(answer)
        assert " ".join(snapshot.errors["paper-error"].split()).startswith(wrong)
        (field,) = (attributes for tag, attributes in snapshot.tags if tag == "textarea")
        assert (field["aria-invalid"], field["aria-describedby"]) == ("true", "paper-error"), wrong
        assert typed(answer) == text
        assert "<script>" not in answer.text, wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_example_that_is_right(phone: Phone, game: str) -> None:
    example = GAMES[game].paper_example
    assert check(load(example.encode(), game)).findings == ()
    assert check(load(example.encode(), game)).figures > 3
    snapshot = f"/check-paper/{game}"
    assert snapshot in phone.read("/check-paper").links
    begun = phone.get(f"{snapshot}?example=1")
    assert "Nothing is wrong" in words(send(phone, typed(begun), snapshot=snapshot))


def test_the_page_is_found_from_help_and_there_is_none_for_a_game_that_is_none(phone: Phone) -> None:
    assert "/check-paper" in phone.read("/help/paper").links
    assert phone.get("/check-paper/whist").status_code == 404


def totals(phone: Phone, sheet: str, **fields: str) -> TestResponse:
    snapshot = f"{sheet}/check-paper"
    changed = {name.replace("_", "-"): value for name, value in fields.items()}
    return phone.send(snapshot, phone.form(snapshot, action="/check-paper"), changed)


def test_the_totals_on_paper_are_compared_with_those_of_the_sheet(phone: Phone, sheet: str) -> None:
    assert f"{sheet}/check-paper" in phone.read(f"{sheet}/more").links
    answer = totals(phone, sheet, total_1_2="49", total_2_2="59", total_3_2="110")
    said = words(answer).replace("\xa0", " ")
    assert answer.status_code == 200
    assert "1 wrong figure of 3, and 1 more that only carries on what was wrong before." in said
    assert "Hand 2, Cindy total 87, not 59 28 (bid 7, set) was left out, and 49 + 10 = 59. Or: The bonus" in said
    fields = dict(next(form for form in read(answer).forms if form.action.endswith("/check-paper")).fields)
    assert (fields["total-2-2"], fields["total-2-1"]) == ("59", "")
    marked = [attributes["name"] for _, attributes in read(answer).tags if "aria-invalid" in attributes]
    assert marked == ["total-2-2", "total-3-2"]


def test_a_total_that_is_no_number_is_told_and_nothing_typed_is_lost(phone: Phone, sheet: str) -> None:
    answer = totals(phone, sheet, total_1_0="49", total_2_0="eighty")
    assert answer.status_code == 422
    assert "Hand 2, Amber: “eighty” is no number." in words(answer)
    fields = dict(next(form for form in read(answer).forms if form.action.endswith("/check-paper")).fields)
    assert (fields["total-1-0"], fields["total-2-0"]) == ("49", "eighty")


def test_comparing_writes_nothing_and_a_viewer_may_do_it(app: Flask, phone: Phone, sheet: str) -> None:
    viewer = joined(app, phone, sheet, "view")
    before = phone.version(sheet)
    assert "Nothing is wrong: 1 figure checked." in words(totals(viewer, sheet, total_4_2="180"))
    assert "The paper claims no figures." in words(totals(viewer, sheet))
    assert phone.version(sheet) == before


def test_a_sheet_without_a_hand_has_nothing_to_compare(phone: Phone, fresh: str) -> None:
    assert "No hand has been scored on this sheet yet." in words(phone.get(f"{fresh}/check-paper"))
