"""What was measured: pages wider than the screen, where entering takes scrolling, and what is seen first."""

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
    return f"{wide}\n\n{tall}\n\n{_first_screenfuls(pictures)}\n"


def _first_screenfuls(pictures: Sequence[Picture]) -> str:
    """A line for each screen in the first size and theme."""
    size = pictures[0].size
    shown = {picture.screen.name: picture.first for picture in reversed(pictures) if picture.size == size}
    width = max(map(len, shown))
    lines = [f"{'':{width}}{'elements':>10}{'words':>10}{'no bar':>10}{'height':>10}"]
    lines += [
        f"{name:{width}}{first.elements:>10}{first.words:>10}{first.below:>10}{first.height:>10}"
        for name, first in reversed(shown.items())
    ]
    title = f"Seen without scrolling at {label(size)}: elements to tap or fill in, words, words without the bar"
    return "\n".join([f"{title}; the page's height:", *lines])


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
