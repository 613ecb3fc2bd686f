"""Cards, who wins a trick, and the tricks of a whole hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import SUITS, Denomination
from scorer.rules.registry import GAMES
from scorer.rules.spades.rules import SpadesOptions
from scorer.rules.tricks import BLACK_JOKER, RED_JOKER, WHOLE_PACK, Card, Pack, Trick, parse_card, parse_cards

from .positions import GAMES_WITH_PLAY

HEARTS, SPADES, CLUBS = Denomination.HEARTS, Denomination.SPADES, Denomination.CLUBS


@pytest.mark.parametrize("text", ["H10", "HT", "♥10", "♥T", "10H", "th", " h10 ", "♥\ufe0e10", "10♥\ufe0f"])
def test_a_card_is_known_in_each_notation(text: str) -> None:
    assert parse_card(text) == Card(HEARTS, 10)


@pytest.mark.parametrize(
    "text", ["", "H", "10", "H1", "H11", "H100", "XA", "1NT", "HH10", "H10 S4", "ten of hearts"]
)
def test_what_is_no_card_is_malformed(text: str) -> None:
    with pytest.raises(ValueError, match="is no card: a card is a suit and a rank"):
        parse_card(text)


@given(st.sampled_from([*WHOLE_PACK.cards, RED_JOKER, BLACK_JOKER]))
def test_a_written_card_is_read_as_itself(card: Card) -> None:
    assert parse_card(str(card)) == parse_card(card.symbols) == parse_card(str(card).lower()) == card


def test_cards_stand_one_after_another_with_spaces_or_commas() -> None:
    assert parse_cards(" SA, h10;♣2 ") == (Card(SPADES, 14), Card(HEARTS, 10), Card(CLUBS, 2))
    assert parse_cards("  ") == ()
    assert parse_cards("red joker, bj S2 Black Joker")[:2] == (RED_JOKER, BLACK_JOKER)
    assert parse_cards("red joker, bj S2 Black Joker")[3] == BLACK_JOKER
    with pytest.raises(ValueError, match="“zebra” is no card"):
        parse_cards("SA zebra")


def test_a_pack_has_one_of_each_and_the_aces_are_high() -> None:
    assert len(set(WHOLE_PACK.cards)) == 52
    assert len(set(Pack(lowest=5).cards)) == 40  # [S3 Naming: 40 cards, without twos, threes and fours]
    assert max(card.rank for card in WHOLE_PACK.cards) == parse_card("SA").rank


NEW_YORK = "spades in New York"
PROMOTED = [*map(parse_card, ["S2", "D2", "BJ", "RJ"])]
"""[S2] From the lowest above the ace of spades."""


@st.composite
def tricks(draw: st.DrawFn, key: str) -> Trick:
    """Any cards of the game's pack from everybody, whatever they may have held."""
    game = GAMES[key.partition(" ")[0]]
    seats = draw(st.sampled_from(list(game.sizes)))
    options = SpadesOptions(variant="new-york") if key == NEW_YORK else None
    table = game.of(tuple("abcdefg"[:seats]), options)
    play = table.play_rules({}, 0, table.carrying.first)
    assert play
    cards = draw(st.permutations(play.pack.cards).map(lambda cards: cards[:seats]))
    trump = draw(st.sampled_from([*SUITS, None]))
    shown = draw(st.none() | st.integers(0, seats - 1)) if play.hidden else 0
    return Trick.of(draw(st.integers(0, seats - 1)), cards, trump, shown, play.pack)


@pytest.mark.parametrize("key", [*GAMES_WITH_PLAY, NEW_YORK])
@given(data=st.data())
def test_the_winner_is_the_highest_trump_else_the_highest_of_the_suit_led(key: str, data: st.DataObject) -> None:
    """Told again by sorting."""
    trick = data.draw(tricks(key))
    shown = len(trick.plays) if trick.shown is None else trick.shown
    promoted = PROMOTED if key == NEW_YORK else []
    suits = [SPADES if play.card in promoted else play.card.suit for play in trick.plays]
    trumps = [
        play for at, play in enumerate(trick.plays) if suits[at] is trick.trump and at >= shown
    ]  # no card before it was shown
    of_led = [play for at, play in enumerate(trick.plays) if suits[at] is suits[0]]
    candidates = of_led if suits[0] is trick.trump else trumps or of_led
    order = [card for card in sorted(WHOLE_PACK.cards, key=lambda card: card.rank) if card not in promoted]
    assert trick.winner == max(candidates, key=lambda play: [*order, *promoted].index(play.card))


@pytest.mark.parametrize("key", [*GAMES_WITH_PLAY, NEW_YORK])
@given(data=st.data())
def test_a_card_takes_the_trick_exactly_if_it_would_win_it_so_far(key: str, data: st.DataObject) -> None:
    trick = data.draw(tricks(key))
    for at, play in enumerate(trick.plays):
        so_far = replace(trick, plays=trick.plays[: at + 1])
        assert trick.takes(at, play.card) == (so_far.winner == play)
