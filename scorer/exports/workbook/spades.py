"""Spades as formulas [S2]: what each side bid and took, and the bags or sets that it carries from hand to hand.

Both variants have their columns side by side where the table changed from one to the other.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...rules.core import Rule
from ...rules.fields import NILS
from ...rules.game import Game
from ...rules.spades import rules
from ...rules.spades.game import TEN, Spades
from ...rules.spades.new_york import OVERTRICKS, TEN_PAYS
from ...rules.spades.rules import TRICKS, SpadesOptions
from ...sheet.core.ledger import Row
from .formulas import FORMULAS, CellRefs, Extra, Formulas, Notation, Working, every, option, paid, where


def _standard(game: Game) -> bool:
    return game.options.variant == "standard"


def _new_york(game: Game) -> bool:
    return not _standard(game)


AS_PUBLISHED = SpadesOptions()
EXTRAS = (
    option("bag_limit", "bags that cost", _standard),
    option("bag_penalty", "bag penalty", _standard),
    option("nil", "nil pays", _standard),
    option("blind_nil", "blind nil pays", _standard),
    option("failed_nil", "tricks of a failed nil", _standard),
    option("failed_ten", "failed ten costs", _new_york),
)
CHANGED = (
    option("overtrick", "overtrick pays", _standard),
    option("ten", "ten bid", _standard),
    option("thirteen", "thirteen bid", _standard),
    option("set_costs", "a set costs", _standard),
)
"""They have a column only where a table plays by them, so that no other workbook has it."""


def _price(name: str, level: int, otherwise: str) -> str:
    """What a bid pays. name: of the house rule that may give this level its price; otherwise: of other bids."""
    return where(name, f"IF(AND([=bid]={level},ISNUMBER([{name}])),[{name}],{otherwise})", otherwise)


# The players bid, or their side. A nil is a text, and no part of a sum.
BID = "SUM([bids])"
BY_FAILED_NILS = "SUM([nil_tricks])"
COUNTING = f'([tricks]-IF([failed_nil]="partner",0,{BY_FAILED_NILS}))'
OVER = f'IF(AND([=bid]=0,[failed_nil]="ignored"),0,MAX(0,{COUNTING}-[=bid]))'
LOSES = where("set_costs", 'IF([set_costs]="nothing",0,-1)', "-1")
FOR_BID = f"{_price('ten', TEN, _price('thirteen', TRICKS, '10*[=bid]'))}*IF({COUNTING}>=[=bid],1,{LOSES})"
BAGS = f'{OVER}+IF([failed_nil]="bags",{BY_FAILED_NILS},0)'
TOGETHER = "([<carried]+[=bags])"
PENALTY = f"IF([bag_limit]=0,0,-INT({TOGETHER}/[bag_limit])*[bag_penalty])"
CARRIED = f"IF([bag_limit]=0,{TOGETHER},MOD({TOGETHER},[bag_limit]))"
A_NIL = 'IF([{0}]="nil",[nil],IF([{0}]="blind nil",[blind_nil],0))*IF([nil_tricks]>0,-1,1)'


def _bid(notation: Notation, without: str) -> Notation:
    """The notation of a hand with bids. without: of a first hand that has none."""
    return lambda refs: refs.formula(notation) if refs.hand.result.bids else without


def _nils(refs: CellRefs) -> str:
    """The nils that its players bid; where the side agrees on its bid, a nil stands by itself."""
    players = [refs.about(name) for name in refs.names]
    bids = [(key, player) for key in ("bids", "nils") for player in players if player.has(key)]
    return "+".join(player.formula(A_NIL.format(key)) for key, player in bids)


# In New York the side bids, "blind 7" or 7, or in the first hand nothing.
BLIND = "ISTEXT([bids:side])"
LEVEL = f"IF(ISNUMBER([bids:side]),[bids:side],IF({BLIND},VALUE(MID([bids:side],{len('blind ') + 1},2)),0))"
MADE = f"AND([tricks]>=[=level],OR({BLIND},[=level]={TEN},[tricks]<=[=level]+{OVERTRICKS}))"
FOR_TEN = f"IF({MADE},{TEN_PAYS}*IF({BLIND},2,1),-[failed_ten])"
FOR_OTHERS = f"[=level]*IF({MADE},IF({BLIND},20,10),-10)"
SETS = f"IF(OR([=level]=0,{MADE}),0,[<sets]+1)"
POINTS = f"[=made]+{where('overtrick', '[overtrick]*[=bags]', '[=bags]')}+[=nils]+[=penalty]"
NEW_YORK_POINTS = f"IF([=level]=0,10*[tricks],IF([=level]={TEN},{FOR_TEN},{FOR_OTHERS}))"


def _sets_after(refs: CellRefs) -> str:
    """A hand that the table settled leaves a row of sets as it was; one of the standard game ends it."""
    return "[<sets]" if refs.hand.result is None else "0"


def _side(side: int, name: str) -> Iterator[Working]:
    def working(key: str, head: str, formula: Notation, value: Any, hands: Any = every, *more: Any) -> Working:
        return Working(key, name, head, formula, value, 8, hands, *more, whose=side)

    def pays(*paying: Rule) -> Any:
        return lambda row: paid(row.judged.score.of(side), *paying)

    def level(row: Row) -> int:
        return row.result.bids[side].level if row.result.bids else 0

    def carried(key: str) -> Any:
        return lambda row: getattr(row.judged.after.carry.sides[side], key)

    def taken(row: Row) -> int:
        before, after = row.judged.table.carry, row.judged.after.carry
        return after.sides[side].bags - before.sides[side].bags

    yield working("bid", "bid", _bid(BID, "0"), lambda row: row.result.bid(side), _standard)
    yield working("level", "bid", LEVEL, level, _new_york)
    yield working("took", "took", "[tricks]", lambda row: row.result.tricks[side])
    bid_pays = pays(rules.MADE, rules.TEN_OR_THIRTEEN, rules.UNBID_FIRST)
    yield working("made", "for the bid", _bid(FOR_BID, "10*[tricks]"), bid_pays, _standard)
    yield working("bags", "bags", _bid(BAGS, "0"), taken, _standard)
    yield working("nils", "nils", _bid(_nils, "0"), pays(rules.NIL, rules.BLIND_NIL), _standard)
    yield working("penalty", "penalty", PENALTY, pays(rules.PENALTY), _standard)
    yield working("carried", "bags carried", CARRIED, carried("carried"), _standard, "[<carried]", "bags")
    yield working("sets", "sets in a row", SETS, carried("sets"), _new_york, _sets_after, "sets")


@FORMULAS.register(Spades)
def formulas(games: Sequence[Spades], columns: Sequence[str]) -> Formulas:
    def is_changed(extra: Extra) -> bool:
        return any(getattr(game.options, extra.key) != getattr(AS_PUBLISHED, extra.key) for game in games)

    bids = dict.fromkeys(str(bid) for game in games for bid in game.bids)
    return Formulas(
        lambda refs: POINTS if _standard(refs.hand.game) else NEW_YORK_POINTS,
        tuple(working for side, name in enumerate(columns) for working in _side(side, name)),
        (*EXTRAS, *filter(is_changed, CHANGED)),
        {"tricks": (0, TRICKS), "nil_tricks": (0, TRICKS)},
        {"bids": [*bids], "nils": [*map(str, NILS)]},
    )
