"""What the pictures measured: pages wider than the screen, and where entering takes scrolling."""

from collections.abc import Callable, Sequence

from .camera import Picture, Size, label


def report(pictures: Sequence[Picture]) -> str:
    """A table of screens and sizes for each of the two; whole pixels."""
    by_screen: dict[str, dict[Size, Picture]] = {}
    for picture in pictures:
        by_screen.setdefault(picture.screen.name, {})[picture.size] = picture
    entering = {
        name: sizes
        for name, sizes in by_screen.items()
        if any(one.screen.must_not_scroll for one in sizes.values())
    }
    wide = _table("Wider than the screen, by pixels", by_screen, lambda picture: picture.wide)
    tall = _table("Entering takes scrolling, by pixels", entering, lambda picture: picture.tall)
    return f"{wide}\n\n{tall}\n"


def _table(title: str, by_screen: dict[str, dict[Size, Picture]], measure: Callable[[Picture], int]) -> str:
    sizes = sorted({size for of_screen in by_screen.values() for size in of_screen})
    rows = [
        [name, *(f"+{measure(of_screen[size])}" if measure(of_screen[size]) > 0 else "·" for size in sizes)]
        for name, of_screen in by_screen.items()
        if any(measure(picture) > 0 for picture in of_screen.values())
    ]
    if not rows:
        return f"{title}: none of {len(by_screen)} screens."
    first = max(len(row[0]) for row in rows)
    lines = [["", *map(label, sizes)], *rows]
    return "\n".join(
        [f"{title}:", *(f"{line[0]:{first}}" + "".join(f"{cell:>10}" for cell in line[1:]) for line in lines)]
    )
