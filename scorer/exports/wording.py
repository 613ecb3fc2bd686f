"""How points, days, places and the end are written wherever people read them, and how wide a text is."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, takewhile

from ..rules.core import Points, ScoreLine, counted, listed, minus, place, rounded
from ..rules.names import seen_apart
from ..sheet.core.ledger import Ledger, Row, Standing
from ..statistics.players import Share

_QUOTED = re.compile("(“[^“”]*”)")
_MINUS = re.compile(r"(?<![\w)])-(?= ?\d)")


_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of the scripts that are written so, with their marks and digits."""
_WORDS = re.compile(f"[{_RIGHT_TO_LEFT}]+(?:[ '’.\u200c\u200d-]?[{_RIGHT_TO_LEFT}]+)*")
_LEADS = bytes((*range(0xD6, 0xE1), 0xEF, 0xF0))
"""With one of these each of their letters begins in UTF-8."""
_GIVEN_BACK = ("<option", "<textarea")


def isolated(text: str) -> str:
    """The text with the words from right to left set apart, such as a name in Hebrew: what stands beside them
    stays on its side, as the number in "⁨דוד⁩: 100".
    """
    return text if text.isascii() else _WORDS.sub("\u2068\\g<0>\u2069", text)


def isolated_in_page(page: bytes) -> bytes:
    """The same for the texts of a page of HTML, in UTF-8. What is typed, or one of a list of choices, stands by
    itself, and comes back to the app as it is.
    """
    if len(page.translate(None, _LEADS)) == len(page):
        return page
    text = page.decode()

    def word(found: re.Match[str]) -> str:
        tag = text.rfind("<", 0, found.start())
        is_text = text.find(">", tag, found.start()) > tag and not text.startswith(_GIVEN_BACK, tag)
        return f"\u2068{found[0]}\u2069" if is_text else found[0]

    return _WORDS.sub(word, text).encode()


def house_rules(ledger: Ledger) -> str:
    """The house rules of the first hand: "House rules at the start: No-trump: yes.", where others came later."""
    first = ledger.games[0]
    since = "" if first.options == ledger.table.game.options else " at the start"
    return f"House rules{since}: {'; '.join(rules)}." if (rules := first.house_rules()) else ""


def day(written: str) -> str:
    """ "2026-11-20" as "20 Nov 2026"."""
    if not written:
        return ""
    when = date.fromisoformat(written)
    return f"{when.day} {when:%b %Y}"


def day_of_year(written: str) -> str:
    """ "2026-11-20" as "20 Nov"."""
    return day(written)[:-5]


def long_day(written: str) -> str:
    """ "2026-11-20" as "20 November 2026"."""
    when = date.fromisoformat(written) if written else None
    return f"{when.day} {when:%B %Y}" if when else ""


def with_minus(sentence: str) -> str:
    """With real minus signs before numbers, but for what people have said or written, in quotation marks."""
    return "".join(part if part.startswith("“") else _MINUS.sub("−", part) for part in _QUOTED.split(sentence))


def money(amount: Decimal) -> str:
    """An amount to the cent: "+1.20", with a real minus sign."""
    return minus(f"{amount:+.2f}")


def played(ledger: Ledger) -> str:
    """ "12 hands", or while the sheet goes on "after 12 hands"."""
    hands = counted(len(ledger.rows), "hand")
    return hands if ledger.over else f"after {hands}" if ledger.rows else "no hand yet"


def ranked(ledger: Ledger) -> list[tuple[Standing, str]]:
    """The standings, each with its place; with none before the first hand."""
    shared = Counter(standing.place for standing in ledger.standings)
    return [
        (standing, place(standing.place, shared=shared[standing.place] > 1) if ledger.rows else "")
        for standing in ledger.standings
    ]


def won(ledger: Ledger) -> str:
    """ "Cindy wins.", "Cindy wins: they reached 500."; empty while the game goes on."""
    return f"{winners(ledger)}{ledger.ending.behind_winners}." if ledger.ending else ""


def winners(ledger: Ledger) -> str:
    """ "Cindy wins"; empty while the game goes on."""
    if ledger.ending is None:
        return ""
    names = ledger.winners
    if len(names) > 1:
        return f"{listed(names)} share first place"
    verb = "win" if ledger.table.game.sides_have_columns else "wins"
    return f"{listed(names)} {verb}" if names else "Nobody wins"


def reasons(ledger: Ledger, row: Row) -> Iterator[str]:
    """Who scored what in a hand, and for what: "Amber and Cindy: 21 (bid 6, made) + 28 (7 tricks) = 49"."""
    for names, lines, total in ledger.workings(row):
        yield f"{listed(names)}: {working(lines, total)}"


def working(lines: Sequence[ScoreLine], total: Points) -> str:
    """ "21 (bid 6, made) + 28 (7 tricks) = 49"."""
    added = " + ".join(f"{line.points} ({line.reason})" for line in lines).replace(" + -", " - ")
    return f"{added} = {total}" if len(lines) > 1 else added


def number(value: Fraction | Points | None) -> str:
    """As a table shows it: whole points as they are, an average with one decimal; empty for nothing."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return minus(rounded(value, 1))
    return minus(value)


def average_place(average: Fraction) -> str:
    """An average place, with two decimals."""
    return f"{rounded(average, 2)}"


def share(value: Share) -> str:
    """ "18 of 24"; empty of nothing."""
    return f"{value.part} of {value.whole}" if value.whole else ""


Measure = Callable[[str], float]
WIDE = frozenset("MWmw%@—…")
NARROW = frozenset("ijlIJtfr.,:;'|!()[]/ -·")


def cells(text: str) -> int:
    """The columns that a text takes up in monospace: two for a Chinese letter, none for an accent."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def ems(text: str) -> float:
    """About how wide a text is drawn, in ems of its size; of the usual letters the wider ones are assumed."""
    return sum(_ems(letter) for letter in text)


def _ems(letter: str) -> float:
    if (taken := _cells(letter)) != 1:
        return taken * 0.62
    if letter in WIDE:
        return 1.0
    return 0.42 if letter in NARROW else 0.75 if letter.isupper() else 0.63


def shortened(text: str, width: float, measure: Measure = ems) -> str:
    """The text, or as much of its beginning as fits before an ellipsis."""
    if measure(text) <= width:
        return text
    parts = seen_apart(text)
    taken = accumulate(map(measure, parts), initial=measure("…"))
    fitting = sum(1 for _ in takewhile(lambda so_far: so_far <= width, taken)) - 1
    return f"{''.join(parts[: max(0, fitting)]).rstrip()}…"


def distinct(names: Sequence[str], width: float, measure: Measure = ems) -> list[str]:
    """Names shortened, each to another text: those that begin alike keep their ends as well."""
    short = [shortened(name, width, measure) for name in names]
    return [
        text if short.count(text) == 1 else _with_end(name, width, measure)
        for name, text in zip(names, short, strict=True)
    ]


def _with_end(text: str, width: float, measure: Measure) -> str:
    """The beginning and the end of a text that is too long."""
    last = "".join(seen_apart(text)[-3:])
    return f"{shortened(text.removesuffix(last), width - measure(last), measure)}{last}"
