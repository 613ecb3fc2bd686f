"""Random sheets of every game, with house rules, names of every kind, and all that can change in mid-sheet."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from scorer.rules.game import Game
from scorer.rules.options import Decimals, Figures, Length, Listed, Option, Sums
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import IllegalHandError, Table, read_options
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment, Hand, Sheet

from ..sheet.vectors import VECTORS

Facts = dict[str, Any]

PLAIN_NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace", "Hanna", "Iris", "Jo", "Kim", "Lou")
ODD_NAMES = (
    *("=1+1", "+Bo", "-2", "@Al", "'=x", "''+", "'Al"),
    *("Smith, Jo", "Jo; Al", 'Al "Ace" Jo', '"', '"Al"', "Al: Jo", "a\nb", "c\r\nd", "y, " * 12 + "z"),
    *("Al", "Al 3", "Al points", "Al total", "Al total total", "Al nil", "Al blind", "nil", "3", "3,5", "0.5"),
    *("dealer", "note", "players", "tricks", "bids", "contract", "points", "hand", "end", "none", "True", "game"),
    *("settled", "settled by the table", "no contract", "A & B", "–", "- 4", "x" * 40),
    *("علی\u200cرضا", "安娜", "e\u0301", "🃏"),
)
TITLES = ("", "Friday", "=SUM(A1)", 'At "Bo\'s", late', "a; b\tc", "-", "1", "true", "game,spades", "two\nlines")
NOTES = ("claimed", "revoke by East: 2 tricks", "=1", "a, b; c: d", '"quoted"', "-", "none", "end", "two\nlines")
SUITS = "CDHS"
SOMETIMES = 0.15
TRIED = 40
"""How many random hands are thought of until one can be played here."""


def random_sheet(game: str, chance: random.Random, hands: int = 12) -> Ledger:
    """A sheet of this game with up to so many hands."""
    type_ = GAMES[game]
    names = list(PLAIN_NAMES if chance.random() < 0.5 else (*ODD_NAMES, *PLAIN_NAMES))
    chance.shuffle(names)
    players = tuple(names[: chance.choice(type_.sizes)])
    options = _options(type_, chance, 0.3)
    head = Sheet(
        game=game,
        players=players,
        dealer=chance.choice(players),
        options=options,
        title=chance.choice(TITLES),
        date=chance.choice(("", "2026-11-20")),
        zone=chance.choice(("", "Asia/Kathmandu", "Mars/Base_1")),
    )
    ledger = Ledger.of(head)
    played: list[Hand] = []
    ledger = _adjusted(ledger, chance)
    for _ in range(chance.randint(0, hands)):
        tries = (_with_changes(ledger, names, chance) for _ in range(TRIED))
        for facts in tries:
            try:
                ledger = ledger.add(Hand(facts))
            except (IllegalHandError, FormatError):
                continue
            played.append(Hand(facts))
            ledger = _adjusted(ledger, chance)
            break
    finished = chance.random() < 0.5
    return Ledger.of(replace(ledger.sheet, hands=tuple(played), finished=finished))


def _adjusted(ledger: Ledger, chance: random.Random) -> Ledger:
    """Now and then with points without a deal, once or twice."""
    while chance.random() < SOMETIMES:
        names = chance.sample(ledger.columns, chance.randint(1, len(ledger.columns)))
        facts: Facts = {"points": {name: _points(chance) for name in names}}
        if chance.random() < 0.5:
            facts["note"] = chance.choice(NOTES)
        if chance.random() < 0.5:
            players = ledger.table.game.players
            facts["by"] = chance.sample(players, chance.randint(1, len(players)))
        ledger = ledger.adjust(Adjustment(facts, len(ledger.rows)))
    return ledger


def _with_changes(ledger: Ledger, names: list[str], chance: random.Random) -> Facts:
    """A hand as somebody might enter it next, and what changes with it."""
    game, facts = ledger.table.game, dict[str, Any]()
    if chance.random() < SOMETIMES:
        facts["players"] = _seats(game, names, chance)
    if chance.random() < SOMETIMES:
        facts["options"] = _options(type(game), chance, 0.5, game)
    players = tuple(facts.get("players", game.players))
    game = game.replace(players, replace(game.options, **facts.get("options", {})))
    if chance.random() < SOMETIMES:
        facts["dealer"] = chance.choice(players)
    if chance.random() < SOMETIMES:
        facts["note"] = chance.choice(NOTES)
    return {**facts, **_core(ledger, game, chance)}


def _core(ledger: Ledger, game: Game, chance: random.Random) -> Facts:
    kind = chance.random()
    if kind < 0.1 and "points" not in game.keys:
        return _settled(ledger, game, chance)
    if kind < 0.2 and game.may_pass_out:
        return {"contract": None}
    return result(game, ledger.table, chance)


def _settled(ledger: Ledger, game: Game, chance: random.Random) -> Facts:
    """Points that the table wrote down, and what it may say besides: who agreed, what had been bid and taken."""
    facts: Facts = {"points": {name: _points(chance) for name in game.with_columns(ledger.columns)}}
    if chance.random() < 0.5:
        facts["by"] = chance.sample(game.players, chance.randint(1, len(game.players)))
    if chance.random() < 0.5:
        played = result(game, ledger.table, chance)
        known = [key for key in game.keys if key in played and chance.random() < 0.8]
        facts["played"] = {key: played[key] for key in known} or {"contract": None}
    if game.carrying.numbers and chance.random() < 0.5:
        facts["carry"] = {
            key: each.field.gather([chance.randint(0, 1) for _ in game.carrying.owners(key)], game.players)
            for key, each in game.carrying.numbers.items()
        }
    return facts


def _seats(game: Game, names: list[str], chance: random.Random) -> list[str]:
    """Two who change places, a substitute, or, where the game has seats for it, more or fewer players."""
    players, bench = list(game.players), [name for name in names if name not in game.players]
    match chance.randrange(3):
        case 0:
            chance.shuffle(players)
        case 1 if bench:
            players[chance.randrange(len(players))] = bench[0]
        case _ if bench and len(players) + 1 in game.sizes and chance.random() < 0.5:
            players.insert(chance.randrange(len(players)), bench[0])
        case _ if len(players) - 1 in game.sizes:
            players.pop(chance.randrange(len(players)))
    return players


def _options(game: type[Game], chance: random.Random, share: float, before: Game | None = None) -> Facts:
    """Some house rules that hold together."""
    drawn: Facts = {}
    for option in game.options_type.described():
        if chance.random() < share:
            value = {option.name: _value(option, chance)}
            if option.needed and option.only:
                value[option.only[0]] = option.only[1]
            try:
                read_options(game, before.options if before else None)({**drawn, **value}, "$")
            except FormatError:
                continue
            drawn |= value
    return drawn


def _value(option: Option, chance: random.Random) -> Any:
    if option.may_be_none and chance.random() < 0.3:
        return None
    match option.values:
        case Decimals():
            return chance.choice(("0", "0.05", "0.50", "1.5", "12", "3.0001"))
        case Length():
            return chance.choice(({"hands": chance.randint(1, 30)}, {"minutes": chance.randint(1, 1440)}))
        case Listed():
            items = option.values.items[:5]
            once = chance.sample(items, chance.randint(1, len(items)))
            several = once if option.values.each_once else chance.choices(items, k=chance.randint(1, 9))
            return chance.choice((*option.values.words, several))
        case Sums():
            return chance.choice((26, 0, Decimal("-0.5"), [26, 78]))
        case Figures():
            numbers = (0, 0, 1, -1, 10, *option.values.numbers[:: len(option.values.numbers) - 1])
            return {
                key: chance.choices(numbers, k=chance.choice(many)) for key, many in option.values.keys.items()
            }
        case values:
            return chance.choice(values)


def _points(chance: random.Random) -> Any:
    most = 999_999_999 if chance.random() < 0.05 else 500
    return chance.choice((0, chance.randint(-most, most), Decimal(chance.randint(-999, 999)) / 4))


def _partners(game: Game, chance: random.Random) -> tuple[str, str]:
    first, second = chance.sample(game.players, 2)
    return first, second


def _offender(game: Any, table: Table, chance: random.Random) -> Facts:
    proposer, accepter = _partners(game, chance)
    suit = chance.choice((*SUITS, "NT"))
    tricks = chance.randint(0, game.tricks)
    bid = f"{chance.randint(1, game.tricks)}{suit}"
    return {"contract": bid, "proposer": proposer, "accepter": accepter, "tricks": tricks}


def _pirate(game: Any, table: Table, chance: random.Random) -> Facts:
    declarer, acceptor = _partners(game, chance)
    bid = f"{chance.randint(1, 7)}{chance.choice((*SUITS, 'NT'))}{chance.choice(('', 'X', 'XX'))}"
    facts: Facts = {"contract": bid, "declarer": declarer, "acceptor": acceptor, "tricks": chance.randint(0, 13)}
    if "honors" in game.keys and chance.random() < 0.4:
        facts["honors"] = {chance.choice(game.players): chance.choice((4, 5))}
    if "vulnerable" in game.keys and chance.random() < 0.5:
        facts["vulnerable"] = chance.random() < 0.5
    return facts


def _spades(game: Any, table: Table, chance: random.Random) -> Facts:
    taken = chance.randint(0, 13)
    facts: Facts = {"tricks": [taken, 13 - taken]}
    if game.options.variant == "standard" and game.is_unbid(table.carry):
        return facts
    if game.options.variant != "standard":
        sides = [chance.choice((*range(4, 11), "blind 6", "blind 7")) for _ in range(2)]
        return facts if chance.random() < 0.2 else {"bids": sides, **facts}
    if game.is_unbid(table.carry):
        return facts
    words = ("nil", "nil", "blind nil")
    if game.options.bidding == "sides":
        nils = {name: chance.choice(words) for name in game.players if chance.random() < 0.3}
        taken_by = {name: chance.randint(0, 2) for name in nils}
        both = [{*game.players[side::2]} <= {*nils} for side in range(2)]
        facts |= {"bids": [0 if each else chance.randint(1, 9) for each in both]}
        return {**facts, **({"nils": nils, "nil_tricks": taken_by} if nils else {})}
    bids = {name: chance.choice((*range(1, 7), *words)) for name in game.players}
    nils = {name: chance.randint(0, 2) for name, bid in bids.items() if bid in words}
    return {"bids": bids, **facts, **({"nil_tricks": nils} if nils else {})}


def _oh_hell(game: Any, table: Table, chance: random.Random) -> Facts:
    cards = chance.choice((game.cards(table.carry), chance.randint(1, 5)))
    taken = [chance.choice(game.players) for _ in range(cards)]
    facts: Facts = {
        "bids": {name: chance.randint(0, cards) for name in game.players},
        "tricks": {name: taken.count(name) for name in game.players},
    }
    if chance.random() < SOMETIMES:
        facts["cards"] = cards
    trumps = (*SUITS, "NT", *(["joker"] if game.options.jokers != "none" else []))
    return {**facts, "trump": chance.choice(trumps)} if chance.random() < 0.5 else facts


def _ten_bridge(game: Any, table: Table, chance: random.Random) -> Facts:
    kind = chance.choice(("minor", "red", "black", "major", "NT"))
    bid = f"{chance.randint(0, 5)}{kind}{chance.choice(('', 'X', 'XX'))}"
    facts = {"contract": bid, "declarer": chance.choice(game.players), "tricks": chance.randint(0, 10)}
    return {**facts, "trump": chance.choice(SUITS)} if chance.random() < 0.3 else facts


def _reverse_bridge(game: Any, table: Table, chance: random.Random) -> Facts:
    bid = f"{chance.randint(0, 13)}{chance.choice((*SUITS, 'NT'))}"
    return {"contract": bid, "declarer": chance.choice(game.players), "opponent_tricks": chance.randint(0, 13)}


def _from_vectors(game: Any, table: Table, chance: random.Random) -> Facts:
    """A hand of one of the game's vectors, with the players of this table by seat."""
    sheet = chance.choice([vector["sheet"] for vector in VECTORS.values() if vector["sheet"]["game"] == game.key])
    hand, seats = chance.choice(sheet["hands"]), zip(sheet["players"], game.players, strict=False)
    return _renamed({key: hand[key] for key in game.keys if key in hand}, dict(seats))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case dict():
            return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
        case list():
            return [_renamed(inner, names) for inner in value]
        case str():
            return names.get(value, value)
    return value


def _plain(game: Any, table: Table, chance: random.Random) -> Facts:
    return {"points": {name: _points(chance) for name in game.players}}


_RESULTS: Mapping[str, Callable[[Any, Table, random.Random], Facts]] = {
    "offender": _offender,
    "pirate-bridge": _pirate,
    "spades": _spades,
    "oh-hell": _oh_hell,
    "ten-bridge": _ten_bridge,
    "reverse-bridge": _reverse_bridge,
    "plain": _plain,
}


def result(game: Game, table: Table, chance: random.Random) -> Facts:
    return _RESULTS.get(game.key, _from_vectors)(game, table, chance)
