"""The site as `scorer site` writes it; and where it cannot be built, why."""

import os
import shutil
import subprocess
from pathlib import Path

from ..serving import SCORER

PATIENCE = 900


class NoSiteError(Exception):
    """Why no site can be built on this machine."""


def make(folder: Path) -> str:
    """Build it into a folder; what the command said. Raises NoSiteError where npm or its registry is missing."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise NoSiteError("No npm on this machine, so the edition on the phone alone was not tried.")
    built = subprocess.run(
        [str(SCORER), "site", str(folder)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if "npm could not get" in built.stderr:
        raise NoSiteError(f"The edition on the phone alone was not tried: {built.stderr.strip()}")
    assert built.returncode == 0, built.stderr
    return built.stdout


def must_be_tried() -> bool:
    """Whether a machine must have what it takes: in CI nothing is left out silently."""
    return os.environ.get("CI", "").lower() in ("1", "true")
