"""What stands on the sheets at the end, against what was acknowledged."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import URL, NullPool, create_engine, text

from .client import Client
from .hands import PLAYERS, Hand, totals


@dataclass
class Audit:
    """What differs, as counts.

    lost: hands acknowledged, but on no sheet. doubled: hands that stand there once too often, each time counted.
    unknown: hands on a sheet that were never acknowledged. misplaced: clients whose hands stand in another order.
    ledgers: totals of players that are not what was acknowledged comes to.
    """

    lost: int = 0
    doubled: int = 0
    unknown: int = 0
    misplaced: int = 0
    ledgers: int = 0

    @classmethod
    def of(cls, clients: list[Client]) -> "Audit":
        """Read every sheet as its clients see it."""
        audit = cls()
        for sheet in dict.fromkeys(client.sheet for client in clients):
            own = [client for client in clients if client.sheet is sheet]
            device = own[0].device
            # The server may have been started anew since it was last asked.
            device.close()
            audit.compare([client.acknowledged for client in own], sheet.hands(device))
            expected = totals(hand for client in own for hand in client.acknowledged)
            for found in (sheet.totals_as_file(device), sheet.totals_as_page(device)):
                audit.ledgers += sum(found.get(player) != expected[player] for player in PLAYERS)
        return audit

    def compare(self, acknowledged: list[list[Hand]], found: list[Hand]) -> None:
        """acknowledged: by each client, in its order; found: on their sheet, in its order."""
        stands = Counter(found)
        expected = {hand for hands in acknowledged for hand in hands}
        self.lost += sum(hand not in stands for hand in expected)
        self.doubled += sum(count - 1 for count in stands.values())
        self.unknown += sum(hand not in expected for hand in stands)
        for hands in acknowledged:
            own = set(hands)
            once = dict.fromkeys(hand for hand in found if hand in own)
            self.misplaced += list(once) != [hand for hand in hands if hand in stands]

    @property
    def clean(self) -> bool:
        return self == Audit()

    def __str__(self) -> str:
        return (
            f"{self.lost} lost, {self.doubled} doubled, {self.unknown} unknown, "
            f"{self.misplaced} clients out of order, {self.ledgers} ledger differences"
        )


def faults_of_the_database(database: URL, entries: int) -> list[str]:
    """What is wrong with a database that no server has open and that should hold so many entries."""
    found: list[str] = []
    engine = create_engine(database, poolclass=NullPool)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            found += [line for line in connection.scalars(text("PRAGMA integrity_check")) if line != "ok"]
        query = text("SELECT sheet_id, min(number), max(number), count(*) FROM entry GROUP BY sheet_id")
        for sheet, first, last, count in connection.execute(query):
            if (first, last) != (1, count):
                found.append(f"sheet {sheet} has {count} entries, numbered from {first} to {last}")
        stored = connection.scalar(text("SELECT count(*) FROM entry"))
        if stored != entries:
            found.append(f"{stored} entries instead of {entries}")
    return found
