"""The notation of calls and contracts [sheet-format]: capitals, no leading nought, doubles in a contract only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import BIDDABLE, Bid, Call, Contract, Denomination, Word, parse_call, parse_contract

from .drawing import ANY_CALLS, MANY

CALLS: list[tuple[str, Call]] = [
    ("3H", Bid(3, Denomination.HEARTS)),
    ("10S", Bid(10, Denomination.SPADES)),
    ("17C", Bid(17, Denomination.CLUBS)),
    ("1D", Bid(1, Denomination.DIAMONDS)),
    ("1NT", Bid(1, Denomination.NO_TRUMP)),
    ("0NT", Bid(0, Denomination.NO_TRUMP)),
    ("2minor", Bid(2, Denomination.MINOR)),
    ("3red", Bid(3, Denomination.RED)),
    ("4black", Bid(4, Denomination.BLACK)),
    ("5major", Bid(5, Denomination.MAJOR)),
    ("0", Bid(0)),
    ("13", Bid(13)),
    ("no proposal", Word.NO_PROPOSAL),
    ("pass", Word.PASS),
    ("accept", Word.ACCEPT),
    ("reject", Word.REJECT),
    ("decline", Word.DECLINE),
    ("X", Word.DOUBLE),
    ("XX", Word.REDOUBLE),
    ("nil", Word.NIL),
    ("blind nil", Word.BLIND_NIL),
]
CONTRACTS = [
    ("6H", Contract(Bid(6, Denomination.HEARTS))),
    ("1SX", Contract(Bid(1, Denomination.SPADES), 1)),
    ("2NTXX", Contract(Bid(2, Denomination.NO_TRUMP), 2)),
    ("0NT", Contract(Bid(0, Denomination.NO_TRUMP))),
    ("3redX", Contract(Bid(3, Denomination.RED), 1)),
    ("4SX", Contract(Bid(4, Denomination.SPADES), 1)),
]
NO_BID = ["3h", "3Nt", "03H", "00", "-1H", "+3H", "3 H", " 3H", "3H\n", "3HH", "H3", "H", "٣H", "３H", "3Ｈ", "3♥"]
NO_BID += ["3.0H", "3Minor", "2 minor", "3HXXX", "3HR", "", " ", "\x00"]
NO_CALL = [*NO_BID, "3HX", "Pass", "pass ", "pass\n", "x", "XXX", "no  proposal", "double", "Nil", "noproposal"]
NO_CONTRACT = [*NO_BID, "6", "X", "6HXXX", "6Hx", "6H X", "6XH", "pass", "nil", "6HX\n", "no proposal"]


@pytest.mark.parametrize(("text", "call"), CALLS)
def test_a_call_is_read_and_written_in_the_same_words(text: str, call: Call) -> None:
    assert parse_call(text) == call
    assert str(call) == text


def test_the_table_of_calls_leaves_out_no_word_and_no_denomination() -> None:
    calls = [call for _, call in CALLS]
    assert {call for call in calls if isinstance(call, Word)} == set(Word)
    assert {call.denomination for call in calls if isinstance(call, Bid)} == {None, *BIDDABLE}


@pytest.mark.parametrize(("text", "contract"), CONTRACTS)
def test_a_contract_is_read_and_written_with_its_doubles(text: str, contract: Contract) -> None:
    assert parse_contract(text) == contract
    assert str(contract) == text
    assert (contract.level, contract.denomination) == (contract.bid.level, contract.bid.denomination)


@pytest.mark.parametrize("text", NO_CALL)
def test_what_no_game_calls_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no call of any game"):
        parse_call(text)


@pytest.mark.parametrize("text", NO_CONTRACT)
def test_what_no_game_plays_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no contract"):
        parse_contract(text)


def test_a_long_text_is_quoted_only_in_part() -> None:
    with pytest.raises(ValueError, match=r"^“A{40}”") as refused:
        parse_call("A" * 10_000)
    assert len(str(refused.value)) < 80


def test_a_bid_is_shown_with_its_symbol_and_spoken_in_words() -> None:
    """[S0 annotated example: "propose 3 hearts"]"""
    suits = Denomination.HEARTS, Denomination.CLUBS, Denomination.SPADES, Denomination.DIAMONDS
    bids = [Bid(level, suit) for level, suit in zip((3, 5, 4, 6), suits, strict=True)]
    assert [bid.symbols for bid in bids] == ["3♥", "5♣", "4♠", "6♦"]
    assert [bid.words for bid in bids] == ["3 hearts", "5 clubs", "4 spades", "6 diamonds"]
    assert [Bid(1, suit).words for suit in suits] == ["1 heart", "1 club", "1 spade", "1 diamond"]
    assert Bid(1, Denomination.NO_TRUMP).words == "1 no-trump"
    assert Bid(1, Denomination.NO_TRUMP).symbols == "1 NT"
    assert Bid(4).words == Bid(4).symbols == "4"


def test_a_doubled_contract_says_so() -> None:
    assert parse_contract("1SX").symbols == "1♠ doubled"
    assert parse_contract("2NTXX").symbols == "2 NT redoubled"


@MANY
@given(ANY_CALLS)
def test_every_call_comes_back_from_its_notation(call: Call) -> None:
    assert parse_call(str(call)) == call


@MANY
@given(st.text(alphabet="0123456789CDHSNTXminorredblackmajorpass\n -", max_size=8) | st.text(max_size=8))
def test_a_text_that_is_read_is_written_the_same_again(text: str) -> None:
    for parse in (parse_call, parse_contract):
        try:
            read = parse(text)
        except ValueError:
            continue
        assert str(read) == text
