"""The sheet of rules: who plays, the house rules with what changed when, and the rules of the game by number."""

from collections.abc import Iterator

from ...rules.core import listed
from ...rules.game import Game
from ...sheet.core.ledger import Ledger
from .book import RULES, Book, Paper
from .places import PLAYERS_FROM

WIDTHS = [12, 34, 90]


def write(book: Book, ledger: Ledger, players: tuple[str, ...]) -> None:
    game = ledger.table.game
    paper = book.sheet(RULES, WIDTHS, (2, 0))
    paper.heading(f"{RULES} of {game.title}", game.summary)
    at = _section(paper, PLAYERS_FROM - 1, "", "player", "plays")
    for number, name in enumerate(players, 1):
        at = _row(paper, at, number, name, _plays(ledger, name))
    if house_rules := tuple(_house_rules(ledger)):
        at = _section(paper, at + 1, "from hand", "house rule", "as the table plays")
        for number, title, value in house_rules:
            at = _row(paper, at, number, title, value)
    at = _section(paper, at + 1, "rule", "name", "in our words")
    for number, rule in enumerate(game.rules, 1):
        at = _row(paper, at, number, rule.name, rule.text)


def _section(paper: Paper, at: int, *heads: str) -> int:
    for column, text in enumerate(heads):
        paper.head(at, column, text)
    return at + 1


def _row(paper: Paper, at: int, number: int, name: str, text: str) -> int:
    paper.put(at, 0, number, "cell", "center")
    paper.put(at, 1, name, "cell", "text", "total")
    paper.put(at, 2, text, "cell", "text")
    return at + 1


def _games(ledger: Ledger) -> Iterator[tuple[int, Game]]:
    """Who played each hand under which house rules, and who plays the next."""
    yield from ((row.number, row.game) for row in ledger.rows)
    yield len(ledger.rows) + 1, ledger.table.game


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
    for number, game in _games(ledger):
        now = {option.name: getattr(game.options, option.name) for option in game.options.described()}
        for option in game.options.described():
            known = option.applies(now) and (option.name not in before or before[option.name] != now[option.name])
            if known:
                yield number, option.title, option.in_words(now[option.name])
                before[option.name] = now[option.name]
