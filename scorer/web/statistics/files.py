"""A season as files: its curve and picture, CSV, a workbook, and paper."""

from pathlib import Path

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue

from ...exports import season_curve, tables
from ...statistics.season import Season
from .. import responses
from ..app import access
from ..app.limits import FILES, take_turn
from ..export import CSV, XLSX
from .pages import ChoiceForm, page
from .pages import bp as pages

bp = Blueprint("statistics_files", __name__, url_prefix="/statistics")

SVG = "image/svg+xml"


@pages.get("/curve.svg")
@page
def curve(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """The curve as a page shows it. 404 for a season without a sheet, as for every file of one."""
    drawn = season_curve.drawn(_some(season))
    policy = {responses.POLICY: responses.style_policy(season_curve.style(drawn))}
    return Response(season_curve.draw(drawn, wide=bool(form.wide.data)), headers=policy, content_type=SVG)


@bp.get("/season.svg")
@page
def picture(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    return _file(season, season_curve.draw(season_curve.drawn(_some(season)), wide=True), "svg", SVG)


@bp.get("/season.csv")
@page
def nights(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """A row for each night and player."""
    return _file(season, tables.nights_csv(_some(season)), "csv", CSV)


@bp.get("/season-hands.csv")
@page
def hands(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    """A row for each hand."""
    return _file(season, tables.hands_csv(_some(season)), "hands.csv", CSV)


@bp.get("/season.xlsx")
@page
def workbook(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    take_turn(FILES)
    return _file(season, tables.season_workbook(_some(season)), "xlsx", XLSX)


@bp.get("/season.pdf")
@page
def paper(season: Season, form: ChoiceForm) -> ResponseReturnValue:
    from ...exports import pdf

    take_turn(FILES)
    fonts = Path(current_app.static_folder or "") / "fonts"
    written = pdf.write_season(_some(season), fonts=fonts, paper=access.phone_settings().paper_size)
    return _file(season, written, "pdf", "application/pdf")


def _some(season: Season) -> Season:
    return season if season.evenings else abort(404)


def _file(season: Season, content: bytes, ending: str, content_type: str) -> Response:
    """A file to be saved, named by the game and the last night."""
    name = "-".join(part for part in ("season", season.game, season.evenings[-1].date) if part)
    return responses.as_file(content, content_type, f"{name}.{ending}")
