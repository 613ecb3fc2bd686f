"""A sheet on the server: started and shared before anything goes wrong, read again at the end."""

import csv
import io
import json
from urllib.parse import urlsplit

from .device import Device, hidden, link, standings
from .hands import PLAYERS, Hand


class Sheet:
    """address: its path."""

    def __init__(self, address: str) -> None:
        self.address = address

    @classmethod
    def start(cls, device: Device) -> "Sheet":
        fields = hidden(device.get("/new/offender").text, "/new/offender")
        form = [*fields.items(), *(("player", name) for name in PLAYERS), ("action", "start")]
        return cls(device.post("/new/offender", form).location.removesuffix("/hand"))

    @classmethod
    def imported(cls, device: Device, table: str) -> "Sheet":
        """Of a table that is sent as text."""
        fields = hidden(device.get("/import").text, "/import")
        looked = device.post("/import", {**fields, "text": table})
        fields = {**hidden(looked.text, "/import"), "action": "import"}
        return cls(device.post("/import", fields).location)

    def link(self, device: Device) -> str:
        return urlsplit(link(device.get(f"{self.address}/share").text, "/join/")).path

    def share(self, device: Device, others: list[Device]) -> None:
        """Let other devices score on it too."""
        fields = hidden(device.get(f"{self.address}/share").text)
        device.post(f"{self.address}/share/open", {**fields, "let": "1"})
        way = self.link(device)
        for other in others:
            other.join(way)

    def hands(self, device: Device) -> list[Hand]:
        facts = json.loads(device.get(f"{self.address}/sheet.json").text)
        return [Hand.of(hand) for hand in facts["hands"]]

    def totals_as_file(self, device: Device) -> dict[str, int]:
        """The totals in the last row of the spreadsheet."""
        _, _, table = device.get(f"{self.address}/sheet.csv").text.partition("\r\n\r\n")
        rows = list(csv.DictReader(io.StringIO(table)))
        return {name: int(rows[-1][f"{name} total"]) if rows else 0 for name in PLAYERS}

    def totals_as_page(self, device: Device) -> dict[str, int]:
        """The standings at the top of the page."""
        return standings(device.get(self.address).text)
