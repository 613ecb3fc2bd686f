"""A sheet of every game, taken away in every way: each says the same totals, and the way back is whole."""

import csv
import io
import re
from decimal import Decimal

import pytest
from pypdf import PdfReader

from scorer.rules.core import Points
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.file import document

from ...exports import tables
from ...exports.recalculation import Workbook
from ...sheet.vectors import VECTORS, scored
from ..evening import text_of
from ..phone import Phone
from .test_import_sheets import brought


def _longest() -> dict[str, Ledger]:
    """The vector with the most hands of each game."""
    ledgers: dict[str, list[Ledger]] = {}
    for ledger in filter(None, map(scored, VECTORS)):
        ledgers.setdefault(ledger.sheet.game, []).append(ledger)
    return {game: max(found, key=lambda ledger: len(ledger.rows)) for game, found in ledgers.items()}


PLAIN = {
    "format": "score-sheet/1",
    "game": "plain",
    "players": ["Amber", "Betty", "Cindy"],
    "hands": [
        {"points": {"Amber": 12, "Betty": -2.5, "Cindy": 0}},
        {"points": {"Amber": 7, "Betty": 4, "Cindy": -20}},
    ],
}
PARTNERS_CHANGE = {
    "spades": {"bids": dict.fromkeys(("North", "East", "South", "West"), 3), "tricks": [8, 5]},
    "ten-bridge": {"contract": "1minor", "declarer": "North", "tricks": 7},
    "reverse-bridge": {"contract": "7S", "declarer": "North", "opponent_tricks": 9},
}
"""A hand of each game in which each player can have a total."""


def _partners_change() -> dict[str, Ledger]:
    """Two hands of each, with other partners in the second, and a penalty for one of them."""
    sheets = (
        {
            "format": "score-sheet/1",
            "game": game,
            "players": ["North", "East", "South", "West"],
            "options": {"totals": "players"},
            "hands": [hand, {**hand, "players": ["North", "South", "East", "West"]}],
            "adjustments": [{"after": 1, "points": {"East": -10}, "note": "late"}],
            "finished": True,
        }
        for game, hand in PARTNERS_CHANGE.items()
    )
    ledgers = (Ledger.of(document.load(document.dumps(sheet).encode())) for sheet in sheets)
    return {f"{ledger.sheet.game}, partners change": ledger for ledger in ledgers}


SHEETS = {**_longest(), **_partners_change(), "plain": Ledger.of(document.load(document.dumps(PLAIN).encode()))}


def numbers(text: str) -> list[Points]:
    return [Decimal(found.replace("−", "-")) for found in re.findall(r"[-−]?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("game", SHEETS)
def test_every_way_says_the_totals_of_the_page(phone: Phone, game: str) -> None:
    every_way_says_the_totals(phone, brought(phone, document.write(SHEETS[game].sheet)), SHEETS[game])


def every_way_says_the_totals(phone: Phone, sheet: str, ledger: Ledger) -> None:
    """Compare the page of a sheet and all that leaves it with the totals that are due."""
    due = list(ledger.totals)
    shown = phone.get(sheet).text.partition('id="standings"')[2].partition("</thead>")[0]
    assert [numbers(total)[0] for total in re.findall(r"<b>(.*?)</b>", shown)] == due

    back = phone.get(f"{sheet}/sheet.json").data
    assert list(Ledger.of(document.load(back)).totals) == due
    assert phone.get(f"{brought(phone, back)}/sheet.json").data == back

    *_, last = tables.rows(phone.get(f"{sheet}/sheet.csv").data)
    assert [Decimal(cell) for name, cell in last.items() if name.endswith(" total")] == due

    long = csv.DictReader(io.StringIO(phone.get(f"{sheet}/sheet-long.csv").data.decode("utf-8-sig"), newline=""))
    who = "side" if ledger.table.game.sides_have_columns else "player"
    points = dict.fromkeys(ledger.columns, Decimal())
    for line in long:
        points[line[who]] += Decimal(line["points"])
    assert [points[column] for column in ledger.columns] == due

    assert Workbook(phone.get(f"{sheet}/sheet.xlsx").data).totals() == due

    pages = PdfReader(io.BytesIO(phone.get(f"{sheet}/sheet.pdf").data)).pages
    printed = " ".join(" ".join(snapshot.extract_text().split()) for snapshot in pages)
    said = text_of(phone.get(f"{sheet}/text").text)
    page = text_of(phone.get(f"{sheet}/sheet.html").text)
    drawn = text_of(phone.get(f"{sheet}/picture.svg").text)
    for column, total in zip(ledger.columns, due, strict=True):
        number = f"{total}".replace("-", "−")
        assert re.search(rf"{re.escape(column)} {number} ?=?\d+(st|nd|rd|th)", printed), column
        assert re.search(rf"{re.escape(column)}: {number}\b", said), column
        assert number in drawn, column
        assert re.search(rf"{re.escape(column)}\s+{number}\b", page), column
