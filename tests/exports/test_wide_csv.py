"""The sheet as a table for a spreadsheet."""

import csv
import io
from typing import Any

from scorer.exports import wide_csv

from ..sheet.test_pirate_sheets import CONTRACT, MADE, ledger


def rows(*hands: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(wide_csv.write(ledger(*hands)).decode("utf-8-sig"))))


def test_every_key_of_every_hand_has_a_column_of_its_own_though_house_rules_changed() -> None:
    first, second, third = rows(
        {**MADE, "honors": {"Alan": 3, "Mike": 1}},
        {**MADE, "vulnerable": True, **CONTRACT},
        {"contract": None},
    )
    assert (first["honors"], first["vulnerable"]) == ("Alan 3, Mike 1", "")
    assert (second["honors"], second["vulnerable"]) == ("", "True")
    assert (third["contract"], third["tricks"], third["Alan total"]) == ("no contract", "", "674")
