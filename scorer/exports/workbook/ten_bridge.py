"""10 Bridge as formulas [S3]: trick points, games and bonuses, and the part scores that the sides carry on."""

from typing import Any

from ...rules.calls import DOUBLED, Denomination
from ...rules.core import Rule
from ...rules.ten_bridge.game import DENOMINATIONS, FOR_PART_SCORE
from ...rules.ten_bridge.rules import (
    CARRIED_GAME,
    EXTRA_LEVEL,
    FULL_HOUSE,
    LOVE,
    OVERTRICKS,
    SINGLE_GAME,
    SINGLE_SUPER_GAME,
    TRICK_POINTS,
    UNDERTRICK_BONUS,
    UNDERTRICKS,
)
from ...rules.ten_bridge.scoring import (
    FOR_EXTRA_LEVEL,
    FOR_FULL_HOUSE,
    FOR_GAME,
    FOR_LOVE,
    FOR_SUPER_GAME,
    GAME,
    GAME_LEVEL,
    HALF,
    MAJOR,
    MINOR,
    MOST_DOWN,
    NO_TRUMP,
    SUPER_GAME,
    TRICKS,
    PartScores,
)
from ...sheet.core.ledger import Ledger, Row
from .formulas import CellRefs, Fact, Formulas, Limits, Working, bid, declarer, doubled, paid, trump

HAND, POINTS, CARRIED = "the hand", "points", "carried part score"


def _declares(refs: CellRefs, side: int) -> str:
    """Whether the declarer is of this side."""
    return f"OR({','.join(refs.is_player('declarer', refs.seated[seat]) for seat in (side, side + 2))})"


def _by_denomination(refs: CellRefs, minor: str, major: str, no_trump: str) -> str:
    named = refs.fact("contract", "trump")
    is_minor = f'OR({named}="{trump(Denomination.MINOR)}",{named}="{trump(Denomination.RED)}")'
    return f'IF({named}="{trump(Denomination.NO_TRUMP)}",{no_trump},IF({is_minor},{minor},{major}))'


def _a_trick(refs: CellRefs) -> str:
    return _by_denomination(refs, *(doubled(refs, *map(str, values)) for values in (MINOR, MAJOR, NO_TRUMP)))


def _off(refs: CellRefs) -> str:
    return f"{refs.fact('tricks')}-{HALF}-{refs.fact('contract', 'bid')}"


def _bid_points(refs: CellRefs) -> str:
    """The trick points of a contract that was made, without overtricks."""
    return f"IF({refs.working('off')}>=0,{refs.working('a trick')}*{refs.fact('contract', 'bid')},0)"


def _tricks(refs: CellRefs) -> str:
    off, a_trick = refs.working("off"), refs.working("a trick")
    counted = f"IF({off}>=0,{refs.fact('tricks')}-{HALF},MIN({MOST_DOWN},-{off}))"
    return f"IF({refs.fact('contract', 'bid')}=0,{FOR_LOVE},{a_trick}*{counted})"


def _before(refs: CellRefs) -> str:
    """What the declarer's side carried before the hand."""
    return f"IF({_declares(refs, 0)},{refs.carried('carried 0')},{refs.carried('carried 1')})"


def _game(refs: CellRefs) -> str:
    points = refs.working("bid points")
    together = f"{refs.working('before')}+{points}"
    super_game = f"OR({points}>={SUPER_GAME},AND({points}>={GAME},{together}>={SUPER_GAME}))"
    reached = f"IF({super_game},{FOR_SUPER_GAME},IF({together}>={GAME},{FOR_GAME},0))"
    return f"IF({points}=0,0,{reached})"


def _bonus(refs: CellRefs) -> str:
    level, off = refs.fact("contract", "bid"), refs.working("off")
    plain = _by_denomination(refs, *(str(GAME_LEVEL[values]) for values in (MINOR, MAJOR, NO_TRUMP)))
    extra = f"{FOR_EXTRA_LEVEL}*MAX(0,{level}-{plain})+IF({level}={HALF},{FOR_FULL_HOUSE},0)"
    tricks = f"MIN(IF({off}<0,{MOST_DOWN},{TRICKS}),ABS({off}))"
    each = doubled(refs, "0", "5", "10")
    return f"IF({level}=0,0,IF({off}>=0,{extra},0)+IF({off}=0,0,{each}*2^({tricks}-1)))"


def _carried(side: int, refs: CellRefs) -> str:
    """A game that was made with a part score wipes out both; what makes no game is carried on."""
    points, game, before = refs.working("bid points"), refs.working("game"), refs.working("before")
    alone = f"{points}>=IF({game}={FOR_SUPER_GAME},{SUPER_GAME},{GAME})"
    wiped = f"AND({game}>0,{before}>0,NOT({alone}))"
    mine = refs.carried(f"carried {side}")
    return f"IF({wiped},0,{mine}+IF(AND({game}=0,{_declares(refs, side)}),{points},0))"


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    """They go to the declarer's side where the contract was made, else to the other."""
    side = row.game.players.index(names[0]) % 2
    earns = f"{_declares(refs, side)}=({refs.working('off')}>=0)"
    return f"IF({earns},{refs.working('tricks')}+{refs.working('game')}+{refs.working('bonus')},0)"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return {"tricks": (0, TRICKS), "contract": (0, HALF)}.get(fact.key)


def _line(*rules: Rule) -> Any:
    return lambda row: paid(row.score.lines, *rules)


def _part_score(carry: PartScores | None, side: int) -> int:
    return (carry or PartScores()).carried[side]


def _side(side: int, name: str) -> Working:
    key = f"carried {side}"
    return Working(
        key,
        CARRIED,
        name,
        lambda refs: _carried(side, refs),
        lambda row: _part_score(row.judged.after.carry, side),
        10,
        hands_on=lambda row, refs: refs.carried(key),
        carry="part_scores",
    )


def _declarers_part_score(row: Row) -> int:
    return _part_score(row.judged.table.carry, row.game.column_of(row.result.declarer))


WORKINGS = (
    declarer(HAND),
    bid(HAND),
    Working("took", HAND, "took", lambda refs: refs.fact("tricks"), lambda row: row.result.tricks),
    Working("off", HAND, "over or under", _off, lambda row: row.result.off),
    Working("a trick", HAND, "a trick", _a_trick, lambda row: row.result.a_trick),
    Working("before", HAND, "part score before", _before, _declarers_part_score, 10),
    Working(
        "bid points",
        POINTS,
        "of the tricks bid",
        _bid_points,
        lambda row: row.result.bid_points if row.result.made else 0,
        9,
    ),
    Working("tricks", POINTS, "for tricks", _tricks, _line(LOVE, TRICK_POINTS, UNDERTRICKS)),
    Working("game", POINTS, "for a game", _game, _line(SINGLE_GAME, SINGLE_SUPER_GAME, CARRIED_GAME)),
    Working("bonus", POINTS, "bonus", _bonus, _line(EXTRA_LEVEL, FULL_HOUSE, OVERTRICKS, UNDERTRICK_BONUS)),
)
LISTS = {
    ("contract", "trump"): [trump(denomination) for denomination in DENOMINATIONS],
    ("contract", "doubled"): [word for word in DOUBLED if word],
}


def formulas(ledger: Ledger) -> Formulas:
    def closing(refs: CellRefs, column: int) -> str:
        return f"IF({refs.working(f'carried {column}')}>0,{FOR_PART_SCORE},0)"

    workings = (*WORKINGS, *(_side(side, name) for side, name in enumerate(ledger.columns)))
    return Formulas(_points, (), workings, _limits, LISTS, closing)
