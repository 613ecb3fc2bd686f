"""Writing the site: what a web host serves, and a phone keeps, so that it keeps score alone."""

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from .. import __version__
from ..web.responses import folder_of, manifest_of
from . import collecting, pyodide
from .pyodide import SiteError, program

ENTRIES = ("app", "app/import")
"""Addresses that are opened by somebody who has nothing of the site yet, as by a link that carries a sheet."""
LIST = "files.json"
"""The list of a site's files with their digests. A folder that has one is a site."""
STATIC = ("*.js", "*.svg", "css/*.css", "fonts/*.woff", "icons/*", "js/*.js")
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
        package = pyodide.proved(given.resolve() if given else pyodide.unpacked(place))
        work, site = place / "work", place / "site"
        _gather(package, work, built)
        _run(node, package, work)
        _pack(work, site)
        names = sorted({entry.name.partition(".")[0] for entry in (work / "packages").iterdir()})
        _run(node, package, work, str(site / "pyodide" / pyodide.STDLIB), *names)
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
    with zipfile.ZipFile(package / pyodide.STDLIB) as library:
        for name in library.namelist():
            if name.endswith(".py"):
                _take("stdlib", name, library.read(name), work, built)
    for distribution in collecting.packages():
        for name, file in collecting.python_files(distribution):
            _take("packages", name, file.read_bytes(), work, built)
    for name, file in collecting.own_files():
        _take("scorer", name, file.read_bytes(), work, built)
    for name, reason in collecting.PACKAGES_LEFT_OUT.items():
        built.left_out[f"{name} ({reason})"] = 0


def _take(group: str, name: str, content: bytes, work: Path, built: Built) -> None:
    if part := collecting.left_out(f"stdlib/{name}" if group == "stdlib" else name):
        built.left_out[part] = built.left_out.get(part, 0) + len(content)
        return
    file = work / group / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"" if name in collecting.EMPTIED else content)


def _run(node: str, package: Path, work: Path, *words: str) -> None:
    """Compile, or start what was compiled, inside Pyodide. Raises SiteError."""
    command = [node, str(COMPILER), str(package), str(work), *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60 * MINUTES)  # noqa: S603 (Node, and words of our own)
    if ran.returncode:
        what = "does not start" if words else "cannot be compiled"
        raise SiteError(f"The app {what} in Pyodide {pyodide.VERSION}:\n{ran.stderr.strip()}")


def _pack(work: Path, site: Path) -> None:
    """Three archives: Python's library and the packages are read where they are, Scorer is unpacked."""
    (site / "pyodide").mkdir(parents=True)
    _zip(site / "pyodide" / pyodide.STDLIB, work / "stdlib")
    _zip(site / "packages.zip", work / "packages")
    own, here = work / "scorer" / "scorer", collecting.HERE
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
    _copy(package, site / "pyodide", *pyodide.SERVED)
    # The packages that Pyodide brings are not used: of their list only what it is made for stays.
    lock = json.loads((package / pyodide.LOCK).read_text("utf-8"))
    made_for = json.dumps({"info": lock["info"], "packages": {}})
    (site / "pyodide" / pyodide.LOCK).write_text(made_for, "utf-8")
    (site / "pyodide" / "LICENSE.txt").write_text(pyodide.LICENCE, "utf-8")
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
