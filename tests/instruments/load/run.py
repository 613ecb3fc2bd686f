"""The run: phones record hand after hand while everything else is done to the server."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from ..faults.audit import Audit
from ..faults.device import BROKEN, Answer, Device, hidden
from ..faults.hands import Hand, deal
from ..faults.server import Server
from ..faults.sheet import Sheet
from .figures import Figures
from .hostile import Connections, Drawer, Importer, Joiner, Stranger, long_sheet

KINDS: Mapping[str, type[Stranger]] = {"importers": Importer, "joiners": Joiner, "drawers": Drawer}
STRANGERS = {"importers": 2, "joiners": 4, "drawers": 4}
SHARED = 4
"""How many phones keep one sheet together."""
PAUSE = 2.0
"""Seconds, on the average, from one hand of a phone to its next: nobody plays as fast."""
HANDS_EACH = 400
WARMING_UP = 1.0
"""Seconds in which all connections are made before anybody's time is taken."""


def run(
    seconds: float, phones: int = 16, idle: int = 200, dripping: int = 50, strangers: Mapping[str, int] = STRANGERS
) -> Figures:
    """seconds: how long the phones record; strangers: how many there are of each kind."""
    figures = Figures(phones)
    with tempfile.TemporaryDirectory(prefix="scorer-load-") as folder, Server(Path(folder), acts=60) as server:
        devices = [Device(server.port) for _ in range(phones)]
        try:
            players = seated(devices, figures)
            for player in players:
                player.record()  # The first hand of each finds the server cold.
            figures.seconds.clear()
            with hostile(server.port, idle, dripping, strangers, figures):
                time.sleep(WARMING_UP)
                until = time.monotonic() + seconds
                with ThreadPoolExecutor(phones + 1) as pool:
                    pool.submit(players[0].draw, until)
                    for player in players:
                        pool.submit(player.play, until)
            audit(players, figures)
        finally:
            for device in devices:
                device.close()
        if "Traceback" in server.said():
            figures.trouble(f"the server complained:\n{server.said()[-2000:]}")
    return figures


class Player:
    """A phone at its sheet. acknowledged: the hands that the server said it had recorded."""

    def __init__(self, device: Device, sheet: Sheet, deck: list[Hand], figures: Figures) -> None:
        self.device = device
        self.sheet = sheet
        self.acknowledged: list[Hand] = []
        self._deck = deck
        self._figures = figures
        self._path = f"{sheet.address}/hand"

    def play(self, until: float) -> None:
        """Record hand after hand until then, as monotonic time has it."""
        chance = random.Random(id(self))
        try:
            while time.monotonic() < until and self._deck:
                time.sleep(chance.uniform(0, 2 * PAUSE))
                self.record()
        except BROKEN as error:
            self._figures.trouble(f"a phone got no answer: {error!r}")

    def draw(self, until: float) -> None:
        """Ask for the short sheet on paper, again and again: strangers' long ones keep nobody from it."""
        device = Device(self.device.port, self.device.cookies_by_name)
        while time.monotonic() < until:
            if (status := device.status_of(f"{self.sheet.address}/sheet.pdf")) != 200:
                self._figures.trouble(f"a short PDF was answered with {status}")
            self._figures.count("short PDFs of a table")
            time.sleep(PAUSE)
        device.close()

    def record(self) -> None:
        hand = self._deck.pop()
        snapshot = self._timed(lambda: self.device.get(self._path))
        fields = {**hidden(snapshot.text, self._path), **hand.fields()}
        while (answer := self._timed(lambda: self.device.post(self._path, fields))).status == 409:
            # The page says what was written meanwhile, and its form carries the same key: they tap once more.
            fields.update(hidden(answer.text, self._path))
        if answer.status != 303:
            self._figures.trouble(f"a hand was answered with {answer.status}")
            return
        self.acknowledged.append(hand)
        self._figures.recorded()

    def _timed(self, ask: Callable[[], Answer]) -> Answer:
        begun = time.perf_counter()
        answer = ask()
        self._figures.answered(time.perf_counter() - begun)
        return answer


def seated(devices: list[Device], figures: Figures) -> list[Player]:
    """The phones at their sheets, some of them at one together."""
    sheets = [Sheet.start(device) for device in devices[SHARED - 1 :]]
    sheets[0].share(devices[SHARED - 1], devices[: SHARED - 1])
    sheets = [sheets[0]] * (SHARED - 1) + sheets
    deck = deal(random.Random(1), HANDS_EACH * len(devices))
    each = len(devices)
    return [
        Player(device, sheet, deck[first::each], figures)
        for first, (device, sheet) in enumerate(zip(devices, sheets, strict=True))
    ]


@contextmanager
def hostile(port: int, idle: int, dripping: int, strangers: Mapping[str, int], figures: Figures) -> Iterator[None]:
    connections = Connections(port, idle, dripping, figures)
    long_sheet.cache_clear()  # The port may have been another server's.
    others = [KINDS[kind](port, figures, number) for kind, many in strangers.items() for number in range(many)]
    for each in (connections, *others):
        each.start()
    try:
        yield
    finally:
        for each in (*others, connections):
            each.end()


def audit(players: list[Player], figures: Figures) -> None:
    """Whether every acknowledged hand is on its sheet exactly once."""
    found = Audit()
    for sheet in dict.fromkeys(player.sheet for player in players):
        own = [player for player in players if player.sheet is sheet]
        found.compare([player.acknowledged for player in own], sheet.hands(own[0].device))
    if not found.clean:
        figures.trouble(str(found))
