"""Pirate Bridge as formulas, by auction bridge with its rubber or by contract bridge [S1; rules 2.4, 3].

Both have their columns side by side where the table changed from one to the other. Part scores and games belong to
the players by name, whoever sits at the table.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ...rules.calls import DOUBLED
from ...rules.core import Rule
from ...rules.game import Game
from ...rules.pirate_bridge.auction_bridge import (
    ALL_TRICKS,
    BOOK,
    HONORS,
    MADE_DOUBLED,
    MOST_HONORS,
    ODD_TRICK,
    SLAMS,
    UNDERTRICKS,
)
from ...rules.pirate_bridge.rules import RUBBER
from ...rules.pirate_bridge.scoring import GAME, GAMES_TO_WIN, Rubber
from ...sheet.core.ledger import Ledger, Row
from . import contract_scoring as scoring
from .contract_scoring import declares
from .formulas import CellRefs, Extra, Fact, Formulas, Limits, Working, bid, declarer, paid

HAND, GAMES, PART_SCORE = "the hand", "games", "part score"
DECLARING, DEFENDING = "declarer and acceptor", "defenders"
SIDES = (DECLARING, DEFENDING)


def _auction(game: Game) -> bool:
    return game.options.scoring == "auction"


def _contract(game: Game) -> bool:
    return not _auction(game)


def _option(name: str, head: str) -> Extra:
    return Extra(name, head, lambda row: getattr(row.game.options, name), 9, _auction)


EXTRAS = (
    _option("rubber_bonus", "rubber pays"),
    _option("small_slam", "small slam pays"),
    _option("grand_slam", "grand slam pays"),
)


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    kind = "auction" if _auction(row.game) else "contract"
    paying, other = (refs.working(f"{kind} {side}") for side in SIDES)
    points = f"IF({declares(refs, names[0])},{paying},{other})"
    if kind == "contract":
        return points
    # The hand after a rubber begins without games: whoever has two has just won it.
    return f"{points}+IF({refs.working(f'{GAMES} {names[0]}')}>={GAMES_TO_WIN},{refs.fact('rubber_bonus')},0)"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    limits = {"tricks": (0, ALL_TRICKS), "contract": (1, ALL_TRICKS - BOOK), "honors": (0, MOST_HONORS)}
    return limits.get(fact.key)


def _line(side: str, *rules: Rule) -> Callable[[Row], int]:
    """The points of one of a side by these rules; without any named, all but those for the rubber."""

    def value(row: Row) -> int:
        hand = row.result
        lines = list(row.judged.score.of(hand.declarer if side == DECLARING else hand.defending[0]))
        others = [line.rule for line in lines if line.rule and line.rule is not RUBBER]
        return paid(lines, *(rules or others))

    return value


def _taken(refs: CellRefs, side: str) -> str:
    return refs.fact("tricks") if side == DECLARING else f"({ALL_TRICKS}-{refs.fact('tricks')})"


def _below(row: Row) -> int:
    game: Any = row.game
    return game.below(row.result)


def _side(side: str, *parts: Working) -> tuple[Working, ...]:
    """What each of a side scores by auction bridge. parts: what is not for slams and honors."""

    def slam(refs: CellRefs) -> str:
        return scoring.slam(refs, _taken(refs, side))

    def honors(refs: CellRefs) -> str:
        return scoring.honors(refs, declaring=side == DECLARING)

    every = (
        *parts,
        Working(f"slam {side}", side, "slam", slam, _line(side, SLAMS), 8, _auction),
        Working(f"honors {side}", side, "honors", honors, _line(side, HONORS), 8, _auction),
    )

    def each(refs: CellRefs) -> str:
        return "+".join(refs.working(part.key) for part in every)

    return *every, Working(f"auction {side}", side, "each", each, _line(side), 8, _auction)


def _odd_trick(row: Row) -> int:
    return ODD_TRICK[row.result.contract.denomination]


WORKINGS = (
    declarer(HAND),
    Working(
        "acceptor",
        HAND,
        "acceptor",
        lambda refs: refs.fact("acceptor"),
        lambda row: row.game.players[row.result.acceptor],
        20,
    ),
    bid(HAND),
    Working("took", HAND, "took", lambda refs: refs.fact("tricks"), lambda row: row.result.tricks),
    Working(
        "off",
        HAND,
        "over or under",
        scoring.off,
        lambda row: row.result.tricks - BOOK - row.result.contract.level,
    ),
    Working("odd trick", HAND, "an odd trick", scoring.odd_trick, _odd_trick, 7, _auction),
    *_side(
        DECLARING,
        Working("below", DECLARING, "below the line", scoring.below, _below, 8, _auction),
        Working(
            "made",
            DECLARING,
            "doubled and made",
            scoring.made_doubled,
            _line(DECLARING, MADE_DOUBLED),
            8,
            _auction,
        ),
    ),
    *_side(
        DEFENDING,
        Working("down", DEFENDING, "under-\ntricks", scoring.penalty, _line(DEFENDING, UNDERTRICKS), 8, _auction),
    ),
    Working(
        f"contract {DECLARING}",
        "contract bridge",
        DECLARING,
        scoring.contract_made,
        _line(DECLARING),
        12,
        _contract,
    ),
    Working(
        f"contract {DEFENDING}",
        "contract bridge",
        "each defender",
        scoring.contract_penalty,
        _line(DEFENDING),
        12,
        _contract,
    ),
)


def _reaches_game(refs: CellRefs, name: str) -> str:
    """Whether a player wins a game by the hand."""
    below = refs.working("below")
    return f"AND({declares(refs, name)},{below}>0,{refs.carried(f'{PART_SCORE} {name}')}+{below}>={GAME})"


def _line_drawn(refs: CellRefs) -> str:
    """1 where a game is won: a line is drawn, and nobody's points below it count any more."""
    return f"IF(OR({','.join(_reaches_game(refs, name) for name in refs.seated)}),1,0)"


def _is_drawn(row: Row) -> int:
    return int(row.ends_game)


def _part_score(name: str) -> Working:
    key = f"{PART_SCORE} {name}"

    def after(refs: CellRefs) -> str:
        more = f"IF({declares(refs, name)},{refs.working('below')},0)"
        return f"IF({refs.working('line')}=1,0,{refs.carried(key)}+{more})"

    def value(row: Row) -> int:
        return (row.judged.after.carry or Rubber()).part_score(name)

    return Working(key, PART_SCORE, name, after, value, 9, _auction, lambda row, refs: refs.carried(key), "below")


def _games(name: str, everybody: Sequence[str]) -> Working:
    key = f"{GAMES} {name}"

    def before(row: Row | None, refs: CellRefs) -> str:
        """None where the hand before ended the rubber."""
        most = f"MAX({','.join(refs.carried(f'{GAMES} {other}') for other in everybody)})"
        return f"IF({most}>={GAMES_TO_WIN},0,{refs.carried(key)})"

    def after(refs: CellRefs) -> str:
        return f"{before(None, refs)}+IF({_reaches_game(refs, name)},1,0)"

    def value(row: Row) -> int:
        return (row.judged.after.carry or Rubber()).games.count(name)

    return Working(key, GAMES, name, after, value, 9, _auction, before, "games")


def formulas(ledger: Ledger) -> Formulas:
    games = (*(row.game for row in ledger.rows), ledger.table.game)
    names = tuple(dict.fromkeys(name for game in games for name in game.players))
    line = Working("line", HAND, "line drawn", _line_drawn, _is_drawn, 7, _auction)
    carried = (*map(_part_score, names), *(_games(name, names) for name in names))
    lists = {("contract", "doubled"): [word for word in DOUBLED if word]}
    return Formulas(_points, EXTRAS, (*WORKINGS, line, *carried), _limits, lists)
