"""A short run of `python -m tests.hostile`, and that it sees what is wrong."""

import time
from collections.abc import Callable

import pytest
from flask import Flask

from .requests import Request
from .run import SLOW, Report, judge, run
from .world import HIDDEN, World


def test_what_nobody_sends_by_a_tap_is_answered_in_words() -> None:
    report = run(150, 15, ("offender", "spades"))
    assert report.clean, str(report)
    # The requests come as far as views and forms: pages, acts that are taken, fields that are refused.
    assert {200, 303, 404, 405, 422} <= report.statuses.keys()


def fail() -> str:
    raise ZeroDivisionError


def dawdle() -> str:
    until = time.thread_time() + 1.1 * SLOW
    while time.thread_time() < until:
        pass
    return "late"


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (fail, "500 for"),
        (dawdle, " s for"),
        (lambda: f"<p>{HIDDEN[0]}</p>", f"['{HIDDEN[0]}'] for"),
        (lambda: "Traceback (most recent call last)", "a traceback for"),
    ],
)
def test_the_run_sees_an_error_a_leak_and_a_slow_answer(app: Flask, view: Callable[[], str], said: str) -> None:
    world, report = World.of(app, ("plain",)), Report(1)
    judge(Request("nobody", "GET", "/help", ()), world, report)
    assert report.clean, str(report)
    app.view_functions["help.index"] = view
    judge(Request("nobody", "GET", "/help", ()), world, report)
    [trouble] = report.troubles
    assert said in trouble
    assert str(report).endswith("NOT CLEAN.")


def test_the_run_sees_what_is_written_on_a_sheet_that_nobody_may_see(app: Flask) -> None:
    world = World.of(app, ("plain",))
    assert world.is_untouched
    assert world.owner
    world.owner.send("", world.owner.form(f"{world.hidden}/names", action="/title"), {"title": "Another"})
    assert not world.is_untouched
