"""Static files: each has its version in its address, so that phones may keep it for good."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, url_for

SCRIPTS = "js"
PACKAGE = Path(__file__).parents[2]


def folder_of(name: str) -> Path:
    """Beside the package's modules where it was installed, beside the package in a checkout."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def register(app: Flask) -> None:
    """Serve `/static/<version>/<file>`, and give templates `asset(file)`, the address of a file.

    The version stands in the path, not behind a question mark: a script imports the others as "./queue.js", and so
    gets those of its own version, without a map of addresses in every page or a script that is rewritten.
    """
    folder = Path(app.static_folder or "")

    @cache
    def version_of(name: str) -> str:
        """12 digits that change with the content; the scripts import each other and share one version."""
        path = folder / name
        paths = sorted(path.parent.iterdir()) if path.parent.name == SCRIPTS else [path]
        return hashlib.sha256(b"".join(each.read_bytes() for each in paths)).hexdigest()[:12]

    def send(filename: str, version: str = "") -> Response:
        response = app.send_static_file(filename)
        if version != version_of(filename):
            # A page of another version asks: what it gets is not what its address says for good.
            response.headers["Cache-Control"] = "no-cache"
        return response

    def asset(name: str) -> str:
        return url_for("static", filename=name, version=version_of(name))

    app.view_functions["static"] = send
    app.add_url_rule("/static/<string(length=12):version>/<path:filename>", endpoint="static")
    app.jinja_env.globals["asset"] = asset
