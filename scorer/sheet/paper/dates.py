"""Dates as people and spreadsheets write them, and the days that they may be."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

_MONTHS = (
    "jan january januar janvier", "feb february februar février", "mar march mär märz mars", "apr april avril",
    "may mai", "jun june juni juin", "jul july juli juillet", "aug august août", "sep sept september septembre",
    "oct october okt oktober octobre", "nov november novembre", "dec december dez dezember décembre",
)  # fmt: skip
_NUMBER = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
_PARTS = re.compile(r"[^\W_]+")
_TIME = re.compile(r"[ t,][0-9]{1,2}:[0-9]{2}.*")
_WEEKDAY = re.compile(r"^(?:mo|tu|we|th|fr|sa|su|di|mi|do|so)[a-z]*[.,]? +")
LONGEST = 40


def days_of(text: str) -> tuple[date, ...]:
    """The days that a text may be: none, one, or two where it does not tell the day from the month. Then the first
    is that whose day stands first.
    """
    if len(text) > LONGEST:
        return ()
    written = _WEEKDAY.sub("", _without_time(text), count=1)
    parts = _PARTS.findall(re.sub(r"(?<=[0-9])(st|nd|rd|th)\b", "", written))
    if len(parts) == 1 and re.fullmatch("(19|20)[0-9]{6}", written):
        parts = [written[:4], written[4:6], written[6:]]
    if len(parts) != 3:
        return ()
    named = [index for index, part in enumerate(parts) if part in _NUMBER]
    numbers = [_NUMBER.get(part, -1) if not part.isascii() or not part.isdigit() else int(part) for part in parts]
    if min(numbers) < 0 or len(named) > 1:
        return ()
    first, second, third = numbers
    if len(parts[0]) == 4:
        orders = [(first, second, third)]
    elif named:
        orders = [(third, first, second) if named == [0] else (third, second, first)]
    elif "/" in written or "-" in written:
        orders = [(third, second, first), (third, first, second)]
    else:
        orders = [(third, second, first)]
    found = (_day(*order) for order in orders)
    return tuple(dict.fromkeys(day for day in found if day))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year + 2000 if year < 70 else year + 1900 if year < 100 else year, month, day)
    except ValueError:
        return None


def narrowed(days: Sequence[date], others: Iterable[str]) -> tuple[date, ...]:
    """Of the days that one date may be those that are written as the others of the file are, where these tell."""
    known = [found for text in others if len(found := days_of(text)) == 1 and _is_open(text)]
    if len(days) < 2 or not known:
        return tuple(days)
    # Only one of the two orders makes a day of each other date.
    firsts = {int(_PARTS.findall(text)[0]) > 12 for text in others if _is_open(text) and len(days_of(text)) == 1}
    return (days[0 if firsts == {True} else 1],) if len(firsts) == 1 else tuple(days)


def _is_open(text: str) -> bool:
    """Whether it is written in numbers alone, the year last."""
    return bool(re.fullmatch("[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]{2,4}", _without_time(text)))


def _without_time(text: str) -> str:
    """In small letters."""
    return _TIME.sub("", text.strip().lower()).rstrip(" ,")
