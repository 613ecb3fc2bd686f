"""Reverse Bridge as formulas: what the bid pays its side, and its error the opponents."""

from collections.abc import Callable

from ...rules.calls import Denomination
from ...rules.core import Rule
from ...rules.reverse_bridge.game import A_TRICK, FOR_NO_TRUMP, OFF, TRICKS
from ...rules.reverse_bridge.rules import BIDDERS, NO_TRUMP, OPPONENTS
from ...sheet.core.ledger import Row
from .live import Limits, Live, Working, bid, bid_of, trump
from .places import Fact, Places


def _bidders(at: Places) -> str:
    level, named = at.fact("contract", "bid"), at.fact("contract", "trump")
    cheap = [suit for suit in A_TRICK if A_TRICK[suit] == A_TRICK[Denomination.CLUBS]]
    is_cheap = ",".join(f'{named}="{trump(suit)}"' for suit in cheap)
    a_trick = f"IF(OR({is_cheap}),{A_TRICK[Denomination.CLUBS]},{A_TRICK[Denomination.HEARTS]})"
    extra = f'IF({named}="{trump(Denomination.NO_TRUMP)}",{FOR_NO_TRUMP},0)'
    return f"IF({at.fact('opponent_tricks')}>={level},{level}*{a_trick}+{extra},0)"


def _opponents(at: Places) -> str:
    return f"{OFF}*ABS({at.fact('opponent_tricks')}-{at.fact('contract', 'bid')})"


def _paid(*rules: Rule) -> Callable[[Row], int]:
    return lambda row: sum(int(line.points) for line in row.score.lines if line.rule in rules)


def _declarer(row: Row) -> str:
    return row.game.players[row.result.declarer]


def _points(row: Row, at: Places, names: tuple[str, ...]) -> str:
    own = ",".join(at.same("declarer", name) for name in names)
    return f"IF(OR({own}),{at.working('bidders')},{at.working('opponents')})"


def _limits(row: Row, fact: Fact, at: Places) -> Limits | None:
    return {"opponent_tricks": (0, TRICKS), "contract": (1, TRICKS)}.get(fact.key)


LIVE = Live(
    _points,
    (),
    (
        Working("declarer", "the hand", "declarer", lambda at: at.fact("declarer"), _declarer, 20),
        Working("bid", "the hand", "bid", bid, bid_of),
        Working(
            "took",
            "the hand",
            "opponents took",
            lambda at: at.fact("opponent_tricks"),
            lambda row: row.result.opponent_tricks,
            10,
        ),
        Working("bidders", "points for", "the bidders", _bidders, _paid(BIDDERS, NO_TRUMP), 10),
        Working("opponents", "points for", "their opponents", _opponents, _paid(OPPONENTS), 10),
    ),
    _limits,
)
