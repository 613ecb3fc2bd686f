"""What a hand would have paid with every other number of tricks, and with another contract."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ...rules.core import Alternatives, Points, ScoreLine
from ...rules.game import Game
from ..changes.corrections import Revision, unusual
from ..core.judge import IllegalHandError, Table
from ..core.ledger import Ledger, Row, Standing
from ..core.sheet import BESIDE, Hand, kept_beside


class ColumnResult(NamedTuple):
    """The points of a column with another result. total: after the hand; end: at the end of the sheet, None where
    a later hand would be illegal; made: its bid, None where it has none; played: whether this was the result.
    """

    lines: tuple[ScoreLine, ...]
    points: Points
    total: Points
    end: Points | None
    made: bool | None
    played: bool


class Result(NamedTuple):
    """The result with one number of tricks. cells: by column of the hand; standings: at the end of the sheet, none
    where each column counts its own tricks, or where a later hand would be illegal: the first such is `broken`.
    """

    tricks: int
    cells: tuple[ColumnResult, ...]
    standings: tuple[Standing, ...] = ()
    broken: IllegalHandError | None = None

    @property
    def played(self) -> bool:
        return all(cell.played for cell in self.cells)


class Reach(NamedTuple):
    """The numbers of tricks with which something holds for these columns, lowest first."""

    columns: tuple[str, ...]
    tricks: tuple[int, ...]

    @property
    def first(self) -> int | None:
        return self.tricks[0] if self.tricks else None

    @property
    def text(self) -> str:
        """ "6 to 10", "7", "0 to 2 and 5"; empty for none."""
        spans: list[list[int]] = []
        for number in self.tricks:
            if spans and number == spans[-1][-1] + 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        return " and ".join(f"{span[0]} to {span[-1]}" if span[1:] else f"{span[0]}" for span in spans)


class Results(NamedTuple):
    """Every possible result of a hand, by tricks.

    hand: what was bid, in the words of the sheet file; columns: of the hand, by their names on the sheet;
    trick_takers: those whose tricks are counted, nobody where each counts its own; kept: what is the same in all,
    as a sentence; changed: whether this is another contract than was played; made: with how many tricks the bids
    are made; level: with how many each of the declaring columns, or the trick takers, scores at least as much in
    this hand as each other column, None where the results of the columns do not depend on one another.
    """

    game: Game
    hand: Mapping[str, Any]
    columns: tuple[str, ...]
    trick_takers: tuple[str, ...]
    kept: str
    changed: bool
    results: tuple[Result, ...]
    made: tuple[Reach, ...]
    level: Reach | None

    def workings(self, result: Result) -> list[tuple[list[str], tuple[ScoreLine, ...], Points]]:
        """The lines of a result, each kind once: the columns that share them, the lines, their sum."""
        shared: dict[tuple[Any, ...], tuple[list[str], tuple[ScoreLine, ...], Points]] = {}
        for name, cell in zip(self.columns, result.cells, strict=True):
            if cell.lines:
                same = tuple((line.points, line.reason) for line in cell.lines)
                shared.setdefault(same, ([], cell.lines, cell.points))[0].append(name)
        return list(shared.values())


def why_none(row: Row) -> str:
    """Why a hand has no other results, as a sentence; empty where it has."""
    if row.judged.settled is not None:
        return "The table settled this hand: its points do not come from tricks."
    if row.result is None:
        return "Nobody had a contract in this hand, so no tricks were counted."
    if row.game.alternatives(row.result) is None:
        return "Of this game only what happened is known: there is nothing to work out."
    return ""


def results(ledger: Ledger, row: Row) -> Results | None:
    """Every result that a hand could have had with its bids; None where `why_none` gives a reason."""
    return None if why_none(row) else _Trial(ledger, row).results(row.hand.facts, row.result)


def may_be_asked(row: Row) -> bool:
    """Whether another contract, or other bids, can be asked about."""
    return "contract" in row.game.keys or not why_none(row)


def with_contract(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> Results:
    """The same for another contract, other players or bids: keys of the hand in the words of the sheet file; what
    is not given stays.

    Raises FormatError, and IllegalHandError where they cannot be.
    """
    trial = _Trial(ledger, row)
    hand = Hand({**kept_beside(row.hand.facts), **_played(row), **facts})
    return trial.results(hand.facts, trial.before.add(hand).rows[-1].result)


def _played(row: Row) -> dict[str, Any]:
    """The result of a hand in the words of the sheet file; of one without, no tricks taken."""
    if row.result is None:
        return {row.game.counted: 0}
    return row.game.to_file(row.result)


class _Trial:
    """A hand of a ledger, to be replaced by others."""

    def __init__(self, ledger: Ledger, row: Row) -> None:
        sheet, index = ledger.sheet, row.number - 1
        self.ledger = ledger
        self.row = row
        self.game = row.game
        self.later = sheet.hands[row.number :]
        self.before = Ledger.of(replace(sheet, hands=sheet.hands[:index], coming={}, finished=False), ledger)
        self.places = tuple(
            (place, column) for column, places in enumerate(self.game.credited(ledger.columns)) for place in places
        )
        """Whose column of the sheet it is, and of the game."""

    def results(self, facts: Mapping[str, Any], hand: Any) -> Results:
        game, played = self.game, self.row.result
        alternatives = game.alternatives(hand) or Alternatives(())
        taken = getattr(played, game.counted, None)
        as_played = game.alternatives(played) if played is not None else None
        # Other players would have taken other tricks.
        same = as_played is not None and as_played.trick_takers == alternatives.trick_takers
        rows = tuple(self._tried(facts, alternatives, taken if same else None))
        names = tuple(self.ledger.columns[place] for place, _ in self.places)
        trick_takers = self._credited(alternatives.trick_takers)
        side = self._credited(game.declaring(hand)) or trick_takers
        return Results(
            game=game,
            hand=facts,
            columns=names,
            trick_takers=tuple(names[column] for column in trick_takers),
            kept=alternatives.unchanged,
            changed=hand != played,
            results=rows,
            made=_made(rows, names),
            level=_level(rows, names, side) if side else None,
        )

    def _credited(self, own: Sequence[int]) -> tuple[int, ...]:
        """The columns of the hand that are credited what these of the game score, in their order."""
        return tuple(index for column in own for index, (_, each) in enumerate(self.places) if each == column)

    def _tried(self, facts: Mapping[str, Any], alternatives: Alternatives, taken: Any) -> Iterator[Result]:
        """The possible results, by tricks. taken: the tricks that were played, None where they do not compare."""
        cells: dict[int, dict[int, ColumnResult]] = {}
        ends: dict[int, tuple[tuple[Standing, ...], IllegalHandError | None]] = {}
        for other in alternatives.results:
            try:
                row, end, broken = self._replaced(facts, other.hand)
            except IllegalHandError:
                continue
            ends[other.tricks] = (end.standings if end and other.columns is None else (), broken)
            played = getattr(other.hand, self.game.counted) == taken
            for column, (place, own) in enumerate(self.places):
                if other.columns is not None and own not in other.columns:
                    continue
                made = self.game.made(other.hand, own)
                cells.setdefault(other.tricks, {})[column] = ColumnResult(
                    row.why(place), row.points[place], row.totals[place], end and end.totals[place], made, played
                )
        for tricks, by_column in cells.items():
            yield Result(tricks, tuple(by_column[column] for column in sorted(by_column)), *ends[tricks])

    def _replaced(self, facts: Mapping[str, Any], hand: Any) -> tuple[Row, Ledger | None, IllegalHandError | None]:
        """The row of another hand in the place of this one, and the sheet to its end, or the first hand of it that
        could not have followed. Raises IllegalHandError for a hand that cannot have been played.
        """
        other = Hand({**facts, **self.game.to_file(hand)}, self.row.hand.entry)
        row = self.before.add(other).rows[-1]
        earlier = self.ledger.sheet.hands[: self.row.number - 1]
        try:
            end = Ledger.of(replace(self.ledger.sheet, hands=(*earlier, other, *self.later)), self.ledger)
        except IllegalHandError as broken:
            return row, None, broken
        return row, end, None


def _made(results: Sequence[Result], names: Sequence[str]) -> tuple[Reach, ...]:
    """With how many tricks the bids are made; the columns that share the numbers together."""
    reached: dict[tuple[int, ...], list[str]] = {}
    for column, name in enumerate(names):
        if any(result.cells[column].made is not None for result in results):
            tricks = tuple(result.tricks for result in results if result.cells[column].made)
            reached.setdefault(tricks, []).append(name)
    return tuple(Reach(tuple(columns), tricks) for tricks, columns in reached.items())


def _level(results: Sequence[Result], names: Sequence[str], side: Sequence[int]) -> Reach:
    """With how many tricks each of a side scores at least as much in the hand as each of the others."""
    others = [column for column in range(len(names)) if column not in side]
    tricks = (
        result.tricks
        for result in results
        if min(result.cells[column].points for column in side)
        >= max(result.cells[column].points for column in others)
    )
    return Reach(tuple(names[column] for column in side), tuple(tricks))


class OptionMismatchError(ValueError):
    """The hands do not say what other house rules ask for."""


def under(ledger: Ledger, options: Mapping[str, Any]) -> Ledger:
    """The same hands under other house rules, from the first on; an open hand is left out. options: all of them,
    by key, None where automatic.

    Raises IllegalHandError for the first hand that could not have been played by them, and OptionMismatchError.
    """
    revision = Revision(ledger, 0)
    revision.head = {"options": unusual(ledger.sheet, options)}

    def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
        if index < len(ledger.rows):
            _compare(ledger.rows[index], table.game)
        # What these rules do not ask for is left aside, as honors where they pay nothing, and so is what had been
        # played in a hand that counts by the points of the table.
        keys = {*table.game.keys, *BESIDE, "calls", "points"} - {"options"}
        if facts.get("carry", {}).keys() <= table.game.carrying.numbers.keys():
            keys |= {"carry"}
        return {key: value for key, value in facts.items() if key in keys}

    revision.rewrite(change)
    played = revision.ledger
    hands = tuple(row.hand for row in played.rows)
    return Ledger.of(replace(played.sheet, hands=hands, finished=ledger.sheet.finished), played)


def _compare(row: Row, other: Game) -> None:
    """Raise OptionMismatchError where a hand does not hold what these rules ask for."""
    if row.result is None:
        return
    for key, asked in other.keys.items():
        written = row.game.keys.get(key)
        if asked.needed if written is None else not asked.is_like(written):
            raise OptionMismatchError(
                f"Hand {row.number} does not say what these house rules ask for: other {key}."
            )
