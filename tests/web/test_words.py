"""The words on the pages: those that people at a table did not understand stand nowhere."""

import re
from html import unescape

from werkzeug.test import TestResponse

BANNED = re.compile(
    r"\b(?:put(?:s|ting)? out|the 1 \w+|At once|pro tem|acts?|seal(?:s|ed)?|amend\w*|strikes?|struck|striking)\b"
    r"|\b(?:Acts?|Amend\w*|Strike|Put out)\b"
)
HIDDEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
SAID = re.compile(r'\b(?:aria-label|title|placeholder|alt|data-why|data-said)="([^"]*)"')


def test_no_page_says_a_word_that_people_at_a_table_did_not_understand(pages: dict[str, TestResponse]) -> None:
    found: set[tuple[str, str]] = set()
    for page, answer in pages.items():
        html = HIDDEN.sub(" ", answer.get_data(as_text=True))
        for text in (re.sub(r"<[^>]*>", " ", html), *SAID.findall(html)):
            words = " ".join(unescape(text).split())
            found |= {(page, words[max(0, at.start() - 30) : at.end() + 30]) for at in BANNED.finditer(words)}
    assert sorted(found) == []
