"""What stands in the columns of a table, by what people write above them.

A heading is read as one of the app's own: a key of a hand ("contract"), what each player or side has of one
("Ann bid"), or their figures ("Ann points", "Ann total").
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from ...rules.core import Points, listed
from ...rules.fields import is_relative, with_result
from ...rules.game import Game
from ...rules.reading import DASHES, each_written, number_of
from ...rules.registry import GAMES
from .csv import BESIDE

KEYS = frozenset((*(name for game in GAMES.values() for name in game.all_keys()), *BESIDE))
OF_A_HAND: Mapping[str, tuple[str, ...]] = {
    "hand": (
        "#", "no", "nr", "number", "nummer", "game", "deal", "round", "rounds", "board", "runde", "spiel", "rd",
        "rnd", "gang", "partie", "manche", "hand no", "hand nr", "hand number", "hand id", "hand #", "round no",
        "round nr", "round number", "round id", "round #", "deal no", "deal number", "game no", "game number",
    ),
    "dealer": ("geber", "teiler", "dealt by", "deals", "dealer name"),
    "note": ("comment", "comments", "notes", "remark", "bemerkung", "bemerkungen", "anmerkung", "kommentar"),
    "contract": ("kontrakt", "final contract", "contrat"),
    "declarer": ("alleinspieler", "decl", "declared by", "played by", "preneur"),
    "proposer": ("proposed by",),
    "accepter": ("accepted by",),
    "acceptor": ("accepted by",),
    "opponent_tricks": ("opponents tricks", "opponent tricks", "defense tricks", "defence tricks"),
    "cards": ("card", "karten", "cards dealt", "cards each", "number of cards", "hand size"),
    "tricks": ("result", "res"),
    "trump": ("trumps", "trumpf", "atout"),
}  # fmt: skip
"""What people write for a key of a hand, in small letters."""
OF_EACH: Mapping[str, tuple[str, ...]] = {
    "bid": (
        "bids", "bet", "bets", "call", "ansage", "ansagen", "gebot", "prediction", "predicted", "predict", "guess",
        "wanted", "said", "angesagt", "vorhersage", "tricks bid", "bid tricks",
    ),
    "tricks": (
        "trick", "won", "win", "wins", "made", "make", "makes", "took", "taken", "take", "takes", "got", "get",
        "actual", "stiche", "stich", "gemacht", "tricks taken", "tricks won", "tricks made", "won tricks",
    ),
    "nil tricks": ("tricks of nil",),
    "honors": ("honours",),
    "points": (
        "point", "pts", "pt", "punkte", "round points", "hand points", "round score", "hand score", "round scores",
        "round total", "rounds",
    ),
    "score": ("scores", "scored"),
    "total": (
        "totals", "sum", "running", "running total", "running score", "cumulative", "cum", "total score",
        "total points", "total pts", "final score", "gesamt", "gesamtpunkte", "summe", "stand", "balance",
    ),
}  # fmt: skip
"""What each player or side has, by the words for it."""
PARTS = {"bid": "bids", "tricks": "tricks", "nil tricks": "nil_tricks", "honors": "honors"}
"""The keys of which each has a value, by the end of a heading."""
FIGURES = {"total": "totals", "points": "points", "score": ""}
"""What the figures of a column are; of a score its numbers tell."""
PLAYER = ("player", "name", "spieler", "who", "side", "team", "seat", "player name", "player id", "partnership")
"""Above the names in a table with a line for each player of a hand."""
NOBODY = {
    "time", "zeit", "uhrzeit", "date", "datum", "day", "when", "table", "tisch", "page", "seite", "session",
    "duration", "minutes", "winner", "sieger", "place", "rank", "location", "ort", "year", "timestamp", "id",
    "game id", "match", "reasons", "reason", "remarks",
    *(word for words in OF_A_HAND.values() for word in words),
}  # fmt: skip
"""Headings of columns that are no player's, whatever stands in them."""
DATES = ("date", "datum", "day", "when", "played", "tag", "played on")
TOTALS = ("total", "totals", "sum", "result", "gesamt", "summe", "final", "final score", "end")
"""Begins a line that only adds up what stands above it."""
ASIDE = ("rank", "place", "platz", "rang", "position", "winner", "sieger", "average", "schnitt")
"""Begins a line that is of no hand, and adds up nothing."""
DITTO = frozenset(('"', "“", "”", "„", "″", "〃", "''", "´´", "``", "do", "do.", "dto", "dto.", "ditto"))
"""As above."""
SIDE = " & "
"""Stands between the names of partners."""
COMPASS = ("N", "E", "S", "W")
IGNORED = ""
BARE = "bare"
"""Above the column stands a name, and nothing of what its figures are."""

_HAND_WORDS = {word: key for key, words in OF_A_HAND.items() for word in words if key != "acceptor"}
_EACH_WORDS = {word: what for what, words in OF_EACH.items() for word in (what, *words)}
_LONGEST = 3
"""Words of what each has."""
_APART = re.compile(r"[\s_:()\[\]]+")
_LINKED = re.compile(r"[\s_:()\[\]/–—-]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OF = ("of", "by", "for", "von", "de")


@dataclass(frozen=True)
class TableLine:
    """number: of the first line of the file that it takes up; cells: trimmed, from column 1."""

    number: int
    cells: tuple[str, ...]

    def place(self, column: int | None = None) -> str:
        return f"line {self.number}" if column is None else f"line {self.number}, column {column + 1}"

    def get(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


def small(heading: str) -> str:
    return " ".join(_HUMP.sub(" ", heading).lower().replace("_", " ").rstrip(".:").split())


class Column(NamedTuple):
    """what: a key of a hand, or what each has: a word of PARTS or FIGURES, or BARE; whose: a player or a side."""

    what: str = IGNORED
    whose: str = ""

    @property
    def heading(self) -> str:
        return f"{self.whose} {self.what}" if self.whose and self.what != BARE else self.whose or self.what

    @property
    def words(self) -> str:
        return f"{self.whose}’s {self.what}" if self.whose and self.what != BARE else self.heading

    @property
    def is_figure(self) -> bool:
        return self.what in FIGURES or self.what == BARE


def _parses(text: str) -> Iterator[Column]:
    """What a heading may say of a player or side, the likeliest first: "Ann bid", "bids of Ann", "ann_bid"."""
    for apart in (_APART.sub(" ", text), _LINKED.sub(" ", text), _HUMP.sub(" ", text)):
        words = apart.split()
        for count in range(min(_LONGEST, len(words)), 0, -1):
            for said, rest in ((words[-count:], words[:-count]), (words[:count], words[count:])):
                what = _EACH_WORDS.get(" ".join(said).lower().rstrip(".:"), "")
                rest = rest[1:] if len(rest) > 1 and rest[0].lower() in _OF else rest
                if what:
                    yield Column(what, _owner(" ".join(rest), text))


def _owner(written: str, heading: str) -> str:
    """The name in a heading: "Ann’s" is Ann, "ann" of "ann_bid" too, and a number is that of a player."""
    name = re.sub("['’]s?$", "", written).strip(" .,-–—")
    if name.isdigit():
        return f"Player {name}"
    return name.title() if heading.islower() and "_" in heading else name


def column_of(text: str, known: Collection[str] = ()) -> Column:
    """What stands below a heading. known: who has columns, where that is said above the table."""
    if text in known:
        return Column(BARE, text)
    if (key := text.lower()) in KEYS:
        return Column(key)
    for ending in ("points", "total"):
        # As the app itself writes it: of whoever is called “Ann total”, too.
        if text.endswith(f" {ending}") and text[: -len(ending) - 1] in known:
            return Column(ending, text[: -len(ending) - 1])
    if word := _HAND_WORDS.get(small(text), ""):
        return Column(word)
    found = [*_parses(text)]
    alike = {name.casefold(): name for name in known}
    for each in found:
        if each.whose in known:
            return each
    for each in found:
        if each.whose.casefold() in alike:
            return Column(each.what, alike[each.whose.casefold()])
    if found:
        return found[0] if found[0].whose else Column(PARTS.get(found[0].what, found[0].what))
    return Column(BARE, alike.get(text.casefold(), text)) if text else Column()


def of_game(columns: Sequence[Column], rows: Sequence[TableLine], game: type[Game]) -> list[Column]:
    """The columns with results that are relative to a contract as the tricks that the game counts for one."""
    found, tricks = [*columns], Column("tricks")
    counted = Column(getattr(game.outcomes_type, "counted", tricks.what))
    if tricks in found and counted not in found:
        below = [text for row in rows if (text := row.get(found.index(tricks)))]
        if below and all(map(is_relative, below)):
            found[found.index(tricks)] = counted
    return found


def apart(lines: Sequence[TableLine]) -> list[TableLine]:
    """The lines, the headings first, with results in a column of their own where they stand behind contracts:
    "3NT+1".
    """
    heading, *rows = lines
    columns = [column_of(text) for text in heading.cells]
    if Column("contract") not in columns or any(each.what.endswith("tricks") for each in columns):
        return [*lines]
    at_column, width = columns.index(Column("contract")), len(columns)
    parted = [with_result(row.get(at_column)) for row in rows]
    if not any(result for _, result in parted):
        return [*lines]
    made = [replace(heading, cells=(*heading.cells, "tricks"))]
    for row, (contract, result) in zip(rows, parted, strict=True):
        cells = [*row.cells, *[""] * (width - len(row.cells))]
        cells[at_column] = contract
        made.append(replace(row, cells=(*cells[:width], result, *cells[width:])))
    return made


def is_known(heading: str) -> bool:
    """Whether it says what stands below, or is what begins or ends so with a name."""
    return bool(heading) and column_of(heading).what != BARE


def columns_of(
    heading: TableLine, rows: Sequence[TableLine], names: Collection[str] = (), players: Collection[str] = ()
) -> list[Column]:
    """What each column says, no key twice. A column of 1, 2, 3 has the numbers of the hands.

    names: of the sheet's columns, and players, as far as they are known from elsewhere.
    """
    known = {*names, *players}
    # A table with points and totals of all is one of the app's own: there "Ann total" is never a player's name.
    both = {f"{name} {what}": Column(what, name) for what in ("points", "total") for name in names}
    own = both if both.keys() <= {*heading.cells} else {}
    columns: list[Column] = []
    for index, text in enumerate(heading.cells):
        column = own.get(text) or column_of(text, () if own and text in KEYS else known)
        if not text and not index:
            column = Column("hand")
        if not column.whose and column in columns:
            column = Column(IGNORED if column.what == "hand" else column.what)
        columns.append(column)
    numbers = _numbers(columns, rows, known) if Column("hand") not in columns else None
    if numbers is not None:
        columns[numbers] = Column("hand")
    if not known:
        spelt: dict[str, str] = {}
        columns = [each._replace(whose=spelt.setdefault(each.whose.casefold(), each.whose)) for each in columns]
    nobody = {*of_no_player(heading, columns, rows)}
    owners = {column.whose.casefold() for column in columns if column.whose and column.what in PARTS}
    have = tuple(f"{column.whose.casefold()} " for column in columns if column.whose and column.what != BARE)
    for index, column in enumerate(columns):
        name = column.whose.casefold()
        # Something else of somebody who has columns, as the phase beside a score, is no further player.
        alone = not known and ((owners and name not in owners) or name.startswith(have))
        if column.what == BARE and column.whose not in known and (heading.cells[index] in nobody or alone):
            columns[index] = Column()
        if column == Column("points") and owners_in(columns) and all(is_figure(row.get(index)) for row in rows):
            # What a hand was worth, beside what it gave to each.
            columns[index] = Column()
    return columns


def _numbers(columns: Sequence[Column], rows: Sequence[TableLine], known: Collection[str]) -> int | None:
    """The column with 1, 2, 3 and so on: before those of the hand, or the first of all."""
    ends = (index for index, column in enumerate(columns) if not column.whose and column.what in KEYS)
    for index in range(max(1, next(ends, 1))):
        column = columns[index]
        if column.what != BARE or column.whose in known:
            continue
        below = [text for row in rows if not is_total(row) and (text := row.get(index).rstrip("."))]
        if len(below) > 1 and below == [f"{number}" for number in range(1, len(below) + 1)]:
            return index
    return None


def of_no_player(heading: TableLine, columns: Sequence[Column], rows: Sequence[TableLine]) -> tuple[str, ...]:
    """The headings of columns that are no player's: words stand there, or they are known to be none."""
    found: list[str] = []
    for index, (cell, column) in enumerate(zip(heading.cells, columns, strict=True)):
        below = [text for row in rows if (text := row.get(index)) and not is_total(row)]
        words = below and not any(map(is_figure, below))
        if cell and column.what not in KEYS and (small(cell) in NOBODY or (words and column.what == BARE)):
            found.append(cell)
    return tuple(found)


_DIGITS = re.compile(rf"[-+{DASHES}=.,'’ ]*[0-9][-+{DASHES}=.,'’0-9 ]*")
"""Figures, and what is added to come to one."""


def is_figure(text: str) -> bool:
    """Whether it was meant for one: a word that stands in a column of figures is one that cannot be read."""
    return bool(_DIGITS.fullmatch(text)) or text in DITTO


def is_total(row: TableLine) -> bool:
    """Whether a line only adds up what stands above it."""
    first = _first(row)
    return first in TOTALS or first.startswith("total ")


def is_aside(row: TableLine) -> bool:
    """Whether a line says who is first, or the like, and no hand."""
    return _first(row).partition(":")[0] in ASIDE


def _first(row: TableLine) -> str:
    return next(filter(None, row.cells), "").rstrip(" :").lower()


def owners_in(columns: Iterable[Column]) -> tuple[str, ...]:
    """Whoever has a column, in their order, each once; N, E, S and W clockwise."""
    names = tuple(dict.fromkeys(column.whose for column in columns if column.whose))
    return COMPASS if {*map(str.upper, names)} == {*COMPASS} and len(names) == len(COMPASS) else names


def players_of(owners: Sequence[str], *, sides: bool) -> tuple[str, ...]:
    """Whoever has a column, or, of two sides, the players that their names are made of; nobody where these cannot
    be told.
    """
    if not sides or len(owners) == len(COMPASS):
        return tuple(name for name in owners if not sides or SIDE not in name)
    pairs = [partners_in(owner) for owner in owners]
    if len(pairs) == 2 and all(len(pair) == 2 for pair in pairs):
        return tuple(name for seats in zip(*pairs, strict=True) for name in seats)
    single = [owner for owner, pair in zip(owners, pairs, strict=True) if len(pair) != 2]
    return COMPASS if {*map(str.upper, single)} == {*COMPASS} else tuple(single) if len(single) == 4 else ()


def partners_in(side: str) -> list[str]:
    """ "Ann & Bo", "Ann and Bo", "Ann/Bo", "NS"; one name where it is none of a side."""
    if side.upper() in ("NS", "EW", "SN", "WE"):
        return [*side.upper()]
    return [name for part in re.split(r" (?:&|and|und|\+) |[&/+]", side) if (name := part.strip())]


def likely_game(columns: Sequence[Column], rows: Sequence[TableLine]) -> str:
    """The key of the game whose hands have just these keys; "" where it is not one and only one."""
    found = {PARTS.get(column.what, column.what) for column in columns}
    matches: dict[str, int] = {}
    for key, game in GAMES.items():
        keys = game.of(("",) * game.sizes[0]).keys
        if all(name in found for name, field in keys.items() if field.needed):
            matches[key] = len(found & {*keys})
    most = [key for key, number in matches.items() if number == max(matches.values())]
    if {"oh-hell", "spades"} <= {*most}:
        most = [game for game in most if game == _of_bids_and_tricks(columns, rows)] or most
    return most[0] if len(most) == 1 else ""


def _of_bids_and_tricks(columns: Sequence[Column], rows: Sequence[TableLine]) -> str:
    """Spades for two sides or four players who take thirteen tricks in each hand; else Oh Hell; nothing where
    nobody has a column.
    """
    taken = [index for index, column in enumerate(columns) if column.what == "tricks" and column.whose]
    if not taken:
        return ""
    numbers = [[int(text) for index in taken if (text := row.get(index)).isdigit()] for row in rows]
    thirteen = all(sum(each) == 13 for each in numbers if len(each) == len(taken))
    return "spades" if len(taken) in (2, 4) and thirteen else "oh-hell"


def numbers_in(rows: Iterable[TableLine], index: int, *, decimal_comma: bool) -> list[Points | None]:
    """The numbers of a column, None for a blank and for what is none."""
    found: list[Points | None] = []
    for row in rows:
        found.append(None)
        with suppress(ValueError):
            found[-1] = number_of(row.get(index).rpartition("=")[2], decimal_comma=decimal_comma)
    return found


class Kinds(NamedTuple):
    """What figures are whose headings do not say it.

    kind: "points" or "total", "" where they do not tell.
    why: a clause.
    """

    kind: str
    why: str

    def of(self, column: Column, *, facts: bool) -> str:
        """The word for the figures of a column. facts: as of `kinds_of`."""
        if column.what in ("points", "total"):
            return column.what
        return self.kind or "total" if facts else "total" if column.what == BARE else self.kind or "points"


LEAST_LINES = 4
"""So many lines that never fall are running totals, unless all have the same sum."""


def kinds_of(columns: Sequence[Column], rows: Sequence[TableLine], *, decimal_comma: bool) -> Kinds:
    """Read from the numbers of columns that are called by a name alone, or a score."""
    asked = [index for index, column in enumerate(columns) if column.what in ("score", BARE)]
    owners = {columns[index].whose for index in asked}
    beside = {column.what for column in columns if column.what in ("points", "total") and column.whose in owners}
    if len(beside) == 1:
        [other] = beside
        kind = "total" if other == "points" else "points"
        return Kinds(kind, f"the {'points' if other == 'points' else 'totals'} stand beside them")
    sums = [row for row in rows if is_total(row)]
    hands = [row for row in rows if row not in sums]
    below = [numbers_in(hands, index, decimal_comma=decimal_comma) for index in asked]
    filled = [[number for number in column if number is not None] for column in below]
    last = [numbers_in(sums[-1:], index, decimal_comma=decimal_comma) for index in asked] if sums else []
    given = [(each, column) for [each], column in zip(last, filled, strict=False) if each is not None and column]
    if given and len(hands) > 1:
        if all(each == sum(column) for each, column in given):
            return Kinds("points", "the last line adds them up")
        if all(each == column[-1] for each, column in given):
            return Kinds("total", "the last line has the same")
    if any(later < number for column in filled for number, later in pairwise(column)):
        return Kinds("points", "some fall from one line to the next")
    lines = [sum(number for number in line if number is not None) for line in zip(*below, strict=True)]
    if len(lines) >= LEAST_LINES and len({*lines}) > 1:
        return Kinds("total", "they never fall from one line to the next")
    return Kinds("", "")


def of_names(columns: Sequence[Column], names: Sequence[str], players: Sequence[str]) -> list[Column]:
    """The columns by the names on the sheet: whoever is called otherwise there is found by their order.

    names: of the sheet's columns.
    """
    alike = {frozenset(map(str.casefold, partners_in(name))): name for name in (*players, *names)}
    owners = owners_in(columns)
    own = {*names, *players}
    like = {owner: alike.get(frozenset(map(str.casefold, partners_in(owner))), "") for owner in owners}
    found = {owner: owner if owner in own else like[owner] for owner in owners}
    if not any(found.values()):
        inorder = next((each for each in (names, players) if len(each) == len(owners)), ())
        found = dict(zip(owners, inorder, strict=False))
    return [column._replace(whose=found.get(column.whose) or column.whose) for column in columns]


def of_sides(lines: Sequence[TableLine], players: Sequence[str]) -> list[TableLine]:
    """The lines with the tricks of each side and of each nil, where the tricks of all four players stand in them.

    lines: the headings first, as `Column.heading` writes them.
    players: clockwise.
    """
    heading, *rows = lines
    at_column = [heading.cells.index(head) for name in players if (head := f"{name} tricks") in heading.cells]
    if len(at_column) != 4 or len(players) != 4:
        return [*lines]
    bids = [heading.cells.index(head) if (head := f"{name} bid") in heading.cells else -1 for name in players]
    heads = (f"{players[0]}{SIDE}{players[2]} tricks", f"{players[1]}{SIDE}{players[3]} tricks", "nil_tricks")
    made: list[TableLine] = []
    for row in rows:
        taken = [row.get(column) for column in at_column]
        both = [(pair, all(map(str.isdigit, pair))) for pair in (taken[::2], taken[1::2])]
        sums = [f"{sum(map(int, pair))}" if digits else " ".join(pair).strip() for pair, digits in both]
        bid_nil = [at >= 0 and row.get(at) != "" and not re.search("[1-9]", row.get(at)) for at in bids]
        own = zip(players, taken, bid_nil, strict=True)
        nils = {name: text for name, text, is_nil in own if is_nil and text not in ("", "0")}
        padded = (*row.cells, *[""] * (len(heading.cells) - len(row.cells)))
        cells = ("" if index in at_column else cell for index, cell in enumerate(padded))
        made.append(replace(row, cells=(*cells, *sums, each_written(nils, players))))
    kept = ("" if index in at_column else cell for index, cell in enumerate(heading.cells))
    return [replace(heading, cells=(*kept, *heads)), *made]


def joined(lines: Sequence[TableLine]) -> list[TableLine]:
    """The lines with what each has of one key in the first of these columns: "Ann 3, Bo 2", and of two sides
    "7 – 6".

    lines: the headings first, as `Column.heading` writes them.
    """
    heading, *rows = lines
    owners: dict[str, dict[int, str]] = {}
    for index, cell in enumerate(heading.cells):
        for ending, key in sorted(PARTS.items(), key=lambda part: -len(part[0])):
            if cell.endswith(f" {ending}"):
                owners.setdefault(key, {})[index] = cell[: -len(ending) - 1]
                break
    for key, columns in owners.items():
        if key not in heading.cells:
            heading = _with(heading, columns, key)
            all_sides = all(SIDE in owner for owner in columns.values())
            for number, row in enumerate(rows):
                values = {owner: value for index, owner in columns.items() if (value := row.get(index))}
                text = " – ".join(values.values()) if all_sides else each_written(values, [*columns.values()])
                rows[number] = _with(row, columns, text)
    return [heading, *rows]


def _with(line: TableLine, columns: Collection[int], text: str) -> TableLine:
    """The line with one text in the first of these columns, and nothing in the others."""
    first = min(columns)
    cells = ("" if index in columns else cell for index, cell in enumerate(line.cells))
    return replace(line, cells=tuple(text if index == first else cell for index, cell in enumerate(cells)))


def headed(players: Sequence[str]) -> str:
    """A sentence that says who the players are where only the headings do."""
    return f"Players by the headings: {listed(players)}."
