"""The house rules of Spades: the variant, and what each variant leaves to the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..calls import SUITS
from ..options import Listed, Options, option
from ..partners import carry_option, totals_option
from ..tricks.cards import JOKERS, Card, parse_cards

VARIANTS = ("standard", "new-york")
STANDARD, NEW_YORK = (("variant", name) for name in VARIANTS)
PRICES = range(1001)
HIGH = (*JOKERS, *(Card(suit, 2) for suit in SUITS))
"""The cards that a table may set above the ace of spades [S2]."""


def high_cards(text: str) -> list[str]:
    """ "red joker, BJ, 2♦" in the words of the sheet file. Raises ValueError."""
    return [str(card) for card in parse_cards(text)]


@dataclass(frozen=True)
class SpadesOptions(Options):
    variant: str = option(
        "standard",
        VARIANTS,
        "Variant",
        "How the table bids.",
        words={"new-york": "New York"},
        sentences={
            "standard": "everybody bids, with nil and bags",
            "new-york": "each side agrees on one bid of 4 to 10, and three tricks too many are as bad as one "
            "too few; contributed by Christian A. Baxter",
        },
        formerly={"barmore": "new-york"},
    )
    bidding: str = option(
        "players",
        ("players", "sides"),
        "Who bids",
        "Whether partners bid each for themselves, or agree on one number for their side.",
        only=STANDARD,
        words={"players": "each player", "sides": "each side"},
        sentences={
            "players": "and the bids of partners add up",
            "sides": "one number that partners agree on aloud, the dealer’s opponents first; a nil stays a "
            "player’s own",
        },
    )
    target: int = option(500, range(1, 10_001), "Target", "The side that first has so many points wins.")
    blind_margin: int = option(
        100,
        PRICES,
        "Blind bids from",
        "A side must be so many points behind to bid blind nil, or in New York blind; with 0 it always may.",
    )
    bag_limit: int = option(
        10, range(101), "Bags that cost", "So many bags cost the penalty; with 0 they never do.", only=STANDARD
    )
    bag_penalty: int = option(100, PRICES, "Bag penalty", "What so many bags cost a side.", only=STANDARD)
    nil: int = option(100, PRICES, "Nil", "What a nil pays if made, and costs if it fails.", only=STANDARD)
    blind_nil: int = option(
        200, PRICES, "Blind nil", "What a blind nil pays if made, and costs if it fails.", only=STANDARD
    )
    failed_nil: str = option(
        "bags",
        ("bags", "partner", "ignored"),
        "Tricks of a failed nil",
        "What becomes of the tricks that a player takes who has bid nil.",
        only=STANDARD,
        words={"bags": "they are bags", "partner": "they help the partner", "ignored": "they count for nothing"},
        sentences={"bags": "and do not help the partner’s bid", "partner": "to make the bid"},
    )
    high_spades: str | Sequence[str] = option(
        "none",
        Listed(
            ("none",),
            tuple(map(str, HIGH)),
            len(HIGH),
            "the highest first",
            "RJ, BJ, D2, S2",
            high_cards,
            each_once=True,
        ),
        "Above the ace of spades",
        "Twos, or the two jokers of a pack of 54 cards, that are spades and rank above the ace. The check of a "
        "trick goes by it.",
        only=STANDARD,
        words={str(card): card.symbols for card in HIGH},
    )
    twos_out: str = option(
        "clubs and hearts",
        ("clubs and hearts", "diamonds and hearts"),
        "Twos taken out",
        "Which two twos make room for the jokers.",
        only=NEW_YORK,
        words={"clubs and hearts": "♣2 and ♥2", "diamonds and hearts": "♦2 and ♥2"},
        sentences={
            "clubs and hearts": "♦2 is a spade above ♠2",
            "diamonds and hearts": "both red ones; ♣2 is the lowest club, as Redd reports it",
        },
    )
    high_joker: str = option(
        "red",
        ("red", "black"),
        "Highest trump",
        "Which joker is the highest trump; the other one is the second.",
        only=NEW_YORK,
        words={"red": "red joker", "black": "black joker"},
    )
    sets_to_lose: int = option(
        2, range(2, 11), "Sets that lose", "A side set so many times in a row loses the game.", only=NEW_YORK
    )
    first_hand: str = option(
        "unbid",
        ("unbid", "bid"),
        "First hand",
        "How the first hand is played.",
        only=NEW_YORK,
        words={"unbid": "without bids", "bid": "with bids"},
        sentences={"unbid": "10 points for each trick", "bid": "as all the others"},
    )
    failed_ten: int = option(200, PRICES, "Failed ten", "What a failed bid of 10 costs.", only=NEW_YORK)
    totals: str = totals_option()
    carry_goes: str = carry_option("bags, sets in a row, and the points by which it is behind for blind bids")

    def asked_first(self, players: int) -> dict[str, str]:
        return {"target": f"to {self.target}"}
