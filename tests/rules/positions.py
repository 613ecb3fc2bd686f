"""A trick as the tests write it: cards clockwise from the lead, "HT H4 SA"."""

from collections.abc import Mapping
from typing import Any

from scorer.rules.calls import Denomination
from scorer.rules.game import Game
from scorer.rules.registry import GAMES
from scorer.rules.tricks import Finding, PlayRules, Trial, Trick, parse_cards

GAMES_WITH_PLAY = [
    key
    for key, game in GAMES.items()
    if game.of(("",) * game.sizes[0]).play_rules({}, 0, game.carrying_type.first)
]


def play_rules(game: Game, carry: Any = None, **agreed: Any) -> PlayRules:
    """The play of a hand that the last seat dealt."""
    found = game.play_rules(agreed, len(game.players) - 1, game.carrying.first if carry is None else carry)
    assert found
    return found


def trial(
    game: Game,
    cards: str,
    trump: Denomination | None = None,
    leader: int = 0,
    shown: int | None = 0,
    held: Mapping[int, str] | None = None,
    agreed: Mapping[str, Any] | None = None,
    widow: str = "",
    **known: Any,
) -> Trial:
    """held: what players are known to have had, by seat."""
    play = play_rules(game, **(agreed or {}))
    return Trial(
        play,
        game.players,
        Trick.of(leader, parse_cards(cards), trump, shown, play.pack),
        {seat: parse_cards(text) for seat, text in (held or {}).items()},
        parse_cards(widow),
        **known,
    )


def told(trial: Trial) -> list[tuple[str, bool, str]]:
    """The name of each finding's rule, whether it is proved, and its sentence."""
    return [(finding.rule.name, finding.proved, finding.sentence) for finding in trial.findings()]


def proved(trial: Trial) -> list[Finding]:
    return [finding for finding in trial.findings() if finding.proved]
