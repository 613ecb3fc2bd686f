"""What leaves the phone alone and comes back: a link that carries a sheet, and everything in one file."""

import base64
import io
import json
import re
import sqlite3
import subprocess
import zipfile
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Frame, expect

from scorer.sheet import importing
from scorer.sheet.core.sheet import EntryKind

from ..instruments.faults.hands import PLAYERS
from ..instruments.screenshots.camera import ENTER
from ..instruments.screenshots.screens import first_hand, import_sheet, usual_names
from ..serving import SCORER, listening
from ..sheet.test_importing import FOUR, evening, pack
from ..web.browser.test_oh_hell import bid, miss
from ..web.files.test_import import codes_of, link_of
from ..web.phone import TABLE_GAMES, Phone
from .phone import START, SitePhone, site_phone
from .static_host import StaticHost

EVERY_GAME = sorted(file.stem for file in (Path(__file__).parents[1] / "vectors").glob("*.json"))
"""Those that a site has, the sample game not among them."""
HANDS = 2
"""Of each game, by taps."""
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
    lone_phone.frame.get_by_text("Entry for entry, so there is nothing to import.").wait_for()
    expect(page).not_to_have_url(link)
    assert "#" not in page.url
    # Opened cold, as on a phone that has had no page of it open.
    page.goto("about:blank")
    page.goto(link)
    assert "#" not in page.url
    lone_phone.frame.get_by_text("Entry for entry, so there is nothing to import.").wait_for(timeout=START)
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
def test_codes_are_read_one_after_the_other_without_a_network_and_shown_again(
    app: Flask, lone_phone: SitePhone, static_host: StaticHost
) -> None:
    server, page = Phone(app), lone_phone.open()
    lone_phone.wait_until_started()
    sheet = import_sheet(server, "offender", usual_names("offender"), 12)
    for number in range(40):
        server.record(sheet, TABLE_GAMES[number % 4])
    codes = [code.partition("#")[2] for code in codes_of(link_of(server, sheet))]
    assert len(codes) > 2
    static_host.stop()
    # The camera opens it cold, and then while it is open.
    page.goto("about:blank")
    for number, code in enumerate(reversed(codes[1:]), start=1):
        page.goto(f"{lone_phone.address}#{code}")
        expect(lone_phone.frame.locator("#parts h2")).to_contain_text(
            f"{number} of {len(codes)} codes", timeout=START
        )
        assert "#" not in page.url
    page.goto(f"{lone_phone.address}#{codes[0]}")
    frame = lone_phone.frame
    frame.get_by_text("Nothing is imported yet.").wait_for()
    frame.get_by_role("button", name="Import", exact=True).tap()
    frame.wait_for_url(re.compile(r"/app/sheets/[\w-]+$"))
    assert lone_phone.sheet_file() == json.loads(server.get(f"{sheet}/sheet-with-history.json").text)
    frame.goto(f"{frame.url}/send")
    expect(frame.locator(".codes .qr")).to_have_count(len(codes))


@pytest.mark.long
def test_a_workbook_comes_in_on_the_phone_with_every_fact(
    app: Flask, lone_phone: SitePhone, tmp_path: Path
) -> None:
    server = Phone(app)
    lone_phone.open()
    frame = lone_phone.wait_until_started()
    for game in ("offender", "spades"):
        sheet = import_sheet(server, game, usual_names(game), 5)
        book = tmp_path / f"{game}.xlsx"
        book.write_bytes(server.get(f"{sheet}/sheet.xlsx").data)
        frame.goto(f"{lone_phone.address}app/import")
        frame.set_input_files("#import-file", book)
        frame.get_by_role("button", name="Open", exact=True).tap()
        frame.get_by_role("button", name="Import as a new sheet").tap()
        frame.wait_for_url(re.compile(r"/app/sheets/[\w-]+$"))
        came, given = lone_phone.sheet_file(), json.loads(server.get(f"{sheet}/sheet.json").text)
        for key in ("game", "players", "dealer", "options", "hands"):
            assert came.get(key) == given.get(key), key


@pytest.mark.long
def test_a_link_that_is_cut_forged_or_swollen_gets_a_sentence_on_the_phone_and_writes_nothing(
    app: Flask, lone_phone: SitePhone
) -> None:
    server, page = Phone(app), lone_phone.open()
    lone_phone.wait_until_started()
    whole = link_of(server, import_sheet(server, "offender", usual_names("offender"), 5)).partition("#sheet=")[2]
    swollen = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = swollen.compress(b"[" + b" " * importing.MOST_UNPACKED + b"]") + swollen.flush()
    head = bytes([importing.VERSION, *bytes(32), 0, 0])
    for text, said in {
        whole[:-9]: NOT_WHOLE,
        f"{whole[:-40]}AAAAAAAA{whole[-32:]}": NOT_WHOLE,
        forged(whole): NOT_WHOLE,
        "A" * (importing.MOST_PACKED + 1): "The link is longer than 64 kB.",
        base64.urlsafe_b64encode(head + bomb).decode(): "The link unpacks to more than any sheet.",
        base64.urlsafe_b64encode(bytes([9]) + head[1:]).decode(): "made by a later release of this app",
    }.items():
        page.goto(f"{lone_phone.address}#sheet={text}")
        expect(lone_phone.frame.locator("#import-error")).to_contain_text(said)
        assert "#" not in page.url
        assert lone_phone.frame.get_by_role("button", name="Import", exact=True).count() == 0
        assert sheets_on(lone_phone) == 0
        # So that the sentence of the next one is not taken for that of this one.
        lone_phone.frame.goto(f"{lone_phone.address}app/settings")


@pytest.mark.long
def test_a_link_that_takes_long_says_how_far_it_is_and_a_reload_or_cancel_opens_the_phone_without_it(
    lone_phone: SitePhone,
) -> None:
    hands = [{"points": dict.fromkeys(FOUR, 1)}] * 300
    first, *rest = evening(FOUR, [*hands, *hands, *hands], "plain")
    again = {"entry": 2, "hand": hands[0]}
    late = [replace(entry, kind=EntryKind.AMEND, facts=again) for entry in rest[300:]]
    text = pack([first, *rest[:300], *late])
    page = lone_phone.open()
    lone_phone.wait_until_started()
    bar = page.locator("#tell")
    for go in (page.reload, bar.get_by_role("button", name="Cancel").tap):
        page.goto(f"{lone_phone.address}#sheet={text}")
        expect(bar).to_contain_text(re.compile(r"Looking through what you brought: \d+ hands and entries so far"))
        go()
        expect(lone_phone.wait_until_started().locator(".games")).to_be_visible()
        expect(bar).to_be_hidden()
    assert sheets_on(lone_phone) == 0


def forged(whole: str) -> str:
    """The digest of the last entry changed, the rest whole."""
    content = bytearray(base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4)))
    content[5] ^= 1
    return base64.urlsafe_b64encode(content).decode()


def sheets_on(phone: SitePhone) -> int:
    """How many sheets the phone has."""
    content = base64.b64decode(phone.frame.evaluate(READ, f"{phone.address}app/bundle.zip"))
    return len(zipfile.ZipFile(io.BytesIO(content)).namelist())


@pytest.mark.long
def test_an_evening_of_every_game_by_taps_is_closed_opened_cold_scored_and_sent_to_a_server(
    app: Flask, chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    app.config["NEW_SHEETS_A_MINUTE"] = 0
    server = Phone(app)
    shown: dict[str, tuple[str, dict[str, str]]] = {}
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        for game in EVERY_GAME:
            played = import_sheet(server, game, usual_names(game), 1)
            hand = server.form(first_hand(server, played)).chosen()
            phone.open()
            phone.wait_until_started()
            phone.tap_start(game, tuple(usual_names(game)))
            for number in range(HANDS):
                if number:
                    phone.table.next_hand()
                if game == "oh-hell":
                    # A hand has a card less than the one before it, so none is as the one of the server.
                    bid(phone.table, [((number + seat) % 5, 0) for seat in range(5)])
                    miss(phone.table, {0: 10 - number})
                else:
                    tap_hand(phone.frame, hand)
                phone.table.record()
                expect(phone.frame.locator(".hand")).to_have_count(number + 1)
            shown[game] = phone.frame.url.partition("/app/")[2], phone.table.standings()
        assert phone.complaints == []
    static_host.stop()
    with (
        site_phone(chromium, tmp_path / "phone", static_host.address) as phone,
        listening(app) as address,
    ):
        for game, (sheet, standings) in shown.items():
            phone.open(sheet)
            phone.wait_until_started()
            assert phone.table.standings() == standings
            exported = phone.fetch(f"{static_host.address}app/{sheet}/sheet-with-history.json")
            file = tmp_path / f"{game}.json"
            file.write_text(exported, "utf-8")
            done = subprocess.run([SCORER, "score", "--json", file], capture_output=True, text=True, check=True)
            scored = json.loads(done.stdout)
            totals = [str(total).replace("-", "−") for total in scored["totals"]]
            assert dict(zip(scored["columns"], totals, strict=True)) == standings
            phone.frame.goto(f"{static_host.address}app/{sheet}/send")
            link = phone.frame.locator("#carried").input_value().strip()
            receiver = phone.context.new_page()
            receiver.goto(f"{address}/import#{link.partition('#')[2]}")
            receiver.get_by_role("button", name="Import", exact=True).tap()
            receiver.wait_for_url(re.compile(r"/sheets/[\w-]+$"))
            got = receiver.request.get(f"{receiver.url}/sheet-with-history.json").text()
            assert json.loads(got) == json.loads(exported), game
            receiver.close()
        assert phone.complaints == []
    print(f"{len(shown)} games by taps, opened cold, totals as of scorer score; by link to a server, files equal")


def tap_hand(frame: Frame, hand: dict[str, str]) -> None:
    """Enter a hand by taps on all that can be seen, then what is typed or lies behind something else."""
    for name, value in hand.items():
        choice = frame.locator(f'#entry input[name="{name}"][value="{value}"]:is([type=radio], [type=checkbox])')
        if choice.count() and not choice.first.is_checked():
            label = frame.locator(f'label[for="{choice.first.get_attribute("id")}"]').first
            if label.is_visible():
                label.tap()
    frame.evaluate(ENTER, list(hand.items()))
