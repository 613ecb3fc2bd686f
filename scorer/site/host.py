"""The app inside the phone: a worker of the browser holds one Host, and hands it every request of the pages.

What it writes lies in the memory of the browser. The worker puts it into the phone's lasting storage before an
answer goes out; where that fails it puts back what is stored, and asks for `refused`.
"""

import gc
import json
import random
import shutil
from collections.abc import Callable
from http.cookies import SimpleCookie
from io import BytesIO
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from flask import render_template
from werkzeug.test import EnvironBuilder, run_wsgi_app

from .. import __version__, create_app, open_folder
from ..sheet.sheet_file import GoOn
from ..store import listing, people, scorebook
from ..store.models import CorruptSheetError, db
from ..store.opening import bring_up_to_date
from ..store.people import known_device
from ..store.scorebook import forget_snapshots
from ..web.app.devices import COOKIE, keys_in
from ..web.imports import LOOKING

Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers, body."""
NO_LIMITS = {"ACTS_A_MINUTE": 0, "NEW_SHEETS_A_MINUTE": 0}
"""Nobody else is kept waiting."""
STEPS = 50
"""Entries and lines of a file after which the page around the app is told how many there were."""
DROPPED = ("accept-encoding", "cookie", "host")
"""Headers of requests that mean nothing here: nothing is compressed, and browsers keep no cookies of a worker."""
FULL = (
    "This phone has no room left",
    "It was not recorded. Make room on this phone, then tap Save again: what you entered is still here.",
)
FAILED = (
    "This phone did not store it",
    (
        "It was not recorded. Tap Save again: what you entered is still here. If this stays, close Scorer and "
        "open it anew."
    ),
)


class Host:
    """base: the address of the pages, as https://club.example/scorer/app/.
    instance: the folder that is stored.

    Raises UnusableDatabaseError, OSError and SQLAlchemyError where the database cannot be opened.
    """

    def __init__(self, base: str, instance: str) -> None:
        self._base = base
        self._place = Path(instance)
        name = urlsplit(base).hostname
        self.app = create_app({"HOST_NAMES": (name,), **NO_LIMITS}, self._place, alone=True)
        self.app.extensions["replace database"] = self.replace
        self.looks(lambda steps: None)
        self._cookies: dict[str, str] = {}
        self.look_again()

    def sleep(self) -> None:
        """Let go of the database and of all that is in the folder, before the memory is kept as it is: every page
        is ready, and nothing of a person is in it.
        """
        templates = self.app.jinja_env
        for name in templates.list_templates():
            templates.get_template(name)
        self._run("GET", "", [], b"")
        self._cookies = {}
        self.app.config["SECRET_KEY"] = None
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        shutil.rmtree(self._place)
        gc.collect()

    def wake(self) -> None:
        """Go on in such a memory with the folder that is there now, as at any start.

        Raises what making a host does.
        """
        # Every start from that memory would draw the same. What is secret comes from the system each time.
        random.seed()
        self._place.mkdir(parents=True, exist_ok=True)
        open_folder(self.app)
        self.look_again()

    def looks(self, tell: Callable[[int], object]) -> None:
        """Let a function be told how far the look through a file is: after how many steps, now and then."""

        def counts() -> GoOn:
            steps = count(1)

            def go_on() -> None:
                if (step := next(steps)) % STEPS == 0:
                    tell(step)

            return go_on

        self.app.extensions[LOOKING] = counts

    def answer(self, method: str, path: str, headers: list[tuple[str, str]], body: bytes) -> Answer:
        """path: below the base, with what stands behind the question mark."""
        status, answered, content = self._run(method, path, headers, body)
        jar = dict(self._cookies)
        for name, value in answered:
            if name.lower() == "set-cookie":
                for morsel in SimpleCookie(value).values():
                    jar[morsel.key] = morsel.value
        if jar != self._cookies:
            self._cookies = {name: value for name, value in jar.items() if value}
            self._jar.write_text(json.dumps(self._cookies), "utf-8")
        kept = [pair for pair in answered if pair[0].lower() not in ("set-cookie", "content-length")]
        return status, kept, content

    def refused(self, path: str, full: bool) -> Answer:
        """What is said where the storage did not take what was written."""
        title, text = FULL if full else FAILED
        with self.app.request_context(EnvironBuilder(f"/{path}", base_url=self._base).get_environ()):
            page = render_template("error.html", title=title, text=text)
        return 507, [("Content-Type", "text/html; charset=utf-8"), ("Outbox", "answered")], page.encode()

    def look_again(self) -> None:
        """Start from the files as they are now: they were put back, or are those of another phone."""
        self._jar = self._place / "cookies.json"
        self._cookies = json.loads(self._jar.read_text("utf-8")) if self._jar.exists() else {}
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
            forget_snapshots()
            key = people.own_all(keys_in(self._cookies.get(COOKIE, "")))
            db.session.remove()
        if key not in keys_in(self._cookies.get(COOKIE, "")):
            self._cookies[COOKIE] = key
            self._jar.write_text(json.dumps(self._cookies), "utf-8")

    def replace(self, put: Callable[[Path], object]) -> None:
        """Let a function put another file in the database's place, then open that, brought up to date."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
            put(self._place / "scorer.db")
            bring_up_to_date(self.app, __version__)
        self.look_again()

    def home(self) -> tuple[bytes, bool, int]:
        """The first page as it stands, to be shown while the app starts; whether a hand is open; how many sheets.

        Nothing is told twice for it: what the next page says stays for that.
        """
        quiet = dict(self._cookies)
        quiet.pop(self.app.config["SESSION_COOKIE_NAME"], None)
        _, _, page = self._run("GET", "", [], b"", quiet)
        with self.app.app_context():
            device = next(filter(None, map(known_device, keys_in(self._cookies.get(COOKIE, "")))), None)
            sheets = sum(listing.how_many(device, archived=archived) for archived in (False, True))
            return page, self._hand_is_open(device), sheets

    def persists(self, granted: bool) -> None:
        """Whether the browser has promised to keep what is stored."""
        self.app.config["STORAGE_PERSISTS"] = granted

    def lost(self, sheets: int) -> None:
        """How many sheets the browser has stored and has no more."""
        self.app.config["SHEETS_LOST"] = sheets

    def _hand_is_open(self, device: str | None) -> bool:
        """Whether calls of a hand that has no result stand on the sheet that was written on last."""
        for sheet_id in listing.latest(device, archived=False, most=1, skip=0) if device else ():
            try:
                snapshot = scorebook.read(sheet_id)
            except CorruptSheetError:
                continue
            return len(snapshot.sheet.hands) > len(snapshot.ledger.rows)
        return False

    def _run(
        self,
        method: str,
        path: str,
        headers: list[tuple[str, str]],
        body: bytes,
        cookies: dict[str, str] | None = None,
    ) -> Answer:
        jar = self._cookies if cookies is None else cookies
        sent = [pair for pair in headers if pair[0].lower() not in DROPPED]
        sent.append(("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))
        builder = EnvironBuilder(
            f"/{path}",
            base_url=self._base,
            method=method,
            headers=sent,
            input_stream=BytesIO(body),
            content_length=len(body),
        )
        parts, status, answered = run_wsgi_app(self.app, builder.get_environ(), buffered=True)
        return int(status.partition(" ")[0]), list(answered), b"".join(parts)
