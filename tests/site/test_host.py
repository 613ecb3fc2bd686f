"""The app as a worker of the browser runs it, here without a browser: requests in, answers out, files kept."""

import json
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from scorer.cli import main
from scorer.site import building
from scorer.site.building import Built, SiteError
from scorer.site.host import Host
from scorer.store.database import UnusableDatabaseError

from ..one_app import close
from ..serving import scorer
from ..store.test_first_release import KEPT
from ..web.phone import PLAYERS, Form, read_page, tapped

BASE = "https://club.example/cards/app/"
ROOT = "/cards/app"
TOKEN = re.compile(r'(?<=name="csrf_token" value=")[^"]*|(?<=name="key" value=")[^"]*')
"""What differs in two answers of one page."""


class LonePhone:
    """A phone that keeps score alone, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(BASE, str(folder / "instance"))

    def get(self, path: str) -> tuple[int, str]:
        status, _, body = self.host.answer("GET", path, [], b"")
        return status, body.decode()

    def form(self, path: str, action: str) -> Form:
        forms = read_page(self.get(path)[1]).forms
        return next(form for form in forms if form.writes and form.action.endswith(action))

    def send(self, form: Form, fields: dict[str, str] | list[tuple[str, str]]) -> str:
        """Where a form leads, below the site."""
        chosen = fields if isinstance(fields, list) else list(fields.items())
        named = {name for name, _ in chosen}
        body = urlencode([*(pair for pair in form.fields if pair[0] not in named), *chosen])
        kind = [("Content-Type", "application/x-www-form-urlencoded")]
        status, headers, _ = self.host.answer("POST", form.action.removeprefix(f"{ROOT}/"), kind, body.encode())
        assert status == 303
        return dict(headers)["Location"].removeprefix(f"{ROOT}/")

    def start(self) -> str:
        players = [("player", name) for name in PLAYERS]
        hand = self.send(self.form("new/offender", "/new/offender"), [*players, ("action", "start")])
        return hand.removesuffix("/hand")

    def record(self, sheet: str) -> None:
        self.send(self.form(f"{sheet}/hand", "/hand"), tapped())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[LonePhone, str]:
    """A phone, and the address of its sheet with one hand."""
    phone = LonePhone(tmp_path_factory.mktemp("played"))
    sheet = phone.start()
    phone.record(sheet)
    return phone, sheet


def test_every_address_of_a_page_lies_below_the_path_of_the_site(played: tuple[LonePhone, str]) -> None:
    phone, sheet = played
    for path in (
        "",
        sheet,
        f"{sheet}/hand",
        f"{sheet}/export",
        f"{sheet}/history",
        "statistics",
        "settings",
        "help",
    ):
        status, page = phone.get(path)
        assert status == 200, path
        addresses = re.findall(r'\b(?:href|src|action|formaction|hx-[a-z]+|data-news)="(/[^"]*)"', page)
        assert len(addresses) > 3, path
        assert [address for address in addresses if not address.startswith(f"{ROOT}/")] == [], path
        assert f'data-root="{ROOT}" data-alone' in page


def test_what_takes_a_server_is_not_offered_and_says_what_to_do_instead(played: tuple[LonePhone, str]) -> None:
    phone, sheet = played
    shown = [phone.get(path)[1] for path in ("", sheet, f"{sheet}/export", f"{sheet}/hand", f"{sheet}/board")]
    for page in shown:
        assert not re.search(r'/share"|/join"|sheet\.pdf|data-news', page)
    for path, instead in (
        (f"{sheet}/share", "“Send”"),
        ("join", "“Send”"),
        (f"{sheet}/sheet.pdf", "“Print”"),
    ):
        status, page = phone.get(path)
        assert (status, instead in page) == (404, True)
    assert "Send" in shown[1]
    assert "there is no server that another phone could reach" in phone.get("help/phones")[1]


def test_the_first_page_says_what_the_browser_has_lost_until_there_is_a_sheet_and_that_it_promised_nothing(
    tmp_path: Path,
) -> None:
    phone = LonePhone(tmp_path)
    lost, promise = "3 sheets are gone", "has not promised to keep your sheets"
    assert lost not in phone.get("")[1]
    phone.host.lost(3)
    assert lost in phone.get("")[1]
    phone.start()
    assert lost not in phone.get("")[1]
    assert promise in phone.get("")[1]
    phone.host.persists(True)
    assert promise not in phone.get("")[1]


def test_a_phone_owns_every_sheet_of_its_database_also_when_its_cookies_are_gone_or_another_is_put_there(
    tmp_path: Path,
) -> None:
    phone = LonePhone(tmp_path)
    sheet = phone.start()
    phone.record(sheet)
    kept = (tmp_path / "instance" / "scorer.db").read_bytes()
    other = LonePhone(tmp_path / "other")
    other.host.replace(lambda file: file.write_bytes(kept))
    assert "Continue with hand 2" in other.get("")[1]
    other.record(sheet)
    (tmp_path / "other" / "instance" / "cookies.json").unlink()
    again = LonePhone(tmp_path / "other")
    assert "Continue with hand 3" in again.get("")[1]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> tuple[LonePhone, Path]:
    """A phone whose memory may be kept, and where its folder will be: it sleeps before each test and after it."""
    folder = tmp_path_factory.mktemp("asleep")
    phone = LonePhone(folder)
    phone.host.sleep()
    return phone, folder / "instance"


def test_a_memory_goes_on_with_the_folder_that_is_there_as_any_start_does(
    memory: tuple[LonePhone, Path], tmp_path: Path
) -> None:
    phone = LonePhone(tmp_path)
    sheet = phone.start()
    phone.record(sheet)
    phone.get("")  # What it says once is said.
    files = {path.name: path.read_bytes() for path in (tmp_path / "instance").iterdir()}
    # The database is one file after each act.
    assert {*files} == {"cookies.json", "scorer.db", "secret_key"}
    shown = [f"{sheet}/{page}".rstrip("/") for page in ("", "send", "fingerprint", "hand", "history")]
    before = [TOKEN.sub("", phone.get(path)[1]) for path in ("", *shown)]
    other, folder = memory
    assert not folder.exists()
    shutil.copytree(tmp_path / "instance", folder)
    other.host.wake()
    assert [TOKEN.sub("", other.get(path)[1]) for path in ("", *shown)] == before
    # Cookies, the key that makes links, and the owner of the sheets are those of the folder.
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    assert other.host.app.config["SECRET_KEY"] == files["secret_key"]
    other.record(sheet)
    assert "Continue with hand 3" in other.get("")[1]
    other.host.sleep()


def test_a_memory_brings_an_older_database_up_to_date_and_refuses_a_newer_one(
    memory: tuple[LonePhone, Path], tmp_path: Path
) -> None:
    fresh, (woken, folder) = LonePhone(tmp_path), memory
    there = folder / "scorer.db"
    there.parent.mkdir()
    there.write_bytes(KEPT.read_bytes())
    fresh.host.replace(lambda file: file.write_bytes(KEPT.read_bytes()))
    woken.host.wake()
    assert sorted(re.findall(r"/sheets/[\w-]+", woken.get("")[1])) == sorted(
        re.findall(r"/sheets/[\w-]+", fresh.get("")[1])
    )
    assert [*there.parent.glob("backups/before-*.db")]
    woken.host.sleep()
    there.parent.mkdir()
    with closing(sqlite3.connect(there)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.execute("CREATE TABLE sheet (id TEXT)")
        connection.execute("CREATE TABLE entry (id TEXT)")
    with pytest.raises(UnusableDatabaseError, match="made by a later release"):
        woken.host.wake()
    close(woken.host.app)
    shutil.rmtree(folder)


def test_a_memory_holds_nothing_that_makes_two_starts_alike_or_tells_of_a_person(
    memory: tuple[LonePhone, Path],
) -> None:
    phone, folder = memory
    drawn: list[float] = []
    state = random.getstate()
    for _ in range(2):
        random.setstate(state)
        phone.host.wake()
        drawn.append(random.random())
        phone.host.sleep()
        assert phone.host.app.config["SECRET_KEY"] is None
        assert not folder.exists()
    assert drawn[0] != drawn[1]


def test_what_was_not_stored_is_told_and_the_first_page_is_kept_without_taking_a_message_away(
    tmp_path: Path,
) -> None:
    phone = LonePhone(tmp_path)
    sheet = phone.start()
    phone.record(sheet)
    page, is_open, sheets = phone.host.home()
    assert (b"Continue with hand 2" in page, is_open, sheets) == (True, False, 1)
    assert "Hand 1 saved" in phone.get(sheet)[1]
    for full, said in ((True, "no room left"), (False, "did not store it")):
        status, headers, body = phone.host.refused(sheet, full)
        assert (status, dict(headers)["Outbox"], said in body.decode()) == (507, "answered", True)


def test_the_command_ends_with_what_to_do_next_and_lists_what_it_left_out_where_it_is_asked_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built = Built("0123456789ab", 17_300_000, 10_000_000, {"stdlib/pdb.py": 70_000})
    monkeypatch.setattr(building, "build", lambda folder, given: built)
    said = CliRunner().invoke(main, ["site", "my out"]).output.splitlines()
    assert said[:2] == [
        "Wrote release 0123456789ab of the site to my out.",
        "17.3 MB; 10.0 MB where the host compresses with gzip.",
    ]
    assert '-d "my out", then open http://localhost:8080' in said[2]
    assert "https" in said[3]
    assert len(said) == 4
    asked = CliRunner().invoke(main, ["site", "my out", "--verbose"]).output.splitlines()
    assert (asked[1], asked[2:]) == ("  stdlib/pdb.py, 71 kB", said)


def test_a_folder_that_holds_something_else_is_refused_before_anything_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()
    done = scorer(tmp_path, "site", ".", before=("/usr/bin/env", "PATH="))
    assert (done.returncode, done.stderr) == (
        1,
        "Error: . is neither empty nor a site built before. Nothing was written.\n",
    )
    (tmp_path / building.LIST).write_text(json.dumps({"files": {}}), "utf-8")
    building.refuse(tmp_path)


def test_without_node_the_command_says_what_to_install(tmp_path: Path) -> None:
    done = scorer(tmp_path, "site", "out", before=("/usr/bin/env", "PATH="))
    assert done.returncode == 1
    assert "install Node 20 or newer, with npm" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_file_of_pyodide_with_another_digest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"is not the package of Pyodide: it has no pyodide-lock\.json"):
        building.proved(tmp_path)
    for name in building.DIGESTS:
        (tmp_path / name).touch()
    with pytest.raises(SiteError, match="its digest is another"):
        building.proved(tmp_path)


def test_what_a_phone_does_without_is_named_by_the_parts_that_are_left_out() -> None:
    assert building.left_out("sqlalchemy/testing/fixtures/base.py") == "sqlalchemy/testing"
    assert building.left_out("scorer/exports/pdf/press.py") == "scorer/exports/pdf"
    assert building.left_out("stdlib/encodings/big5.py") == "stdlib/encodings of other systems"
    assert {building.left_out(name) for name in ("stdlib/json/decoder.py", "stdlib/encodings/cp1252.py")} == {""}
    # What a file of Scorer names is there, whatever the list says.
    assert (building.left_out("stdlib/filecmp.py"), "filecmp" in building.imported_by_scorer()) == ("", True)
    assert {"flask", "sqlalchemy", "xlsxwriter"} <= {package.name.lower() for package in building.packages()}
