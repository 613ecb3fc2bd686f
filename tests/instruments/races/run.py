"""One process closes sheets; a phone of another process opens them meanwhile, as often as it can."""

import multiprocessing
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import URL

from scorer import create_app
from scorer.store import people

from ...web.phone import Phone
from ...web.writing import WRITE

MEANWHILE = 0.15
"""Seconds within which a sheet is closed, once the other phone has begun to open it."""
Act = Callable[[], int]
"""What a phone does again and again; it gives the status of the answer."""


def app_on(folder: Path, database: URL | None) -> Flask:
    url = {"SQLALCHEMY_DATABASE_URI": database} if database else {}
    # Phones tap here as nobody does.
    return create_app({"TESTING": True, "ACTS_A_MINUTE": 0, "NEW_SHEETS_A_MINUTE": 0, **url}, folder)


# What the phone of the other process does, and the sheet or link that it tells of before it begins.


def taps(app: Flask, phone: Phone, link: str) -> tuple[Act, str]:
    """A phone that scores taps the link by which it came."""
    form = next(form for form in phone.read(link).forms if form.writes and form.fields)
    phone.send(link, form)
    return lambda: phone.send(link, form).status_code, ""


def comes(app: Flask, phone: Phone, link: str) -> tuple[Act, str]:
    """Another phone each time: one that has no key yet."""
    new = Phone(app)
    form = next(form for form in new.read(link).forms if form.writes)

    def come() -> int:
        new.client.delete_cookie("device")
        return new.send(link, form).status_code

    return come, ""


def repeats(app: Flask, phone: Phone, link: str) -> tuple[Act, str]:
    """A phone sends its import again, once another phone scores the sheet too."""
    _, form, fields = WRITE["imports.save"][0](phone)
    sheet = urlsplit(phone.send("/import", form, fields).headers["Location"]).path
    phone.send("", phone.form(f"{sheet}/share", action="/share/open"))
    return lambda: phone.send("/import", form, fields).status_code, phone.share(sheet)


def renews(app: Flask, phone: Phone, link: str) -> tuple[Act, str]:
    """A phone that scores makes the link anew."""
    phone.join(link)
    sheet = f"/sheets/{link.split('/')[2]}"
    form = phone.form(f"{sheet}/share", action="/share/link")
    return lambda: phone.send("", form).status_code, ""


ACTS = {each.__name__: each for each in (taps, comes, repeats, renews)}


def other_process(folder: Path, database: URL | None, pipe: Connection) -> None:
    app = app_on(folder, database)
    phone = Phone(app)
    while asked := pipe.recv():
        act, found = ACTS[asked[0]](app, phone, asked[1])
        pipe.send(found)
        answers = Counter[int]()
        while not pipe.poll():
            answers[act()] += 1
        pipe.recv()
        pipe.send(answers)


@dataclass
class Report:
    """counts: of what was tried; held: by how many phones a sheet that was closed to them, by what they did."""

    counts: Counter[str] = field(default_factory=Counter[str])
    held: Counter[str] = field(default_factory=Counter[str])
    failed: int = 0
    seconds: float = 0

    @property
    def clean(self) -> bool:
        return not self.held.total() and not self.failed

    def __str__(self) -> str:
        counts, held = self.counts, self.held
        return "\n".join(
            (
                f"Removed while it tapped its link: open in {held['taps']} of {counts['taps']} rounds.",
                f"Removed while it repeated its import: open in {held['repeats']} of {counts['repeats']} rounds.",
                f"Deleted in {counts['comes']} rounds as {counts['joins']} phones came: open on {held['comes']}.",
                f"Links made anew by two at once: {counts['links']} in {counts['renews']} rounds.",
                f"Answered with a fault of the server: {self.failed}. In {self.seconds:.0f} s.",
                "Clean." if self.clean else "NOT CLEAN.",
            )
        )


def run(database: URL | None, rounds: int, joins: int, seed: int = 1) -> Report:
    """rounds: of each kind; joins: how many phones come, at least, to sheets that are deleted then."""
    report, chance, begun = Report(), random.Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        app = app_on(folder, database)
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=other_process, args=(folder, database, there), daemon=True)
        process.start()
        phone = Phone(app)

        def race(kind: str) -> None:
            sheet = phone.start()
            phone.send("", phone.form(f"{sheet}/share", action="/share/open"))
            here.send((kind, phone.share(sheet)))
            if link := here.recv():
                phone.join(link)
                sheet = f"/sheets/{link.split('/')[2]}"
            sheet_id = sheet.rpartition("/")[2]
            path = {"comes": f"{sheet}/delete", "renews": f"{sheet}/share"}.get(kind)
            form = phone.form(path or phone.person(sheet, "A guest"), action={"renews": "/link"}.get(kind, ""))
            if not path:
                form = phone.form(phone.person(sheet, "A guest"), action="/remove")
            time.sleep(chance.random() * MEANWHILE * (4 if kind == "comes" else 1))
            closed = [
                phone.send("", form, {} if path else {"link": "1"}).status_code
                for _ in range(10 if kind == "renews" else 1)
            ]
            assert {*closed} == {303}
            time.sleep(MEANWHILE / 3)
            here.send(None)
            answers: Counter[int] = here.recv()
            report.counts[kind] += 1
            report.counts["joins"] += answers[303] if kind == "comes" else 0
            report.counts["links"] += answers[303] + len(closed) if kind == "renews" else 0
            report.failed += sum(times for status, times in answers.items() if status >= 500)
            with app.app_context():
                left = len(people.people(sheet_id))
            report.held[kind] += 0 if kind == "renews" else left - (kind != "comes")
            if kind == "renews":
                report.failed += Phone(app).join(phone.share(sheet)).status_code != 303

        # Ctrl+C ends it, and what was counted so far is told.
        with suppress(KeyboardInterrupt):
            for _ in range(rounds):
                for kind in ("taps", "comes", "repeats", "renews"):
                    race(kind)
            while report.counts["joins"] < joins:
                race("comes")
        process.kill()
        process.join()
    report.seconds = time.monotonic() - begun
    return report
