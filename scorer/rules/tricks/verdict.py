"""Who wins a trick, and why."""

from collections.abc import Iterator

from ..calls import Denomination
from ..core import Rule
from .cards import JOKERS
from .trick_check import Trial, begun, symbol


def verdict(trial: Trial) -> str:
    """Who won and who leads, as a sentence."""
    winner = trial.trick.winner
    card = winner.card.symbols
    if trial.number == trial.play_rules.tricks:
        return f"{trial.name(winner.seat)} wins the last trick with the {card}."
    name = trial.players[winner.seat]
    if winner.seat == trial.play_rules.dummy:
        return f"{name}, the dummy, wins with the {card}: the next lead is from that hand."
    return f"{name} wins with the {card} and leads to the next trick."


def reasons(trial: Trial) -> Iterator[tuple[str, Rule | None]]:
    """Why the winner wins, sentence by sentence, each with its rule where the game has one."""
    trick, play_rules = trial.trick, trial.play_rules
    leader, winner = trick.plays[0], trick.winner
    card, led = begun(winner.card), symbol(trick.led)
    yield f"{trial.name(leader.seat)} led {leader.card.named}: {led} was to be followed.", play_rules.follow
    yield from _promoted(trial)
    yield from _discards(trial)
    if play_rules.pack.joker_named and winner.card in JOKERS:
        yield f"{card} counts as high and wins the trick.", play_rules.pack.joker_named
        return
    trumps = [index for index in range(len(trick.plays)) if trick.is_trump(index)]
    if trumps:
        only = "the only trump" if len(trumps) == 1 else "the highest trump"
        yield f"{card} is {only} in the trick.", play_rules.follow
    else:
        no_trump = "No trump was played, and " if trick.trump else ""
        yield f"{no_trump}{card} is the highest {led}.", play_rules.follow
    best = trick.strength(trick.best())
    if sum(trick.strength(index) == best for index in range(len(trick.plays))) > 1:
        second = play_rules.pack.second_beats
        pass_word = "of equal cards the rules say nothing; the first is taken"
        twice = f"{card} was played twice" if winner.card.suit else "Both jokers were played"
        yield f"{twice}: {'the second beats the first' if second else pass_word}.", second


def _promoted(trial: Trial) -> Iterator[tuple[str, Rule | None]]:
    """Cards that belong to another suit than the printed one."""
    pack = trial.play_rules.pack
    for play in trial.trick.plays:
        suit = pack.suit(play.card)
        if suit not in (play.card.suit, Denomination.JOKER):
            yield f"{begun(play.card)} counts as a {symbol(suit)}.", pack.rule


def _discards(trial: Trial) -> Iterator[tuple[str, Rule]]:
    """Cards of the trump suit that are no trumps, because they were played before it was shown."""
    trick, hidden = trial.trick, trial.play_rules.hidden
    for index, play in enumerate(trick.plays):
        of_trump = trick.suit(index) is trick.trump and trick.suit(index) is not trick.led
        if hidden and of_trump and not trick.is_trump(index):
            card = f"{trial.name(play.seat)}'s {play.card.symbols}"
            yield f"The trump had not been shown: {card} is a discard.", hidden.showing
