"""Cards, who wins a trick, and how a game is led to and followed [rules 9]."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple, Self

from .calls import SUITS, Denomination
from .core import Rule, Seat, listed, upper_first

ACE, LOWEST = 14, 2
WHOLE = 52
"""Cards of a whole pack without jokers."""
RANKS = {**{rank: str(rank) for rank in range(LOWEST, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A"}
"""How a rank is written."""
_HEIGHT = {"T": 10, **{text: rank for rank, text in RANKS.items()}}
_SUIT = {**{suit.value: suit for suit in SUITS}, **{suit.symbol: suit for suit in SUITS}}
_RANK = "10|[2-9TJQKA]"
_JOKERS = {"RJ": "red joker", "BJ": "black joker"}
_SPOKEN_JOKER = re.compile(r"\b([rb])(?:ed|lack) joker\b", re.IGNORECASE)
_CARD = re.compile(rf"([CDHS♣♦♥♠])({_RANK})|({_RANK})([CDHS♣♦♥♠])")


class Card(NamedTuple):
    """rank: 2 to 14, the ace. A joker has no suit; its rank is 0 or 1."""

    suit: Denomination | None
    rank: int

    def __str__(self) -> str:
        return f"{self.suit.value}{RANKS[self.rank]}" if self.suit else [*_JOKERS][self.rank]

    @property
    def symbols(self) -> str:
        """As it is written on a page: "♥10", "red joker"."""
        return f"{self.suit.symbol}{RANKS[self.rank]}" if self.suit else _JOKERS[str(self)]

    @property
    def named(self) -> str:
        """The same within a sentence: "♥10", "the red joker"."""
        return self.symbols if self.suit else f"the {self.symbols}"


RED_JOKER, BLACK_JOKER = JOKERS = Card(None, 0), Card(None, 1)


@dataclass(frozen=True)
class Pack:
    """The cards that a game is played with, and what each of them counts as.

    lowest: the lowest rank.
    fewer: how many of its cards were taken out too, whichever they are.
    without: other cards that were taken out.
    top: cards above the ace of the suit `above`, the highest first, which belong to that suit whatever is printed
        on them, by this rule.
    more: how many cards of further packs were added.
    low: whether these are the lowest ones.
    second_beats: the rule by which the second of two equal cards in a trick beats the first, None in a game that
        says nothing of it.
    joker_suit: whether two equal jokers are in it, a suit of their own.
    joker_named: the rule by which two jokers of no suit are in it, the first of which its player names high or
        low, and the other is the contrary; None without.
    """

    lowest: int = LOWEST
    fewer: int = 0
    without: tuple[Card, ...] = ()
    top: tuple[Card, ...] = ()
    above: Denomination | None = None
    rule: Rule | None = None
    more: int = 0
    low: bool = False
    second_beats: Rule | None = None
    joker_suit: bool = False
    joker_named: Rule | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """One of each, those of the lowest rank too that may be out."""
        ranks = range(self.lowest, ACE + 1)
        apart = (*self.without, *self.top)
        plain = (Card(suit, rank) for suit in SUITS for rank in ranks)
        jokers = JOKERS if self.joker_suit or self.joker_named else ()
        return (*(card for card in plain if card not in apart), *reversed(self.top), *jokers)

    @property
    def size(self) -> int:
        return len(self.cards) - self.fewer + self.more

    def copies(self, card: Card) -> int:
        """How often a card of the pack may be in it. Of the highest rank that was added any card may be meant."""
        whole, rest = divmod(self.more, WHOLE)
        ranks = -(-rest // len(SUITS)) if self.low else rest and ACE
        return 1 + whole + (card.suit is not None and card.rank - self.lowest < ranks)

    def suit(self, card: Card) -> Denomination | None:
        """The suit that a card belongs to in the play."""
        if self.joker_suit and card in JOKERS:
            return Denomination.JOKER
        return self.above if card in self.top else card.suit

    def height(self, card: Card) -> int:
        """How high a card ranks in its suit."""
        if self.joker_suit and card in JOKERS:
            return ACE
        return ACE + len(self.top) - self.top.index(card) if card in self.top else card.rank


WHOLE_PACK = Pack()


def parse_card(text: str) -> Card:
    """A card in any notation: "H10", "HT", "♥10", "10h", "RJ". Raises ValueError."""
    # A phone may add a variation selector to a suit.
    written = text.strip().upper().replace("\ufe0e", "").replace("\ufe0f", "")
    for card in JOKERS:
        if written in (str(card), card.symbols.upper()):
            return card
    match = _CARD.fullmatch(written)
    if not match:
        raise ValueError(f"“{text.strip()[:40]}” is no card: a card is a suit and a rank, as in ♥10, H10 or SA")
    return Card(_SUIT[match[1] or match[4]], _HEIGHT[match[2] or match[3]])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards with spaces or commas between them, a joker as "RJ" or "red joker". Raises ValueError."""
    in_short = _SPOKEN_JOKER.sub(r"\1J", text)
    return tuple(parse_card(word) for word in re.split(r"[\s,;]+", in_short) if word)


class Play(NamedTuple):
    """One card of a trick, and the seat that played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Trick:
    """plays: clockwise from the lead.
    trump: None if there is none or it is unknown.

    shown: the index of the play before which a hidden trump was shown; None while it is hidden. A card of the
        trump suit played on another suit before that is a discard [S3 Disclosure of the trump suit].
    joker_high: whether the first of jokers that are named counts as the highest card of all, or else the lowest.
    """

    plays: tuple[Play, ...]
    trump: Denomination | None = None
    shown: int | None = 0
    pack: Pack = WHOLE_PACK
    joker_high: bool = False

    @classmethod
    def of(
        cls,
        leader: Seat,
        cards: Sequence[Card],
        trump: Denomination | None = None,
        shown: int | None = 0,
        pack: Pack = WHOLE_PACK,
    ) -> Self:
        """The trick of a whole table: a card from each player, the leader's first."""
        seats = len(cards)
        return cls(tuple(Play((leader + i) % seats, card) for i, card in enumerate(cards)), trump, shown, pack)

    @property
    def led(self) -> Denomination | None:
        """The suit to follow, that of the first card which has one; None for a joker in a game without jokers."""
        return next((suit for index in range(len(self.plays)) if (suit := self.suit(index))), None)

    def suit(self, index: int, card: Card | None = None) -> Denomination | None:
        """The suit of the card of a play; card: another one in its place."""
        return self.pack.suit(card or self.plays[index].card)

    def is_trump(self, index: int, card: Card | None = None) -> bool:
        """Whether the card of a play is a trump; card: another one in its place."""
        # A card of the suit led is no discard, shown or not.
        visible = self.led is self.trump or (self.shown is not None and index >= self.shown)
        return visible and self.trump is not None and self.suit(index, card) is self.trump

    def strength(self, index: int, card: Card | None = None) -> tuple[bool, int]:
        """Sorts the cards of a trick: whether it is a trump, and its height; 0 for a discard."""
        played = card or self.plays[index].card
        if self.pack.joker_named and played in JOKERS:
            first = next((play.card for play in self.plays if play.card in JOKERS), played)
            high = self.joker_high is (played == first)
            return high, ACE + 1 if high else -1
        trump = self.is_trump(index, card)
        return trump, self.pack.height(played) if trump or self.suit(index, card) is self.led else 0

    def best(self, before: int | None = None) -> int:
        """The index of the play that wins, of all or of those before one. Of equal cards the first wins, unless
        the game says that the second beats it.
        """
        plays = range(len(self.plays) if before is None else before)
        return max(reversed(plays) if self.pack.second_beats else plays, key=self.strength)

    def takes(self, index: int, card: Card) -> bool:
        """Whether a card would be the best so far in this play."""
        if index == 0:
            return True
        mine, best = self.strength(index, card), self.strength(self.best(index))
        return mine > best or (mine == best and self.pack.second_beats is not None)

    @property
    def winner(self) -> Play:
        """Who takes the trick and leads to the next, and with which card."""
        return self.plays[self.best()]


class UnbrokenSuit(NamedTuple):
    """A suit that is not led until it is broken, that is, played on another suit. tricks: for how many tricks,
    None for all.
    """

    suit: Denomination
    rule: Rule
    tricks: int | None = None


class HiddenTrump(NamedTuple):
    """A trump suit that stays hidden until a player asks for it. pairs: the suits that a denomination may mean,
    the default first.
    """

    choice: Rule
    showing: Rule
    pairs: Mapping[Denomination, tuple[Denomination, Denomination]]

    def trump(self, named: Denomination, laid: Denomination | None) -> Denomination | None:
        """The trump suit, by the card that was laid for it: a wrong one means the default."""
        pair = self.pairs.get(named)
        return pair and laid and (laid if laid in pair else pair[0])


@dataclass(frozen=True)
class PlayRules:
    """The play of one hand.

    tricks: in the hand.
    trumps: what may be trump, or be named for it.

    trump, laid, opener, dummy: the denomination, the suit of the card that was laid for a hidden trump, the first
        leader, the seat of the open hand; None if unknown.
    forced: the rule that a player who can take the trick must, unless the partner is winning it, or even then:
        over_partner.
    must_trump: the rule that who is void in the suit led must trump.
    widow: the rule by which cards lie aside.
    """

    lead: Rule
    follow: Rule
    tricks: int
    trumps: tuple[Denomination, ...]
    trump: Denomination | None = None
    laid: Denomination | None = None
    opener: Seat | None = None
    dummy: Seat | None = None
    forced: Rule | None = None
    over_partner: bool = False
    must_trump: Rule | None = None
    hidden: HiddenTrump | None = None
    guarded: UnbrokenSuit | None = None
    widow: Rule | None = None
    pack: Pack = WHOLE_PACK


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


class Misplaced(NamedTuple):
    """A card that cannot be where it was entered. place: "card", "held" or "widow"; seat: of its player."""

    place: str
    seat: Seat | None
    detail: str


@dataclass(frozen=True)
class Trial:
    """One whole trick. held: other cards that a player is known to have had.

    number: which trick of the hand, None if unknown.
    broken: whether the guarded suit had been broken.
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
                if pack.more:
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
        seen = Counter(card for _, seat, card, _ in self._places() if seat != play.seat)
        pack = self.play_rules.pack
        breaches = (self.breach(index, (play.card, card)) for card in pack.cards if seen[card] < pack.copies(card))
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
