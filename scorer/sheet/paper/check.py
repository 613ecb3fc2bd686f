"""A paper sheet: what it says, the facts of its hands and the figures that somebody worked out by hand; and every
figure checked against the ledger, and which are wrong only because one before is.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from ...rules import reading
from ...rules.core import Points, RuleViolation, Score, ScoreLine, listed, minus, whole
from ...rules.reading import FormatError, JsonObject, Reader, at
from .. import sheet_file
from ..core.judge import on_sheet
from ..core.ledger import AdjustmentRow, Ledger, Row
from ..core.sheet import Sheet

CLAIMED = "claimed"
"""The key of a hand that a paper file has beyond a sheet file."""
MOST_HANDS = 1000


class Unread(NamedTuple):
    """A figure that cannot be read.

    kind: "points" or "totals".
    where: its place.
    detail: what is wrong.
    """

    column: str
    kind: str
    where: str
    detail: str


@dataclass(frozen=True)
class Claims:
    """The figures that paper gives for one hand, by the names of the columns; it need not give all."""

    points: Mapping[str, Points] = field(default_factory=dict[str, Points])
    totals: Mapping[str, Points] = field(default_factory=dict[str, Points])
    unread: tuple[Unread, ...] = ()

    def check_facts(self, columns: Container[str]) -> None:
        """Raise FormatError, by line and column, where points of these columns cannot be read: they are facts."""
        for figure in self.unread:
            if figure.kind == "points" and figure.column in columns:
                raise FormatError(figure.where, figure.detail)


@dataclass(frozen=True)
class Paper:
    """claims: for each hand of the sheet.
    places: where things stand on the paper itself, by their path in the sheet file; empty where the paper is such
        a file.
    closing: what the end of the sheet paid, and the totals then.
    adjusted: the totals after each adjustment.
    assumed: the players, where only headings name them.
    left_out: the headings of columns that are no player's and say nothing of a hand.
    notes: what is odd, as sentences.
    """

    sheet: Sheet
    claims: tuple[Claims, ...]
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    closing: Claims = Claims()
    adjusted: tuple[Claims, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def total_adjusted(self, number: int, column: str) -> Points | None:
        """The total of a column after adjustment `number`, from 1; None where paper does not say it."""
        return self.adjusted[number - 1].totals.get(column) if number <= len(self.adjusted) else None


def claimed_at(hand: int, kind: str, column: str) -> str:
    """The path of a claimed figure; hand counts from 1, kind is "points" or "totals"."""
    return at(f"$.hands[{hand - 1}].{CLAIMED}.{kind}", column)


def of_document(value: Any) -> Paper:
    """Read the object of a paper file: a sheet file whose hands may carry, besides,
    `"claimed": {"points": {column: number}, "totals": {column: number}}`.

    Raises FormatError, and IllegalHandError as `sheet_file.sheet_of`. Whether the columns are those of the sheet
    is asked when the paper is checked.
    """
    hands = value.get("hands") if reading.is_object(value) else None
    if not reading.is_list(hands):
        hands = ()  # Which is refused.
    if len(hands) > MOST_HANDS:
        raise FormatError("$.hands", f"a paper sheet has at most {MOST_HANDS} hands")
    claims = [_claims(hand, f"$.hands[{index}]") for index, hand in enumerate(hands)]
    return Paper(sheet_file.sheet_of(value), tuple(claims))


def _claims(hand: Any, where: str) -> Claims:
    """The figures claimed of a hand, which is left as a sheet file has it."""
    if not isinstance(hand, JsonObject) or CLAIMED not in hand:
        return Claims()
    # A doubled key is told by its place among the others: here, before one of them is taken out.
    for _ in reading.in_order(hand, where):
        pass
    kinds: dict[str, Reader] = {"points": _figures, "totals": _figures}
    return Claims(**reading.keys(hand.pop(CLAIMED), at(where, CLAIMED), kinds))


def _figures(value: Any, where: str) -> dict[str, Points]:
    names = list(reading.in_order(value, where))
    return {name: reading.points(value[name], at(where, name)) for name in names}


def place(places: Mapping[str, str], where: str) -> str:
    """Where a path of the sheet file stands on the paper: its own place, or that of what it is a part of."""
    path = where
    while path and path not in places:
        # What its last part begins with: quotation marks within a key are escaped, so no key has this.
        begins = '["' if path.endswith('"]') else "[" if path.endswith("]") else "."
        path = path[: max(path.rfind(begins), 0)]
    return places.get(path, "$" if places else where)


def placed(fault: FormatError, places: Mapping[str, str]) -> FormatError:
    """The same fault by line and column, where it was told by its path in the sheet file."""
    return FormatError(place(places, fault.where), fault.detail) if fault.where.startswith("$") else fault


POINTS, TOTAL = "points", "total"
NAMED = 100
"""For how many wrong figures the slip is looked for. A sheet with more was written for another game."""
Named = Callable[[], tuple[str, ...]]


@dataclass(frozen=True)
class Finding:
    """A figure on the paper that is not what is due.

    hand: its number; after the last hand, what the end of the sheet pays.
    kind: POINTS of the hand, or the running TOTAL.
    carried: whether it is right but for a wrong figure before it.
    mistakes: what may have gone wrong, in sentences, the likeliest first.
    adjustment: the number of the adjustment behind that hand which the total follows; 0 where it follows none.
    """

    hand: int
    column: str
    kind: str
    claimed: Points
    due: Points
    carried: bool = False
    mistakes: tuple[str, ...] = ()
    adjustment: int = 0


class Checked(NamedTuple):
    """A paper and its ledger compared.

    figures: how many there were.
    findings: in reading order, hand by hand and column by column; the first of all is never carried.
    unread: what was left out, because it cannot be read.
    assumed, left_out, notes: as of the Paper.
    """

    ledger: Ledger
    figures: int
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.carried)

    @property
    def carried(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.carried)

    @property
    def found(self) -> Mapping[tuple[int, str, str], Finding]:
        """Those of the hands by hand, column and kind."""
        of_hands = (finding for finding in self.findings if not finding.adjustment)
        return {(finding.hand, finding.column, finding.kind): finding for finding in of_hands}

    def row(self, finding: Finding) -> Row | None:
        """The hand; None behind an adjustment and at the end of the sheet."""
        line = self.line(finding)
        return line if isinstance(line, Row) else None

    def line(self, finding: Finding) -> Row | AdjustmentRow | None:
        """The hand or the adjustment; None at the end of the sheet."""
        if finding.adjustment:
            return self.ledger.adjusted[finding.adjustment - 1]
        return self.ledger.rows[finding.hand - 1] if finding.hand <= len(self.ledger.rows) else None

    def place(self, finding: Finding) -> str:
        """ "Hand 2", "Adjusted after hand 2", "The end of the sheet"."""
        line = self.line(finding)
        if isinstance(line, AdjustmentRow):
            return f"Adjusted {line.place}"
        return f"Hand {finding.hand}" if line else "The end of the sheet"

    def working(self, finding: Finding) -> str:
        """How the right total comes about: "49 + 38 = 87"."""
        line, column = self.line(finding), self.ledger.columns.index(finding.column)
        return self.ledger.working(line, column) if line else self.ledger.closing_working(column)

    def why(self, finding: Finding) -> tuple[ScoreLine, ...]:
        """The lines of the hand in that column, with their reasons."""
        line, column = self.line(finding), self.ledger.columns.index(finding.column)
        if line:
            return line.why(column)
        return tuple(self.ledger.closing_score.of(column)) if self.ledger.closing_score else ()


def check(paper: Paper, ledger: Ledger | None = None) -> Checked:
    """Score the hands again and compare. ledger: that of the paper's sheet, where it is known already.

    Raises FormatError, at the paper's own places, and IllegalHandError.
    """
    try:
        ledger = ledger or Ledger.of(paper.sheet)
        _known_columns(paper, ledger)
    except FormatError as fault:
        raise FormatError(place(paper.places, fault.where), fault.detail) from None
    claims = paper.claims[: len(ledger.rows)]
    columns = range(len(ledger.columns))
    paper = replace(paper, claims=claims)
    scored = _scored_by(ledger, paper)
    found = [figure for column in columns for figure in _in_column(ledger, paper, column, scored)]
    # Each column was read by itself, downwards; on the sheet one reads hand by hand.
    found.sort(key=lambda figure: (figure[0].hand, figure[0].adjustment, ledger.columns.index(figure[0].column)))
    wrong = {id(finding) for finding, _ in [figure for figure in found if not figure[0].carried][:NAMED]}
    findings = tuple(replace(each, mistakes=named()) if id(each) in wrong else each for each, named in found)
    figures = sum(len(claim.points) + len(claim.totals) for claim in (*claims, *paper.adjusted, paper.closing))
    unread = [each for claim in (*claims, *paper.adjusted, paper.closing) for each in claim.unread]
    return Checked(ledger, figures, findings, tuple(unread), paper.assumed, paper.left_out, paper.notes)


def _known_columns(paper: Paper, ledger: Ledger) -> None:
    for hand, claims in enumerate(paper.claims, 1):
        for kind, figures in (("points", claims.points), ("totals", claims.totals)):
            for column in figures:
                where = claimed_at(hand, kind, column)
                if column not in ledger.columns:
                    columns = ", ".join(ledger.columns)
                    raise FormatError(where, f"“{column}” is no column of this sheet: {columns}")
                if hand > len(ledger.rows):
                    raise FormatError(where, "this hand is still being played, and scores nothing yet")


def _scored_by(ledger: Ledger, paper: Paper) -> list[tuple[Points | None, ...]]:
    """What the columns scored by the paper, hand by hand; None where it gives neither points nor a total."""
    scored: list[tuple[Points | None, ...]] = []
    off: dict[str, Points] = {}  # By how much its totals are out.
    for row in ledger.lines:
        claim = paper.claims[row.number - 1] if isinstance(row, Row) else None
        points: dict[str, Points] = dict(claim.points) if claim else {}
        figures = zip(ledger.columns, ledger.padded(row.points), ledger.padded(row.totals), strict=True)
        for name, given, due in figures:
            total = claim.totals.get(name) if claim else paper.total_adjusted(row.number, name)
            if total is not None:
                points.setdefault(name, whole(total - off.get(name, 0) - due + given))
                off[name] = total - due
        if claim:
            scored.append(tuple(points.get(name) for name in ledger.columns))
    return scored


def _in_column(
    ledger: Ledger, paper: Paper, column: int, scored: Sequence[tuple[Points | None, ...]]
) -> Iterator[tuple[Finding, Named]]:
    name = ledger.columns[column]
    before: Points = 0  # What paper has for the hands so far: as claimed, else as due.
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            due, given = ledger.padded(row.totals)[column], ledger.padded(row.points)[column]
            total, before = paper.total_adjusted(row.number, name), whole(before + given)
            if total is not None and total != due:
                finding = Finding(row.after, name, TOTAL, total, due, total == before, adjustment=row.number)
                yield finding, tuple
            before = before if total is None else total
            continue
        claim = paper.claims[row.number - 1]
        cell = ScoredCell(ledger, row, column, before, scored[row.number - 1])
        points, total = claim.points.get(name), claim.totals.get(name)
        follows = whole(before + (cell.points if points is None else points))
        if points is not None and points != cell.points:
            yield Finding(row.number, name, POINTS, points, cell.points), partial(of_points, cell, points)
        if total is not None and total != cell.total:
            finding = Finding(row.number, name, TOTAL, total, cell.total, carried=total == follows)
            yield finding, partial(of_total, cell, points, total)
        before = follows if total is None else total
    yield from _at_the_end(ledger, paper.closing, column, before)


def _at_the_end(ledger: Ledger, claim: Claims, column: int, before: Points) -> Iterator[tuple[Finding, Named]]:
    """What paper says that the end of the sheet paid. before: the total that it has then."""
    name, number = ledger.columns[column], len(ledger.rows) + 1
    due = ledger.closing[column] if ledger.closing else 0
    points, total = claim.points.get(name), claim.totals.get(name)
    if points is not None and points != due:
        yield Finding(number, name, POINTS, points, due), tuple
    if total is not None and total != ledger.totals[column]:
        follows = whole(before + (due if points is None else points))
        yield Finding(number, name, TOTAL, total, ledger.totals[column], carried=total == follows), tuple


class ScoredCell(NamedTuple):
    """One column of one hand.

    before: the total that paper has for the hands before.
    paper: what each column scored in this hand by the paper, None where it does not say.
    """

    ledger: Ledger
    row: Row
    column: int
    before: Points
    paper: tuple[Points | None, ...] = ()

    @property
    def points(self) -> Points:
        return self.due[self.column]

    @property
    def due(self) -> tuple[Points, ...]:
        """The points of every column."""
        return self.ledger.padded(self.row.points)

    @property
    def total(self) -> Points:
        return self.ledger.padded(self.row.totals)[self.column]

    @property
    def due_before(self) -> Points:
        return whole(self.total - self.points)

    @property
    def row_before(self) -> Row | None:
        return self.ledger.rows[self.row.number - 2] if self.row.number > 1 else None

    def neighbors(self, values: tuple[Points, ...]) -> Iterator[tuple[str, Points]]:
        """What stands in the other columns, where it is something else: names that share it, and it."""
        padded = self.ledger.padded(values)
        shared: dict[Points, list[str]] = {}
        for name, value in zip(self.ledger.columns, padded, strict=True):
            shared.setdefault(value, []).append(name)
        return ((listed(names), value) for value, names in shared.items() if value != padded[self.column])

    def unexplained(self, points: tuple[Points, ...]) -> int:
        """How many of the other columns have something else on the paper than these points."""
        pairs = enumerate(zip(self.paper, points, strict=False))
        return sum(figure not in (None, other) for column, (figure, other) in pairs if column != self.column)


MISCOUNTED = (1, 10, 100)
"""By how much a sum is out that was added wrong: a one miscounted, or not carried."""


class Slip(NamedTuple):
    """name: a sentence without its end.
    points: what it gives the column in place of those due.
    hand: what it gives every column, None for a slip in this column alone.
    """

    name: str
    points: Points
    hand: tuple[Points, ...] | None = None

    def doubts(self, cell: ScoredCell) -> tuple[int, bool]:
        """How little it explains of the rest of the hand, the less the likelier: how many figures are otherwise on
        the paper, and whether it would have to be made in this column alone though it is one of the whole hand.
        """
        alone = cell.unexplained(cell.due)
        if self.hand is None:
            return alone, False
        whole_hand = cell.unexplained(self.hand)
        return min(alone, whole_hand), whole_hand > alone


def of_hand(cell: ScoredCell, claimed: Points) -> Iterator[Slip]:
    """Those that may have led to `claimed`, the likelier before the others."""
    due = cell.points
    yield from (Slip(name, claimed) for name in exchanged(claimed, due))
    yield from _left_out(cell)
    yield from _of_game(cell)
    yield from _of_columns(cell)
    if due < 0:
        yield Slip(f"The minus sign of {minus(due)} was lost", -due)
    if due > 0:
        yield Slip(f"A minus sign stands before {minus(due)}", -due)
    yield from _of_tricks(cell)
    for names, value in cell.neighbors(cell.row.points):
        yield Slip(f"{minus(value)} is what {names} scored in this hand", value)
    if before := cell.row_before:
        value = cell.ledger.padded(before.points)[cell.column]
        yield Slip(f"{minus(value)} is what this column scored in hand {before.number}", value)


def added_wrong(cell: ScoredCell) -> Iterator[Slip]:
    """The lines of the hand."""
    if len(cell.row.why(cell.column)) > 1:
        added = minus(cell.row.score.sum(cell.column)).partition(" = ")[0]
        for off in (sign * step for step in MISCOUNTED for sign in (1, -1)):
            yield Slip(f"{added} was added wrong", whole(cell.points + off))


def exchanged(claimed: Points, due: Points) -> Iterator[str]:
    """Two digits that changed places: 78 for 87."""
    written, right = f"{claimed}", f"{due}"
    differ = [index for index, pair in enumerate(zip(written, right, strict=False)) if pair[0] != pair[1]]
    if len(written) == len(right) and len(differ) == 2:
        first, second = differ
        if (written[first], written[second]) == (right[second], right[first]):
            yield f"Two digits changed places: {minus(claimed)} for {minus(due)}"


def _of_game(cell: ScoredCell) -> Iterator[Slip]:
    """What the game itself knows to be got wrong."""
    judged = cell.row.judged
    if judged.result is None:
        return
    for slip in judged.table.game.mistakes(judged.result, judged.table.dealer, judged.table.carry):
        yield _scored(cell, slip.name, slip.score)


def _of_columns(cell: ScoredCell) -> Iterator[Slip]:
    """The points of two columns written in one another's place."""
    due, name = cell.due, cell.ledger.columns[cell.column]
    for other, points in enumerate(due):
        if points != cell.points:
            turned = list(due)
            turned[cell.column], turned[other] = points, cell.points
            sentence = f"The points of {name} and {cell.ledger.columns[other]} changed places"
            yield Slip(sentence, points, tuple(turned))


def _left_out(cell: ScoredCell) -> Iterator[Slip]:
    """One line of several left out, or added where it is taken off: in this column, or in all that have it."""
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        shown = f"{minus(line.points)} ({line.reason})"
        ways = {f"{shown} was left out": 1, f"{shown} was added and not taken off": 2 if line.points < 0 else 0}
        for name, times in ways.items():
            if times:
                # In how many lines of each column they score for the same.
                alike = [[each[1:] for each in cell.row.why(at)].count(line[1:]) for at in range(len(cell.due))]
                pairs = zip(cell.due, alike, strict=True)
                hand = tuple(whole(points - times * line.points * count) for points, count in pairs)
                yield Slip(name, whole(cell.points - times * line.points))
                yield Slip(name, hand[cell.column], hand)


def counted_twice(cell: ScoredCell) -> Iterator[Slip]:
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        yield Slip(f"{minus(line.points)} ({line.reason}) was counted twice", whole(cell.points + line.points))


def _of_tricks(cell: ScoredCell) -> Iterator[Slip]:
    """The hand with a trick more, or less."""
    judged = cell.row.judged
    game, hand = judged.table.game, judged.result
    key = game.outcomes.counted
    field = game.keys.get(key)
    if hand is None or field is None:
        return
    for off, name in ((1, "more"), (-1, "less")):
        counted = field.shifted(getattr(hand, key), off)
        if counted is None:
            return
        changed = replace(hand, **{key: counted})
        try:
            score, _ = game.score(changed, judged.table.dealer, judged.table.carry)
        except RuleViolation:
            continue
        taken = " to ".join(map(str, field.values(counted)))
        yield _scored(cell, f"Counted as if one trick {name} had been taken, {taken}", score)


def _scored(cell: ScoredCell, name: str, score: Score) -> Slip:
    """A slip in the whole hand, with the sum by which it gives this column its points."""
    scored = on_sheet(score, cell.row.game, cell.ledger.columns)
    hand = tuple(scored.total(column) for column in range(len(cell.ledger.columns)))
    return Slip(f"{name}: {minus(scored.sum(cell.column))}", hand[cell.column], hand)


MOST_NAMED = 2
"""How many slips are named at most where several lead to the same figure."""


def of_points(cell: ScoredCell, claimed: Points) -> tuple[str, ...]:
    """What leads to these points instead of those due, in sentences."""
    slips = *of_hand(cell, claimed), *added_wrong(cell), *counted_twice(cell)
    return _likeliest(cell, (slip for slip in slips if slip.points == claimed))


def of_total(cell: ScoredCell, points: Points | None, total: Points) -> tuple[str, ...]:
    """What leads to this total, which is not what the figures before it add up to. points: as claimed, if so."""
    if points is not None:
        return _likeliest(cell, (Slip(name, total) for name in _misadded(cell, points, total)))
    return _likeliest(cell, _mistaken(cell, total))


def _misadded(cell: ScoredCell, points: Points, total: Points) -> Iterator[str]:
    """The points stand there beside the total: it is the sum that is wrong."""
    sum_due = whole(cell.before + points)
    yield from exchanged(total, sum_due)
    yield from _not_once(cell, cell.before, points, total)
    if points < 0 and total == cell.before - points:
        yield f"The minus sign was lost: {_sum(cell.before, -points, total)}, not {_sum(cell.before, points)}"
    if points > 0 and total == cell.before - points:
        yield f"Taken off and not added: {_sum(cell.before, -points, total)}"
    yield from _of_neighbor(cell, total)
    yield from _from_another(cell, whole(total - points))
    if cell.row.number > 1:
        yield f"Added wrong: {_sum(cell.before, points, sum_due)}, not {minus(total)}"


def _mistaken(cell: ScoredCell, total: Points) -> Iterator[Slip]:
    """Only totals stand there: the points of the hand may have been wrong, or the adding."""
    # The total before may itself be wrong, and the right one may have been in somebody's head.
    befores = tuple(dict.fromkeys((cell.before, cell.due_before)))
    for before in befores:
        names = (*exchanged(total, whole(before + cell.points)), *_not_once(cell, before, cell.points, total))
        yield from (Slip(name, total) for name in names)
        yield from _added_to(cell, before, total, of_hand(cell, whole(total - before)))
    for name in (*_of_neighbor(cell, total), *_from_another(cell, whole(total - cell.points))):
        yield Slip(name, total)
    due = whole(cell.before + cell.points)
    if cell.row.number == 1:
        yield from _added_to(cell, 0, total, added_wrong(cell))
    elif abs(total - due) in MISCOUNTED:
        # Either sum may be the wrong one: that of the hand does not stand there.
        lines = f"{minus(cell.row.score.sum(cell.column))}, and " if len(cell.row.why(cell.column)) > 1 else ""
        yield Slip(f"Added wrong: {lines}{_sum(cell.before, cell.points, due)}, not {minus(total)}", total)
    for before in befores:
        yield from _added_to(cell, before, total, counted_twice(cell))


def _added_to(cell: ScoredCell, before: Points, total: Points, slips: Iterable[Slip]) -> Iterator[Slip]:
    """Those whose points lead to this total."""
    for slip in slips:
        if before + slip.points == total:
            added = f", and {_sum(before, slip.points, total)}" if cell.row.number > 1 else ""
            yield Slip(f"{slip.name}{added}", total, slip.hand)


def _not_once(cell: ScoredCell, before: Points, points: Points, total: Points) -> Iterator[str]:
    """The points not added to the total of the hand before, or twice."""
    if cell.row.number > 1 and points and total == before:
        yield f"Nothing was added: {minus(total)} is the total of the hand before"
    if cell.row.number > 1 and points and total == before + 2 * points:
        yield f"The points of this hand were added twice: {_sum(before, points)} and {minus(points)} again"


def _of_neighbor(cell: ScoredCell, total: Points) -> Iterator[str]:
    return (f"This is the total of {names}" for names, value in cell.neighbors(cell.row.totals) if value == total)


def _from_another(cell: ScoredCell, started: Points) -> Iterator[str]:
    """The points added to something else than the total before. started: to what."""
    for name in exchanged(started, cell.before):
        yield f"The total before was copied wrong. {name}"
    if before := cell.row_before:
        for names, value in cell.neighbors(before.totals):
            if value == started:
                yield f"The total before was copied wrong. {minus(value)} was the total of {names}"
        # The total of this column two hands before.
        number = before.number - 1
        earlier = cell.ledger.totals_after(number)[cell.column]
        if number and started == earlier != cell.due_before:
            yield f"The total before was copied wrong. {minus(earlier)} was the total after hand {number}"


def _sum(before: Points, points: Points, total: Points | None = None) -> str:
    """ "49 + 38 = 87", "50 − 40"."""
    added = f"{minus(before)} {'−' if points < 0 else '+'} {abs(points)}"
    return added if total is None else f"{added} = {minus(total)}"


def _likeliest(cell: ScoredCell, slips: Iterable[Slip]) -> tuple[str, ...]:
    """In sentences, without those that leave more of the hand unexplained than the first."""
    ordered = sorted(((slip.doubts(cell), slip) for slip in slips), key=itemgetter(0))
    names = (f"{slip.name}." for (unexplained, _), slip in ordered if unexplained == ordered[0][0][0])
    return tuple(dict.fromkeys(names))[:MOST_NAMED]
