"""The curve of a season: how far behind the first each player was after each night, or hand.

On a wide screen all lines are in one drawing; on a phone each player has a small one with the others thin in it.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..rules.core import minus
from ..statistics.season import Season
from ..statistics.standings import gaps, in_words, standings
from . import drawing as svg
from .drawing import Box, Drawing, Line, Plot, colour, put_mark, stroke
from .wording import day, distinct, ems, shortened

HEIGHT = 320
ACROSS = 2
"""Small drawings beside each other."""
GAP, SMALL, HEAD = 12, 84, 20
"""Between small drawings; the height of one, and of the name above it."""
LABEL = 14
FAINT: dict[str, object] = {"stroke": svg.GRID, "stroke_width": 1.5, "fill": "none"}
"""How the lines of the others are drawn."""
MOST_LETTERS = 12


def drawn(season: Season) -> Season:
    """The season of the players who are drawn: those with a place, of many those who came most often."""
    placed = {each.player for each in standings(season).players}
    shown = [name for name in season.players if name in placed] or season.players
    return replace(season, choice=replace(season.choice, players=tuple(shown[: len(svg.COLOURS)])))


def style(season: Season) -> str:
    """The colours of the drawing in the dark."""
    return svg.dark(each.color for each in season.looks.values())


def size(season: Season, *, wide: bool) -> tuple[int, int]:
    """Width and height in pixels."""
    if wide:
        return svg.WIDE, max(HEIGHT, round(svg.APART * len(season.sides)) + 60)
    return svg.NARROW, -(-len(season.sides) // _across(season)) * (HEAD + SMALL + GAP)


def _across(season: Season) -> int:
    return ACROSS if len(season.sides) > ACROSS else 1


def draw(season: Season, *, wide: bool) -> bytes:
    """An SVG file of a season that has a night."""
    width, height = size(season, wide=wide)
    drawing = Drawing(width, height, in_words(season))
    drawing.style(style(season))
    lines = _lines(season)
    if wide:
        _together(drawing, season, lines, Box(0, 10, width, height))
    else:
        _apart(drawing, season, lines, width)
    return drawing.content()


def _lines(season: Season) -> list[Line]:
    """One for each side, of so many points at most that the drawing stays small."""
    behind = gaps(season)
    lines = [behind[side[0]] for side in season.sides]
    shown = {*svg.evenly(range(len(lines[0])), svg.MOST - 1), len(lines[0]) - 1}
    return [[(number, float(-gap)) for number, gap in enumerate(line) if number in shown] for line in lines]


def _together(drawing: Drawing, season: Season, lines: Sequence[Line], box: Box) -> None:
    sides = [" & ".join(side) for side in season.sides]
    names = distinct(sides, MOST_LETTERS)
    room = max(ems(name) for name in names) * LABEL + 24
    numbers = [total for line in lines for _, total in line]
    ticks = svg.ticks_between(min(numbers), max(numbers), 5)
    left = max(len(svg.figure(tick)) for tick in ticks) * 9 + 8
    area = Box(box.left + left, box.top, box.right - room, box.bottom - 26)
    plot = Plot(area, lines[0][-1][0], ticks[0], ticks[-1])
    plot.scale(drawing, ticks)
    first, latest = (day(season.nights[place].date) for place in (0, -1))
    drawing.text(area.left, box.bottom - 4, first, LABEL, "start", svg.SOFT)
    drawing.text(area.right, box.bottom - 4, latest, LABEL, "end", svg.SOFT)
    ends = [plot.down(line[-1][1]) for line in lines]
    shown = [season.looks[side[0]] for side in season.sides]
    colours = [each.color for each in shown]
    for place, (line, end) in enumerate(zip(lines, ends, strict=True)):
        drawing.put("polyline", points=plot.path(line), **stroke(colours[place], 2))
        put_mark(drawing, shown[place], area.right, end, 8)
    labels = svg.spread(ends, area, svg.APART)
    for place, (name, end, label) in enumerate(zip(names, ends, labels, strict=True)):
        drawing.line(area.right + 5, end, area.right + 12, label, colour(colours[place]), 1)
        drawing.text(area.right + 16, label + 5, name, LABEL, "start", colour(colours[place]), whole=sides[place])


def _apart(drawing: Drawing, season: Season, lines: Sequence[Line], width: int) -> None:
    across = _across(season)
    broad = (width - GAP * (across - 1)) / across
    numbers = [total for line in lines for _, total in line]
    low, high = min(-1, *numbers), 0
    behind, colours = gaps(season), [season.looks[side[0]].color for side in season.sides]
    named = [*zip(season.sides, lines, colours, strict=True)]
    # Whoever is first is drawn first.
    named.sort(key=lambda each: -each[1][-1][1])
    for place, (side, line, its_colour) in enumerate(named):
        left = (broad + GAP) * (place % across)
        top = (HEAD + SMALL + GAP) * (place // across)
        name, gap = " & ".join(side), behind[side[0]][-1]
        last = ("+" if season.lowest_wins else "−") + minus(gap) if gap else "first"
        shown = shortened(name, broad / LABEL - ems(last) - 1)
        drawing.text(left, top + 15, shown, LABEL, "start", colour(its_colour), whole=name, bold=True)
        drawing.text(left + broad, top + 15, last, LABEL, "end", svg.INK)
        area = Box(left + 1, top + HEAD + 3, left + broad - 3, top + HEAD + SMALL)
        plot = Plot(area, lines[0][-1][0], low, high)
        drawing.line(area.left, plot.down(0), area.right, plot.down(0), svg.AXIS, 1)
        for other in (other for other in lines if other is not line):
            drawing.put("polyline", points=plot.path(other), **FAINT)
        drawing.put("polyline", points=plot.path(line), **stroke(its_colour, 2.5))
