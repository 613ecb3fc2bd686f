"""The screenshots: a picture for each size and theme, what does not fit, and every state of a game."""

from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser

from ..web.evening import four_hands
from ..web.phone import Phone
from .camera import take_pictures
from .contact_sheet import make_contact_sheets
from .report import report
from .screens import Screen, all_screens, screen

PNG = b"\x89PNG"
WIDE = '<!doctype html><p style="position: absolute; left: 0; top: 0; margin: 0; width: 400px; height: 700px">'


def test_a_screen_is_a_picture_with_what_was_entered_and_says_what_does_not_fit(
    chromium: Browser, address: str, phone: Phone, tmp_path: Path
) -> None:
    sheet = four_hands(phone)
    half = screen("offender", "Hand, half entered", phone.get(f"{sheet}/hand"), [("level", "3"), ("suit", "H")])
    wide = Screen("offender", "wide", "/sheets/none/hand?", WIDE, {"Content-Type": "text/html"}, "", ())
    complaints: list[str] = []
    pictures = take_pictures(
        chromium, address, [half, wide], [(360, 640)], ["black"], tmp_path, complain=complaints.append
    )
    assert complaints == []
    assert [picture.file.name for picture in pictures] == [
        "offender-hand-half-entered-360x640-black.png",
        "offender-wide-360x640-black.png",
    ]
    assert all(picture.file.read_bytes().startswith(PNG) for picture in pictures)
    lines = [line.split() for line in report(pictures).splitlines()]
    assert lines.count(["offender-wide", "+40"]) == 1
    assert lines.count(["offender-wide", "+60"]) == 1
    assert not any("offender-hand-half-entered" in line for line in lines)
    [contact] = make_contact_sheets(chromium, pictures, tmp_path)
    assert contact.name == "contact-360x640-black-offender-1.png"
    assert contact.read_bytes().startswith(PNG)


def test_a_game_has_its_screens_once_each_in_every_state(app: Flask) -> None:
    screens = list(all_screens(app, ["spades"]))
    names = [screen.name for screen in screens]
    assert len(set(names)) == len(names)
    assert {
        "spades-new-sheet",
        "spades-hand-half-entered",
        "spades-auction-before-call-1",
        "spades-auction-over-long-names",
        "spades-sheet-empty",
        "spades-sheet-40-hands",
        "spades-board-in-play",
        "spades-end-of-the-evening",
        "spades-home-with-its-sheets",
    } <= set(names)
    assert all("<title>" in screen.html for screen in screens)
