"""A paper sheet as a table of comma-separated values: typed by hand, or exported by the app; a paper file, which
may be one or a sheet file with figures claimed; and a table of hands from elsewhere, line by line: what its
columns are matched to, and which lines make no hand.

Above the table may stand the head, a line each: `game,offender`, `players,Amber,Betty,...`, `dealer,Ellie`, a
house rule by its name in the sheet file. The table has a column for each key of a hand (`contract`, `tricks`), and
for the figures `NAME` or `NAME total` (a running total) and `NAME points`. A total may stand there as it was
worked out, "49 + 38 = 87". In the column `hand`, "adjusted" stands for points without a deal.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import Any, NamedTuple

from ...rules.core import Points, RuleViolation, listed, upper_first, whole
from ...rules.fields import PerPlayer, PerSide, PlayerField
from ...rules.game import Game
from ...rules.options import Options, value_text
from ...rules.reading import DASHES, FormatError, at, named, names_in, short
from ...rules.registry import GAMES
from .. import sheet_file
from ..core.judge import IllegalHandError, read_options, take_seats
from ..core.ledger import Ledger
from ..core.sheet import Adjustment, Hand, Sheet, read_adjustment_facts
from ..sheet_file import GoOn, without_limit
from . import headings
from .check import MOST_HANDS, Checked, Claims, Paper, Unread, check, claimed_at, of_document, placed
from .csv import ADJUSTED, BESIDE, END, NONE, SETTLED
from .dates import days_of, narrowed
from .headings import Column, Kinds, TableLine
from .lines import AS_ABOVE, NO_CONTRACTS, Head, figures_of, opened, option_value, options_in, played_of

MOST_BYTES = 512 * 1024
MOST_NOTES = 5
"""Of a table whose numbers are none of hands each line would be told."""
MOST_SEATED = 50
"""Each of them has columns of their own, in a table that is compared figure by figure."""
_ADJUSTMENTS = (ADJUSTED, "adjustment", "adjust", "adjusted score")


def stands_for(heading: TableLine, row: TableLine) -> str:
    """What stands in the place of a hand's number: END, ADJUSTED however it is spelt, or anything."""
    text = row.get(heading.cells.index("hand")).lower().rstrip(".:") if "hand" in heading.cells else ""
    is_adjusted = text.startswith("adj") or get_close_matches(text, _ADJUSTMENTS, cutoff=0.75)
    return ADJUSTED if is_adjusted else text


def check_number(heading: TableLine, rows: Sequence[TableLine]) -> None:
    """Raises FormatError, at the first line too many."""
    adjusted = [row for row in rows if stands_for(heading, row) == ADJUSTED]
    hands = [row for row in rows if row not in adjusted] if adjusted else rows
    if hands and len(hands) > MOST_HANDS + (stands_for(heading, hands[-1]) == END):
        raise FormatError(hands[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} hands")
    if len(adjusted) > MOST_HANDS:
        raise FormatError(adjusted[MOST_HANDS].place(), f"a table has at most {MOST_HANDS} adjustments")


def newcomers(heading: TableLine, rows: Sequence[TableLine]) -> Sequence[str]:
    """Whoever is seated in mid-sheet. Raises FormatError where these are too many."""
    found: dict[str, None] = {}
    small = [cell.lower() for cell in heading.cells]
    if "players" in small:
        at_column = small.index("players")
        for row in rows:
            found |= dict.fromkeys(names_in(row.get(at_column)))
            if len(found) > MOST_SEATED:
                raise FormatError(row.place(at_column), f"a sheet has at most {MOST_SEATED} players")
    return tuple(found)


def option_values(game: type[Game], written: Mapping[str, str]) -> dict[str, Any]:
    """House rules as the sheet file has them; what is none is left for its reader to refuse."""
    values: dict[str, Any] = dict(written)
    for option in game.options_type.described():
        text = written.get(option.name, "")
        if option.may_be_none and text.lower() == NONE:
            values[option.name] = None
        elif option.name in written and not option.accepts(text):
            values[option.name] = option_value(text, option.values)
    return values


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


def known_names(
    game: type[Game], players: tuple[str, ...], options: Options, heading: TableLine, rows: Sequence[TableLine]
) -> Sequence[str]:
    """All the columns that the sheet has if these play; nobody's where they cannot. Raises FormatError as
    `newcomers` does.
    """
    if len(players) not in game.sizes:
        return ()
    played = game.of(players, options)
    names = played.with_columns(())
    return names if played.sides_have_columns else [*dict.fromkeys((*names, *newcomers(heading, rows)))]


def have_sides(game: type[Game], options: Options) -> bool:
    """Whether the columns of a table of this game are those of sides."""
    return game.partnerships and options.totals == "sides"


def players_in(game: type[Game], options: Options, columns: Sequence[Column]) -> tuple[str, ...]:
    """Who plays by the columns, clockwise; nobody where that cannot be told."""
    return headings.players_of(headings.owners_in(columns), sides=have_sides(game, options))


class Layout:
    """The table of one file: what stands in which column.

    columns: what each is, where that is known; else it is read from the headings.
    rows: the lines, with what each player has of one key in one cell.
    """

    def __init__(self, game: type[Game], table: "HandsTable", columns: Sequence[Column] | None = None) -> None:
        head, heading, rows, decimal_comma = table
        self.head, self.decimal_comma = head, decimal_comma
        options = options_of(game, head.options)
        if head.options:
            head.facts["options"] = option_values(game, head.options)
        given = tuple(head.facts.get("players", ()))
        bids = {column.whose for column in columns or () if column.what == "bid" and headings.SIDE in column.whose}
        if len(bids) == 2 and getattr(options, "bidding", "") == "players":
            # Sides have the bids, where the game has players bid by its usual house rules.
            head.facts["options"] = {**head.facts.get("options", {}), "bidding": "sides"}
            options = replace(options, bidding="sides")
        names = known_names(game, given, options, heading, rows)
        is_read = columns is None
        columns = columns or headings.columns_of(heading, rows, names or head.names, given)
        players = given or players_in(game, options, columns)
        self.assumed = () if given else players
        head.facts["players"] = list(players)
        head.places.setdefault("$.players", heading.place())
        # Whether so many can play it the reader of the sheet file says.
        if not given and len(players) not in game.sizes:
            raise FormatError(heading.place(), _wrong_number(game, players, sides=have_sides(game, options)))
        names = known_names(game, players, options, heading, rows)
        self.everybody = {*players, *newcomers(heading, rows)}
        columns = headings.of_game(headings.of_names(columns, names, players), rows, game)
        nobody = {*headings.of_no_player(heading, columns, rows)} - {*names}
        columns = [Column() if text in nobody else each for text, each in zip(heading.cells, columns, strict=True)]
        pairs = list(zip(heading.cells, columns, strict=True))
        self.left_out = tuple(text for text, column in pairs if text and column == Column())
        self.kinds = headings.kinds_of(columns, rows, decimal_comma=decimal_comma)
        unsaid = [index for index, column in enumerate(columns) if column.what in ("score", headings.BARE)]
        if is_read and game.points_are_facts and unsaid and not self.kinds.kind:
            name = columns[unsaid[0]].whose
            asked = f"say above this column which these are: “{name} points” of a hand, or “{name} total”"
            raise FormatError(heading.place(unsaid[0]), asked)
        self.passed_over = {index for index, (text, column) in enumerate(pairs) if text and column == Column()}
        self.figures = dict(self._figures(game, heading, columns, names))
        lines = [replace(heading, cells=tuple(each.heading for each in columns)), *rows]
        if have_sides(game, options):
            lines = headings.of_sides(lines, players)
        self.heading, *self.rows = headings.joined(lines)
        check_number(self.heading, self.rows)
        keys = (*game.all_keys(), *BESIDE)
        self.by_key = {name: index for index, name in enumerate(self.heading.cells) if name in keys}
        self.result_keys = [name for name in self.by_key if name not in BESIDE]
        self.notes: list[str] = []
        self.tells_deal = self._tells_deal(game.of(players, options)) if len(players) in game.sizes else False

    def _tells_deal(self, game: Game) -> bool:
        """Whether what was dealt is read from the results: nothing else says it, and by the usual house rules most
        hands would be wrong.
        """
        if {*game.dealing.fields} & {*self.by_key} or {*game.dealing.house_rules} & {*self.head.options}:
            return False
        hands = [row for row in self.rows if any(self._cell(row, name) for name in self.result_keys)]
        usual = game.dealing.coming(game.carrying.first)
        found = [[*self._by_result(row, game).values()] for row in hands]
        fits = [dealt == [*usual[at : at + 1]] for at, dealt in enumerate(found) if dealt]
        if fits.count(False) <= fits.count(True):
            return False
        keys = listed(sorted(game.dealing.fields))
        self.notes.append(f"The {keys} of each hand are read from its result, for nothing else says them.")
        return True

    def _by_result(self, row: TableLine, game: Game) -> Mapping[str, Any]:
        results = {name: text for name in self.result_keys if (text := self._cell(row, name))}
        with suppress(FormatError):
            return game.dealing.by_result(self._result(row, results, {}, game))
        return {}

    def _figures(
        self, game: type[Game], heading: TableLine, columns: Sequence[Column], names: Sequence[str]
    ) -> Iterator[tuple[int, tuple[str, str]]]:
        """By column of the file: whose figures stand there, and whether points or totals. Raises FormatError."""
        keys = [column.what for column in columns if column.what and not column.whose]
        seen: set[Column] = set()
        for index, column in enumerate(columns):
            if column.what and column in seen:
                raise FormatError(heading.place(index), f"the heading “{heading.cells[index]}” stands twice")
            seen.add(column)
            if not column.is_figure:
                continue
            if names and column.whose not in names:
                neither = f"no key of a hand ({', '.join(keys)}) and no column of this sheet ({', '.join(names)})"
                raise FormatError(heading.place(index), f"“{column.whose}” is {neither}")
            yield index, (column.whose, headings.FIGURES[self.kinds.of(column, facts=game.points_are_facts)])

    def sheet(self) -> Sheet:
        """The sheet without its hands, and not finished. Raises FormatError, by line and column."""
        facts: dict[str, Any] = {"format": sheet_file.FORMAT, **self.head.facts, "hands": []}
        try:
            return replace(sheet_file.sheet_of(facts), finished=False)
        except FormatError as fault:
            raise placed(fault, self.head.places) from None

    def check_ends(self, row: TableLine) -> None:
        """Raise FormatError where a line breaks off among its figures: which of them are there cannot be told."""
        width = len(row.cells)
        for kind in ("points", "totals"):
            columns = [column for column, (_, each) in self.figures.items() if each == kind]
            if columns and min(columns) < width <= max(columns):
                wanted = len(self.heading.cells)
                detail = f"this line has {width} cells of {wanted}: what is missing must have its place, if empty"
                raise FormatError(row.place(), detail)

    def hand(
        self, row: TableLine, before: Ledger, stood: Mapping[str, Points], places: dict[str, str]
    ) -> tuple[dict[str, Any], Claims]:
        """The facts of the next hand and its figures; where they stand is put into places.

        before: the hands above it.
        stood: the totals of the paper before.

        Raises FormatError, by line and column or at a path of the sheet file.
        """
        number = len(before.rows) + 1
        where = f"$.hands[{number - 1}]"
        places[where] = row.place()
        self._check_cells(row)
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
            return with_points(facts, claim, table.game.with_columns(before.columns))
        if not results and table.game.points_are_facts:
            return with_points(facts, self._in_full(row, claim, stood, table.game.players), table.game.players)
        if "contract" in table.game.keys and first.lower() in NO_CONTRACTS:
            return {**facts, "contract": None}, claim
        result = self._result(row, results, facts, table.game)
        if self.tells_deal:
            dealt, usual = table.game.dealing.by_result(result), table.game.dealing.dealt(table.carry)
            facts |= {name: value for name, value in dealt.items() if value != usual.get(name)}
        return {**facts, **result}, claim

    def _check_cells(self, row: TableLine) -> None:
        """Raise FormatError for a mark that stands for what is above it, and for what has no heading."""
        for at_column, cell in enumerate(row.cells):
            heading = self.heading.get(at_column)
            eaten = heading in self.result_keys and cell.startswith((",", ";"))
            ditto = cell in headings.DITTO and cell not in self.everybody and at_column not in self.passed_over
            if ditto or eaten:
                raise FormatError(row.place(at_column), AS_ABOVE.format('"' if eaten else cell))
            if cell and not heading and at_column not in self.passed_over:
                raise FormatError(row.place(at_column), f"“{cell[:40]}” stands in a column without a heading")

    def _result(
        self, row: TableLine, results: Mapping[str, str], facts: Mapping[str, Any], game: Game
    ) -> dict[str, Any]:
        """What was bid and taken, by the keys of the game, from the texts of its cells."""
        found: dict[str, Any] = {}
        for name, text in results.items():
            try:
                field = game.keys.get(name)
                found[name] = field.parse(text, game.players) if field else text
                if isinstance(field, PlayerField):
                    self._no_initials(row, name, text, game)
                needs_all = isinstance(field, PerPlayer) and field.every and isinstance(found[name], Mapping)
                if missing := [each for each in game.players if needs_all and each not in found[name]]:
                    lack = f"{listed(missing)} {'have' if missing[1:] else 'has'} no {name.replace('_', ' ')}"
                    raise FormatError(row.place(self.by_key[name]), f"{lack} in this line")
            except FormatError:
                raise
            except ValueError as fault:
                self._no_initials(row, name, text, game)
                raise FormatError(row.place(self.by_key[name]), str(fault)) from None
        every = {**facts, **found}
        return {name: game.keys[name].beside(v, every) if name in game.keys else v for name, v in found.items()}

    def _in_full(
        self, row: TableLine, claim: Claims, stood: Mapping[str, Points], players: Sequence[str]
    ) -> Claims:
        """The figures with points for everybody who plays: by how much a total has moved, and 0 for a blank.

        Raises FormatError where somebody has no column, or nobody a figure.
        """
        if not (claim.points or claim.totals or claim.unread):
            raise FormatError(row.place(), "nobody has points in this line")
        unread = {figure.column for figure in claim.unread}
        kinds = {name: {kind for each, kind in self.figures.values() if each == name} for name in players}
        points = dict(claim.points)
        for name in players:
            if name in points or name in unread:
                continue
            if not kinds[name]:
                raise FormatError(row.place(), f"{name} has no points in this line")
            points[name] = whole(claim.totals.get(name, stood.get(name, 0)) - stood.get(name, 0))
            if "points" in kinds[name]:
                points[name] = 0
        return replace(claim, points=points)

    def adjustment(
        self, row: TableLine, before: Ledger, stood: Mapping[str, Points], places: dict[str, str]
    ) -> tuple[Adjustment, Claims]:
        """Points without a deal after the last hand of `before`, and the totals then. Raises FormatError.

        stood: the totals of the paper before.
        """
        where = f"$.adjustments[{len(before.adjusted)}]"
        places[where] = row.place()
        claim, note, by = self.claims(row, places), self._cell(row, "note"), names_in(self._cell(row, "by"))
        claim.check_facts(before.columns)
        for index, name in enumerate(by):
            if name not in self.everybody:
                raise FormatError(f"{where}.by[{index}]", f"nobody at this table is named “{name}”")
        said = {**({"note": note} if note else {}), **({"by": [*by]} if by else {})}
        # Where a line has no points, the totals have moved by them; a ruling need not move any.
        moved = {name: whole(total - stood.get(name, 0)) for name, total in claim.totals.items()}
        points = claim.points or (moved if any(moved.values()) else dict.fromkeys(stood, 0) if note else {})
        facts = read_adjustment_facts({"points": dict(points), **said}, where)
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
            if not text.strip(f"-{DASHES}"):
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


def _wrong_number(game: type[Game], players: Sequence[str], *, sides: bool) -> str:
    sizes, how = game.sizes, "say above the table who plays, clockwise, as in “players,North,East,South,West”"
    if sides:
        return f"{how}; the columns are then “North & South” and “East & West”"
    played_by = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
    found = f"by the headings the players are {listed(players)}" if players else "no heading names a player"
    return f"{found}, and {game.title} is for {played_by}: {how}"


class Taken:
    """What the lines taken so far make: ledger, and the claims beside its hands and adjustments."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.ledger = Ledger.of(layout.sheet())
        # Whether that can be read is asked with the rest of the head.
        self.finished = layout.head.facts.get("finished") is True
        self.hands: list[Hand] = []
        self.claims: list[Claims] = []
        self.adjusted: list[Claims] = []
        self.closing = Claims()
        self.places = dict(layout.head.places)
        self.stood: Mapping[str, Points] = {}
        self.last_number, self.places_of_numbers = 0, dict[int, str]()
        self.notes: list[str] = [*layout.head.notes, *layout.notes]

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
        if headings.is_total(row):
            claim = layout.claims(row, places)
            self.closing = Claims(totals={**claim.points, **claim.totals}, unread=claim.unread)
            return False
        if not any(cell for at, cell in enumerate(row.cells) if layout.heading.get(at) != "hand"):
            return False  # A line of a form printed beforehand.
        layout.check_ends(row)
        stood = {**dict(zip(self.ledger.columns, self.ledger.running, strict=True)), **self.stood}
        if stands_for(layout.heading, row) == ADJUSTED:
            adjustment, claim = layout.adjustment(row, self.ledger, stood, places)
            self.ledger = self.ledger.adjust(replace(adjustment, facts=_plain(adjustment.facts)))
            self.adjusted.append(claim)
            self.stood = claim.totals
            return True
        facts, claim = layout.hand(row, self.ledger, stood, places)
        hand = Hand(_plain(facts))
        self.ledger = self.ledger.add(hand)
        self.hands.append(hand)
        self.claims.append(claim)
        self.stood = claim.totals
        self.closing = Claims()  # What was added up above this hand is not the end.
        if text := stands_for(layout.heading, row):
            self.notes += [f"{upper_first(row.place())}: {note}." for note in self._odd_number(text, row)]
        return True

    def _odd_number(self, text: str, row: TableLine) -> Iterator[str]:
        """What is to be told of the number of the hand just taken. text: as it stands in the table."""
        if not (digits := re.search("[0-9]{1,9}", text)):
            yield f"“{short(text)}” is no number of a hand, and was taken for hand {len(self.hands)}"
            return
        number, before, self.last_number = int(digits[0]), self.last_number, int(digits[0])
        if place := self.places_of_numbers.get(number):
            yield f"hand {number} stands in {place} too"
        elif before and number != before + 1:
            yield f"hand {number} follows hand {before}, so one may be missing"
        self.places_of_numbers.setdefault(number, row.place())

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


FEW = 12
"""Lines by which it is tried how a table scores."""


class Bad(NamedTuple):
    """A line that makes no hand.

    number: of the line.
    text: what stands there.
    why: as a sentence.
    """

    number: int
    text: str
    why: str


class Hands(NamedTuple):
    """What a table makes.

    good: the lines of the file that the hands of the sheet stand in.
    checked: the figures that stand beside these hands, compared.
    """

    sheet: Sheet
    ledger: Ledger
    good: tuple[int, ...]
    bad: tuple[Bad, ...]
    checked: Checked


class HandsTable(NamedTuple):
    """A table as it was opened, its columns not matched yet."""

    head: Head
    heading: TableLine
    rows: tuple[TableLine, ...]
    decimal_comma: bool

    @property
    def _known(self) -> tuple[str, ...]:
        return tuple(self.head.facts.get("players", ()))

    @property
    def likely_game(self) -> str:
        """The key of the game that the table names or its columns tell; "" where neither does."""
        named = self.head.facts.get("game")
        columns = self.read_columns()
        if named in GAMES:
            return named
        others = {key for game in GAMES.values() if not game.points_are_facts for key in game.all_keys()}
        if any(headings.PARTS.get(column.what, column.what) in others for column in columns):
            return headings.likely_game(columns, self.rows)
        of_points = [game.key for game in GAMES.values() if game.points_are_facts]
        return of_points[0] if len(headings.owners_in(columns)) > 1 else ""

    def read_columns(self) -> list[Column]:
        """What each column says by itself."""
        return self._columns((), self._known)

    def _columns(self, names: Collection[str], players: Collection[str]) -> list[Column]:
        return headings.columns_of(self.heading, self.rows, names or self.head.names, players)

    def likely_players(self, game: type[Game]) -> tuple[str, ...]:
        """Who plays, clockwise: as the table says, or whoever has a column."""
        players = self._known or players_in(game, options_of(game, self.head.options), self._columns((), ()))
        # Fewer may be columns of something else.
        return players if self._known or len(players) in game.sizes else ()

    def _names(self, game: type[Game], players: Sequence[str]) -> Sequence[str]:
        """Of the sheet's columns, if these play."""
        seated = tuple(players) if len({*players}) == len(players) else ()
        return known_names(game, seated, options_of(game, self.head.options), self.heading, self.rows)

    def meanings(self, game: type[Game], players: Sequence[str]) -> tuple[Column, ...]:
        """What a column can be matched to: nothing, a key of a hand, what a player or side has of one, figures."""
        names = self._names(game, players)
        parts = {
            part: (*names, *players) if isinstance(field, PerSide) else players
            for part, key in headings.PARTS.items()
            for field in sorted(game.all_keys().get(key, ()), key=lambda field: isinstance(field, PerSide))
            if isinstance(field, PerSide | PerPlayer)
        }
        each = (Column(what, name) for what, owners in parts.items() for name in owners)
        figures = (Column(what, name) for what in ("total", "points") for name in names)
        keys = dict.fromkeys((*game.all_keys(), *BESIDE))
        return (Column(), *map(Column, keys), *each, *figures)

    @property
    def days(self) -> tuple[date, ...]:
        """When it was played: nothing where no date was read, two days where it may be either."""
        dates = [at for at, text in enumerate(self.heading.cells) if headings.small(text) in headings.DATES]
        texts = [text for row in self.rows for index in dates if (text := row.get(index))]
        return narrowed(self.head.days or days_of(texts[0] if texts else ""), texts)

    def kinds(self, game: type[Game], players: Sequence[str]) -> tuple[Kinds, tuple[int, ...]]:
        """What the figures are whose headings do not say it, and in which columns they stand."""
        names = self._names(game, players)
        columns = headings.of_names(self._columns(names, players), names, players)
        said = ("points", "total")
        asked = [at for at, column in enumerate(columns) if column.is_figure and column.what not in said]
        return headings.kinds_of(columns, self.rows, decimal_comma=self.decimal_comma), tuple(asked)

    def likely(self, game: type[Game], players: Sequence[str]) -> tuple[Column, ...]:
        """What each column seems to be."""
        meanings, names = self.meanings(game, players), self._names(game, players)
        columns = headings.of_names(self._columns(names, players), names, players)
        columns = headings.of_game(columns, self.rows, game)
        kinds = headings.kinds_of(columns, self.rows, decimal_comma=self.decimal_comma)
        found: list[Column] = []
        for each in columns:
            if each.is_figure:
                each = each._replace(what=kinds.of(each, facts=game.points_are_facts))
            found.append(each if each in meanings and each not in found else Column())
        return self._checked(game, players, found)

    def _checked(self, game: type[Game], players: Sequence[str], found: Sequence[Column]) -> tuple[Column, ...]:
        """The figures as points or as totals, of a game that scores by itself: in whichever way more are right."""
        kinds = {column.what for column in found if column.is_figure}
        if game.points_are_facts or len(kinds) != 1 or not self._names(game, players):
            return tuple(found)
        both = (*kinds, *({"points", "total"} - kinds))
        ways = [tuple(each._replace(what=kind) if each.is_figure else each for each in found) for kind in both]
        with suppress(FormatError, IllegalHandError):
            return min(ways, key=lambda way: len(self.read(game, players, way).checked.findings))
        return ways[0]

    def read(
        self,
        game: type[Game],
        players: Sequence[str],
        matched: Sequence[Column],
        go_on: GoOn = without_limit,
        day: str = "",
    ) -> Hands:
        """The hands by these columns, what cannot be one apart.

        matched: a meaning for each column.
        day: when it was played, where `days` does not tell.

        Raises FormatError where no sheet can be begun so: by line and column, or by its place in the sheet file;
        and what `go_on` raises.
        """
        facts = {**self.head.facts, "game": game.key, "players": [*players]}
        if day := day or ("" if len(self.days) != 1 else self.days[0].isoformat()):
            facts["date"] = day
        said, assumed = self.head.options.keys(), dict[str, Any]()
        table = self._replace(head=replace(self.head, facts=facts))
        hands = table._read(game, matched, go_on, assumed)
        for way in game.lenient if hands.bad else ():
            others = hands if said & way.keys() else table._read(game, matched, go_on, way)
            if len(others.bad) < len(hands.bad):
                hands, assumed = others, dict(way)
        ways = [{**assumed, **way} for way in game.scorings if not said & way.keys()]
        if hands.checked.findings and ways:
            few = table._replace(rows=self.rows[:FEW])
            tried = [few._read(game, matched, go_on, way).checked.findings for way in (assumed, *ways)]
            wrong = [len(findings) for findings in tried]
            # A few wrong figures are slips of whoever kept the table.
            if 4 * min(wrong) < wrong[0]:
                return table._read(game, matched, go_on, ways[wrong.index(min(wrong)) - 1])
        return hands

    def _read(self, game: type[Game], matched: Sequence[Column], go_on: GoOn, assumed: Mapping[str, Any]) -> Hands:
        """assumed: house rules that the table does not say."""
        rules = [option for option in game.options_type.described() if option.name in assumed]
        words = (f"{rule.title}: {rule.in_words(assumed[rule.name])}" for rule in rules)
        told = (f"{text}. By this house rule more of the table is right." for text in words)
        options = self.head.options | {name: value_text(value) for name, value in assumed.items()}
        head = replace(self.head, facts=dict(self.head.facts), options=options, places=dict(self.head.places))
        head.notes = [*head.notes, *told]
        layout = Layout(game, self._replace(head=head), matched)
        return _through(layout.rows, Taken(layout), go_on)


def open_table(content: bytes) -> HandsTable:
    """Raises FormatError, by line, for what is no table."""
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"a table is at most {MOST_BYTES // 1024} KiB large")
    head, lines, delimiter = opened(content)
    if not lines or (len(lines) == 1 and "game" not in head.facts):
        raise FormatError("$", "this is no score sheet file, and no table: headings, and a line for each hand")
    heading, *rows = lines
    check_number(heading, rows)
    newcomers(heading, rows)
    return HandsTable(head, heading, tuple(rows), delimiter != ",")


def _through(rows: Sequence[TableLine], taken: Taken, go_on: GoOn) -> Hands:
    """The lines, tried one after the other."""
    good: list[int] = []
    bad: list[Bad] = []
    for row in rows:
        go_on()
        try:
            if taken.take(row):
                good.append(row.number)
        except FormatError as fault:
            column = fault.where.partition(", ")[2]
            place = f" ({column})" if column else ""
            bad.append(Bad(row.number, _shown(row), f"{upper_first(fault.detail)}{place}."))
        except IllegalHandError as broken:
            bad.append(Bad(row.number, _shown(row), broken.violation.detail))
    ledger = Ledger.of(taken.sheet)
    return Hands(taken.sheet, ledger, tuple(good), tuple(bad), check(taken.paper, ledger))


def _shown(row: TableLine) -> str:
    text = " · ".join(cell for cell in row.cells if cell)
    return text if len(text) <= 80 else f"{text[:80]}…"


def load(content: bytes, game: str = "") -> Paper:
    """Read a paper sheet, whichever it is. game: the key of its game, where a table need not say it.

    Raises FormatError, at a path where it is JSON and by line and column where it is a table; and
    IllegalHandError as `sheet_file.load`.
    """
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"the file is larger than {MOST_BYTES // 1024} KiB")
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return of_document(sheet_file.parse(content))
    head, lines, delimiter = opened(content)
    if not lines:
        raise FormatError("line 1", "there is no table: headings, and below them a line for each hand")
    table = HandsTable(head, lines[0], tuple(lines[1:]), delimiter != ",")
    key = head.facts.get("game") or game or headings.likely_game(table.read_columns(), table.rows)
    if not key:
        raise FormatError(lines[0].place(), "say above the table which game it is, as in “game,offender”")
    if key not in GAMES:
        raise FormatError(head.places.get("$.game", "line 1"), f"the game is one of {', '.join(GAMES)}")
    head.facts["game"] = key
    taken = Taken(Layout(GAMES[key], table))
    try:
        for row in taken.layout.rows:
            taken.take(row)
    except IllegalHandError as broken:
        if not (assumed := taken.layout.assumed):
            raise
        # It may be the number of the players that is wrong, whom only headings name.
        violation = RuleViolation(broken.violation.rule, f"{broken.violation.detail} {headings.headed(assumed)}")
        raise IllegalHandError(broken.hand, broken.call, violation) from None
    return taken.paper
