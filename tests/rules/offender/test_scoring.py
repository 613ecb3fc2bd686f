"""The mistakes that scoring Offender by hand invites: each against a sentence of the document [S0 Scoring]."""

from hypothesis import given

from scorer.rules.calls import parse_contract
from scorer.rules.offender import Offender, OffenderHand

from ..drawing import MANY, played

FIVE = ("Amber", "Betty", "Cindy", "Diana", "Ellie")


def mistakes(contract: str, tricks: int) -> dict[str, list[int]]:
    """What each slip gives everybody; Amber proposed and Cindy accepted."""
    hand = OffenderHand(parse_contract(contract), 0, 2, tricks)
    game = Offender.of(FIVE)
    return {slip.name: [int(slip.score.total(seat)) for seat in range(5)] for slip in game.mistakes(hand, 4)}


def test_the_slips_of_a_contract_made() -> None:
    """Game 1 of the table: 49 and 6 are due."""
    assert mistakes("6H", 7) == {
        "The bonus was counted on the 7 tricks the offense took, not on the bid": [56, 6, 56, 6, 6],
        "The bonus of the offense went to the defense": [28, 27, 28, 27, 27],
        "The bonus went to both sides": [49, 27, 49, 27, 27],
        "The 6 points for the tricks of the defense were shared out among its 3 players, though each scores them "
        "whole": [49, 2, 49, 2, 2],
        "The defense was counted singly: 1 trick of their own, not all 3 of the defense": [49, 1, 49, 1, 1],
        "The defense was counted singly: 2 tricks of their own, not all 3 of the defense": [49, 3, 49, 3, 3],
        "The 28 points for the tricks of the offense were shared out among its 2 players, though each scores them "
        "whole": [35, 6, 35, 6, 6],
        **{
            f"The offense was counted singly: {own} of their own, not all 7 of the offense": [due, 6, due, 6, 6]
            for own, due in zip(
                ("1 trick", *(f"{n} tricks" for n in range(2, 7))), (22, 24, 27, 31, 36, 42), strict=True
            )
        },
    }


def test_the_bonus_of_a_contract_set_may_be_counted_on_the_tricks_of_either_side() -> None:
    """Game 2 of the table, 21 and 38, with its bonus of 28 counted on 6 tricks and on 4."""
    found = mistakes("7S", 6)
    assert found["The bonus was counted on the 6 tricks the offense took, not on the bid"] == [21, 31, 21, 31, 31]
    assert found["The bonus was counted on the 4 tricks the defense took, not on the bid"] == [21, 20, 21, 20, 20]
    assert found["The bonus of the defense went to the offense"] == [49, 10, 49, 10, 10]


@MANY
@given(played())
def test_every_hand_has_its_slips_and_each_is_named_once(hand: tuple[Offender, OffenderHand]) -> None:
    game, played_hand = hand
    names = [slip.name for slip in game.mistakes(played_hand, 0)]
    assert len(names) == len(set(names)) >= 3
