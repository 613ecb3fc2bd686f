"""The entry form of 10 Bridge: the contract may be doubled, and its trump suit may be noted."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...rules.ten_bridge import PAIRS
from .declared import DeclaredForm


class TenBridgeForm(DeclaredForm):
    unknown: ClassVar[Mapping[str, str]] = {**DeclaredForm.unknown, "trump": "“{}” is no suit."}
    pairs: ClassVar[Mapping[str, str]] = {
        name.value: "".join(suit.symbol for suit in pair) for name, pair in PAIRS.items()
    }

    @property
    def doubled_word(self) -> str:
        return dict(self["doubling"].choices).get(self["doubling"].data, "")

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        # What was noted before the denomination was changed to no trump is no fact any more.
        if self["suit"].data not in self.pairs:
            facts.pop("trump", None)
        return facts
