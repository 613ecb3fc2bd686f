"""Python for the browser, as its package in the npm registry has it: which release, and what its files must be."""

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

VERSION = "314.0.7"
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
The files beside this one are Pyodide {VERSION}, under the Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/).
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


def unpacked(folder: Path) -> Path:
    """The package, got by npm and unpacked in a folder. Raises SiteError."""
    got = subprocess.run(  # noqa: S603 (a program of this machine, and words of our own)
        [program("npm"), "pack", "--silent", f"pyodide@{VERSION}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    archive = folder / f"pyodide-{VERSION}.tgz"
    if got.returncode or not archive.exists():
        reason = " ".join(got.stderr.split()[-40:])
        raise SiteError(
            f"npm could not get pyodide@{VERSION}: {reason}. Where there is no network, give the folder of the "
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
            raise SiteError(f"{name} is not that of Pyodide {VERSION}: its digest is another. Nothing was built.")
    return folder
