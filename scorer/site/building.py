"""Writing the site: what a web host serves, and a phone keeps, so that it keeps score alone; which Python files it
needs, those of the packages beside this one less what it never runs; and Python for the browser, as its package in
the npm registry has it.
"""

import ast
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from .. import __version__
from ..web.assets import folder_of, manifest_of

PYODIDE = "314.0.7"
DIGESTS = {
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "package.json": "40ca48e43ce4ddc68412d5b7a7ca9e2477cd4f0e672277ae468ac2245717079b",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""SHA-256 of what is taken from the package."""
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What a phone loads as it is."""
LICENCE = f"""\
The files beside this one are Pyodide {PYODIDE}, under the Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/).
Their source, and the licences of what they hold (CPython, SQLite and others): https://github.com/pyodide/pyodide
"""


class SiteError(Exception):
    """Why no site was built, as a sentence."""


def program(name: str) -> str:
    """Where a program of Node is. Raises SiteError."""
    if found := shutil.which(name):
        return found
    raise SiteError(
        "Node is needed to build the site, and was not found: install Node 20 or newer, with npm (on Debian "
        "“apt install nodejs npm”, elsewhere from nodejs.org). The phones need nothing."
    )


def _ran(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A program of this machine, with words of our own."""
    as_text = {"capture_output": True, "encoding": "utf-8", "errors": "replace"}
    return subprocess.run(words, check=False, **as_text, **options)  # noqa: S603


def unpacked(folder: Path) -> Path:
    """The package, got by npm and unpacked in a folder. Raises SiteError."""
    got = _ran(program("npm"), "pack", "--silent", f"pyodide@{PYODIDE}", cwd=folder)
    archive = folder / f"pyodide-{PYODIDE}.tgz"
    if got.returncode or not archive.exists():
        reason = " ".join(got.stderr.split()[-40:])
        raise SiteError(
            f"npm could not get pyodide@{PYODIDE}: {reason}. Where there is no network, give the folder of the "
            "unpacked package with --pyodide."
        )
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


def proved(folder: Path) -> Path:
    """The folder, if it holds the files of this release. Raises SiteError."""
    for name, digest in DIGESTS.items():
        file = folder / name
        if not file.is_file():
            raise SiteError(f"{folder} is not the package of Pyodide: it has no {name}.")
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise SiteError(f"{name} is not that of Pyodide {PYODIDE}: its digest is another. Nothing was built.")
    return folder


HERE = Path(__file__).parents[1]
_NAME = re.compile(r"[\w.-]+")

PACKAGES_LEFT_OUT = {
    "typst": "the PDF compiler: a browser prints",
    "anyascii": "the letters of PDFs",
    "waitress": "the server",
    "limits": "counts by address, of which a phone has none",
}
"""Of those that Scorer needs elsewhere, and why."""
LEFT_OUT = {
    "scorer": "cli exports/pdf site/__main__.py site/building.py site/compiling.py store/daily.py",
    "sqlalchemy": (
        "testing dialects/mssql dialects/mysql dialects/oracle dialects/postgresql ext/asyncio ext/mypy "
        "ext/automap.py ext/horizontal_shard.py ext/serializer.py ext/orderinglist.py ext/indexable.py"
    ),
    "alembic": "testing templates",
    "mako": "testing ext/babelplugin.py ext/linguaplugin.py ext/beaker_cache.py ext/turbogears.py",
    "werkzeug": "debug _reloader.py",
    "segno": "cli.py",
    "tzdata": "zoneinfo/leapseconds",
    "stdlib": (
        "_aix_support.py _android_support.py _apple_support.py __phello__ _osx_support.py _pydatetime.py "
        "_pydecimal.py _pyio.py _pyrepl antigravity.py bdb.py cProfile.py cmd.py code.py compileall.py "
        "ctypes curses dbm doctest.py ensurepip filecmp.py fileinput.py ftplib.py getpass.py idlelib "
        "imaplib.py lib2to3 logging/config.py logging/handlers.py mailbox.py modulefinder.py "
        "multiprocessing netrc.py optparse.py pdb.py pickletools.py plistlib.py poplib.py profile.py "
        "pstats.py pty.py py_compile.py pyclbr.py pydoc.py pydoc_data rlcompleter.py runpy.py sched.py "
        "shelve.py smtplib.py symtable.py tabnanny.py test this.py tkinter trace.py tracemalloc.py tty.py "
        "turtle.py turtledemo unittest venv wave.py webbrowser.py wsgiref xml/dom xmlrpc zipapp.py"
    ),
    "encodings": (
        "big5 big5hkscs charmap cp1 cp5 cp6 cp7 cp8 cp9 euc gb hp iso mac mbcs oem koi8 kz1048 ptcp "
        "palmos shift_jis tis_620 johab hz uu bz2 quopri rot_13"
    ),
}
"""Parts of a package, or of the standard library, that no page, export or import of the phone asks for."""
EMPTIED = ("alembic/ddl/mssql.py", "alembic/ddl/mysql.py", "alembic/ddl/oracle.py", "alembic/ddl/postgresql.py")
"""Other databases, whose modules are imported by name: they are there, without anything in them."""
CODECS_KEPT = ("cp1252.py", "cp437.py", "iso8859_1.py", "iso8859_15.py")


def itself() -> metadata.Distribution:
    """Scorer as it is installed, by its command: so its name at PyPI is written in one place. Raises SiteError."""
    commands = metadata.entry_points(group="console_scripts", name="scorer", value="scorer.cli:main")
    # Where 0.1.0 was not removed there are two.
    installed = [command.dist for command in commands if command.dist]
    if not installed:
        raise SiteError("Scorer is not installed here: see the README.")
    return max(installed, key=lambda dist: dist.version)


def packages() -> list[metadata.Distribution]:
    """Those that Scorer needs, and those that they need. Raises SiteError."""
    found: dict[str, metadata.Distribution] = {}
    waiting = needed_by(itself())
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found or name in PACKAGES_LEFT_OUT:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # It is for another system, or an older Python.
        waiting += needed_by(found[name])
    return [found[name] for name in sorted(found)]


def needed_by(package: metadata.Distribution) -> list[str]:
    needs = (need for need in package.requires or () if "extra" not in need.partition(";")[2])
    return [match[0] for need in needs if (match := _NAME.match(need))]


def own_files() -> Iterator[tuple[str, Path]]:
    for file in sorted(HERE.rglob("*.py")):
        yield f"scorer/{file.relative_to(HERE).as_posix()}", file


def left_out(name: str) -> str:
    """The part by which a phone does without a file, "" for one that it needs. name: as "stdlib/pdb.py"."""
    package, _, rest = name.partition("/")
    if name.startswith("stdlib/encodings/"):
        codec = rest.partition("/")[2]
        goes = codec.startswith(tuple(LEFT_OUT["encodings"].split())) and codec not in CODECS_KEPT
        return "stdlib/encodings of other systems" if goes else ""
    parts = (part for part in LEFT_OUT.get(package, "").split() if rest == part or rest.startswith(f"{part}/"))
    part = next(parts, "")
    if package == "stdlib" and part.removesuffix(".py").replace("/", ".") in imported_by_scorer():
        return ""
    return part and f"{package}/{part}"


@cache
def imported_by_scorer() -> frozenset[str]:
    """The modules that files of Scorer on a phone name, wherever in them: these are never left out."""
    found: set[str] = set()
    for name, file in own_files():
        for node in ast.walk(ast.parse(file.read_bytes())) if not left_out(name) else ():
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module or "")
    return frozenset(found)


ENTRIES = ("app", "app/import")
"""Addresses that are opened by somebody who has nothing of the site yet, as by a link that carries a sheet."""
LIST = "files.json"
"""The list of a site's files with their digests. A folder that has one is a site."""
STATIC = ("*.js", "*.mp4", "*.svg", "css/*.css", "fonts/*.woff", "icons/*", "js/*.js")
"""What pages and the first screen need of the folder static."""
TOP = ("index.html", "service-worker.js")
"""What lies beside that list; the rest of the shell has a folder."""
NO_DATA = (".md", ".mjs", ".py", ".pyc", ".typ")
"""Other files of the package are read while the app runs."""
COMPILER = Path(__file__).with_name("compiling.mjs")
MINUTES = 10


@dataclass
class Built:
    """What was written: bytes as they lie there, and as a host sends them with gzip; what was left out."""

    release: str = ""
    size: int = 0
    packed: int = 0
    left_out: dict[str, int] = field(default_factory=dict)


def build(target: Path, given: Path | None = None) -> Built:
    """Write the site into a folder that is empty or holds one. given: the package of Pyodide. Raises SiteError."""
    refuse(target)
    node = program("node")
    built = Built()
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        package = proved(given.resolve() if given else unpacked(place))
        work, site = place / "work", place / "site"
        _gather(package, work, built)
        _run(node, package, work)
        _pack(work, site)
        names = sorted({entry.name.partition(".")[0] for entry in (work / "packages").iterdir()})
        _run(node, package, work, str(site / "pyodide" / STDLIB), *names)
        _add_files(package, site)
        _write_list(site, built)
        _put(site, target)
    return built


def refuse(target: Path) -> None:
    """Raises SiteError where a folder holds something else than a site."""
    if target.exists() and not target.is_dir():
        raise SiteError(f"{target} is a file. Name a folder.")
    if target.is_dir() and any(target.iterdir()) and not (target / LIST).is_file():
        raise SiteError(f"{target} is neither empty nor a site built before. Nothing was written.")


def _gather(package: Path, work: Path, built: Built) -> None:
    """Put every Python file that a phone needs below its group: stdlib, packages, scorer."""
    with zipfile.ZipFile(package / STDLIB) as library:
        for name in library.namelist():
            if name.endswith(".py"):
                _take("stdlib", name, library.read(name), work, built)
    for distribution in packages():
        for file in distribution.files or ():
            is_zone = "zoneinfo" in file.parts and not file.suffix
            if (file.suffix == ".py" or is_zone) and ".." not in file.parts:
                content = Path(str(distribution.locate_file(file))).read_bytes()
                _take("packages", file.as_posix(), content, work, built)
    for name, file in own_files():
        _take("scorer", name, file.read_bytes(), work, built)
    for name, reason in PACKAGES_LEFT_OUT.items():
        built.left_out[f"{name} ({reason})"] = 0


def _take(group: str, name: str, content: bytes, work: Path, built: Built) -> None:
    if part := left_out(f"stdlib/{name}" if group == "stdlib" else name):
        built.left_out[part] = built.left_out.get(part, 0) + len(content)
        return
    file = work / group / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"" if name in EMPTIED else content)


def _run(node: str, package: Path, work: Path, *words: str) -> None:
    """Compile, or start what was compiled, inside Pyodide. Raises SiteError."""
    ran = _ran(node, str(COMPILER), str(package), str(work), *words, timeout=60 * MINUTES)
    if ran.returncode:
        what = "does not start" if words else "cannot be compiled"
        raise SiteError(f"The app {what} in Pyodide {PYODIDE}:\n{ran.stderr.strip()}")


def _pack(work: Path, site: Path) -> None:
    """Three archives: Python's library and the packages are read where they are, Scorer is unpacked."""
    (site / "pyodide").mkdir(parents=True)
    _zip(site / "pyodide" / STDLIB, work / "stdlib")
    _zip(site / "packages.zip", work / "packages")
    own, here = work / "scorer" / "scorer", HERE
    _copy(folder_of("templates"), own / "templates", "**/*.html")
    _copy(folder_of("static"), own / "static", *STATIC)
    for inner in (file.relative_to(here) for file in here.rglob("*") if file.suffix not in NO_DATA):
        if not {"templates", "static", "pdf"} & {*inner.parts}:
            _copy(here, own, inner.as_posix())
    _zip(site / "scorer.zip", work / "scorer")


def _zip(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            # Always the same time, so that a site that is built twice is the same release.
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            packed.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def _copy(folder: Path, to: Path, *patterns: str) -> None:
    """The files of a folder that match, to the same places in another."""
    for file in (path for pattern in patterns for path in folder.glob(pattern) if path.is_file()):
        place = to / file.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def _add_files(package: Path, site: Path) -> None:
    static = folder_of("static")
    _copy(package, site / "pyodide", *SERVED)
    # The packages that Pyodide brings are not used: of their list only what it is made for stays.
    lock = json.loads((package / LOCK).read_text("utf-8"))
    made_for = json.dumps({"info": lock["info"], "packages": {}})
    (site / "pyodide" / LOCK).write_text(made_for, "utf-8")
    (site / "pyodide" / "LICENSE.txt").write_text(LICENCE, "utf-8")
    _copy(static, site / "static", *STATIC)
    _copy(static / "site", site / "site", "*")
    for name in TOP:
        (site / "site" / name).rename(site / name)
    page = (site / TOP[0]).read_text("utf-8")
    for address in ENTRIES:
        file = site / address / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        base = "../" * (address.count("/") + 1)
        file.write_text(page.replace('<base href="./">', f'<base href="{base}">'), "utf-8")
    # It is known by where it starts, below whatever path that is.
    manifest = manifest_of("./", lambda name: f"static/{name}")
    del manifest["id"]
    (site / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1), "utf-8")


def _write_list(site: Path, built: Built) -> None:
    files = {}
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        content = file.read_bytes()
        built.size += len(content)
        built.packed += len(gzip.compress(content, 6))
        name = file.relative_to(site).as_posix()
        if name not in ("service-worker.js", "pyodide/LICENSE.txt") and not name.startswith("app/"):
            files[name] = [hashlib.sha256(content).hexdigest(), len(content)]
    # Every file in any order makes the release, and the list names it.
    built.release = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:12]
    listed = {"release": built.release, "version": __version__, "files": files}
    (site / LIST).write_text(json.dumps(listed, indent=1), "utf-8")


def _put(site: Path, target: Path) -> None:
    """Put the files in their place, the list last: until then a phone stays with the release that it has."""
    target.mkdir(parents=True, exist_ok=True)
    new = sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
    old = json.loads((target / LIST).read_text("utf-8"))["files"] if (target / LIST).is_file() else {}
    _copy(site, target, *(name.as_posix() for name in new if name.as_posix() != LIST))
    _copy(site, target, LIST)
    for name in old:
        if Path(name) not in new and ".." not in Path(name).parts:
            (target / name).unlink(missing_ok=True)
