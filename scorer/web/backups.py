"""On the phone alone: everything saved in one file, and such a file restored.

A server's whole database is saved and restored by commands instead, and these pages are not there.
"""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from sqlalchemy import func, select

from ..store import copying, people
from ..store.backup import BackupError, make_folder, mark, saved
from ..store.database import folder_of, now
from ..store.models import SheetRecord, db
from .app import devices
from .app.limits import takes_a_file
from .forms import PageForm, TextField
from .responses import as_file, say

bp = Blueprint("backups", __name__, url_prefix="/backup")

MOST_BYTES = 64 * 1024 * 1024
"""Of a file that is restored: about 800 sheets of 100 hands."""
SQLITE = "application/vnd.sqlite3"


def _database() -> Path:
    return Path(current_app.instance_path, "scorer.db")


def _prepared() -> Path:
    """The file that was looked into last, to be restored by the next tap."""
    return folder_of(_database()) / "restoring.db"


def _former() -> Path:
    """What was here before everything was replaced."""
    return folder_of(_database()) / "replaced.db"


class RestoreForm(PageForm):
    """file: to be looked into; action: what becomes of it then."""

    file = FileField("A file")
    action = TextField()


@bp.get("")
def show() -> ResponseReturnValue:
    return _page()


@bp.get("/everything")
def everything() -> ResponseReturnValue:
    """The whole database as one file."""
    connection = cast(sqlite3.Connection, db.session.connection().connection.driver_connection)
    content = connection.serialize()
    mark(Path(current_app.instance_path))
    return as_file(content, SQLITE, _name())


def _name() -> str:
    return f"scorer-{now():%Y-%m-%d}.db"


@bp.post("")
@takes_a_file(MOST_BYTES)
def restore() -> ResponseReturnValue:
    """Show what is in a file, or do with it what was chosen then."""
    form = RestoreForm()
    try:
        match form.action.data:
            case "add":
                return _add()
            case "replace":
                return _replace()
            case _:
                return _look(form)
    except (BackupError, OSError) as refused:
        return _page(error=str(refused)), 422


def _look(form: RestoreForm) -> ResponseReturnValue:
    sent = form.file.data
    if not sent:
        return _page(error="Choose the file in which everything was saved."), 422
    draft = make_folder(_database()) / "sent.db"
    try:
        sent.save(draft)
        copying.prepare(draft, _prepared(), called=Path(sent.filename or "The file").name)
    finally:
        draft.unlink(missing_ok=True)
    return _page(found=copying.sheets_in(_prepared()))


def _add() -> ResponseReturnValue:
    _check_prepared()
    found = copying.add(_prepared())
    people.own_all(devices.keys())
    _prepared().unlink()
    say(f"{copying.summary(found)}.")
    return redirect(url_for("home.home"), 303)


def _replace() -> ResponseReturnValue:
    _check_prepared()

    def put(database: Path) -> None:
        shutil.copyfile(database, _former())
        _prepared().replace(database)

    _put_in_place(put)
    say("Everything was replaced.", way="Undo", address=url_for("backups.undo"))
    return redirect(url_for("home.home"), 303)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Put back what was here before everything was replaced, once."""
    if not _former().exists():
        return _page(error="There is nothing to take back."), 422
    _put_in_place(_former().replace)
    say("Everything is as it was before.")
    return redirect(url_for("home.home"), 303)


def _put_in_place(put: Callable[[Path], Any]) -> None:
    replace: Callable[[Callable[[Path], Any]], None] = current_app.extensions["replace database"]
    replace(put)
    devices.look_again()


def _check_prepared() -> None:
    if not _prepared().exists():
        raise BackupError("Choose the file once more: it was looked into before Scorer was closed.")


def _page(*, found: list[copying.Found] | None = None, error: str = "") -> str:
    return render_template(
        "files/backup.html",
        saved=saved(Path(current_app.instance_path)),
        sheets=db.session.scalar(select(func.count()).select_from(SheetRecord)),
        name=_name(),
        found=found,
        missing=[each for each in found or () if each.status is not copying.AddStatus.SAME],
        undoable=_former().exists(),
        error=error,
    )
