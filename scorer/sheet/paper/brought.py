"""Tables in other forms: JSON from elsewhere, headings in two lines, players in lines of their own, or a line for
each player of a hand.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError
from .csv import ADJUSTED, REMARKS, SIGNED
from .headings import DATES, FIGURES, KEYS, PARTS, PLAYER, TOTALS, Column, TableLine, column_of, is_figure, small

MOST_COLUMNS = 120
"""Two for everybody who may have sat down, and those of the facts."""
MOST_LINES = 2500
"""Of a file: a thousand hands, as many adjustments, and what stands above them."""
MOST_TURNED = 10_000
"""Of a table with a line for each player of a hand."""

# Headings in two lines, and players in lines of their own

_NUMBERED = re.compile(r"(|.*?[^ #0-9])[ #]*([0-9]+)\.?")


def below_names(above: TableLine, below: TableLine) -> TableLine | None:
    """The headings in one line, where names stand in one, each over the words for what somebody has, in the next:
    nothing where they do not.
    """
    heads: list[str] = []
    found: list[tuple[str, Column]] = []
    owner = ""
    for index, text in enumerate(below.cells):
        owner, column = above.get(index) or owner, column_of(text)
        if column.whose:
            return None
        if is_each := _is_of_each(column):
            found.append((owner, column))
        heads.append(f"{owner} {text}" if is_each else text or above.get(index))
    several = len({name for name, _ in found}) > 1 and len({column for _, column in found}) < len(found)
    return TableLine(below.number, tuple(heads)) if several and all(name for name, _ in found) else None


def upright(lines: Sequence[TableLine]) -> list[TableLine]:
    """The lines with one for each hand, where there is one for each player and a column for each hand; else as
    they are. lines: the headings first.
    """
    heading, *rows = lines
    hands = [text for text in heading.cells[1:] if text.lower() not in TOTALS]
    names = [row.get(0) for row in rows]
    if (
        (heading.get(0) and small(heading.get(0)) not in PLAYER)
        or len(hands) < 2
        or [*map(_number, hands)] != [f"{number}" for number in range(1, len(hands) + 1)]
        or len({*filter(None, names)}) < 2
        or any(_number(name) or is_figure(name) for name in names)
    ):
        return [*lines]
    columns = range(1, len(heading.cells))
    made = (TableLine(heading.number, (heading.get(at), *(row.get(at) for row in rows))) for at in columns)
    return [TableLine(heading.number, ("hand", *names)), *made]


def _number(text: str) -> str:
    """Of a hand, "" for what is none: "R3", "Round 3" and "3." are 3."""
    found = _NUMBERED.fullmatch(text)
    is_hand = found and (found[1].lower() in ("", "r", "h", "g") or column_of(found[1]) == Column("hand"))
    return found[2] if found and is_hand else ""


# A table with a line for each player of a hand


def turned(lines: Sequence[TableLine]) -> tuple[list[TableLine], tuple[str, ...]]:
    """The lines with one for each hand, where there is one for each of its players, and whom they name; else as
    they are, and nobody.

    lines: the headings first. What is the same for all players of each hand is of the hand.
    """
    heading, *rows = lines
    columns = [column_of(text) for text in heading.cells]
    who = next((index for index, text in enumerate(heading.cells) if small(text) in PLAYER), None)
    values = [index for index, column in enumerate(columns) if _is_of_each(column)]
    if who is None or not values:
        return [*lines], ()
    hand = next((index for index, column in enumerate(columns) if column == Column("hand")), None)
    every = range(len(columns))
    keys = [hand] if hand is not None else [index for index in every if heading.get(index).endswith("id")]
    groups: dict[tuple[str, ...], list[dict[str, TableLine]]] = {}
    hands: list[dict[str, TableLine]] = []
    before: tuple[str, ...] | None = None
    place: dict[str, TableLine] | None = {}
    for row in rows:
        name, key = row.get(who), tuple(row.get(index) for index in keys)
        if not name or (hand is not None and row.get(hand).lower() in (REMARKS, SIGNED)):
            continue
        # Whoever has a line already is in the next hand; points without a deal have no number to go by.
        of_key = groups.setdefault(key, [])
        if key != before or name in place:
            numbered = hand is None or row.get(hand) != ADJUSTED
            place = next((each for each in of_key if name not in each), None) if numbered else None
        before = key
        if place is None:
            place = dict[str, TableLine]()
            of_key.append(place)
            hands.append(place)
        place[name] = row
    names = tuple(dict.fromkeys(name for each in hands for name in each))
    if len(names) < 2 or len(rows) < 2 * len(hands):
        return [*lines], ()
    shared = [
        index
        for index in every
        if index != who
        and (columns[index].what in KEYS - {*FIGURES} or small(heading.get(index)) in DATES)
        and all(len({row.get(index) for row in each.values()}) == 1 for each in hands)
    ]
    own, words = [index for index in values if index not in shared], {key: word for word, key in PARTS.items()}
    heads = [
        *(heading.get(index) for index in shared),
        *(f"{name} {words.get(what := columns[index].what, what)}" for index in own for name in names),
    ]
    made = (TableLine(next(iter(each.values())).number, tuple(_cells(each, shared, own, names))) for each in hands)
    return [TableLine(heading.number, tuple(heads)), *made], names


def _is_of_each(column: Column) -> bool:
    """Whether it is what a player has, without saying whose."""
    return not column.whose and (column.what in (*FIGURES, *PARTS, *PARTS.values()))


def _cells(
    each: Mapping[str, TableLine], shared: Sequence[int], own: Sequence[int], names: Sequence[str]
) -> Iterator[str]:
    first = next(iter(each.values()))
    yield from (first.get(index) for index in shared)
    yield from (each[name].get(index) if name in each else "" for index in own for name in names)


# JSON of other score keepers

NOT_OURS = "this file is not from Scorer"
_NAMES = ("name", "player", "playername", "player name", "nick", "nickname", "team", "label", "title")


def is_ours(value: Any) -> bool:
    """Whether a JSON value says that it is a sheet file."""
    return reading.is_object(value) and ("format" in value or "history" in value)


def table_in(value: Any) -> list[TableLine]:
    """The hands of a JSON file from elsewhere as lines, the headings first.

    Raises FormatError where it has no list of hands, or of players with their points.
    """
    found = max(_tables(value), key=len, default=list[dict[str, str]]())
    if len(found) < 2:
        raise FormatError("$", f"{NOT_OURS}, and no list of hands was found in it")
    heads = list(dict.fromkeys(head for row in found for head in row))[: MOST_COLUMNS + 1]
    if len(heads) > MOST_COLUMNS or len(found) > MOST_TURNED:
        raise FormatError("$", f"{NOT_OURS}, and is larger than a table that can be read here")
    lines = (TableLine(at, tuple(row.get(head, "") for head in heads)) for at, row in enumerate(found, start=1))
    return [TableLine(0, tuple(heads)), *lines]


def _tables(value: Any, names: Sequence[str] = (), depth: int = 0) -> Iterator[list[dict[str, str]]]:
    """Every list in it that may be one of hands, as rows."""
    if depth > 6:
        return
    if reading.is_object(value):
        names = _names_in(value) or names
        for inner in value.values():
            yield from _tables(inner, names, depth + 1)
    elif reading.is_list(value) and value:
        by_player = [each for each in value if reading.is_object(each) and _name_of(each)]
        lists = [key for each in by_player for key, inner in each.items() if _is_plain_list(inner)]
        if len(by_player) == len(value) > 1 and lists:
            yield _from_players(by_player)
        else:
            yield [row for each in value for row in _rows(each, names)]
        for each in value[:1]:
            yield from _tables(each, names, depth + 1)


def _is_plain_list(value: Any) -> bool:
    return reading.is_list(value) and bool(value) and not any(reading.is_object(each) for each in value)


def _name_of(value: Mapping[str, Any]) -> str:
    names = (inner for key, inner in value.items() if small(key) in _NAMES and isinstance(inner, str))
    return next(names, "")


def _names_in(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Whom a list of players in an object names."""
    for key, inner in value.items():
        if small(key) in ("players", "names", "teams", "spieler", "participants") and reading.is_list(inner):
            found = ({"name": each} if isinstance(each, str) else each for each in inner)
            names = [_name_of(each) if reading.is_object(each) else "" for each in found]
            if all(names):
                return tuple(names)
    return ()


def _from_players(players: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Players who each have a list of what they had in each hand."""
    rows: dict[int, dict[str, str]] = {}
    for player in players:
        name = _name_of(player)
        for key, inner in player.items():
            for number, each in enumerate(inner if _is_plain_list(inner) else ()):
                rows.setdefault(number, {"hand": f"{number + 1}"})[f"{name} {key}"] = _text(each)
    return [*rows.values()]


def _rows(hand: Any, names: Sequence[str]) -> Iterator[dict[str, str]]:
    """The lines of one hand: one, or one for each of its players."""
    if reading.is_list(hand):
        if len(hand) == len(names):
            yield {name: _text(each) for name, each in zip(names, hand, strict=True)}
        return
    if not reading.is_object(hand):
        return
    row: dict[str, str] = {}
    for key, inner in hand.items():
        if reading.is_object(inner):
            for owner, each in inner.items():
                if reading.is_object(each):
                    row |= {f"{owner} {what}": _text(last) for what, last in each.items()}
                else:
                    row[f"{owner} {key}"] = _text(each)
        elif reading.is_list(inner):
            of_players = [each for each in inner if reading.is_object(each) and _name_of(each)]
            for each in of_players:
                has = {what: last for what, last in each.items() if small(what) not in _NAMES}
                row |= {f"{_name_of(each)} {what}": _text(last) for what, last in has.items()}
            if not of_players and len(inner) == len(names):
                row |= {f"{name} {key}": _text(each) for name, each in zip(names, inner, strict=True)}
        else:
            row[key] = _text(inner)
    if row:
        yield row


def _text(value: Any) -> str:
    if value is None or reading.is_object(value) or reading.is_list(value):
        return ""
    return str(value).lower() if isinstance(value, bool) else " ".join(f"{value}".split())[:200]
