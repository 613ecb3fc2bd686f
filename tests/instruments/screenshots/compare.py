"""Two folders of screenshots beside each other: what a change did to the look."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

ABSENT, CHANGED, DIM = "magenta", "red", 0.8
"""What lies beyond the smaller of two pictures; a pixel that differs; how far all others fade to white."""

NOISE = 2
"""Of 255: by so much the round corners of one page differ, each time that Chromium draws it."""


@dataclass(frozen=True)
class Difference:
    """Of two pictures of one name. pixels: how many differ; box: the left, top, right and lower edge of the least
    that holds them; of: before, after, and after once more, faded, with each changed pixel in red.
    """

    name: str
    pixels: int
    box: tuple[int, int, int, int]
    of: Image.Image

    def __str__(self) -> str:
        left, top, right, lower = self.box
        return f"{self.name}: {self.pixels} pixels between {left},{top} and {right},{lower}"


def compare(before: Path, after: Path, out: Path) -> Iterator[str]:
    """A line for each difference between two folders, whose picture is then in the folder `out`."""
    names = {folder: {file.name for file in pictures_in(folder)} for folder in (before, after)}
    for name in sorted(names[before] | names[after]):
        there = [folder for folder in (before, after) if name in names[folder]]
        if len(there) == 1:
            yield f"{name}: only in {there[0]}"
        elif found := difference(before / name, after / name):
            out.mkdir(parents=True, exist_ok=True)
            found.of.save(out / name)
            yield f"{found}"


def difference(before: Path, after: Path) -> Difference | None:
    first, second = (Image.open(file).convert("RGB") for file in (before, after))
    size = max(first.width, second.width), max(first.height, second.height)
    first, second = _spread(first, size), _spread(second, size)
    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    changed = most.point([0] * (NOISE + 1) + [255] * (255 - NOISE))
    box = changed.getbbox()
    if box is None:
        return None
    faded = Image.blend(second, Image.new("RGB", size, "white"), DIM)
    faded.paste(CHANGED, mask=changed)
    side_by_side = Image.new("RGB", (3 * size[0], size[1]))
    for number, picture in enumerate((first, second, faded)):
        side_by_side.paste(picture, (number * size[0], 0))
    return Difference(before.name, changed.histogram()[255], box, side_by_side)


def pictures_in(folder: Path) -> Iterator[Path]:
    return (file for file in folder.glob("*.png") if not file.name.startswith("contact-"))


def _spread(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    whole = Image.new("RGB", size, ABSENT)
    whole.paste(picture)
    return whole
