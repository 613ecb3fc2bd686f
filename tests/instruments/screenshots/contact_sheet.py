"""Many pictures side by side on one, by size, theme and game."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Browser

from .camera import Picture, label

ACROSS = 1560
"""The width of a contact sheet in pixels, as wide as most programs show a picture without making it smaller."""
STYLE = f"""
    body {{ width: {ACROSS}px; margin: 0; padding: 8px; font: 12px sans-serif; background: #777; color: #fff; }}
    main {{ display: flex; flex-wrap: wrap; gap: 8px; }}
    figure {{ margin: 0; }}
    img {{ display: block; width: 100%; }}
    figcaption {{ overflow-wrap: anywhere; }}
"""
COLUMNS_OF = ((400, 8, 24), (700, 5, 20), (900, 4, 16), (10_000, 3, 12))
"""For screens up to a width: how many stand in a row, and how many on a contact sheet."""


def of_one_sheet(picture: Picture) -> tuple[tuple[int, int], str, str]:
    return picture.size, picture.theme, picture.screen.game


def make_contact_sheets(browser: Browser, pictures: Iterable[Picture], folder: Path) -> Iterator[Path]:
    """A picture, and the page it was taken from, which links to each screen in full."""
    page = browser.new_page(viewport={"width": ACROSS + 16, "height": 600})
    for (size, theme, game), group in groupby(sorted(pictures, key=of_one_sheet), of_one_sheet):
        shown = list(group)
        columns, most = next(rest for width, *rest in COLUMNS_OF if size[0] <= width)
        for number, first in enumerate(range(0, len(shown), most), 1):
            file = folder / f"contact-{label(size)}-{theme}-{game}-{number}.html"
            file.write_text(_page(shown[first : first + most], ACROSS // columns - 8), encoding="utf-8")
            page.goto(file.as_uri())
            page.screenshot(path=file.with_suffix(".png"), full_page=True)
            yield file.with_suffix(".png")
    page.close()


def _page(pictures: Iterable[Picture], width: int) -> str:
    figures = (
        f'<figure style="width: {width}px"><a href="{one.file.name}"><img src="{one.file.name}" alt=""></a>'
        f"<figcaption>{one.screen.state}</figcaption></figure>"
        for one in pictures
    )
    return f"<!doctype html><meta charset='utf-8'><style>{STYLE}</style><main>{''.join(figures)}</main>"
