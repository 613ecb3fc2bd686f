"""Make the table of letters that look like one of another script: `python -m tests.look_alikes confusables.txt`.

The file is that of Unicode, https://www.unicode.org/Public/security/latest/confusables.txt. Of its mappings those
are kept by which letters of different scripts look the same: the skeletons of two names are compared only where
their scripts differ. What looks alike in one script alone need not be known, nor what NFKC makes the same before.
"""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from scorer.rules import names

TABLE = Path(names.__file__).with_name("look_alikes.txt")
FIRST_LINE = "# Letters that look like one of another script, from confusables.txt of Unicode {} (UTS 39)."


def script(letter: str) -> str:
    return unicodedata.name(letter, "unknown").split()[0]


def mappings(confusables: str) -> Iterator[tuple[str, str]]:
    """A letter, and what it looks like."""
    for line in confusables.splitlines():
        if ";" in (fields := line.partition("#")[0]):
            letter, looks = map(_text, fields.split(";")[:2])
            if len(letter) == 1 and letter.isalpha() and unicodedata.is_normalized("NFKC", letter):
                yield letter, looks


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def table(confusables: str) -> str:
    """A line for each look: the look, a blank, and the letters that have it."""
    groups: dict[str, list[str]] = {}
    for letter, looks in mappings(confusables):
        groups.setdefault(looks, []).append(letter)
    lines = [
        f"{looks} {''.join(sorted(letters))}"
        for looks, letters in sorted(groups.items())
        if len({script(letter) for letter in (*letters, *looks) if letter.isalpha()}) > 1 and " " not in looks
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    given = Path(sys.argv[1]).read_text("utf-8-sig")
    release = next(line.partition(": ")[2] for line in given.splitlines() if line.startswith("# Version: "))
    kept = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith("#")]
    kept[0] = FIRST_LINE.format(release)
    TABLE.write_text("\n".join(kept) + "\n" + table(given), encoding="utf-8")
