"""All sheets of this phone at a glance: a table, and the same as CSV and as a workbook."""

from collections.abc import Iterator
from contextlib import suppress

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from ...exports import tables
from ...exports.tables import PlayerRow
from ...sheet.core.ledger import Ledger
from ...store import people, scorebook
from ...store.models import CorruptSheetError
from ..app import access
from ..app.limits import FILES, take_turn
from .export import CSV, XLSX

bp = Blueprint("evenings", __name__)


@bp.get("/evenings")
def show() -> ResponseReturnValue:
    return render_template("files/evenings.html", rows=_rows())


@bp.get("/evenings.csv")
def as_csv() -> ResponseReturnValue:
    return _file(tables.evenings_csv(_rows()), "csv", CSV)


@bp.get("/evenings.xlsx")
def as_workbook() -> ResponseReturnValue:
    return _file(tables.evenings_workbook(_rows()), "xlsx", XLSX)


def _rows() -> list[PlayerRow]:
    """Of every sheet of this phone, archived ones too, but for those that are damaged."""
    take_turn(FILES)
    return tables.player_rows(_ledgers())


def _ledgers() -> Iterator[Ledger]:
    for grant in people.grants(access.device()):
        with suppress(CorruptSheetError):
            yield scorebook.read(grant.sheet_id).ledger


def _file(content: bytes, ending: str, content_type: str) -> Response:
    response = Response(content, content_type=content_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"evenings.{ending}")
    return response
