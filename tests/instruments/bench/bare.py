"""The least that Flask could do: an app that says hello and writes one row, under the server that Scorer has.

Run by itself, as `bare.py serve --host 127.0.0.1 --port 8000`, in the folder of its database.
"""

import argparse
import sqlite3
import sys
import threading

from flask import Flask, request

from scorer import connections

TABLE = """CREATE TABLE IF NOT EXISTS entry (
    sheet_id TEXT, number INTEGER, kind TEXT, facts TEXT, key TEXT, device_id TEXT, at TEXT, digest TEXT
)"""


def bare_app(database: str) -> Flask:
    app = Flask("bare")
    here = threading.local()

    def connection() -> sqlite3.Connection:
        """One for each thread, as safe against a power cut as Scorer's."""
        if not hasattr(here, "connection"):
            here.connection = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)
            here.connection.execute("PRAGMA journal_mode = WAL")
            here.connection.execute("PRAGMA synchronous = FULL")
            here.connection.execute(TABLE)
        return here.connection

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    @app.post("/write")
    def write() -> str:
        form = request.form
        row = ("sheet", 1, "record", request.get_data(as_text=True), form["key"], "device", "now", "digest")
        connection().execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return "written"

    return app


PATIENCE = 20
"""Seconds that a write waits for the others."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bare.py", description=__doc__)
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    asked = parser.parse_args()
    sys.setswitchinterval(connections.TURN)
    connections.listen(bare_app("bare.db"), asked.host, asked.port, rooms={}).run()


if __name__ == "__main__":
    main()
