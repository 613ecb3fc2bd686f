"""Static files under addresses that change with their content, and what a phone asks for to keep this app
among its own.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, request, url_for


def register(app: Flask) -> None:
    _serve_static_files(app)
    app.register_blueprint(bp)
    app.jinja_env.globals["paper"] = PAPER


SCRIPTS = "js"
PACKAGE = Path(__file__).parents[1]
PAPER = {"light": "#f5efe1", "dark": "#101714", "black": "#000000"}
"""The ground of the pages in each theme, as the stylesheet has it: also of the phone's bars around them."""
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""File, size in pixels, and purpose: a phone cuts a maskable one to the shape of its others."""
MANIFEST = "application/manifest+json"
WORKER = "worker/service-worker.js"
SHELL = ("*.js", "*.svg", "css/*.css", "fonts/*.woff", "js/*.js")
"""What pages are made of: a phone keeps it, to show its last sheet without a network."""

bp = Blueprint("installation", __name__)


def folder_of(name: str) -> Path:
    """Beside the package's modules where it was installed, beside the package in a checkout."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def _serve_static_files(app: Flask) -> None:
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


def manifest_of(top: str, asset: Callable[[str], str]) -> dict[str, Any]:
    """What the app says of itself. top: the address of its first page; asset: gives that of a static file."""
    return {
        "id": top,
        "name": "Scorer",
        "short_name": "Scorer",
        "description": "The scorekeeper that lies on the table while you play cards.",
        "start_url": top,
        "scope": top,
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "icons": [
            {"src": asset(file), "sizes": size, "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ],
    }


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    top = f"{request.script_root}/"
    return Response(json.dumps(manifest_of(top, current_app.jinja_env.globals["asset"])), mimetype=MANIFEST)


@bp.get("/service-worker.js")
def service_worker() -> Response:
    """The worker of this release: it is another one as soon as a stylesheet or a script is another."""
    asset, folder = current_app.jinja_env.globals["asset"], Path(current_app.static_folder or "")
    files = sorted(path.relative_to(folder).as_posix() for parts in SHELL for path in folder.glob(parts))
    shell = json.dumps([asset(file) for file in files])
    version = hashlib.sha256(shell.encode()).hexdigest()[:12]
    text = f'const VERSION = "{version}";\nconst SHELL = {shell};\n{(folder / WORKER).read_text("utf-8")}'
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/favicon.ico")
def favicon() -> Response:
    """For browsers that take no drawing as an icon, and ask without being told to."""
    response = current_app.send_static_file("icons/favicon.ico")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
