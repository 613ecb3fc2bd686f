"""The run: clients record hands at the worst of networks, while the server is killed under them."""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from ... import postgresql
from .audit import Audit, faults_of_the_database
from .client import Client, Tally
from .device import Device
from .hands import deal
from .plan import Kill, faults, kills
from .server import Server
from .sheet import Sheet


@dataclass(frozen=True)
class Report:
    """before, after: the audits on both sides of the last kill. seconds: how long the whole run took."""

    hands: int
    seed: int
    clients: int
    tally: Tally
    before: Audit
    after: Audit
    seconds: float

    @property
    def clean(self) -> bool:
        return (
            self.before.clean
            and self.after.clean
            and not self.tally.troubles
            and self.tally.counts["acknowledged"] == self.hands
        )

    def __str__(self) -> str:
        counts, together = self.tally.counts, self.clients - self.clients // 2
        lines = [
            f"Seed {self.seed}: {self.hands} hands, {self.clients} clients, {together} of them on one sheet.",
            f"Acknowledged: {counts['acknowledged']} hands, in {self.seconds:.0f} s.",
            f"Kills: {counts['kills']}, {counts['kills in flight']} with a hand on its way; one more at the end.",
            f"Connections broken: {counts['broken']}. Answers dropped: {counts['dropped']}.",
            f"Requests repeated: {counts['repeated']}. Sent twice at once: {counts['twins']}.",
            f"Sent again after later ones: {counts['reordered']}.",
            f"Refused as stale (409): {counts['refused']}, {counts['stale']} provoked.",
            f"Answered busy (503): {counts['busy']}.",
            f"Before the last kill: {self.before}.",
            f"After it: {self.after}.",
        ]
        lines += [f"Trouble, {times}×: {trouble}" for trouble, times in Counter(self.tally.troubles).items()]
        lines.append("Clean." if self.clean else "NOT CLEAN.")
        return "\n".join(lines)


def run(
    hands: int,
    seed: int,
    clients: int,
    program: Sequence[str] = (),
    postgresql: postgresql.Server | None = None,
) -> Report:
    """Half of the clients keep a sheet each, the others one together; the hands are shared out evenly.

    postgresql: what keeps the database, killed as often as the server; none for a file.
    """
    begun = time.monotonic()
    chance = random.Random(seed)
    tally = Tally()
    database = postgresql.new_database() if postgresql else None
    with (
        tempfile.TemporaryDirectory(prefix="scorer-faults-") as folder,
        Server(Path(folder), program, database) as server,
    ):
        devices = [Device(server.port) for _ in range(clients)]
        try:
            at_work = cast(devices, hands, chance, tally)
            work(at_work, server, kills(chance, hands), tally, postgresql)
            before = Audit.of(at_work)
            server.kill()
            server.start()
            after = Audit.of(at_work)
        finally:
            for device in devices:
                device.close()
        server.kill()
        started = len({client.sheet for client in at_work})
        tally.troubles += faults_of_the_database(server.database, started + tally.counts["acknowledged"])
        said = server.said()
        if tracebacks := said.count("Traceback"):
            tally.trouble(f"the server complained {tracebacks} times:\n{said[said.index('Traceback') :][:2000]}")
    return Report(hands, seed, clients, tally, before, after, time.monotonic() - begun)


def cast(devices: list[Device], hands: int, chance: random.Random, tally: Tally) -> list[Client]:
    """The clients, each with its device, its sheet, and its script."""
    clients = len(devices)
    alone, together = devices[: clients // 2], devices[clients // 2 :]
    sheets = [Sheet.start(device) for device in (*alone, together[0])]
    sheets[-1].share(together[0], together[1:])
    sheets += [sheets[-1]] * (len(together) - 1)
    shares = [len(range(first, hands, clients)) for first in range(clients)]
    decks = {sheet: deal(chance, hands) for sheet in dict.fromkeys(sheets)}
    made: list[Client] = []
    for device, sheet, script in zip(devices, sheets, faults(chance, shares), strict=True):
        dealt = [(decks[sheet].pop(), fault) for fault in script]
        made.append(Client(device, sheet, dealt, random.Random(chance.random()), tally))
    return made


def work(
    clients: list[Client],
    server: Server,
    moments: list[Kill],
    tally: Tally,
    postgresql: postgresql.Server | None = None,
) -> None:
    """Let all clients run to the end of their scripts; kill the server meanwhile, in turn with its database."""

    def run_one(client: Client) -> None:
        try:
            client.run()
        except Exception as error:
            # The first that gives up ends the run for all; what was acknowledged until then still counts.
            if not tally.stopped:
                tally.trouble(f"a client gave up: {error!r}")
            tally.stop()

    with ThreadPoolExecutor(len(clients)) as pool:
        running = [pool.submit(run_one, client) for client in clients]
        try:
            for each, moment in zip(cycle((server, postgresql or server)), moments, strict=False):
                if not tally.wait_for_hands(moment.after):
                    break
                time.sleep(moment.delay)
                if moment.in_flight:
                    tally.wait_for_request()
                tally.count_kill()
                each.kill()
                time.sleep(moment.dark)
                each.start()
        except BaseException:
            tally.stop()
            raise
        for one in running:
            one.result()
