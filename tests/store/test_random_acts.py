"""Whatever a table does, the page kept in memory, the page read again and a fold from nothing agree."""

from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.rules.calls import parse_contract
from scorer.sheet.entries import trail
from scorer.sheet.fold import fold
from scorer.sheet.judge import BrokenHand
from scorer.sheet.ledger import Ledger
from scorer.store.scorebook import Act, Page, forget_pages
from scorer.web import acts

from .book import Book, answers, numbers

KINDS = st.sampled_from(["record", "call", "call", "call", "amend", "strike", "undo"])


@st.composite
def results(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    if draw(st.integers(0, 4)) == 0:
        return {"contract": None}
    proposer, accepter = draw(st.permutations(players))[:2]
    contract = f"{draw(st.integers(1, 7))}{draw(st.sampled_from('CDHS'))}"
    assert parse_contract(contract)
    return {
        "contract": contract,
        "proposer": proposer,
        "accepter": accepter,
        "tricks": draw(st.integers(0, 7)),
    }


def next_act(data: st.DataObject, page: Page) -> Act | None:
    """Something that the table may wish to do now; what is impossible is not wished for."""
    kind = data.draw(KINDS)
    rows = page.ledger.rows
    hand = data.draw(results(list(page.sheet.players)))
    if kind == "record":
        return acts.record(hand)
    if kind == "call":
        auction = acts.open_auction(page)
        if auction is None or auction.turn is None:
            return None
        return acts.speak(auction.name(auction.turn), data.draw(st.sampled_from(auction.legal())))
    if kind == "undo":
        return acts.undo() if trail(page.entries).last_act else None
    if not rows:
        return None
    row = data.draw(st.sampled_from(rows))
    return acts.amend(row, hand) if kind == "amend" else acts.strike(row)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    players = ["Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace"][: draw(st.integers(3, 7))]
    options = {"speaks_next": "left of accepter"} if draw(st.booleans()) else {}
    return {"players": players, "dealer": draw(st.sampled_from(players)), "options": options}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), table=tables(), steps=st.integers(1, 25))
def test_memory_database_and_a_fold_from_nothing_agree_after_every_act(
    open_app: Flask, data: st.DataObject, table: dict[str, Any], steps: int
) -> None:
    book = Book(**table)
    before = book.page
    for _ in range(steps):
        act = next_act(data, before)
        if act is None:
            continue
        try:
            after = book.act(act)
        except BrokenHand:
            # Only a hand that others build on can refuse to be struck or amended; nothing is written then.
            assert book.page.entries == before.entries
            continue
        assert after.entries[:-1] == before.entries
        assert numbers(after.entries) == list(range(1, after.version + 1))
        expected = answers(Ledger.of(fold(after.entries)))
        assert answers(after.ledger) == expected
        assert answers(book.page.ledger) == expected
        forget_pages()
        fresh = book.page
        assert fresh.entries == after.entries
        assert answers(fresh.ledger) == expected
        before = after
