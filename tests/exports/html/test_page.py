"""The sheet as one HTML page: every number and reason, nothing that runs or is loaded, no markup from players."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest

from scorer.exports import html
from scorer.exports.pdf import content, table
from scorer.exports.wording import with_minus
from scorer.rules.core import minus, signed
from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.audit import Receipt
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment

from ...long_form import in_short
from ...page_parser import PageParser
from ...sheet.files import RESULT, ledger
from ...timing import cpu_seconds
from ..ledgers import OF_GAME, STRANGE, long_evening, plain


def adjusted_first() -> Ledger:
    """Points without a deal, and no hand."""
    sheet = plain(players=("Ann", "Bo")).sheet
    return Ledger.of(replace(sheet, adjustments=(Adjustment({"points": {"Bo": 7}}, 0),)))


VARIANT = "\ufe0e"
STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
MARKUP = "</style></td><script>alert(1)</script><img src=x onerror=alert(2)>&amp;"


class Page(PageParser):
    """tags: each with its attributes; text: all that is shown, on one line."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._parts: list[str] = []
        self.feed(content.decode())
        self.text = " ".join("".join(self._parts).replace(VARIANT, "").split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._parts.append("" if tag in ("span", "b", "bdi", "a") else " ")

    def handle_data(self, data: str) -> None:
        self._parts.append(data)


@pytest.mark.parametrize("game", in_short(GAMES, "offender", "oh-hell", "spades"))
def test_every_total_and_every_reason_with_its_rule_is_on_the_page(game: str) -> None:
    for known in OF_GAME[game]:
        page = Page(html.write(known))
        for row in known.rows:
            for column in range(len(known.columns)):
                assert minus(known.working(row, column)) in page.text
            for line in row.score.lines:
                assert f"{signed(line.points)} for " in page.text
                if line.rule in known.table.game.rules:
                    assert f"rule {known.table.game.number_of(line.rule)}, {line.rule.name}" in page.text
        for name, total in zip(known.columns, known.totals, strict=True):
            assert " ".join(f"{name} {minus(total)}".split()) in page.text or not known.rows


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_its_style_by_hash_and_loads_and_runs_nothing(game: str) -> None:
    content = html.write(OF_GAME[game][0], receipt=Receipt(21, "ab" * 32))
    page = Page(content)
    [style] = STYLE.findall(content.decode())
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    [policy] = [held["content"] for tag, held in page.tags if tag == "meta" and "http-equiv" in held]
    assert policy
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{hashed}';")
    assert "unsafe" not in policy
    assert {tag for tag, _ in page.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "form"})
    there = {held["id"] for _, held in page.tags if "id" in held}
    for _, held in page.tags:
        assert not {name for name in held if name.startswith("on") or name in ("style", "src", "srcset")}
        href = held.get("href") or "#"
        assert href == "#" or href.removeprefix("#") in there
    assert "@import" not in style
    assert "url(" not in style


def test_what_players_have_written_is_text_and_no_markup() -> None:
    strange = plain([-3, *[0] * 11], title=MARKUP)
    noted = ledger({**RESULT, "note": MARKUP}, title="Friday")
    adjusted = sheet_file.dumps(
        {
            "format": "score-sheet/1",
            "game": "plain",
            "players": [MARKUP[:38], "Bo"],
            "hands": [{"points": {MARKUP[:38]: 1, "Bo": 2}, "note": MARKUP}],
            "adjustments": [{"after": 1, "points": {"Bo": -1}, "note": MARKUP, "by": ["Bo"]}],
        }
    )
    for known in (strange, noted, Ledger.of(sheet_file.load(adjusted.encode()))):
        page = Page(html.write(known))
        assert {tag for tag, _ in page.tags}.isdisjoint({"script", "img"})
        assert MARKUP in page.text
        assert sum(tag == "style" for tag, _ in page.tags) == 1
    page = Page(html.write(strange))
    for name in STRANGE:
        assert " ".join(name.split()) in page.text


def test_adjustments_notes_and_points_by_agreement_stand_under_their_hands() -> None:
    written = sheet_file.dumps(
        {
            "format": "score-sheet/1",
            "game": "offender",
            "players": ["Amber", "Betty", "Cindy", "Diana", "Ellie"],
            "dealer": "Ellie",
            "hands": [
                {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7, "note": "claimed"},
                {
                    "points": {"Amber": 20, "Betty": -7, "Cindy": 0, "Diana": 0, "Ellie": 0},
                    "note": "two decks were mixed",
                },
            ],
            "adjustments": [{"after": 1, "points": {"Betty": -10}, "note": "late", "by": ["Amber", "Cindy"]}],
        }
    )
    said = Page(html.write(Ledger.of(sheet_file.load(written.encode())))).text
    for sentence in (
        "hand 1 Amber Cindy 6♥ 7 21 + 28 = 49",
        "Note: “claimed”.",
        "Amber and Cindy 49: +21 for bid 6, made (rule",
        "adjusted after hand 1: Betty −10 (late)",
        "Agreed by Amber and Cindy.",
        "settled by the table",
        "The table settled this hand by agreement",
    ):
        assert sentence in said, said


def test_the_receipt_is_there_as_a_code_and_as_text() -> None:
    receipt = Receipt(21, "0123456789abcdef" * 4)
    ledger = OF_GAME["offender"][0]
    page = Page(html.write(ledger, receipt=receipt))
    assert f"The receipt of entry 21, to be compared with the sheet: {receipt}" in page.text
    assert sum(tag == "svg" for tag, _ in page.tags) == 1
    assert "receipt" not in Page(html.write(ledger)).text


def test_the_same_sheet_gives_the_same_bytes() -> None:
    known = OF_GAME["spades"][0]
    assert html.write(known) == html.write(known)


@pytest.mark.alone
@pytest.mark.long
def test_three_hundred_hands_are_written_within_two_seconds() -> None:
    known = long_evening()
    assert cpu_seconds(lambda: html.write(known)) < 2


def test_nothing_for_somebody_is_said_once_of_all_of_them() -> None:
    told = 0
    for known in OF_GAME["pirate-bridge"]:
        text = Page(html.write(known)).text
        assert text.count("There was nothing for") <= len(known.rows)
        assert "In this hand" not in text
        told += text.count("There was nothing for")
    assert told


def test_points_without_a_deal_before_any_hand_have_standings() -> None:
    page = Page(html.write(adjusted_first()))
    assert "Standings Bo 7" in page.text
    assert content(adjusted_first(), (), None)["standings_caption"] == "Standings before the first hand"
    assert [each["total"] for each in content(adjusted_first(), (), None)["standings"]] == ["7", "0"]


def test_what_people_have_written_keeps_its_hyphens() -> None:
    hand = {**RESULT, "note": "-3 for me"}
    said = {"after": 1, "points": {"Amber": -5}, "note": "-3 for me"}
    known = ledger(hand, adjustments=[said])
    page = Page(html.write(known))
    assert "Note: “-3 for me”." in page.text
    assert "Amber −5 (-3 for me)" in page.text
    notes = [note for row in table(known, ())["rows"] for note in row["notes"]]
    assert "“-3 for me”" in notes
    assert with_minus("Cut to -3: “-3 for me”.") == "Cut to −3: “-3 for me”."
