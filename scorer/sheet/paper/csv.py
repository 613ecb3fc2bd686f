"""A sheet as comma-separated values for a spreadsheet, each hand in the words of the sheet file.

`wide` has a row per hand, with points and totals per column, and one for points without a deal. It is read back as
the same sheet: players, first dealer and house rules stand above the headings, and changes in mid-sheet stand with
their hand. A hand that is still being bid is left out, and so are calls: the contract is what they led to. `long`
has a row per hand and player (or side), with the reasons, to be sorted and summed.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from ...rules.core import Points, ScoreLine
from ...rules.fields import ContractField, Field, FlagField, PerPlayer, PerSide, PlayerField, PointsField
from ...rules.game import Game
from ...rules.options import value_text
from ...rules.reading import each_written, names_written
from ...rules.registry import GAMES
from ..changes.remarks import NO_REMARKS, Remarks, moment
from ..core.ledger import AdjustmentRow, Ledger, Row
from ..core.sheet import DEALT, Sheet

REMARKS, SIGNED = "remarks", "signed"
"""What the players said of a sheet where it was exported, and who signed it when: passed over here."""
BESIDE = ("hand", "dealer", "players", "options", *DEALT, "note", "by", "played", "carry", REMARKS)
"""What a table says of a hand beside its result; remarks are no facts, and not read."""
END = "end"
"""Stands for a hand's number where the app's own table says what the end of the sheet paid: that is no hand."""
ADJUSTED = "adjusted"
"""Stands for a hand's number where points were given without a deal."""
SETTLED = "settled by the table"
"""Stands for the result of a hand whose points the table gave by hand; the points themselves are in its row."""
NONE = "none"
"""Stands for a house rule that is switched off."""
NO_CONTRACT = "no contract"
PAID_AT_THE_END = "paid at the end of the sheet"
MOST_REMARKS = 2000
"""Characters in a cell."""


def wide(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> bytes:
    """The last row has the totals of the sheet, also where its end pays.

    remarks: what the players say of it, which is not read back.
    """
    return content(wide_rows(ledger, remarks))


def long(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> bytes:
    """The points of a player add up to their total on the sheet, also where its end pays.

    remarks: what the players say of the hands, in a last column; who signed the sheet stands below.
    """
    return content(_long_rows(ledger, remarks))


def content(rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 with a byte order mark and CRLF, as spreadsheets expect it; numbers stay numbers."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(_safe, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def wide_rows(ledger: Ledger, remarks: Remarks = NO_REMARKS) -> Iterator[Sequence[object]]:
    """The cells of `wide`."""
    facts = FactColumns.of(ledger)
    # Whoever only sits down for the next hand is not on this table: nothing of that hand is.
    columns = ledger.columns_so_far

    def padded(values: Sequence[Points]) -> Sequence[Points]:
        return ledger.padded(values)[: len(columns)]

    yield from _head(ledger, remarks)
    figures = (f"{column} {what}" for what in ("points", "total") for column in columns)
    yield [*facts.heads, *figures, *([REMARKS] if remarks.hands else ())]
    for row in ledger.lines:
        if isinstance(row, AdjustmentRow):
            # Only the points that it gives: these are its facts.
            given = row.adjustment.facts["points"]
            cells = [*facts.cells(row), *(given.get(name, "") for name in columns)]
            yield [*cells, *padded(row.totals), *([""] if remarks.hands else ())]
            continue
        cells = [*facts.cells(row), *padded(row.points), *padded(row.totals)]
        yield [*cells, *([_remarks(remarks.of_hand(row))] if remarks.hands else ())]
    if ledger.closing:
        yield [*facts.cells(None), *padded(ledger.closing), *padded(ledger.totals)]


def _long_rows(ledger: Ledger, remarks: Remarks) -> Iterator[list[object]]:
    with_remarks = bool(remarks.hands or remarks.sheet or remarks.signed)
    facts = FactColumns.of(ledger)
    who = "side" if ledger.table.game.sides_have_columns else "player"
    if ledger.sheet.options and facts.hands:
        # There is no head: house rules stand with the first hand, as those that a hand changes do.
        first, *others = facts.hands
        rules = (options_written(dict(_options_of(ledger.sheet))), f"{first.get('options', '')}")
        changed = {**first, "options": "; ".join(filter(None, rules))}
        heads = dict.fromkeys((*facts.heads, "options"))
        facts = facts._replace(heads=tuple(heads), hands=(changed, *others))
    yield [*facts.heads, who, "points", "total", "reasons", *([REMARKS] if with_remarks else ())]
    for row in ledger.lines:
        is_hand = isinstance(row, Row)
        about = [_remarks(remarks.of_hand(row)) if is_hand else ""] if with_remarks else []
        # Whoever came to the table later has no row yet.
        for column, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
            yield [*facts.cells(row), ledger.columns[column], points, total, _reasons(row.why(column)), *about]
    if closing := ledger.closing_score:
        for column, (name, total) in enumerate(zip(ledger.columns, ledger.totals, strict=True)):
            paid = [name, closing.total(column), total, _reasons(closing.of(column))]
            yield [*facts.cells(None), *paid, *([""] if with_remarks else ())]
    for first, name, sentence in (
        *((REMARKS, "", sentence) for sentence in remarks.sheet),
        *((SIGNED, name, moment(signed)) for name, signed in remarks.signed.items()),
    ):
        yield [first, *[""] * (len(facts.heads) - 1), name, "", "", "", sentence]


def _head(ledger: Ledger, remarks: Remarks) -> Iterator[Sequence[object]]:
    """The sheet without its hands: a line each, and an empty line before the table."""
    sheet = ledger.sheet
    yield ["game", sheet.game]
    yield from ([key, text] for key in ("title", "date", "zone") if (text := getattr(sheet, key)))
    yield ["players", *sheet.players]
    yield ["dealer", sheet.dealer]
    yield from ([name, option_written(value)] for name, value in _options_of(sheet))
    if sheet.finished:
        yield ["finished", "true"]
    yield from ([REMARKS, _remarks([sentence])] for sentence in remarks.sheet)
    yield from ([SIGNED, name, moment(signed)] for name, signed in remarks.signed.items())
    yield []


def _remarks(sentences: Iterable[str]) -> str:
    """Remarks in one cell, no longer than what is read back."""
    text = " ".join(" ".join(sentences).split())
    return text if len(text) <= MOST_REMARKS else f"{text[:MOST_REMARKS]}…"


def _reasons(lines: Iterable[ScoreLine]) -> str:
    """ "bid 6, made: 21; 7 tricks: 28". No cell begins with a number, which a spreadsheet might count with."""
    return "; ".join(f"{line.reason}: {line.points}" for line in lines)


class FactColumns(NamedTuple):
    """The facts of the hands by the headings of their columns. A column that is empty in every hand is left out,
    but for the number, the dealer and the keys of a result.
    """

    heads: tuple[str, ...]
    hands: tuple[Mapping[str, object], ...]
    reason_head: str

    @classmethod
    def of(cls, ledger: Ledger) -> "FactColumns":
        keys = _keys(ledger)
        reason_head = next(iter(keys), "")
        first = GAMES[ledger.sheet.game]
        games = [first.of(ledger.sheet.players, first.options_type(**ledger.sheet.options))]
        games += [row.game for row in ledger.rows]
        hands = tuple(_facts(row, before, reason_head) for before, row in zip(games, ledger.rows, strict=False))
        always = {"hand", "dealer", *keys}
        heads = ("hand", "dealer", "players", "options", *DEALT, *keys, "note", "by", "played", "carry")
        found = {*always}.union(*hands, *map(_adjustment_facts, ledger.adjusted))
        return cls(tuple(head for head in heads if head in found), hands, reason_head)

    def cells(self, line: Row | AdjustmentRow | None) -> list[object]:
        """The cells of a hand or of points without a deal; None for the line of what the end of the sheet pays."""
        facts: Mapping[str, object] = {"hand": END, self.reason_head: PAID_AT_THE_END}
        if line:
            facts = self.hands[line.number - 1] if isinstance(line, Row) else _adjustment_facts(line)
        return [facts.get(head, "") for head in self.heads]


def _adjustment_facts(row: AdjustmentRow) -> dict[str, object]:
    facts: dict[str, object] = {"hand": ADJUSTED}
    if note := row.note.strip():
        facts["note"] = note
    if row.by:
        facts["by"] = names_written(row.by)
    return facts


def _facts(row: Row, before: Game, reason_head: str) -> dict[str, object]:
    """By heading; reason_head: where it stands why a hand has no result."""
    facts: dict[str, object] = {"hand": row.number, "dealer": row.dealer, **dict(changes(before, row.game))}
    if note := str(row.hand.facts.get("note", "")).strip():
        facts["note"] = note
    facts |= {key: row.hand.facts[key] for key in DEALT if key in row.hand.facts}
    if row.judged.agreed:
        facts["by"] = names_written(row.judged.agreed)
    for name, fields in (("played", row.game.keys), ("carry", row.game.carrying.fields)):
        if several := row.hand.facts.get(name):
            parts = {key: cell_part_of(fields[key], value, row.game.players) for key, value in several.items()}
            facts[name] = "; ".join(f"{key}: {part}" for key, part in parts.items())
    if row.result is None:
        return {**facts, reason_head: NO_CONTRACT if row.judged.settled is None else SETTLED}
    written = row.game.to_file(row.result)
    return facts | {key: cell_of(row.game.keys[key], value, row.game.players) for key, value in written.items()}


def _keys(ledger: Ledger) -> list[str]:
    """The keys of every hand's result: house rules that change in mid-sheet may change them.

    Points that are written down by hand stand in the columns of the players.
    """
    fields = {key: field for game in ledger.games for key, field in game.keys.items()}
    return [key for key, field in fields.items() if not isinstance(field.single, PointsField)]


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is marked by an apostrophe; numbers are left alone.

    A text that begins with an apostrophe before such a sign gets another one, so that it is read back as it was.
    """
    return f"'{cell}" if isinstance(cell, str) and re.match(r"'*[=+\-@\t\r]", cell) else cell


def changes(before: Game, now: Game) -> Iterator[tuple[str, str]]:
    """What a hand changes from itself on, by the key of the sheet file: who plays, and house rules."""
    if now.players != before.players:
        yield "players", names_written(now.players)
    held = asdict(before.options)
    changed = {name: value for name, value in asdict(now.options).items() if value != held[name]}
    if changed:
        yield "options", options_written(changed)


def _options_of(sheet: Sheet) -> Iterator[tuple[str, Any]]:
    """The house rules of a sheet in the order of its game, whatever the order in which they were chosen."""
    described = (option.name for option in GAMES[sheet.game].options_type.described())
    return ((name, sheet.options[name]) for name in described if name in sheet.options)


def options_written(options: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}: {option_written(value)}" for name, value in options.items())


def option_written(value: Any) -> str:
    """The value of a house rule, in the words of the sheet file; of a list, number after number."""
    return NONE if value is None else value_text(value)


def cell_of(of: Field, file_value: Any, players: Sequence[str]) -> object:
    """What stands in a cell for the file value of a field, as `Field.parse` reads it."""
    if isinstance(of, FlagField):
        return str(file_value).lower()
    if isinstance(of, PerPlayer):
        return each_written(file_value, players)
    return of.words(file_value) if isinstance(of, PerSide) else file_value


def cell_part_of(of: Field, file_value: Any, players: Sequence[str]) -> object:
    """As `cell_of`, in a cell that holds several fields; `parse_part` reads it."""
    if isinstance(of, PlayerField):
        return names_written([file_value])
    if isinstance(of, ContractField) and file_value is None:
        return NO_CONTRACT
    return cell_of(of, file_value, players)
