"""What a phone asks for to keep this app among its own: manifest, service worker, and an icon."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, request

bp = Blueprint("installation", __name__)

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


def register(app: Flask) -> None:
    app.register_blueprint(bp)
    app.jinja_env.globals["paper"] = PAPER


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
