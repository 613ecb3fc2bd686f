"""Pirate Bridge: bridge whose partners find each other in the bidding, hand by hand [S1; rules 2.2]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

from .. import core
from ..auctions import Acceptance, AcceptanceRuleRefs, Bids, Change
from ..calls import BRIDGE, Bid, Call, Contract, Denomination, Word
from ..core import Counter, Ending, Mistake, Points, Rule, RuleRefs, Score, ScoreLine, Seat, Worth, counted, listed
from ..fields import ContractField, CountField, FlagField, MadeField, PerPlayer, PlayerField
from ..game import Carried, Carrying, ContractOutcomes, Game, contract_misread
from ..options import Options, option
from ..tricks import PlayRules
from . import auction_bridge, contract_bridge
from .auction_bridge import ACES, ALL_TRICKS, BOOK, MOST_HONORS, ODD_TRICK, scored_by

CHOICE = Rule(
    "The choice",
    "In turn a player passes, bids, or doubles or redoubles the contract so far. Nobody ever has to bid.",
)
BID = Rule(
    "Bid",
    "A bid names one to seven odd tricks, those above six that declarer and acceptor are to win, and the trump "
    "suit or no-trump.",
)
HIGHER = Rule(
    "Higher bids",
    "A bid must be higher than the contract so far: for more tricks, or for as many in a higher denomination. "
    "Clubs rank lowest, then diamonds, hearts, spades, and no-trump highest. A rejected bid sets no floor, and a "
    "double none of its own.",
)
ACCEPTANCE = Rule(
    "Acceptance",
    "A bid becomes the contract only when another player accepts it: the bidder is then the declarer, whoever "
    "accepted the acceptor. It takes the place of the contract before it, and is not doubled.",
)
ACCEPTANCE_TURN = Rule(
    "Turn to answer",
    "The others are asked one after another from the bidder's left, until one accepts or all three have declined.",
)
STAGES = Rule(
    "First the answer",
    "While a bid waits for its answer there is nothing but to accept or decline it; when it is settled, it can no "
    "longer be answered.",
)
REJECTED = Rule(
    "Rejected bids",
    "A bid that all three decline is rejected: it is as if the bidder had passed, and the contract before it "
    "stands, doubled or not.",
)
DOUBLE = Rule(
    "Double",
    "Whoever is neither declarer nor acceptor may double the contract so far, if it is not doubled yet. A bid "
    "that nobody has accepted cannot be doubled, and a double needs no acceptance.",
)
REDOUBLE = Rule("Redouble", "Declarer and acceptor, and nobody else, may redouble a contract that is doubled.")
TURN = Rule(
    "Turn to bid",
    "The dealer speaks first and the turn passes to the left. After an acceptance it is the player's at the "
    "acceptor's left, after a double or redouble at that player's left, after a rejected bid at the bidder's.",
)
END = Rule(
    "End of the bidding",
    "When the three players after an acceptance, a double or a redouble have passed or had their bids rejected, "
    "the contract stands. So the declarer may still bid over their own contract, the acceptor only after a "
    "double.",
)
THROWN_IN = Rule(
    "Thrown in",
    "When all four have passed or had their bids rejected and no bid was accepted, the hand is thrown in: nobody "
    "scores, and the next dealer deals.",
)
TWO_PARTNERS = Rule(
    "Declarer and acceptor",
    "Declarer and acceptor are two different players and partners for the hand; the other two defend.",
)
LEAD = Rule(
    "Lead",
    "The first defender clockwise from the declarer leads. Then the acceptor lays their hand open as the dummy, "
    "and the declarer plays it.",
)
FOLLOW = Rule(
    "Following suit",
    "Play goes round in the order of the seats, also where partners sit side by side. Each player follows the "
    "suit led if they can, and otherwise plays any card. The highest trump wins the trick, or without a trump the "
    "highest card of the suit led; the winner leads to the next.",
)
TRICKS_TAKEN = Rule("Thirteen tricks", "Declarer and acceptor together take from none to all of the 13 tricks.")
OWN_TOTAL = Rule(
    "Own total",
    "Every player's total is their own. What a side scores counts in full for each of its two; the highest total "
    "leads, and equals share a place.",
)
DEALER = Rule("The deal", "The deal passes to the left after every hand, also after one that was thrown in.")
SCORING = Rule(
    "Two ways to score",
    "The table scores as in auction bridge, with a line across the sheet, games and rubbers; or, where it has "
    "agreed so, with the values of contract bridge, each hand by itself.",
)
_UP_TO_SCORING = core.rules_in(globals())
GAME_RULE = Rule(
    "Game",
    "Whoever has 30 points below the line has won a game. A line is then drawn for everybody: all part scores "
    "stay in the totals, but count toward no further game.",
).where(scored_by("auction"))
RUBBER_BONUS = 250


def _rubber(bonus: int) -> str:
    return (
        f"The rubber is over as soon as somebody has won two games: each who has then scores {bonus}. The winner "
        "is whoever has the most points in all. The next hand begins a new rubber."
    )


RUBBER = Rule("Rubber", _rubber(RUBBER_BONUS), lambda rules: _rubber(rules.rubber_bonus)).where(
    scored_by("auction")
)
GAINS = Rule(
    "Only the winners score",
    "With the values of contract bridge a contract that is made scores for declarer and acceptor, one that is set "
    "for the two defenders, and for nobody else. Whether the declaring side is vulnerable is agreed hand by hand.",
).where(scored_by("contract"))

RULES = (*_UP_TO_SCORING, *auction_bridge.RULES, GAME_RULE, RUBBER, GAINS, *contract_bridge.RULES)

RULE_REFS = AcceptanceRuleRefs(STAGES, END, TURN, ACCEPTANCE_TURN)


GAME = 30
GAMES_TO_WIN = 2


class Rubber(NamedTuple):
    """below: points below the line since it was last drawn, by name; games: the winner of each game."""

    below: tuple[tuple[str, int], ...] = ()
    games: tuple[str, ...] = ()

    @property
    def next(self) -> "Rubber":
        """The rubber that the next hand belongs to: a new one after one that is over."""
        return Rubber() if self.winners else self

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won enough games; empty while the rubber is not over."""
        return tuple(name for name in dict.fromkeys(self.games) if self.games.count(name) >= GAMES_TO_WIN)

    @property
    def outcome(self) -> str:
        """The winners, as half a sentence: "Alan has two games"."""
        return f"{listed(self.winners)} {'have' if self.winners[1:] else 'has'} two games"

    def part_score(self, name: str) -> int:
        return dict(self.below).get(name, 0)

    def scored(self, names: tuple[str, ...], points: int) -> "Rubber":
        """After these points below the line for each of these players. A game won draws the line for everybody."""
        below = {**dict(self.below), **{name: self.part_score(name) + points for name in names}}
        won = tuple(name for name in names if below[name] >= GAME)
        return Rubber(() if won else tuple(below.items()), (*self.games, *won))

    def begun_with(self, name: str, below: int | None, games: int | None) -> "Rubber":
        """With so many points below the line and so many games of a player; None: as many as they have."""
        points = {**dict(self.below), **({} if below is None else {name: below})}
        had = self.games.count(name)
        others = (winner for winner in self.games if winner != name)
        return Rubber(tuple(points.items()), (*others, *(name,) * (had if games is None else games)))

    def won_since(self, before: "Rubber") -> tuple[str, ...]:
        """Who has won a game since an earlier state of the same rubber."""
        return self.games[len(before.games) :]


@dataclass(frozen=True)
class PirateHand:
    """tricks: of declarer and acceptor.
    honors: by seat, None where not recorded.
    vulnerable: the declaring side, for the values of contract bridge.
    """

    contract: Contract
    declarer: Seat
    acceptor: Seat
    tricks: int
    honors: tuple[int | None, ...] = (None, None, None, None)
    vulnerable: bool = False

    @property
    def made(self) -> bool:
        return self.tricks >= BOOK + self.contract.level

    @property
    def declaring(self) -> tuple[Seat, ...]:
        return self.declarer, self.acceptor

    @property
    def defending(self) -> tuple[Seat, ...]:
        """Clockwise from the declarer: the first of them leads."""
        clockwise = ((self.declarer + step) % 4 for step in range(1, 4))
        return tuple(seat for seat in clockwise if seat != self.acceptor)


def by_contract_bridge(hand: PirateHand) -> Iterator[ScoreLine]:
    contract, tricks, vulnerable = hand.contract, hand.tricks, hand.vulnerable
    if hand.made:
        return _each(hand.declaring, contract_bridge.made(contract, tricks, vulnerable=vulnerable))
    return _each(hand.defending, [contract_bridge.penalty(contract, tricks, vulnerable=vulnerable)])


def by_auction_bridge(hand: PirateHand, small_slam: int, grand_slam: int) -> Iterator[ScoreLine]:
    """small_slam, grand_slam: what they pay at this table."""
    contract, tricks = hand.contract, hand.tricks
    if hand.made:
        paid = [auction_bridge.below(contract, tricks), *auction_bridge.above(contract, tricks)]
        yield from _each(hand.declaring, paid)
    else:
        yield from _each(hand.defending, [auction_bridge.penalty(contract, tricks)])
    for side, taken in ((hand.declaring, tricks), (hand.defending, ALL_TRICKS - tricks)):
        held = tuple(hand.honors[seat] or 0 for seat in side)
        yield from _each(side, auction_bridge.slam(taken, small_slam, grand_slam))
        yield from _each(side, auction_bridge.honors(contract.denomination, held))


def _each(seats: Iterable[Seat], paid: Iterable[Worth]) -> Iterator[ScoreLine]:
    """A line for each seat and worth; none for what pays nothing at this table."""
    lines = [worth for worth in paid if worth[0]]
    return (ScoreLine(seat, *worth) for seat in seats for worth in lines)


LEVELS = range(1, 8)
BIDS = Bids.of(LEVELS, BRIDGE)
DOUBLES = (Word.DOUBLE, Word.REDOUBLE)


def check_bid(bid: Bid, field: str | None = None) -> None:
    """The level and the denomination alone, whatever was called before. Raises RuleViolation."""
    if bid.denomination not in BRIDGE:
        BID.broken(
            f"“{bid}” is not a bid of this game: a bid is for {LEVELS[0]} to {LEVELS[-1]} tricks above six, in a "
            "suit or at no-trump.",
            field,
        )
    if bid.level not in LEVELS:
        BID.broken(
            f"{bid.symbols} cannot be bid: a bid is for {LEVELS[0]} to {LEVELS[-1]} tricks above six.", field
        )


@dataclass(frozen=True, kw_only=True)
class PirateBidding(Acceptance):
    """Passes and rejected bids count alike: three after an acceptance, a double or a redouble end the bidding,
    four before the first acceptance throw the hand in. So the acceptor gets no turn after the acceptance.
    """

    pass_word: ClassVar[Word] = Word.PASS
    reject_word: ClassVar[Word] = Word.DECLINE
    words: ClassVar[tuple[Word, ...]] = (Word.PASS, Word.DECLINE, Word.ACCEPT, *DOUBLES)
    roles: ClassVar[tuple[str, ...]] = ("declarer", "acceptor")
    speaking: ClassVar[str] = "bid or pass"
    offering: ClassVar[str] = "bid"

    bids: Bids = BIDS
    rule_refs: AcceptanceRuleRefs = RULE_REFS
    after_acceptance: str = "accepter"

    @property
    def passes_to_end(self) -> int:
        return len(self.players) - (self.contract is not None)

    def vocabulary(self) -> tuple[Call, ...]:
        return (self.pass_word, *self.bids, *DOUBLES, Word.ACCEPT, self.reject_word)

    def refuse_word(self, word: Word) -> None:
        CHOICE.broken(
            f"“{word}” is not a call of this game: a player bids, passes, doubles or redoubles, and accepts or "
            "declines the bids of others."
        )

    def check_speech(self, seat: Seat, call: Call) -> None:
        if isinstance(call, Bid):
            check_bid(call)
            floor, places = self.contract, self.bids.places
            if floor and places[call] <= places[floor.bid]:
                HIGHER.broken(f"{call.symbols} is not higher than {floor.bid.symbols}, the contract so far.")
        elif call is Word.DOUBLE:
            self._check_double(seat)
        elif call is Word.REDOUBLE:
            self._check_redouble(seat)

    def _check_double(self, seat: Seat) -> None:
        contract, name = self.contract, self.name(seat)
        if contract is None:
            DOUBLE.broken(f"There is nothing for {name} to double: no bid has been accepted yet.")
        DOUBLE.require(contract.doubling == 0, f"{contract.symbols} cannot be doubled again.")
        DOUBLE.require(
            seat not in (self.declarer, self.partner),
            f"{name} cannot double {contract.symbols}: it is their own contract, {self.outcome()}.",
        )

    def _check_redouble(self, seat: Seat) -> None:
        contract, name = self.contract, self.name(seat)
        if contract is None or contract.doubling != 1:
            REDOUBLE.broken(f"There is nothing for {name} to redouble.")
        REDOUBLE.require(
            seat in (self.declarer, self.partner),
            f"{name} cannot redouble {contract.symbols}: they are neither its declarer nor its acceptor.",
        )

    def refused(self, proposer: Seat) -> Change:
        return {"proposal": None, **self.spoke(proposer, Word.PASS)}

    def spoke(self, seat: Seat, word: Word) -> Change:
        if word not in DOUBLES or self.contract is None:
            return super().spoke(seat, word)
        doubled = replace(self.contract, doubling=self.contract.doubling + 1)
        return {"contract": doubled, "passes": 0, "turn": self.left(seat)}

    def repeated(self, call: Call) -> str:
        return f"{self._did(call)}.{self.ended}"

    def _did(self, call: Call) -> str:
        match call:
            case Bid():
                return f"bids {call.words}"
            case Word.ACCEPT:
                return f"accepts {self.last_bid.words}"
            case Word.DECLINE:
                rejected = f". {self.name(self.proposer)}'s bid is rejected" if self.proposal is None else ""
                return f"declines {self.last_bid.words}{rejected}"
            case Word.DOUBLE | Word.REDOUBLE:
                return f"{call.name.lower()}s {self.contract.bid.words if self.contract else ''}"
            case _:
                return "passes"

    def what_a_pass_does(self) -> str:
        """How many more passes end the bidding, and what then stands."""
        left = self.passes_left
        then = f"the contract is {self.contract.symbols}" if self.contract else "the hand is thrown in"
        return f"With this pass {then}." if left == 1 else f"With {left} passes {then}."


SCORINGS = {"auction": "auction bridge", "contract": "contract bridge"}
MOST_BONUS = 10_000
"""More than any table pays; the usual figures are those of the laws of 1917 [rules 2.4]."""
_in_auction = partial(option, only=("scoring", "auction"))


@dataclass(frozen=True)
class PirateOptions(Options):
    scoring: str = option(
        "auction",
        ("auction", "contract"),
        "Scoring",
        "What a contract is worth.",
        words=SCORINGS,
        sentences={
            "auction": f"below and above the line, with a game at {GAME}, and a rubber",
            "contract": "each hand by itself, by the values of contract bridge",
        },
    )
    rubber_bonus: int = _in_auction(
        RUBBER_BONUS,
        range(MOST_BONUS + 1),
        "Rubber bonus",
        "For each player who holds two games when the rubber ends.",
    )
    small_slam: int = _in_auction(
        auction_bridge.SMALL_SLAM,
        range(MOST_BONUS + 1),
        "Small slam",
        "For each player of a side that takes twelve tricks.",
    )
    grand_slam: int = _in_auction(
        auction_bridge.GRAND_SLAM,
        range(MOST_BONUS + 1),
        "Grand slam",
        "For each player of a side that takes all thirteen tricks.",
    )


KEYS = {
    "contract": ContractField(),
    "declarer": PlayerField(),
    "acceptor": PlayerField(),
    "tricks": MadeField(book=BOOK),
}
KEYS_OF = {
    "auction": {**KEYS, "honors": PerPlayer(CountField(), every=False, needed=False)},
    "contract": {**KEYS, "vulnerable": FlagField(needed=False)},
}


_NUMBER = PerPlayer(CountField(), every=False, needed=False)


class RubberCarrying(Carrying["PirateBridge", Rubber]):
    """The rubber, also past hands that are scored by contract bridge."""

    first = Rubber()
    numbers: Mapping[str, Carried] = {
        "below": Carried(_NUMBER, lambda number: f"{counted(number, 'point')} below the line"),
        "games": Carried(_NUMBER, lambda number: counted(number, "game")),
    }

    def __init__(self, game: "PirateBridge") -> None:
        super().__init__(game)
        if game.options.scoring != "auction":
            self.numbers = {}

    def check(self, key: str, number: int) -> None:
        if key == "games":
            self.require_below(GAMES_TO_WIN, RUBBER, key, number, f"with {GAMES_TO_WIN} the rubber is over")
        else:
            self.require_below(GAME, GAME_RULE, key, number, f"{GAME} are a game")

    def with_numbers(self, numbers: Mapping[str, Sequence[int | None]], carry: Rubber) -> Rubber:
        rubber, nothing = carry.next, (None,) * 4
        named = (numbers.get(key, nothing) for key in ("below", "games"))
        for player in zip(self.game.players, *named, strict=True):
            rubber = rubber.begun_with(*player)
        return rubber

    def settled(self, points: Mapping[int, Points], carry: Rubber) -> Rubber:
        return carry.next

    def passed_out(self, carry: Rubber) -> Rubber:
        return carry.next

    def events(self, before: Rubber, after: Rubber) -> tuple[str, ...]:
        """What has happened in the rubber; its end is the last."""
        begun = before.next
        won = after.won_since(begun)
        if not won:
            return ()
        game = f"{listed(won)} {'win' if won[1:] else 'wins'} a game."
        if after.winners:
            return game, f"The rubber is over: {after.outcome}."
        wiped = (f"{name}'s {points}" for name, points in begun.below if name not in won)
        return game, *(f"{part} below the line count no more." for part in wiped)

    def ends_game(self, before: Rubber, after: Rubber) -> bool:
        return bool(after.won_since(before.next))

    def counters(self, carry: Rubber) -> tuple[Counter, ...]:
        """Games and part scores; first those of the players at the table."""
        names = dict.fromkeys((*self.game.players, *carry.games, *dict(carry.below)))
        return tuple(
            Counter(name, kind, f"{number}")
            for name in names
            for kind, number in (("games", carry.games.count(name)), ("part score", carry.part_score(name)))
            if number
        )


class PirateOutcomes(ContractOutcomes["PirateBridge"]):
    roles = PirateBidding.roles
    book = BOOK

    def unchanged(self, hand: PirateHand) -> str:
        held = any(held is not None for held in hand.honors)
        return "Honors are those that were held." if held else ""


class PirateBridge(Game):
    key = "pirate-bridge"
    title = "Pirate Bridge"
    summary = "Accept a bid."
    sizes = range(4, 5)
    cards_each = ALL_TRICKS
    paper_example = """\
contract,declarer,acceptor,tricks,Alan,Dave,Gracie,Mike
4S,Alan,Mike,10,36,0,0,36
3HX,Dave,Gracie,8,136,0,0,136
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *core.SHEET_RULES)
    hand_type = PirateHand
    key_sets = tuple(KEYS_OF.values())
    may_pass_out = True
    options_type = PirateOptions
    rule_refs = RuleRefs(DEALER, THROWN_IN, OWN_TOTAL, counters={"games": RUBBER, "part score": GAME_RULE})
    begins_anew = True
    carrying_type = RubberCarrying
    outcomes_type = PirateOutcomes

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        super().__init__(players, options)
        self.keys = KEYS_OF[self.options.scoring]

    values = staticmethod(auction_bridge.values)

    def deal_notes(self, dealer: Seat, carry: Rubber) -> tuple[str, ...]:
        again = ("A new rubber begins.",) if carry.winners else ()
        return *again, f"{self.players[dealer]} deals 13 cards each and speaks first."

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any = None) -> tuple[str, ...]:
        hand = PirateHand(**agreed, tricks=0)
        leader, dummy = self.players[hand.defending[0]], self.players[hand.acceptor]
        return (
            f"{leader} leads to the first trick; then {dummy} lays their hand open.",
            "Play goes round in the order of the seats.",
        )

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: Any = None) -> PlayRules:
        """[rules 2.2, Play]"""
        if "declarer" not in agreed:
            return PlayRules(LEAD, FOLLOW, ALL_TRICKS, BRIDGE)
        hand = PirateHand(agreed["contract"], agreed["declarer"], agreed["acceptor"], tricks=0)
        return PlayRules(
            LEAD,
            FOLLOW,
            ALL_TRICKS,
            BRIDGE,
            trump=hand.contract.denomination,
            opener=hand.defending[0],
            dummy=hand.acceptor,
        )

    def auction(self, dealer: Seat, carry: Any = None) -> PirateBidding:
        return PirateBidding(players=self.players, turn=dealer)

    def check_key(self, key: str, value: Any) -> None:
        if key == "contract":
            check_bid(value.bid, key)
        elif key == "tricks":
            took = f"Declarer and acceptor cannot have taken {value} of {ALL_TRICKS} tricks."
            TRICKS_TAKEN.require(0 <= value <= ALL_TRICKS, took, key)
        elif key == "honors":
            held = f"Nobody can have held {value} of {MOST_HONORS} honors."
            auction_bridge.HONORS.require(0 <= value <= MOST_HONORS, held, key)

    def check(self, hand: PirateHand, dealer: Seat, carry: Any = None) -> None:
        super().check(hand, dealer, carry)
        detail = f"{self.players[hand.declarer]} cannot accept their own bid."
        TWO_PARTNERS.require(hand.declarer != hand.acceptor, detail, "acceptor")
        held = [held for held in hand.honors if held is not None]
        at_no_trump = hand.contract.denomination is Denomination.NO_TRUMP
        most, named = (ACES, "aces") if at_no_trump else (MOST_HONORS, "honors")
        auction_bridge.HONORS.require(
            sum(held) <= most, f"There are {most} {named} in the pack, not {sum(held)}.", "honors"
        )

    def summarize(self, hand: PirateHand) -> str:
        return " ".join(self.headline(hand))

    def headline(self, hand: PirateHand) -> tuple[str, str]:
        return self.outcomes.who_played(hand), f"{hand.contract.symbols}, took {hand.tricks}"

    def describe(self, hand: PirateHand, dealer: Seat, carry: Rubber) -> str:
        """What happened, what it pays, and whether it wins a game or ends the rubber."""
        score, after = self.score(hand, dealer, carry)
        first, second = (self.players[seat] for seat in hand.declaring)
        vulnerable = " vulnerable," if hand.vulnerable else ""
        bid = f"{first} and {second} bid {hand.contract.symbols},{vulnerable} took {hand.tricks}"
        one, other = (score.sum(seat) for seat in hand.declaring)
        paid = f"They score {one} each" if one == other else f"{first} scores {one}, {second} {other}"
        defense = score.sum(hand.defending[0])
        each = " each" if defense != "0" else ""
        events = self.carrying.events(carry, after)
        news = events[-1:] if after.winners else events[:1]
        return " ".join((f"{bid}: {self.outcomes.of(hand)}.", f"{paid}, the defenders {defense}{each}.", *news))

    def score(self, hand: PirateHand, dealer: Seat, carry: Rubber) -> tuple[Score, Rubber]:
        self.check(hand, dealer, carry)
        rubber = carry.next
        if self.options.scoring == "contract":
            return Score(tuple(by_contract_bridge(hand))), rubber
        if below := self.below(hand):
            rubber = rubber.scored(tuple(self.players[seat] for seat in hand.declaring), below)
        winners = [self.players.index(name) for name in rubber.winners]
        bonus = _each(winners, [(self.options.rubber_bonus, "rubber, two games", RUBBER)])
        slams = self.options.small_slam, self.options.grand_slam
        return Score((*by_auction_bridge(hand, *slams), *bonus)), rubber

    def mistakes(self, hand: PirateHand, dealer: Seat, carry: Rubber) -> Iterator[Mistake]:
        score, _ = self.score(hand, dealer, carry)
        earner = hand.declaring if hand.made else hand.defending
        lines = score.lines
        # Declarer and acceptor score alike, and so do the two defenders.
        for seat in earner:
            alone = tuple(line for line in lines if line.column != seat)
            yield Mistake(f"Nothing was given to {self.players[seat]}, as if without a partner", Score(alone))
        if hand.made:
            value = ODD_TRICK[hand.contract.denomination] * 2**hand.contract.doubling
            for tricks, name in ((hand.tricks, "All tricks"), (hand.contract.level, "Only the tricks bid")):
                paid = score.paying(auction_bridge.ODD_TRICKS, value * tricks)
                yield Mistake(f"{name} were counted below the line", paid)
        others = dict(zip((*hand.declaring, *hand.defending), (*hand.defending, *hand.declaring), strict=True))
        turned = tuple(line._replace(column=others[line.column]) for line in lines)
        yield Mistake("The points went to the other side", Score(turned))
        if not hand.made:
            taken = (line._replace(column=others[line.column], points=-line.points) for line in lines)
            yield Mistake("The undertricks were taken off declarer and acceptor", Score(tuple(taken)))
        yield from contract_misread(self, hand, dealer, carry, BRIDGE)
        for scoring, name in SCORINGS.items():
            for vulnerable in (False, True) if scoring == "contract" else (False,):
                if (scoring, vulnerable) == (self.options.scoring, hand.vulnerable):
                    continue
                other = self.replace(options=replace(self.options, scoring=scoring))
                scored, _ = other.score(replace(hand, vulnerable=vulnerable), dealer, carry)
                how = "" if scoring == "auction" else ", vulnerable" if vulnerable else ", not vulnerable"
                yield Mistake(f"Scored by {name}{how}", scored)

    def below(self, hand: PirateHand) -> int:
        """What declarer and acceptor each score below the line."""
        draws = hand.made and self.options.scoring == "auction"
        return auction_bridge.below(hand.contract, hand.tricks)[0] if draws else 0

    def ending(self, columns: Sequence[str], totals: Sequence[Points], carry: Rubber) -> Ending | None:
        if not carry.winners:
            return None
        return Ending.won_by_the_best(f"the rubber is over, {carry.outcome}", totals)
