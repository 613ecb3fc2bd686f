"""The rules of Oh Hell and its house rules [S2]."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ..auctions import BidRuleRefs
from ..calls import BRIDGE, SUITS
from ..core import Points, Rule, Score, ScoreLine, counted, listed, minus, rules_in
from ..fields import TrumpField
from ..options import Decimals, Figures, Listed, Options, Preset, option, yes_or_no
from ..tricks import LOWEST, Pack
from .scoring import FIGURES, METHODS, OWN, Method, own_in_words, own_method

HAND_SIZES = Rule(
    "Hand sizes",
    "Every hand has its own number of cards, by the pattern the table has chosen: usually from the most down to "
    "one and back up again, or as many in every hand. A hand that the table settles by agreement uses up its "
    "place in the pattern too. When players or house rules change, a hand takes its place in the pattern of the "
    "table that plays it. When a hand is deleted, those after it keep the cards they were played with, and the "
    "pattern goes on from there.",
)
DEALER = Rule("The deal", "After every hand the deal passes to the left.")
TURN = Rule("Bidding in turn", "The player at the dealer's left bids first; the dealer bids last.").where(
    lambda rules: rules.bidding != SIMULTANEOUS
)
BID = Rule(
    "Bid",
    "A bid is the number of tricks the player will try to take, from none to as many as they hold cards. Nobody "
    "may pass.",
)
ONE_BID = Rule(
    "One bid each", "Everybody bids once. A bid may be changed only while the next player has not yet bid."
)
HOOK = Rule(
    "The hook",
    "The dealer may not bid the number that makes the bids add up to the cards of the hand, so that somebody will "
    "always miss.",
    lambda rules: (
        "The dealer may not bid the number that makes the bids add up to the cards of the hand, so that somebody "
        "will always miss." + ("" if rules.hook is True else f" In hands of {_cards(rules.hook)} they may.")
    ),
).where(lambda rules: rules.hook and rules.bidding != SIMULTANEOUS)
TRUMP = Rule(
    "Trump",
    "The card turned up after the deal, or a sequence agreed on, names the trump suit. Where it goes by the card, "
    "there is none where every card is dealt (a suit that a table has cut for all the same is kept), and by house "
    "rule none where the card is a 2 to 6. By another house rule the largest hands have none, whatever else names "
    "it; such a hand uses up its place in a sequence, and a sequence that is at its end begins again. The trump "
    "scores nothing by itself.",
)
LEAD = Rule("Lead", "The player at the dealer's left leads any card; after that, the winner of each trick.")
FOLLOW = Rule(
    "Following suit",
    "Clockwise, each player follows the suit led if they can, and otherwise plays any card. The highest trump "
    "wins the trick, or without a trump the highest card of the suit led.",
)
MUST_TRUMP = Rule(
    "Must trump",
    "Where the table plays so, as David Wuori reports it from Maine, a player who has no card of the suit led "
    "must play a trump if they have one, and plays any card only without both.",
).where(lambda rules: rules.must_trump)
EQUAL = Rule(
    "Equal cards",
    "Where one pack is too small for the largest hand, low cards of a second one are added for the game, 13 at a "
    "time, so that these are there twice. Of two equal cards in a trick the second one played beats the first.",
)
JOKERS = Rule(
    "Jokers",
    "Where the table plays so, two equal jokers are in the pack, a suit of their own. A joker that is led wins "
    "the trick unless it is trumped; where a joker is turned up, the other one is the only trump.",
)
NAMED_JOKERS = Rule(
    "Jokers, high or low",
    "Where the table plays so, two jokers are in the pack, and with five players the twos are not. Who plays the "
    "first joker names it high, so that it wins the trick, or low, so that it loses; the other is the contrary. A "
    "joker may be played whatever was led, but not in the first trick; it is led only by who has nothing else, "
    "and then the first card with a suit is to be followed.",
).where(lambda rules: rules.jokers == "high or low")
TRICKS_TAKEN = Rule("Tricks of the hand", "All together take exactly as many tricks as each was dealt cards.")
MET = Rule(
    "Bid met",
    f"Who takes exactly the tricks they bid scores {METHODS['standard'].met}, or what another scoring method "
    "pays.",
    lambda rules: f"Who takes exactly the tricks they bid scores {rules.method.met}.",
)
MISSED = Rule(
    "Bid missed",
    f"Who takes more or fewer tricks than they bid scores {METHODS['standard'].missed}, or what another scoring "
    "method pays or costs.",
    lambda rules: (
        f"Who takes more or fewer tricks than they bid scores {rules.method.missed}."
        + " The difference is that between bid and tricks." * ("difference" in rules.method.missed)
    ),
)
END = Rule(
    "End of the game",
    "The game ends with the last hand of the pattern. The highest total wins; equals share the place.",
    lambda rules: (
        "The table says when the game ends. The highest total wins; equals share the place."
        if rules.hand_sizes == SAME
        else END.text
    ),
)
PAYMENT = Rule(
    "Payment",
    "Where the game is played for a stake, each player receives or pays the stake for every point of their "
    "difference from the average of all totals, so that the payments add up to nothing.",
).where(lambda rules: rules.stake != "0")
AT_ONCE = Rule(
    "Bidding at once",
    "Where the table plays so, nobody bids before another: on three everybody shows with their fingers how many "
    "tricks. The bids may add up to anything, and the app asks for them together instead of call by call.",
).where(lambda rules: rules.bidding == SIMULTANEOUS)
SHORT_PACK = Rule(
    "Three with 39 cards",
    "Where the table plays so, three players take 13 low cards out of the pack: the twos, threes and fours, and "
    "one five. The largest hand then has 13 cards each; where a hand needs more, the pack stays whole.",
).where(lambda rules: rules.short_pack)

RULES = rules_in(globals())

RULE_REFS = BidRuleRefs(words=BID, turn=TURN, end=ONE_BID)


MOST_CARDS = {2: 10, 3: 10, 4: 10, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}
"""Cards in the largest hand by number of players, where the table has agreed on nothing else [rules 5]."""
MOST_ALIKE = 10
"""Cards where every hand has as many, and a pack has so many for each."""
CARDS = range(1, 18)
"""What a hand may have: three players can be dealt 17 each, and a pack can be enlarged for more [rules 5]."""
LONGEST_LIST = 99
SHORTEST_RUN = 4
THREE, FIVE = 3, 5
LOW_CARDS = 13
"""What three players may take out of one pack [S2]."""
EXAMPLE = {2: 2, 0: 0, 1: 2, 3: 1}
"""A hand of five cards by which one sees what the numbers of a table do: bids, and what was taken."""
SAME = "same"
SIMULTANEOUS = "simultaneous"


def _cards(sizes: Sequence[int]) -> str:
    """ "1 and 10 cards", "1 card"."""
    return "1 card" if [*sizes] == [1] else f"{listed([*map(str, sizes)])} cards"


def sizes_in_words(sizes: Sequence[str]) -> str:
    """ "10, 8 down to 1, 2 up to 10": of four or more that grow, shrink or stay the same the ends alone."""
    parts, rest = list[str](), [*map(int, sizes)]
    while rest:
        step = rest[1] - rest[0] if rest[1:] else 0
        alike = next((at for at, size in enumerate(rest) if size != rest[0] + at * step), len(rest))
        run = alike if alike >= SHORTEST_RUN and step in (-1, 0, 1) else 1
        to = f" {'down' if step < 0 else 'up'} to {rest[run - 1]}" if step else f" in {run} hands"
        parts.append(f"{rest[0]}{to if run > 1 else ''}")
        rest = rest[run:]
    return ", ".join(parts)


def trumps_in(text: str) -> list[str]:
    """ "♠ H, no trump" in the words of the sheet file; what is none stays as it is written."""
    written = re.sub(r"\bno[ -]trumps?\b", "NT", text, flags=re.IGNORECASE)
    return [TrumpField().parse(part, ()) for part in re.split(r"[\s,;]+", written) if part]


@dataclass(frozen=True)
class OhHellOptions(Options):
    scoring: str = option(
        "standard",
        (*METHODS, OWN),
        "Scoring",
        "What a bid pays that was met, and one that was missed.",
        words={**{name: method.title for name, method in METHODS.items()}, OWN: "by our own numbers"},
        sentences={name: f"met: {method.met}; missed: {method.missed}" for name, method in METHODS.items()},
    )
    own: Mapping[str, Sequence[int]] | None = option(
        None,
        Figures(
            {"met": range(2, 4), "over": range(3, 4), "under": range(3, 4)},
            FIGURES,
            own_in_words,
            (
                "Met: {} + {} for each bid. A bid of 0: {}.",
                "Too many: {} + {} for each bid + {} for each over.",
                "Too few: {} + {} for each bid + {} for each under.",
            ),
            start="met 10 1, over 0 0 0, under 0 0 0",
        ),
        "Our own numbers",
        "What a bid pays.",
        only=("scoring", OWN),
        needed=True,
    )
    bidding: str = option(
        "in turn",
        ("in turn", SIMULTANEOUS),
        "Bidding",
        "Whether one player bids after the other.",
        words={SIMULTANEOUS: "all at once"},
        sentences={
            "in turn": "the player at the dealer’s left first",
            SIMULTANEOUS: "on three everybody shows so many fingers, and the bids may add up to anything",
        },
        also="blind secret fist simultaneous",
    )
    hook: bool | Sequence[int] = option(
        True,
        Listed(
            (True, False),
            CARDS,
            len(CARDS),
            "not in hands of so many cards",
            "1, 10",
            each_once=True,
            empty=True,
            listing="not in hands of {} cards",
            name="not always",
        ),
        "The hook",
        "The dealer may not make the bids add up to the cards of the hand.",
        only=("bidding", "in turn"),
        words={True: "always", False: "never"},
        also="screw the dealer, even bid, forced to lose, last bidder, must not add up, Canadian",
    )
    hand_sizes: str | Sequence[int] = option(
        "down-up",
        Listed(
            ("down-up", "up-down", "down", "up", SAME),
            CARDS,
            LONGEST_LIST,
            "hand by hand",
            "5, 4, 3, 2, 1",
            joined=sizes_in_words,
        ),
        "Hand sizes",
        "How many cards are dealt, hand by hand.",
        words={
            "down-up": "down and up again",
            "up-down": "up and down again",
            "down": "down only",
            "up": "up only",
            SAME: "as many in every hand",
        },
        sentences={
            "down-up": "from the most cards to one and back",
            "up-down": "from one card to the most and back",
            "down": "from the most cards to one",
            "up": "from one card to the most",
            SAME: "always the most cards, for as many hands as you like",
        },
    )
    max_cards: int | None = option(
        None,
        CARDS,
        "Most cards",
        "The cards of the largest hand; a list of hand sizes says so itself. Where one pack is too small, low "
        "cards of a second one come in.",
        "from the number of players",
    )
    doubled_middle: bool = yes_or_no(
        "Middle hand twice",
        "Where the hands go down and up again, or up and down again, the hand in the middle is played twice.",
    )
    short_pack: bool = yes_or_no(
        "Three with 39 cards",
        "Three players take 13 low cards out of the pack, and the largest hand has 13 cards.",
    )
    trump_by: str | Sequence[str] = option(
        "turned card",
        Listed(
            ("turned card", "turned card, low for none", "rotation", "rotation with no trump"),
            tuple(trump.value for trump in BRIDGE),
            LONGEST_LIST,
            "suits and no trump, hand after hand, and again from the first",
            "spades, hearts, no trump",
            trumps_in,
        ),
        "Trump",
        "What names the trump suit of a hand.",
        words={
            "turned card": "the turned card",
            "turned card, low for none": "the turned card from 7 up",
            **{trump.value: trump.words.replace("-", " ") for trump in BRIDGE},
        },
        sentences={
            "turned card": "the card turned up after the deal names the suit",
            "turned card, low for none": "a card from 2 to 6 means no trump, as Jean-Pierre Coulon plays it",
            "rotation": "hearts, clubs, diamonds, spades, hand after hand",
            "rotation with no trump": "hearts, clubs, diamonds, spades, no trump, hand after hand",
        },
    )
    largest_no_trump: bool = yes_or_no(
        "Largest hands without trump",
        "The hands of the most cards have no trump, even if a card is left to be turned up.",
        also="no-trump notrump",
    )
    must_trump: bool = yes_or_no(
        "Must trump", "Who has no card of the suit led must play a trump if they have one.", also="forced ruff"
    )
    jokers: str = option(
        "none",
        ("none", "suit of their own", "high or low"),
        "Jokers",
        "Whether two jokers are in the pack.",
        also="wizard jester",
        words={"suit of their own": "two, a suit of their own", "high or low": "two, named high or low"},
        sentences={
            "suit of their own": "one that is led wins unless it is trumped, and if one is turned up the other is "
            "the only trump, as Mark Brader suggests",
            "high or low": "whoever plays the first one names it, and the other is the contrary, as Dick Atkinson "
            "reports it: with trumps in rotation, of five players with 10 cards in every hand, of six with 9",
        },
    )
    asked_for = "hook, jokers"
    rare = (
        *("bidding", "max_cards", "doubled_middle", "short_pack", "trump_by", "largest_no_trump", "must_trump"),
        *("jokers", "stake", "length"),
    )
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            "wizard",
            "Wizard",
            "From one card to all: of four players the most cards are 15, of five 12, of six 10. 20 and 10 for "
            "each bid, and 10 lost for each trick too many or too few",
            {
                "scoring": OWN,
                "own": {"met": [20, 10], "over": [0, 0, -10], "under": [0, 0, -10]},
                "hook": False,
                "hand_sizes": "up",
            },
        ),
        Preset(
            "rage",
            "Rage",
            "From ten cards to one. What a card of plus or minus 5 brings is written with Adjust points",
            {"scoring": "tricks_plus10_minus5", "hook": False, "hand_sizes": "down", "max_cards": 10},
        ),
        Preset(
            "boerenbridge",
            "Boerenbridge",
            "Points as in Boerenbridge: 10 and 2 for each bid, and 2 lost for each trick too many or too few",
            {"scoring": OWN, "own": {"met": [10, 2], "over": [0, 0, -2], "under": [0, 0, -2]}},
        ),
        Preset(
            "atkinson",
            "Atkinson’s",
            "Blackout for five or six players as Dick Atkinson reports it, played in Northeast England. How many "
            "hands, nobody says",
            {
                "scoring": "blackout",
                "bidding": "in turn",
                "hook": True,
                "hand_sizes": SAME,
                "max_cards": None,
                "trump_by": "rotation",
                "largest_no_trump": False,
                "must_trump": False,
                "jokers": "high or low",
            },
        ),
        Preset(
            "devils-bridge",
            "Devil’s Bridge",
            "As Dan Strohm describes it, the hands grow and then shrink. In the last one, of one card, everybody "
            "holds their card to their forehead: they see those of the others and not their own",
            {"hand_sizes": "up-down", "doubled_middle": False},
        ),
    )
    stake: str = option("0", Decimals(), "Stake", "What a point of difference from the average is worth in money.")

    def idle(self, players: int) -> tuple[str, ...]:
        middle = self.hand_sizes in ("down-up", "up-down")
        return (*(() if middle else ("doubled_middle",)), *(() if players == THREE else ("short_pack",)))

    @property
    def method(self) -> Method:
        """How a bid is scored; as by default where the numbers of the table are not there."""
        if self.scoring == OWN:
            return own_method(self.own) if self.own else METHODS["standard"]
        return METHODS[self.scoring]

    def example(self) -> tuple[tuple[str, str, Points], ...]:
        rows: list[tuple[str, str, Points]] = []
        for bid, took in EXAMPLE.items():
            lines = self.method.lines(bid, took, sum(EXAMPLE.values()))
            score = Score(tuple(ScoreLine(0, *line) for line in lines))
            added = minus(score.sum(0).partition(" = ")[0])
            rows.append((f"bid {bid}, took {took}", added if lines[1:] else lines[0][1], score.total(0)))
        return tuple(rows)

    def has_hook(self, dealt: int) -> bool:
        """Whether the hook holds in a hand of so many cards."""
        if self.bidding == SIMULTANEOUS:
            return False
        return self.hook if isinstance(self.hook, bool) else dealt not in self.hook

    def asked_first(self, players: int) -> dict[str, str]:
        hook = "hook" if self.hook else "no hook"
        if self.bidding == SIMULTANEOUS:
            hook = "all bid at once"
        elif not isinstance(self.hook, bool):
            hook = f"no hook with {_cards(self.hook)}"
        return {"bidding": "", "hook": hook, "hand_sizes": self._sizes_in_words(players), "max_cards": ""}

    def _sizes_in_words(self, players: int) -> str:
        """ "10 down to 1 and up"."""
        if not isinstance(self.hand_sizes, str):
            return sizes_in_words([*map(str, self.hand_sizes)])
        most = self.most_cards(players)
        words = {
            "down-up": f"{most} down to 1 and up",
            "up-down": f"1 up to {most} and down",
            "down": f"{most} down to 1",
            "up": f"1 up to {most}",
        }
        return words.get(self.hand_sizes, f"{counted(most, 'card')} in every hand")

    def most_cards(self, players: int) -> int:
        """The cards of the largest hand of this many players, where the hand sizes are no list."""
        if self.max_cards:
            return self.max_cards
        one = self.one_pack(players)
        if one.fewer:
            return one.size // players
        # With Atkinson's jokers six players have 9 cards in every hand [S2].
        return min(MOST_ALIKE, one.size // players) if self.hand_sizes == SAME else MOST_CARDS[players]

    def one_pack(self, players: int) -> Pack:
        """A pack before any cards of a second one are added [S2]."""
        low = LOW_CARDS if self.short_pack and players == THREE else 0
        one = Pack(lowest=LOWEST + low // len(SUITS), fewer=low % len(SUITS))
        if self.jokers == "high or low":
            # "If there are 5 players the four deuces are removed leaving 50 cards" [S2].
            return replace(one, lowest=one.lowest + (players == FIVE), joker_named=NAMED_JOKERS)
        return replace(one, joker_suit=self.jokers == "suit of their own")

    def pattern(self, players: int) -> tuple[int, ...]:
        """The cards of every hand for this many players [S2, rules 5]."""
        if not isinstance(self.hand_sizes, str):
            return tuple(self.hand_sizes)
        up = tuple(range(1, self.most_cards(players) + 1))
        down, again = up[::-1], 0 if self.doubled_middle else 1
        there_and_back = {"down-up": down + up[again:], "up-down": up + down[again:]}
        return {**there_and_back, "down": down, "up": up, SAME: up[-1:]}[self.hand_sizes]


SCORINGS = (
    *({"scoring": name} for name in METHODS),
    *(
        {name: preset.chosen[name] for name in ("scoring", "own")}
        for preset in OhHellOptions.presets
        if "own" in preset.chosen
    ),
)
"""Every way to score that has a name, as house rules."""
