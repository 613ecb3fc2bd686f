"""Which Python files a phone needs: those of the packages beside this one, less what it never runs."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from .pyodide import SiteError

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
    "scorer": (
        "cli connections.py exports/pdf site/__main__.py site/building.py site/collecting.py site/pyodide.py "
        "site/compiling.py store/upkeep/daily.py"
    ),
    "sqlalchemy": (
        "testing dialects/mssql dialects/mysql dialects/oracle dialects/postgresql ext/asyncio ext/mypy "
        "ext/automap.py ext/horizontal_shard.py ext/serializer.py ext/orderinglist.py ext/indexable.py"
    ),
    "alembic": "testing templates",
    "mako": "testing ext/babelplugin.py ext/linguaplugin.py ext/beaker_cache.py ext/turbogears.py",
    "werkzeug": "debug _reloader.py",
    "segno": "cli.py",
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


def python_files(package: metadata.Distribution) -> Iterator[tuple[str, Path]]:
    """Each Python file of an installed package, by the name that a phone gives it."""
    for file in package.files or ():
        if file.suffix == ".py" and ".." not in file.parts:
            yield file.as_posix(), Path(str(package.locate_file(file)))


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
