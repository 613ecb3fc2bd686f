"""Where the browser for the tests is."""

import shutil
from pathlib import Path

from playwright.sync_api import ConsoleMessage, sync_playwright

HEADLESS = "chromium-headless-shell"
"""Debian's Chromium without windows: the same engine, and a quarter less work than the whole browser."""
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TURNED_OFF = (
    # Pages of the address bar, which would be loaded again for every test: half of what a new context costs.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright turns off: of several lists Chromium takes the last.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(TURNED_OFF)}",
]

NO_COMPLAINTS = (
    "Failed to load resource",  # A refused form answers 422 or 409, and is shown again.
    "Service Worker registration blocked by Playwright",
)
"""How what a browser says of a page begins, where that is no complaint."""


def is_complaint(said: ConsoleMessage) -> bool:
    return said.type in ("error", "warning") and not said.text.startswith(NO_COMPLAINTS)


def find_chromium() -> str | None:
    """A Chromium of this machine, or Playwright's own build; None where there is neither."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        built = playwright.chromium.executable_path
    return built if Path(built).exists() else None
