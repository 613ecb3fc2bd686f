"""A sheet of three hundred hands still answers at once."""

from typing import Any

import pytest
from flask import Flask

from scorer.sheet.core.sheet import EntryKind
from scorer.store import people, scorebook
from scorer.store.models import EntryRecord, db
from scorer.store.scorebook import forget_snapshots

from ..one_app import close
from ..timing import cpu_ratio, cpu_seconds
from .evening import of_hands
from .phone import PLAYERS, Phone, tapped

HANDS = 300
TRIES = 9
ENOUGH = 0.3
"""Seconds of the processor."""
HAND = tapped()


@pytest.fixture
def evening(app: Flask, phone: Phone) -> str:
    """Every second hand was bid in full, by thirteen calls; the entries are put into the database as they are."""
    sheet = phone.start()
    sheet_id = sheet.rpartition("/")[2]
    with app.app_context():
        start = scorebook.read(sheet_id).entries[0]
        acts: list[tuple[EntryKind, dict[str, Any]]] = []
        for number in range(HANDS):
            names = [PLAYERS[(number + step) % 5] for step in range(5)]
            dealer = names[-1]
            first, second, third, *_ = names
            hand = {"contract": "7S", "proposer": first, "accepter": third}
            result: dict[str, Any] = {**hand, "tricks": number % 11}
            calls: list[str] = []
            if number % 2:
                calls = [f"{first}: 5C", f"{second}: accept", f"{second}: no proposal"]
                calls += [f"{name}: no proposal" for name in names[2:]]
                calls += [f"{first}: 7S", f"{second}: reject", f"{third}: accept"]
                calls += [f"{name}: no proposal" for name in (*names[1:], first)]
                acts += [(EntryKind.CALL, {"call": call, "dealer": dealer}) for call in calls]
                result["calls"] = calls
            acts.append((EntryKind.RECORD, {"hand": {"dealer": dealer, **result}}))
        for count, (kind, facts) in enumerate(acts, start=2):
            record = EntryRecord(sheet_id=sheet_id, number=count, kind=kind.value, facts=facts, key=f"{count}")
            record.device_id, record.at = start.device, start.at
            db.session.add(record)
        db.session.commit()
        forget_snapshots()
        snapshot = scorebook.read(sheet_id)
        assert len(snapshot.ledger.rows) == HANDS
        assert len(snapshot.entries) > HANDS * 7
        assert people.grant(start.device, sheet_id)
    return sheet


@pytest.mark.alone
@pytest.mark.long
def test_whatever_is_asked_of_a_sheet_of_three_hundred_comes_at_once(phone: Phone, evening: str) -> None:
    for path in ("/hand", "/auction", "/news?seen=1&entering=1", "/sheet.csv", "/sheet.json", ""):
        assert phone.get(evening + path).status_code == 200
        assert cpu_seconds(lambda path=path: phone.get(evening + path), TRIES) < ENOUGH, path
    assert evening in phone.read("/").links
    assert cpu_seconds(lambda: phone.get("/"), TRIES) < ENOUGH
    amend = phone.form(f"{evening}/hand/2", action="/hand/2")
    amend.action = f"{evening}/hand/preview?amends=2"
    assert cpu_seconds(lambda: phone.send("", amend, {"tricks": "3"}), TRIES) < ENOUGH
    form = phone.form(f"{evening}/hand", action="/hand")
    seen, tried = int(dict(form.fields)["seen"]), iter(range(TRIES))

    def record() -> None:
        step = next(tried)
        answer = phone.send("", form, {**HAND, "seen": f"{seen + step}", "key": f"try {step}"})
        assert answer.status_code == 303

    assert cpu_seconds(record, TRIES) < ENOUGH


@pytest.mark.alone
@pytest.mark.long
def test_the_page_of_a_long_sheet_costs_hardly_more_than_that_of_a_short_one(phone: Phone, evening: str) -> None:
    short = of_hands(phone, 20)
    assert cpu_ratio(lambda: phone.get(evening), lambda: phone.get(short), TRIES) < 1.25


@pytest.mark.alone
@pytest.mark.long
def test_the_first_page_after_a_restart_comes_within_a_second(app: Flask, phone: Phone, evening: str) -> None:
    close(app)
    assert cpu_seconds(lambda: phone.read(evening)) < 1
