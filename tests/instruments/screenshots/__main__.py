"""Make a screenshot of every screen of every game, in several sizes and themes, and contact sheets of them.

At the end it says which pages are wider than the screen, where entering a hand or a call takes scrolling, and of
each screen in the first of the sizes what is seen without scrolling: elements to tap or fill in, words, words
without the bar, and the page's height.

Of one commit the pictures are the same each time. `--compare` says where those of two commits differ.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorer import create_app
from tests.chromium import FLAGS, find_chromium
from tests.instruments.screenshots.camera import Size, take_pictures
from tests.instruments.screenshots.compare import compare, pictures_in
from tests.instruments.screenshots.contact_sheet import make_contact_sheets
from tests.instruments.screenshots.report import report
from tests.instruments.screenshots.screens import ANY, CHOICES, all_screens
from tests.instruments.screenshots.still import still
from tests.serving import listening

SIZES = ["320x568", "360x560", "360x640", "390x844", "768x1024", "1280x800", "640x360"]
THEMES = ["light", "dark", "black"]
COUNTED = "360x640"
FEW_SIZES = [COUNTED, "390x844", "640x360"]
FEW_THEMES = ["light", "dark"]


def size_of(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.screenshots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=Path("screenshots"), help="a folder (default: %(default)s)")
    parser.add_argument(
        "--games",
        nargs="+",
        default=CHOICES,
        choices=CHOICES,
        help=f"(default: {' '.join(CHOICES)}; {ANY}: the app's own pages, and states shown for one game alone)",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="TEXT",
        help="the screens whose name, GAME-SCREEN, contains one of these (default: all)",
    )
    parser.add_argument(
        "--sizes", nargs="+", default=FEW_SIZES, metavar="SIZE", help=f"(default: {' '.join(FEW_SIZES)})"
    )
    parser.add_argument(
        "--themes", nargs="+", default=FEW_THEMES, choices=THEMES, help=f"(default: {' '.join(FEW_THEMES)})"
    )
    parser.add_argument("--all", action="store_true", help=f"all sizes and themes: {' '.join(SIZES + THEMES)}")
    parser.add_argument("--whole", action="store_true", help="the whole page, not what is seen of it first")
    parser.add_argument(
        "--compare",
        nargs=2,
        type=Path,
        metavar=("BEFORE", "AFTER"),
        help="two folders of pictures: say which differ, by how many pixels and in which box, and put pictures of"
        " the differences into the folder of --out; exits with 1 where there are any",
    )
    parser.add_argument(
        "--counts", action="store_true", help=f"no pictures, only what is measured, at {COUNTED} in light"
    )
    return parser.parse_args(words)


def say_differences(before: Path, after: Path, out: Path) -> int:
    lines = list(compare(before, after, out))
    print("\n".join([*lines, f"{len(lines)} of {len(list(pictures_in(after)))} pictures differ."]))
    return 1 if lines else 0


def main(words: list[str]) -> int:
    chosen = arguments(words)
    if chosen.compare:
        return say_differences(chosen.compare[0], chosen.compare[1], chosen.out)
    sizes, themes = (SIZES, THEMES) if chosen.all else (chosen.sizes, chosen.themes)
    if chosen.counts:
        sizes, themes = [COUNTED], ["light"]
    found = find_chromium()
    if found is None:
        print("No Chromium on this machine: `python -m tests` gets one.", file=sys.stderr)
        return 1
    for name in [name for name in os.environ if name.startswith("SCORER_")]:
        del os.environ[name]
    folder: Path = chosen.out.resolve()
    if not chosen.counts:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright, still():
        app = create_app({"TESTING": True, "ACTS_A_MINUTE": 0}, Path(instance))
        screens = [
            screen for screen in all_screens(app, chosen.games) if any(text in screen.name for text in chosen.only)
        ]
        if not screens:
            print("No screen has such a name.", file=sys.stderr)
            return 1
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        with listening(app) as address:
            pictures = take_pictures(
                *(browser, address, screens, [size_of(size) for size in sizes], themes, folder),
                whole=chosen.whole,
                counts_only=chosen.counts,
            )
        sheets = [] if chosen.counts else list(make_contact_sheets(browser, pictures, folder))
        browser.close()
    print(report(pictures))
    if not chosen.counts:
        print(f"{len(pictures)} pictures of {len(screens)} screens and {len(sheets)} contact sheets in {folder}")
    return 0


sys.exit(main(sys.argv[1:]))
