"""The short form of `python -m tests.site`: one build, a game by taps, without the server, killed, opened cold."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorer.sheet import sheet_file
from scorer.sheet.core.ledger import Ledger

from ..instruments.faults.hands import PLAYERS, Hand, totals
from . import walk
from .phone import START, site_phone
from .static_host import StaticHost

MOST_BYTES = 11_000_000
"""Over the wire, the first time."""
HANDS = [Hand("Amber", "Cindy", 6, "H", 7), Hand("Betty", "Ellie", 7, "S", 6), Hand("Cindy", "Diana", 5, "C", 8)]

HELD = """
    const { postMessage } = Worker.prototype;
    const held = [];
    Worker.prototype.postMessage = function (...message) { held.push(() => postMessage.apply(this, message)); };
    window.start = () => {
        Worker.prototype.postMessage = postMessage;
        held.forEach((send) => send());
    };
"""
"""The app does not start before it is told to."""


def test_an_evening_goes_on_without_the_server_and_after_the_browser_is_killed(
    chromium: Browser, static_host: StaticHost, tmp_path: Path
) -> None:
    def as_tapped(hand: Hand) -> tuple[str, str, str, str, str]:
        return hand.proposer, hand.accepter, str(hand.level), hand.suit, str(hand.tricks)

    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        page = phone.open()
        expect(page.locator(".load .amount")).to_contain_text("MB", timeout=START)
        phone.wait_until_started()
        phone.tap_start("offender", PLAYERS)
        phone.table.choose(*as_tapped(HANDS[0]))
        phone.table.record()
        static_host.stop()
        phone.table.next_hand()
        phone.table.choose(*as_tapped(HANDS[1]))
        phone.table.record()
        assert phone.table.standings() == {name: shown(total) for name, total in totals(HANDS[:2]).items()}
        assert re.fullmatch(r"sheets/[\w-]+", page.url.removeprefix(static_host.address))
        assert phone.asked == {f"localhost:{static_host.port}"}
        assert static_host.sent < MOST_BYTES
        assert phone.complaints == []
        phone.kill()
    with site_phone(chromium, tmp_path / "phone", static_host.address) as phone:
        phone.context.add_init_script(HELD)
        phone.open()
        # The score as it was last, at once, with its time; a tap is carried out when the app is there.
        frame = phone.frame
        expect(frame.locator("html")).to_have_attribute("data-kept", re.compile(r"\d\d:\d\d"))
        expect(frame.locator(".standing .leads b").first).to_have_text(shown(max(totals(HANDS[:2]).values())))
        # A browser that is killed may have lost that the last hand was taken: it is sent again, under its key.
        is_lost = phone.page.evaluate("Object.keys(localStorage).some((name) => name.includes('outbox '))")
        line = "Sending…" if is_lost else re.compile(r"Scores of \d\d:\d\d")
        expect(frame.locator("#outbox")).to_contain_text(line)
        expect(frame.locator(".starting")).to_have_text("Starting. What you tap now is not lost.")
        frame.get_by_role("link", name="Continue with hand 3").tap()
        phone.page.evaluate("start()")
        frame.wait_for_url("**/hand", timeout=START)
        phone.table.choose(*as_tapped(HANDS[2]))
        phone.table.record()
        assert phone.table.standings() == {name: shown(total) for name, total in totals(HANDS).items()}
        # What it exports scores alike wherever it is scored.
        ledger = Ledger.of(sheet_file.load(json.dumps(phone.sheet_file()).encode()))
        assert dict(zip(ledger.columns, ledger.rows[-1].totals, strict=True)) == totals(HANDS)
        assert phone.complaints == []


def shown(points: int) -> str:
    return str(points).replace("-", "−")


@pytest.mark.long
def test_every_vector_scores_alike_inside_it_and_every_kind_of_page_and_file_is_answered(site: Path) -> None:
    here, vectors = Path(__file__).parent, Path(__file__).parents[1] / "vectors"
    ran = subprocess.run(
        ["node", str(here / "walk.mjs"), str(site), str(vectors), str(here / "walk.py")],
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout[ran.stdout.index('{"scored"') :])
    assert found["scored"] == walk.scored(vectors)
    assert len(found["scored"]) > 100
    visited = found["visited"]
    assert {address: status for address, status in visited.items() if status not in (200, 303)} == {}
    ended = {address.partition("?")[0].rpartition("/")[2].rpartition(".")[2] for address in visited}
    assert {"json", "csv", "xlsx", "svg"} <= ended
    assert len(visited) > 150
    print(f"{len(found['scored'])} vectors, {len(visited)} pages and files")
