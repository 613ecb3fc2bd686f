"""A paper sheet as a table of comma-separated values: typed by hand, or exported by the app.

Above the table may stand the head, a line each: `game,offender`, `players,Amber,Betty,...`, `dealer,Ellie`, a
house rule by its name in the sheet file. The table has a column for each key of a hand (`contract`, `tricks`),
and for the figures `NAME` or `NAME total` (a running total) and `NAME points`. A total may stand there as it was
worked out, "49 + 38 = 87". In the column `hand`, "adjusted" stands for points without a deal.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...rules.cells import named, names_in
from ...rules.core import Points, RuleViolation, listed
from ...rules.fields import NO_CONTRACTS, PlayerField
from ...rules.game import Game
from ...rules.options import Options
from ...rules.reading import FormatError, at
from ..core.judge import IllegalHandError, take_seats
from ..core.ledger import Ledger
from ..core.sheet import Adjustment, Sheet
from ..file import document
from .cells import figures_of, options_in, played_of
from .check import placed
from .claims import Claims, Unread, claimed_at
from .facts import adjustment_facts, is_settled, option_values, options_of, with_points
from .headings import column_names, figures_below, have_sides, newcomers, of_no_player, players_of
from .lines import AS_ABOVE, Head, Line
from .words import BESIDE, DITTO

_WORDS = re.compile(r"[^\W\d_]+(?=\.?(?:\W|$))")


class Layout:
    """The table of one file: what stands in which column."""

    def __init__(
        self, game: type[Game], head: Head, heading: Line, rows: Sequence[Line], *, decimal_comma: bool
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
        facts: dict[str, Any] = {"format": document.FORMAT, **self.head.facts, "hands": []}
        try:
            return replace(document.sheet_of(facts), finished=False)
        except FormatError as fault:
            raise placed(fault, self.head.places) from None

    @property
    def finished(self) -> bool:
        """As the head says; whether that can be read is asked with the rest of the head."""
        return self.head.facts.get("finished") is True

    def has_no_hand(self, row: Line) -> bool:
        """Whether a line of a form printed beforehand is empty but for its number."""
        return not any(cell for at_column, cell in enumerate(row.cells) if self.heading.get(at_column) != "hand")

    def hand(self, row: Line, before: Ledger, places: dict[str, str]) -> tuple[dict[str, Any], Claims]:
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
        if not results and "points" in table.game.keys:
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

    def adjustment(self, row: Line, before: Ledger, places: dict[str, str]) -> tuple[Adjustment, Claims]:
        """Points without a deal after the last hand of `before`, and the totals then. Raises FormatError."""
        where = f"$.adjustments[{len(before.adjusted)}]"
        places[where] = row.place()
        claim, said = self.claims(row, places), (self._cell(row, "note"), names_in(self._cell(row, "by")))
        claim.check_facts(before.columns)
        points = claim.points or (_unmoved(before, claim) if said[0] else {})
        facts = adjustment_facts(points, *said, self.everybody, where)
        return Adjustment(facts, len(before.rows), where=where), replace(claim, points={})

    def _cell(self, row: Line, key: str) -> str:
        return row.get(self.by_key[key]) if key in self.by_key else ""

    def _no_initials(self, row: Line, key: str, text: str, game: Game) -> None:
        """Raises FormatError where a cell names somebody by what their name begins with."""
        for word in _WORDS.findall(text) if text not in game.players else ():
            begins = [name for name in game.players if name.casefold().startswith(word.casefold())]
            if begins and not any(name.casefold() == word.casefold() for name in begins):
                detail = f"“{word}” may be {' or '.join(begins)}: initials are not read, write the name out"
                raise FormatError(row.place(self.by_key[key]), detail)

    def _seating(self, row: Line, before: Ledger) -> dict[str, Any]:
        """Who plays from this hand on, and by which house rules, where that changes."""
        facts: dict[str, Any] = {}
        if players := names_in(self._cell(row, "players")):
            facts["players"] = list(players)
        if options := self._cell(row, "options"):
            facts["options"] = option_values(type(before.table.game), options_in(options))
        for key, field in before.table.game.dealt.items():
            if text := self._cell(row, key):
                facts[key] = field.parse(text, ())
        return facts

    def _agreed(self, row: Line, game: Game) -> dict[str, Any]:
        """Of a hand settled by the table what had been bid and taken, what is carried, and who agreed."""
        facts: dict[str, Any] = {"by": list(names)} if (names := names_in(self._cell(row, "by"))) else {}
        for name, keys in (("played", game.keys), ("carry", game.carried_fields)):
            if text := self._cell(row, name):
                try:
                    facts[name] = played_of(text, keys, game.players)
                except ValueError as fault:
                    raise FormatError(row.place(self.by_key[name]), str(fault)) from None
        return facts

    def claims(self, row: Line, places: dict[str, str], number: int = 0) -> Claims:
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


def _unmoved(before: Ledger, claim: Claims) -> dict[str, Points]:
    """No points for everybody: a ruling in words alone. Empty where the line has totals that have moved."""
    totals = dict(zip(before.columns, before.running, strict=True))
    moved = any(totals.get(name) != total for name, total in claim.totals.items())
    return {} if moved else dict.fromkeys(totals, 0)
