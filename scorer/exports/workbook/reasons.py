"""The sheets that explain: every line of points with its rule, then who plays, the house rules with what changed
when, and the rules of the game by number.
"""

from collections.abc import Iterable, Iterator
from itertools import count, groupby

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.core import Points, ScoreLine, listed
from ...sheet.changes.remarks import in_force
from ...sheet.core.ledger import Ledger, Row
from .book import REASONS, RULES, Book, Formula, Tab
from .formulas import PLAYERS_FROM

HEAD_ROW = 2
HEADS = (("hand", 7), ("what happened", 44), ("who", 26), ("points", 9), ("reason", 38), ("rule", 44))
POINTS = 3
RULE_WIDTHS = [12, 34, 90]
EXPLANATION = (
    "Why each point was given, as the app reckons it. Where points follow the facts by formulas, these lines stay "
    "as they were."
)
CLOSING, ADJUSTED = "end", "±"
"""Stand for the number of a hand."""


class Reasons:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._lines: list[tuple[int | str, str, int, ScoreLine]] = []
        for row in ledger.lines:
            number = row.number if isinstance(row, Row) else ADJUSTED
            for column in range(len(row.points)):
                self._lines += ((number, row.summary, column, line) for line in row.why(column))
        if closing := ledger.closing_score:
            for column in range(len(ledger.columns)):
                self._lines += ((CLOSING, "the end of the sheet", column, line) for line in closing.of(column))
        self._spans: dict[tuple[int | str, int], tuple[int, int]] = {}
        for index, (hand, _, column, _) in enumerate(self._lines, HEAD_ROW + 1):
            first, _ = self._spans.get((hand, column), (index, index))
            self._spans[hand, column] = first, index

    def sum(self, hand: int | str, column: int, points: Points) -> Formula | None:
        """The formula that adds up the lines of a column in a hand to these points; None where there are none."""
        span = self._spans.get((hand, column))
        if span is None:
            return None
        first, last = (xl_rowcol_to_cell(row, POINTS, row_abs=True, col_abs=True) for row in span)
        return Formula(f"SUM({REASONS}!{first}:{last})", points)

    def write(self, book: Book) -> None:
        tab = book.tab(REASONS, [width for _, width in HEADS], (HEAD_ROW + 1, 1))
        tab.heading(REASONS, EXPLANATION)
        for column, (text, _) in enumerate(HEADS):
            tab.head(HEAD_ROW, column, text)
        rules = self.ledger.table.game.rules
        row = HEAD_ROW
        for _, lines in groupby(self._lines, lambda line: line[0]):
            hand_lines = list(lines)
            for hand, happened, column, line in hand_lines:
                row += 1
                ruled = ("line",) if line is hand_lines[-1][-1] else ()
                rule = f"{rules.index(line.rule) + 1}. {line.rule.name}" if line.rule in rules else ""
                tab.put(row, 0, hand, "cell", "center", *ruled)
                tab.put(row, 1, happened, "cell", "text", *ruled)
                tab.put(row, 2, self.ledger.columns[column], "cell", "text", *ruled)
                tab.put(row, POINTS, line.points, "cell", "signed", *ruled)
                tab.put(row, 4, line.reason, "cell", "text", *ruled)
                tab.put(row, 5, rule, "cell", "text", *ruled)
        if self._lines:
            tab.worksheet.autofilter(HEAD_ROW, 0, row, len(HEADS) - 1)


def write_rules(book: Book, ledger: Ledger, players: tuple[str, ...]) -> None:
    game = ledger.table.game
    tab = book.tab(RULES, RULE_WIDTHS, (2, 0))
    tab.heading(f"{RULES} of {game.title}", game.summary)
    seated = zip(count(1), players, (_plays(ledger, name) for name in players))
    index = _section(tab, PLAYERS_FROM - 1, ("", "player", "plays"), seated)
    if house_rules := list(_house_rules(ledger)):
        index = _section(tab, index + 1, ("from hand", "house rule", "as the table plays"), house_rules)
    rules = ((number, rule.name, in_force(ledger, rule)) for number, rule in enumerate(game.rules, 1))
    _section(tab, index + 1, ("rule", "name", "in our words"), rules)


def _section(tab: Tab, index: int, heads: Iterable[str], lines: Iterable[tuple[int, str, str]]) -> int:
    """A table that begins in this row; the row below it."""
    for column, text in enumerate(heads):
        tab.head(index, column, text)
    for number, name, text in lines:
        index += 1
        tab.put(index, 0, number, "cell", "center")
        tab.put(index, 1, name, "cell", "text", "total")
        tab.put(index, 2, text, "cell", "text")
    return index + 1


def _plays(ledger: Ledger, name: str) -> str:
    """ "hands 1 to 12"; where somebody sat out, "hands 1 to 4 and 9"."""
    numbers = [row.number for row in ledger.rows if name in row.game.players]
    if not numbers:
        return "from the next hand on" if ledger.rows else ""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    word = "hand" if len(numbers) == 1 else "hands"
    return f"{word} {listed([f'{first} to {last}' if last > first else f'{first}' for first, last in spans])}"


def _house_rules(ledger: Ledger) -> Iterator[tuple[int, str, str]]:
    """Every house rule that means something as the sheet begins, and each change: from which hand, which, what."""
    before: dict[str, object] = {}
    for number, game in enumerate(ledger.games, 1):
        values = {option.name: getattr(game.options, option.name) for option in game.options.described()}
        for option in game.options.described():
            value = values[option.name]
            if option.applies(values) and (option.name not in before or before[option.name] != value):
                yield number, option.title, option.in_words(value)
                before[option.name] = value
