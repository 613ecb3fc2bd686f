"""The rule book of every game again: each rule is broken once, or pays in a vector, or is shown at work."""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from scorer.rules.core import SHEET_RULES, Rule, RuleViolation, ScoreLine
from scorer.rules.game import Game
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger

from ..sheet.vectors import VECTORS, scored
from .offender import rule_book as offender
from .oh_hell import rule_book as oh_hell
from .pirate_bridge import rule_book as pirate_bridge
from .reverse_bridge import rule_book as reverse_bridge
from .spades import rule_book as spades
from .ten_bridge import rule_book as ten_bridge

BOOKS = (offender, oh_hell, pirate_bridge, reverse_bridge, spades, ten_bridge)


def game_of(book: ModuleType) -> str:
    return book.__name__.split(".")[-2]


def cases(table: str) -> list[Any]:
    """The rows of this table in every book."""
    tables = ((book, getattr(book, table)) for book in BOOKS)
    rows = [(book, row) for book, rules in tables for row in (rules.items() if table == "AT_WORK" else rules)]
    return [pytest.param(*row, id=f"{game_of(book)}: {row[0].slug}") for book, row in rows]


@pytest.mark.parametrize(("rule", "act", "words"), cases("BROKEN"))
def test_a_broken_rule_is_named_with_the_facts(
    rule: Rule, act: Callable[[], object], words: tuple[str, ...]
) -> None:
    with pytest.raises(RuleViolation) as caught:
        act()
    assert caught.value.rule is rule
    assert [word for word in words if word not in caught.value.detail] == []
    assert str(caught.value) == caught.value.detail
    assert caught.value.detail.endswith(".")


@pytest.mark.parametrize(("rule", "shown"), cases("AT_WORK"))
def test_a_rule_is_seen_at_work(rule: Rule, shown: Callable[[], None]) -> None:
    shown()


def test_every_rule_is_broken_or_pays_in_a_vector_or_is_shown_at_work() -> None:
    paid = {line.rule for ledger in filter(None, map(scored, VECTORS)) for line in lines_of(ledger)}
    for book in BOOKS:
        rules = [rule for rule in GAMES[game_of(book).replace("_", "-")].rules if rule not in SHEET_RULES]
        seen = {rule for rule, _, _ in book.BROKEN} | (paid & {*rules})
        assert seen | set(book.AT_WORK) == set(rules)
        assert seen & set(book.AT_WORK) == set()
        assert len(set(rules)) == len(rules)


def lines_of(ledger: Ledger) -> Iterator[ScoreLine]:
    for score in (*(row.score for row in ledger.rows), ledger.closing_score):
        yield from score.lines if score else ()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_of_a_game_differ_in_their_names(game: type[Game]) -> None:
    assert len({rule.slug for rule in game.rules}) == len(game.rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_house_rule_says_what_it_is_and_has_a_default_that_it_takes(game: type[Game]) -> None:
    for option in game.options_type.described():
        assert option.title
        assert option.text
        assert option.default is None or option.accepts(option.default)
