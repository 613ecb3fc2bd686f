"""Help is true and in reach: its commands run, its buttons exist, and each screen opens it at its topic."""

import re
from itertools import product
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from markupsafe import Markup
from werkzeug.test import TestResponse

from scorer import create_app
from scorer.cli import main
from scorer.web.help import FORMER, TERMS, TOPIC_OF_PAGE, TOPICS, text_of

from ...one_app import close
from ...page_parser import PageParser
from ...serving import serving
from ..evening import opened
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words

TOP = Path(__file__).parents[3]
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in (TOP / "templates/help/topics").glob("*.html")}
MARKED = {"a", "button", "summary", "label", "legend"}


def marked(tag: str, text: str) -> list[str]:
    """What stands in Help between such tags, white space folded."""
    found = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", text, re.DOTALL)
    return [" ".join(Markup(part).unescape().split()) for part in found]


class Controls(PageParser):
    """names: the labels and texts of whatever can be tapped on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.open: list[str] = []
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in MARKED:
            self.open.append(tag)
            self.names |= {value or "" for name, value in attrs if name in ("aria-label", "title")}

    def handle_endtag(self, tag: str) -> None:
        if self.open and tag == self.open[-1]:
            self.open.pop()
            self.names.add(" ".join("".join(self.parts).split()))
            if not self.open:
                self.parts.clear()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.parts.append(data)
            self.names.add(" ".join(data.split()))


@pytest.fixture
def other_pages(pages: dict[str, TestResponse]) -> dict[str, str]:
    """Every page but those of Help itself, by a short description."""
    return {name: snapshot.text for name, snapshot in pages.items() if not name.startswith("help")}


def test_every_button_that_help_names_stands_on_some_page(other_pages: dict[str, str]) -> None:
    controls = Controls()
    for text in other_pages.values():
        controls.feed(text)
    scripts = "".join(path.read_text(encoding="utf-8") for path in (TOP / "static" / "js").glob("*.js"))
    in_scripts = set(re.findall(r'button\("(\w+)"', scripts))
    # What the phone alone has is in scripts of its own, and in the menu of a sheet.
    alone = [*(TOP / "static" / "site").glob("*.js"), TOP / "templates" / "sheets" / "menu.html"]
    in_scripts |= set(
        re.findall(r'(?<=[">\'])[A-Z][\w ]+(?=["<\'])', "".join(path.read_text("utf-8") for path in alone))
    )
    named = {name: topic for topic, text in TEXTS.items() for name in marked('b class="button"', text)}
    assert len(named) > 50
    assert {name: topic for name, topic in named.items() if name not in controls.names | in_scripts} == {}


def test_every_command_in_help_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app({"TESTING": True}, tmp_path / "instance")
    phone = Phone(app)
    sheet = phone.start()
    phone.enter(sheet, tapped(TABLE_GAMES[0]))
    (tmp_path / "paper.csv").write_bytes(phone.get(f"{sheet}/sheet.csv").data)
    phone.say(sheet, "5C")
    (tmp_path / "friday.json").write_bytes(phone.get(f"{sheet}/sheet.json").data)
    (tmp_path / "friday-with-history.json").write_bytes(phone.get(f"{sheet}/sheet-with-history.json").data)
    close(app)
    monkeypatch.chdir(tmp_path)
    commands = [kbd for topic in TOPICS for kbd in marked("kbd", TEXTS[topic]) if kbd.startswith("scorer ")]
    assert len(commands) == 19
    (tmp_path / "lost").mkdir()
    for command in commands:
        words_of_it = command.split()[1:]
        if words_of_it[0] == "serve":
            with serving(tmp_path / "lost" if "--new" in words_of_it else tmp_path, *words_of_it[1:]) as served:
                assert served.address
            continue
        done = CliRunner().invoke(main, words_of_it, input="y\n")
        assert done.exit_code == 0, (command, done.output, done.exception)


def test_every_topic_has_a_text_and_every_text_is_a_topic() -> None:
    assert set(TEXTS) == set(TOPICS)


def test_every_topic_is_reached_from_the_list_and_from_every_other_topic(phone: Phone) -> None:
    for path in ("/help", *(f"/help/{topic}" for topic in TOPICS)):
        links = {urlsplit(link).path for link in phone.read(path).links}
        assert {f"/help/{topic}" for topic in TOPICS} <= links, path


def test_a_word_of_card_players_leads_to_what_it_means_where_somebody_may_meet_it_first(phone: Phone) -> None:
    explained = set(re.findall(r'<h2 id="(\w+)">', TEXTS["words"]))
    assert set(TERMS) <= explained
    offender, reverse = phone.start(), phone.start(PLAYERS[:4], "reverse-bridge")
    phone.enter(reverse, {"declarer": "Amber", "level": "7", "suit": "S", "tricks": "3"})
    met = {"widow": (offender, f"{offender}/auction"), "set": (opened(reverse, 1),)}
    for term, screens in met.items():
        for screen in screens:
            shown = re.findall(
                rf'<a class="term" href="(/help/words\?[^"]*#{term})">{term}</a>', phone.get(screen).text
            )
            assert shown, (term, screen)
            assert phone.get(Markup(shown[0]).unescape()).status_code == 200
    wish = phone.send(
        f"{reverse}/hand/preview",
        phone.form(f"{reverse}/hand", action="/hand"),
        {"declarer": "Amber", "level": "7"},
    )
    assert '#denomination">denomination</a>' in wish.text


def test_what_a_word_means_leads_back_to_the_sheet_of_who_asked(app: Flask) -> None:
    for phone in (Phone(app), Phone(app)):
        entry = f"{phone.start()}/hand"
        assert f"/help/words?back={entry}#widow" in phone.read(entry).links


def test_a_topic_that_help_refers_to_has_that_title() -> None:
    for topic, text in TEXTS.items():
        for title in re.findall(r"[Ss]ee <i>(.*?)</i>", text, re.DOTALL):
            assert " ".join(title.split()) in TOPICS.values(), topic


def test_every_screen_leads_to_help_once_and_opens_it_at_a_topic(
    other_pages: dict[str, str], phone: Phone
) -> None:
    for name, text in other_pages.items():
        if "<link" not in text:
            continue
        # A word, and what http lacks, have ways of their own to their paragraphs.
        links = re.findall(r'<a [^>]*href="(/help[^"#]*)"', text)
        assert [phone.get(Markup(link).unescape()).status_code for link in links] == [200], name


def test_every_part_of_the_app_has_its_topic(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    # A phone alone has one part more.
    assert set(TOPIC_OF_PAGE) <= set(app.blueprints) | endpoints | {"backups"}
    assert set(app.blueprints) - {"help"} <= set(TOPIC_OF_PAGE)
    assert set(TOPIC_OF_PAGE.values()) <= set(TOPICS)


def test_help_opens_at_the_topic_of_the_screen_and_leads_back_to_it(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    topics = {"hand": "hand", "hand/2": "mistakes", "seats": "table", "share": "phones", "export": "export"}
    for screen, topic in ((f"{fresh}/{page}", topic) for page, topic in topics.items()):
        [link] = [link for link in phone.read(screen).links if link.startswith("/help") and "#" not in link]
        assert urlsplit(link).path == f"/help/{topic}"
        links = phone.read(link).links
        assert screen in links
        others = [link for link in links if link.startswith("/help/")]
        assert all(parse_qs(urlsplit(other).query)["back"] == [screen] for other in others), topic


def test_from_a_hand_that_was_refused_help_leads_back_to_the_sheet(phone: Phone, fresh: str) -> None:
    refused = phone.record(fresh, ("Amber", "Amber", "6", "H", "7"))
    assert refused.status_code == 422
    [link] = [link for link in read(refused).links if link.startswith("/help") and "#" not in link]
    assert fresh in phone.read(link).links


def test_help_leads_back_only_to_this_app(phone: Phone) -> None:
    elsewhere = ("//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil", "javascript:x")
    for path, back in product(("/help", "/help/start"), elsewhere):
        answer = phone.get(path, query_string={"back": back})
        assert answer.status_code == 200, back
        assert "evil" not in answer.text, back
        assert "javascript" not in answer.text, back


def test_a_search_lists_the_topics_with_all_the_words_and_marks_them(phone: Phone) -> None:
    answer = phone.get("/help?q=Bags+payments")
    assert [urlsplit(link).path for link in read(answer).links if "/help/" in link] == ["/help/questions"]
    assert "<mark>bags</mark>" in answer.text
    [hit] = [link for link in read(answer).links if "/help/" in link]
    topic = phone.get(hit).text
    assert "<mark>bags</mark>" in topic
    assert "<mark>payments</mark>" in topic


def test_a_search_that_finds_nothing_says_so_and_shows_every_topic(phone: Phone) -> None:
    answer = phone.get("/help?q=zebra")
    assert "No topic has all of these words" in words(answer)
    assert len([link for link in read(answer).links if "/help/" in link]) == len(TOPICS)


def test_no_search_breaks_a_page(phone: Phone) -> None:
    def article(topic: str, typed: str) -> str:
        [shown] = re.findall("<article>(.*)</article>", search(topic, typed).text, re.DOTALL)
        return shown

    def search(topic: str, typed: str) -> TestResponse:
        return phone.get(f"/help{topic}", query_string={"q": typed})

    before = {topic: article(topic, "") for topic in ("/export", "/paper")}
    for typed in ("b", "class", "amp", "<b>", '"><script>', "a" * 5000, "\x00", "(", "kbd"):
        assert {topic: re.sub("</?mark>", "", article(topic, typed)) for topic in before} == before, typed
        assert search("", typed).status_code == 200, typed
        assert "<script>" not in search("", typed).text, typed


EVER = (
    *("start", "hand", "words", "sheet", "mistakes", "table", "seasons", "questions", "disputes", "checks"),
    *("fingerprint", "paper", "export", "import", "phones", "offline", "security", "server"),
)
"""Topics that Help has had under these names since the first release."""


def test_a_link_to_a_topic_of_any_release_leads_to_where_it_stands_now(phone: Phone) -> None:
    for name in EVER:
        asked = phone.get(f"/help/{name}?q=the&back=/rules/spades")
        if name in FORMER:
            assert (asked.status_code, urlsplit(asked.location).path) == (301, f"/help/{FORMER[name]}")
            assert parse_qs(urlsplit(asked.location).query) == {"q": ["the"], "back": ["/rules/spades"]}
            asked = phone.get(asked.location)
        assert asked.status_code == 200, name


@pytest.mark.parametrize("alone", [False, True])
def test_help_is_read_in_twenty_minutes(app: Flask, monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    monkeypatch.setitem(app.jinja_env.globals, "phone_alone", alone)
    with app.test_request_context("/help"):
        read = [title + " " + text_of(topic) for topic, title in TOPICS.items()]
    assert ("This phone keeps score alone" in "".join(read)) == alone
    assert sum(len(Markup(text).striptags().split()) for text in read) <= 5000


def test_there_is_no_other_topic(phone: Phone) -> None:
    assert phone.get("/help/../secret").status_code == 404
    assert phone.get("/help/zebra").status_code == 404
