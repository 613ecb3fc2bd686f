"""What is asked for a hand names its sheet, so that a database may be divided by sheets over many machines."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import Table, UniqueConstraint

from scorer.store.models import Base
from scorer.store.scorebook import forget_snapshots

from .phone import Phone
from .test_statements import heard

pytestmark = pytest.mark.both

EVERYWHERE = {"device", "season"}
"""What every machine has a copy of: who a phone is, it says before it names a sheet; seasons are few."""
CODES = {("code", ("digest",))}
"""A short code, typed instead of an address, is looked up among all: once, by a phone that joins a sheet."""
TOUCHED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)(?:\s+AS\s+(\w+))?")

Seen = tuple[str, str]
"""A statement, and its parameters as one text."""


def sheet_column(table: str) -> str:
    return "id" if table == "sheet" else "sheet_id"


@pytest.mark.parametrize("table", [table for table in Base.metadata.sorted_tables if table.name not in EVERYWHERE])
def test_every_key_begins_with_the_sheet_s_id(table: Table) -> None:
    unique = [made for made in table.constraints if isinstance(made, UniqueConstraint)]
    keys = [tuple(column.name for column in key.columns) for key in (table.primary_key, *unique)]
    keys += [tuple(index.columns.keys()) for index in table.indexes if index.unique]
    begun = [key for key in keys if key[0] != sheet_column(table.name) and (table.name, key) not in CODES]
    assert begun == []


def unnamed(asked: list[Seen], sheet: str) -> list[str]:
    """The statements in which a table is not bound to this sheet."""
    found: list[str] = []
    for statement, parameters in asked:
        for table, alias in TOUCHED.findall(statement):
            column = f"{sheet_column(table)}"
            bound = statement.startswith("INSERT") or re.search(
                rf"\b{alias or table}\.{column} = |= {alias or table}\.{column}\b", statement
            )
            if table not in EVERYWHERE and not (bound and sheet in parameters):
                found.append(statement)
    return found


ON_THE_WAY: dict[str, Callable[[Phone, str], object]] = {
    "the page": lambda phone, sheet: phone.get(sheet),
    "news": lambda phone, sheet: phone.get(f"{sheet}/news?seen=2"),
    "the entry": lambda phone, sheet: phone.get(f"{sheet}/hand"),
    "a hand": lambda phone, sheet: phone.record(sheet),
    "an undo": lambda phone, sheet: phone.undo(sheet),
    "a call": lambda phone, sheet: phone.call(sheet, "6H"),
    "the table mode": lambda phone, sheet: phone.get(f"{sheet}/board"),
}


@pytest.mark.parametrize("cold", [True, False], ids=["after a restart", "from memory"])
@pytest.mark.parametrize("way", ON_THE_WAY)
def test_statements_for_a_hand_name_its_sheet(app: Flask, phone: Phone, fresh: str, way: str, cold: bool) -> None:
    phone.record(fresh)
    if cold:
        forget_snapshots()
    with heard(app) as said:
        answer = ON_THE_WAY[way](phone, fresh)
    asked = [(" ".join(statement.split()), bound) for statement, bound in said if TOUCHED.search(statement)]
    assert getattr(answer, "status_code", 0) in (200, 204, 303)
    assert asked
    assert unnamed(asked, fresh.removeprefix("/sheets/")) == []


def test_a_statement_that_names_no_sheet_is_found_out() -> None:
    several = "SELECT entry.number FROM entry JOIN opening ON opening.sheet_id = entry.sheet_id WHERE number = ?"
    assert unnamed([(several, "(1,)")], "abc") == [several] * 2
    one = "SELECT entry.number FROM entry WHERE entry.sheet_id = ?"
    assert unnamed([(one, "('abc',)"), ("SELECT device.id FROM device", "()")], "abc") == []
