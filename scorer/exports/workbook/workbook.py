"""The sheet as a workbook that computes: change a fact in it, and points and totals follow."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from importlib import import_module
from itertools import count, groupby
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell

from ...rules.calls import BRIDGE, DOUBLED
from ...rules.core import Points, ScoreLine, in_cents, listed, spans
from ...rules.fields import NO, YES, ContractField, Field, FlagField, PlayerField, TrumpField, Value
from ...sheet.changes.remarks import NO_REMARKS, Remarks, in_force
from ...sheet.core.ledger import AdjustmentRow, Ledger, Row
from ...sheet.paper import csv
from . import FACTS, TABLE
from .book import CURVE, FIRST, REASONS, RULES, SCORE, Book, Content, Formula, Tab
from .formulas import FORMULAS, PLAYERS_FROM, CellRefs, Fact, Formulas, Whose, trump

BEFORE = 2
"""Columns before the facts: hand and dealer."""
CHANGE = (
    "Change a yellow cell: points, totals and the curve follow. No other sheet here holds facts. Whether a "
    "changed hand can be played so, and whether the game ends with it, only the app says."
)
AS_KEPT = "What the table entered. This game's points hang together from hand to hand: they stand under Reasons."
SIDES = ("seats 1 and 3", "seats 2 and 4")
"""What the sides are called whose partners change."""


def parts(field: Value, values: Sequence[Any]) -> tuple[str, ...]:
    """The parts of these values that have a column each, by its head; one without a head where it is one."""
    if not isinstance(field, ContractField):
        return ("",)
    return ("bid", "trump", "doubled") if any(contract.doubling for contract in values) else ("bid", "trump")


def content(field: Value, value: Any, part: str, players: Sequence[str]) -> Content:
    """What stands in the cell of a value, or of its part: a text or a number."""
    if isinstance(field, ContractField):
        return {"bid": value.level, "trump": trump(value.denomination)}.get(part, DOUBLED[value.doubling])
    return (field.shown if isinstance(field, FlagField | TrumpField) else field.write_one)(value, players)


def choices(field: Value, part: str, players: Sequence[str]) -> Sequence[str]:
    """What is chosen from a list in a cell; nothing where it is typed."""
    if isinstance(field, PlayerField):
        return players
    if isinstance(field, FlagField):
        return NO, YES
    return [*map(trump, BRIDGE)] if isinstance(field, ContractField) and part == "trump" else ()


class Facts:
    """columns: where each fact stands.
    players: everybody who ever sat at the table.
    rows: where each hand stands, by its number, and after: the row below all, here and on the score sheet;
        adjustments take rows, too.
    """

    def __init__(self, ledger: Ledger, formulas: Formulas | None) -> None:
        self.ledger = ledger
        lines = list(enumerate(ledger.lines, FIRST))
        self.rows = {line.number: index for index, line in lines if isinstance(line, Row)}
        self.after = FIRST + len(lines)
        self.formulas = formulas.of(ledger.games) if formulas else None
        self.players = tuple(dict.fromkeys(name for game in ledger.games for name in game.players))
        self.sides = ledger.columns if ledger.table.game.sides_have_columns else SIDES
        # House rules that change in mid-sheet may change the keys of a hand.
        keys = dict.fromkeys(pair for game in ledger.games for pair in game.keys.items())
        facts = dict.fromkeys(fact for key, field in keys for fact in self._of(key, field))
        self._extras = {Fact(extra.key): extra for extra in self.formulas.extras} if self.formulas else {}
        self.columns = {fact: BEFORE + index for index, fact in enumerate((*facts, *self._extras))}

    def _of(self, key: str, field: Field) -> Iterator[Fact]:
        """The columns that a key takes."""
        held = (field.values(getattr(row.result, key, None)) for row in self.ledger.rows)
        found = parts(field.single, [value for values in held for value in values if value is not None])
        for owner in field.owners(self.players, self.sides):
            yield from (Fact(key, part, owner) for part in found)

    def refs(self, row: Row) -> CellRefs:
        """The cells of a hand, here and on the score sheet."""
        index = self.rows[row.number]
        workings = self.formulas.workings if self.formulas else ()
        columns = {(working.key, working.whose): column for column, working in enumerate(workings, BEFORE)}
        before = self.rows.get(row.number - 1)
        return CellRefs(row, index, self.columns, columns, self.players, self.sides, before)

    def has_formulas(self, row: Row) -> bool:
        """Whether the points of a hand follow its facts: it was played, and not settled by the table."""
        return self.formulas is not None and row.result is not None

    def write(self, book: Book) -> None:
        widths = [7, 18, *(self._width(fact) for fact in self.columns)]
        tab = book.tab(FACTS, widths, (FIRST, BEFORE))
        tab.heading("Facts", CHANGE if self.formulas else AS_KEPT)
        self._heads(tab)
        for index, line in enumerate(self.ledger.lines, FIRST):
            if isinstance(line, Row):
                self._row(tab, line)
            else:
                tab.put(index, 0, ADJUSTED, "cell", "center")
                tab.put(index, BEFORE, line.in_words, "cell")

    def _width(self, fact: Fact) -> int:
        if fact in self._extras:
            return self._extras[fact].width
        fields = (game.keys[fact.key].single for game in self.ledger.games if fact.key in game.keys)
        by_name = any(choices(field, fact.part, self.players) == self.players for field in fields)
        return 20 if by_name else 11 if fact.who else 9

    def _heads(self, tab: Tab) -> None:
        tab.worksheet.set_row(FIRST - 1, 48)
        groups: list[tuple[str, list[str]]] = [("", ["hand"]), ("", ["dealer"])]
        for fact in self.columns:
            words = fact.key.replace("_", " ")
            if fact.part or fact.who:
                # Where the suit of trumps is a fact of its own, the contract names a pair of suits.
                pair = fact.part == "trump" and Fact("trump") in self.columns
                if groups[-1][0] != words:
                    groups.append((words, []))
                groups[-1][1].append("denomination" if pair else fact.part or fact.who)
            else:
                groups.append(("", [self._extras[fact].head if fact in self._extras else words]))
        tab.heads(FIRST - 2, groups)

    def _row(self, tab: Tab, row: Row) -> None:
        index = self.rows[row.number]
        tab.put(index, 0, row.number, "cell", "center")
        tab.put(index, 1, row.dealer, "cell", "text")
        if row.result is None:
            tab.put(index, BEFORE, " ".join(row.summary.split()), "cell")
            return
        refs = self.refs(row)
        for fact, column in self.columns.items():
            extra = self._extras.get(fact)
            value = extra.of(row) if extra else self.value(row, fact)
            text = ("text",) if isinstance(value, str) else ()
            if value is None or extra or not self.formulas:
                tab.put(index, column, value, "cell", *text)
            else:
                tab.put(index, column, value, "cell", *text, "change")
                self._check(tab, row, fact, refs)

    def value(self, row: Row, fact: Fact) -> Content:
        field = row.game.keys.get(fact.key)
        if field is None:
            return None
        players = row.game.players
        owners = field.owners(players, self.sides)
        by_owner = dict(zip(owners, field.values(getattr(row.result, fact.key)), strict=False))
        value = by_owner.get(fact.who)
        return None if value is None else content(field.single, value, fact.part, players)

    def _check(self, tab: Tab, row: Row, fact: Fact, refs: CellRefs) -> None:
        """What may be written in a cell, as far as a spreadsheet can hold it."""
        column = self.columns[fact]
        allowed: dict[str, Any]
        lists = self.formulas.lists if self.formulas else {}
        limits = self.formulas.limits if self.formulas else {}
        named = f"{fact.key}.{fact.part}" if fact.part else fact.key
        chosen = lists.get(named) or choices(row.game.keys[fact.key].single, fact.part, self.players)
        if chosen:
            names = f"={RULES}!$B${PLAYERS_FROM + 1}:$B${PLAYERS_FROM + len(self.players)}"
            allowed = {"validate": "list", "source": names if chosen == self.players else [*chosen]}
        elif fact.key in limits:
            least, most = limits[fact.key]
            most = f"={refs.formula(most)}" if isinstance(most, str) else most
            allowed = {"validate": "integer", "criteria": "between", "minimum": least, "maximum": most}
        else:
            return
        tab.worksheet.data_validation(refs.row, column, refs.row, column, allowed)


HEAD_ROW = 2
HEADS = (("hand", 7), ("what happened", 44), ("who", 26), ("points", 9), ("reason", 38), ("rule", 44))
POINTS_AT = 3
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
        first, last = (xl_rowcol_to_cell(row, POINTS_AT, row_abs=True, col_abs=True) for row in span)
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
                tab.put(row, POINTS_AT, line.points, "cell", "signed", *ruled)
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
    rules = ((at, rule.name, text) for at, rule in enumerate(game.rules, 1) if (text := in_force(ledger, rule)))
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
    return f"{'hand' if len(numbers) == 1 else 'hands'} {listed(spans(numbers))}"


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


FOLLOWS = "Points and totals are formulas: change a yellow cell on the sheet Facts and watch."
KEEPS = " A hand that the table settled keeps its points, with the reasons that stand on the sheet Reasons."
ADDED = "Points add up the lines on the sheet Reasons; totals add up the points."
POINTS, TOTAL, REMARKS = 8, 9, 32
"""Widths."""
DECIMALS = 6
"""What points may have; a spreadsheet counts in binary fractions and would show the difference."""


class ScoreSheet:
    """amended: the entries that recorded hands which were amended later."""

    def __init__(
        self, book: Book, facts: Facts, reasons: Reasons, amended: Collection[int | None], remarks: Remarks
    ) -> None:
        self.ledger, self.facts, self.formulas = facts.ledger, facts, facts.formulas
        self.reasons, self.amended, self.remarks = reasons, amended, remarks
        self.workings = self.formulas.workings if self.formulas else ()
        self.middle = [(working.group, working.head, working.width) for working in self.workings]
        if not self.formulas:
            self.middle = [("", "what happened", 44)]
        columns = len(self.ledger.columns)
        self.first_points = BEFORE + len(self.middle)
        self.remarks_column = self.first_points + 2 * columns
        self.after, self.lines = facts.after, tuple(self.ledger.lines)
        self.decimals = any(isinstance(points, Decimal) for row in self.lines for points in row.points)
        widths = [7, 18, *(width for *_, width in self.middle), *(POINTS, TOTAL) * columns, REMARKS]
        self.tab = book.tab(SCORE, widths, (FIRST, BEFORE))

    def write(self) -> None:
        self._heads()
        for index, row in enumerate(self.lines, FIRST):
            if isinstance(row, Row):
                self._row(row)
            else:
                self._adjustment(index, row)
        self._totals(self._closing(self.after))
        if self.lines:
            self._curve()

    def _heads(self) -> None:
        ledger, tab = self.ledger, self.tab
        sheet, game = ledger.sheet, ledger.table.game
        tab.put(0, 0, " ".join(sheet.title.split()) or game.title, "title")
        if sheet.date:
            tab.date(1, 1, sheet.date)
        keeps = KEEPS if any(row.judged.settled is not None for row in ledger.rows) else ""
        tab.put(1, BEFORE, f"{game.title}. {FOLLOWS + keeps if self.formulas else ADDED}", "quiet")
        longest = max(len(name) for name in ledger.columns)
        tab.worksheet.set_row(FIRST - 2, 16 * (1 + longest // (POINTS + TOTAL - 3)))
        tab.worksheet.set_row(FIRST - 1, 32)
        middle = (
            (group, [head for _, head, _ in heads]) for group, heads in groupby(self.middle, lambda head: head[0])
        )
        names = ((name, ["points", "total"]) for name in ledger.columns)
        tab.heads(FIRST - 2, [("", ["hand"]), ("", ["dealer"]), *middle, *names, ("", ["remarks"])])

    def _points(self, column: int) -> int:
        return self.first_points + 2 * column

    def _total(self, column: int) -> int:
        return self._points(column) + 1

    def _row(self, row: Row) -> None:
        index = self.facts.rows[row.number]
        ruled = ("line",) if row.ends_game else ()

        def put(column: int, content: Content, *styles: str) -> None:
            self.tab.put(index, column, content, "cell", *styles, *ruled)

        refs, follows = self.facts.refs(row), self.facts.has_formulas(row)
        put(0, row.number, "center")
        put(1, row.dealer, "text")
        for middle, working in enumerate(self.workings, BEFORE):
            if (content := working.content(refs, follows=follows)) is not None:
                text = ["text"] if isinstance(content, Formula) and isinstance(content.value, str) else []
                put(middle, content, *text)
        if not follows and self.middle:
            # Among workings it stands in the first of their narrow columns and runs on over the others.
            put(BEFORE, " ".join(row.summary.split()), *([] if self.formulas else ["text"]))
        for column in range(len(row.points)):
            put(self._points(column), self._scored(row, column, refs), "signed")
            put(self._total(column), self._running(index, column), "total")
        put(self.remarks_column, self._remarks(row), "text")

    def _adjustment(self, index: int, row: AdjustmentRow) -> None:
        """Points without a deal are values, which can be changed; the totals go on."""
        tab, given = self.tab, row.adjustment.facts["points"]
        tab.put(index, 0, ADJUSTED, "cell", "center")
        tab.put(index, 1, "adjusted", "cell", "text")
        for column, name in enumerate(row.columns):
            tab.put(index, self._points(column), given.get(name), "cell", "signed", "change")
            tab.put(index, self._total(column), self._running(index, column), "cell", "total")
        agreed = f"Agreed by {listed(row.by)}." if row.by else ""
        tab.put(index, self.remarks_column, "\n".join(filter(None, (row.note, agreed))), "cell", "text")

    def _scored(self, row: Row, column: int, refs: CellRefs) -> Content:
        """The points of a column, by the facts or else by the lines of the app; nothing for those who sit out."""
        whose = self._whose(row, column)
        if self.formulas and self.facts.has_formulas(row):
            if whose is None:
                return None
            return Formula(refs.about(whose).formula(self.formulas.points), row.points[column])
        return self.reasons.sum(row.number, column, row.points[column]) or (None if whose is None else 0)

    def _whose(self, row: Row, column: int) -> Whose:
        """Who plays for a column of the sheet in this hand: a side, or a player; None for those who sit out."""
        game = row.game
        for number, places in enumerate(game.credited(self.ledger.columns)):
            if column in places:
                return number if game.partnerships else game.players[number]
        return None

    def _running(self, index: int, column: int) -> Formula:
        """The total of a column in this row of the sheet: the one above it and the points."""
        cells = [xl_rowcol_to_cell(index, self._points(column))]
        if index > FIRST and column < len(self.lines[index - FIRST - 1].totals):
            cells.insert(0, xl_rowcol_to_cell(index - 1, self._total(column)))
        return self._sum(cells, self.lines[index - FIRST].totals[column])

    def _sum(self, cells: list[str], value: Points) -> Formula:
        added = f"SUM({','.join(cells)})"
        return Formula(f"ROUND({added},{DECIMALS})" if self.decimals else added, value)

    def _remarks(self, row: Row) -> str:
        note = row.hand.facts.get("note", "") if row.judged.settled is None else ""
        amended = "changed" if row.hand.entry in self.amended else ""
        parts = (amended, note, *row.events, *row.settled_from, *self.remarks.of_hand(row))
        return "\n".join(part for part in parts if part)

    def _closing(self, index: int) -> int:
        """What the end of the sheet pays, where it pays anything; the row below it."""
        closing = self.ledger.closing
        if not closing:
            return index
        for column, points in enumerate(closing):
            paid: Content = self.reasons.sum(CLOSING, column, points) or 0
            if self.formulas and self.formulas.closing and self.ledger.rows:
                last = self.ledger.rows[-1]
                refs = self.facts.refs(last).about(self._whose(last, column))
                paid = Formula(refs.formula(self.formulas.closing), points)
            self.tab.put(index, self._points(column), paid, "sum", "signed")
        self._label(index, "the end of the sheet")
        return index + 1

    def _totals(self, index: int) -> None:
        """Totals and places as formulas, and what the app had for them; payments, what is carried, and remarks."""
        ledger, tab = self.ledger, self.tab
        for below, label in enumerate(("total", "place", "total in the app")):
            self._label(index + below, label)
        places = {standing.column: standing.place for standing in ledger.standings}
        moved = {"type": "cell", "criteria": "!=", "format": tab.book.style("moved")}
        for column, name in enumerate(ledger.columns):
            total = self._total(column)
            tab.put(index, total, self._final(index, column), "sum")
            tab.put(index + 1, total, Formula(self._place(index, column), places[name]), "sum")
            tab.put(index + 2, total, ledger.totals[column], "cell")
            app = xl_rowcol_to_cell(index + 2, total, row_abs=True, col_abs=True)
            tab.worksheet.conditional_format(index, total, index, total, {**moved, "value": app})
        index += 3
        if payments := in_cents(ledger.payments):
            self._label(index, "payment in the app")
            for column, name in enumerate(ledger.columns):
                tab.put(index, self._total(column), payments[name], "cell", "money")
            index += 1
        counters = [ledger.counters.get(name, ()) for name in ledger.columns]
        for column, carried in enumerate(counters):
            for below, counter in enumerate(carried):
                self._label(index + below, f"{counter.name} in the app" if self.formulas else counter.name)
                tab.put(index + below, self._points(column), counter.text, "cell", "center")
        for below, sentence in enumerate(self.remarks.of_sheet(), 1 + max(map(len, counters))):
            tab.put(index + below, 0, sentence, "quiet")

    def _label(self, index: int, text: str) -> None:
        self.tab.put(index, 0, text, "total")

    def _final(self, index: int, column: int) -> Content:
        cells = [xl_rowcol_to_cell(self.after - 1, self._total(column))] if self.lines else []
        if index > self.after:
            cells.append(xl_rowcol_to_cell(self.after, self._points(column)))
        return self._sum(cells, self.ledger.totals[column]) if cells else 0

    def _place(self, index: int, column: int) -> str:
        """One more than the columns that are better."""
        cells = [xl_rowcol_to_cell(index, self._total(each)) for each in range(len(self.ledger.columns))]
        mine, better = cells.pop(column), "<" if self.ledger.table.game.lowest_wins else ">"
        return "+".join(["1", *(f"({other}{better}{mine})" for other in cells)])

    def _curve(self) -> None:
        """A line for the running total of every column."""
        workbook = self.tab.book.workbook
        chart, page = workbook.add_chart({"type": "line"}), workbook.add_chartsheet(CURVE)
        assert chart is not None  # noqa: S101 (None is for kinds of chart that the library does not know)
        page.set_landscape()
        page.set_paper(9)
        last = self.after - 1
        for column in range(len(self.ledger.columns)):
            chart.add_series(
                {
                    "name": [SCORE, FIRST - 2, self._points(column)],
                    "categories": [SCORE, FIRST, 0, last, 0],
                    "values": [SCORE, FIRST, self._total(column), last, self._total(column)],
                    "line": {"width": 2.25},
                }
            )
        chart.set_title({"name": CURVE})
        chart.set_x_axis({"name": "hand", "label_position": "low"})
        chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#D9CFB9"}}})
        chart.set_legend({"position": "bottom"})
        page.set_chart(chart)


# Each module of a game registers its formulas.
for module in iter_modules([str(Path(__file__).parent)]):
    import_module(f".{module.name}", __package__)


def write(ledger: Ledger, amended: Collection[int | None] = (), remarks: Remarks = NO_REMARKS) -> bytes:
    """The same bytes for the same ledger. amended: the entries that recorded hands which were amended later."""
    sheet = ledger.sheet
    facts, reasons = Facts(ledger, formulas_of(ledger)), Reasons(ledger)
    book = Book(sheet.title or ledger.table.game.title, date.fromisoformat(sheet.date) if sheet.date else None)
    ScoreSheet(book, facts, reasons, amended, remarks).write()
    facts.write(book)
    reasons.write(book)
    write_rules(book, ledger, facts.players)
    book.hidden(TABLE, csv.wide_rows(ledger, remarks))
    return book.content()


def formulas_of(ledger: Ledger) -> Formulas | None:
    """Those of the sheet; none where partners may change who carry something: no formula follows them."""
    game, made_by = ledger.table.game, FORMULAS.get(ledger.sheet.game)
    if made_by is None or (game.partners_may_change and game.rule_refs.counters):
        return None
    return made_by(ledger.games, ledger.columns)
