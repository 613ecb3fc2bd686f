"""Score sheets of every game at random: the hands of its vectors, shuffled, with settled ones between them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scorer.rules.options import Decimals, Figures, Length, Listed, Option, Sums
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet

from .drawing import POINTS, SHEETS, adjusted, playable
from .files import FIVE
from .vectors import VECTORS, sheet_of


def _sheet(named: str) -> Sheet | None:
    return sheet_of(named) if "error" not in VECTORS[named]["expect"] else None


FEW = 6
HEADS: dict[str, list[Sheet]] = {
    game: [sheet for named in VECTORS if named.startswith(f"{game}: ") and (sheet := _sheet(named))]
    for game in GAMES
}
HEADS["plain"] = [Sheet("plain", tuple(FIVE), "Betty", {"wins": wins}) for wins in ("highest", "lowest")]


def values_of(option: Option) -> Iterator[Any]:
    """Values of a house rule: of a few all, of more the least, the greatest and some between."""
    match option.values:
        case Decimals():
            yield from ("0", "0.05", "12")
        case Length():
            yield from (None, {"hands": 1}, {"hands": 1000}, {"minutes": 30})
        case Sums():
            yield from (None, 0, [26, 78])
        case Figures():
            for number in (-1, 10):
                yield {key: [number] * many[-1] for key, many in option.values.keys.items()}
        case Listed():
            items = [*option.values.items]
            yield from (*option.values.words, items[2::-1], items[:1] * (1 if option.values.each_once else 6))
        case several:
            yield from several if len(several) <= FEW else (several[0], several[1], option.default, several[-1])


def house_rules(game: str) -> Iterator[dict[str, Any]]:
    """Each value of each house rule of a game, with the one that it needs beside it."""
    described = GAMES[game].options_type.described()
    needed = {option.only: option for option in described if option.needed}
    for option in described:
        for value in values_of(option):
            if option.accepts(value):
                chosen = {**({option.only[0]: option.only[1]} if option.only else {}), option.name: value}
                asked = (needed[each] for each in chosen.items() if each in needed) if value.__hash__ else ()
                yield {**{other.name: next(values_of(other)) for other in asked}, **chosen}


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


ANY_SHEET = st.one_of([sheets_of(game) for game in GAMES])
