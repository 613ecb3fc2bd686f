"""The result of a hand as the chart of 10 Bridge writes it: "+2" for two tricks above five, "-2" for two down."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..calls import parse_contract
from ..cells import keyed
from ..fields.values import CountField
from .scoring import HALF, TenBridgeHand

_NOTED = re.compile(r"([+-]) ?([0-9]|10)")


def noted(hand: TenBridgeHand) -> str:
    """ "+2" for a contract that was made with seven tricks, "−2" for one that was two down [S3 Scoring chart]."""
    return f"+{hand.tricks - HALF}" if hand.made else f"−{-hand.off}"


@dataclass(frozen=True)
class ResultField(CountField):
    """The tricks of the declarer's side; on paper also as the chart has them."""

    def parse(self, text: str, players: Sequence[str]) -> int | str:
        match = _NOTED.fullmatch(keyed(text))
        return f"{match[1]}{match[2]}" if match else super().parse(text, players)

    def beside(self, file_value: Any, others: Mapping[str, Any]) -> Any:
        """Above five where the contract was made, and relative to the contract where it was not."""
        match = _NOTED.fullmatch(file_value) if isinstance(file_value, str) else None
        if not match:
            return file_value
        try:
            level = parse_contract(str(others.get("contract"))).level
        except ValueError:
            return file_value
        return HALF + int(match[2]) if match[1] == "+" else HALF + level - int(match[2])
