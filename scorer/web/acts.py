"""Acts at the table as the pages send them: from a form to an entry, and what it says when it is not taken."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import flash, url_for

from ..rules.auction import Auction
from ..rules.calls import Bid, Call, parse_call
from ..rules.core import RuleViolation
from ..sheet.entries import Entry, Kind, kept_beside, last_act
from ..sheet.facts import Hand
from ..sheet.judge import BrokenHand
from ..sheet.ledger import Ledger, Row
from ..store import scorebook
from ..store.scorebook import Act, Page
from .access import device_here
from .forms import ActForm

STALE = (
    "Another phone wrote on this sheet meanwhile, so nothing was recorded. What you tapped is still here: "
    "look at the sheet as it stands now, then record it if it is still right."
)
STALE_CALL = "Another phone wrote on this sheet meanwhile: the call was not taken. See where the bidding stands."


class NothingToUndo(Exception):
    """The sheet is as it was started."""


def taken_before(page: Page, form: ActForm) -> Entry | None:
    """The entry that this very request has led to before, if it is a repetition."""
    return scorebook.taken_before(page, form.act_key)


def take(page: Page, form: ActForm, act: Act) -> tuple[Page, Entry]:
    """Append the act of a form to the sheet. Raises what `scorebook.append` and the act raise."""
    return scorebook.append(
        page.id, act, key=form.act_key, seen=form.seen_number, after=form.after_key, device=device_here()
    )


def preview(page: Page, act: Act) -> Page:
    """The sheet as it would be after an act. Raises as `take`, and writes nothing."""
    kind, facts = act(page)
    return Page.of(page.id, (*page.entries, Entry(page.version + 1, kind, facts)), page)


def record(facts: Mapping[str, Any]) -> Act:
    """A new hand; the calls that were spoken stay with it where they lead to its contract."""

    def act(page: Page) -> tuple[Kind, Mapping[str, Any]]:
        ledger = page.ledger
        dealer = ledger.table.game.players[ledger.table.dealer]
        calls = ledger.playing and page.sheet.hands[-1].calls
        return Kind.RECORD, {"hand": {"dealer": dealer, **_with_calls(ledger, facts, calls or ())}}

    return act


def amend(row: Row, facts: Mapping[str, Any]) -> Act:
    """Another contract or result for a hand; whatever else it carries stays."""

    def act(page: Page) -> tuple[Kind, Mapping[str, Any]]:
        before = Ledger.of(replace(page.sheet, hands=page.sheet.hands[: row.number - 1]), page.ledger)
        beside = kept_beside(row.hand.facts)
        hand = _with_calls(before, {**beside, **facts}, row.hand.calls)
        return Kind.AMEND, {"entry": row.hand.entry, "hand": hand}

    return act


def strike(row: Row) -> Act:
    return lambda page: (Kind.STRIKE, {"entry": row.hand.entry})


def speak(player: str, call: Call) -> Act:
    """A call; the one that ends the bidding without a contract records the abandoned hand."""

    def act(page: Page) -> tuple[Kind, Mapping[str, Any]]:
        table = page.ledger.table
        auction = open_auction(page)
        if auction is None:
            raise ValueError("this game has no calls")
        seat = auction.players.index(player)
        after = auction.call(seat, call)
        spoken = f"{player}: {call}"
        dealer = table.game.players[table.dealer]
        if after.over and table.game.agreed(after) is None:
            calls = [*(page.sheet.hands[-1].calls if page.ledger.playing else ()), spoken]
            return Kind.RECORD, {"hand": {"dealer": dealer, "calls": calls}}
        return Kind.CALL, {"call": spoken, "dealer": dealer}

    return act


def undo(page: Page) -> tuple[Kind, Mapping[str, Any]]:
    entry = last_act(page.entries)
    if entry is None:
        raise NothingToUndo
    return Kind.UNDO, {"entry": entry.number}


def open_auction(page: Page) -> Auction | None:
    """The auction of the hand that is being played or comes next."""
    return page.ledger.playing.auction if page.ledger.playing else page.ledger.table.auction()


def known_so_far(page: Page) -> dict[str, Any]:
    """What the bidding of the open hand has settled: contract and players, or nothing yet."""
    auction = open_auction(page)
    agreed = page.ledger.table.game.agreed(auction) if auction and auction.over else None
    return dict(agreed or {})


def known_of(row: Row) -> dict[str, Any]:
    """The typed keys of a recorded hand; nothing for one without a contract."""
    return {key: getattr(row.result, key) for key in row.game.keys} if row.result is not None else {}


def _with_calls(before: Ledger, facts: Mapping[str, Any], calls: tuple[str, ...]) -> dict[str, Any]:
    """A hand's facts with its calls, unless the table has entered something else than they lead to."""
    if not calls:
        return dict(facts)
    with_calls = {**facts, "calls": list(calls)}
    try:
        replace(before, playing=None).add(Hand(with_calls))
    except BrokenHand:
        return dict(facts)
    return with_calls


def describe(page: Page, entry: Entry) -> str:
    """What an act was, for a person: "hand 4, Betty and Diana 8♦, took 7"."""
    if entry.kind is Kind.CALL:
        return f"the call “{as_spoken(entry.facts['call'])}”"
    what = {Kind.RECORD: "", Kind.AMEND: "the amendment of ", Kind.STRIKE: "the striking of "}
    return f"{what[entry.kind]}{named(page, entry)}"


def named(page: Page, entry: Entry) -> str:
    """The hand that an act was about: "hand 4, Betty and Diana 8♦, took 7"."""
    row = row_of(page, entry)
    return f"hand {row.number}, {row.brief}"


def row_of(page: Page, entry: Entry) -> Row:
    """The hand that an act was about, as it was then."""
    # A struck hand is on the sheet as it was before; any other as it was after the act.
    until = entry.number - 1 if entry.kind is Kind.STRIKE else entry.number
    then = Page.of(page.id, page.entries[:until], page).ledger
    hand = entry.facts.get("entry", entry.number)
    return next(row for row in then.rows if row.hand.entry == hand)


def as_spoken(call: str) -> str:
    """A call of the sheet file with its suit as a symbol: "Amber: 3♥"."""
    player, _, said = call.rpartition(": ")
    spoken = parse_call(said)
    return f"{player}: {spoken.symbols if isinstance(spoken, Bid) else spoken}"


def say(text: str, undo: str | None = None, seen: int = 0, rule: Mapping[str, Any] | None = None) -> None:
    """A line at the top of the next page.

    undo: the address that takes back what it tells, seen: the sheet's last entry then; rule: the name and
    address of the rule that it cites.
    """
    line = {"text": text, "undo": undo, "seen": seen, "rule": rule}
    flash(line)  # pyright: ignore[reportArgumentType] (anything that is JSON will do)


def say_done(text: str, after: Page, entry: Entry, back: str | None = None) -> None:
    """What was done, with its undo; with none for a repetition that other acts have followed."""
    latest = entry.number == after.version
    say(text, undo=url_for("sheets.undo", sheet_id=after.id, back=back) if latest else None, seen=after.version)


def say_broken(refused: str, error: BrokenHand, page: Page) -> None:
    """That an act was refused, because of which hand and by which rule."""
    rule = error.violation.rule
    address = url_for("rules.show", game=page.sheet.game, _anchor=rule.slug)
    say(
        f"{refused}, because of hand {error.hand}: {error.violation.detail}",
        rule={"name": rule.name, "address": address},
    )


def broken(error: BrokenHand | RuleViolation) -> RuleViolation:
    return error.violation if isinstance(error, BrokenHand) else error
