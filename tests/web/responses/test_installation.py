"""What a phone asks for to keep the app among its own: manifest, icons, and all of them light."""

import json
import re
import struct

from ..evening import four_hands
from ..phone import Phone, read

PNG = b"\x89PNG\r\n\x1a\n"
LINE = re.compile(r"const LINE = /(.+)/;")
MOST_BYTES = 16 * 1024
"""Of all icons together."""


def size_of(png: bytes) -> str:
    """Width and height of an image, as a manifest gives them."""
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_the_manifest_names_the_app_and_icons_that_are_there_in_their_sizes(phone: Phone) -> None:
    [link] = [a["href"] for tag, a in read(phone.get("/")).tags if tag == "link" and a.get("rel") == "manifest"]
    assert link
    answer = phone.get(link)
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert manifest["name"] == manifest["short_name"] == "Scorer"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    files = [phone.get(icon["src"]) for icon in manifest["icons"]]
    for icon, file in zip(manifest["icons"], files, strict=True):
        assert file.mimetype == icon["type"] == "image/png"
        assert size_of(file.data) == icon["sizes"]
    assert sum(len(file.data) for file in files) < MOST_BYTES


def test_the_service_worker_is_looked_for_anew_and_names_what_pages_are_made_of(phone: Phone) -> None:
    worker = phone.get("/service-worker.js")
    assert worker.mimetype == "text/javascript"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert phone.get("/service-worker.js", headers={"If-None-Match": worker.headers["ETag"]}).status_code == 304
    shell = json.loads(worker.text.partition("const SHELL = ")[2].partition(";\n")[0])
    sheet = four_hands(phone)
    for path in ("/", sheet, f"{sheet}/hand", f"{sheet}/auction", f"{sheet}/board"):
        tags = read(phone.get(path)).tags
        named = [str(a["href"]) for tag, a in tags if tag == "link" and a.get("rel") == "stylesheet"]
        named += [str(a["src"]) for tag, a in tags if tag == "script"]
        assert set(named) <= set(shell), path
    for address in shell:
        assert phone.get(address).cache_control.max_age, address


def test_the_service_worker_finds_the_line_in_which_a_kept_page_says_so(phone: Phone) -> None:
    line = LINE.search(phone.get("/service-worker.js").text)
    assert line
    for path in ("/", four_hands(phone)):
        page = phone.get(path).text
        assert page.count("<html ") == 1
        assert len(re.findall(line[1], page)) == 1


def test_a_phone_that_asks_for_icons_by_itself_gets_them(phone: Phone) -> None:
    tags = read(phone.get("/")).tags
    [touch] = [a["href"] for tag, a in tags if tag == "link" and a.get("rel") == "apple-touch-icon"]
    assert touch
    assert size_of(phone.get(touch).data) == "180x180"
    icon = phone.get("/favicon.ico")
    assert icon.status_code == 200
    assert icon.mimetype in ("image/x-icon", "image/vnd.microsoft.icon")
    assert icon.data.startswith(b"\0\0\1\0")
    assert len(icon.data) < 2000
