"""`scorer serve`: the app under its server, with a backup every day."""

import gc
import io
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from .. import create_app
from ..connections import TURN, Server, listen
from ..store import catalogue
from ..store.daily import DailyBackup
from ..store.database import UnusableDatabaseError, make_ready, reason_of, shown, sqlite_file, url_of
from ..store.models import db
from ..web import protection
from ..web.app import limits
from .common import DEFAULT_DATABASE, located

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    host: str,
    port: int,
    database: str | None,
    names: tuple[str, ...],
    new_sheets: int,
    club_code: str | None = None,
    *,
    new: bool = False,
) -> None:
    """Serve until interrupted; print where. port 0 takes a free one.

    new_sheets: of one address in a minute.
    club_code: None for that of the environment.
    new: whether to begin a database.
    """
    config: dict[str, object] = {"NEW_SHEETS_A_MINUTE": new_sheets}
    if club_code is not None:
        config["CLUB_CODE"] = club_code
    url = None
    try:
        if database:
            url = config["SQLALCHEMY_DATABASE_URI"] = url_of(database)
        if new:
            _begin(located(database))
        app = create_app(config)
    except (OSError, ImportError, SQLAlchemyError, UnusableDatabaseError) as error:
        raise click.ClickException(f"The database cannot be opened: {reason_of(error, url)}.") from None
    app.config["HOST_NAMES"] = (*app.config["HOST_NAMES"], *names, *protection.own_names())
    try:
        server = make_server(app, host, port)
    except (OSError, ValueError) as error:
        reason = f"{getattr(error, 'strerror', None) or error}".rstrip(".")
        raise click.ClickException(f"Cannot listen on {host}, port {port}: {reason}. Try another.") from None
    port = int(server.effective_port)
    lan = lan_address() if host in EVERYWHERE else None if host in LOOPBACK else host
    app.config["LAN_ADDRESS"] = f"http://{lan}:{port}" if lan else None
    announce(port, app.config["LAN_ADDRESS"], shown(url) if url else f"the folder {app.instance_path}")
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.enable()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with app.app_context():
        # Open as long as the app serves, which a restore sees by this connection.
        held = db.engine.connect()
        try:
            with daily_backups(app):
                try:
                    server.run()
                finally:
                    # Phones are told at once, while the last backup is made.
                    server.close()
        except KeyboardInterrupt:
            pass
        finally:
            held.close()
            # The last connection closed, SQLite tidies its log away into the database.
            db.engine.dispose()


def _begin(database: Path | URL) -> None:
    """Make the empty file of a database. Raises UnusableDatabaseError, and OSError."""
    if not isinstance(database, Path):
        raise UnusableDatabaseError("--new begins an SQLite file, and no other database")
    if database.exists():
        raise UnusableDatabaseError(f"there is a {database} already; without --new it is opened")
    if database == DEFAULT_DATABASE:
        database.parent.mkdir(exist_ok=True)
    make_ready(database)


def make_server(app: Flask, host: str, port: int) -> Server:
    """The server of an app, wherever it is served. Raises OSError and ValueError."""
    return listen(app, host, port, rooms=limits.rooms(app))


@contextmanager
def daily_backups(app: Flask) -> Iterator[None]:
    """Back up the database meanwhile, and at the end, where it is a file."""
    file = sqlite_file(db.engine.url, Path(app.instance_path))
    if file is None:
        yield
        return
    daily = DailyBackup(file, app.logger, tidy=lambda: catalogue.purge_in(app))
    app.jinja_env.globals["is_damaged"] = lambda: bool(daily.faults)
    daily.start()
    try:
        yield
    finally:
        daily.end()


def announce(port: int, lan: str | None, place: str) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot draw the code still shows the addresses.
        sys.stdout.reconfigure(errors="replace")
    print(f"Scorer is ready.\n\n  On this machine:   http://127.0.0.1:{port}")
    if lan:
        print(f"  On a phone nearby: {lan}\n")
        import segno

        segno.make(lan, error="m").terminal(sys.stdout, compact=True)
    else:
        print("  Phones cannot reach it: no network, or it listens on this machine alone.")
    print(f"\nStop with Ctrl+C. Every hand is kept in {place}.", flush=True)


def lan_address() -> str | None:
    """This machine's address on its network. Nothing is sent: the route is only looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
