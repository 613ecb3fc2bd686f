"""Send them, world after world, and see that each is answered soon, in words, and without what it may not hold."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from scorer import create_app
from scorer.rules.registry import GAMES

from ...one_app import close
from .requests import Request, requests
from .world import World

SLOW = 1.0
"""Seconds of this thread that an answer may take."""
IN_A_WORLD = 2500
"""Requests until everything begins anew, so that no sheet grows for ever."""
TROUBLES = 20
"""How many are told."""


@dataclass
class Report:
    wanted: int
    sent: int = 0
    slowest: float = 0.0
    statuses: dict[int, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return self.sent >= self.wanted and not self.troubles

    def __str__(self) -> str:
        answers = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        lines = [
            f"{self.sent} requests, the slowest answered in {self.slowest:.2f} s of computing",
            f"answers {answers}",
            *self.troubles[:TROUBLES],
            "Clean." if self.clean else "NOT CLEAN.",
        ]
        return "\n".join(lines)


def run(
    wanted: int,
    first_seed: int,
    games: Sequence[str] = tuple(GAMES),
    told: Callable[[Report], object] = lambda report: None,
) -> Report:
    """Send this many requests to sheets of these games, the same ones for the same seed.

    told: what is told of the report after each world.
    """
    report = Report(wanted)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(
            {"TESTING": True, "NEW_SHEETS_A_MINUTE": 0, "ACTS_A_MINUTE": 0}, Path(folder) / "instance"
        )
        number = first_seed
        while report.sent < wanted:
            _attack(World.of(app, games), min(IN_A_WORLD, wanted - report.sent), number, report)
            number += 1
            told(report)
        close(app)
    return report


def _attack(world: World, most: int, number: int, report: Report) -> None:
    before = report.sent

    @seed(number)
    @settings(
        max_examples=most,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(requests(world))
    def attack(request: Request) -> None:
        if report.sent - before < most:
            judge(request, world, report)

    attack()
    if not world.is_untouched:
        report.troubles.append(f"seed {number}: something was written on a sheet that none of the phones has")


def judge(request: Request, world: World, report: Report) -> None:
    """Send a request, and note what is wrong with its answer."""
    begun = time.thread_time()
    answer = request.send(world)
    taken = time.thread_time() - begun
    report.sent += 1
    report.slowest = max(report.slowest, taken)
    report.statuses[answer.status_code] = report.statuses.get(answer.status_code, 0) + 1
    told = [word for word, content in world.secrets.items() if content in answer.data]
    if answer.status_code >= 500:
        report.troubles.append(f"{answer.status_code} for {request}")
    if b"Traceback" in answer.data:
        report.troubles.append(f"a traceback for {request}")
    if told:
        report.troubles.append(f"{told} for {request}")
    if taken > SLOW:
        report.troubles.append(f"{taken:.1f} s for {request}")
