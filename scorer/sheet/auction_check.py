"""The check of an auction: calls as a table remembers them, and the first of them that was not legal."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..rules.auctions import Auction
from ..rules.calls import Bid, Call, Denomination, Word
from ..rules.core import Rule, RuleViolation, Seat, listed

_SILENCE, _REFUSAL = (Word.NO_PROPOSAL, Word.PASS), (Word.REJECT, Word.DECLINE)
SAID: dict[Word, tuple[str, ...]] = {
    Word.NO_PROPOSAL: ("no proposal", "np", "n.p"),
    Word.PASS: ("pass", "passes", "passed", "p", "-", "–", "—"),
    Word.ACCEPT: ("accept", "accepts", "accepted", "acc", "yes"),
    Word.REJECT: ("reject", "rejects", "rejected", "rej"),
    Word.DECLINE: ("decline", "declines", "declined", "dec", "no thanks", "no thank you"),
    Word.DOUBLE: ("x", "double", "doubles", "doubled", "dbl"),
    Word.REDOUBLE: ("xx", "redouble", "redoubles", "redoubled", "rdbl"),
    Word.NIL: ("nil",),
    Word.BLIND_NIL: ("blind nil", "bn"),
}
"""How a table may write a word. Silence and refusal are heard in the word that the game has for them."""
_WORDS = {text: word for word, texts in SAID.items() for text in texts}
_NAMES: dict[Denomination, tuple[str, ...]] = {
    Denomination.CLUBS: ("c", "club", "clubs", "♣"),
    Denomination.DIAMONDS: ("d", "diamond", "diamonds", "♦"),
    Denomination.HEARTS: ("h", "heart", "hearts", "♥"),
    Denomination.SPADES: ("s", "spade", "spades", "♠"),
    Denomination.NO_TRUMP: ("nt", "n", "no trump", "no-trump", "notrump", "no trumps"),
    Denomination.MINOR: ("minor",),
    Denomination.RED: ("red",),
    Denomination.BLACK: ("black",),
    Denomination.MAJOR: ("major",),
}
_DENOMINATIONS = {text: denomination for denomination, texts in _NAMES.items() for text in texts}
_BID = re.compile(r"(blind )?(\d{1,3}|love\b) ?(\D*)")
LOVE = "love"
"""What 10 Bridge calls the level 0."""
_VERB = re.compile(r"(?:proposes?|proposed|bids?|calls?|called|says?|said) (?=\S)")
_ANSWER = re.compile(r"(\D+?) (\d.*)")
_NUMBERED = re.compile(r"\d{1,3}[.)]\s+")
_PICTURES = str.maketrans("", "", "\ufe0e\ufe0f")
"""Marks with which a phone asks for a suit's letter or its picture."""


class UnreadableCallError(ValueError):
    """A line that is no call of this table; line: from 1."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(detail)
        self.line = line
        self.detail = detail


class IllegalCall(NamedTuple):
    """The first call that the rules do not allow. number: which call, line: of the text, both from 1."""

    number: int
    line: int
    seat: Seat
    call: Call
    violation: RuleViolation


class AuctionCheck(NamedTuple):
    """auction: as the legal calls have led to it; what could have been said is what is legal in it. changed: each
    call that was changed in time, as a sentence, with the rule that allows it.
    """

    auction: Auction
    illegal: IllegalCall | None = None
    changed: tuple[tuple[str, Rule | None], ...] = ()


def check_calls(auction: Auction, text: str) -> AuctionCheck:
    """Let an auction before its first call hear a text, a call a line. Who speaks may be left out.

    Stops at the first line that is at fault. Raises UnreadableCallError where it is no call.
    """
    number, changed = 0, list[tuple[str, Rule | None]]()
    for line, written in enumerate(text.splitlines(), 1):
        words = " ".join(_NUMBERED.sub("", written.translate(_PICTURES).strip(), count=1).split())
        if not words:
            continue
        try:
            seat, call = _spoken(auction, words)
        except ValueError as error:
            raise UnreadableCallError(line, str(error)) from None
        number += 1
        try:
            if after := auction.instead(seat, call):
                changed.append(_change(auction, call))
            auction = after or auction.call(seat, call)
        except RuleViolation as violation:
            return AuctionCheck(auction, IllegalCall(number, line, seat, call, violation), (*changed,))
    return AuctionCheck(auction, changed=(*changed,))


def _change(auction: Auction, call: Call) -> tuple[str, Rule | None]:
    """That the last call was changed to this one, and the rule that allows it."""
    seat, before = auction.calls[-1]
    sentence = f"{auction.name(seat)} changed {before} to {call} before {auction.name(auction.turn)} had bid."
    return sentence, auction.change_rule


def _spoken(auction: Auction, words: str) -> tuple[Seat, Call]:
    """Who speaks, and what. Raises ValueError."""
    # A line that is a call as it stands names nobody, whatever the players are called.
    if (call := _heard(auction, words)) is not None:
        return _next(auction), call
    seat, rest = _named(auction, words)
    if not rest:
        raise ValueError(f"{auction.name(seat)} makes no call here.")
    call = _heard(auction, rest)
    if call is None:
        raise ValueError(f"“{rest[:40]}” is no call of any game.")
    return seat, call


def _next(auction: Auction) -> Seat:
    """Whose turn it is; after the end, who would come next."""
    if auction.turn is not None:
        return auction.turn
    return (auction.calls[-1][0] + 1) % len(auction.players) if auction.calls else 0


def _named(auction: Auction, words: str) -> tuple[Seat, str]:
    """The player at the beginning of a line, and what follows the name. Raises ValueError."""
    by_name = sorted(auction.players, key=lambda name: (not words.startswith(name), -len(name)))
    for name in by_name:
        rest = words[len(name) :]
        if words[: len(name)].casefold() == name.casefold() and not rest[:1].isalnum():
            return auction.players.index(name), _call_part(rest)
    name, colon, rest = words.partition(":")
    begun = [seat for seat, player in enumerate(auction.players) if player.casefold().startswith(name.casefold())]
    if not colon or not name:
        raise ValueError(f"“{words[:40]}” is no call of any game, and begins with no player of this table.")
    if not begun:
        raise ValueError(f"“{name[:40]}” is not at this table: {listed(auction.players)} are.")
    if len(begun) > 1:
        raise ValueError(f"“{name[:40]}” may be {' or '.join(auction.players[seat] for seat in begun)}.")
    return begun[0], _call_part(rest)


def _call_part(rest: str) -> str:
    """What follows a name: a dash before a call is no silence."""
    rest = rest.lstrip(" :,")
    return rest.lstrip("-–— ") or rest


def _heard(auction: Auction, words: str) -> Call | None:
    """The call that these words are in this game; None where they are none in any. Raises ValueError for an answer
    that repeats another bid than was made.
    """
    words = words.casefold().strip("“”\"'.!;, ").removeprefix("i ")
    words = _VERB.sub("", words, count=1)
    if words in _WORDS:
        return _in_game(auction, _WORDS[words])
    if words == "no":
        return _in_game(auction, Word.REJECT if auction.stage == "acceptance" else Word.PASS)
    if bid := _bid(words):
        return bid
    answer = _ANSWER.fullmatch(words)
    if answer and answer[1] in _WORDS and (repeated := _bid(answer[2])):
        proposal = getattr(auction, "proposal", None)
        if proposal is not None and repeated != proposal:
            raise ValueError(f"{repeated.symbols} is not what was bid: it was {proposal.symbols}.")
        return _in_game(auction, _WORDS[answer[1]])
    return None


def _bid(words: str) -> Bid | None:
    match = _BID.fullmatch(words)
    if not match or (match[3] and match[3] not in _DENOMINATIONS):
        return None
    level = 0 if match[2] == LOVE else int(match[2])
    return Bid(level, _DENOMINATIONS.get(match[3]), blind=bool(match[1]))


def _in_game(auction: Auction, word: Word) -> Word:
    """The game's own word for silence, or for a refusal; who is asked for an answer and passes declines [S1]."""
    vocabulary = auction.vocabulary()
    if word is Word.PASS and word in vocabulary and auction.stage == "acceptance":
        word = Word.DECLINE
    for alike in (_SILENCE, _REFUSAL):
        if word in alike:
            return next((same for same in alike if same in vocabulary), word)
    return word


@dataclass(frozen=True)
class BidSpan:
    """Bids that may be said: the numbers first to last, each in all these denominations, or by itself."""

    first: int
    last: int
    denominations: tuple[Denomination, ...]
    blind: bool = False


def legal_bids(auction: Auction) -> tuple[BidSpan, ...]:
    """What the player in turn may bid, numbers of the same denominations together."""
    levels: dict[tuple[int, bool], tuple[Denomination, ...]] = {}
    for call in auction.legal():
        if isinstance(call, Bid):
            named = (call.denomination,) if call.denomination else ()
            levels[call.level, call.blind] = (*levels.get((call.level, call.blind), ()), *named)
    groups: list[BidSpan] = []
    for (level, blind), named in levels.items():
        last = groups[-1] if groups else None
        if last and (last.last + 1, last.denominations, last.blind) == (level, named, blind):
            groups[-1] = replace(last, last=level)
        else:
            groups.append(BidSpan(level, level, named, blind))
    return tuple(groups)


def legal_words(auction: Auction) -> tuple[Word, ...]:
    """What may be said instead of a bid."""
    return tuple(call for call in auction.legal() if isinstance(call, Word))
