"""The fields of a contract and of a trump suit."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .. import reading
from ..calls import BIDDABLE, BRIDGE, DOUBLED, SUITS, Contract, Denomination, parse_contract
from ..cells import DASHES, folded
from ..reading import FormatError
from .context import Context, Input
from .field import Schema, Value
from .values import numbers

NO_CONTRACT = "no contract"
NO_CONTRACTS = (NO_CONTRACT, "none", "pass", "passed", "passed out", "all pass", "all passed", *DASHES, "-")
"""How people write in a cell that nobody bid."""
_AS_LETTERS = str.maketrans(
    {
        **{suit.symbol: suit.value for suit in SUITS},
        **dict(zip("♧♢♡♤", (suit.value for suit in SUITS), strict=True)),
        # Which look a symbol has: phones put the second behind it for a coloured one.
        "\ufe0e": None,
        "\ufe0f": None,
    }
)
_NAMES = {
    **{name: each.value for each in BIDDABLE for name in (each.value.lower(), each.words)},
    **{suit.words.removesuffix("s"): suit.value for suit in SUITS},
    **dict.fromkeys(("n", "no trump", "notrump", "no-trumps", "no trumps"), Denomination.NO_TRUMP.value),
}
"""Denominations as people write them, in small letters."""
_NAMED = "|".join(sorted(_NAMES, key=len, reverse=True))
_DOUBLED = {"": "", "x": "X", "doubled": "X", "xx": "XX", "redoubled": "XX"}
_NOTATION = re.compile(rf"([0-9]{{0,3}}) ?({_NAMED}) ?({'|'.join(reversed(_DOUBLED))})", re.IGNORECASE)

_TURNED = re.compile(rf"({_NAMED}) ?([0-9]{{1,3}}) ?({'|'.join(reversed(_DOUBLED))})", re.IGNORECASE)
"""The suit before the number, as on some score cards."""


@dataclass(frozen=True)
class ContractField(Value):
    """A Contract; "6H" in the file, null where nobody bid."""

    form: ClassVar[Schema] = {"$ref": "#/$defs/contract"}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Contract | None:
        if value is None:
            return None
        try:
            return parse_contract(reading.text(value, where))
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(where, str(error)) from None

    def write_one(self, value: Contract, players: Sequence[str]) -> str:
        return str(value)

    def shown(self, value: Contract, players: Sequence[str]) -> str:
        return value.symbols

    def parse(self, text: str, players: Sequence[str]) -> str:
        """ "6♥", "6h", "♥6", "6 H" and "6 hearts" are 6H, "2 NT redoubled" is 2NTXX."""
        written = folded(text.translate(_AS_LETTERS))
        if turned := _TURNED.fullmatch(written):
            written = f"{turned[2]}{turned[1]}{turned[3]}"
        if not (match := _NOTATION.fullmatch(written)):
            return written
        level = int(match[1]) if match[1] else ""
        return f"{level}{_NAMES[match[2].lower()]}{_DOUBLED[match[3].lower()]}"

    def parse_part(self, text: str, players: Sequence[str]) -> str | None:
        return None if text.lower() in NO_CONTRACTS else self.parse(text, players)

    def cell_part(self, file_value: Any, players: Sequence[str]) -> object:
        return NO_CONTRACT if file_value is None else file_value

    def inputs(self, context: Context) -> tuple[Input, ...]:
        bids = context.bids
        levels = dict.fromkeys(bid.level for bid in bids)
        denominations = dict.fromkeys(bid.denomination for bid in bids if bid.denomination)
        suits = tuple((each.value, each.symbol.strip()) for each in denominations)
        doubles = tuple(("X" * times, words) for times, words in enumerate(DOUBLED) if words)
        doubled = bids and context.accepts(Contract(bids[-1], 1))
        return (
            Input(numbers([*levels]), "level", ask="Tap the number bid."),
            Input(suits, "suit", ask="Tap the denomination."),
            *([Input(doubles, "doubling", optional=True, unknown="“{}” is no double.")] if doubled else ()),
        )

    def to_inputs(self, value: Contract, players: Sequence[str]) -> tuple[str, ...]:
        return str(value.level), value.denomination.value if value.denomination else "", "X" * value.doubling

    def hint(self, context: Context) -> str:
        """ "A number with C, D, H or S, as in 6H." """
        bids = [bid for bid in context.bids if bid.denomination]
        if not bids:
            return ""
        named = list(dict.fromkeys(bid.denomination.value for bid in bids if bid.denomination))
        doubled = context.accepts(Contract(bids[-1], 1))
        doubles = "; then X where doubled, XX where redoubled" if doubled else ""
        return f"A number with {', '.join(named[:-1])} or {named[-1]}, as in {bids[len(bids) // 2]}{doubles}."

    def columns(self, values: Sequence[Any]) -> tuple[str, ...]:
        doubled = any(contract.doubling for contract in values)
        return ("bid", "trump", "doubled") if doubled else ("bid", "trump")

    def content(self, value: Contract, column: str, players: Sequence[str]) -> int | str:
        trump = value.denomination.symbol.strip() if value.denomination else ""
        return {"bid": value.level, "trump": trump}.get(column, DOUBLED[value.doubling])

    def listed(self, column: str, players: Sequence[str]) -> Sequence[str]:
        return [each.symbol.strip() for each in BRIDGE] if column == "trump" else ()


@dataclass(frozen=True)
class TrumpField(Value):
    """A suit or no trump as a Denomination; "H" or "NT" in the file. No points depend on which it was. among: what
    can be trump.
    """

    among: tuple[Denomination, ...] = BRIDGE

    scores: ClassVar[bool] = False

    def schema(self, sizes: range) -> Schema:
        return {"enum": [each.value for each in self.among]}

    def read_one(self, value: Any, where: str, players: Sequence[str]) -> Denomination:
        return Denomination(reading.one_of(*(each.value for each in self.among))(value, where))

    def write_one(self, value: Denomination, players: Sequence[str]) -> str:
        return value.value

    def shown(self, value: Denomination, players: Sequence[str]) -> str:
        return value.symbol.strip()

    def parse(self, text: str, players: Sequence[str]) -> str:
        joker = Denomination.JOKER.value
        return joker if text.lower() == joker else ContractField().parse(text, players)

    def inputs(self, context: Context) -> tuple[Input, ...]:
        suits = tuple((each.value, each.symbol.strip()) for each in self.among if context.accepts(each))
        return (Input(suits, optional=not self.needed),)

    def content(self, value: Denomination, column: str, players: Sequence[str]) -> str:
        return value.symbol.strip()
