"""Spades as formulas [S2]: what each side bid and took, and the bags or sets that it carries from hand to hand.

Both variants have their columns side by side where the table changed from one to the other.
"""

from collections.abc import Iterator
from typing import Any

from ...rules.core import Rule
from ...rules.fields import NILS
from ...rules.game import Game
from ...rules.spades.game import SIDES, TRICKS, Carry
from ...rules.spades.new_york import OVERTRICKS, TEN, TEN_PAYS
from ...rules.spades.rules import BAGS, BLIND_NIL, FAILED_NIL, MADE, NIL, PENALTY
from ...sheet.core.ledger import Ledger, Row
from .formulas import CellRefs, Extra, Fact, Formulas, Limits, Working, paid

BLIND = len("blind ") + 1
"""Where the number of a blind bid begins: "blind 7"."""


def _standard(game: Game) -> bool:
    return game.options.variant == "standard"


def _new_york(game: Game) -> bool:
    return not _standard(game)


def _option(name: str, head: str, *, new_york: bool = False) -> Extra:
    return Extra(name, head, lambda row: getattr(row.game.options, name), 9, _new_york if new_york else _standard)


EXTRAS = (
    _option("bag_limit", "bags that cost"),
    _option("bag_penalty", "bag penalty"),
    _option("nil", "nil pays"),
    _option("blind_nil", "blind nil pays"),
    _option("failed_nil", "tricks of a failed nil"),
    _option("failed_ten", "failed ten costs", new_york=True),
)


class _Side:
    """The formulas of a side. index: 0 or 1; name: of its column."""

    def __init__(self, index: int, name: str) -> None:
        self.index = index
        self.name = name

    def key(self, working: str) -> str:
        return f"{working} {self.index}"

    def tricks(self, refs: CellRefs) -> str:
        return refs.fact("tricks", who=self.name)

    def _names(self, refs: CellRefs) -> Iterator[str]:
        return (refs.seated[seat] for seat in SIDES[self.index])

    def workings(self) -> Iterator[Working]:
        def line(*rules: Rule) -> Any:
            return lambda row: paid(row.score.of(self.index), *rules)

        def working(key: str, head: str, formula: Any, value: Any, *more: Any) -> Working:
            return Working(self.key(key), self.name, head, formula, value, 8, *more)

        def bid(row: Row) -> int:
            return row.result.bid(self.index)

        def level(row: Row) -> int:
            return row.result.bids[self.index].level if row.result.bids else 0

        def carried(key: str) -> Any:
            return lambda row: getattr((row.judged.after.carry or Carry()).sides[self.index], key)

        def bags_after(row: Row, refs: CellRefs) -> str:
            return refs.carried(self.key("carried"))

        def sets_after(row: Row, refs: CellRefs) -> str:
            """A hand that the table settled leaves a row of sets as it was; one of the standard game ends it."""
            return refs.carried(self.key("sets")) if row.result is None else "0"

        bags = line(BAGS, FAILED_NIL)
        yield working("bid", "bid", self._bid, bid, _standard)
        yield working("level", "bid", self._level, level, _new_york)
        yield working("took", "took", self.tricks, lambda row: row.result.tricks[self.index], lambda game: True)
        yield working("made", "for the bid", self._for_bid, line(MADE), _standard)
        yield working("bags", "bags", self._bags, bags, _standard)
        yield working("nils", "nils", self._nils, line(NIL, BLIND_NIL), _standard)
        yield working("penalty", "penalty", self._penalty, line(PENALTY), _standard)
        yield working("carried", "bags carried", self._carried, carried("carried"), _standard, bags_after, "bags")
        yield working("sets", "sets in a row", self._sets, carried("sets"), _new_york, sets_after, "sets")

    def points(self, refs: CellRefs, *, standard: bool) -> str:
        if not standard:
            return self._new_york_points(refs)
        return "+".join(refs.working(self.key(key)) for key in ("made", "bags", "nils", "penalty"))

    def _bid(self, refs: CellRefs) -> str:
        """What the side must take: a nil is a text, and no part of a sum. The players bid, or their side."""
        owners = (*self._names(refs), self.name)
        return f"SUM({','.join(refs.fact('bids', who=name) for name in owners if refs.has('bids', who=name))})"

    def _failed(self, refs: CellRefs) -> str:
        """The tricks that its failed nils took."""
        return f"SUM({','.join(refs.fact('nil_tricks', who=name) for name in self._names(refs))})"

    def _counting(self, refs: CellRefs) -> str:
        """The tricks that count towards its bid."""
        return f'({self.tricks(refs)}-IF({refs.fact("failed_nil")}="partner",0,{self._failed(refs)}))'

    def _for_bid(self, refs: CellRefs) -> str:
        bid = refs.working(self.key("bid"))
        return f"10*{bid}*IF({self._counting(refs)}>={bid},1,-1)"

    def _bags(self, refs: CellRefs) -> str:
        bid, rule = refs.working(self.key("bid")), refs.fact("failed_nil")
        over = f'IF(AND({bid}=0,{rule}="ignored"),0,MAX(0,{self._counting(refs)}-{bid}))'
        return f'{over}+IF({rule}="bags",{self._failed(refs)},0)'

    def _nils(self, refs: CellRefs) -> str:
        def pays(key: str, name: str) -> str:
            bid, took = refs.fact(key, who=name), refs.fact("nil_tricks", who=name)
            blind = f'IF({bid}="blind nil",{refs.fact("blind_nil")},0)'
            return f'IF({bid}="nil",{refs.fact("nil")},{blind})*IF({took}>0,-1,1)'

        # Where the side agrees on its bid, a nil stands by itself.
        written = ((key, name) for key in ("bids", "nils") for name in self._names(refs))
        return "+".join(pays(key, name) for key, name in written if refs.has(key, who=name))

    def _together(self, refs: CellRefs) -> str:
        return f"({refs.carried(self.key('carried'))}+{refs.working(self.key('bags'))})"

    def _penalty(self, refs: CellRefs) -> str:
        limit = refs.fact("bag_limit")
        return f"IF({limit}=0,0,-INT({self._together(refs)}/{limit})*{refs.fact('bag_penalty')})"

    def _carried(self, refs: CellRefs) -> str:
        limit = refs.fact("bag_limit")
        return f"IF({limit}=0,{self._together(refs)},MOD({self._together(refs)},{limit}))"

    def _level(self, refs: CellRefs) -> str:
        """The number bid, blind or not; 0 in a hand without bids."""
        bid = refs.fact("bids", who=self.name)
        return f"IF(ISNUMBER({bid}),{bid},IF(ISTEXT({bid}),VALUE(MID({bid},{BLIND},2)),0))"

    def _blind(self, refs: CellRefs) -> str:
        return f"ISTEXT({refs.fact('bids', who=self.name)})"

    def _is_made(self, refs: CellRefs) -> str:
        level, tricks = refs.working(self.key("level")), self.tricks(refs)
        unlimited = f"{self._blind(refs)},{level}={TEN},{tricks}<={level}+{OVERTRICKS}"
        return f"AND({tricks}>={level},OR({unlimited}))"

    def _new_york_points(self, refs: CellRefs) -> str:
        level, made, blind = refs.working(self.key("level")), self._is_made(refs), self._blind(refs)
        ten = f"IF({made},{TEN_PAYS}*IF({blind},2,1),-{refs.fact('failed_ten')})"
        other = f"{level}*IF({made},IF({blind},20,10),-10)"
        return f"IF({level}=0,10*{self.tricks(refs)},IF({level}={TEN},{ten},{other}))"

    def _sets(self, refs: CellRefs) -> str:
        none = f"OR({refs.working(self.key('level'))}=0,{self._is_made(refs)})"
        return f"IF({none},0,{refs.carried(self.key('sets'))}+1)"


def _limits(row: Row, fact: Fact, refs: CellRefs) -> Limits | None:
    return (0, TRICKS) if fact.key in ("tricks", "nil_tricks") else None


def formulas(ledger: Ledger) -> Formulas:
    sides = [_Side(index, name) for index, name in enumerate(ledger.columns)]

    def points(row: Row, refs: CellRefs, names: tuple[str, ...]) -> str:
        return sides[row.game.players.index(names[0]) % 2].points(refs, standard=_standard(row.game))

    games: tuple[Any, ...] = (*(row.game for row in ledger.rows), ledger.table.game)
    bids = dict.fromkeys(str(bid) for game in games for bid in game.bids)
    workings = tuple(working for side in sides for working in side.workings())
    return Formulas(points, EXTRAS, workings, _limits, {("bids", ""): [*bids], ("nils", ""): [*map(str, NILS)]})
