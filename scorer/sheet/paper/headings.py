"""The headings of a table of hands: which are keys of a hand, and whose figures stand below the others."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ...rules.cells import DASHES, named, names_in
from ...rules.game import Game
from ...rules.options import Options
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from .claims import MOST_HANDS
from .lines import Line
from .words import ALIASES, DITTO, KEYS, NOBODY, small

END = "end"
"""Stands for a hand's number where the app's own table says what the end of the sheet paid: that is no hand."""
ADJUSTED = "adjusted"
"""Stands for a hand's number where points were given without a deal."""
MOST_SEATED = 50
"""Each of them has columns of their own, in a table that is compared figure by figure."""
FIGURES = {" total": "totals", " points": "points", "": "totals"}
"""What stands in a column, by the end of its heading."""
_DIGITS = re.compile(rf"[-+{DASHES}=.,'’ ]*[0-9][-+{DASHES}=.,'’0-9 ]*")
"""Figures, and what is added to come to one."""
TOTALS = ("total", "totals", "sum", "result")
"""Begins a line that only adds up what stands above it."""


def with_keys(heading: Line, rows: Sequence[Line], players: Collection[str]) -> Line:
    """Phones begin a line with a capital: the heading "Contract" is the key contract. A column of 1, 2, 3 has the
    numbers of the hands. players: as they are known from above the table, none of whom is such a heading.
    """
    written = [cell.lower() if cell.lower() in KEYS and cell not in players else cell for cell in heading.cells]
    for index, cell in enumerate(written):
        key = ALIASES.get(small(cell), "") if (cell or not index) and cell not in players else ""
        if key and key not in written:
            written[index] = key
    if "hand" not in written and (numbers := _numbers(written, rows, players)) is not None:
        written[numbers] = "hand"
    return replace(heading, cells=tuple(written))


def _numbers(headings: Sequence[str], rows: Sequence[Line], players: Collection[str]) -> int | None:
    """The column with 1, 2, 3 and so on: before those of the hand, or the first of all."""
    ends = (index for index, cell in enumerate(headings) if cell in KEYS)
    for index in range(max(1, next(ends, 1))):
        cell = headings[index]
        if not cell or cell in KEYS or cell in players or cell.lower().endswith(tuple(filter(None, FIGURES))):
            continue
        below = [text for row in rows if not is_total(row) and (text := row.get(index).rstrip("."))]
        if len(below) > 1 and below == [f"{number}" for number in range(1, len(below) + 1)]:
            return index
    return None


def of_no_player(heading: Line, rows: Sequence[Line]) -> tuple[str, ...]:
    """The headings of columns that are no player's: words stand there, or they are known to be none."""
    found: list[str] = []
    for index, cell in enumerate(heading.cells):
        below = [text for row in rows if (text := row.get(index)) and not is_total(row)]
        if cell and cell not in KEYS and (small(cell) in NOBODY or (below and not any(map(_is_figure, below)))):
            found.append(cell)
    return tuple(found)


def _is_figure(text: str) -> bool:
    """Whether it was meant for one: a word that stands in a column of figures is one that cannot be read."""
    return bool(_DIGITS.fullmatch(text)) or text in DITTO


def is_end(heading: Line, row: Line) -> bool:
    """Whether a line tells what the end of the sheet pays."""
    return "hand" in heading.cells and row.get(heading.cells.index("hand")).lower() == END


def is_adjustment(heading: Line, row: Line) -> bool:
    """Whether a line gives points without a deal, after the hand above it."""
    return "hand" in heading.cells and row.get(heading.cells.index("hand")).lower() == ADJUSTED


def is_total(row: Line) -> bool:
    """Whether a line only adds up what stands above it."""
    return next(filter(None, row.cells), "").rstrip(" :").lower() in TOTALS


def check_number(heading: Line, rows: Sequence[Line]) -> None:
    """Raises FormatError, at the first line too many."""
    adjusted = [row for row in rows if is_adjustment(heading, row)]
    hands = [row for row in rows if row not in adjusted] if adjusted else rows
    if hands and len(hands) > MOST_HANDS + is_end(heading, hands[-1]):
        raise FormatError(hands[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} hands")
    if len(adjusted) > MOST_HANDS:
        raise FormatError(adjusted[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} adjustments")


def likely_game(heading: Line) -> str:
    """The game whose hands have just these keys. Raises FormatError where it is not one and only one."""
    matches: dict[str, int] = {}
    for key, game in GAMES.items():
        keys = game.of(("",) * game.sizes[0]).keys
        if all(name in heading.cells for name, known_key in keys.items() if known_key.needed):
            matches[key] = len([name for name in keys if name in heading.cells])
    most = [key for key, number in matches.items() if number == max(matches.values())]
    if len(most) != 1:
        raise FormatError(heading.place(), "say above the table which game it is, as in “game,offender”")
    return most[0]


def column_of(heading: str) -> tuple[str, str]:
    """Whose column it is, and what stands in it."""
    ending = next(ending for ending in FIGURES if heading.lower().endswith(ending))
    return heading[: len(heading) - len(ending)], FIGURES[ending]


def have_sides(game: type[Game], options: Options) -> bool:
    """Whether the columns of a table of this game are those of sides."""
    return game.partnerships and getattr(options, "totals", "sides") == "sides"


def column_names(game: Game, heading: Line, rows: Sequence[Line]) -> list[str]:
    """The names of all the columns that the sheet has. Raises FormatError as `newcomers` does."""
    names = game.with_columns(())
    return [*(names if game.sides_have_columns else dict.fromkeys((*names, *newcomers(heading, rows))))]


def players_of(headings: Sequence[str], *, sides: bool) -> tuple[str, ...]:
    """Whoever has a column, or, of two sides, the players that their names are made of; nobody where these cannot
    be told. headings: but for the keys of a hand.
    """
    columns = tuple(dict.fromkeys(column_of(heading)[0] for heading in headings))
    if not sides:
        return columns
    pairs = [column.split(" & ") for column in columns]
    if len(pairs) == 2 and all(len(pair) == 2 for pair in pairs):
        return tuple(name for seats in zip(*pairs, strict=True) for name in seats)
    return ()


def figures_below(
    heading: Line, keys: Sequence[str], names: Sequence[str]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """By column of the file: whose figures stand there, and whether points or totals.

    keys: the headings that are none of figures; names: of the sheet's columns, none where they are not known.
    Raises FormatError.
    """
    meanings = _meanings(heading, names)
    seen: set[object] = set()
    for at_column, text in enumerate(heading.cells):
        if not text:
            continue
        column, kind = meanings.get(text) or column_of(text)
        meaning = named(column, names), kind
        key: object = text if text in keys else meaning
        if key in seen:
            raise FormatError(heading.place(at_column), f"the heading “{text}” stands twice")
        seen.add(key)
        if text in keys:
            continue
        if names and meaning[0] not in names:
            neither = f"no key of a hand ({', '.join(keys)}) and no column of this sheet ({', '.join(names)})"
            raise FormatError(heading.place(at_column), f"“{meaning[0]}” is {neither}")
        yield at_column, meaning


def _meanings(heading: Line, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """What the headings say of these columns. In a table that has points and totals of all of them, as the app
    writes it, "Ann total" is never the column of a player who is called so.
    """
    both = {f"{name}{ending}": (name, kind) for name in names for ending, kind in FIGURES.items() if ending}
    alone = {name: (name, "totals") for name in names}
    return both if both.keys() <= {*heading.cells} else alone


def newcomers(heading: Line, rows: Sequence[Line]) -> Sequence[str]:
    """Whoever is seated in mid-sheet. Raises FormatError where these are too many."""
    found: dict[str, None] = {}
    if "players" in heading.cells:
        at_column = heading.cells.index("players")
        for row in rows:
            found |= dict.fromkeys(names_in(row.get(at_column)))
            if len(found) > MOST_SEATED:
                raise FormatError(row.place(at_column), f"a sheet has at most {MOST_SEATED} players")
    return tuple(found)
