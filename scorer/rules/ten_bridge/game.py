"""10 Bridge [S3]: forty cards, ten tricks, a trump suit chosen in secret, and part scores that are carried on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar, NoReturn

from ..auctions import Rotation
from ..calls import SUITS, Bid, Contract, Denomination, parse_contract
from ..cells import keyed
from ..contract_game import ContractGame, contract_misread
from ..core import SHEET_RULES, Counter, Mistake, Rule, RuleRefs, Score, ScoreLine, Seat
from ..fields import ContractField, CountField, PlayerField, TrumpField
from ..game import Game, sides_before
from ..options import Options, carry_option, totals_option
from ..tricks import Pack, PlayRules
from .rules import (
    CLOSING,
    DEALER,
    EXTRA_LEVEL,
    FOLLOW,
    LEAD,
    OBLIGED,
    PART_SCORE,
    RULE_REFS,
    RULES,
    TRICKS_TAKEN,
    TRUMP,
)
from .scoring import (
    CARRIED,
    FOR_EXTRA_LEVEL,
    GAME,
    HALF,
    HIDDEN,
    MAJOR,
    MINOR,
    MOST_DOWN,
    NO_TRUMP,
    PAIRS,
    TRICKS,
    PartScores,
    TenBridgeHand,
    lines,
    off_bonus,
)

_NOTED = re.compile(r"([+-]) ?([0-9]|10)")


def noted(hand: TenBridgeHand) -> str:
    """ "+2" for a contract that was made with seven tricks, "−2" for one that was two down [S3 Scoring chart]."""
    return f"+{hand.tricks - HALF}" if hand.made else f"−{-hand.off}"


@dataclass(frozen=True)
class ResultField(CountField):
    """The tricks of the declarer's side; on paper also as the chart has them."""

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        match = _NOTED.fullmatch(keyed(text))
        return f"{match[1]}{match[2]}" if match else super().parse(text, players)

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        """Above five where the contract was made, and relative to the contract where it was not."""
        match = _NOTED.fullmatch(file_value) if isinstance(file_value, str) else None
        if not match:
            return file_value
        try:
            level = parse_contract(str(others.get("contract"))).level
        except ValueError:
            return file_value
        return HALF + int(match[2]) if match[1] == "+" else HALF + level - int(match[2])


DENOMINATIONS = (*PAIRS, Denomination.NO_TRUMP)
BIDS = tuple(Bid(level, denomination) for level, denomination in product(range(HALF + 1), DENOMINATIONS))
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


class TenBridge(ContractGame):
    """The carry is PartScores; None before the first hand."""

    key = "ten-bridge"
    title = "10 Bridge"
    summary = "Forty cards, hidden trumps."
    sizes = range(4, 5)
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
    carried = CARRIED
    rule_refs = RuleRefs(deal=DEALER, counters={"part score": PART_SCORE})
    partnerships = True
    tricks = TRICKS
    book = HALF

    @staticmethod
    def points_for_tricks() -> tuple[tuple[str, tuple[int, ...]], ...]:
        """For each trick by the denomination: plain, doubled, redoubled."""
        return ("minor or red", MINOR), ("black or major", MAJOR), ("no trump", NO_TRUMP)

    @staticmethod
    def points_for_tricks_off() -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For so many over- or undertricks: doubled, redoubled."""
        return tuple((tricks, (off_bonus(1, tricks), off_bonus(2, tricks))) for tricks in range(1, MOST_DOWN + 1))

    def deal_notes(self, dealer: Seat, carry: PartScores | None) -> tuple[str, ...]:
        return (
            f"{self.players[dealer]} deals {TRICKS} cards each; the twos, threes and fours stay aside.",
            f"{self.players[dealer]} speaks first.",
        )

    def play_notes(self, agreed: Mapping[str, Any], dealer: Seat, carry: PartScores | None) -> tuple[str, ...]:
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

    def play_rules(self, agreed: Mapping[str, Any], dealer: Seat, carry: PartScores | None) -> PlayRules:
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

    def auction(self, dealer: Seat, carry: PartScores | None) -> Rotation:
        return Rotation(players=self.players, bids=BIDS, rule_refs=RULE_REFS, turn=dealer, obliged=LOVE_NO_TRUMP)

    def check_key(self, key: str, value: Any) -> None:
        if key == "contract":
            self.auction(0, None).check_bid(value.bid, key)
        elif key == "tricks":
            TRICKS_TAKEN.require(
                0 <= value <= TRICKS, f"The declarer's side cannot have taken {value} of {TRICKS} tricks.", key
            )
        elif key == "trump" and value is not None:
            # Any suit: the declarer may lay the wrong card, and the default is trump then [rules 6.5 T9].
            TRUMP.require(value in SUITS, "The card for the trump suit is of one of the four suits.", key)

    def summarize(self, hand: TenBridgeHand) -> str:
        return f"{self.headline(hand)} ({noted(hand)})"

    def headline(self, hand: TenBridgeHand) -> str:
        trump = f" ({hand.trump_suit.symbol})" if hand.trump_suit else ""
        return f"{self.who_played(hand)} {hand.contract.symbols}{trump}, took {hand.tricks}"

    def describe(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores | None) -> str:
        """ "South played 2 NT redoubled, took 8: made. North & South 39 + 40 + 10 = 89." """
        score, after = self.score(hand, dealer, carry)
        before, side = carry or PartScores(), score.lines[0].column
        changed = ""
        if after.carried[side] > before.carried[side]:
            changed = f" Part score {after.carried[side]}."
        elif after.carried != before.carried:
            changed = " Both part scores are wiped out."
        return (
            f"{self.players[hand.declarer]} played {hand.contract.symbols}, took {hand.tricks}: "
            f"{self.outcome(hand)}. {self.column_paid(score, side)}.{changed}"
        )

    def score(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores | None) -> tuple[Score, PartScores]:
        self.check(hand, dealer, carry)
        before, side = carry or PartScores(), self.column_of(hand.declarer)
        earner = side if hand.made else 1 - side
        score = Score(tuple(ScoreLine(earner, *line) for line in lines(hand, before, side)))
        return score, before.after(side, hand.bid_points) if hand.made else before

    def mistakes(self, hand: TenBridgeHand, dealer: Seat, carry: PartScores | None) -> Iterator[Mistake]:
        score, _ = self.score(hand, dealer, carry)
        yield from contract_misread(self, hand, dealer, carry, DENOMINATIONS)
        # "Extra levels" begin above the level of a game.
        paid = FOR_EXTRA_LEVEL * hand.contract.level
        lines = (replace(line, points=paid) if line.rule is EXTRA_LEVEL else line for line in score.lines)
        yield Mistake("Every level was paid as an extra level", Score(tuple(lines)))

    def passed_out(self, carry: PartScores | None) -> NoReturn:
        """No hand is: after four passes the dealer plays 0 NT [S3 Auction]."""
        OBLIGED.broken("Nobody passes out a hand: after four passes the dealer plays 0 NT.", "contract")

    def events(self, before: PartScores | None, after: PartScores | None) -> tuple[str, ...]:
        before, after = before or PartScores(), after or PartScores()
        wipes = self.ends_game(before, after)
        made = " with their part score" if wipes else ""
        events: list[str] = []
        for side in range(2):
            if after.super_games[side] > before.super_games[side]:
                events.append(f"{self.column_name(side)} made a super game{made}.")
            elif after.games[side] > before.games[side]:
                events.append(f"{self.column_name(side)} made a game{made}.")
        if wipes:
            ours, theirs = before.carried
            events.append(f"Both part scores, {ours} and {theirs}, are wiped out.")
        return tuple(events)

    def ends_game(self, before: PartScores | None, after: PartScores | None) -> bool:
        """After a game made with a carried part score: both sides begin again at zero."""
        return bool(before and after and any(before.carried) and not any(after.carried))

    def with_partners(self, carry: PartScores | None, before: Game) -> PartScores | None:
        return carry and carry.with_partners(sides_before(before, self))

    def when_settled(self) -> tuple[str, ...]:
        return ("The hand counts for no part score and no game.",)

    def check_carried(self, key: str, number: int) -> None:
        self.require_below(GAME, PART_SCORE, key, number, f"{GAME} points are a game")

    def carried_in(self, carry: PartScores | None) -> dict[str, tuple[int, ...]]:
        return {"part_scores": (carry or PartScores()).carried}

    def carrying(self, numbers: Mapping[str, Sequence[int | None]], carry: PartScores | None) -> PartScores:
        before = carry or PartScores()
        ours, theirs = numbers.get("part_scores", before.carried)
        return replace(before, carried=(ours or 0, theirs or 0))

    def counters(self, carry: PartScores | None) -> tuple[Counter, ...]:
        return tuple(
            Counter(self.column_name(side), "part score", f"{points}") for side, points in _part_scores(carry)
        )

    def closing(self, carry: PartScores | None) -> Score:
        return Score(
            tuple(
                ScoreLine(side, FOR_PART_SCORE, f"part score of {points} carried at the end", CLOSING)
                for side, points in _part_scores(carry)
            )
        )


def _part_scores(carry: PartScores | None) -> list[tuple[int, int]]:
    """The sides that carry a part score, each with its own."""
    return [(side, points) for side, points in enumerate(carry.carried) if points] if carry else []
