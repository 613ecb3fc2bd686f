"""Sets the sheet with Typst: finds the letters that its fonts lack, and does without them."""

import json
import re
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

from ...sheet.audit import Receipt
from ...sheet.changes.remarks import NO_REMARKS, Remarks
from ...sheet.core.ledger import Ledger
from . import press
from .content import content
from .text import each_text, in_latin, visible

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points."""
TEMPLATE = Path(__file__).with_name("sheet.typ")
_LACKING = re.compile(r'the text `"(.+?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{(\w+)\}")


def write(
    ledger: Ledger,
    *,
    fonts: Path,
    paper: str = "a4",
    amended: Collection[int | None] = (),
    fingerprint: str | None = None,
    remarks: Remarks = NO_REMARKS,
    receipt: Receipt | None = None,
) -> bytes:
    """As few pages as can be, upright where turning saves none; the same bytes for the same sheet and fonts.

    fonts: the folder of the bundled fonts; paper: a key of PAPERS; amended: the entries that recorded the hands
    that were amended since; fingerprint: of the sheet as it stands; remarks: what the players say of it; receipt:
    of its last entry, drawn as a QR code. Letters that the bundled fonts lack come from the fonts of the machine,
    and stand in Latin letters where these lack them, too.
    """
    data = content(ledger, amended, fingerprint, remarks, receipt)
    return set_by(TEMPLATE, {**data, "paper": PAPERS[paper]}, fonts)


def set_by(template: Path, data: dict[str, Any], fonts: Path) -> bytes:
    """What a template makes of some data; letters as in `write`."""
    data = each_text(data, visible)
    system_fonts, lacking = False, set[str]()
    while True:
        inputs = {"content": json.dumps(data)}
        try:
            return press.document(press.Job(str(template), inputs, str(fonts), system_fonts))
        except press.NotSetError as error:
            found = _lacking(str(error)) - lacking
            if not found:
                raise
            if system_fonts:
                lacking |= found
                data = each_text(data, partial(in_latin, lacking=found))
            system_fonts = True


def _lacking(said: str) -> set[str]:
    """The letters that a compilation failed for: of `the text "\\u{f0000}" could not be displayed`, that one."""
    texts = _LACKING.findall(said)
    return {letter for text in texts for letter in _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)}
