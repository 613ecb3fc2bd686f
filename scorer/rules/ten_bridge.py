"""10 Bridge [S3]: forty cards, ten tricks, a trump suit chosen in secret, and part scores that are carried on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from .auctions import Bids, Rotation, RotationRuleRefs
from .calls import DOUBLED, SUITS, Bid, Contract, Denomination, parse_contract
from .core import SHEET_RULES, Counter, Mistake, Rule, RuleRefs, Score, ScoreLine, Seat, Worth, counted, rules_in
from .fields import ContractField, CountField, PerSide, PlayerField, TrumpField
from .game import Carried, Carrying, ContractOutcomes, Game, contract_misread
from .options import Options, carry_option, totals_option
from .reading import keyed
from .tricks import HiddenTrump, Pack, PlayRules

SIDES = Rule(
    "Two sides",
    "Four players in two partnerships, each player opposite their partner. The dealer deals 10 cards to each, "
    "from the ace down to the five; the twelve twos, threes and fours stay aside for setting the trump suit.",
)
CALLS = Rule(
    "Calls",
    "In turn a player passes, doubles, redoubles, or bids: a number with minor, red, black, major or no trump.",
)
BID = Rule(
    "Bid",
    "The number says how many tricks more than five the side will take, from 0, called love, to 5, the full house "
    "of all ten tricks.",
)
HIGHER = Rule(
    "Higher bid",
    "Each bid must name a higher number than the last one, or the same number of a higher denomination: minor, "
    "red, black, major, no trump.",
)
TURN = Rule("Turn to call", "The dealer calls first, and the turn passes to the left.")
DOUBLE = Rule(
    "Double",
    "A player may double the last bid when an opponent made it and nobody has said anything but “pass” since.",
)
REDOUBLE = Rule(
    "Redouble",
    "A player may redouble the last double when an opponent made it and nobody has said anything but “pass” "
    "since.",
)
END = Rule(
    "End of the bidding",
    "The bid, double or redouble that the three other players pass on stands as the contract.",
)
OBLIGED = Rule(
    "The dealer's obligation",
    "No hand is passed out: when all four pass at once, the dealer must play love no trump, undoubled.",
)
NAMER = Rule(
    "Declarer",
    "The declarer is the player of the bidding side who first named the denomination of the contract. Minor and "
    "red, black and major are different denominations.",
)
TRUMP = Rule(
    "Trump suit",
    "The declarer chooses the trump suit in secret, with one of the twelve small cards laid face down at the "
    "bottom: minor means clubs or diamonds, red diamonds or hearts, black spades or clubs, major hearts or "
    "spades. If the card is of any other suit, the trump suit is the first of the two. At no trump a card "
    "may be laid too, and means nothing.",
)
SHOWN = Rule(
    "Showing the trump",
    "An opponent who cannot follow suit and wants to ruff asks for the trump suit, and must ruff if they can. The "
    "declarer, ruffing from their own hand or the dummy's, has it shown first, or else the card is a mere "
    "discard. Once it is shown nobody else has to ruff.",
)
LEAD = Rule(
    "Lead",
    "The player at the declarer's left leads to the first trick; then the declarer's partner lays down their hand "
    "as dummy. After that, the winner of each trick leads.",
)
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
TRICKS_TAKEN = Rule(
    "Tricks of the hand",
    "The two sides together take all 10 tricks: the declarer's side from none to all of them.",
)
TRICK_POINTS = Rule(
    "Trick points",
    "A contract of 1 to 5 that is made pays for each trick above five: minor and red 4, black and major 5, no "
    "trump 7; doubled 6, 7, 9; redoubled 10, 11, 13. Overtricks count, whatever the trump suit chosen.",
)
LOVE = Rule(
    "Love contract",
    "A contract of 0 pays 5 to the declarer's side for five tricks or more, or else 5 to the opponents, and "
    "nothing besides. Doubling changes nothing.",
)
SINGLE_GAME = Rule("Game", "Trick points of 13 to 24 for the tricks bid, in a single hand, are a game: 20 more.")
SINGLE_SUPER_GAME = Rule(
    "Super game",
    "Trick points of 25 or more for the tricks bid, in a single hand, are a super game: 40 more in place of 20.",
)
EXTRA_LEVEL = Rule(
    "Extra levels",
    "A contract made pays 10 for each level bid above the one that a plain game needs: 4 in minor and red, 3 in "
    "black and major, 2 in no trump; the same when doubled.",
)
FULL_HOUSE = Rule("Full house", "All ten tricks, bid and made, pay 50 more.")
OVERTRICKS = Rule(
    "Overtrick bonus",
    "One to four overtricks pay 5, 10, 20, 40 more when doubled and 10, 20, 40, 80 when redoubled.",
)
UNDERTRICKS = Rule(
    "Undertricks",
    "A contract of 1 to 5 that is set pays the opponents its trick points for each trick short of it. Undertricks "
    "past the sixth are ignored.",
)
UNDERTRICK_BONUS = Rule(
    "Undertrick bonus",
    "One to six undertricks pay 5, 10, 20, 40, 80, 160 more when doubled and 10, 20, 40, 80, 160, 320 when "
    "redoubled.",
)
PART_SCORE = Rule(
    "Carried part score",
    "Trick points below game, for the tricks bid and made and not for overtricks, are carried as the side's part "
    "score. They have been scored already and are not scored again.",
)
CARRIED_GAME = Rule(
    "Game by part scores",
    "A part score that brings what its side carries to 13 or more is a game, 20 more; a single-hand game that "
    "brings it to 25 or more is a super game, 40 more in place of 20. Either wipes out the part scores of both "
    "sides. Games made without the part score leave it as it is.",
)
CLOSING = Rule(
    "End of the session",
    "At the end, when the agreed number of hands is played or the table closes the sheet, a side that still "
    "carries a part score is paid 5.",
)
DEALER = Rule("The deal", "The deal passes to the left after every hand.")

RULES = rules_in(globals())

RULE_REFS = RotationRuleRefs(CALLS, BID, HIGHER, TURN, END, DOUBLE, REDOUBLE)


GAME, SUPER_GAME = 13, 25
"""The least trick points for them, of the tricks bid."""


@dataclass(frozen=True)
class PartScores:
    """carried, games, super_games: by side. What a side carries is less than a game."""

    carried: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    super_games: tuple[int, int] = (0, 0)

    def reached(self, side: int, points: int) -> int:
        """What a side makes of trick points that were bid and made: SUPER_GAME, GAME, or 0 for a part score
        [S3 Part score; rules 6.3].
        """
        together = self.carried[side] + points
        if points >= SUPER_GAME or (points >= GAME and together >= SUPER_GAME):
            return SUPER_GAME
        return GAME if together >= GAME else 0

    def carries(self, side: int, points: int) -> int:
        """What the side has carried towards the game it makes with these points; 0 where they make it alone."""
        reached = self.reached(side, points)
        return self.carried[side] if points < reached else 0

    def after(self, side: int, points: int) -> "PartScores":
        """After a side has made a contract worth these trick points."""
        reached = self.reached(side, points)
        if not reached:
            return replace(self, carried=_more(self.carried, side, points))
        wiped = replace(self, carried=(0, 0)) if self.carries(side, points) else self
        if reached == SUPER_GAME:
            return replace(wiped, super_games=_more(self.super_games, side, 1))
        return replace(wiped, games=_more(self.games, side, 1))


def _more(numbers: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    ours, theirs = numbers[side] + more, numbers[1 - side]
    return (ours, theirs) if side == 0 else (theirs, ours)


TRICKS = 10
HALF = 5
"""The tricks of a love contract; every level counts from here."""
PAIRS: dict[Denomination, tuple[Denomination, Denomination]] = {
    Denomination.MINOR: (Denomination.CLUBS, Denomination.DIAMONDS),
    Denomination.RED: (Denomination.DIAMONDS, Denomination.HEARTS),
    Denomination.BLACK: (Denomination.SPADES, Denomination.CLUBS),
    Denomination.MAJOR: (Denomination.HEARTS, Denomination.SPADES),
}
"""The suits that a denomination may mean, the default first [S3 Denominations of bids]."""
HIDDEN = HiddenTrump(TRUMP, SHOWN, PAIRS)

# [S3 Trick points] Plain, doubled, redoubled.
MINOR, MAJOR, NO_TRUMP = (4, 6, 10), (5, 7, 11), (7, 9, 13)
DENOMINATIONS = (*PAIRS, Denomination.NO_TRUMP)
A_TRICK = dict(zip(DENOMINATIONS, (MINOR, MINOR, MAJOR, MAJOR, NO_TRUMP), strict=True))
GAME_LEVEL = {MINOR: 4, MAJOR: 3, NO_TRUMP: 2}
"""The level of a plain game, which the extra levels count from, doubled or not [S3 Extra level bonus]."""
FOR_LOVE, FOR_GAME, FOR_SUPER_GAME, FOR_EXTRA_LEVEL, FOR_FULL_HOUSE = 5, 20, 40, 10, 50
MOST_DOWN = 6
"""Undertricks past the sixth are ignored, in the trick points as in the bonus [rules 6.5 T3]."""


@dataclass(frozen=True)
class TenBridgeHand:
    """tricks: what the declarer's side took. trump: the suit of the declarer's card, where it was written down."""

    contract: Contract
    declarer: Seat
    tricks: int
    trump: Denomination | None = None

    @property
    def denomination(self) -> Denomination:
        return self.contract.denomination or Denomination.NO_TRUMP

    @property
    def off(self) -> int:
        """Tricks past the contract; negative where it was set."""
        return self.tricks - HALF - self.contract.level

    @property
    def made(self) -> bool:
        return self.off >= 0

    @property
    def a_trick(self) -> int:
        return A_TRICK[self.denomination][self.contract.doubling]

    @property
    def bid_points(self) -> int:
        """The trick points without overtricks; only these count towards games [S3 Part score]."""
        return self.a_trick * self.contract.level

    @property
    def trump_suit(self) -> Denomination | None:
        """The suit that was trump: a card outside the pair means the default [S3]. None at no trump or unknown."""
        return HIDDEN.trump(self.denomination, self.trump)


def lines(hand: TenBridgeHand, before: PartScores, side: int) -> Iterator[Worth]:
    """What the hand pays the side that earns it, in the order of the document's chart; side: the declarer's."""
    if hand.contract.level == 0:
        yield FOR_LOVE, f"love contract, {'made' if hand.made else 'set'}", LOVE
    elif hand.made:
        tricks = hand.tricks - HALF
        yield hand.a_trick * tricks, f"{counted(tricks, 'trick')} at {hand.a_trick}", TRICK_POINTS
        yield from _game(before, side, hand.bid_points)
        yield from _bonuses(hand)
    else:
        yield from _undertricks(hand)


def _game(before: PartScores, side: int, bid_points: int) -> Iterator[Worth]:
    reached, carried = before.reached(side, bid_points), before.carries(side, bid_points)
    with_part_score = f" with {carried} carried" if carried else ""
    if reached == SUPER_GAME:
        rule = CARRIED_GAME if carried else SINGLE_SUPER_GAME
        yield FOR_SUPER_GAME, f"super game{with_part_score}", rule
    elif reached:
        yield FOR_GAME, f"game{with_part_score}", CARRIED_GAME if carried else SINGLE_GAME


def _bonuses(hand: TenBridgeHand) -> Iterator[Worth]:
    extra = hand.contract.level - GAME_LEVEL[A_TRICK[hand.denomination]]
    if extra > 0:
        yield FOR_EXTRA_LEVEL * extra, counted(extra, "extra level"), EXTRA_LEVEL
    if hand.contract.level == HALF:
        yield FOR_FULL_HOUSE, "full house", FULL_HOUSE
    if bonus := off_bonus(hand.contract.doubling, hand.off):
        yield bonus, f"{counted(hand.off, 'overtrick')}, {DOUBLED[hand.contract.doubling]}", OVERTRICKS


def _undertricks(hand: TenBridgeHand) -> Iterator[Worth]:
    down = min(-hand.off, MOST_DOWN)
    ignored = f" of {-hand.off}" if down < -hand.off else ""
    yield hand.a_trick * down, f"{counted(down, 'undertrick')}{ignored} at {hand.a_trick}", UNDERTRICKS
    if bonus := off_bonus(hand.contract.doubling, down):
        yield bonus, f"{counted(down, 'undertrick')}{ignored}, {DOUBLED[hand.contract.doubling]}", UNDERTRICK_BONUS


def off_bonus(doubling: int, tricks: int) -> int:
    """What over- or undertricks pay besides their trick points: 5, 10, 20 and on; redoubled twice that."""
    return 5 * doubling * 2 ** (tricks - 1) if doubling and tricks else 0


_NOTED = re.compile(r"([+-]) ?([0-9]|10)|=")


def noted(hand: TenBridgeHand) -> str:
    """ "+2" for a contract that was made with seven tricks, "−2" for one that was two down [S3 Scoring chart]."""
    return f"+{hand.tricks - HALF}" if hand.made else f"−{-hand.off}"


@dataclass(frozen=True)
class ResultField(CountField):
    """The tricks of the declarer's side; on paper also as the chart has them."""

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        match = _NOTED.fullmatch(keyed(text))
        return match[0].replace(" ", "") if match else super().parse(text, players)

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        """Above five where the contract was made, and relative to the contract where it was not."""
        match = _NOTED.fullmatch(file_value) if isinstance(file_value, str) else None
        if not match:
            return file_value
        try:
            level = parse_contract(str(others.get("contract"))).level
        except ValueError:
            return file_value
        if not match[1]:
            return HALF + level
        return HALF + int(match[2]) if match[1] == "+" else HALF + level - int(match[2])


BIDS = Bids.of(range(HALF + 1), DENOMINATIONS)
LOVE_NO_TRUMP = Bid(0, Denomination.NO_TRUMP)
LOWEST_CARD = 5
"""The twos, threes and fours are set aside for choosing the trump suit [S3 Naming]."""
FOR_PART_SCORE = 5
"""To each side that carries one at the end of the sheet [S3 Part score, at the end]."""

KEYS = {
    "contract": ContractField(),
    "declarer": PlayerField(),
    "tricks": ResultField(),
    "trump": TrumpField(needed=False),
}


@dataclass(frozen=True)
class TenBridgeOptions(Options):
    totals: str = totals_option()
    carry_goes: str = carry_option("part scores")


class PartScoreCarrying(Carrying["TenBridge", PartScores]):
    first = PartScores()
    numbers: Mapping[str, Carried] = {"part_scores": Carried(PerSide(CountField()), "a part score of {}".format)}

    def check(self, key: str, number: int) -> None:
        self.require_below(GAME, PART_SCORE, key, number, f"{GAME} points are a game")

    def with_numbers(self, numbers: Mapping[str, Sequence[int | None]], carry: PartScores) -> PartScores:
        ours, theirs = numbers.get("part_scores", carry.carried)
        return replace(carry, carried=(ours or 0, theirs or 0))

    def passed_out(self, carry: PartScores) -> NoReturn:
        """No hand is: after four passes the dealer plays 0 NT [S3 Auction]."""
        OBLIGED.broken("Nobody passes out a hand: after four passes the dealer plays 0 NT.", "contract")

    def reseated(self, sides: tuple[int | None, ...], carry: PartScores) -> PartScores:
        ours, theirs = (2 if side is None else side for side in sides)
        each = ((*numbers, 0) for numbers in (carry.carried, carry.games, carry.super_games))
        return PartScores(*((numbers[ours], numbers[theirs]) for numbers in each))

    def events(self, before: PartScores, after: PartScores) -> tuple[str, ...]:
        wipes = self.ends_game(before, after)
        made = " with their part score" if wipes else ""
        events: list[str] = []
        for side, column in enumerate(self.game.columns()):
            if after.super_games[side] > before.super_games[side]:
                events.append(f"{column.name} made a super game{made}.")
            elif after.games[side] > before.games[side]:
                events.append(f"{column.name} made a game{made}.")
        if wipes:
            ours, theirs = before.carried
            events.append(f"Both part scores, {ours} and {theirs}, are wiped out.")
        return tuple(events)

    def ends_game(self, before: PartScores, after: PartScores) -> bool:
        """After a game made with a carried part score: both sides begin again at zero."""
        return any(before.carried) and not any(after.carried)

    def counters(self, carry: PartScores) -> tuple[Counter, ...]:
        pairs = zip(self.game.columns(), carry.carried, strict=True)
        return tuple(Counter(column.name, "part score", f"{points}") for column, points in pairs if points)

    def closing(self, carry: PartScores) -> Score:
        reason = "part score of {} carried at the end"
        pairs = enumerate(carry.carried)
        lines = (ScoreLine(side, FOR_PART_SCORE, reason.format(each), CLOSING) for side, each in pairs if each)
        return Score(tuple(lines))


class TenBridgeOutcomes(ContractOutcomes["TenBridge"]):
    tricks = TRICKS
    book = HALF


class TenBridge(Game):
    key = "ten-bridge"
    title = "10 Bridge"
    summary = "Ten-card bridge."
    sizes = range(4, 5)
    cards_each = TRICKS
    paper_example = """\
players,North,East,South,West
contract,declarer,tricks,North & South,East & West
1minor,North,7,8,0
2NTXX,South,8,97,0
"""
    rules: ClassVar[tuple[Rule, ...]] = (*RULES, *SHEET_RULES)
    hand_type = TenBridgeHand
    keys = KEYS
    options_type = TenBridgeOptions
    carrying_type = PartScoreCarrying
    outcomes_type = TenBridgeOutcomes
    rule_refs = RuleRefs(deal=DEALER, counters={"part score": PART_SCORE})
    partnerships = True

    @staticmethod
    def points_for_tricks() -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each trick by the denomination: plain, doubled, redoubled."""
        return ("minor or red", MINOR), ("black or major", MAJOR), ("no trump", NO_TRUMP)

    @staticmethod
    def points_for_tricks_off() -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For so many over- or undertricks: doubled, redoubled."""
        return tuple((tricks, (off_bonus(1, tricks), off_bonus(2, tricks))) for tricks in range(1, MOST_DOWN + 1))

    def deal_notes(self, dealer: Seat, carry: PartScores) -> tuple[str, ...]:
        return (
            f"{self.players[dealer]} deals {TRICKS} cards each; the twos, threes and fours stay aside.",
            f"{self.players[dealer]} speaks first.",
        )

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: PartScores) -> tuple[str, ...]:
        """The choice of the trump suit, and who leads [S3 Disclosure of the trump suit; rules 6.5 T11]."""
        contract: Contract = agreed["contract"]
        declarer: Seat = agreed["declarer"]
        name, dummy = self.players[declarer], self.players[(declarer + 2) % 4]
        pair = PAIRS.get(contract.denomination or Denomination.NO_TRUMP)
        trump = (
            f"{name} lays a small card face down for the trump suit, {pair[0].symbol} or {pair[1].symbol}."
            if pair
            else "There is no trump suit."
        )
        return (
            f"{name} needs {HALF + contract.level} tricks with {dummy}.",
            trump,
            f"{self.players[self.left_of(declarer)]} leads to the first trick; then {dummy} is dummy.",
        )

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: PartScores) -> PlayRules:
        """[S3 Disclosure of the trump suit; rules 6.5 T11]"""
        contract, declarer = agreed.get("contract"), agreed.get("declarer")
        return PlayRules(
            LEAD,
            FOLLOW,
            TRICKS,
            DENOMINATIONS,
            trump=contract.denomination if contract else None,
            laid=agreed.get("trump"),
            opener=None if declarer is None else self.left_of(declarer),
            dummy=None if declarer is None else (declarer + 2) % 4,
            hidden=HIDDEN,
            pack=Pack(lowest=LOWEST_CARD),
        )

    def auction(self, dealer: Seat, carry: PartScores) -> Rotation:
        return Rotation(players=self.players, bids=BIDS, rule_refs=RULE_REFS, turn=dealer, obliged=LOVE_NO_TRUMP)

    def check_key(self, key: str, value: Any) -> None:
        if key == "contract":
            self.auction(0, PartScores()).check_bid(value.bid, key)
        elif key == "tricks":
            detail = f"The declarer's side cannot have taken {value} of {TRICKS} tricks."
            TRICKS_TAKEN.require(0 <= value <= TRICKS, detail, key)
        elif key == "trump" and value is not None:
            # Any suit: the declarer may lay the wrong card, and the default is trump then [rules 6.5 T9].
            TRUMP.require(value in SUITS, "The card for the trump suit is of one of the four suits.", key)

    def summarize(self, hand: TenBridgeHand) -> str:
        return f"{' '.join(self.headline(hand))} ({noted(hand)})"

    def headline(self, hand: TenBridgeHand) -> tuple[str, str]:
        trump = f" ({hand.trump_suit.symbol})" if hand.trump_suit else ""
        return self.outcomes.who_played(hand), f"{hand.contract.symbols}{trump}, took {hand.tricks}"

    def describe(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores) -> str:
        """ "South played 2 NT redoubled, took 8: made. North & South 39 + 40 + 10 = 89." """
        score, after = self.score(hand, dealer, carry)
        side = score.lines[0].column
        changed = ""
        if after.carried[side] > carry.carried[side]:
            changed = f" Part score {after.carried[side]}."
        elif after.carried != carry.carried:
            changed = " Both part scores are wiped out."
        return (
            f"{self.players[hand.declarer]} played {hand.contract.symbols}, took {hand.tricks}: "
            f"{self.outcomes.of(hand)}. {self.columns()[side].name} {score.sum(side)}.{changed}"
        )

    def score(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores) -> tuple[Score, PartScores]:
        self.check(hand, dealer, carry)
        side = self.column_of(hand.declarer)
        earner = side if hand.made else 1 - side
        score = Score(tuple(ScoreLine(earner, *line) for line in lines(hand, carry, side)))
        return score, carry.after(side, hand.bid_points) if hand.made else carry

    def mistakes(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores) -> Iterator[Mistake]:
        score, _ = self.score(hand, dealer, carry)
        yield from contract_misread(self, hand, dealer, carry, DENOMINATIONS)
        # "Extra levels" begin above the level of a game.
        paid = FOR_EXTRA_LEVEL * hand.contract.level
        yield Mistake("Every level was paid as an extra level", score.paying(EXTRA_LEVEL, paid))
