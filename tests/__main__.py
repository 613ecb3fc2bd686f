"""Everything that must hold, in one command: style, types, tests. Gets a browser where there is none."""

import shutil
import subprocess
import sys
from pathlib import Path

from .chromium import find_chromium

TOP = Path(__file__).parent.parent
WORKERS = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
"""The tests run in as many processes as there are cores; with `-n 0` in the words given, in this one alone."""


def run(*command: str) -> int:
    print(f"$ {Path(command[0]).name} {' '.join(command[1:])}", flush=True)
    return subprocess.run(command, cwd=TOP, check=False).returncode


def get_chromium() -> None:
    """Debian's package where we may install it, Playwright's own build elsewhere."""
    if find_chromium():
        return
    if shutil.which("apt-get"):
        sudo = () if shutil.which("sudo") is None else ("sudo",)
        run(*sudo, "apt-get", "update", "-qq")
        run(*sudo, "apt-get", "install", "-y", "-qq", "chromium")
    if not find_chromium():
        run(sys.executable, "-m", "playwright", "install", "chromium")


def main(arguments: list[str]) -> int:
    get_chromium()
    tool = Path(sys.executable).parent
    checks = [
        run(str(tool / "ruff"), "check", "."),
        run(str(tool / "ruff"), "format", "--check", "."),
        run(str(tool / "oxlint"), "--deny-warnings", "static/js"),
        run(str(tool / "pyright"), "--threads"),
    ]
    if any(checks):
        print("Style or types are not clean; see above.", file=sys.stderr)
    # Last, so that the end of the output is the tests' own summary.
    tests = run(sys.executable, "-m", "pytest", *WORKERS, *arguments)
    return max(tests, *checks)


sys.exit(main(sys.argv[1:]))
