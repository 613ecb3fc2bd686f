"""Whether a sheet file with its history is as it was written: every entry, and the sheet that they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..core.entries import Entry
from ..core.fold import fold
from ..core.judge import IllegalHandError
from ..core.ledger import Ledger
from ..core.spelling import respelt
from ..file import document
from . import hash_chain
from .tampering import Fault, Line, faults_of, read_lines


@dataclass(frozen=True)
class Verdict:
    """A history that holds: how many entries it has, and the digest of the last."""

    entries: int
    digest: str

    @property
    def fingerprint(self) -> str:
        return hash_chain.fingerprint(self.digest)


class TamperedHistoryError(ValueError):
    """This is not what was written. faults: by the numbers of the entries."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = faults


def of(content: bytes, lines: Sequence[Line] | None = None) -> Verdict:
    """Judge a sheet file with its history.

    lines: those of its history, where they are read already.

    Raises Altered; Malformed for what is no sheet file or has no history, BrokenHand where its hands break a rule.
    """
    lines = read_lines(content) if lines is None else lines
    faults = faults_of(lines)
    try:
        written = reading.json_object(document.parse(content), "$")
        Ledger.of(document.sheet_of(written))
    except (FormatError, IllegalHandError) as error:
        # A byte of an entry may keep the whole file from being read.
        if faults and (isinstance(error, IllegalHandError) or error.where == "$"):
            raise TamperedHistoryError(*faults) from None
        raise
    if faults:
        raise TamperedHistoryError(*faults)
    if not lines:
        if written.get("history"):
            raise TamperedHistoryError(
                Fault(1, "the history does not stand as it was exported, an entry on a line of its own")
            )
        raise FormatError("$.history", "the file has no history")
    entries = [line.entry for line in lines if line.entry]
    if fault := _disagreement(written, entries):
        raise TamperedHistoryError(fault)
    return Verdict(len(lines), lines[-1].digest or "")


def _disagreement(written: Mapping[str, Any], entries: Sequence[Entry]) -> Fault | None:
    """Where the sheet of a file is another one than its history makes."""
    try:
        made = document.dump(fold(entries))
    except Exception as error:
        # Its digests are right: somebody made them up, with any facts whatever.
        return Fault(None, f"the digests hold, but the entries make no sheet ({type(error).__name__})")
    game = GAMES[written["game"]]
    written = {**respelt(game, written), "hands": [respelt(game, hand) for hand in written["hands"]]}
    hands = list(zip(written["hands"], made["hands"], strict=False))
    for number, (stands, should) in enumerate(hands, start=1):
        if _plain(stands) != _plain(should):
            return Fault(None, f"the history holds, but hand {number} of the sheet is another one")
    if len(written["hands"]) != len(made["hands"]):
        counts = f"the sheet has {len(written['hands'])} hands, not {len(made['hands'])}"
        return Fault(None, f"the history holds, but {counts}")
    for key in sorted({*written, *made} - {"history", "hands"}):
        if _plain(written.get(key)) != _plain(made.get(key)):
            return Fault(None, f"the history holds, but “{key}” of the sheet is another one")
    return None


def _plain(facts: Any) -> str:
    """As text: true is not 1 there."""
    return document.dumps(hash_chain.plain(facts))
