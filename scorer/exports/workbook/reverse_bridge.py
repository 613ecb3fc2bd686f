"""Reverse Bridge as formulas: what the bid pays its side, and its error the opponents."""

from ...rules.calls import Denomination
from ...rules.reverse_bridge.game import A_TRICK, FOR_NO_TRUMP, OFF, TRICKS
from ...rules.reverse_bridge.rules import BIDDERS, NO_TRUMP, OPPONENTS
from ...sheet.core.ledger import Row
from .formulas import CellRefs, Fact, Formulas, Limits, Working, bid, declarer, paid, trump


def _bidders(refs: CellRefs) -> str:
    level, denomination = refs.fact("contract", "bid"), refs.fact("contract", "trump")
    cheap = [suit for suit in A_TRICK if A_TRICK[suit] == A_TRICK[Denomination.CLUBS]]
    is_cheap = ",".join(f'{denomination}="{trump(suit)}"' for suit in cheap)
    a_trick = f"IF(OR({is_cheap}),{A_TRICK[Denomination.CLUBS]},{A_TRICK[Denomination.HEARTS]})"
    extra = f'IF({denomination}="{trump(Denomination.NO_TRUMP)}",{FOR_NO_TRUMP},0)'
    return f"IF({refs.fact('opponent_tricks')}>={level},{level}*{a_trick}+{extra},0)"


def _opponents(refs: CellRefs) -> str:
    return f"{OFF}*ABS({refs.fact('opponent_tricks')}-{refs.fact('contract', 'bid')})"


def _points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
    bids = ",".join(refs.is_player("declarer", name) for name in names)
    return f"IF(OR({bids}),{refs.working('bidders')},{refs.working('opponents')})"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return {"opponent_tricks": (0, TRICKS), "contract": (1, TRICKS)}.get(fact.key)


FORMULAS = Formulas(
    _points,
    (),
    (
        declarer("the hand"),
        bid("the hand"),
        Working(
            "took",
            "the hand",
            "opponents took",
            lambda refs: refs.fact("opponent_tricks"),
            lambda row: row.result.opponent_tricks,
            10,
        ),
        Working(
            "bidders",
            "points for",
            "the bidders",
            _bidders,
            lambda row: paid(row.judged.score.lines, BIDDERS, NO_TRUMP),
            10,
        ),
        Working(
            "opponents",
            "points for",
            "their opponents",
            _opponents,
            lambda row: paid(row.judged.score.lines, OPPONENTS),
            10,
        ),
    ),
    _limits,
)
