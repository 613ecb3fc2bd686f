"""A field of a hand: the same value in memory, in the file, as people write it, and by its schema."""

from decimal import Decimal
from typing import Any

import pytest

from scorer.rules.calls import BIDDABLE, Bid, Contract, Denomination, Word
from scorer.rules.core import Rule
from scorer.rules.fields import (
    BidField,
    ChoiceField,
    Context,
    ContractField,
    CountField,
    Field,
    FlagField,
    PerPlayer,
    PerSide,
    PlayerField,
    PointsField,
    TrumpField,
)
from scorer.rules.pirate_bridge.game import PirateBridge
from scorer.rules.reading import FormatError

NAMES = ("Amber", "Betty", "Cindy", 'Di, "the 2nd"')
SIDES = ("Amber & Cindy", "Betty & Di")
SIX = Rule("Six", "No number is over six.")


class Anything(PirateBridge):
    """A table that takes every value, but for numbers over six."""

    def check_in_hand(self, key: str, value: Any, carry: Any) -> None:
        number = value.level if isinstance(value, Bid) else value
        SIX.require(not isinstance(number, int) or number in range(7), f"{value} is over six.", key)


CONTEXT = Context(Anything.of(NAMES), "field", None)

# field, value, file value, cell
VALUES: tuple[tuple[Field, Any, Any, object], ...] = (
    (ContractField(), Contract(Bid(4, Denomination.HEARTS), 1), "4HX", "4HX"),
    (ContractField(), Contract(Bid(2, Denomination.MINOR)), "2minor", "2minor"),
    (PlayerField(), 3, 'Di, "the 2nd"', 'Di, "the 2nd"'),
    (CountField(), 6, 6, 6),
    (ChoiceField(("garde", "Garde sans")), "Garde sans", "Garde sans", "Garde sans"),
    (FlagField(), True, True, "true"),
    (FlagField(), False, False, "false"),
    (TrumpField(), Denomination.NO_TRUMP, "NT", "NT"),
    (BidField(), Bid(5), 5, 5),
    (BidField(), Bid(5, blind=True), "blind 5", "blind 5"),
    (BidField(), Word.BLIND_NIL, "blind nil", "blind nil"),
    (PointsField(), Decimal("0.5"), Decimal("0.5"), Decimal("0.5")),
    (
        PerPlayer(CountField()),
        (1, 2, 3, 4),
        {"Amber": 1, "Betty": 2, "Cindy": 3, 'Di, "the 2nd"': 4},
        'Amber 1, Betty 2, Cindy 3, "Di, ""the 2nd""" 4',
    ),
    (PerPlayer(BidField(), every=False), (None, Word.NIL, None, None), {"Betty": "nil"}, "Betty nil"),
    (PerSide(CountField()), (6, 5), [6, 5], "6 – 5"),
)
EACH = pytest.mark.parametrize(("field", "value", "file_value", "cell"), VALUES)


@EACH
def test_what_is_written_to_the_file_or_in_a_cell_is_read_from_it(
    field: Field, value: Any, file_value: Any, cell: object
) -> None:
    assert field.write(value, NAMES) == file_value
    assert field.read(file_value, "$", CONTEXT) == value
    assert field.parse(str(cell), NAMES) == file_value


@EACH
def test_each_owner_has_a_value(field: Field, value: Any, file_value: Any, cell: object) -> None:
    assert len(field.owners(NAMES, SIDES)) == len(field.values(value))


@pytest.mark.parametrize("contract", [Contract(Bid(2, each), 2) for each in BIDDABLE], ids=str)
def test_a_contract_is_read_as_the_app_shows_and_says_it(contract: Contract) -> None:
    written = f"{contract.bid.words} redoubled", contract.symbols, f"{contract.bid.symbols} XX", str(contract)
    assert {ContractField().parse(text, ()) for text in written} == {str(contract)}


DOUBLED_HEARTS = ("6♥X", "6hx", "6 H x", "06HX", "6♥\ufe0eX", "6 ♥ x", "6♥\ufe0f X", "6♡x")
DOUBLED_HEARTS += ("6 hearts doubled", "6 Heart  X")
WRITTEN: tuple[tuple[Field, Any, tuple[str, ...]], ...] = (
    (ContractField(), "6HX", DOUBLED_HEARTS),
    (ContractField(), "3NT", ("3N", "3 NT", "3 no trump", "3 No-trumps", "3 notrump")),
    (PerSide(CountField()), [7, 6], ("7-6", "7 - 6", "7–6", "7—6", "7/6", "7:6", "7 − 6")),
    (PointsField(), Decimal("-4.5"), ("-4,5", "–4,5", "—4.5", "−4.5")),
    (ChoiceField(("garde", "Garde sans")), "Garde sans", ("garde  SANS",)),
    (PlayerField(), "Amber", ("amber",)),
    (PerPlayer(CountField()), {"Amber": 1, "Betty": 2}, ("amber 1, BETTY:2",)),
)


@pytest.mark.parametrize(("field", "value", "texts"), WRITTEN)
def test_a_value_is_read_as_people_write_it(field: Field, value: Any, texts: tuple[str, ...]) -> None:
    assert [field.parse(text, NAMES) for text in texts] == [value] * len(texts)


def test_a_name_in_other_capitals_is_left_where_it_can_be_two_players() -> None:
    assert PlayerField().parse("ann", ("Ann", "ANN")) == "ann"
    assert PlayerField().parse("ANN", ("Ann", "ANN")) == "ANN"


def test_a_comma_before_three_digits_is_no_decimal_comma_unless_it_is_said_to_be() -> None:
    with pytest.raises(ValueError, match="is no number"):
        PointsField().parse("1,250", ())


def test_names_are_changed_wherever_they_stand() -> None:
    assert PlayerField().renamed("Amber", {"Amber": "Ann"}) == "Ann"
    assert PerPlayer(CountField()).renamed({"Amber": 1, "Betty": 2}, {"Amber": "Ann"}) == {"Ann": 1, "Betty": 2}
    assert CountField().renamed(1, {"Amber": "Ann"}) == 1


def test_a_trick_more_of_one_side_is_one_less_of_the_other() -> None:
    assert PerSide(CountField()).shifted((6, 7), 1) == (7, 6)
    assert CountField().shifted(6, -1) == 5
    assert PerPlayer(CountField()).shifted((1, 2), 1) is None


@pytest.mark.parametrize(
    ("field", "file_value"),
    [
        (PerPlayer(CountField()), {"Amber": 1}),
        (PerPlayer(CountField()), {**dict.fromkeys(NAMES, 1), "Zoe": 1}),
        (PerSide(CountField()), [1]),
        (CountField(), True),
        (TrumpField(), "minor"),
        (BidField(), "blind x"),
        (ContractField(), "six"),
    ],
)
def test_what_is_no_value_is_refused(field: Field, file_value: Any) -> None:
    with pytest.raises(FormatError):
        field.read(file_value, "$", CONTEXT)
