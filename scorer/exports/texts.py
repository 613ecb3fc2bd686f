"""The sheet, the check of a paper sheet and a season as text for a terminal; the sheet as text for a chat."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ..rules.core import Points, Score, counted, in_cents, listed, minus, upper_first
from ..rules.names import unclear_names as unclear
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from ..sheet.audit import TamperedHistoryError, Verified
from ..sheet.changes.remarks import NO_REMARKS, Remarks
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import AdjustmentRow, Ledger, Row, Standing, seated
from ..sheet.paper.check import TOTAL, Checked, Finding
from ..sheet.paper.headings import headed
from ..statistics.evening import DEFENSE, OFFENSE, OVER, UNDER
from ..statistics.players import PlayerFigures, figures, partnerships
from ..statistics.season import HOW_CHOSEN, Season
from ..statistics.standings import AS_USUAL, PlayerStanding, Ranking, standings
from . import wording
from .wording import cells, distinct, isolated, number, played, ranked, reasons, share, working

NARROW = 30
"""The characters for all names together in a narrow table."""
NARROWEST = 7
"""The characters for a name at least."""
JOINERS = frozenset(("\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))))
"""Not printable by themselves: they join letters of some scripts, and the parts of emoji and flags."""
UNSEEN = frozenset(("\u00ad", "\u200b", "\u2060", "\ufeff"))
"""Where a line may break, or not: a terminal that knows none of them would show them as something."""


def score(ledger: Ledger, remarks: Remarks = NO_REMARKS, *, narrow: bool = False) -> str:
    """The score sheet: a line per hand or adjustment with the totals, the reasons below them, the standings last.

    narrow: the table has the totals alone, below shortened names, for the bubble of a chat.
    """
    sheet = ledger.sheet
    head = " · ".join(part for part in (sheet.title, ledger.table.game.title, sheet.date) if part)
    lines = [head, "", *(_narrow_table(ledger) if narrow else _whole_table(ledger)), ""]
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            lines += adjusted(row)
        else:
            lines += _reasons(ledger, row)
            lines += [f"   {row.doubt}"] if row.doubt else []
            lines += (f"   {sentence}" for sentence in remarks.of_hand(row))
    if (closing := ledger.closing_score) and closing.lines:
        lines += _closing(ledger, closing)
    lines += ["", "Standings"]
    lines += [_standing(ledger, standing) for standing in ledger.standings]
    if payments := in_cents(ledger.payments):
        lines += ["", "Payments", *(f"  {name}  {amount:+.2f}" for name, amount in payments.items())]
    if ending := ledger.ending:
        won = "" if ending.did else f" {listed(ledger.winners) or 'Nobody'} won."
        lines += ["", f"The end: {ending.reason}.{won}"]
    if sentences := tuple(remarks.of_sheet()):
        lines += ["", *sentences]
    return printable(lines)


def _whole_table(ledger: Ledger) -> list[str]:
    rows = [["hand", "dealer", *ledger.columns]]
    rows += [[*_place(row), *_cells(ledger.padded(row.points), ledger.padded(row.totals))] for row in ledger.lines]
    return table(rows, left=1)


def _narrow_table(ledger: Ledger) -> list[str]:
    width = max(NARROWEST, NARROW // len(ledger.columns))
    rows = [["", *distinct(ledger.columns, width, cells)]]
    rows += [[_place(row)[0] or "±", *map(str, ledger.padded(row.totals))] for row in ledger.lines]
    return table(rows)


def _place(row: Row | AdjustmentRow) -> list[str]:
    """The number of a hand and who dealt it; of points without a deal, that they are."""
    return ["", "adjusted"] if isinstance(row, AdjustmentRow) else [str(row.number), row.dealer]


def _cells(points: Sequence[Points], totals: Sequence[Points]) -> list[str]:
    return [f"{point:+} = {total}" for point, total in zip(points, totals, strict=True)]


def _reasons(ledger: Ledger, row: Row) -> list[str]:
    """ "1: Amber and Cindy bid 6♥, took 7", and who scored what for which reasons; equal workings once."""
    worked = (f"   {sentence}" for sentence in (*reasons(ledger, row), *row.events, *row.settled_from))
    return [f"{row.number}: {row.summary if row.judged.carried else row.noted}", *worked]


def adjusted(row: AdjustmentRow) -> list[str]:
    """ "Adjusted after hand 4: Betty −10, Cindy +10 (revoke)", and who agreed."""
    return [f"Adjusted {row.in_words}", *([f"   Agreed by {listed(row.by)}."] if row.by else [])]


def _closing(ledger: Ledger, closing: Score) -> list[str]:
    """What the end of the sheet paid, and for what."""
    paid = [(name, line) for column, name in enumerate(ledger.columns) for line in closing.of(column)]
    return ["The end of the sheet", *(f"   {name}: {line.points} ({line.reason})" for name, line in paid)]


def _standing(ledger: Ledger, standing: Standing) -> str:
    counters = ", ".join(f"{counter.name} {counter.text}" for counter in ledger.counters.get(standing.column, ()))
    return f"  {standing.place}. {standing.column}  {standing.total}{f'  ({counters})' if counters else ''}"


def auction(ledger: Ledger) -> str:
    """Whose turn it is, the contract so far and the calls that are legal."""
    state = ledger.auction()
    if ledger.table.auction(unbid=True) is None:
        raise FormatError("$.game", f"{ledger.table.game.title} is entered without calls")
    if state is None:
        return f"The sheet has ended: {ledger.ending.reason if ledger.ending else ''}."
    if state.over:
        return printable([f"The bidding is over: {state.outcome()}."])
    turn = f"{state.name(state.turn)} to speak ({state.stage})."
    legal = f"Legal: {', '.join(call.symbols for call in state.legal())}."
    return printable([turn, f"So far: {state.outcome()}.", legal])


def verify(verified: Verified) -> str:
    entries = f"{counted(verified.entries, 'entry', 'entries')}, fingerprint {verified.fingerprint}"
    found = f" Entry {verified.receipt} is the one of the receipt." if verified.receipt else ""
    return f"{entries}: the history holds, and the sheet is what it makes.{found}"


def error(fault: FormatError | IllegalHandError | TamperedHistoryError) -> str:
    if isinstance(fault, FormatError):
        return printable([f"Not a score sheet: {located(fault)}."])
    if isinstance(fault, TamperedHistoryError):
        return printable(f"{upper_first(altered.detail)}." for altered in fault.faults)
    place = f"hand {fault.hand}" + (f", call {fault.call}" if fault.call else "")
    broken = fault.violation
    return printable([f"A rule is broken in {place}: {broken.detail}", f"{broken.rule.name}: {broken.text}"])


def located(fault: FormatError) -> str:
    """What is wrong, and where in the file."""
    return fault.detail if fault.where == "$" else f"{fault.detail} (at {fault.where})"


def table(rows: list[list[str]], left: int | None = None) -> list[str]:
    """left: the column of texts; in the others numbers stand below each other."""
    rows = [[printable([cell]) for cell in row] for row in rows]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        padding = [" " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        both = enumerate(zip(row, padding, strict=True))
        lines.append("  ".join(cell + pad if at == left else pad + cell for at, (cell, pad) in both).rstrip())
    return lines


def unclear_names(ledger: Ledger) -> Iterator[str]:
    """A warning for each name that nobody sees, or that could be taken for another."""
    for name, why in unclear(seated(ledger)):
        yield printable([f"a warning about the name “{name}”: {why}."])


def printable(lines: Iterable[str]) -> str:
    """The lines without the control characters, and the marks that turn the direction of writing, that a name may
    have. What joins letters or separates them stays.
    """
    return "\n".join("".join(_printed(letter) for letter in line) for line in lines)


def _printed(letter: str) -> str:
    if letter.isprintable() or letter in JOINERS:
        return letter
    return "" if letter in UNSEEN else "\ufffd"


def check_summary(checked: Checked) -> str:
    """ "2 wrong figures of 20, and 3 more that only carry on what was wrong before."."""
    unread = f" {counted(len(checked.unread), 'figure')} cannot be read." if checked.unread else ""
    if not checked.figures:
        return f"The paper claims no figures{' that can be read.' + unread if unread else '.'}"
    if not checked.findings:
        return f"Nothing is wrong: {counted(checked.figures, 'figure')} checked.{unread}"
    carried = len(checked.carried)
    carry = f", and {carried} more that only carr{'ies' if carried == 1 else 'y'} on what was wrong before"
    return f"{counted(len(checked.wrong), 'wrong figure')} of {checked.figures}{carry if carried else ''}.{unread}"


def read_as(checked: Checked) -> list[str]:
    """Who plays where only the headings say so, which columns are no player's, and what is odd, as sentences."""
    players = [headed(checked.assumed)] if checked.assumed else []
    odd = [f"Hand {row.number}: {row.doubt}" for row in checked.ledger.rows if row.doubt]
    left_out = [f"Left out: {listed(checked.left_out)}."] if checked.left_out else []
    return [*players, *left_out, *checked.notes, *odd]


def describe(checked: Checked, finding: Finding) -> str:
    """ "Hand 2, Cindy: the total is 87, not 78."."""
    what = "the total is" if finding.kind == TOTAL else "the points are"
    return f"{checked.place(finding)}, {finding.column}: {what} {finding.due}, not {finding.claimed}."


def check_error(fault: FormatError | IllegalHandError) -> str:
    """Why a paper sheet cannot be checked."""
    if isinstance(fault, FormatError):
        return printable([f"This paper sheet cannot be read: {located(fault)}."])
    return error(fault)


def check_paper(checked: Checked) -> str:
    """The first wrong figure, the further ones, and last those that only carry these on."""
    lines = [check_summary(checked), *read_as(checked)]
    for index, finding in enumerate(checked.wrong):
        heading = {0: ["The first wrong figure"], 1: ["Further"]}.get(index, [])
        lines += ["", *heading, describe(checked, finding)]
        lines += (f"   {'Or: ' if nth else ''}{mistake}" for nth, mistake in enumerate(finding.mistakes))
        lines += (f"   Right: {right}" for right in _right(checked, finding))
    if checked.unread:
        unread = (f"{upper_first(each.where)}, {each.column}: {each.detail}." for each in checked.unread)
        lines += ["", "Not read", *unread]
    if checked.carried:
        lines += ["", "Only carried on", *(describe(checked, finding) for finding in checked.carried)]
    return printable(lines)


def _right(checked: Checked, finding: Finding) -> Iterator[str]:
    """The points with their reasons, and for a total how it comes about."""
    lines = checked.why(finding)
    if lines:
        yield working(lines, sum(line.points for line in lines))
    if finding.kind == TOTAL and (finding.hand > 1 or finding.adjustment):
        yield checked.working(finding)


def statistics(season: Season, ranking: Ranking = AS_USUAL) -> str:
    """Standings, players and partnerships, each with how it counts."""
    if not season.evenings:
        return "No sheet is in this choice."
    days = [evening.date for evening in season.evenings if evening.date]
    span = f", {days[0]} to {days[-1]}" if days else ""
    heading = f"{GAMES[season.game].title}: {counted(len(season.nights), 'night')}{span}"
    ranked = standings(season, ranking)
    heads = ["", "player", "nights", "won", "sum", "a night", "place", "a hand"]
    placed = [[*standing_line(each), number(each.a_hand)] for each in ranked.everybody]
    lines = [heading, HOW_CHOSEN, "", "Standings", ranked.sentence, *table([heads, *placed], left=1)]
    lines += ["", "Players"]
    for each in figures(season):
        lines += [each.player, *(f"   {line}" for line in _player(each))]
    return printable([*lines, *_partnerships(season)])


def standing_line(each: PlayerStanding) -> list[str]:
    """Place, player, nights, how many of these won or shared, and the sum, points a night, average place."""
    place = f"{each.place}." if each.place else ""
    points = (number(each.total), number(each.a_night), wording.average_place(each.average_place))
    return [place, each.player, f"{each.nights}", each.won_in_short, *points]


def _player(each: PlayerFigures) -> list[str]:
    lines = [counted(each.hands, "hand")]
    lines += [
        f"{kind}: {counted(hands, 'hand')}, {number(each.average(kind))} points each"
        for kind in (OFFENSE, DEFENSE)
        if (hands := each.count(kind))
    ]
    if each.made.whole:
        lines.append(f"bids made: {share(each.made)}")
    if each.by_level:
        bid, taken = each.tricks
        lines[-1] += f"; {taken} tricks for {bid} bid"
        lines.append(f"by level: {', '.join(f'{level}: {share(made)}' for level, made in each.by_level)}")
    if each.by_suit:
        lines.append(f"by denomination: {', '.join(f'{suit}: {share(made)}' for suit, made in each.by_suit)}")
    if over_under := each.count(OVER) + each.count(UNDER):
        lines.append(f"missed: {over_under}, {each.count(OVER)} with too many, {each.count(UNDER)} with too few")
    lines += [f"{nil}: made {share(made)}" for nil, made in each.nils]
    for name, night in (("best", each.best), ("worst", each.worst)):
        if night:
            lines.append(f"{name} night: {number(night[1])} ({night[0].date or night[0].name})")
    lines.append(f"in a row: {counted(each.won_in_a_row.length, 'night')} won")
    if each.made.whole:
        lines[-1] += f", {counted(each.made_in_a_row.length, 'bid')} made"
    return lines


def _partnerships(season: Season) -> list[str]:
    found = partnerships(season)
    if not found.pairs:
        return []
    rows = [
        [listed(pair.players), str(pair.hands), share(pair.made), number(pair.each_a_hand)] for pair in found.pairs
    ]
    lines = ["", "Partnerships", *table([["", "hands", "made", "points each"], *rows], left=0)]
    if found.offers:
        offers = [[f"{each.proposer} to {each.accepter}", share(each.made)] for each in found.offers]
        lines += ["", "Proposals", *table([["", "made"], *offers], left=0)]
    return lines


FENCE = "```"
"""What makes the chats that know it set lines in columns, as they are."""


def whole(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> str:
    """The score sheet with every hand's reasons, fenced."""
    inside = isolated(score(ledger, remarks, narrow=True).replace(FENCE, "'''"))
    return f"{FENCE}\n{inside}\n{FENCE}"


def summary(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> str:
    """What was played, when, by whom, how it stands and who won; what is disputed, and who signed it."""
    sheet = ledger.sheet
    lines = [_line(sheet.title)] if sheet.title else []
    lines += [" · ".join(filter(None, (ledger.table.game.title, wording.day(sheet.date), played(ledger)))), ""]
    # An ordinal: "1." would begin a list, which some chats number for themselves.
    lines += [f"{place} {_line(each.column)}: {minus(each.total)}".lstrip() for each, place in ranked(ledger)]
    if ledger.adjusted:
        lines += ["", *(f"Adjusted {_line(row.in_words)}" for row in ledger.adjusted)]
    if payments := in_cents(ledger.payments):
        paid = (f"{_line(name)}: {wording.money(amount)}" for name, amount in payments.items())
        lines += ["", "Payments", *paid]
    if ending := ledger.ending:
        won = listed([_line(name) for name in ledger.winners]) or "Nobody"
        lines += ["", f"{won} won{ending.behind_winners}."]
    if remarks.open:
        hands = listed([str(number) for number in remarks.open])
        lines += ["", f"In dispute: {'hands' if remarks.open[1:] else 'hand'} {hands}."]
    if remarks.signed:
        lines += ["", f"Signed by {listed([_line(name) for name in remarks.signed])}."]
    return isolated("\n".join(lines))


def _line(written: str) -> str:
    """In one line, without what turns the direction of all that follows."""
    return " ".join(re.sub("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", " ", written).split())
