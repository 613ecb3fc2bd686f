"""Score sheets of every game at random: the hands of its vectors, shuffled, with settled ones between them."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scorer.rules.registry import GAMES
from scorer.sheet.core.facts import Hand, Sheet
from scorer.sheet.core.ledger import Ledger

from .drawing import POINTS, SHEETS, adjusted, playable
from .files import FIVE
from .vectors import VECTORS, sheet_of


def _sheet(named: str) -> Sheet | None:
    return sheet_of(named) if "error" not in VECTORS[named]["expect"] else None


HEADS: dict[str, list[Sheet]] = {
    game: [sheet for named in VECTORS if named.startswith(f"{game}: ") and (sheet := _sheet(named))]
    for game in GAMES
}
HEADS["plain"] = [Sheet("plain", tuple(FIVE), "Betty", {"wins": wins}) for wins in ("highest", "lowest")]


@st.composite
def sheets_of(draw: st.DrawFn, game: str) -> Sheet:
    if game == "offender" and draw(st.booleans()):
        return draw(SHEETS)
    head = draw(st.sampled_from(HEADS[game]))
    pool: list[dict[str, Any]] = [
        {key: value for key, value in hand.facts.items() if key != "dealer"}
        for other in HEADS[game]
        if other.players == head.players
        for hand in other.hands
    ]
    if game == "plain":
        pool = [{"points": draw(_points(head.players))} for _ in range(5)]
    columns = Ledger.of(replace(head, hands=())).columns
    settled = {"points": draw(_points(columns)), "note": "agreed"}
    hands = draw(st.lists(st.sampled_from([*pool, settled]), max_size=10))
    numbered = tuple(Hand(facts, entry) for entry, facts in enumerate(hands, start=2))
    return draw(adjusted(playable(replace(head, hands=numbered, finished=draw(st.booleans())))))


def _points(columns: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(dict.fromkeys(columns, POINTS))
