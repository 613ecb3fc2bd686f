"""The calls of an auction as keys on a page, and why some cannot be made now."""

from dataclasses import dataclass

from ...rules.auctions import Auction
from ...rules.calls import Bid, Call, Denomination, Word
from ...rules.core import RuleViolation

SILENCES = (Word.NO_PROPOSAL, Word.PASS)
ANSWERS = (Word.ACCEPT, Word.REJECT, Word.DECLINE)
LABELS = {Word.DOUBLE: "Double", Word.REDOUBLE: "Redouble"}


@dataclass(frozen=True)
class PanelKey:
    """One key. value: the text that a form sends for it; call: what it stands for, as the sheet file writes it;
    refusal: why it may not be said now.
    """

    value: str
    label: str
    call: str
    refusal: RuleViolation | None


@dataclass(frozen=True)
class SuitKey:
    """One denomination. least: the lowest number that may be bid in it now; refusal: why not a lower one; call:
    the bid that is refused, as the sheet file writes it.
    """

    denomination: Denomination
    least: int
    call: str
    refusal: RuleViolation | None


class Panel:
    """The keys of whoever is to speak.

    levels: the numbers, by themselves; suits: what a number is followed by, empty where a bid is a number alone;
    silence: the word of saying nothing; words: the other words; answers: what is said to an offer.
    """

    def __init__(self, auction: Auction) -> None:
        vocabulary = auction.vocabulary()
        bids = [call for call in vocabulary if isinstance(call, Bid)]
        words = [call for call in vocabulary if isinstance(call, Word)]
        # The highest bid of a number stands for it: where even that is too low, all are.
        highest = {bid.level: bid for bid in bids}
        self.levels = [
            PanelKey(f"{level}", f"{level}", f"{bid}", auction.refusal(bid)) for level, bid in highest.items()
        ]
        named = dict.fromkeys(bid.denomination for bid in bids)
        self.suits = [_suit(auction, name, bids) for name in named if name]
        self.silence = next((_key(auction, word) for word in words if word in SILENCES), None)
        self.answers = [_key(auction, word) for word in words if word in ANSWERS]
        self.words = [_key(auction, word) for word in words if word not in (*SILENCES, *ANSWERS)]


def _suit(auction: Auction, denomination: Denomination, bids: list[Bid]) -> SuitKey:
    least, call, refusal = 0, "", None
    for bid in bids:
        if bid.denomination is denomination:
            refused = auction.refusal(bid)
            if refused is None:
                return SuitKey(denomination, bid.level, call, refusal)
            least, call, refusal = bid.level + 1, f"{bid}", refused
    return SuitKey(denomination, least, call, refusal)


def _key(auction: Auction, call: Call) -> PanelKey:
    text = str(call)
    label = LABELS.get(call, text.capitalize()) if isinstance(call, Word) else text
    return PanelKey(text, label, text, auction.refusal(call))
