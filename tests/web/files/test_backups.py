"""On the phone alone: everything in one file, looked into before anything is changed, and brought back."""

import io
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Request

from scorer import create_app
from scorer.site.host import Host
from scorer.store.inspection import check

from ...one_app import close
from ...store.test_first_release import KEPT
from ..evening import TOTALS, amend, four_hands, with_history
from ..phone import TABLE_GAMES, Phone, read, words
from .test_import import bring, link_of, look

PAGE = "/backup"


class PhoneAlone(Phone):
    """A phone that answers itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = Host("http://localhost/", str(folder))
        self.client: Any = Client(self._answer, TestResponse)

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        path = request.full_path.lstrip("/").rstrip("?")
        status, headers, body = self.host.answer(request.method, path, [*request.headers], request.get_data())
        start_response(f"{status} said", headers)
        return [body]

    def saved(self) -> bytes:
        answer = self.get(f"{PAGE}/everything")
        assert answer.headers["Content-Type"] == "application/vnd.sqlite3"
        return answer.data

    def look(self, file: bytes, name: str = "scorer-2026-11-20.db") -> TestResponse:
        fields: dict[str, Any] = dict(self.form(PAGE, action=PAGE).fields)
        return self.client.post(PAGE, data={**fields, "file": FileStorage(io.BytesIO(file), name)})

    def choose(self, looked: TestResponse, action: str) -> TestResponse:
        [form] = [form for form in read(looked).forms if form.sends]
        done = self.client.post(PAGE, data={**dict(form.fields), "action": action})
        assert done.status_code == 303, words(done)
        return self.get("/")

    def sheets(self) -> set[str]:
        found = {link.removesuffix("/end").removesuffix("/hand") for link in self.read("/").links}
        return {link for link in found if link.startswith("/sheets/") and link.count("/") == 2}

    def close(self) -> None:
        close(self.host.app)


@pytest.fixture
def phones(tmp_path: Path) -> Iterable[tuple[PhoneAlone, PhoneAlone]]:
    """Two phones that know nothing of each other."""
    both = PhoneAlone(tmp_path / "mine"), PhoneAlone(tmp_path / "yours")
    yield both
    for phone in both:
        phone.close()


def test_everything_goes_to_another_phone_which_adds_what_it_lacks(phones: tuple[PhoneAlone, PhoneAlone]) -> None:
    mine, yours = phones
    sheet, other = four_hands(mine, title="Friday"), yours.start(title="Theirs")
    looked = yours.look(mine.saved())
    assert "1 sheet in the file" in words(looked)
    assert "Friday A new sheet Offender, 4 hands" in words(looked)
    assert yours.sheets() == {other}
    assert "1 sheet added." in words(yours.choose(looked, "add"))
    assert yours.sheets() == {sheet, other}
    assert list(TOTALS.values()) == yours.totals(sheet)
    # It is scored there, brought back, and brought up to date here.
    yours.record(sheet)
    back = mine.look(yours.saved())
    assert "Friday More of a sheet that is here" in words(back)
    assert "1 sheet added, 1 brought up to date." in words(mine.choose(back, "add"))
    assert mine.totals(sheet) == yours.totals(sheet)
    amend(mine, sheet, 2, tricks="5")
    yours.record(sheet)
    parted = yours.look(mine.saved())
    assert "Here too, but it went another way" in words(parted)
    assert "Here already" in words(parted)
    kept = yours.totals(sheet)
    yours.choose(parted, "add")
    assert yours.totals(sheet) == kept
    assert len(yours.sheets()) == 3


def test_a_sheet_goes_on_by_link_on_the_phone_alone_and_back_on_the_server(app: Flask, tmp_path: Path) -> None:
    server, alone = Phone(app), PhoneAlone(tmp_path / "alone")

    def sent(sheet: str, sender: Phone, receiver: Phone, more: int) -> str:
        """Where the sheet is on the other one, which has it with so many entries fewer."""
        shown = look(receiver, text=link_of(sender, sheet))
        assert (f"The sheet here goes on with {more} more entr" in words(shown)) == bool(more)
        there = urlsplit(bring(receiver, shown).headers["Location"]).path
        assert with_history(receiver, there) == with_history(sender, sheet)
        return there

    for sender, receiver in ((server, alone), (alone, server)):
        sheet = sender.start()
        there = sent(sheet, sender, receiver, 0)
        receiver.record(there)
        receiver.record(there)
        assert sent(there, receiver, sender, 2) == sheet
        sender.record(sheet)
        assert sent(sheet, sender, receiver, 1) == there
    alone.close()


def test_everything_is_replaced_and_can_be_undone_once(phones: tuple[PhoneAlone, PhoneAlone]) -> None:
    mine, yours = phones
    sheet, other = four_hands(mine), yours.start()
    looked = yours.look(mine.saved())
    assert "takes 1 sheet off this phone" in words(looked)
    page = yours.choose(looked, "replace")
    assert "Everything was replaced." in words(page)
    assert yours.sheets() == {sheet}
    assert yours.record(sheet).status_code == 303
    form = yours.form(PAGE, action="/backup/undo")
    assert yours.send("", form).status_code == 303
    assert "Everything is as it was before." in words(yours.get("/"))
    assert yours.sheets() == {other}
    assert yours.record(other).status_code == 303
    assert "There is nothing to take back." in words(yours.send("", form))
    assert not [form for form in yours.read(PAGE).forms if form.action.endswith("/backup/undo")]
    assert check(yours.folder / "scorer.db")[1] == []


def test_a_backup_of_the_first_release_is_taken_and_scored_here(phones: tuple[PhoneAlone, PhoneAlone]) -> None:
    mine, yours = phones
    content = KEPT.read_bytes()
    assert "3 sheets in the file" in words(mine.look(content))
    mine.choose(mine.look(content), "add")
    yours.choose(yours.look(content), "replace")
    assert len(mine.sheets() | {link for link in mine.read("/archive").links if link.startswith("/sheets/")}) >= 3
    for phone in phones:
        for sheet in phone.sheets():
            assert phone.get(f"{sheet}/names").status_code == 200


def test_a_file_that_cannot_be_used_says_why(phones: tuple[PhoneAlone, PhoneAlone], tmp_path: Path) -> None:
    mine, yours = phones
    sheet = four_hands(mine)
    bad = tmp_path / "bad.db"

    def changed(how: str) -> bytes:
        bad.write_bytes(mine.saved())
        with closing(sqlite3.connect(bad)) as connection, connection:
            connection.execute(how)
        return bad.read_bytes()

    for content, why in (
        (b"", "holiday.db cannot be used: it is empty."),
        (b"a photo" * 900, "holiday.db cannot be used: file is not a database."),
        (changed("UPDATE entry SET facts = replace(facts, '7}', '8}')"), "does not match its digest"),
        (changed("UPDATE alembic_version SET version_num = '9999'"), "made by a later release of Scorer"),
    ):
        refused = yours.look(content, "holiday.db")
        assert refused.status_code == 422
        assert why in words(refused)
    assert yours.sheets() == set()
    assert mine.sheets() == {sheet}
    assert sorted(path.name for path in (yours.folder / "backups").iterdir()) == []
    # What was looked into before the app was closed is chosen once more.
    looked = yours.look(mine.saved())
    shutil.rmtree(yours.folder / "backups")
    [form] = [form for form in read(looked).forms if form.sends]
    gone = yours.client.post(PAGE, data={**dict(form.fields), "action": "add"})
    assert gone.status_code == 422
    assert "Choose the file once more" in words(gone)


def test_the_first_page_says_when_all_was_saved_and_asks_later(phones: tuple[PhoneAlone, PhoneAlone]) -> None:
    mine, _ = phones
    assert "Scored elsewhere before? Restore it" in words(mine.get("/"))
    mine.start()
    assert "Nothing is saved elsewhere yet. Save everything" in words(mine.get("/"))
    mine.saved()
    assert "Last saved" in words(mine.get("/"))
    for game in range(3):
        mine.record(mine.start(), TABLE_GAMES[game])
    # Above the games and the list, where it is seen.
    home = words(mine.get("/"))
    assert 0 < home.index("3 sheets are on this phone alone. Save everything") < home.index("Same players")
    assert "Last saved" not in home
    assert "3 sheets were written on since" in words(mine.get(PAGE))


def test_a_server_has_no_such_pages(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    assert Phone(app).get(PAGE).status_code == 404
    assert PAGE not in Phone(app).read("/").links
    close(app)
