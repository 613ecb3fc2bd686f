"""Where things stand in the workbook, as formulas refer to them."""

from collections.abc import Mapping
from dataclasses import dataclass

from xlsxwriter.utility import xl_col_to_name

from .book import FACTS, RULES

PLAYERS_FROM = 4
"""The row of the first player's name on the sheet of rules, from 0."""


@dataclass(frozen=True)
class Fact:
    """One column of the facts: a key of the hands, a part of it, and whose it is where each player has one."""

    key: str
    part: str = ""
    who: str = ""


@dataclass(frozen=True)
class Places:
    """The cells of the hand in one row. facts, workings: their columns; players: every name of the sheet."""

    row: int
    facts: Mapping[Fact, int]
    workings: Mapping[str, int]
    players: tuple[str, ...]

    def fact(self, key: str, part: str = "", who: str = "") -> str:
        return f"{FACTS}!${xl_col_to_name(self.facts[Fact(key, part, who)])}{self.row + 1}"

    def of_all(self, key: str) -> str:
        """The cells of all the players for a key: they stand side by side."""
        columns = [column for fact, column in self.facts.items() if fact.key == key]
        first, last = (f"${xl_col_to_name(column)}{self.row + 1}" for column in (min(columns), max(columns)))
        return f"{FACTS}!{first}:{last}"

    def working(self, key: str) -> str:
        return f"${xl_col_to_name(self.workings[key])}{self.row + 1}"

    def player(self, name: str) -> str:
        return f"{RULES}!$B${PLAYERS_FROM + self.players.index(name) + 1}"

    def same(self, key: str, name: str) -> str:
        """Whether this player stands under the key: two names may differ in capitals alone, which = overlooks."""
        return f"EXACT({self.fact(key)},{self.player(name)})"
