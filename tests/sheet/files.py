"""Score sheet files for the tests, as text, as bytes and as what is wrong with them."""

import json
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.sheet_file import load

FIVE = ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
HEAD: dict[str, Any] = {"format": "score-sheet/1", "game": "offender", "players": FIVE}
RESULT: dict[str, Any] = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
"""Game 1 of the document's table [S0]: 49 for Amber and Cindy, 6 for the others."""
NOBODY: dict[str, Any] = {"contract": None}
SILENT = [f"{name}: no proposal" for name in FIVE]


class SheetFiles:
    """Files of sheets with this head."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.head = {"format": "score-sheet/1", **head}

    def document(self, *hands: Any, **head: Any) -> dict[str, Any]:
        return {**self.head, **head, "hands": list(hands)}

    def content(self, *hands: Any, **head: Any) -> bytes:
        return json.dumps(self.document(*hands, **head)).encode()

    def ledger(self, *hands: Any, **head: Any) -> Ledger:
        return Ledger.of(load(self.content(*hands, **head)))

    def broken(self, *hands: Any, **head: Any) -> tuple[int, int | None, str]:
        """The hand, the call and the name of the rule that is broken."""
        with pytest.raises(IllegalHandError) as caught:
            self.ledger(*hands, **head)
        return caught.value.hand, caught.value.call, caught.value.violation.rule.name


_FILES = SheetFiles(HEAD)
document, content, ledger, broken = _FILES.document, _FILES.content, _FILES.ledger, _FILES.broken


def raw(hand: str) -> bytes:
    """A sheet whose only hand is written as it stands here, key by key."""
    return content("HAND").replace(b'"HAND"', hand.encode())


def headed(tail: str) -> bytes:
    """A sheet without hands whose head goes on as it stands here."""
    return content()[:-1] + f", {tail}}}".encode()


def place(sheet: bytes) -> str:
    """Where a file is malformed."""
    with pytest.raises(FormatError) as caught:
        Ledger.of(load(sheet))
    assert caught.value.detail
    return caught.value.where


def fault(sheet: bytes) -> IllegalHandError | FormatError | None:
    """What is wrong with a file, if anything."""
    try:
        Ledger.of(load(sheet))
    except (IllegalHandError, FormatError) as error:
        return error
    return None
