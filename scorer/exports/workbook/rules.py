"""The sheet of rules: who plays, the house rules with what changed when, and the rules of the game by number."""

from collections.abc import Iterable, Iterator
from itertools import count

from ...rules.core import listed
from ...rules.game import Game
from ...sheet.changes.house_rules import in_force
from ...sheet.core.ledger import Ledger
from .book import RULES, Book, Tab
from .formulas import PLAYERS_FROM

WIDTHS = [12, 34, 90]


def write(book: Book, ledger: Ledger, players: tuple[str, ...]) -> None:
    game = ledger.table.game
    tab = book.tab(RULES, WIDTHS, (2, 0))
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
    games: list[Game] = [*(row.game for row in ledger.rows), ledger.table.game]
    for number, game in enumerate(games, 1):
        values = {option.name: getattr(game.options, option.name) for option in game.options.described()}
        for option in game.options.described():
            value = values[option.name]
            if option.applies(values) and (option.name not in before or before[option.name] != value):
                yield number, option.title, option.in_words(value)
                before[option.name] = value
