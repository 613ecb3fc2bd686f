"""The sheet: standings, hands, undo, what is new, the hands to come, the end of the evening, its curve, and table
mode: the totals as large as the screen allows, for a phone propped up on the table or a television.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple, Self

from flask import Blueprint, Flask, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms import Form

from ..exports import drawing
from ..exports.score_table import ScoreTable
from ..exports.wording import house_rules, ranked, winners, won
from ..rules.auctions import Auction, BidEach
from ..rules.core import Points, counted, minus
from ..sheet import highlights
from ..sheet.changes.history import HistoryLine, dealt_otherwise
from ..sheet.changes.remarks import SheetWarning
from ..sheet.core.judge import Table
from ..sheet.core.ledger import Ledger, Row, tables_ahead
from ..sheet.core.sheet import TALK, EntryKind
from ..sheet.highlights import Deeds
from ..store import files, people
from ..store.database import now as now_is
from ..store.people import SCORE, VIEW
from ..store.scorebook import Command, Snapshot
from . import commands, protection, repeats, source
from .app import access, devices
from .app.access import Speaker, claim_of, speaker_on
from .app.display import remarks_of, when
from .commands import Refusal, on_the_sheet, refusing
from .forms import CommandForm, NumberField, TextField, WindowForm, small_number
from .games import form_of
from .repeats import LATEST
from .responses import back_to_sheet, say, say_refused

MOST_ACROSS = ((3, 7), (4, 6), (5, 5), (6, 4), (8, 3))
"""Of numbers with so many characters, how many stand in 296 pixels, the narrowest phone within its margins."""
FEW_DIGITS = 3
"""A total with fewer is not written larger."""
FIGURE_PX, BETWEEN_PX = 11, 6
NARROWEST_PX = 296
SMALL_FIGURE_PX, ARROW_PX = 10, 21
"""Of a total below the points of a hand, and of the arrow before it."""
BESIDE = ((336, "soon"), (560, "late"))
"""The room for points beside what was played, in pixels, and how the stylesheet calls the width that has it."""


class Fit(NamedTuple):
    """columns: of the sheet.
    digits: characters of the longest total, 3 at least.
    across, lines: columns in a row on a phone, and rows of them.
    beside: from which width on all columns stand in one row beside what was played, "soon" or "late", empty for
        never.
    """

    columns: int
    digits: int
    across: int
    lines: int
    beside: str

    @classmethod
    def of(cls, ledger: Ledger, until: int | None = None) -> Self:
        """until: the hands that count, else all."""
        rows = ledger.rows[:until]
        totals = ledger.totals if until is None else rows[-1].totals if rows else ()
        digits = max(FEW_DIGITS, longest(totals))
        # The points of a hand may be written smaller than a total. Most are paid again and again.
        paid = {points for row in rows for points in row.points}
        wide = max(digits, longest(paid) - 1)
        columns = len(ledger.columns)
        most = next((across for characters, across in MOST_ACROSS if wide <= characters), 2)
        lines = ceil(columns / most)
        room = columns * (wide * FIGURE_PX + BETWEEN_PX)
        beside = next((name for there, name in BESIDE if room <= there), "")
        return cls(columns, digits, ceil(columns / lines), lines, beside)

    @property
    def arrow(self) -> bool:
        """Whether an arrow has room before a total below the points of a hand."""
        return NARROWEST_PX / self.across >= ARROW_PX + SMALL_FIGURE_PX * self.digits


def longest(points: Iterable[Points]) -> int:
    """Characters of the longest number."""
    return max((len(minus(each)) for each in points), default=1)


class Role(NamedTuple):
    """What a player does now. player: empty where the column is theirs alone; look: of the sign beside it."""

    words: str
    player: str = ""
    look: str = ""

    def __str__(self) -> str:
        return f"{self.player} {self.words}".lstrip()


class ColumnNow(NamedTuple):
    """A column of the sheet as it is read aloud.

    place: in words, empty before the first hand.
    asked: whether one of it speaks.
    """

    name: str
    total: Points
    place: str
    leads: bool
    roles: tuple[Role, ...]

    @property
    def asked(self) -> bool:
        return any(role.look == "speaks" for role in self.roles)

    @property
    def spoken(self) -> str:
        """The column as a screen reader says it: "Anna, 2nd, 42 points, deals"."""
        points = f"{minus(self.total)} {'point' if self.total == 1 else 'points'}"
        return ", ".join(part for part in (self.name, self.place, points, *map(str, self.roles)) if part)


def auction_now(ledger: Ledger) -> Auction | None:
    """The auction under way, or the one that comes next; None where the game is over or has none."""
    return None if ledger.over else ledger.open_auction


def columns_now(ledger: Ledger, auction: Auction | None) -> Iterator[ColumnNow]:
    """One for each column of the sheet, in its order."""
    roles = _roles(ledger, auction)
    places = {standing.column: (standing, place) for standing, place in ranked(ledger)}
    for index, column in enumerate(ledger.columns):
        standing, place = places[column]
        leads = standing.place == 1 and bool(ledger.rows)
        yield ColumnNow(column, standing.total, place, leads, tuple(roles.get(index, ())))


def _roles(ledger: Ledger, auction: Auction | None) -> dict[int, list[Role]]:
    """Who deals, who is to speak and what each has bid, by the column of the sheet."""
    table, roles = ledger.table, dict[int, list[Role]]()
    players, sides = table.game.players, table.game.sides_have_columns
    if ledger.over:
        return {}
    said = dict(auction.calls) if isinstance(auction, BidEach) else {}
    for seat, player in enumerate(players):
        own = roles.setdefault(table.game.place_of(seat, ledger.columns), [])
        whose = player if sides else ""
        if auction and auction.turn == seat:
            own.append(Role("speaks", whose, "speaks"))
        if table.dealer == seat:
            own.append(Role("deals", whose, "deals"))
        if seat in said:
            own.append(Role(f"bid {said[seat].symbols}", whose))
    return roles


NO_HAND = "The last hand is entered."
OTHER_FORM = "The next hand is entered once this is sent."


class HandAhead(NamedTuple):
    """How a hand to come is dealt.

    table: None where there is no such hand.
    closed: why it cannot be entered now.
    cards: of each player, None where every hand has as many.
    turned: how many rows of the entry have moved from the top to the bottom, where they stand in the order of the
        turn.
    """

    table: Table | None
    closed: str = ""
    cards: int | None = None
    turned: int = 0


class Ahead(NamedTuple):
    """number: of the next hand.
    deals: its own, and all that can come behind it.
    then: for it and each hand behind it, by how many before it had no contract, which of the deals it has.
    """

    number: int
    deals: tuple[HandAhead, ...]
    then: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, ledger: Ledger) -> "Ahead":
        deals: dict[tuple[object, ...], int] = {}
        known: list[HandAhead] = []
        then: list[tuple[int, ...]] = []
        for tables in tables_ahead(ledger):
            places: list[int] = []
            for table in tables:
                deal = _deal(ledger.table, table)
                auction = table.auction() if table else None
                alike = (deal.closed, table and table.dealer, auction and auction.turn, deal.cards, deal.turned)
                if alike not in deals:
                    deals[alike] = len(known)
                    known.append(deal)
                places.append(deals[alike])
            then.append(tuple(places))
            if all(table is None for table in tables):
                break
        return cls(len(ledger.rows) + 1, tuple(known), tuple(then))

    @property
    def in_short(self) -> str:
        """ "0,1 0,2 1 0": the places in `deals`, hand by hand."""
        return ",".join(" ".join(map(str, places)) for places in self.then)


def _deal(now: Table, then: Table | None) -> HandAhead:
    if then is None:
        return HandAhead(None, NO_HAND)
    cards = then.game.dealing.dealt(then.carry).get("cards")
    rows, moved = (form_of(each).turn(each.game, each.dealer, each.carry) for each in (now, then))
    if {*rows} != {*moved}:
        return HandAhead(then, OTHER_FORM, cards)
    return HandAhead(then, "", cards, rows.index(moved[0]) if rows else 0)


MOST_CHANGED = 5
"""Rows that are sent one by one; where more have changed, the table is sent as a whole."""


class Window(NamedTuple):
    """The hands that a page shows, the latest first. older, newer: how many stand before and after them."""

    rows: tuple[Row, ...]
    older: int
    newer: int

    @classmethod
    def of(cls, ledger: Ledger, *, before: int | None = None, shown: int | None = None) -> "Window":
        """before: the number of the hand that follows the page; shown: of one that the page must have."""
        count = len(ledger.rows)
        end = count
        if before:
            end = max(0, min(before - 1, count))
        elif shown and shown <= count - LATEST:
            end = min(count, max(shown, 0) + LATEST // 2)
        start = max(0, end - LATEST)
        return cls(ledger.rows[start:end][::-1], start, count - end)


class Place(NamedTuple):
    """What stands in a row for one column.

    said: what was bid and taken.
    look: "made" or "set", empty for a column without a bid of its own, and where one was made and yet points were
        lost or a nil was not made.
    """

    points: Points
    said: str = ""
    look: str = ""


def headline(row: Row) -> tuple[str, str]:
    """Who played and what, as `Game.headline` has it; who dealt where nothing is left to say."""
    if row.result is None or row.judged.settled is not None:
        return "", row.summary
    who, played = row.game.headline(row.result)
    return (who, played) if played else (f"{row.dealer} dealt", "")


def places(ledger: Ledger, row: Row, *, short: bool = True) -> Iterator[Place]:
    """What stands in a row, column by column of the sheet. short: without what the look of the points tells."""
    game, outcomes, hand = row.game, row.game.outcomes, row.result
    own: dict[int, int] = {}
    failed: set[int] = set()
    if hand is not None and row.judged.settled is None:
        credited = enumerate(game.credited(ledger.columns))
        own = {place: column for column, places in credited for place in places}
        failed = {game.column_of(nil.seat) for nil in outcomes.nils(hand) if not nil.made}
    for index, points in enumerate(ledger.padded(row.points)):
        column = own.get(index)
        if column is None:
            yield Place(points)
        else:
            made = outcomes.made(hand, column)
            good = column not in failed and points >= 0
            look = "" if made is None else "set" if not made else "made" if good else ""
            said = game.bid_and_taken_short if short else game.bid_and_taken
            yield Place(points, said(hand, column), look)


def notes(row: Row) -> Iterator[str]:
    """What is said below a row: its note, and what the hand changed besides points."""
    if row.hand.facts.get("note") and row.judged.settled is None:
        yield f"Note: {row.hand.facts['note']}"
    yield from row.events


class Changed(NamedTuple):
    """What a later version of a sheet shows otherwise.

    added: hands that follow, the latest first.
    rows: those that are shown otherwise.
    gone: the numbers of those that are not there any more.
    """

    added: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()
    gone: range = range(0)


def changed_rows(after: Snapshot, seen: int) -> Changed | None:
    """What has changed since entry `seen`; None where the table is better sent as a whole."""
    newer = after.entries[seen:]
    rows = after.ledger.rows
    if all(entry.kind in (EntryKind.RECORD, EntryKind.CALL) for entry in newer):
        added = sum(entry.kind is EntryKind.RECORD for entry in newer)
        if added > LATEST or Fit.of(after.ledger) != Fit.of(after.ledger, len(rows) - added):
            return None
        return Changed(rows[::-1][:added])
    before = after.up_to(seen)
    old = before.ledger.rows
    if before.ledger.columns != after.ledger.columns or before.ledger.adjusted != after.ledger.adjusted:
        return None
    if Fit.of(before.ledger) != Fit.of(after.ledger):
        return None
    # The hands that are marked as amended or disputed.
    then, now = (each.line.amended | each.open_disputes.keys() for each in (before, after))
    marks = then ^ now
    other = [row for was, row in zip(old, rows, strict=False) if not _is_same(was, row) or row.hand.entry in marks]
    if len(other) > MOST_CHANGED or len(rows) - len(old) > LATEST:
        return None
    return Changed(rows[len(old) :][::-1], tuple(other), range(len(rows) + 1, len(old) + 1))


def _is_same(old: Row, new: Row) -> bool:
    """Whether a row looks the same. The totals after it may be others: they stand on the page of the hand."""
    same_hand = old.hand.facts is new.hand.facts and old.hand.entry == new.hand.entry
    return old is new or (same_hand and old.judged is new.judged and old.points == new.points)


LATELY = timedelta(minutes=10)
"""How long the others are told that a phone scores, after its last act, and a phone what it may do now."""
NO_SCORING = (*TALK, EntryKind.START)


def other_scorers(snapshot: Snapshot) -> str:
    """The other phones that have scored lately and may go on, each with the time of its last act; empty for none.

    Nothing is written down for this: a phone that only has the sheet open is not among them.
    """
    since, here = now_is() - LATELY, devices.device()
    last = {}
    for entry in reversed(snapshot.entries):
        if entry.at < since:
            break
        if entry.device != here and entry.kind not in NO_SCORING:
            last.setdefault(entry.device, entry.at)
    if not last:
        return ""
    may = {one.device: one.grant for one in people.people(snapshot.id) if one.grant.role == SCORE}
    return "; ".join(
        f"{access.phone_of(snapshot, each, may[each])}, last at {when(last[each])}" for each in last if each in may
    )


@dataclass(frozen=True)
class SheetPage:
    """What the sheet's page and its whole table show, each worked out when a template asks for it.

    snapshot: the sheet that is shown
    now: the sheet as it stands, where an earlier state of it is shown
    """

    snapshot: Snapshot
    now: Snapshot | None = None

    @property
    def ledger(self) -> Ledger:
        return self.snapshot.ledger

    @cached_property
    def event(self) -> HistoryLine | None:
        """The entry after which it stood so."""
        return self.now and self.now.history.line(self.snapshot.entries[-1])

    @cached_property
    def imports(self) -> Mapping[int, files.Import]:
        return files.imports(self.snapshot.id) if self.now else {}

    # Who looks at it, and what they may do

    @cached_property
    def scoring(self) -> bool:
        """Whether this phone may write on what it sees."""
        return self.now is None and access.may_score(self.snapshot.id)

    @property
    def playing(self) -> bool:
        return self.scoring and not self.snapshot.sheet.finished

    @cached_property
    def speaker(self) -> Speaker | None:
        return None if self.now else speaker_on(self.snapshot)

    @property
    def told(self) -> str:
        """What this phone is told of its right, for as long as it is new; one that watches is told for good."""
        if self.now:
            return ""
        grant = access.grant(self.snapshot.id)
        new = grant.told_at and (grant.role == VIEW or now_is() - grant.told_at < LATELY)
        return f"{grant.told} ({when(grant.told_at)})" if new and grant.told_at else ""

    @property
    def claims(self) -> list[tuple[str, str]]:
        """The phones that say they are a player's who has a phone already, each with the name."""
        if not self.scoring or not access.grant(self.snapshot.id).claims:
            return []
        asking = (one for one in people.people(self.snapshot.id) if one.grant.claim)
        return [(one.device, claim_of(self.snapshot, one.grant)) for one in asking]

    @property
    def claim(self) -> str:
        """Whose phone this one says it is, while whoever scores is asked."""
        return "" if self.now else claim_of(self.snapshot, access.grant(self.snapshot.id))

    @property
    def others_score(self) -> str:
        return other_scorers(self.snapshot) if self.playing else ""

    # Addresses

    @cached_property
    def sheet_at(self) -> str:
        """Of the sheet as it is shown."""
        return url_for("sheets.show", sheet_id=self.snapshot.id, number=self.now and self.snapshot.version)

    @cached_property
    def now_at(self) -> str:
        """Of the sheet as it stands, below which its hands and every “Why?” are."""
        return url_for("sheets.show", sheet_id=self.snapshot.id)

    @property
    def then(self) -> str:
        """What follows the address of a question with a query: as of which entry it is asked."""
        return f"&then={self.snapshot.version}" if self.now else ""

    @property
    def since(self) -> str:
        """The same for an address without a query."""
        return f"?then={self.snapshot.version}" if self.now else ""

    # The head, and what stands above the hands

    @property
    def undoes(self) -> str:
        act = self.snapshot.line.last_act
        return self.snapshot.history.act(act) if act else ""

    @property
    def redoes(self) -> str:
        undone = self.snapshot.line.undone
        return self.snapshot.history.describe(undone[-1].undo) if undone else ""

    @cached_property
    def won(self) -> str:
        return won(self.ledger)

    @property
    def warnings(self) -> Sequence[SheetWarning]:
        return () if self.now else self.snapshot.warnings

    @property
    def columns(self) -> Iterator[ColumnNow]:
        return columns_now(self.ledger, auction_now(self.ledger))

    @property
    def house_rules(self) -> Sequence[str]:
        """Those of the next hand."""
        return self.ledger.table.game.house_rules()

    # The hands

    @cached_property
    def window(self) -> Window:
        asked = WindowForm(request.args)
        return Window.of(self.ledger, before=asked.before.data, shown=asked.hand.data)

    @cached_property
    def fit(self) -> Fit:
        return Fit.of(self.ledger)

    def places(self, row: Row) -> Iterator[Place]:
        return places(self.ledger, row)


def _rendered(template: str, page: SheetPage, **more: Any) -> str:
    """A page about the sheet. The parts that other pages have too ask for the snapshot and its ledger by name."""
    return render_template(template, page=page, snapshot=page.snapshot, ledger=page.ledger, **more)


bp = Blueprint("sheets", __name__, url_prefix="/sheets/<sheet_id>")

PUT_IN_PLACE = Markup(' hx-swap-oob="true"')
"""Marks a part of an answer that takes the place of the part of the page with its id."""


@bp.get("")
@bp.get("/history/<int:number>")
def show(sheet_id: str, number: int | None = None) -> ResponseReturnValue:
    """number: of the entry after which the sheet is shown as it stood then; None for now."""
    return _rendered("sheets/sheet.html", _then(sheet_id, number))


@bp.get("/rows")
@bp.get("/history/<int:number>/rows")
def rows(sheet_id: str, number: int | None = None) -> ResponseReturnValue:
    """Older hands, for a page that is open."""
    return _rendered("sheets/rows.html", _then(sheet_id, number))


def _then(sheet_id: str, number: int | None) -> SheetPage:
    """The sheet as it stood after an entry; for None as it stands."""
    snapshot = access.snapshot_to_view(sheet_id)
    if number is None:
        return SheetPage(snapshot)
    if not 1 <= number <= snapshot.version:
        abort(404)
    return SheetPage(snapshot.up_to(number), now=snapshot)


@bp.get("/table")
@bp.get("/history/<int:number>/table")
def table(sheet_id: str, number: int | None = None) -> ResponseReturnValue:
    """The whole table as the game's document prints it, to look at on a wide screen and to print."""
    page = _then(sheet_id, number)
    table = ScoreTable.of(page.ledger)
    wide = _is_wide(table, page.snapshot.seated)
    remarks, placed = remarks_of(page.snapshot), ranked(page.ledger)
    told = {"remarks": remarks, "placed": placed, "rules": house_rules(page.ledger)}
    return _rendered("sheets/full_table.html", page, table=table, wide=wide, **told)


def _is_wide(table: ScoreTable, names: Sequence[str]) -> bool:
    """Whether the table of hands needs a wide page: it has many columns, or many for such long names."""
    longest = max(len(word) for name in names for word in name.split())
    return table.width > (13 if longest < 9 else 10)


@bp.get("/news")
def news(sheet_id: str) -> ResponseReturnValue:
    """What is new since an entry: 204 for nothing; the parts of the sheet's page that have changed; 205 for any
    other page, which is then to be loaded again.

    It is asked with seen: the last entry that the asking page knows; entering: whether a hand is being entered on
    it, which is then only told what happened, so that no tap is lost; right: who the phone was, and what it could
    do, when the page was made. By the sheet's own page besides with mark: how the digest of that entry begins;
    acted: whether it has just sent a command, so that there is something to be said.
    """
    snapshot = access.snapshot_to_view(sheet_id)
    # Not a form: every phone asks it every few seconds, and nobody fills it in.
    asked = request.args
    seen, mark, acted = small_number(asked.get("seen", "")) or 0, asked.get("mark"), asked.get("acted")
    grant = access.grant(sheet_id)
    is_other_right = asked.get("right", "") not in ("", grant.mark)
    if seen == snapshot.version and not acted and not is_other_right:
        return Response(status=204)
    if asked.get("entering"):
        if seen == snapshot.version and grant.role == SCORE:
            # Who says to be whom waits until the hand is entered.
            return Response(status=204)
        then = snapshot.up_to(seen) if 1 <= seen < snapshot.version else snapshot
        written = commands.written_since(snapshot, then)
        name, is_here = access.who_wrote(snapshot, written) if written else ("", False)
        return render_template(
            "parts/live.html",
            snapshot=snapshot,
            news=True,
            looks_on=grant.role == VIEW,
            grant=grant,
            written=written,
            name=name,
            is_here=is_here,
        )
    if (
        is_other_right
        or not mark
        or not 1 <= seen <= snapshot.version
        or not snapshot.digests[seen - 1].startswith(mark)
    ):
        return Response(status=205)
    changed = changed_rows(snapshot, seen)
    return _rendered("sheets/news.html", SheetPage(snapshot), changed=changed, acted=acted, oob=PUT_IN_PLACE)


class UndoForm(CommandForm):
    """to: the entry down to which everything is taken back; back: the page that the button stands on."""

    to = NumberField()
    back = TextField()


@bp.post("/undo")
def undo(sheet_id: str) -> ResponseReturnValue:
    """Take back the last command, or, given `to`, all that came after that entry."""
    form = UndoForm(request.values)
    return _back_or_forth(sheet_id, form, commands.undo(form.to.data), "undo", "undone")


@bp.post("/redo")
def redo(sheet_id: str) -> ResponseReturnValue:
    return _back_or_forth(sheet_id, UndoForm(request.values), commands.redo, "redo", "redone")


def _back_or_forth(sheet_id: str, form: UndoForm, command: Command, verb: str, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)

    def back(text: str = "") -> ResponseReturnValue:
        if text:
            say(text)
        return redirect(repeats.way_back(snapshot, form.back.data), 303)

    def refused(refusal: Refusal) -> ResponseReturnValue:
        if refusal.error:
            say_refused(f"Nothing was {done}", refusal.error, snapshot)
        return back(refusal.notice)

    with refusing(snapshot, form, f"nothing was {done}", refused):
        try:
            after, entry = commands.take(snapshot, form, command)
            dealt = dealt_otherwise(snapshot.ledger.table, after.ledger.table)
            return repeats.done(after, entry, f"{done.capitalize()}: {dealt}." if dealt else "")
        except commands.NothingToUndoError:
            return back(f"There is nothing to {verb}.")


@bp.post("/finish")
def finish(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.finish, "The sheet is finished.")


@bp.post("/reopen")
def reopen(sheet_id: str) -> ResponseReturnValue:
    return _close(sheet_id, commands.reopen, "The sheet is open again.")


def _close(sheet_id: str, command: Command, done: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = CommandForm()
    with refusing(snapshot, form, "nothing was changed", on_the_sheet("That was not done")):
        return repeats.done(*commands.take(snapshot, form, command), done)


MOST_DEEDS = 3
"""So many equals are named, of more it is said how many there are."""


@bp.get("/end")
def end(sheet_id: str) -> ResponseReturnValue:
    """The sheet itself where it still goes on."""
    snapshot = access.snapshot_to_view(sheet_id)
    ledger = snapshot.ledger
    if not ledger.over:
        return back_to_sheet(sheet_id, "The sheet goes on.")
    first = ledger.standings[0]
    return render_template(
        "sheets/end.html",
        snapshot=snapshot,
        ledger=ledger,
        winners=winners(ledger),
        places=[(standing, place, abs(standing.total - first.total)) for standing, place in ranked(ledger)],
        best=highlights.best_hand(ledger),
        boldest=_boldest(ledger),
        run=highlights.longest_run(ledger),
        said=snapshot.lead_in_words,
        changes=" ".join(highlights.lead_changes(ledger, highlights.leads(ledger))),
        turn=highlights.turning_point(ledger),
        season=source.season_after(snapshot),
        again=access.may_score(sheet_id),
        name=snapshot.sheet.file_name,
        MOST_DEEDS=MOST_DEEDS,
    )


def _boldest(ledger: Ledger) -> tuple[str, Deeds] | None:
    """The boldest contract as it is written: of several in other suits the number alone."""
    deeds = highlights.boldest_contract(ledger)
    bids = {deed.rows[0].result.contract.bid for deed in deeds}
    if not bids:
        return None
    return next(iter(bids)).symbols if len(bids) == 1 else f"{next(iter(bids)).level}", deeds


curve_bp = Blueprint("curve", __name__, url_prefix="/sheets/<sheet_id>")

A_WEEK = 7 * 24 * 3600
"""How long a phone may keep a curve, whose address changes with the sheet, in seconds."""


class CurveForm(Form):
    """at: the last entry of the sheet that is drawn.
    seal: how the digest of that entry begins.
    wide: for a wide screen.
    strip: without figures.
    """

    at = NumberField()
    seal = TextField()
    wide = NumberField()
    strip = NumberField()


def register(app: Flask) -> None:
    app.jinja_env.globals.update(
        curve_address=curve_address,
        curve_size=drawing.size,
        hands_ahead=Ahead.of,
        headline=headline,
        longest=longest,
        row_notes=notes,
    )


def curve_address(snapshot: Snapshot, *, wide: bool = False, strip: bool = False) -> str:
    """Of the curve as it stands at this version: another version has another address."""
    drawn = {"at": snapshot.version, "seal": _seal(snapshot), "wide": int(wide), "strip": int(strip)}
    return url_for("curve.show", sheet_id=snapshot.id, **{name: value for name, value in drawn.items() if value})


def _seal(snapshot: Snapshot) -> str:
    return snapshot.digests[-1][:8]


@curve_bp.get("/curve.svg", endpoint="show")
def show_curve(sheet_id: str) -> ResponseReturnValue:
    """404 for a sheet without a hand."""
    snapshot = access.snapshot_to_view(sheet_id)
    form = CurveForm(request.args)
    version = form.at.data or snapshot.version
    if not 1 <= version <= snapshot.version:
        abort(404)
    if version < snapshot.version:
        snapshot = snapshot.up_to(version)
    if not snapshot.ledger.rows:
        abort(404)
    drawn = drawing.draw(snapshot.ledger, wide=bool(form.wide.data), strip=bool(form.strip.data))
    response = Response(drawn, content_type="image/svg+xml")
    response.headers[protection.POLICY] = protection.style_policy(drawing.style(snapshot.ledger))
    if form.seal.data == _seal(snapshot):
        response.headers["Cache-Control"] = f"private, max-age={A_WEEK}, immutable"
    return response


board_bp = Blueprint("board", __name__, url_prefix="/sheets/<sheet_id>/board")

MOST_COLUMNS = 12
MOST_DIGITS = 12
"""The stylesheet has a size for each number up to these; more columns are scrolled, longer totals cut."""
QUARTERS = 4


class BoardForm(Form):
    """near: who sits at the foot of the phone that lies flat; the page then turns towards whoever is asked."""

    near = TextField()


@board_bp.get("", endpoint="show")
def show_board(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    ledger, near = snapshot.ledger, BoardForm(request.args).near.data or ""
    auction = auction_now(ledger)
    return render_template(
        "sheets/board.html",
        snapshot=snapshot,
        ledger=ledger,
        lines=tuple(columns_now(ledger, auction)),
        columns=min(len(ledger.columns), MOST_COLUMNS + 1),
        digits=min(max(len(minus(total)) for total in ledger.totals), MOST_DIGITS),
        auction=auction,
        begun=bool(ledger.playing),
        won=won(ledger),
        turn=_turn(ledger, auction, near),
        near=near,
        coming=_coming(ledger),
        may_score=access.may_score(sheet_id),
        season=source.season_after(snapshot) if ledger.over else [],
    )


def _turn(ledger: Ledger, auction: Auction | None, near: str) -> int:
    """By how many degrees the page turns towards who is asked, the dealer where nobody is. near: who sits at the
    foot of the phone.
    """
    players = ledger.table.game.players
    if near not in players or ledger.over:
        return 0
    asked = auction.turn if auction and auction.turn is not None else ledger.table.dealer
    seats = (asked - players.index(near)) % len(players)
    return round(QUARTERS * seats / len(players)) % QUARTERS * 360 // QUARTERS


def _coming(ledger: Ledger) -> tuple[str, str, str]:
    """The next hand, who deals, and what, each in words."""
    if ledger.over:
        return counted(len(ledger.rows), "hand"), "", ""
    table, number = ledger.table, len(ledger.rows) + 1
    counts, dealer = table.number, table.game.players[table.dealer]
    of = f" of {counts.of}" if counts and counts.of and counts.number == number else ""
    return f"Hand {number}{of}", f"{dealer} deals", table.game.dealt(table.carry)
