"""How much a page shows: words to read and elements to tap, over its HTML and so over the whole page.

`python -m tests.screenshots --counts` measures the first screenful in a browser.
"""

import re
from dataclasses import dataclass, field

import pytest
from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES

from ..instruments.screenshots.screens import import_sheet, usual_names
from ..page_parser import PageParser
from .evening import four_hands, opened
from .phone import Phone

VOID = {"input", "img", "link", "meta", "br", "source", "path", "circle"}
NOT_SHOWN = {"template", "noscript", "script", "style", "title", "option", "datalist"}
NOT_READ = {"unseen", "on-paper", "speaks", "outcome", "on-day", "label"}
"""Classes of what stands on a page for a screen reader, for paper, for wide screens, as a sign, or once."""
TAPPED = {"button", "summary", "select", "textarea"}
WORD = re.compile(r"\S*[^\W_]\S*")


@dataclass
class Shown(PageParser):
    """What a page shows without a tap. words: below the bar at its top; before_figures: what can be tapped before
    the first cell of a table.
    """

    words: list[str] = field(default_factory=list)
    taps: list[str] = field(default_factory=list)
    in_bar: int = 0
    before_figures: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        above = bool(self.open) and self.open[-1][1]
        folded = bool(self.open) and self.open[-1][0] == "details" and self.open[-1][2] == "folded"
        hides = above or tag in NOT_SHOWN or "hidden" in given or (folded and tag != "summary")
        if tag == "i" and any(each[2] == "opens" for each in self.open):
            hides = True
        tappable = tag in TAPPED or (tag == "a" and "href" in given)
        tappable = tappable or (tag == "input" and given.get("type") != "hidden")
        if tappable and not hides and "unseen" not in classes:
            self.taps.append(tag)
        if tag == "td" and not hides and not self.before_figures:
            self.before_figures = len(self.taps)
        mark = "folded" if tag == "details" and "open" not in given else "opens" if "opens" in classes else ""
        mark = "bar" if "bar" in classes else mark
        if tag not in VOID:
            self.open.append((tag, hides or bool(classes & NOT_READ), mark))

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1]:
            return
        found = WORD.findall(data)
        if any(mark == "bar" for *_, mark in self.open):
            self.in_bar += len(found)
        else:
            self.words += found


def shown(answer: TestResponse, until: str = "</body>") -> Shown:
    """until: at which markup the page is cut, as a screen may cut it."""
    reader = Shown()
    part = "<body" + answer.text.partition("<body")[2].partition(until)[0]
    reader.feed(part if part.rfind("<") < part.rfind(">") else part.rpartition("<")[0])
    return reader


def test_the_first_page_says_what_each_game_is_in_at_most_93_words(phone: Phone) -> None:
    page = shown(phone.get("/"))
    assert 30 < len(page.words) + page.in_bar <= 93


@pytest.mark.parametrize("game", GAMES)
def test_four_hands_take_at_most_71_words_and_an_opened_one_sixty_or_73(phone: Phone, game: str) -> None:
    sheet = import_sheet(phone, game, usual_names(game), 5)
    assert 30 < len(shown(phone.get(sheet), until='id="hand-1"').words) <= 71
    # In Oh Hell each has reasons of their own, in Spades a failed nil has.
    most = {"oh-hell": 73, "spades": 68}.get(game, 60)
    for number in range(1, 6):
        hand = shown(phone.get(opened(sheet, number)))
        assert 20 < len(hand.words) + hand.in_bar <= most


def test_a_new_sheet_has_at_most_25_elements_also_with_all_names(phone: Phone, sheet: str) -> None:
    assert 15 < len(shown(phone.get("/new/offender")).taps) <= 25
    assert 15 < len(shown(phone.get(f"/new/offender?like={sheet.rpartition('/')[2]}")).taps) <= 25


def test_statistics_begin_with_figures_the_menu_has_seven_entries_and_an_export_six_choices(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert len(shown(phone.get("/statistics"), until='<ol class="ranks"').taps) <= 6
    menu = phone.get(sheet).text.partition('class="menu-items sheet-menu"')[2].partition("</details>")[0]
    entries = re.findall(r"<(?:a|button)\b[^>]*>(?:<span>)?(\w+)", menu)
    assert entries == ["Share", "Players", "Export", "PDF", "Finish", "Table", "More", "Help"], (
        "PDF stands beside Export"
    )
