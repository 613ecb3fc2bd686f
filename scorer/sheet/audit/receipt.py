"""A receipt: the number and the digest of an entry, which somebody was shown and kept.

A history made up anew from its beginning, or cut off at its end, holds by itself; it does not contain the receipt.
"""

import re
from dataclasses import dataclass, replace

from .verification import Fault, TamperedHistoryError, Verified, read_lines, verify

_RECEIPT = re.compile(r"([1-9][0-9]{0,8}):([0-9a-fA-F]{64})")


@dataclass(frozen=True)
class Receipt:
    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number}:{self.digest}"

    @classmethod
    def read(cls, written: str) -> "Receipt":
        """Read "21:" and 64 hexadecimal digits. Raises ValueError."""
        found = _RECEIPT.fullmatch(written.strip())
        if not found:
            raise ValueError(
                "A receipt is the number of an entry, a colon, and its digest of 64 digits and letters."
            )
        return cls(int(found[1]), found[2].lower())


def verify_receipt(content: bytes, receipt: Receipt) -> Verified:
    """Verify a sheet file, and that its history contains the entry of a receipt. Raises as `verify`."""
    lines = read_lines(content)
    verified = verify(content, lines)
    if receipt.number > len(lines):
        detail = (
            f"the history ends with entry {len(lines)}, before entry {receipt.number} of the receipt: its end was "
            "cut off, or the receipt is of another sheet"
        )
        raise TamperedHistoryError(Fault(receipt.number, detail))
    if lines[receipt.number - 1].digest != receipt.digest:
        detail = (
            f"entry {receipt.number} is not the one of the receipt: it was written anew, or one before it, or the "
            "receipt is of another sheet"
        )
        raise TamperedHistoryError(Fault(receipt.number, detail))
    return replace(verified, receipt=receipt.number)
