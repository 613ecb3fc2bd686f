"""Everything that must hold, in one command: style, types, tests. Gets the browsers that are missing."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from .chromium import HEADLESS, find_chromium
from .fonts import FAMILIES
from .web.engines import packages
from .web.engines.packages import find_firefox, find_webkit

TOP = Path(__file__).parent.parent
CHROMIUM = (HEADLESS,)
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""Those that this process may use."""
WORKERS = ("-n", str(min(CORES + 1, 4)), "--dist", "worksteal")
"""More processes than there are cores, for some tests wait; with `-n 0` in the words given, this one alone."""


def run(*command: str) -> int:
    print(f"$ {Path(command[0]).name} {' '.join(command[1:])}", flush=True)
    return subprocess.run(command, cwd=TOP, check=False).returncode


def get_browsers() -> None:
    """And their fonts: Debian's packages where we may install them; Chromium from Playwright too."""
    engines = ((CHROMIUM, find_chromium), (packages.WEBKIT, find_webkit), (packages.FIREFOX, find_firefox))
    fonts = (((family.package,), family.folder) for family in FAMILIES.values())
    missing = [package for needed, find in (*engines, *fonts) if not find() for package in needed]
    if missing and shutil.which("apt-get"):
        sudo = () if shutil.which("sudo") is None else ("sudo",)
        install = (*sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends")
        run(*sudo, "apt-get", "update", "-qq")
        if run(*install, *missing):
            # A system without one of them is to get the others.
            for package in missing:
                run(*install, package)
    if not find_chromium():
        run(sys.executable, "-m", "playwright", "install", "chromium")


def main(arguments: list[str]) -> int:
    get_browsers()
    tool = Path(sys.executable).parent
    checks = [
        run(str(tool / "ruff"), "check", "."),
        run(str(tool / "ruff"), "format", "--check", "."),
        run(str(tool / "oxlint"), "--deny-warnings", "static/js", "static/worker"),
    ]
    if any(checks):
        print("The style is not clean; see above.", file=sys.stderr, flush=True)
    # Beside the tests, which wait now and then, and end later: the last lines are theirs. The types of the tests
    # themselves, which take longer than all others, in the long form.
    checked = () if "--long" in arguments else ("scorer",)
    with subprocess.Popen(
        [tool / "pyright", *checked], cwd=TOP, stdout=subprocess.PIPE, encoding="utf-8"
    ) as types:
        said = threading.Thread(target=tell, args=(types,))
        said.start()
        tests = run(sys.executable, "-m", "pytest", *WORKERS, *arguments)
        said.join()
    return max(map(abs, (tests, *checks, types.returncode)))


def tell(types: "subprocess.Popen[str]") -> None:
    """What is wrong with the types, as soon as that is known."""
    said, _ = types.communicate()
    if types.returncode:
        print(f"\n{said}\nThe types are not clean; see above.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
