"""A paper sheet as a table of comma-separated values: typed by hand, or exported by the app; and a paper file,
which may be one or a sheet file with figures claimed.

Above the table may stand the head, a line each: `game,offender`, `players,Amber,Betty,...`, `dealer,Ellie`, a
house rule by its name in the sheet file. The table has a column for each key of a hand (`contract`, `tricks`), and
for the figures `NAME` or `NAME total` (a running total) and `NAME points`. A total may stand there as it was
worked out, "49 + 38 = 87". In the column `hand`, "adjusted" stands for points without a deal.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from ...rules.core import Points, RuleViolation, listed, upper_first, whole
from ...rules.fields import PlayerField
from ...rules.game import Game
from ...rules.options import Option, Options
from ...rules.reading import DASHES, FormatError, at, named, names_in, short
from ...rules.registry import GAMES
from .. import sheet_file
from ..core.judge import IllegalHandError, read_options, take_seats
from ..core.ledger import Ledger
from ..core.sheet import Adjustment, Hand, Sheet, read_adjustment_facts
from .check import MOST_HANDS, Claims, Paper, Unread, claimed_at, of_document, placed
from .csv import (
    ADJUSTED,
    BESIDE,
    END,
    NONE,
    SETTLED,
)
from .lines import (
    ALIASES,
    AS_ABOVE,
    DITTO,
    KEYS,
    NO_CONTRACTS,
    NOBODY,
    Head,
    TableLine,
    decoded,
    figures_of,
    joined,
    option_value,
    options_in,
    played_of,
    small,
    split,
)

MOST_SEATED = 50
"""Each of them has columns of their own, in a table that is compared figure by figure."""
FIGURES = {" total": "totals", " points": "points", "": "totals"}
"""What stands in a column, by the end of its heading."""
_DIGITS = re.compile(rf"[-+{DASHES}=.,'’ ]*[0-9][-+{DASHES}=.,'’0-9 ]*")
"""Figures, and what is added to come to one."""
MOST_NOTES = 5
"""Of a table whose numbers are none of hands each line would be told."""
TOTALS = ("total", "totals", "sum", "result")
"""Begins a line that only adds up what stands above it."""


def with_keys(heading: TableLine, rows: Sequence[TableLine], players: Collection[str]) -> TableLine:
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


def _numbers(headings: Sequence[str], rows: Sequence[TableLine], players: Collection[str]) -> int | None:
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


def of_no_player(heading: TableLine, rows: Sequence[TableLine]) -> tuple[str, ...]:
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


_ADJUSTMENTS = (ADJUSTED, "adjustment", "adjust", "adjusted score")


def stands_for(heading: TableLine, row: TableLine) -> str:
    """What stands in the place of a hand's number: END, ADJUSTED however it is spelt, or anything."""
    text = row.get(heading.cells.index("hand")).lower().rstrip(".:") if "hand" in heading.cells else ""
    is_adjusted = text.startswith("adj") or get_close_matches(text, _ADJUSTMENTS, cutoff=0.75)
    return ADJUSTED if is_adjusted else text


class Numbers:
    """The numbers of the hands as a table has them, and what is odd in them."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}
        self._last = 0

    def odd(self, text: str, row: TableLine, hand: int) -> str:
        """What is to be told of a line, "" for nothing. text: what stands there; hand: which one is made of it."""
        if not text:
            return ""
        if not (digits := re.search("[0-9]{1,9}", text)):
            return f"“{short(text)}” is no number of a hand, and was taken for hand {hand}"
        number, before, self._last = int(digits[0]), self._last, int(digits[0])
        if place := self._places.get(number):
            return f"hand {number} stands in {place} too"
        self._places[number] = row.place()
        return (
            f"hand {number} follows hand {before}, so one may be missing"
            if before and number != before + 1
            else ""
        )


def is_total(row: TableLine) -> bool:
    """Whether a line only adds up what stands above it."""
    return next(filter(None, row.cells), "").rstrip(" :").lower() in TOTALS


def check_number(heading: TableLine, rows: Sequence[TableLine]) -> None:
    """Raises FormatError, at the first line too many."""
    adjusted = [row for row in rows if stands_for(heading, row) == ADJUSTED]
    hands = [row for row in rows if row not in adjusted] if adjusted else rows
    if hands and len(hands) > MOST_HANDS + (stands_for(heading, hands[-1]) == END):
        raise FormatError(hands[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} hands")
    if len(adjusted) > MOST_HANDS:
        raise FormatError(adjusted[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} adjustments")


def likely_game(heading: TableLine) -> str:
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


def column_names(game: Game, heading: TableLine, rows: Sequence[TableLine]) -> list[str]:
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
    heading: TableLine, keys: Sequence[str], names: Sequence[str]
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


def _meanings(heading: TableLine, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """What the headings say of these columns. In a table that has points and totals of all of them, as the app
    writes it, "Ann total" is never the column of a player who is called so.
    """
    both = {f"{name}{ending}": (name, kind) for name in names for ending, kind in FIGURES.items() if ending}
    alone = {name: (name, "totals") for name in names}
    return both if both.keys() <= {*heading.cells} else alone


def newcomers(heading: TableLine, rows: Sequence[TableLine]) -> Sequence[str]:
    """Whoever is seated in mid-sheet. Raises FormatError where these are too many."""
    found: dict[str, None] = {}
    if "players" in heading.cells:
        at_column = heading.cells.index("players")
        for row in rows:
            found |= dict.fromkeys(names_in(row.get(at_column)))
            if len(found) > MOST_SEATED:
                raise FormatError(row.place(at_column), f"a sheet has at most {MOST_SEATED} players")
    return tuple(found)


def adjustment_facts(
    points: Mapping[str, Points], note: str, by: Collection[str], everybody: Collection[str], where: str
) -> dict[str, Any]:
    """Points without a deal, as the sheet file has them. everybody: who may have agreed. Raises FormatError."""
    for index, name in enumerate(by):
        if name not in everybody:
            raise FormatError(f"{where}.by[{index}]", f"nobody at this table is named “{name}”")
    said = {**({"note": note} if note else {}), **({"by": list(by)} if by else {})}
    return read_adjustment_facts({"points": dict(points), **said}, where)


def option_values(game: type[Game], written: Mapping[str, str]) -> dict[str, Any]:
    """House rules as the sheet file has them; what is none is left for its reader to refuse."""
    described = {option.name: option for option in game.options_type.described()}
    return {
        name: _option_value(described[name], text) if name in described else text for name, text in written.items()
    }


def _option_value(option: Option, text: str) -> Any:
    if option.may_be_none and text.lower() == NONE:
        return None
    return text if option.accepts(text) else option_value(text, option.values)


def is_settled(results: Mapping[str, str]) -> bool:
    """Whether nothing is told of a hand but that the table settled it."""
    [first, *more] = [text.lower() for text in results.values()] or [""]
    return not more and (first in ("settled", SETTLED) or first.startswith(("settled: ", f"{SETTLED}: ")))


def with_points(facts: dict[str, Any], claim: Claims, columns: Sequence[str]) -> tuple[dict[str, Any], Claims]:
    """A hand whose points are its facts. columns: which have points then; what other columns say is claimed.

    Raises FormatError, by line and column, where one of these facts cannot be read.
    """
    claim.check_facts(columns)
    points = {name: claim.points[name] for name in columns if name in claim.points}
    others = {name: figure for name, figure in claim.points.items() if name not in points}
    return {**facts, "points": points}, replace(claim, points=others)


def options_of(game: type[Game], written: Mapping[str, str]) -> Options:
    """The house rules that the columns go by; the usual ones where these cannot be read: the fault is told, with
    its place, when the sheet is read.
    """
    with suppress(FormatError):
        return game.options_type(**read_options(game)(option_values(game, written), "$.options"))
    return game.options_type()


_WORDS = re.compile(r"[^\W\d_]+(?=\.?(?:\W|$))")


class Layout:
    """The table of one file: what stands in which column."""

    def __init__(
        self, game: type[Game], head: Head, heading: TableLine, rows: Sequence[TableLine], *, decimal_comma: bool
    ) -> None:
        self.head, self.heading, self.decimal_comma = head, heading, decimal_comma
        self.by_key = {
            name: index for index, name in enumerate(heading.cells) if name in (*game.all_keys(), *BESIDE)
        }
        self.result_keys = [name for name in self.by_key if name not in BESIDE]
        options = options_of(game, head.options)
        if head.options:
            head.facts["options"] = option_values(game, head.options)
        given: list[str] = [*head.facts.get("players", [])]
        nobody = [name for name in of_no_player(heading, rows) if name not in given]
        players: tuple[str, ...] = tuple(given) or tuple(self._players(game, options, nobody))
        self.assumed = () if given else players
        head.facts["players"] = list(players)
        head.places.setdefault("$.players", heading.place())
        names: list[str] = []
        self.everybody = {*players, *newcomers(heading, rows)}
        # Whether so many can play it the reader of the sheet file says.
        if len(players) in game.sizes:
            names = column_names(game.of(players, options), heading, rows)
        elif self.assumed:
            raise FormatError(heading.place(), _wrong_number(game, players))
        self.left_out = tuple(name for name in nobody if name not in self.by_key and name not in names)
        ignored = replace(heading, cells=tuple("" if cell in self.left_out else cell for cell in heading.cells))
        self.figures = dict(figures_below(ignored, tuple(self.by_key), names))

    def _players(self, game: type[Game], options: Options, nobody: Collection[str]) -> Sequence[str]:
        headings = [name for name in self.heading.cells if name and name not in self.by_key and name not in nobody]
        sides = have_sides(game, options)
        if players := players_of(headings, sides=sides):
            return players
        if not sides:
            return ()
        raise FormatError(
            self.heading.place(),
            "say above the table who plays, clockwise, as in “players,North,East,South,West”; the columns are "
            "then “North & South” and “East & West”",
        )

    def sheet(self) -> Sheet:
        """The sheet without its hands, and not finished. Raises FormatError, by line and column."""
        facts: dict[str, Any] = {"format": sheet_file.FORMAT, **self.head.facts, "hands": []}
        try:
            return replace(sheet_file.sheet_of(facts), finished=False)
        except FormatError as fault:
            raise placed(fault, self.head.places) from None

    @property
    def finished(self) -> bool:
        """As the head says; whether that can be read is asked with the rest of the head."""
        return self.head.facts.get("finished") is True

    def check_ends(self, row: TableLine) -> None:
        """Raise FormatError where a line breaks off among its figures: which of them are there cannot be told."""
        width = len(row.cells)
        for kind in ("points", "totals"):
            columns = [column for column, (_, each) in self.figures.items() if each == kind]
            if columns and min(columns) < width <= max(columns):
                headings = len(self.heading.cells)
                detail = (
                    f"this line has {width} cells of {headings}: what is missing must have its place, if empty"
                )
                raise FormatError(row.place(), detail)

    def has_no_hand(self, row: TableLine) -> bool:
        """Whether a line of a form printed beforehand is empty but for its number."""
        return not any(cell for at_column, cell in enumerate(row.cells) if self.heading.get(at_column) != "hand")

    def hand(self, row: TableLine, before: Ledger, places: dict[str, str]) -> tuple[dict[str, Any], Claims]:
        """The facts of the next hand and its figures; where they stand is put into places.

        before: the hands above it. Raises FormatError, by line and column or at a path of the sheet file.
        """
        number = len(before.rows) + 1
        where = f"$.hands[{number - 1}]"
        places[where] = row.place()
        for at_column, cell in enumerate(row.cells):
            heading = self.heading.get(at_column)
            eaten = heading in self.result_keys and cell.startswith((",", ";"))
            if (cell in DITTO and cell not in self.everybody and heading not in self.left_out) or eaten:
                raise FormatError(row.place(at_column), AS_ABOVE.format('"' if eaten else cell))
            if cell and not self.heading.get(at_column):
                raise FormatError(row.place(at_column), f"“{cell[:40]}” stands in a column without a heading")
        places |= {at(where, name): row.place(at_column) for name, at_column in self.by_key.items()}
        claim = self.claims(row, places, number)
        facts = self._seating(row, before)
        table, faults = take_seats(before.table, facts, where)
        for fault in faults.values():
            raise IllegalHandError(number, None, fault) if isinstance(fault, RuleViolation) else fault
        # Whose turn it is to deal anyway is no fact of the hand.
        dealer = named(self._cell(row, "dealer"), table.game.players)
        self._no_initials(row, "dealer", dealer, table.game)
        if dealer and dealer != table.game.players[table.dealer]:
            facts["dealer"] = dealer
        if note := self._cell(row, "note"):
            facts["note"] = note
        facts |= self._agreed(row, table.game)
        results = {name: text for name in self.result_keys if (text := self._cell(row, name))}
        first = next(iter(results.values()), "")
        if is_settled(results):
            if note := first.partition(": ")[2]:
                facts.setdefault("note", note)
            return with_points(facts, claim, before.columns_with(table.game))
        if not results and table.game.points_are_facts:
            return with_points(facts, claim, table.game.players)
        if "contract" in table.game.keys and first.lower() in NO_CONTRACTS:
            return {**facts, "contract": None}, claim
        for name, text in results.items():
            try:
                field = table.game.keys.get(name)
                facts[name] = field.parse(text, table.game.players) if field else text
                if isinstance(field, PlayerField):
                    self._no_initials(row, name, text, table.game)
            except FormatError:
                raise
            except ValueError as fault:
                self._no_initials(row, name, text, table.game)
                raise FormatError(row.place(self.by_key[name]), str(fault)) from None
        keys = table.game.keys
        return {name: keys[name].beside(v, facts) if name in keys else v for name, v in facts.items()}, claim

    def adjustment(
        self, row: TableLine, before: Ledger, stood: Mapping[str, Points], places: dict[str, str]
    ) -> tuple[Adjustment, Claims]:
        """Points without a deal after the last hand of `before`, and the totals then. Raises FormatError.

        stood: as of `_moved`.
        """
        where = f"$.adjustments[{len(before.adjusted)}]"
        places[where] = row.place()
        claim, said = self.claims(row, places), (self._cell(row, "note"), names_in(self._cell(row, "by")))
        claim.check_facts(before.columns)
        points = claim.points or _moved(stood, claim, in_words=bool(said[0]))
        facts = adjustment_facts(points, *said, self.everybody, where)
        return Adjustment(facts, len(before.rows), where=where), replace(claim, points={})

    def _cell(self, row: TableLine, key: str) -> str:
        return row.get(self.by_key[key]) if key in self.by_key else ""

    def _no_initials(self, row: TableLine, key: str, text: str, game: Game) -> None:
        """Raises FormatError where a cell names somebody by what their name begins with."""
        for word in _WORDS.findall(text) if text not in game.players else ():
            begins = [name for name in game.players if name.casefold().startswith(word.casefold())]
            if begins and not any(name.casefold() == word.casefold() for name in begins):
                detail = f"“{word}” may be {' or '.join(begins)}: initials are not read, write the name out"
                raise FormatError(row.place(self.by_key[key]), detail)

    def _seating(self, row: TableLine, before: Ledger) -> dict[str, Any]:
        """Who plays from this hand on, and by which house rules, where that changes."""
        facts: dict[str, Any] = {}
        if players := names_in(self._cell(row, "players")):
            facts["players"] = list(players)
        if options := self._cell(row, "options"):
            facts["options"] = option_values(type(before.table.game), options_in(options))
        for key, field in before.table.game.dealing_type.fields.items():
            if text := self._cell(row, key):
                facts[key] = field.parse(text, ())
        return facts

    def _agreed(self, row: TableLine, game: Game) -> dict[str, Any]:
        """Of a hand settled by the table what had been bid and taken, what is carried, and who agreed."""
        facts: dict[str, Any] = {"by": list(names)} if (names := names_in(self._cell(row, "by"))) else {}
        for name, keys in (("played", game.keys), ("carry", game.carrying.fields)):
            if text := self._cell(row, name):
                try:
                    facts[name] = played_of(text, keys, game.players)
                except ValueError as fault:
                    raise FormatError(row.place(self.by_key[name]), str(fault)) from None
        return facts

    def claims(self, row: TableLine, places: dict[str, str], number: int = 0) -> Claims:
        """The figures of a line. number: of its hand; 0 for the line that says what the end pays."""
        found: dict[str, dict[str, Points]] = {"points": {}, "totals": {}}
        unread: list[Unread] = []
        for at_column, (name, kind) in self.figures.items():
            text = row.get(at_column)
            if not text:
                continue
            try:
                points, figure = figures_of(text, decimal_comma=self.decimal_comma)
            except ValueError as fault:
                unread.append(Unread(name, kind, row.place(at_column), str(fault)))
                continue
            claimed: Mapping[str, Points | None] = {kind: figure}
            if kind == "totals" and number != 1:  # In the first hand what is added are lines of the hand.
                claimed = {"totals": figure, "points": points}
            for each, value in claimed.items():
                if value is not None:
                    found[each].setdefault(name, value)
                    if number:
                        places.setdefault(claimed_at(number, each, name), row.place(at_column))
        return Claims(found["points"], found["totals"], tuple(unread))


def _wrong_number(game: type[Game], players: Sequence[str]) -> str:
    sizes = game.sizes
    played_by = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
    found = f"by the headings the players are {listed(players)}" if players else "no heading names a player"
    return (
        f"{found}, and {game.title} is for {played_by}: say above the table who plays, clockwise, as in "
        "“players,North,East,South,West”"
    )


def _moved(stood: Mapping[str, Points], claim: Claims, *, in_words: bool) -> dict[str, Points]:
    """By how much the totals have moved where a line has no points. stood: the totals of the paper before;
    in_words: whether it is a ruling that need not move any.
    """
    moved = {name: whole(total - stood.get(name, 0)) for name, total in claim.totals.items()}
    return moved if any(moved.values()) else dict.fromkeys(stood, 0) if in_words else {}


def arranged(head: Head, lines: Sequence[TableLine]) -> list[TableLine]:
    """The headings, as the keys of a hand where they are meant so, and the lines below them; columns that stand
    side by side are one. Raises FormatError, at the first line too many.
    """
    players = head.facts.get("players", ())
    heading, *rows = joined([with_keys(lines[0], lines[1:], players), *lines[1:]], players)
    check_number(heading, rows)
    return [heading, *rows]


class Taken:
    """What the lines taken so far make: ledger, and the claims beside its hands and adjustments."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.ledger = Ledger.of(layout.sheet())
        self.finished = layout.finished
        self.hands: list[Hand] = []
        self.claims: list[Claims] = []
        self.adjusted: list[Claims] = []
        self.closing = Claims()
        self.places = dict(layout.head.places)
        self.stood: Mapping[str, Points] = {}
        self.numbers = Numbers()
        self.notes: list[str] = []

    def take(self, row: TableLine) -> bool:
        """Whether the line has a hand or an adjustment, and no mere sum or nothing.

        Raises FormatError, by line and column, and IllegalHandError; then nothing is taken of it.
        """
        places: dict[str, str] = {}
        try:
            found = self._found(row, places)
        except FormatError as fault:
            raise placed(fault, places) from None
        self.places |= {path: place for path, place in places.items() if path not in self.places}
        return found

    def _found(self, row: TableLine, places: dict[str, str]) -> bool:
        layout = self.layout
        if stands_for(layout.heading, row) == END:
            # A sheet that an agreed length has ended pays at its end, and nobody need have closed it.
            self.finished = self.finished or not self.ledger.over
            self.closing = layout.claims(row, places)
            return False
        if is_total(row):
            claim = layout.claims(row, places)
            self.closing = Claims(totals={**claim.points, **claim.totals}, unread=claim.unread)
            return False
        if layout.has_no_hand(row):
            return False
        layout.check_ends(row)
        if stands_for(layout.heading, row) == ADJUSTED:
            stood = {**dict(zip(self.ledger.columns, self.ledger.running, strict=True)), **self.stood}
            adjustment, claim = layout.adjustment(row, self.ledger, stood, places)
            self.ledger = self.ledger.adjust(replace(adjustment, facts=_plain(adjustment.facts)))
            self.adjusted.append(claim)
            self.stood = claim.totals
            return True
        facts, claim = layout.hand(row, self.ledger, places)
        hand = Hand(_plain(facts))
        self.ledger = self.ledger.add(hand)
        self.hands.append(hand)
        self.claims.append(claim)
        self.stood = claim.totals
        self.closing = Claims()  # What was added up above this hand is not the end.
        if note := self.numbers.odd(stands_for(layout.heading, row), row, len(self.hands)):
            self.notes.append(f"{upper_first(row.place())}: {note}.")
        return True

    @property
    def sheet(self) -> Sheet:
        return replace(self.ledger.sheet, hands=tuple(self.hands), finished=self.finished)

    @property
    def paper(self) -> Paper:
        layout = self.layout
        figures = tuple(self.claims), self.places, self.closing, tuple(self.adjusted)
        notes = self.notes if len(self.notes) <= MOST_NOTES else [*self.notes[:MOST_NOTES], "And so on."]
        return Paper(self.sheet, *figures, layout.assumed, layout.left_out, tuple(notes))


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """As a sheet file would give it back."""
    return sheet_file.parse(sheet_file.dumps(dict(facts)).encode())


MOST_BYTES = 512 * 1024


def load(content: bytes, game: str = "") -> Paper:
    """Read a paper sheet, whichever it is. game: the key of its game, where a table need not say it.

    Raises FormatError, at a path where it is JSON and by line and column where it is a table; and
    IllegalHandError as `sheet_file.load`.
    """
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"the file is larger than {MOST_BYTES // 1024} KiB")
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return of_document(sheet_file.parse(content))
    return _read_table(decoded(content), game)


def _read_table(text: str, game: str) -> Paper:
    """Raises FormatError, by line and column, and IllegalHandError."""
    head, lines, delimiter = split(text)
    if not lines:
        raise FormatError("line 1", "there is no table: headings, and below them a line for each hand")
    heading, *rows = arranged(head, lines)
    key = head.facts.setdefault("game", head.facts.get("game") or game or likely_game(heading))
    if key not in GAMES:
        raise FormatError(head.places.get("$.game", "line 1"), f"the game is one of {', '.join(GAMES)}")
    taken = Taken(Layout(GAMES[key], head, heading, rows, decimal_comma=delimiter != ","))
    try:
        for row in rows:
            taken.take(row)
    except IllegalHandError as broken:
        if not (assumed := taken.layout.assumed):
            raise
        # It may be the number of the players that is wrong, whom only headings name.
        violation = RuleViolation(broken.violation.rule, f"{broken.violation.detail} {headed(assumed)}")
        raise IllegalHandError(broken.hand, broken.call, violation) from None
    return taken.paper


def headed(players: Sequence[str]) -> str:
    """A sentence that says who the players are where only the headings do."""
    return f"Players by the headings: {listed(players)}."
