"""A paper sheet as a table of comma-separated values: typed by hand, or exported by the app.

Above the table may stand the head, a line each: `game,offender`, `players,Amber,Betty,...`, `dealer,Ellie`, a
house rule by its name in the sheet file. The table has a column for each key of a hand (`contract`, `tricks`),
and for the figures `NAME` or `NAME total` (a running total) and `NAME points`. A total may stand there as it was
worked out, "49 + 38 = 87".
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..rules.core import Points
from ..rules.game import Game
from ..rules.games import GAMES
from ..rules.options import Options
from . import document
from .judge import read_options
from .paper import MOST_HANDS, Claims, Paper, claimed_at
from .paper_cells import figures_of, option_value, value_of
from .paper_check import place
from .paper_lines import Head, Line, is_head, lines_of
from .reading import Malformed, at

BESIDE = ("hand", "dealer", "note")
NO_CONTRACT = ("no contract", "none", "-", "–")
END = "end"
"""Stands for a hand's number where the app's own table says what the end of the sheet paid: that is no hand."""
SETTLED = "settled"
"""How a row begins whose points the table gave by hand: "settled by the table: a reason"."""
FIGURES = {" total": "totals", " points": "points", "": "totals"}
"""What stands in a column, by the end of its heading."""


def read(text: str, game: str = "") -> Paper:
    """Read a paper sheet. game: its key, where the file need not say it. Raises Malformed, by line and column."""
    lines, delimiter = lines_of(text)
    head = Head()
    while lines and is_head(lines[0]):
        head.take(lines.pop(0))
    if not lines:
        raise Malformed("line 1", "there is no table: headings, and below them a line for each hand")
    heading, *rows = lines
    heading = with_keys(heading)
    key = head.facts.setdefault("game", head.facts.get("game") or game or likely_game(heading))
    if key not in GAMES:
        raise Malformed(head.places.get("$.game", "line 1"), f"the game is one of {', '.join(GAMES)}")
    if len(rows) > MOST_HANDS:
        raise Malformed(rows[MOST_HANDS].place(), f"a paper sheet has at most {MOST_HANDS} hands")
    return Layout(GAMES[key], head, heading, decimal_comma=delimiter != ",").paper(rows)


def with_keys(heading: Line) -> Line:
    """Phones begin a line with a capital: the heading "Contract" is the key contract."""
    keys = {name for game in GAMES.values() for name in game(("",) * game.sizes[0]).keys} | {*BESIDE}
    return replace(heading, cells=tuple(c.lower() if c.lower() in keys else c for c in heading.cells))


def likely_game(heading: Line) -> str:
    """The game whose hands have just these keys."""
    known: dict[str, int] = {}
    for key, game in GAMES.items():
        keys = game(("",) * game.sizes[0]).keys
        if all(name in heading.cells for name, known_key in keys.items() if known_key.needed):
            known[key] = len([name for name in keys if name in heading.cells])
    most = [key for key, number in known.items() if number == max(known.values())]
    if len(most) != 1:
        raise Malformed(heading.place(), "say above the table which game it is, as in “game,offender”")
    return most[0]


class Layout:
    """The table of one file: what stands in which column."""

    def __init__(self, game: type[Game], head: Head, heading: Line, *, decimal_comma: bool) -> None:
        self.head, self.heading, self.decimal_comma = head, heading, decimal_comma
        self.options = self._options(game)
        players = head.facts.get("players") or self._players(game, heading)
        head.facts["players"] = list(players)
        head.places.setdefault("$.players", heading.place())
        # Whether so many can play it the reader of the sheet file says.
        seated = tuple(players) if len(players) in game.sizes else ("",) * game.sizes[0]
        known = game(seated, self.options)
        self.keys = known.keys
        self.by_key = {name: at for at, name in enumerate(heading.cells) if name in (*self.keys, *BESIDE)}
        names = [column.name for column in known.columns()] if seated == tuple(players) else []
        self.figures = dict(self._figures(heading, names))

    def _options(self, game: type[Game]) -> Options:
        described = {option.name: option for option in game.options_type.described()}
        given = {
            name: option_value(text, described[name].values) if name in described else text
            for name, text in self.head.options.items()
        }
        if given:
            self.head.facts["options"] = given
        with suppress(Malformed):
            return game.options_type(**read_options(game)(given, "$.options"))
        return game.options_type()  # The fault is told, with its place, when the sheet is read.

    def _players(self, game: type[Game], heading: Line) -> Sequence[str]:
        """Whoever has a column; of two sides the players that their names are made of."""
        keys = (*game(("",) * game.sizes[0], self.options).keys, *BESIDE)
        columns = list(dict.fromkeys(column_of(name)[0] for name in heading.cells if name and name not in keys))
        if not game.partnerships:
            return columns
        pairs = [column.split(" & ") for column in columns]
        if len(pairs) == 2 and all(len(pair) == 2 for pair in pairs):
            return [name for seats in zip(*pairs, strict=True) for name in seats]
        raise Malformed(
            heading.place(),
            "say above the table who plays, clockwise, as in “players,North,East,South,West”; the columns are "
            "then “North & South” and “East & West”",
        )

    def _figures(self, heading: Line, names: Sequence[str]) -> Iterator[tuple[int, tuple[str, str]]]:
        """By column of the file: whose figures stand there, and whether points or totals."""
        seen: set[object] = set()
        for at_column, text in enumerate(heading.cells):
            meaning: object = text if text in self.by_key else column_of(text)
            if text and meaning in seen:
                raise Malformed(heading.place(at_column), f"the heading “{text}” stands twice")
            seen.add(meaning)
            if not text or text in self.by_key:
                continue
            name, kind = (text, "totals") if text in names else column_of(text)
            if names and name not in names:
                keys = ", ".join((*self.keys, *BESIDE))
                raise Malformed(
                    heading.place(at_column),
                    f"“{name}” is no key of a hand ({keys}) and no column of this sheet ({', '.join(names)})",
                )
            yield at_column, (name, kind)

    def paper(self, rows: Sequence[Line]) -> Paper:
        places, hands, claims = dict(self.head.places), list[dict[str, Any]](), list[Claims]()
        for row in rows:
            if self.has_no_hand(row):
                continue
            facts, claim = self.hand(row, len(hands) + 1, places)
            hands.append(facts)
            claims.append(claim)
        facts = {"format": document.FORMAT, **self.head.facts, "hands": hands}
        try:
            return Paper(document.sheet_of(facts), tuple(claims), places)
        except Malformed as fault:
            raise Malformed(place(places, fault.where), fault.detail) from None

    def has_no_hand(self, row: Line) -> bool:
        """Whether a line of a form printed beforehand is empty but for its number, or tells what the end pays."""
        if "hand" in self.by_key and row.get(self.by_key["hand"]).lower() == END:
            return True
        return not any(cell for at_column, cell in enumerate(row.cells) if self.heading.get(at_column) != "hand")

    def hand(self, row: Line, number: int, places: dict[str, str]) -> tuple[dict[str, Any], Claims]:
        """The facts of a hand, numbered from 1, and its figures; where they stand is put into places.

        Raises Malformed.
        """
        where = f"$.hands[{number - 1}]"
        places[where] = row.place()
        for at_column, cell in enumerate(row.cells):
            if cell and not self.heading.get(at_column):
                raise Malformed(row.place(at_column), f"“{cell[:40]}” stands in a column without a heading")
        claim = self._claims(row, number, places)
        facts: dict[str, Any] = {}
        for name, at_column in self.by_key.items():
            places[at(where, name)] = row.place(at_column)
            if (text := row.get(at_column)) and name in BESIDE and name != "hand":
                facts[name] = text
        results = {
            name: text for name in self.keys if name in self.by_key and (text := row.get(self.by_key[name]))
        }
        first = next(iter(results.values()), "")
        if first.lower().startswith(SETTLED) or (not results and "points" in self.keys):
            _, _, note = first.partition(": ")
            facts |= {"note": note} if note else {}
            return {**facts, "points": claim.points}, Claims(totals=claim.totals)
        if first.lower() in NO_CONTRACT:
            return {**facts, "contract": None}, claim
        for name, text in results.items():
            try:
                facts[name] = value_of(self.keys[name], text, self.head.facts["players"])
            except ValueError as fault:
                raise Malformed(row.place(self.by_key[name]), str(fault)) from None
        return facts, claim

    def _claims(self, row: Line, number: int, places: dict[str, str]) -> Claims:
        found: dict[str, dict[str, Points]] = {"points": {}, "totals": {}}
        for at_column, (name, kind) in self.figures.items():
            text = row.get(at_column)
            if not text:
                continue
            try:
                points, figure = figures_of(text, decimal_comma=self.decimal_comma)
            except ValueError as fault:
                raise Malformed(row.place(at_column), str(fault)) from None
            claimed: Mapping[str, Points | None] = {kind: figure}
            if kind == "totals" and number > 1:  # In the first hand what is added are lines of the hand.
                claimed = {"totals": figure, "points": points}
            for each, value in claimed.items():
                if value is not None:
                    found[each].setdefault(name, value)
                    places.setdefault(claimed_at(number, each, name), row.place(at_column))
        return Claims(found["points"], found["totals"])


def column_of(heading: str) -> tuple[str, str]:
    """Whose column it is, and what stands in it."""
    ending = next(ending for ending in FIGURES if heading.endswith(ending))
    return heading.removesuffix(ending), FIGURES[ending]
