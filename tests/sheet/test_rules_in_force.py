"""Each rule that an answer cites holds by the house rules of its hand, and its sentence says what is scored.

Every value of every house rule is played, and what a line pays is worked out anew from the numbers of a sentence.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import pytest

from scorer.rules.calls import BRIDGE
from scorer.rules.core import Rule, ScoreLine
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet import questions
from scorer.sheet.changes.remarks import in_force
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.questions import Answer, NoAnswerError

from ..exports.random_sheets import PLAIN_NAMES, result
from .any_game import house_rules

FEW = 6
HANDS = {"pirate-bridge": 150, "spades": 30}
"""As many as it takes to a slam by each way to score, and to a bid of just ten that has a price."""


class Paid(NamedTuple):
    """A line of a hand, and what its rule says by the house rules."""

    line: ScoreLine
    hand: Any
    game: Any
    carry: Any
    text: str

    @property
    def numbers(self) -> list[int]:
        """Of the sentence, in its order."""
        return [int(number) for number in re.findall(r"\d+", self.text)]

    @property
    def number(self) -> int:
        """The number in the reason."""
        found = re.search(r"\d+", self.line.reason)
        return int(found[0]) if found else 0

    @property
    def side(self) -> int:
        return self.line.column

    @property
    def bid(self) -> int:
        return self.hand.contract.level

    @property
    def doubling(self) -> int:
        return self.hand.contract.doubling

    @property
    def suit(self) -> int:
        """Of bridge: 0 for clubs to 4 for no trump. Of 10 Bridge: 0 minor, red; 1 black, major; 2 no trump."""
        denomination = self.hand.contract.denomination
        if denomination in BRIDGE and self.game.key != "ten-bridge":
            return BRIDGE.index(denomination)
        return {"minor": 0, "red": 0, "black": 1, "major": 1, "NT": 2}[denomination.value]

    def by(self, name: str) -> "Paid":
        """The same by the sentence of another rule."""
        [rule] = (rule for rule in self.game.rules if rule.name == name)
        return self._replace(text=rule.text_under(self.game.options))

    def has(self, words: str) -> bool:
        return words in self.line.reason


def triangle(tricks: int) -> int:
    return tricks * (tricks + 1) // 2


def of_offense(p: Paid) -> int:
    return p.hand.tricks if p.side in p.hand.offense else p.game.tricks - p.hand.tricks


def honors(p: Paid) -> int:
    *in_times, _, _, _ = p.numbers
    times = dict(zip(("4 honors", "5 honors", "4 honors in one hand"), in_times, strict=False))
    times |= {
        "3 honors": 2,
        "4 honors in one hand and 1 in the other": in_times[3],
        "5 honors in one hand": in_times[4],
    }
    aces: dict[str, int] = dict(zip(("3 aces", "4 aces", "4 aces in one hand"), p.numbers[-3:], strict=True))
    return aces.get(p.line.reason) or times[p.line.reason] * p.by("Odd tricks").numbers[p.suit]


def bridge_trick(p: Paid) -> int:
    minor, major, _, no_trump = p.by("Contract bridge: tricks bid").numbers
    return (minor, minor, major, major, no_trump)[p.suit]


def bridge_bid(p: Paid) -> int:
    first_more = p.numbers[2] - p.numbers[3] if p.suit == 4 else 0
    return (p.bid * bridge_trick(p) + first_more) * 2**p.doubling


def bridge_over(p: Paid) -> int:
    return p.number * (p.numbers[2 * p.doubling - 2 + p.hand.vulnerable] if p.doubling else bridge_trick(p))


def bridge_under(p: Paid) -> int:
    down, vulnerable = p.number, p.hand.vulnerable
    if not p.doubling:
        return down * p.numbers[vulnerable]
    first, two, others, first_vulnerable, others_vulnerable = p.numbers[2:]
    each = [first_vulnerable, *[others_vulnerable] * 12] if vulnerable else [first, two, two, *[others] * 10]
    return sum(each[:down]) * p.doubling


def counting(p: Paid) -> int:
    """The tricks of a side towards its bid, as the sentence about it has it."""
    without = re.search(" (with|without) those of a failed nil", p.by("Bid made").text)
    assert without
    return p.hand.tricks[p.side] - (p.hand.failed(p.side) if without[1] == "without" else 0)


def spades_bid(p: Paid) -> int:
    ten, most = p.numbers
    bid = p.hand.bid(p.side)
    lost = -1 if p.text.endswith("loses as much.") else 0
    return ten * bid * (1 if counting(p) >= bid <= most else lost)


def bags(p: Paid, number: int) -> int:
    """What so many pay, or cost."""
    paid = p.by("Bags")
    return number * sum(paid.numbers) * (-1 if "costs" in paid.text else 1)


def priced(p: Paid) -> int:
    """A bid of ten or thirteen."""
    bid = p.hand.bid(p.side)
    [(pays, cost)] = re.findall(
        rf"just {'ten' if bid == 10 else 'thirteen'} by a side pays (\d+) .*?costs (\w+)", p.text
    )
    lost = -1 if cost == "as" else 0
    return int(pays) * (1 if counting(p) >= bid else lost)


def penalty(p: Paid) -> int:
    price, bags = p.numbers
    assert p.number % bags == 0
    return -price * p.number // bags


def failed_nil(p: Paid) -> int:
    assert p.text.endswith("but are bags of the side.")
    return bags(p, p.hand.failed(p.side))


def new_york(p: Paid) -> int:
    """Of any bid: what it pays made, and set."""
    bid, taken = p.hand.bids[p.side], p.hand.tricks[p.side]
    made = bid.level <= taken <= (13 if bid.blind or bid.level == 10 else bid.level + 2)
    if bid.blind:
        twenty, ten, each, costs = p.numbers
        pays, costs = (ten, costs) if bid.level == 10 else (twenty * bid.level, each * bid.level)
    elif bid.level == 10:
        _, pays, _, costs = p.numbers
    else:
        pays = costs = p.numbers[-1] * bid.level
    return pays if made else -costs


SAID = (
    (" The difference is that between bid and tricks", ""),
    (r" with too few tricks, nothing with too many", " * (tricks < bid)"),
    (r"the square of the (\w+)", r"\1**2"),
    (r"1 for each trick", "tricks"),
    (r"1 for each card dealt", "cards"),
    (r" times the bid", "*bid"),
    (r"the (bid|difference)", r"\1"),
    (" times ", "*"),
    (r"nothing", "0"),
    (r",? plus |, and (?!minus)", "+"),
    (r", and minus |, minus |minus |−", "-"),
)
"""How a sentence about points is calculated."""


def oh_hell(p: Paid) -> int:
    """All lines of a player together."""
    bid, tricks = p.hand.bids[p.side], p.hand.tricks[p.side]
    known = {"bid": bid, "tricks": tricks, "cards": sum(p.hand.tricks), "difference": abs(bid - tricks)}
    said = p.text.partition("bid scores ")[2].rstrip(".")
    said, _, of_nought = said.replace(" for a bid of 0)", "").partition(" (")
    said = of_nought.rstrip(",") if of_nought and not bid else said
    for words, sum_ in SAID:
        said = re.sub(words, sum_, said)
    return eval(said.strip().rstrip("."), {"__builtins__": {}}, known)


def doubled(p: Paid) -> list[int]:
    """Of figures doubled, then redoubled, those that hold."""
    figures = [int(number) for number in re.findall(r"\d+", p.text.partition("pay ")[2])]
    return figures[: len(figures) // 2] if p.doubling == 1 else figures[len(figures) // 2 :]


def ten_trick(p: Paid) -> int:
    return p.by("Trick points").numbers[2 + 3 * p.doubling + p.suit]


def opponents(p: Paid) -> int:
    clause = "past the bid" if p.hand.off > 0 else "short of it"
    [each] = re.findall(rf"(\d+) for each trick they (?:take|stay) {clause}", p.text)
    return int(each) * abs(p.hand.off)


def minor_or_major(p: Paid) -> int:
    return p.numbers[p.suit > 1]


PAID: Mapping[str, Mapping[str, Callable[[Paid], int]]] = {
    "offender": {
        "Points for tricks": lambda p: triangle(of_offense(p)),
        "Bonus": lambda p: triangle(p.bid),
    },
    "pirate-bridge": {
        "Odd tricks": lambda p: p.number * p.numbers[p.suit] * 2**p.doubling,
        "Doubled and made": lambda p: (p.number or 1) * p.numbers[2 * p.doubling - 2 + p.has("overtrick")],
        "Undertricks": lambda p: p.number * p.numbers[p.doubling],
        "Slams": lambda p: p.numbers[p.has("grand")],
        "Honors": honors,
        "Rubber": lambda p: p.numbers[0],
        "Contract bridge: tricks bid": bridge_bid,
        "Contract bridge: overtricks": bridge_over,
        "Contract bridge: doubled and made": lambda p: p.numbers[p.doubling - 1],
        "Contract bridge: part score and game": lambda p: p.numbers[
            1 + p.hand.vulnerable if bridge_bid(p.by("Contract bridge: tricks bid")) >= p.numbers[0] else 3
        ],
        "Contract bridge: slams": lambda p: p.numbers[2 * (p.bid == 7) + p.hand.vulnerable],
        "Contract bridge: undertricks": bridge_under,
    },
    "spades": {
        "Bid made": spades_bid,
        "Bags": lambda p: bags(p, counting(p) - p.hand.bid(p.side)),
        "Ten or thirteen bid": priced,
        "First hand without bids": lambda p: p.numbers[0] * p.hand.tricks[p.side],
        "Bags that add up": penalty,
        "Failed nil": failed_nil,
        **dict.fromkeys(("Nil", "Blind nil"), lambda p: p.numbers[0] * (1 if p.has("made") else -1)),
        "New York: first hand": lambda p: p.numbers[0] * p.hand.tricks[p.side],
        **dict.fromkeys(("New York: made or set", "New York: ten", "New York: blind pays double"), new_york),
    },
    "oh-hell": dict.fromkeys(("Bid met", "Bid missed"), oh_hell),
    "ten-bridge": {
        "Trick points": lambda p: ten_trick(p) * (p.hand.tricks - 5),
        "Love contract": lambda p: p.numbers[1],
        "Game": lambda p: p.numbers[2],
        "Super game": lambda p: p.numbers[1],
        "Extra levels": lambda p: p.numbers[0] * (p.bid - p.numbers[1 + p.suit]),
        "Full house": lambda p: p.numbers[0],
        "Overtrick bonus": lambda p: doubled(p)[p.number - 1],
        "Undertricks": lambda p: ten_trick(p) * p.number,
        "Undertrick bonus": lambda p: doubled(p)[p.number - 1],
        "Game by part scores": lambda p: p.numbers[3 if p.has("super") else 1],
    },
    "reverse-bridge": {
        "Points of the bidders": lambda p: minor_or_major(p) * p.bid,
        "No trump": lambda p: p.numbers[0],
        "Points of the opponents": opponents,
        "First play-test: the bidders": lambda p: p.numbers[0],
        "First play-test: the opponents": opponents,
        "Second play-test: tricks past the bid": lambda p: minor_or_major(p) * p.hand.off,
    },
    "plain": {"Points of the hand": lambda p: p.hand.points[p.side]},
}
"""What a line of each rule pays, by game and name of the rule."""


def evenings(game: str, hands: int = FEW) -> Iterator[Ledger]:
    """One with each value of each house rule, and two with the usual ones."""
    for number, options in enumerate(({}, {}, *house_rules(game))):
        chance = random.Random(f"{game} {number}")
        type_ = GAMES[game]
        with suppress(FormatError):
            ledger = Ledger.of(Sheet(game, PLAIN_NAMES[: chance.choice(type_.sizes)], "Amber", options))
            for _ in range(5 * hands):
                if len(ledger.rows) < hands and not ledger.over:
                    ledger = played(ledger, chance)
            yield ledger


def played(ledger: Ledger, chance: random.Random) -> Ledger:
    """With one more hand, if it is one; what refuses it holds at this table."""
    game = ledger.table.game
    try:
        return ledger.add(Hand(result(game, ledger.table, chance)))
    except FormatError:
        return ledger
    except IllegalHandError as error:
        broken = error.violation
    assert broken.text, (game.options, broken.rule.name)
    return ledger


def answers(ledger: Ledger) -> Iterator[Answer]:
    """Every number on the sheet, with why it stands there."""
    for column, name in enumerate(ledger.columns):
        yield questions.total(ledger, column)
        yield questions.standing(ledger, column)
        with suppress(NoAnswerError):
            yield questions.payment(ledger, column)
        with suppress(NoAnswerError):
            yield questions.closing(ledger, column)
        for counter in ledger.counters.get(name, ()):
            yield questions.mark(ledger, column, counter.name)
        for row in ledger.rows:
            yield questions.points(ledger, row, column)
            yield questions.dealer(ledger, row)


def rules_in(part: Any) -> Iterator[Rule]:
    """Those that something is judged by."""
    if isinstance(part, Rule):
        yield part
    elif is_dataclass(part):
        for field in fields(part):
            yield from rules_in(getattr(part, field.name))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_cited_holds_at_the_table_and_stands_on_its_page(game: str) -> None:
    for ledger in evenings(game):
        page = {rule.name for rule in GAMES[game].rules if in_force(ledger, rule)}
        for answer in answers(ledger):
            for rule in (*answer.rules, *(line.rule for line in answer.lines if line.rule)):
                assert rule.text_under(answer.game.options), (answer.question, rule.name, answer.game.options)
                assert rule.name in page
        table = ledger.table
        play_rules = table.game.play_rules({}, table.dealer, table.carry)
        assert {rule.name for rule in rules_in(play_rules)} <= page
        auction = table.auction()
        if auction is not None:
            assert {rule.name for rule in rules_in(getattr(auction, "rule_refs", None))} <= page


IDLE = [
    ("oh-hell", 4, {"hand_sizes": "up", "doubled_middle": True}, ("Hand sizes: up only",)),
    ("oh-hell", 4, {"short_pack": True}, ()),
    ("oh-hell", 3, {"short_pack": True}, ("Three with 39 cards: yes",)),
    ("spades", 4, {"bag_limit": 0, "bag_penalty": 50}, ("Bags that cost: 0",)),
]


@pytest.mark.parametrize(("game", "players", "options", "told"), IDLE)
def test_a_house_rule_that_changes_nothing_is_not_named(
    game: str, players: int, options: dict[str, Any], told: tuple[str, ...]
) -> None:
    ledger = Ledger.of(Sheet(game, PLAIN_NAMES[:players], "Amber", options))
    assert ledger.table.game.house_rules() == told


def test_a_rule_that_holds_for_some_hands_says_for_which() -> None:
    hand = Hand({"contract": "9D", "declarer": "Betty", "opponent_tricks": 6})
    later = Hand({**hand.facts, "options": {"scoring": "second play-test"}})
    ledger = Ledger.of(Sheet("reverse-bridge", PLAIN_NAMES[:4], "Amber", hands=(hand, later)))
    told = {rule.name: in_force(ledger, rule) for rule in ledger.table.game.rules}
    assert told["Points of the opponents"].endswith(
        "From hand 2 on: The opponents score 5 for each trick they stay short of it."
    )
    assert told["Second play-test: tricks past the bid"].startswith("From hand 2 on: ")
    assert told["First play-test: the bidders"] == ""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_hand_pays_is_what_the_rules_that_it_cites_say(game: str) -> None:
    cited: set[str] = set()
    for ledger in evenings(game, HANDS.get(game, FEW)):
        for row in ledger.rows:
            playing, table = row.game, row.judged.table
            if row.result is None:
                continue
            score, _ = playing.score(row.result, table.dealer, table.carry)
            for line in score.lines:
                assert line.rule
                said = line.rule.text_under(playing.options)
                paid = Paid(line, row.result, playing, table.carry, said)
                if game not in PAID:
                    continue
                points = score.total(line.column) if game == "oh-hell" else line.points
                assert PAID[game][line.rule.name](paid) == points, (said, line, row.result, playing.options)
                cited.add(line.rule.name)
    assert cited == {*PAID.get(game, ())}
