"""The sheet as files."""

import re
import unicodedata
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form, SelectField

from ...exports import csv, pdf
from ...exports.workbook import workbook as xlsx
from ...exports.workbook.workbook import FORMULAS
from ...sheet.audit import hash_chain
from ...sheet.changes.remarks import Remarks
from ...sheet.core.entries import timeline
from ...sheet.file import document
from ...store import scorebook
from ...store.scorebook import Snapshot
from ..app import access
from ..app.long_work import SHEETS, take_turn

bp = Blueprint("take_away", __name__, url_prefix="/sheets/<sheet_id>")


class PaperForm(Form):
    paper = SelectField(choices={paper: paper for paper in pdf.PAPERS}, default="a4")


@bp.get("/take-away")
def show(sheet_id: str) -> ResponseReturnValue:
    """Every way to take the sheet away."""
    snapshot = access.snapshot_to_view(sheet_id)
    without_coming = document.leaves_out_coming(snapshot.sheet)
    living = snapshot.sheet.game in FORMULAS
    return render_template("files/export.html", snapshot=snapshot, living=living, without_coming=without_coming)


@bp.get("/sheet.csv")
def as_csv(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, csv.wide(snapshot.ledger, _remarks(snapshot)), "csv", "text/csv; charset=utf-8")


@bp.get("/sheet-long.csv")
def as_long_csv(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, csv.long(snapshot.ledger, _remarks(snapshot)), "long.csv", "text/csv; charset=utf-8")


@bp.get("/sheet.pdf")
def as_pdf(sheet_id: str) -> ResponseReturnValue:
    """On A4, or with `paper=letter` on Letter."""
    snapshot = access.snapshot_to_view(sheet_id)
    take_turn(SHEETS)
    form = PaperForm(request.args)
    if not form.validate():
        abort(404)
    fonts = Path(current_app.static_folder or "") / "fonts"
    amended = timeline(snapshot.entries).amended
    content = pdf.write(
        snapshot.ledger, fonts=fonts, paper=form.paper.data, amended=amended, fingerprint=snapshot.fingerprint
    )
    return _file(snapshot, content, "pdf", "application/pdf")


@bp.get("/sheet.json")
def as_json(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, document.write(snapshot.sheet), "json", "application/json")


@bp.get("/sheet-with-history.json")
def with_history(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    history = hash_chain.lines(snapshot.entries, scorebook.stored_digests(snapshot))
    return _file(snapshot, document.write(snapshot.sheet, history), "with-history.json", "application/json")


@bp.get("/sheet.xlsx")
def as_workbook(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    take_turn(SHEETS)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return _file(
        snapshot, xlsx.write(snapshot.ledger, timeline(snapshot.entries).amended, _remarks(snapshot)), "xlsx", kind
    )


def _remarks(snapshot: Snapshot) -> Remarks:
    return Remarks.of(timeline(snapshot.entries).acts, snapshot.ledger)


def _file(snapshot: Snapshot, content: bytes, ending: str, kind: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers.set("Content-Disposition", "attachment", filename=f"{file_name(snapshot)}.{ending}")
    return response


def file_name(snapshot: Snapshot) -> str:
    """A name that every file system takes, from the title and the date."""
    sheet = snapshot.sheet
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
    return "-".join(part for part in (sheet.date, words or sheet.game) if part)
