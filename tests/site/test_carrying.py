"""What leaves the phone alone and comes back: a link that carries a sheet, and everything in one file."""

import base64
import io
import json
import re
import sqlite3
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Frame, expect

from scorer.sheet.importing import packed

from ..faults.hands import PLAYERS
from ..screenshots.screens import import_sheet, usual_names
from ..web.files.test_import_sheets import link_of
from ..web.phone import Phone
from .phone import START, SitePhone

EVERY_GAME = sorted(file.stem for file in (Path(__file__).parents[1] / "vectors").glob("*.json"))
"""Those that a site has, the sample game not among them."""
NOT_WHOLE = "The link is not whole: part of it is missing or was changed on its way."
READ = """async (path) => {
    const content = new Uint8Array(await (await fetch(path)).arrayBuffer());
    return btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(""));
}"""


@pytest.mark.long
def test_a_link_and_a_file_leave_the_phone_and_come_back(lone_phone: SitePhone, tmp_path: Path) -> None:
    page = lone_phone.open()
    lone_phone.wait_until_started()
    lone_phone.tap_start("offender", PLAYERS)
    lone_phone.table.choose("Amber", "Cindy", "6", "H", "7")
    lone_phone.table.record()
    sheet = lone_phone.frame.url
    saved = tmp_path / "scorer.db"
    saved.write_bytes(
        base64.b64decode(lone_phone.frame.evaluate(READ, f"{lone_phone.address}app/backup/everything"))
    )
    with closing(sqlite3.connect(saved)) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (2,)
    lone_phone.frame.goto(f"{sheet}/send")
    link = lone_phone.frame.locator("#carried").input_value().strip()
    # To the page that a host knows, whose address is sent to no host behind the #.
    assert link.startswith(f"{lone_phone.address}#sheet=")
    page.goto(link)
    lone_phone.frame.get_by_text("Act for act, so there is nothing to import.").wait_for()
    expect(page).not_to_have_url(link)
    assert "#" not in page.url
    # Opened cold, as on a phone that has had no page of it open.
    page.goto("about:blank")
    page.goto(link)
    assert "#" not in page.url
    lone_phone.frame.get_by_text("Act for act, so there is nothing to import.").wait_for(timeout=START)
    frame = looked_into(lone_phone, saved)
    frame.get_by_role("button", name="Replace everything").tap()
    frame.get_by_text("Everything was replaced.").wait_for()
    frame = looked_into(lone_phone, saved)
    expect(frame.get_by_text("All of it is here already")).to_be_visible()
    frame.goto(sheet)
    expect(frame.locator(".hand")).to_have_count(1)
    page.reload()
    lone_phone.wait_until_started()
    lone_phone.frame.goto(sheet)
    expect(lone_phone.frame.locator(".hand")).to_have_count(1)


def looked_into(phone: SitePhone, saved: Path) -> Frame:
    """The page that shows what is in a file."""
    frame = phone.frame
    frame.goto(f"{phone.address}app/backup")
    frame.set_input_files("#backup-file", saved)
    frame.get_by_role("button", name="Look what is in it").tap()
    frame.get_by_text("1 sheet in the file").wait_for()
    return frame


@pytest.mark.long
def test_a_sheet_of_every_game_goes_by_link_from_a_server_to_the_phone_and_is_the_same(
    app: Flask, lone_phone: SitePhone
) -> None:
    server, page = Phone(app), lone_phone.open()
    lone_phone.wait_until_started()
    carried = 0
    for game in EVERY_GAME:
        sheet = import_sheet(server, game, usual_names(game), 12)
        server.undo(sheet)
        file = server.get(f"{sheet}/sheet-with-history.json").text
        assert '"undo"' in file
        page.goto(f"{lone_phone.address}#{link_of(server, sheet).partition('#')[2]}")
        frame = lone_phone.frame
        frame.get_by_text("Nothing is imported yet.").wait_for()
        assert "#" not in page.url
        assert sheets_on(lone_phone) == carried
        frame.get_by_role("button", name="Import", exact=True).tap()
        frame.wait_for_url(re.compile(r"/app/sheets/[\w-]+$"))
        carried += 1
        assert sheets_on(lone_phone) == carried
        assert lone_phone.sheet_file() == json.loads(file), game
    print(f"{carried} games by link from a server to the phone, files with history equal")


@pytest.mark.long
def test_a_link_that_is_cut_forged_or_swollen_gets_a_sentence_on_the_phone_and_writes_nothing(
    app: Flask, lone_phone: SitePhone
) -> None:
    server, page = Phone(app), lone_phone.open()
    lone_phone.wait_until_started()
    whole = link_of(server, import_sheet(server, "offender", usual_names("offender"), 5)).partition("#sheet=")[2]
    swollen = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = swollen.compress(b"[" + b" " * packed.MOST_UNPACKED + b"]") + swollen.flush()
    head = bytes([packed.VERSION, *bytes(32), 0, 0])
    for text, said in {
        whole[:-9]: NOT_WHOLE,
        f"{whole[:-40]}AAAAAAAA{whole[-32:]}": NOT_WHOLE,
        forged(whole): NOT_WHOLE,
        "A" * (packed.MOST_PACKED + 1): "The link is longer than 64 kB.",
        base64.urlsafe_b64encode(head + bomb).decode(): "The link unpacks to more than 1 MB.",
        base64.urlsafe_b64encode(bytes([9]) + head[1:]).decode(): "made by a later release of this app",
    }.items():
        page.goto(f"{lone_phone.address}#sheet={text}")
        expect(lone_phone.frame.locator("#import-error")).to_contain_text(said)
        assert "#" not in page.url
        assert lone_phone.frame.get_by_role("button", name="Import", exact=True).count() == 0
        assert sheets_on(lone_phone) == 0
        # So that the sentence of the next one is not taken for that of this one.
        lone_phone.frame.goto(f"{lone_phone.address}app/settings")


def forged(whole: str) -> str:
    """The digest of the last entry changed, the rest whole."""
    content = bytearray(base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4)))
    content[5] ^= 1
    return base64.urlsafe_b64encode(content).decode()


def sheets_on(phone: SitePhone) -> int:
    """How many sheets the phone has."""
    content = base64.b64decode(phone.frame.evaluate(READ, f"{phone.address}app/bundle.zip"))
    return len(zipfile.ZipFile(io.BytesIO(content)).namelist())
