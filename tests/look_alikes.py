"""Make the table of letters that look like one of another script: `python -m tests.look_alikes confusables.txt`.

The file is that of Unicode, https://www.unicode.org/Public/security/latest/confusables.txt. Of its mappings those
are kept by which letters of different scripts look the same: the skeletons of two names are compared only where
their scripts differ. What looks alike in one script alone need not be known, nor what NFKC makes the same before.
"""

import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from scorer import rules

TABLE = Path(str(rules.__file__)).with_name("look_alikes.py")
WIDTH, AT_ONCE = 110, 8


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


def table(confusables: str) -> list[str]:
    """In turn a look, and the letters that have it; as often as they have room in a line."""
    groups: dict[str, list[str]] = {}
    for letter, looks in mappings(confusables):
        groups.setdefault(looks, []).append(letter)
    found: list[str] = []
    for looks, letters in sorted(groups.items()):
        if len({script(letter) for letter in (*letters, *looks) if letter.isalpha()}) > 1 and looks.split() == [
            looks
        ]:
            for start in range(0, len(letters), AT_ONCE):
                found += looks, "".join(sorted(letters)[start : start + AT_ONCE])
    return found


def _escaped(text: str) -> str:
    """In ASCII: letters that run to the left would turn the lines of the module round."""
    codes = (letter if letter.isascii() and letter.isalnum() else f"\\U{ord(letter):08x}" for letter in text)
    return "".join(code.replace("\\U0000", "\\u") for code in codes)


if __name__ == "__main__":
    given = Path(sys.argv[1]).read_text("utf-8-sig")
    release = next(line.partition(": ")[2] for line in given.splitlines() if line.startswith("# Version: "))
    lines = textwrap.wrap(" ".join(map(_escaped, table(given))), WIDTH, break_long_words=False)
    start, written = 'GROUPS = """\\\n', TABLE.read_text("utf-8")
    before, _, after = written.partition(start)
    before = re.sub("Unicode [0-9.]+ ", f"Unicode {release} ", before, count=1)
    behind = after.partition('"""')[2]
    TABLE.write_text("\n".join((before + start.rstrip("\n"), *lines, f'"""{behind}')), encoding="utf-8")
