"""Whether this process lives, and whether phones can be sent to it: asked by programs, not by people."""

from flask import Blueprint, Response, current_app
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from ...store.database import is_up_to_date
from ...store.errors import DatabaseMovedError, UnusableDatabaseError
from ...store.models import db
from ...store.sqlite import refuse_unfit_disk

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> ResponseReturnValue:
    return Response("alive\n", mimetype="text/plain")


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """200 where the database answers, has the tables of this release and can be written on its disk, else 503."""
    try:
        connection = db.session.connection()
        if is_up_to_date(connection):
            refuse_unfit_disk(connection)
            return Response("ready\n", mimetype="text/plain")
        current_app.logger.error("Not ready: the database is of another release.")
    except DatabaseMovedError as moved:
        current_app.logger.error("Not ready: there is no %s any more, or it is another file.", moved)
    except UnusableDatabaseError as error:
        current_app.logger.error("Not ready: %s.", error)
    except SQLAlchemyError as error:
        db.session.rollback()
        current_app.logger.error("Not ready: %s", getattr(error, "orig", None) or error)
    return Response("not ready\n", 503, mimetype="text/plain")
