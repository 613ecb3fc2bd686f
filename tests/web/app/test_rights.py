"""Every route and method there is, asked by every kind of phone: what it may not see it does not, nor write."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorer.store import seasons
from scorer.store.models import Base, db
from scorer.store.people import ROLES
from scorer.store.seasons import STATISTICS, TONIGHT
from scorer.web.app import limits

from ...long_form import in_short
from ..every_page import OF_A_SHEET, address
from ..phone import PLAYERS as AT_TABLE
from ..phone import TABLE_GAMES, Phone, words
from .rights import LOOK, OPEN, SCORE, SEASON, SPEAK

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
PLAYERS = ("Ambrosia", "Bettina", "Cinderella", "Dianthe", "Ellinor")
TITLE = "Quilt evening"
SECRETS = (*PLAYERS, TITLE)
UNKNOWN_KEY = "a-key-that-no-device-has-12345678"


def hand(number: int) -> tuple[str, ...]:
    names: dict[str, str] = dict(zip(AT_TABLE, PLAYERS, strict=True))
    proposer, accepter, *rest = TABLE_GAMES[number]
    return names[proposer], names[accepter], *rest


class Evening:
    """A sheet, and the phones that are not to write on it, or not even to see it."""

    def __init__(self, app: Flask, owner: Phone) -> None:
        self.app, self.owner = app, owner
        self.sheet = owner.start(PLAYERS, title=TITLE)
        for number in (0, 1):
            assert owner.record(self.sheet, hand(number)).status_code == 303
        self.viewer, self.speaker, removed, other, unknown = (Phone(app) for _ in range(5))
        removed.join(owner.share(self.sheet, "score"))
        owner.change(self.sheet, "A guest", "remove", link="1")
        for each, player in ((self.viewer, ""), (self.speaker, PLAYERS[1])):
            each.join(owner.share(self.sheet))
            assert each.say_who(self.sheet, player).status_code == 303
        other.start(["Ann", "Bo"], "plain")
        unknown.client.set_cookie("device", UNKNOWN_KEY)
        self.strangers = {
            "no device": Phone(app),
            "another device": other,
            "a device that was removed": removed,
            "an unknown key": unknown,
        }

    def rules(self) -> Iterator[Rule]:
        yield from self.app.url_map.iter_rules()

    def addresses(self) -> Iterator[Rule]:
        """One rule of each address: what is asked of another one with the same would be the same request."""
        yield from {rule.rule: rule for rule in self.rules()}.values()

    def ask(self, phone: Phone, method: str, path: str, *, token: bool = True) -> TestResponse:
        """token: whether a form's own token is sent, as by a page of this app."""
        data = {"csrf_token": token_of(phone)} if token and method != "GET" else None
        return phone.client.open(path, method=method, data=data, buffered=True)

    def rows(self) -> dict[str, int]:
        """How much is in each table, and the roles of the phones."""
        with self.app.app_context():
            tables = Base.metadata.tables
            counted = {
                name: db.session.scalar(select(func.count()).select_from(table)) or 0
                for name, table in tables.items()
            }
            opening = tables["opening"]
            for role in ROLES:
                with_it = select(func.count()).select_from(opening).where(opening.c.role == role)
                counted[role] = db.session.scalar(with_it) or 0
            return counted


def told_by(answer: TestResponse) -> list[str]:
    """What of the sheet stands in an answer."""
    return [word for word in SECRETS if word.encode() in answer.data]


_tokens: dict[int, str] = {}


def token_of(phone: Phone) -> str:
    if id(phone) not in _tokens:
        _tokens[id(phone)] = dict(phone.form("/new/offender").fields)["csrf_token"]
    return _tokens[id(phone)]


@pytest.fixture
def evening(app: Flask, phone: Phone) -> Evening:
    _tokens.clear()
    return Evening(app, phone)


def test_every_route_is_in_one_class(app: Flask) -> None:
    of_sheets = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith(OF_A_SHEET)}
    others = {rule.endpoint for rule in app.url_map.iter_rules()} - of_sheets
    assert of_sheets == LOOK | SPEAK | SCORE
    assert others == OPEN | SEASON
    assert len(LOOK) + len(SPEAK) + len(SCORE) == len(of_sheets)


@pytest.mark.parametrize("method", in_short(METHODS, "GET", "POST"))
def test_a_stranger_sees_of_a_sheet_what_is_seen_of_one_that_there_is_not(evening: Evening, method: str) -> None:
    before = evening.rows()
    for rule in evening.addresses():
        path = address(evening.app, rule, evening.sheet)
        never = evening.ask(evening.strangers["no device"], method, path.replace(evening.sheet, "/sheets/no-such"))
        for who, phone in evening.strangers.items():
            if rule.endpoint in SEASON and who != "no device":
                continue  # Whoever asks, it is the key that counts: see below.
            answer = evening.ask(phone, method, path)
            assert answer.status_code < 500, (who, method, path)
            assert not told_by(answer), (who, method, path)
            if rule.rule.startswith(OF_A_SHEET):
                # One that was removed knows that there is a sheet, and is told who removed it.
                text = (
                    words(answer) if phone is not evening.strangers["a device that was removed"] else words(never)
                )
                assert (answer.status_code, text) == (never.status_code, words(never)), (who, method, path)
                assert answer.status_code in (404, 405) or method == "OPTIONS", (who, method, path)
    after = evening.rows()
    # A code that is typed makes a phone a device; nothing else is made by asking.
    assert {**after, "device": 0} == {**before, "device": 0}


@pytest.mark.parametrize("method", in_short(METHODS, "GET", "POST"))
@pytest.mark.parametrize("role", ["view", "player"])
def test_a_phone_that_does_not_score_reaches_what_it_may(evening: Evening, method: str, role: str) -> None:
    phone = evening.viewer if role == "view" else evening.speaker
    allowed = LOOK if role == "view" else LOOK | SPEAK
    before = evening.rows()
    for rule in evening.rules():
        # Who leaves a sheet is a stranger from then on, and who says nothing of who they are is a guest.
        of_itself = method == "POST" and rule.rule.endswith(("/leave", "/who"))
        if not rule.rule.startswith(OF_A_SHEET) or of_itself:
            continue
        path = address(evening.app, rule, evening.sheet)
        answer = evening.ask(phone, method, path)
        assert answer.status_code < 500, (method, path)
        if method == "OPTIONS":
            continue
        if method not in (rule.methods or ()):
            # Another rule of the same address may take this method.
            assert answer.status_code in (405, 403) or rule.endpoint in allowed or is_shared(evening, rule, method)
        elif rule.endpoint in allowed:
            # What there is not, as a dispute of this number, is no matter of rights.
            missing = evening.ask(evening.owner, method, path).status_code == 404
            assert answer.status_code != 403 or missing, (method, path)
        else:
            assert answer.status_code == 403, (method, path)
            assert not told_by(answer), (method, path)
    after = evening.rows()
    assert {name: after[name] for name in ROLES} == {name: before[name] for name in ROLES}
    assert after == before or role == "player"


def is_shared(evening: Evening, rule: Rule, method: str) -> bool:
    """Whether another route has the same address, for this method."""
    return any(other.rule == rule.rule and method in (other.methods or ()) for other in evening.rules())


def test_a_key_of_a_season_shows_figures_opens_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("WRONG_CODES_A_MINUTE", "WRONG_CODES_A_SITE"):
        monkeypatch.setattr(limits, most, 1000)
    with evening.app.app_context():
        autumn, other = seasons.make("Autumn"), seasons.make("Spring")
        seasons.add(autumn.id, evening.sheet.removeprefix("/sheets/"))
        keys = {
            shown: (
                autumn.key(shown),
                other.key(shown),
                autumn.key(TONIGHT if shown == STATISTICS else STATISTICS),
            )
            for shown in (STATISTICS, TONIGHT)
        }
    stranger, before = evening.strangers["no device"], evening.rows()
    for rule in evening.addresses():
        if rule.endpoint not in SEASON:
            continue
        right, elsewhere, wrong = keys[TONIGHT if rule.endpoint.startswith("shared_tonight.") else STATISTICS]
        for key, method in product((right, elsewhere, wrong), METHODS):
            path = address(evening.app, rule, evening.sheet).replace("no-such-key", key)
            answer = evening.ask(stranger, method, path, token=False)
            assert "Set-Cookie" not in answer.headers, (method, path)
            assert evening.sheet.encode() not in answer.data, (method, path)
            if key != right:
                assert not told_by(answer), (method, path)
            elif method == "GET" and not rule.endpoint.endswith((".why", ".night", ".pair", ".news")):
                assert PLAYERS[0] in told_by(answer), path
            if method not in ("GET", "HEAD", "OPTIONS"):
                assert answer.status_code in (400, 405), (method, path)
            elif method != "OPTIONS" and key == wrong:
                assert answer.status_code == 404, (method, path)
    assert evening.rows() == before


@pytest.mark.parametrize("kind", ["form", "json", "text"])
def test_without_its_token_nothing_is_taken_from_anybody(evening: Evening, kind: str) -> None:
    before = evening.rows()
    sent: dict[str, dict[str, Any]] = {
        "form": {"data": {"key": "x"}},
        "json": {"json": {}},
        "text": {"data": "x", "content_type": "text/plain"},
    }
    for rule in evening.rules():
        if "POST" not in (rule.methods or ()):
            continue
        path = address(evening.app, rule, evening.sheet)
        for phone in (evening.owner, evening.viewer, *evening.strangers.values()):
            answer = phone.client.post(path, buffered=True, **sent[kind])
            assert answer.status_code == 400, path
            assert not told_by(answer), path
    assert evening.rows() == before


def test_the_entries_of_one_sheet_are_not_reached_by_another(evening: Evening) -> None:
    other = evening.owner.start(["Ann", "Bo"], "plain", title="Another")
    for rule in evening.rules():
        if not rule.rule.startswith(OF_A_SHEET):
            continue
        for method in ("GET", "POST"):
            if method in (rule.methods or ()):
                answer = evening.ask(evening.owner, method, address(evening.app, rule, other, 3))
                assert answer.status_code < 500, (method, rule.rule)
                assert not told_by(answer), (method, rule.rule)
