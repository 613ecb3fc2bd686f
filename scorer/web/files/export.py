"""The sheet as files."""

import re
import unicodedata
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from ...exports import pdf
from ...exports.csv import long as long_csv
from ...exports.csv import wide as wide_csv
from ...exports.workbook import workbook as xlsx
from ...exports.workbook.registry import LIVE
from ...sheet.audit import hash_chain
from ...sheet.changes.remarks import Remarks
from ...sheet.core.entries import trail
from ...sheet.file import document
from ...store import scorebook
from ...store.scorebook import Page
from ..app import access
from ..app.long_work import SHEETS, take_turn

pages = Blueprint("take_away", __name__, url_prefix="/sheets/<sheet_id>")


@pages.get("/take-away")
def show(sheet_id: str) -> ResponseReturnValue:
    """Every way to take the sheet away."""
    page = access.page_to_view(sheet_id)
    without_coming = document.leaves_out_coming(page.sheet)
    living = page.sheet.game in LIVE
    return render_template("files/export.html", page=page, living=living, without_coming=without_coming)


@pages.get("/sheet.csv")
def as_csv(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    return _file(page, wide_csv.write(page.ledger, _remarks(page)), "csv", "text/csv; charset=utf-8")


@pages.get("/sheet-long.csv")
def as_long_csv(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    return _file(page, long_csv.write(page.ledger, _remarks(page)), "long.csv", "text/csv; charset=utf-8")


@pages.get("/sheet.pdf")
def as_pdf(sheet_id: str) -> ResponseReturnValue:
    """On A4, or with `paper=letter` on Letter."""
    page = access.page_to_view(sheet_id)
    take_turn(SHEETS)
    paper = request.args.get("paper", "a4")
    if paper not in pdf.PAPERS:
        abort(404)
    fonts = Path(current_app.static_folder or "") / "fonts"
    amended = trail(page.entries).amended
    content = pdf.write(page.ledger, fonts=fonts, paper=paper, amended=amended, fingerprint=page.fingerprint)
    return _file(page, content, "pdf", "application/pdf")


@pages.get("/sheet.json")
def as_json(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    return _file(page, document.write(page.sheet), "json", "application/json")


@pages.get("/sheet-with-history.json")
def with_history(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    history = hash_chain.lines(page.entries, scorebook.stored_digests(page))
    return _file(page, document.write(page.sheet, history), "with-history.json", "application/json")


@pages.get("/sheet.xlsx")
def as_workbook(sheet_id: str) -> ResponseReturnValue:
    page = access.page_to_view(sheet_id)
    take_turn(SHEETS)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return _file(page, xlsx.write(page.ledger, trail(page.entries).amended, _remarks(page)), "xlsx", kind)


def _remarks(page: Page) -> Remarks:
    return Remarks.of(trail(page.entries).acts, page.ledger)


def _file(page: Page, content: bytes, ending: str, kind: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers.set("Content-Disposition", "attachment", filename=f"{file_name(page)}.{ending}")
    return response


def file_name(page: Page) -> str:
    """A name that every file system takes, from the title and the date."""
    sheet = page.sheet
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
    return "-".join(part for part in (sheet.date, words or sheet.game) if part)
