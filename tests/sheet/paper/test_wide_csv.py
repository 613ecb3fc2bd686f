"""The sheet as a table for a spreadsheet."""

from typing import Any

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.csv import wide as wide_csv

from ...exports import tables
from ...exports.ledgers import OF_GAME, STRANGE, plain
from ..games.test_pirate_sheets import CONTRACT, MADE, ledger


def read(known: Ledger) -> list[dict[str, str]]:
    return tables.rows(wide_csv(known))


def rows(*hands: Any) -> list[dict[str, str]]:
    return read(ledger(*hands))


def test_every_key_of_every_hand_has_a_column_of_its_own_though_house_rules_changed() -> None:
    first, second, third = rows(
        {**MADE, "honors": {"Alan": 3, "Mike": 1}},
        {**MADE, "vulnerable": True, **CONTRACT},
        {"contract": None},
    )
    assert (first["honors"], first["vulnerable"]) == ("Alan 3, Mike 1", "")
    assert (second["honors"], second["vulnerable"]) == ("", "true")
    assert (third["contract"], third["tricks"], third["Alan total"]) == ("no contract", "", "674")


def test_what_the_end_of_a_sheet_pays_has_a_row_that_is_no_hand() -> None:
    [*_, known] = (known for known in OF_GAME["ten-bridge"] if known.closing)
    *hands, end = read(known)
    assert len(hands) == len(known.rows)
    assert (end["hand"], end["contract"]) == ("end", "paid at the end of the sheet")


def test_lines_end_and_texts_are_marked_as_spreadsheets_expect_it() -> None:
    content = wide_csv(plain([-3, *[0] * 11]))
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == 6
    head, row = tables.cells(content)
    marked = [text for text in head if text.startswith("'")]
    assert marked == [
        f"'{name} {what}" for what in ("points", "total") for name in STRANGE if name.strip("'")[0] in "=+-@"
    ]
    assert row[head.index("'=1+1 points")] == row[head.index("'=1+1 total")] == "-3"
