"""Tests read pages in a short way: it sees on each page of the app what Python's own parser sees."""

from html.parser import HTMLParser

import pytest
from werkzeug.test import TestResponse

from ..page_parser import PageParser


class Calls:
    """What a parser found, text between two tags in one piece."""

    found: list[tuple[str, object]]

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("/", tag))

    def handle_data(self, data: str) -> None:
        before = self.found.pop()[1] if self.found and self.found[-1][0] == "text" else ""
        self.found.append(("text", f"{before}{data}"))


class Ours(Calls, PageParser):
    pass


class Pythons(Calls, HTMLParser):
    pass


def calls(parser: Ours | Pythons, text: str) -> list[tuple[str, object]]:
    parser.found = []
    parser.feed(text)
    return parser.found


def test_every_page_is_read_as_pythons_own_parser_reads_it(pages: dict[str, TestResponse]) -> None:
    assert len(pages) > 50
    for text in (page.text for page in pages.values()):
        for ours, pythons in zip(calls(Ours(), text), calls(Pythons(), text), strict=True):
            assert ours == pythons


@pytest.mark.parametrize("text", ["<p>3 < 4</p>", '<p class="a>b</p>', "<p>a</p"])
def test_what_is_no_markup_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no markup"):
        calls(Ours(), text)
