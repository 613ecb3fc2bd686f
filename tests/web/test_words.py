"""The words of pages, documents and commands: those that people did not understand stand nowhere."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import click
from click.testing import CliRunner
from werkzeug.test import TestResponse

from scorer.cli import main

TOP = Path(__file__).parents[2]

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


DOCUMENTS = ("README.md", ".github/HOSTING.md", ".github/SECURITY.md")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def commands(command: click.Command, *path: str) -> Iterator[list[str]]:
    yield [*path]
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from commands(each, *path, name)


def test_no_document_and_no_command_says_such_a_word() -> None:
    texts = {name: CODE.sub(" ", (TOP / name).read_text("utf-8")) for name in DOCUMENTS}
    for path in commands(main):
        texts[" ".join(path)] = CliRunner().invoke(main, [*path, "--help"]).output
    assert len(texts) > 10
    found = {
        (name, text[max(0, at.start() - 30) : at.end() + 30])
        for name, text in texts.items()
        for at in BANNED.finditer(text)
    }
    assert sorted(found) == []
