"""The registry: every game there is, by its key in the sheet file; what a class lacks to be one is told here."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from .fields import ContractField, Field, PerSide
from .game import Game
from .offender import Offender
from .oh_hell.game import OhHell
from .pirate_bridge.game import PirateBridge
from .plain import Plain
from .reverse_bridge import ReverseBridge
from .spades.game import Spades
from .ten_bridge import TenBridge

NEEDED = (*(name for name in Game.__annotations__ if not hasattr(Game, name)), *sorted(Game.__abstractmethods__))
"""What a game has to say; all else in `Game` has a default."""

RESERVED = {
    *("by", "calls", "carry", "coming", "dealer", "hand"),
    *("note", "options", "played", "players", "points", "remarks"),
}
"""What stands beside a hand's own keys in the sheet file, and in the columns of its table."""


def _faults(game: type[Game]) -> Iterator[str]:
    """What is wrong, as what is said of the class."""
    by_options = ("hand_type", "keys") if game.key_sets else ()
    given = {name for name in NEEDED if hasattr(game, name)} - game.__abstractmethods__ | {*by_options}
    if lacking := [name for name in NEEDED if name not in given]:
        file = game.__module__.replace(".", "/") + ".py"
        yield (
            f"has no {', '.join(lacking)}: give it to the class {game.__name__} in {file}, as "
            "scorer/rules/game.py says"
        )
        return
    keys = game.all_keys()
    if taken := sorted(RESERVED.intersection(keys) - ({"points"} if game.points_are_facts else set())):
        yield f"has the key {', '.join(taken)}, which sheet files have for every hand: call it otherwise"
    if game.points_are_facts and "points" not in keys:
        yield "has points_are_facts, but no key points under which they stand"
    bid = keys.get("contract", ())
    if game.may_pass_out and not (bid and all(isinstance(form, ContractField) for form in bid)):
        yield "has may_pass_out, but no ContractField under the key contract, which says that nobody bid"
    outcomes = game.outcomes_type
    if outcomes.tricks and outcomes.counted not in keys:
        key = outcomes.counted
        yield f"counts tricks, but no key {key} holds them: say in {outcomes.__name__} which is counted"
    if game.partnerships and game.sizes != range(4, 5):
        yield "has partnerships, so it is for two sides of two: its sizes are range(4, 5)"
    of_sides = (name for name, forms in keys.items() if any(isinstance(form, PerSide) for form in forms))
    for key in () if game.partnerships else of_sides:
        yield f"has a value for each side under the key {key}, but no sides: say partnerships = True"
    for rule in game.options_type.described():
        if rule.may_be_none and rule.default is not None:
            yield (
                f"has the house rule {rule.name}, which may be None and is not by default, so that no form can "
                "choose None: make it the default, or let a value such as 0 stand for it, named in words"
            )
    if not game.key_sets:
        yield from _hand_faults(game.keys, game.hand_type)


def _hand_faults(keys: Mapping[str, Field], hand_type: type[Any]) -> Iterator[str]:
    """Where a hand cannot be made of what its keys hold."""
    fields = {each.name: each for each in dataclasses.fields(hand_type) if each.init}
    unset = dataclasses.MISSING
    with_default = {n for n, each in fields.items() if (each.default, each.default_factory) != (unset, unset)}
    for key, field in keys.items():
        if key not in fields:
            yield f"has the key {key}, but its {hand_type.__name__} has no such field"
        elif not field.needed and key not in with_default:
            yield f"may lack the key {key}: give it a default in {hand_type.__name__}"
    if missing := [name for name in fields if name not in with_default and name not in keys]:
        yield f"has no key {', '.join(missing)}, which its {hand_type.__name__} needs"


def by_key(*games: type[Game]) -> dict[str, type[Game]]:
    """The games by their keys. Raises TypeError, in a sentence, for one that lacks something or is unplayable."""
    for game in games:
        if fault := next(_faults(game), ""):
            raise TypeError(f"{game.__name__} {fault} (CONTRIBUTING, Add a game, step 1).")
    return {game.key: game for game in games}


GAMES = by_key(Offender, PirateBridge, Spades, OhHell, TenBridge, ReverseBridge, Plain)

T = TypeVar("T")


class ByGame(dict[str, T]):
    """What games have of their own in a layer above, by key, each registered where it stands:
    `@FORMS.register(Offender)`.
    """

    def register(self, game: type[Game]) -> Callable[[T], T]:
        """Raises TypeError for a class that is not in `GAMES`, and for a second of one game."""

        def registered(own: T) -> T:
            if GAMES.get(game.key) is not game:
                raise TypeError(f"{game.__name__} is not in GAMES (CONTRIBUTING, Add a game, step 2).")
            if self.setdefault(game.key, own) is not own:
                raise TypeError(f"{game.__name__} has one already: {self[game.key]}.")
            return own

        return registered
