"""The curve as an image of a sheet's pages: by itself, kept by the phone as long as the sheet is the same."""

import base64
import hashlib
import re
import xml.etree.ElementTree as ET

from flask import Flask

from scorer.sheet.questions.highlights import lead_in_words
from scorer.store import scorebook
from scorer.web import export

from ..evening import four_hands, joined, press
from ..phone import Phone

OWN = "private, max-age=604800, immutable"


def address(app: Flask, sheet: str, **drawn: bool) -> str:
    with app.test_request_context():
        return export.curve_address(scorebook.read(sheet.rpartition("/")[2]), **drawn)


def test_a_curve_is_kept_by_the_phone_and_another_version_has_another_address(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    first = address(app, sheet)
    answer = phone.get(first)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == OWN
    press(phone, sheet, "undo")
    assert address(app, sheet) != first
    # The sheet as it stood then is drawn as it was.
    assert phone.get(first).data == answer.data
    assert phone.get(address(app, sheet)).data != answer.data


def test_an_address_with_another_seal_is_not_kept(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    for path in (f"{sheet}/curve.svg", re.sub("seal=....", "seal=zzzz", address(app, sheet))):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_images_for_phone_and_wide_screen_with_and_without_figures_differ(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    ways = [{"wide": wide, "strip": strip} for wide in (False, True) for strip in (False, True)]
    images = {phone.get(address(app, sheet, **way)).data for way in ways}
    assert len(images) == 4
    with app.test_request_context():
        said = lead_in_words(scorebook.read(sheet.rpartition("/")[2]).ledger)
    for image in images:
        assert ET.fromstring(image)[0].text == said


def test_the_policy_allows_the_style_of_the_image_and_no_other(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = phone.get(f"{sheet}/curve.svg")
    style = ET.fromstring(answer.data).findtext("{http://www.w3.org/2000/svg}style") or ""
    assert style.startswith("@media (prefers-color-scheme: dark) {")
    own = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith(f"; style-src 'sha256-{own}'")
    assert "default-src 'self'" in policy


def test_there_is_no_curve_of_no_hand_of_the_future_or_of_a_sheet_of_others(app: Flask, phone: Phone) -> None:
    assert phone.get(f"{phone.start()}/curve.svg").status_code == 404
    sheet = four_hands(phone)
    assert phone.get(f"{sheet}/curve.svg?at=99").status_code == 404
    assert phone.get(f"{sheet}/curve.svg?at=1").status_code == 404
    assert Phone(app).get(f"{sheet}/curve.svg").status_code == 404
    assert joined(app, phone, sheet, "view").get(f"{sheet}/curve.svg").status_code == 200
