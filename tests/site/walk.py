"""Runs inside Pyodide on a built site: every vector is scored there, and every kind of page and file asked for."""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

from scorer.rules.reading import FormatError
from scorer.sheet import sheet_file
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.site.host import Host

ROOT = "/below/app/"
MOST = 2
"""Of each kind of address."""
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
SIMPLE = re.compile(r"/sheets/[\w-]+|\d+|=[^&]*")
FIELD = re.compile(r"<(?:input|textarea)[^>]*>")
PART = re.compile(r'\b(name|value)="([^"]*)"')


def scored(vectors: Path) -> dict[str, Any]:
    """What each vector comes to, by its file and id."""
    return {
        f"{file.stem} {vector['id']}": result(vector["sheet"])
        for file in sorted(vectors.glob("*.json"))
        for vector in json.loads(file.read_text("utf-8"))
    }


def result(sheet: dict[str, Any]) -> list[Any]:
    try:
        ledger = Ledger.of(sheet_file.load(json.dumps(sheet).encode()))
    except (FormatError, IllegalHandError) as fault:
        return [str(fault)]
    return [
        list(ledger.columns),
        [[str(total) for total in row.totals] for row in ledger.rows],
        str(ledger.ending),
    ]


def started(host: Host, vectors: Path) -> None:
    """Import the longest sheet of each game, as people do."""
    for file in sorted(vectors.glob("*.json")):
        sheets = [vector["sheet"] for vector in json.loads(file.read_text("utf-8"))]
        fair = [sheet for sheet in sheets if len(result(sheet)) > 1]
        longest = max(fair, key=lambda sheet: len(sheet["hands"]))
        page = post(host, "import", fields(get(host, "import")), text=json.dumps(longest))
        post(host, "import", fields(page), action="import")


def fields(page: str) -> dict[str, str]:
    form = page.partition("<main")[2].partition("<form")[2].partition("</form>")[0]
    tags = [dict(PART.findall(tag)) for tag in FIELD.findall(form)]
    return {tag["name"]: unescape(tag.get("value", "")) for tag in tags if tag.get("name", "file") != "file"}


def get(host: Host, path: str) -> str:
    return host.answer("GET", path, [], b"")[2].decode(errors="replace")


def post(host: Host, path: str, kept: dict[str, str], **more: str) -> str:
    return host.answer("POST", path, FORM, urlencode({**kept, **more}).encode())[2].decode()


def visited(host: Host) -> dict[str, int]:
    """The status of each address that pages lead to, a few of each kind."""
    statuses: dict[str, int] = {}
    kinds: Counter[str] = Counter()
    waiting = [ROOT]
    while waiting:
        address = waiting.pop(0)
        kind = SIMPLE.sub("*", address)
        if address in statuses or kinds[kind] >= MOST or "/static/" in address:
            continue
        kinds[kind] += 1
        status, headers, body = host.answer("GET", address.removeprefix(ROOT), [], b"")
        statuses[address] = status
        if dict(headers).get("Content-Type", "").startswith("text/html"):
            links = re.findall(r'(?:href|src|hx-get)="([^"#]+)', body.decode())
            found = [urljoin(address, unescape(link)) for link in links]
            waiting += [each for each in found if each.startswith(ROOT)]
    return statuses


def walked() -> str:
    vectors = Path("/vectors")
    host = Host(f"https://club.example{ROOT}", "/instance")
    started(host, vectors)
    return json.dumps({"scored": scored(vectors), "visited": visited(host)})
