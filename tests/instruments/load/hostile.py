"""What is done to the server while phones record: connections held open, requests that drip in, heavy files, many
phones of one address that join, or have a long sheet drawn.
"""

import io
import json
import random
import select
import socket
import threading
import zipfile
from contextlib import closing
from functools import cache
from http.client import HTTPConnection, HTTPException
from itertools import cycle

from ..faults.device import Device, hidden
from ..faults.hands import PLAYERS, deal
from ..faults.server import HOST
from ..faults.sheet import Sheet
from .figures import Figures

DRIP = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
TICK = 0.2
"""Seconds from one byte of a dripping request to its next."""
PATIENCE = 60
BOUNDARY = "boundary"
FILES, HANDS = 300, 40
"""Of the ZIP that takes longest and may still be imported: the evenings of some years."""
BLANKS = 40_000
HEAD = f"game,offender\nplayers,{','.join(PLAYERS)}\ncontract,proposer,accepter,tricks\n"
THOUSAND = HEAD + "6H,Amber,Cindy,7\n" * 1000
COOKIES = 8
ADDRESS, MANY = "203.0.113.", "198.51.100.7"
"""The beginning of strangers' addresses; and the one that has many cookies."""


class Connections(threading.Thread):
    """Connections that are held as long as this runs, opened again where the server hangs up.

    dripping: how many of them send a request that never ends, byte by byte; the others say nothing.
    """

    def __init__(self, port: int, count: int, dripping: int, figures: Figures) -> None:
        super().__init__(name="connections", daemon=True)
        self._port = port
        self._figures = figures
        self._drips = [number < dripping for number in range(count + dripping)]
        self._lines: list[socket.socket | None] = [None] * (count + dripping)
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(TICK):
            for number, line in enumerate(self._lines):
                self._lines[number] = line = line or self._open(self._drips[number])
                if line and self._drips[number] and not _sends(line, b"x"):
                    self._lines[number] = None
            self._notice_closed()
            self._figures.held = max(self._figures.held, sum(line is not None for line in self._lines))

    def _open(self, drips: bool) -> socket.socket | None:
        try:
            line = socket.create_connection((HOST, self._port), timeout=1)
        except OSError:
            return None
        return line if not drips or _sends(line, DRIP) else None

    def _notice_closed(self) -> None:
        """An answer is one too: to a request that was given up."""
        by_number = {line.fileno(): number for number, line in enumerate(self._lines) if line}
        poller = select.poll()
        for number in by_number:
            poller.register(number, select.POLLIN)
        for number, _ in poller.poll(0):
            line = self._lines[by_number[number]]
            if line:
                line.close()
            self._lines[by_number[number]] = None
            self._figures.count("connections that the server closed")

    def end(self) -> None:
        self._ended.set()
        self.join()
        for line in self._lines:
            if line:
                line.close()


def _sends(line: socket.socket, content: bytes) -> bool:
    try:
        line.sendall(content)
    except OSError:
        line.close()
        return False
    return True


class Stranger(threading.Thread):
    """Somebody who does what costs the server most, again and again, and does not mind to be refused.

    number: theirs.
    """

    def __init__(self, port: int, figures: Figures, number: int) -> None:
        super().__init__(name="stranger", daemon=True)
        self.port = port
        self.number = number
        self._figures = figures
        self._ended = threading.Event()

    def act(self) -> tuple[str, int]:
        """What was done, in words, and the status of the answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the connections that are kept."""

    def run(self) -> None:
        while not self._ended.is_set():
            try:
                named, status = self.act()
                self._figures.count(f"{named}: {status}")
            except (OSError, HTTPException) as error:
                ended = self._ended.is_set()
                self._figures.count(f"{self.name}: {'not finished' if ended else type(error).__name__}")
            # Refused, a person would wait as well.
            self._ended.wait(TICK)
        self.close()

    def end(self) -> None:
        """What is being looked at now is not waited for."""
        self._ended.set()


class Importer(Stranger):
    """Has heavy files looked at, one after the other."""

    def __init__(self, port: int, figures: Figures, number: int) -> None:
        super().__init__(port, figures, number)
        files = heavy_files()
        self._files = cycle(files[number % len(files) :] + files[: number % len(files)])

    def act(self) -> tuple[str, int]:
        page, named, content = next(self._files)
        return named, self._send(page, content)

    def _send(self, page: str, content: bytes) -> int:
        says = {"X-Forwarded-For": f"{ADDRESS}{self.number}"}
        with closing(HTTPConnection(HOST, self.port, timeout=PATIENCE)) as line:
            line.request("GET", page, headers=says)
            shown = line.getresponse()
            cookies = [cookie.partition(";")[0] for cookie in shown.headers.get_all("Set-Cookie", [])]
            fields = hidden(shown.read().decode(), page)
            headers = {
                "Cookie": "; ".join(cookies),
                "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
                **says,
            }
            line.request("POST", page, _multipart(fields, content), headers)
            answer = line.getresponse()
            answer.read()
            return answer.status


class Joiner(Stranger):
    """Opens a sheet of their own on one new phone after the other, all of one address, and says who each is."""

    def __init__(self, port: int, figures: Figures, number: int) -> None:
        super().__init__(port, figures, number)
        owner = Device(port, address=MANY)
        self._link = Sheet.start(owner).link(owner)
        owner.close()

    def act(self) -> tuple[str, int]:
        device = Device(self.port, address=MANY)
        try:
            return "a new phone of one address that joins", device.join(
                self._link, guest=f"Guest {id(device)}"
            ).status
        finally:
            device.close()


@cache
def long_sheet(port: int) -> tuple[Sheet, list[Device]]:
    """A sheet of a thousand hands, and the phones of one address that have it."""
    owner, *others = (Device(port, address=MANY) for _ in range(COOKIES))
    sheet = Sheet.imported(owner, THOUSAND)
    sheet.share(owner, others)
    for device in (owner, *others):
        device.close()  # Each opens its connection again when it asks.
    return sheet, [owner, *others]


class Drawer(Stranger):
    """Asks for PDFs of a sheet of a thousand hands, with two cookies in turn, all of one address."""

    def __init__(self, port: int, figures: Figures, number: int) -> None:
        super().__init__(port, figures, number)
        self._sheet, devices = long_sheet(port)
        self._devices = devices[2 * number : 2 * number + 2]
        self._turns = cycle(self._devices)

    def close(self) -> None:
        for device in self._devices:
            device.close()

    def act(self) -> tuple[str, int]:
        return "a PDF of a thousand hands", next(self._turns).status_of(f"{self._sheet.address}/sheet.pdf")


def _multipart(fields: dict[str, str], content: bytes) -> bytes:
    parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    parts.append(b'name="file"; filename="file"\r\n\r\n' + content)
    begun = f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    return b"".join(begun + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()


def heavy_files() -> list[tuple[str, str, bytes]]:
    """A page, what it is sent, and that."""
    blanks = " " * BLANKS
    plain = f"game,plain\nplayers,Amber,Betty\nAmber,Betty,Amber points\n1,2,1{blanks}x"
    rows = "\n".join("6H,Amber,Cindy,7,1,2,3,4,5" for _ in range(1000))
    table = f"contract,proposer,accepter,tricks,{','.join(PLAYERS)}\n{rows}"
    return [
        ("/import", "a ZIP of many sheets", zip_of_sheets(FILES, HANDS)),
        ("/check-paper/plain", "a cell of blanks", plain.encode()),
        ("/import", "a table of a thousand hands", table.encode()),
        ("/check-paper/offender", "a paper with every figure wrong", table.encode()),
    ]


def zip_of_sheets(files: int, hands: int) -> bytes:
    packed = io.BytesIO()
    chance = random.Random(1)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for number in range(files):
            bundle.writestr(f"{number}.json", json.dumps(_sheet(chance, hands)))
    return packed.getvalue()


def _sheet(chance: random.Random, hands: int) -> dict[str, object]:
    played = [hand.facts for hand in deal(chance, hands)]
    return {"format": "score-sheet/1", "game": "offender", "players": list(PLAYERS), "hands": played}
