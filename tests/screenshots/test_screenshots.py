"""The screenshots: a picture for each size and theme, what does not fit, and every state of a game."""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser

from scorer.store.database import now

from ..web.evening import four_hands
from ..web.phone import Phone
from .camera import take_pictures
from .compare import compare
from .contact_sheet import make_contact_sheets
from .first_screenful import first_screenful
from .report import report
from .screens import MENU, Screen, all_screens, screen
from .still import still

PNG = b"\x89PNG"
WIDE = '<!doctype html><p style="position: absolute; left: 0; top: 0; margin: 0; width: 400px; height: 700px">'
CROWDED = """<!doctype html><body style="margin: 0; font: 16px/40px sans-serif">
<header class="bar">Two words <a href="/">Back</a></header>
<p><button>One · 18</button> <button disabled>Off</button> <button hidden>Never</button>
<i style="opacity: 0">unseen</i></p>
<p><input type="radio" id="a" style="opacity: 0"><label for="a">Key</label> <input value="Player 1"></p>
<p style="height: 500px; margin: 0">cut</p><p>Under the dock</p><p><a href="/">Far below</a></p>
<p style="position: fixed; bottom: 0; margin: 0; width: 100%; background: white"><button>Save</button></p>"""


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
    [counted] = [line for line in lines if "offender-hand-half-entered" in line]
    assert counted[-1] == "640", "it fits, and is among the counts alone"
    assert lines.count(["offender-wide", "0", "0", "0", "700"]) == 1
    [contact] = make_contact_sheets(chromium, pictures, tmp_path)
    assert contact.name == "contact-360x640-black-offender-1.png"
    assert contact.read_bytes().startswith(PNG)


def test_two_folders_are_compared_picture_by_picture(tmp_path: Path) -> None:
    before, after, out = tmp_path / "before", tmp_path / "after", tmp_path / "out"
    for folder in (before, after):
        folder.mkdir()
        for name in ("same", "other", "taller", "contact-1"):
            Image.new("RGB", (20, 30), "white").save(folder / f"{name}.png")
    changed = Image.new("RGB", (20, 30), "white")
    changed.paste((255, 255, 252), (4, 5, 6, 8))
    changed.putpixel((0, 0), (255, 253, 255))
    changed.save(after / "other.png")
    Image.new("RGB", (20, 33), "white").save(after / "taller.png")
    changed.save(after / "contact-1.png")
    (before / "same.png").rename(before / "gone.png")
    assert list(compare(before, after, out)) == [
        f"gone.png: only in {before}",
        "other.png: 6 pixels between 4,5 and 6,8",
        f"same.png: only in {after}",
        "taller.png: 60 pixels between 0,30 and 20,33",
    ]
    shown = Image.open(out / "other.png")
    assert (shown.size, shown.getpixel((45, 6)), shown.getpixel((46, 6))) == (
        (60, 30),
        (255, 0, 0),
        (255, 255, 255),
    )
    assert list(compare(after, after, out)) == []


def test_the_pictures_of_one_commit_are_the_same_each_time() -> None:
    def drawn() -> list[str]:
        with still():
            return [now().isoformat(timespec="minutes"), secrets.token_urlsafe(12), secrets.token_hex(8)]

    assert drawn() == drawn()
    assert drawn()[0] == "2026-11-20T20:14+00:00"
    assert now().year == datetime.now(UTC).year


def test_what_is_seen_without_scrolling_is_counted_and_what_a_dock_covers_is_not(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    page.set_content(CROWDED)
    seen = first_screenful(page)
    page.close()
    # Back, One, Key, the field, Save; Two words Back, One 18 Off Key Player 1 cut Save.
    assert (seen.elements, seen.words, seen.below) == (5, 11, 8)
    assert seen.height > 640


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
        "spades-sheet-menu-open",
        "spades-sheet-40-hands",
        "spades-board-in-play",
        "spades-end-of-the-evening",
        "spades-home-with-its-sheets",
    } <= set(names)
    assert all("<title>" in screen.html for screen in screens)
    assert any(f"{MENU} open" in screen.html for screen in screens)
