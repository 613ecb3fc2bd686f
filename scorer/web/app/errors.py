"""Pages for what goes wrong, and what programs are told of it. Nobody ever sees a traceback."""

from flask import Blueprint, Flask, Response, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from werkzeug.exceptions import HTTPException

from ...exports.wording import day
from ...store import catalogue, database, people
from ...store.models import CorruptSheetError, db
from ...store.people import NotAllowedError
from ...store.scorebook import SheetFullError
from .. import responses
from . import devices, limits
from .display import local, when
from .limits import refusal

TEXTS = {
    400: ("That request was not understood", "Go back, reload the page, and try once more."),
    403: (
        "This phone only watches",
        "Whoever scores changes that under “Share”: they tap your name, and “Make scorer”.",
    ),
    404: ("There is no such page", "Go back to your sheets."),
    405: ("That page takes no such request", "Go back to your sheets."),
    413: ("That is too much", "The request is larger than any hand of cards. Nothing was changed."),
}
NOT_OPEN = (
    "Not open on this phone",
    "Take its link or its code from “Share” on a phone that has it. Where none has it, ask whoever runs Scorer.",
)
NO_MORE = "Not open on this phone any more"
DELETED = "This sheet is deleted"
NOT_THERE = ("This is not on the sheet", "It may have been undone or deleted meanwhile.")
NO_SEASON = (
    "This link shows nothing",
    "It was made anew, or its season is over. Ask whoever runs Scorer for the link of today.",
)
UNKNOWN = ("Something went wrong here", "Nothing was recorded by this request. What was recorded before is safe.")

Fault = tuple[int, str, str]

AGAIN_IN = 5
"""Seconds after which a request that found no database makes sense again."""
AGAIN = ", then go back and try again"
NOTHING = "Nothing was recorded."
BY_ITSELF = "It is kept on this phone, and sent again by itself."
"""What a phone whose script keeps what it sends is told in the place of these two."""
SILENT = 503, "The scorebook does not answer", f"{NOTHING} Wait a moment{AGAIN}."
BUSY = (503, "The scorebook is busy", f"Another program holds on to the database. {NOTHING} Wait a moment{AGAIN}.")
FULL = 503, "The disk is full", f"{NOTHING} Make room on the machine that runs Scorer{AGAIN}."
DISK = (
    503,
    "The disk did not take it",
    f"{NOTHING} See whether the disk of the machine that runs Scorer is full or failing{AGAIN}.",
)
NOT_WRITABLE = (
    503,
    "The scorebook cannot be written",
    f"{NOTHING} Let Scorer write its database file and the folder that holds it{AGAIN}.",
)
NO_ROOM = (
    "The disk of the machine that runs Scorer has less than {} MB left, and these are kept for the sheets that "
    "are there: make room on it."
)
ROOM_IN = 60
"""Seconds after which somebody may have made room."""
SHEET_FULL = (
    "This sheet has {:,} entries, as many as one may have. It can be read, finished and exported as ever; play on "
    "with a new one."
)
DAMAGED = (
    500,
    "The database is damaged",
    (
        "Nothing was recorded. Whoever runs Scorer should stop it now and bring back a backup with “scorer "
        "restore”; those of the last days are in the folder “backups” beside the database."
    ),
)
MOVED = (
    503,
    "The scorebook is not in its place",
    (
        f"Its file was moved or deleted while Scorer runs. {NOTHING} Whoever runs Scorer should put "
        "the file back where it was; or else stop Scorer, and bring back a backup with “scorer restore”."
    ),
)
UNREADABLE = (
    500,
    "This sheet cannot be read",
    (
        "What is stored of it is damaged; the other sheets go on as ever. Whoever runs Scorer can see where with "
        "“scorer check”; “scorer restore” brings back all sheets as a backup has them."
    ),
)

BY_NAME = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": DISK,
    "SQLITE_READONLY": NOT_WRITABLE,
    "SQLITE_CANTOPEN": NOT_WRITABLE,
    "SQLITE_PERM": NOT_WRITABLE,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    # A table or column is missing: what is asked is fixed, and right on a database that is whole.
    "SQLITE_ERROR": DAMAGED,
    "55P03": BUSY,  # A lock was not free in time.
    "25006": SILENT,  # It only reads: a replica that has not taken over yet.
}
"""By the first words of SQLite's name for what went wrong, or PostgreSQL's code for it."""


def fault_of(error: SQLAlchemyError) -> Fault | None:
    """What to tell of this error; None for one that is a mistake of the program's own."""
    cause = getattr(error, "orig", None)
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    for start, fault in BY_NAME.items():
        if name.startswith(start):
            return fault
    # No connection that could be used, or none that was free in time.
    gone = isinstance(error, OperationalError | InterfaceError | NoConnectionError)
    return SILENT if gone or getattr(error, "connection_invalidated", False) else None


# What takes a server, and a phone that keeps score alone cannot offer: it says what to do instead.

NO_LINKS = (
    "No other phone can join here",
    (
        "This phone keeps score alone: there is no server that another phone could reach. “Send” in the menu of "
        "the sheet gives a link and a code that hold the sheet itself; other phones open it as a copy."
    ),
)
WHO = ("people.who", "people.say_who")
"""Nobody else has the sheet, and whoever has this phone may say who they are all the same."""
NO_PDF = (
    "The browser makes the PDF",
    ("Open “Print” under “Export”: the phone's own print page saves it as a PDF."),
)


def register(app: Flask) -> None:
    if app.config["PHONE_ALONE"]:
        app.before_request(_say_what_to_do_instead)

    @app.errorhandler(CSRFError)
    def stale_form(error: CSRFError) -> ResponseReturnValue:
        title = "This page was opened too long ago"
        return _page(400, title, "Go back and reload it; half-entered hands are kept in this phone.")

    @app.errorhandler(CorruptSheetError)
    def unreadable(error: CorruptSheetError) -> ResponseReturnValue:
        app.logger.error("Damaged: %s", error)
        return _page(*UNREADABLE)

    @app.errorhandler(DBAPIError)
    @app.errorhandler(NoConnectionError)
    def no_database(error: DBAPIError | NoConnectionError) -> ResponseReturnValue:
        fault = fault_of(error)
        if fault is None:
            return unknown_error(error)
        app.logger.error("The database did not answer: %s", getattr(error, "orig", None) or error)
        return _page(*fault)

    @app.errorhandler(database.DatabaseBusyError)
    def busy(error: database.DatabaseBusyError) -> ResponseReturnValue:
        return _page(*BUSY)

    @app.errorhandler(database.DatabaseMovedError)
    def moved(error: database.DatabaseMovedError) -> ResponseReturnValue:
        app.logger.error("The database is not in its place any more: %s", error)
        return _page(*MOVED)

    @app.errorhandler(database.NoRoomError)
    def no_room(error: database.NoRoomError) -> ResponseReturnValue:
        app.logger.error("The disk is nearly full: %s", error)
        return refusal(NO_ROOM.format(error.megabytes), 503, ROOM_IN)

    @app.errorhandler(NotAllowedError)
    def not_allowed(error: NotAllowedError) -> ResponseReturnValue:
        # It was allowed when the request came, and was taken from this phone before anything was written.
        devices.look_again()
        sheet_id = (request.view_args or {}).get("sheet_id", "")
        here = people.grant(devices.device(), sheet_id)
        return _page(403, *_only_watches(sheet_id)) if here else _not_open(sheet_id)

    @app.errorhandler(SheetFullError)
    def sheet_full(error: SheetFullError) -> ResponseReturnValue:
        return refusal(SHEET_FULL.format(error.most), 422)

    @app.errorhandler(HTTPException)
    def known_error(error: HTTPException) -> ResponseReturnValue:
        if error.code is None or error.code < 400:
            return error
        if error.code == 404 and request.path.startswith(("/sheets/", "/join/")):
            sheet_id = (request.view_args or {}).get("sheet_id", "")
            return _page(404, *NOT_THERE, sheet_id) if devices.is_open(sheet_id) else _not_open(sheet_id)
        if error.code == 404 and request.path.startswith(("/season/", "/tonight/")) and "season_source" not in g:
            return _page(404, *NO_SEASON)
        if error.code == 403 and request.path.startswith("/sheets/"):
            return _page(403, *_only_watches((request.view_args or {}).get("sheet_id", "")))
        if error.code == 413:
            limits.read_away()
        return _page(error.code, *TEXTS.get(error.code, UNKNOWN))

    @app.errorhandler(Exception)
    def unknown_error(error: Exception) -> ResponseReturnValue:
        app.logger.exception("A page failed")
        return _page(500, *UNKNOWN)


def _only_watches(sheet_id: str) -> tuple[str, str]:
    grant = people.grant(devices.device(), sheet_id)
    title, text = TEXTS[403]
    return title, f"{grant.told} {text}" if grant and grant.told else text


def _not_open(sheet_id: str) -> ResponseReturnValue:
    """For a phone that has no such sheet; one that had it is told since when it has it no more, and by whom."""
    device = devices.device()
    was = people.former_at(sheet_id, device) if device else None
    if was is None:
        return _page(404, *NOT_OPEN)
    if deleted := catalogue.deletion_of(sheet_id):
        text = f"{deleted.by} deleted it for everybody, {when(deleted.at)}. Whoever runs Scorer can bring it back"
        return _page(410, DELETED, f"{text} until {day(local(deleted.until).date().isoformat())}.")
    if was.by:
        return _page(
            404, NO_MORE, f"{was.by} removed this phone from the sheet, {when(was.left_at)}. {NOT_OPEN[1]}"
        )
    return _page(404, *NOT_OPEN)


def _page(code: int, title: str, text: str, sheet_id: str = "") -> ResponseReturnValue:
    """sheet_id: of the sheet that the page leads to, in the place of the list of sheets."""
    if code == 503 and request.method == "POST" and responses.OUTBOX in request.headers:
        text = text.replace(NOTHING, BY_ITSELF).replace(AGAIN, "")
    answer = make_response(render_template("error.html", title=title, text=text, sheet_id=sheet_id), code)
    if code == 503:
        answer.headers["Retry-After"] = str(AGAIN_IN)
    return answer


def _say_what_to_do_instead() -> ResponseReturnValue | None:
    of_links = request.blueprint in ("links", "people") and request.endpoint not in WHO
    if of_links or request.endpoint == "export.as_pdf":
        return _page(404, *(NO_LINKS if of_links else NO_PDF))
    return None


# Whether this process lives, and whether phones can be sent to it: asked by programs, not by people.

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> ResponseReturnValue:
    return Response("alive\n", mimetype="text/plain")


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """200 where the database answers, has the tables of this release and can be written on its disk, else 503."""
    try:
        connection = db.session.connection()
        if database.is_up_to_date(connection):
            database.refuse_unfit_disk(connection)
            return Response("ready\n", mimetype="text/plain")
        current_app.logger.error("Not ready: the database is of another release.")
    except database.DatabaseMovedError as moved:
        current_app.logger.error("Not ready: there is no %s any more, or it is another file.", moved)
    except database.UnusableDatabaseError as error:
        current_app.logger.error("Not ready: %s.", error)
    except SQLAlchemyError as error:
        db.session.rollback()
        current_app.logger.error("Not ready: %s", getattr(error, "orig", None) or error)
    return Response("not ready\n", 503, mimetype="text/plain")
