"""Whether each card of a trick was played by the rules, as far as known cards prove it; who wins it, and why."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from .calls import SUITS, Denomination
from .core import Rule, Seat, listed, upper_first
from .tricks import JOKERS, RANKS, Card, PlayRules, Trick


class Duty(Enum):
    """What a rule may ask of a play, in this order."""

    GUARD = auto()  # not to lead the suit that is not broken
    JOKER = auto()  # not to lead a joker that is named, nor to play one in the first trick
    FOLLOW = auto()  # to follow the suit led
    RUFF = auto()  # to ruff, having had the trump shown
    TRUMP = auto()  # to trump, void in the suit led
    TAKE = auto()  # to take the trick


@dataclass(frozen=True)
class Finding:
    """A doubt about one play, with its rule. proved: whether the known cards show that it broke the rule;
    otherwise it was right only if the player did not hold what the sentence names.
    """

    seat: Seat
    rule: Rule
    sentence: str
    proved: bool


@dataclass(frozen=True)
class Misplaced:
    """A card that cannot be where it was entered. place: "card", "held" or "widow"; seat: of its player."""

    place: str
    seat: Seat | None
    detail: str


@dataclass(frozen=True)
class Trial:
    """One whole trick. held: other cards that a player is known to have had.

    number: which trick of the hand, None if unknown; broken: whether the guarded suit had been broken.
    """

    play_rules: PlayRules
    players: tuple[str, ...]
    trick: Trick
    held: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict[Seat, tuple[Card, ...]])
    widow: tuple[Card, ...] = ()
    number: int | None = None
    broken: bool = False

    def name(self, seat: Seat) -> str:
        return f"{self.players[seat]} (dummy)" if seat == self.play_rules.dummy else self.players[seat]

    def misplaced(self) -> tuple[Misplaced, ...]:
        """Cards that are not in the pack, and cards in two places."""
        seen: dict[Card, list[str]] = {}
        found: list[Misplaced] = []
        pack = self.play_rules.pack
        cards_of_pack = {*pack.cards}
        for place, seat, card, owner in self._places():
            if card not in cards_of_pack:
                begins = f", which begins at {RANKS[pack.lowest]}" if card.suit and card.rank < pack.lowest else ""
                detail = f"{begun(card)} is not in this game's pack{begins}."
                found.append(Misplaced(place, seat, detail))
            elif len(before := seen.get(card, [])) >= pack.copies(card):
                detail = f"{begun(card)} is in two places: {before[0]} already."
                if not pack.single:
                    here, times = _times(len(before) + 1), _times(pack.copies(card))
                    detail = f"{begun(card)} stands here {here}, and this pack has it {times}."
                found.append(Misplaced(place, seat, detail))
            elif pack.fewer and card.rank == pack.lowest and card not in seen:
                left = len(SUITS) - pack.fewer
                if sum(other.rank == pack.lowest for other in seen) >= left:
                    detail = f"{begun(card)} is one too many: this game's pack has {left} cards of its rank."
                    found.append(Misplaced(place, seat, detail))
            seen.setdefault(card, []).append(owner)
        return tuple(found)

    def _places(self) -> Iterator[tuple[str, Seat | None, Card, str]]:
        yield from (("widow", None, card, "it lies in the widow") for card in self.widow)
        for play in self.trick.plays:
            yield "card", play.seat, play.card, f"{self.players[play.seat]} played it"
        for seat, cards in self.held.items():
            yield from (("held", seat, card, f"{self.players[seat]} had it") for card in cards)

    def findings(self) -> tuple[Finding, ...]:
        """First what is proved, then what the cards leave open, each in the order of play."""
        found = [finding for index in range(len(self.trick.plays)) for finding in self._of(index)]
        return tuple(sorted(found, key=lambda finding: not finding.proved))

    def _of(self, index: int) -> Iterator[Finding]:
        """The findings about one play: those that are proved, or else those that stay open."""
        proved = [*self._turn(index), *self._in_vain(index), *self._proved(index)]
        yield from proved or self._open(index)

    def _turn(self, index: int) -> Iterator[Finding]:
        opener, leader = self.play_rules.opener, self.trick.plays[0].seat
        if index == 0 and self.number == 1 and opener not in (None, leader):
            sentence = f"{self.name(leader)} led to the first trick: the lead was {self.players[opener or 0]}'s."
            yield Finding(leader, self.play_rules.lead, sentence, proved=True)

    def _in_vain(self, index: int) -> Iterator[Finding]:
        play, hidden = self.trick.plays[index], self.play_rules.hidden
        if hidden and self._asked(index) and self.trick.suit(index) is self.trick.led:
            sentence = (
                f"{self.name(play.seat)} had the trump shown and then followed suit: only who cannot follow may."
            )
            yield Finding(play.seat, hidden.showing, sentence, proved=True)

    def _asked(self, index: int) -> bool:
        """Whether the trump was shown for this play."""
        return index > 0 and self.trick.shown == index

    def _proved(self, index: int) -> Iterator[Finding]:
        play = self.trick.plays[index]
        breach = self.breach(index, (play.card, *self.held.get(play.seat, ())))
        if breach:
            duty, better = breach
            guarded = self.play_rules.guarded
            # A guard of the first tricks proves nothing about a trick of unknown number.
            doubtful = duty is Duty.GUARD and guarded and guarded.tricks and self.number is None
            yield Finding(play.seat, self.rule(duty), self._sentence(index, duty, better), proved=not doubtful)

    def _open(self, index: int) -> Iterator[Finding]:
        """A duty that the player had if they held one more card, among those not seen."""
        play = self.trick.plays[index]
        elsewhere = Counter(card for _, seat, card, _ in self._places() if seat != play.seat)
        pack = self.play_rules.pack
        breaches = (
            self.breach(index, (play.card, card)) for card in pack.cards if elsewhere[card] < pack.copies(card)
        )
        laid = {breach[0] for breach in breaches if breach}
        for duty in (duty for duty in Duty if duty in laid):
            yield Finding(play.seat, self.rule(duty), self._sentence(index, duty, ()), proved=False)

    def breach(self, index: int, hand: tuple[Card, ...]) -> tuple[Duty, tuple[Card, ...]] | None:
        """The first duty that a play from this hand fails, and the cards that would have met it; None if it is
        right. hand: what the player held, with the card they played.
        """
        card = self.trick.plays[index].card
        for duty, narrowed in self._duties(index, hand):
            if narrowed and card not in narrowed:
                return duty, narrowed
        return None

    def _duties(self, index: int, hand: tuple[Card, ...]) -> Iterator[tuple[Duty, tuple[Card, ...]]]:
        """Each duty with the cards that meet it and the duties before it."""
        trick = self.trick
        if self.play_rules.pack.joker_named and trick.plays[index].card in JOKERS:
            if index == 0 or self.number == 1:
                yield Duty.JOKER, _only(hand, lambda card: card not in JOKERS)
            return
        if index == 0:
            guarded = self.play_rules.guarded
            if guarded and self._is_guarded:
                yield Duty.GUARD, _only(hand, lambda card: trick.suit(index, card) is not guarded.suit)
            return
        following = _only(hand, lambda card: trick.suit(index, card) is trick.led)
        yield Duty.FOLLOW, following
        pool = following or hand
        trumps = () if following else _only(hand, lambda card: trick.is_trump(index, card))
        if self._asked(index):
            yield Duty.RUFF, trumps
        if self.play_rules.must_trump:
            yield Duty.TRUMP, trumps
        if self.play_rules.forced and (self.play_rules.over_partner or not self._partner_wins(index)):
            yield Duty.TRUMP, trumps
            yield Duty.TAKE, _only(trumps or pool, lambda card: trick.takes(index, card))

    @property
    def _is_guarded(self) -> bool:
        """Whether the guarded suit may not be led; to the first trick it cannot have been broken."""
        guarded = self.play_rules.guarded
        past = guarded and guarded.tricks and self.number and self.number > guarded.tricks
        return not past and (self.number == 1 or not self.broken)

    def _partner_wins(self, index: int) -> bool:
        partner = (self.trick.plays[index].seat + 2) % len(self.players)
        return self.trick.plays[self.trick.best(index)].seat == partner

    def rule(self, duty: Duty) -> Rule:
        """The rule of this game that lays a duty on a player."""
        play_rules = self.play_rules
        if duty is Duty.GUARD and play_rules.guarded:
            return play_rules.guarded.rule
        if duty is Duty.JOKER and play_rules.pack.joker_named:
            return play_rules.pack.joker_named
        if duty is Duty.RUFF and play_rules.hidden:
            return play_rules.hidden.showing
        if duty is Duty.TRUMP and play_rules.must_trump:
            return play_rules.must_trump
        return play_rules.forced or play_rules.follow

    def _sentence(self, index: int, duty: Duty, better: tuple[Card, ...]) -> str:
        """What was played, and what the player had instead, or must not have had."""
        trick, play = self.trick, self.trick.plays[index]
        name, card, led = self.name(play.seat), play.card.named, symbol(trick.led)
        trump = symbol(trick.trump)
        winning = trick.best(index) if index else index
        best, of_best = trick.plays[winning].card.named, symbol(trick.suit(winning))
        had = listed([card.named for card in better])
        guarded = self.play_rules.guarded
        suit = guarded.suit.words if guarded else ""
        doubt, first = "", " in the first trick" if self.number == 1 else ""
        if duty is Duty.GUARD and guarded and guarded.tricks and self.number is None:
            doubt = f" From trick {guarded.tricks + 1} on it is right."
        done, wanted, if_none = {
            Duty.GUARD: (f"{name} led {card} before {suit} were broken", "", f"nothing but {suit}"),
            Duty.JOKER: (f"{name} {'played' if index else 'led'} {card}{first}", "", "nothing but jokers"),
            Duty.FOLLOW: (f"{name} played {card} when {led} was led", "they could have followed", f"no {led}"),
            Duty.RUFF: (
                f"{name} had the trump shown and discarded {card}",
                "who has it shown must ruff if they can",
                f"no {trump}",
            ),
            Duty.TRUMP: (f"{name} discarded {card} on {led}", "they had to trump", f"no {trump}"),
            Duty.TAKE: (
                f"{name} played {card} under {best}",
                "they had to take the trick",
                f"no {of_best} above {best}",
            ),
        }[duty]
        if not better:
            return f"{done}: right only if they had {if_none}.{doubt}"
        return f"{done}, and had {had}{f': {wanted}' if wanted else ''}.{doubt}"


def symbol(suit: Denomination | None) -> str:
    """As it is written; nothing where there is none."""
    return suit.symbol.strip() if suit else ""


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def begun(card: Card) -> str:
    """A card at the beginning of a sentence."""
    return upper_first(card.named)


def _only(cards: Iterable[Card], condition: Callable[[Card], bool]) -> tuple[Card, ...]:
    return tuple(card for card in cards if condition(card))


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
        unsaid = "of equal cards the rules say nothing; the first is taken"
        twice = f"{card} was played twice" if winner.card.suit else "Both jokers were played"
        yield f"{twice}: {'the second beats the first' if second else unsaid}.", second


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
