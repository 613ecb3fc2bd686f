"""10 Bridge as formulas [S3]: trick points, games and bonuses, and the part scores that the sides carry on."""

from collections.abc import Sequence

from ...rules import ten_bridge
from ...rules.calls import DOUBLED, Denomination
from ...rules.ten_bridge import GAME, HALF, MOST_DOWN, SUPER_GAME, TRICKS, TenBridge
from ...sheet.core.ledger import Row
from .formulas import FORMULAS, Formulas, Working, bid, doubled, every, is_trump, pays, player, took, trump

HAND, POINTS, CARRIED = "the hand", "points", "carried part score"
LEVEL = "[contract.bid]"
KINDS = (ten_bridge.MINOR, ten_bridge.MAJOR, ten_bridge.NO_TRUMP)


def _by_denomination(minor: object, major: object, no_trump: object) -> str:
    of_suits = f"IF({is_trump(Denomination.MINOR, Denomination.RED)},{minor},{major})"
    return f'IF([contract.trump]="{trump(Denomination.NO_TRUMP)}",{no_trump},{of_suits})'


A_TRICK = _by_denomination(*(doubled(*values) for values in KINDS))
COUNTED = f"IF([=off]>=0,[tricks]-{HALF},MIN({MOST_DOWN},-[=off]))"
# Of the tricks that were bid, with the part score before the hand.
TOGETHER = "[=before]+[=bid points]"
IS_SUPER = f"OR([=bid points]>={SUPER_GAME},AND([=bid points]>={GAME},{TOGETHER}>={SUPER_GAME}))"
REACHED = f"IF({IS_SUPER},{ten_bridge.FOR_SUPER_GAME},IF({TOGETHER}>={GAME},{ten_bridge.FOR_GAME},0))"
LEVELS = f"MAX(0,{LEVEL}-{_by_denomination(*(ten_bridge.GAME_LEVEL[values] for values in KINDS))})"
EXTRA = f"{ten_bridge.FOR_EXTRA_LEVEL}*{LEVELS}+IF({LEVEL}={HALF},{ten_bridge.FOR_FULL_HOUSE},0)"
OVER_OR_UNDER = f"{doubled(0, 5, 10)}*2^(MIN(IF([=off]<0,{MOST_DOWN},{TRICKS}),ABS([=off]))-1)"
# A game that was made with a part score wipes out both; what makes no game is carried on.
ALONE = f"[=bid points]>=IF([=game]={ten_bridge.FOR_SUPER_GAME},{SUPER_GAME},{GAME})"
WIPED = f"AND([=game]>0,[=before]>0,NOT({ALONE}))"
HANDS_ON = f"IF({WIPED},0,[<carried]+IF(AND([=game]=0,[?declarer]),[=bid points],0))"

WORKINGS = (
    player("declarer", HAND),
    bid(HAND),
    took(HAND),
    Working("off", HAND, "over or under", f"[tricks]-{HALF}-{LEVEL}", lambda row: row.result.off),
    Working("a trick", HAND, "a trick", A_TRICK, lambda row: row.result.a_trick),
    Working(
        "before",
        HAND,
        "part score before",
        "IF([?declarer:0],[<carried:0],[<carried:1])",
        lambda row: row.judged.table.carry.carried[row.game.column_of(row.result.declarer)],
        10,
    ),
    Working(
        "bid points",
        POINTS,
        "of the tricks bid",
        f"IF([=off]>=0,[=a trick]*{LEVEL},0)",
        lambda row: row.result.bid_points if row.result.made else 0,
        9,
    ),
    Working(
        "tricks",
        POINTS,
        "for tricks",
        f"IF({LEVEL}=0,{ten_bridge.FOR_LOVE},[=a trick]*{COUNTED})",
        pays(ten_bridge.LOVE, ten_bridge.TRICK_POINTS, ten_bridge.UNDERTRICKS),
    ),
    Working(
        "game",
        POINTS,
        "for a game",
        f"IF([=bid points]=0,0,{REACHED})",
        pays(ten_bridge.SINGLE_GAME, ten_bridge.SINGLE_SUPER_GAME, ten_bridge.CARRIED_GAME),
    ),
    Working(
        "bonus",
        POINTS,
        "bonus",
        f"IF({LEVEL}=0,0,IF([=off]>=0,{EXTRA},0)+IF([=off]=0,0,{OVER_OR_UNDER}))",
        pays(ten_bridge.EXTRA_LEVEL, ten_bridge.FULL_HOUSE, ten_bridge.OVERTRICKS, ten_bridge.UNDERTRICK_BONUS),
    ),
)


def _carried(side: int, name: str) -> Working:
    def value(row: Row) -> int:
        return row.judged.after.carry.carried[side]

    return Working("carried", CARRIED, name, HANDS_ON, value, 10, every, "[<carried]", "part_scores", side)


@FORMULAS.register(TenBridge)
def formulas(games: Sequence[TenBridge], columns: Sequence[str]) -> Formulas:
    return Formulas(
        # They go to the declarer's side where the contract was made, else to the other.
        "IF([?declarer]=([=off]>=0),[=tricks]+[=game]+[=bonus],0)",
        (*WORKINGS, *(_carried(side, name) for side, name in enumerate(columns))),
        limits={"tricks": (0, TRICKS), "contract": (0, HALF)},
        lists={"contract.trump": [*map(trump, ten_bridge.DENOMINATIONS)], "contract.doubled": DOUBLED[1:]},
        closing=f"IF([=carried]>0,{ten_bridge.FOR_PART_SCORE},0)",
    )
