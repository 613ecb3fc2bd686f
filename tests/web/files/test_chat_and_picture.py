"""The sheet as text and as a picture, on their pages and as files, for whoever may see the sheet."""

import csv
import io
import xml.etree.ElementTree as ET

from flask import Flask

from scorer.exports import chat

from ..evening import TOTALS, four_hands, joined, press
from ..phone import Phone, words


def test_the_text_page_has_the_summary_and_the_whole_sheet(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday <at> Betty's")
    snapshot = phone.read(f"{sheet}/text")
    shown = "".join(snapshot.text)
    fingerprint = "".join(phone.read(f"{sheet}/fingerprint").text).split("Fingerprint")[-1].split()
    for place, name in (("1st", "Cindy"), ("2nd", "Amber"), ("5th", "Betty")):
        assert f"{place} {name}: {TOTALS[name]}\n" in shown
    assert "Friday <at> Betty's\nOffender" in shown
    assert f"\n{chat.FENCE}\nFriday <at> Betty's · Offender" in shown
    assert "3: Cindy and Diana 5♣, took 8" in shown
    [sealed] = (line.split()[1] for line in shown.splitlines() if line.startswith("Fingerprint "))
    assert sealed in fingerprint


def test_a_finished_sheet_says_in_text_and_picture_who_won(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    assert "Cindy won: the table ended the game." in words(phone.get(f"{sheet}/text"))
    assert ">Cindy won<" in phone.get(f"{sheet}/picture.svg").text


def test_the_picture_page_shows_the_picture_and_says_it_in_words(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    snapshot = phone.read(f"{sheet}/picture")
    [image] = (attributes for tag, attributes in snapshot.tags if tag == "img")
    assert image["src"] == f"{sheet}/picture.svg"
    assert image["alt"] == "Cindy 180, Amber 132, Diana 123, Ellie 72, Betty 58"
    [saved] = (attributes for tag, attributes in snapshot.tags if tag == "a" and "download" in attributes)
    assert (saved["href"], (saved["download"] or "")[-10:]) == (image["src"], "friday.svg")


def test_the_picture_is_an_svg_of_the_sheet_as_it_stands(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    file = phone.get(f"{sheet}/picture.svg")
    assert file.content_type.startswith("image/svg+xml")
    assert file.headers["Content-Disposition"].startswith("inline; filename=")
    assert ">180<" in file.text
    press(phone, sheet, "undo")
    later = phone.get(f"{sheet}/picture.svg")
    assert ">138<" in later.text
    assert ET.fromstring(later.data).tag.endswith("svg")


def test_a_phone_that_may_only_look_takes_all_of_them(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    ways = viewer.read(f"{sheet}/export").links
    for path in ("/sheet.csv", "/sheet-long.csv", "/text", "/picture"):
        assert f"{sheet}{path}" in ways
        assert viewer.get(f"{sheet}{path}").status_code == 200
    assert viewer.get(f"{sheet}/picture.svg").data == phone.get(f"{sheet}/picture.svg").data


def test_the_long_list_is_saved_under_a_name_of_its_own(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    file = phone.get(f"{sheet}/sheet-long.csv")
    assert file.headers["Content-Disposition"].endswith("friday.long.csv")
    assert file.content_type == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    assert {row["player"]: int(row["total"]) for row in rows} == TOTALS


def test_a_sheet_without_a_hand_has_text_and_picture_too(phone: Phone) -> None:
    sheet = phone.start()
    assert "no hand yet" in words(phone.get(f"{sheet}/text"))
    assert "o hand yet<" in phone.get(f"{sheet}/picture.svg").text
