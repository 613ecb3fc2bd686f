"""The sheet as files, as text for a chat, as a picture; and all sheets of this phone at a glance."""

from pathlib import Path
from urllib.parse import urljoin

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ..exports import picture, tables, texts
from ..exports.tables import PlayerRow
from ..sheet import audit, importing, sheet_file
from ..sheet.paper import csv
from ..store import files
from ..store.scorebook import Snapshot
from . import responses
from .app import access
from .app.display import remarks_of
from .app.limits import FILES, SHEETS, take_turn
from .forms import TextField
from .people import digits_beside, qr_code, reachable

bp = Blueprint("export", __name__, url_prefix="/sheets/<sheet_id>")

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class PaperForm(Form):
    """paper: of a PDF; else the one that this phone asked for last."""

    paper = TextField()


@bp.get("/export")
def show(sheet_id: str) -> ResponseReturnValue:
    """Every way to export the sheet."""
    from ..exports.workbook import workbook

    snapshot = access.snapshot_to_view(sheet_id)
    without_coming = sheet_file.leaves_out_coming(snapshot.sheet)
    living = snapshot.sheet.game in workbook.FORMULAS
    shown = {"name": snapshot.sheet.file_name, "living": living, "without_coming": without_coming}
    return render_template("files/export.html", snapshot=snapshot, **shown)


@bp.get("/send")
def send(sheet_id: str) -> ResponseReturnValue:
    """The sheet itself as a file, a link and QR codes, for a phone that has no way to this database."""
    snapshot = _in_turn(sheet_id)
    digests = audit.digests(snapshot.entries)
    link, codes = "", list[str]()
    # A history that was altered here proves itself nowhere else.
    if digests[-1] == snapshot.digests[-1]:
        text = importing.pack(snapshot.entries, digests[-1])
        if len(text) <= importing.MOST_PACKED:
            address = f"{_where_links_open()}#"
            link = f"{address}{importing.MARK}{text}"
            room = digits_beside(f"{address}{importing.PART}16.16.0000-0000.")
            parts = (part.rpartition(".") for part in importing.parts_of(text, room))
            codes = [qr_code(f"{address}{head}.", digits) or "" for head, _, digits in parts]
    shown = {"link": link, "codes": codes, "name": snapshot.sheet.file_name}
    return render_template("files/send.html", snapshot=snapshot, **shown)


def _where_links_open() -> str:
    """The address that a link begins with. On the phone alone a host knows only the page around the app."""
    if current_app.config["PHONE_ALONE"]:
        return urljoin(url_for("home.home", _external=True), "..")
    return reachable(url_for("imports.choose", _external=True))


@bp.get("/sheet.pdf")
def as_pdf(sheet_id: str) -> ResponseReturnValue:
    """On the paper that the address asks for, which this phone then gets again, or that it asked for last."""
    from ..exports import pdf

    settings = access.phone_settings()
    asked_last = settings["paper"] or "a4"
    paper = PaperForm(request.args).paper.data or asked_last
    if paper not in pdf.PAPERS:
        abort(404)
    snapshot = _in_turn(sheet_id)
    fonts = Path(current_app.static_folder or "") / "fonts"
    amended = snapshot.line.amended
    marks = {"amended": amended, "fingerprint": snapshot.fingerprint, "remarks": remarks_of(snapshot)}
    written = pdf.write(snapshot.ledger, fonts=fonts, paper=paper, receipt=snapshot.receipt, **marks)
    response = _file(snapshot, "pdf", "application/pdf", written)
    if paper != asked_last:
        access.keep_phone_settings(response, {**settings, "paper": "" if paper == "a4" else paper})
    return response


@bp.get("/sheet.csv")
def as_csv(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, "csv", CSV, csv.wide(snapshot.ledger, remarks_of(snapshot)))


@bp.get("/sheet-long.csv")
def as_long_csv(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, "long.csv", CSV, csv.long(snapshot.ledger, remarks_of(snapshot)))


@bp.get("/sheet.json")
def as_json(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, "json", "application/json", sheet_file.write(snapshot.sheet))


@bp.get("/sheet-with-history.json")
def with_history(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _file(snapshot, "with-history.json", "application/json", files.with_history(snapshot))


@bp.get("/sheet.xlsx")
def as_workbook(sheet_id: str) -> ResponseReturnValue:
    from ..exports.workbook import workbook

    snapshot = _in_turn(sheet_id)
    return _file(
        snapshot, "xlsx", XLSX, workbook.write(snapshot.ledger, snapshot.line.amended, remarks_of(snapshot))
    )


@bp.get("/text")
def as_text(sheet_id: str) -> ResponseReturnValue:
    """To be copied into a chat: the short text and the whole one."""
    snapshot = access.snapshot_to_view(sheet_id)
    remarks = remarks_of(snapshot)
    return render_template(
        "files/chat.html",
        snapshot=snapshot,
        summary=texts.summary(snapshot.ledger, remarks),
        whole=texts.whole(snapshot.ledger, remarks),
    )


@bp.get("/picture")
def as_picture(sheet_id: str) -> ResponseReturnValue:
    """The picture, and how to keep it."""
    snapshot = access.snapshot_to_view(sheet_id)
    return render_template("files/picture.html", snapshot=snapshot, name=snapshot.sheet.file_name)


@bp.get("/picture.svg")
def as_svg(sheet_id: str) -> ResponseReturnValue:
    """To be shown in the page, which draws the PNG from it."""
    snapshot = _in_turn(sheet_id)
    drawn = picture.draw(snapshot.ledger)
    return _file(snapshot, "svg", "image/svg+xml", drawn, disposition="inline")


def _in_turn(sheet_id: str) -> Snapshot:
    """The sheet, for a file that takes long to write."""
    snapshot = access.snapshot_to_view(sheet_id)
    take_turn(SHEETS)
    return snapshot


def _file(
    snapshot: Snapshot, ending: str, content_type: str, content: bytes | str, disposition: str = "attachment"
) -> Response:
    return responses.as_file(content, content_type, f"{snapshot.sheet.file_name}.{ending}", disposition)


evenings_bp = Blueprint("evenings", __name__)


@evenings_bp.get("/evenings", endpoint="show")
def show_evenings() -> ResponseReturnValue:
    return render_template("files/evenings.html", rows=_evenings())


@evenings_bp.get("/evenings.csv", endpoint="as_csv")
def evenings_csv() -> ResponseReturnValue:
    return responses.as_file(tables.evenings_csv(_evenings()), CSV, "evenings.csv")


@evenings_bp.get("/evenings.xlsx", endpoint="as_workbook")
def evenings_workbook() -> ResponseReturnValue:
    return responses.as_file(tables.evenings_workbook(_evenings()), XLSX, "evenings.xlsx")


def _evenings() -> list[PlayerRow]:
    """Of every sheet of this phone, archived ones too, but for those that are damaged."""
    take_turn(FILES)
    return tables.player_rows(snapshot.ledger for snapshot in access.sheets_here())
