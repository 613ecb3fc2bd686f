"""Runs inside Pyodide under Node: compiles the files of a folder for its Python, and starts the app once.

The code that is compiled has no docstrings, and is not compared with a source, which a phone does not have.
"""

import importlib
import importlib.util
import os
import sys
from importlib import _bootstrap_external as bootstrap
from pathlib import Path
from typing import Any

WORK = Path("/work")
make_pyc: Any = vars(bootstrap)["_code_to_hash_pyc"]


def compile_all() -> None:
    for folder, _, names in os.walk(WORK):
        if "migrations" in folder:
            continue  # Which are found, and read, by the names of their files.
        for name in names:
            if name.endswith(".py"):
                file = Path(folder, name)
                inner = "/".join(file.relative_to(WORK).parts[1:])
                source = file.read_bytes()
                code = compile(source, inner, "exec", dont_inherit=True, optimize=2)
                file.with_suffix(".pyc").write_bytes(make_pyc(code, importlib.util.source_hash(source), False))
                file.unlink()


def start(*packages: str) -> None:
    """Import each package from what was compiled, and answer one request."""
    sys.path[:0] = [str(WORK / "scorer"), str(WORK / "packages")]
    for package in packages:
        importlib.import_module(package)
    from scorer.site.host import Host

    status, _, body = Host("https://phone.invalid/below/app/", "/tmp/instance").answer("GET", "", [], b"")  # noqa: S108 (in memory)
    if status != 200 or b"/below/app/new" not in body:
        raise RuntimeError(f"the first page answered {status}")
