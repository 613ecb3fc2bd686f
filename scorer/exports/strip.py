"""What a page is made of, from the top to the bottom."""

from collections.abc import Callable
from dataclasses import dataclass

from .ink import Ink


@dataclass(frozen=True)
class Strip:
    """Something as wide as the page between its margins, never broken. draw takes its left and upper edge."""

    height: float
    draw: Callable[[Ink, float, float], None]
