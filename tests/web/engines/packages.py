"""Where the engines are on this machine, and the packages of Debian that bring them."""

import shutil
from pathlib import Path

WEBKIT = ("webkit2gtk-driver", "xvfb")
FIREFOX = ("firefox-esr",)
FIREFOX_NAMES = ("firefox-esr", "firefox")


def find_webkit() -> tuple[str, str] | None:
    """The driver and its browser; None where one of them, or Xvfb, is missing."""
    driver = shutil.which("WebKitWebDriver")
    browsers = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    if not driver or not browsers or not shutil.which("Xvfb"):
        return None
    return driver, str(browsers[-1])


def find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, FIREFOX_NAMES)), None)
