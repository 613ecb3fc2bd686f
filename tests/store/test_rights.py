"""Whoever comes, leaves, is let in or put out, in whatever order: what each phone may do is what a model says."""

from collections.abc import Callable
from contextvars import Context
from urllib.parse import urlsplit

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run

from scorer.store import files, people, scorebook, sharing
from scorer.store.people import SCORE, VIEW, LastScorerError, NotAllowedError

from ..web.phone import Phone
from ..web.writing import WRITE
from .book import new_key, recording

PHONES = range(4)
"""The first one imports the sheet."""
ANY, ANY_LINK = st.sampled_from(PHONES), st.integers(0, 5)


class Model:
    """What each phone may do, and each link that was ever given: None once it has stopped."""

    def __init__(self) -> None:
        self.roles = {0: SCORE}
        self.links: list[str | None] = [VIEW]
        self.opened_to_all = self.deleted = False

    def may(self, phone: int) -> bool:
        return not self.deleted and self.roles.get(phone) == SCORE

    def others_score(self, phone: int) -> bool:
        return any(self.may(other) for other in PHONES if other != phone)

    def joins(self, phone: int, link: int, *, watches: bool) -> bool:
        lets = self.links[link]
        if self.deleted or lets is None:
            return False
        scores = (lets == SCORE or self.opened_to_all) and not watches
        self.roles[phone] = SCORE if scores or self.may(phone) else VIEW
        return True

    def is_put_out(self, by: int, phone: int, *, watches: bool) -> bool:
        """Removed, or made to watch: where it scored, no link that is out lets score any more."""
        if not self.may(by) or (phone not in self.roles) or (self.may(phone) and not self.others_score(phone)):
            return False
        if self.may(phone) and phone != by:
            self.links = [None if link == SCORE else link for link in self.links]
            self.opened_to_all = False
        if watches:
            self.roles[phone] = VIEW
        else:
            del self.roles[phone]
        return True

    def renews(self) -> None:
        self.links = [*(None for _ in self.links), VIEW]


class Rights(RuleBasedStateMachine):
    app: Flask
    steps = 0

    @initialize()
    def bring(self) -> None:
        devices = [people.new_device() for _ in PHONES]
        self.devices, self.keys = zip(*devices, strict=True)
        self.phone = Phone(self.app)
        self.phone.client.set_cookie("device", self.keys[0])
        # Each request has a context of its own, as on the server.
        _, form, fields = Context().run(WRITE["imports.save"][0], self.phone)
        self.send: Callable[[], str] = lambda: (
            Context().run(self.phone.send, "/import", form, fields).headers["Location"]
        )
        self.location = self.send()
        self.sheet = urlsplit(self.location).path.rpartition("/")[2]
        self.snapshot = scorebook.read(self.sheet)
        self.model = Model()
        self.given = [sharing.link(self.sheet).key]

    def done(self, act: Callable[[], object], expected: bool) -> None:
        try:
            act()
        except (NotAllowedError, LastScorerError):
            assert not expected
        else:
            assert expected

    @rule()
    def repeats_its_import(self) -> None:
        assert self.send() == self.location

    @rule(phone=ANY, link=ANY_LINK, watches=st.booleans())
    def joins(self, phone: int, link: int, watches: bool) -> None:
        link = link % len(self.given)
        expected = self.model.joins(phone, link, watches=watches)
        self.done(
            lambda: sharing.join(self.devices[phone], self.sheet, self.given[link], watches=watches), expected
        )

    @rule(by=ANY, phone=ANY, watches=st.booleans(), renews=st.booleans())
    def puts_out(self, by: int, phone: int, watches: bool, renews: bool) -> None:
        if renews:
            self.renews(by)
        mine, other = self.devices[by], self.devices[phone]
        if not watches and by == phone:
            return
        expected = self.model.may(by) if phone not in self.model.roles or self.model.roles[phone] == VIEW else None
        if watches and expected is not None:
            self.done(lambda: people.set_role(self.sheet, other, mine, VIEW, ""), expected)
            return
        expected = self.model.is_put_out(by, phone, watches=watches) or bool(expected)
        act = (
            (lambda: people.set_role(self.sheet, other, mine, VIEW, ""))
            if watches
            else (lambda: people.remove(self.sheet, other, mine, "Amber"))
        )
        self.done(act, expected)

    @rule(by=ANY, phone=ANY)
    def makes_a_scorer(self, by: int, phone: int) -> None:
        expected = self.model.may(by)
        if expected and phone in self.model.roles:
            self.model.roles[phone] = SCORE
        self.done(lambda: people.set_role(self.sheet, self.devices[phone], self.devices[by], SCORE, ""), expected)

    @rule(phone=ANY)
    def leaves(self, phone: int) -> None:
        expected = not self.model.deleted and not (self.model.may(phone) and not self.model.others_score(phone))
        if expected:
            self.model.roles.pop(phone, None)
        self.done(lambda: people.leave(self.sheet, self.devices[phone]), expected)

    @rule(by=ANY)
    def renews(self, by: int) -> None:
        expected = self.model.may(by)
        self.done(lambda: sharing.renew(self.sheet, self.devices[by]), expected)
        if expected:
            self.model.renews()
            self.given.append(sharing.link(self.sheet).key)

    @rule(by=ANY, let=st.booleans())
    def lets_all_score(self, by: int, let: bool) -> None:
        expected = self.model.may(by)
        self.model.opened_to_all = let if expected else self.model.opened_to_all
        self.done(lambda: people.let_anyone_score(self.sheet, self.devices[by], let=let), expected)

    @rule(by=ANY)
    def deletes(self, by: int) -> None:
        expected = self.model.may(by)
        self.done(lambda: people.delete(self.sheet, "Amber", self.devices[by]), expected)
        self.model.deleted = self.model.deleted or expected

    @rule()
    def host_undeletes(self) -> None:
        if self.model.deleted:
            assert people.undelete(self.sheet) == len(self.model.roles)
            self.model.deleted = False

    @rule(takes_over=st.booleans())
    def host_gives_a_link(self, takes_over: bool) -> None:
        if self.model.deleted:
            return
        if takes_over:
            sharing.renew(self.sheet)
            people.remove_all(self.sheet, "Whoever runs Scorer")
            self.model.renews()
            self.model.roles.clear()
            self.given.append(sharing.link(self.sheet).key)
        if SCORE not in self.model.links:
            self.model.links.append(SCORE)
            self.given.append(sharing.link(self.sheet, SCORE).key)

    @rule(phone=ANY)
    def writes(self, phone: int) -> None:
        entries, digests = self.snapshot.entries, self.snapshot.digests
        for act in (
            lambda: scorebook.append(
                self.sheet, recording({"contract": None}), key=new_key(), seen=None, device=self.devices[phone]
            ),
            lambda: files.go_on(self.sheet, entries, digests, device=self.devices[phone]),
        ):
            try:
                act()
            except scorebook.StaleVersionError:
                assert self.model.may(phone)
            except NotAllowedError:
                assert not self.model.may(phone)
            else:
                assert self.model.may(phone)

    @invariant()
    def every_phone_may_do_what_the_model_says(self) -> None:
        type(self).steps += 1
        expected = {} if self.model.deleted else self.model.roles
        found = {phone: scorebook.look(self.keys[phone], self.sheet) for phone in PHONES}
        assert {phone: at.grant.role for phone, at in found.items() if at and at.grant} == expected
        assert len(people.people(self.sheet)) == len(expected)


@pytest.mark.parametrize("examples", [8, pytest.param(400, marks=pytest.mark.long)])
def test_what_each_phone_may_do_is_what_a_model_of_rights_says(open_app: Flask, examples: int) -> None:
    Rights.app = open_app
    some = settings(
        max_examples=examples,
        stateful_step_count=25,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    run(Rights, settings=some)
    print(f"{Rights.steps} steps agree with the model")
