"""What leaves the phone alone and comes back: a link that carries a sheet, and everything in one file."""

import base64
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Frame, expect

from ..faults.hands import PLAYERS
from .phone import START, SitePhone

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
