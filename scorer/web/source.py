"""Where the evenings of the statistics come from, which names in them are one player, and what they count."""

import base64
import gc
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from operator import is_
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from flask import g, request, url_for
from werkzeug.wrappers import Response

from ..rules.reading import NAME_LENGTH
from ..statistics import story
from ..statistics.evening import Evening, without_copies
from ..statistics.season import Choice, alike, latest, season_of
from ..statistics.standings import AS_USUAL, standings
from ..store import people, scorebook, seasons
from ..store.database import now
from ..store.models import CorruptSheetError, db, last_of_each
from ..store.scorebook import SheetNotFoundError, Snapshot, in_memory
from .app import access, devices, limits
from .app.display import local
from .app.limits import FILES, take_turn

T = TypeVar("T")

SHARED = "shared_season"
"""The pages of the statistics once more, at the link of a season of the server."""
SHARED_TONIGHT = "shared_tonight"
"""The page of tonight once more, at another link of it."""

LAST_NIGHTS = timedelta(days=2)
"""How long before now the sheets of tonight were begun, or written on, at most."""


class Source(NamedTuple):
    """sheets: the ids of those whose evenings count.
    same: other spellings of players, each with the name that counts.
    back, back_label: where the bar leads to, "" for nowhere.
    name: of the season, "" where it has none.

    blueprint, key: of its pages, key "" where everybody has them at one address.

    own: whether they are the sheets of this phone: then the pages lead into them, compare house rules, offer
    files, and ask which spellings are one player.
    """

    sheets: tuple[str, ...]
    same: Mapping[str, str]
    back: str
    back_label: str
    name: str = ""
    own: bool = True
    blueprint: str = "statistics"
    key: str = ""

    def choice(self, game: str = "", players: Iterable[str] = (), first: str = "", last: str = "") -> Choice:
        return Choice(game, tuple(dict.fromkeys(players)), first, last, self.same)

    def to(self, page: str, /, **more: Any) -> str:
        """The address of a page. page: the end of an endpoint of these pages, or a whole one; more: arguments."""
        arguments = {"key": self.key, **more} if self.key else more
        return url_for(page if "." in page else f"{self.blueprint}.{page}", **arguments)


def here() -> Source:
    """The source of the page that is asked for, looked up once for a request."""
    if "season_source" not in g:
        g.season_source = _shared(g.season_key) if "season_key" in g else _this_phone()
    return g.season_source


def take_key(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Keep the key of a season of the server for its source: the pages are the same for every source."""
    if values and "key" in values:
        g.season_key = values.pop("key")


def _this_phone() -> Source:
    """All sheets that this phone may open, archived ones too."""
    sheets = tuple(grant.sheet_id for grant in people.grants(devices.device()))
    return Source(sheets, other_spellings(), url_for("home.home"), "Your sheets")


def _shared(key: str) -> Source:
    """The sheets that were added to a season of the server; 404 for a key that shows none."""
    shows = seasons.TONIGHT if request.blueprint == SHARED_TONIGHT else seasons.STATISTICS
    season = seasons.opened_by(key, shows) or limits.refuse_key()
    # A television asks every few seconds: the sheets of former nights are not looked at for it.
    since = now() - LAST_NIGHTS if shows == seasons.TONIGHT else None
    sheets = tuple(seasons.sheets_of(season.id, since))
    return Source(sheets, {}, "", "", season.name, own=False, blueprint=request.blueprint or SHARED, key=key)


# Which names are one player under two spellings: remembered on this phone, in a cookie of its own

COOKIE = "spellings"
MOST_OF_COOKIE = 3500
"""Of the cookie: a browser keeps 4,096 with its name and attributes."""


def other_spellings() -> dict[str, str]:
    """By another spelling the name that counts; a cookie that somebody has changed says nothing."""
    try:
        read: Any = json.loads(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "")[:MOST_OF_COOKIE].encode()))
    except (ValueError, RecursionError):
        return {}
    found = read.items() if isinstance(read, dict) else ()
    same = {spelled: name for spelled, name in found if _is_name(spelled) and _is_name(name) and spelled != name}
    # A name that counts is no other spelling.
    return {spelled: name for spelled, name in same.items() if name not in same}


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= NAME_LENGTH


def with_spelling(same: Mapping[str, str], spelled: str, name: str) -> dict[str, str]:
    """With one more spelling of a player; whoever was merged into it follows."""
    counts = same.get(name, name)
    follow = {each: counts if of == spelled else of for each, of in same.items()}
    return {each: of for each, of in {**follow, spelled: counts}.items() if each != of}


def keep_spellings(response: Response, same: Mapping[str, str]) -> bool:
    """Remember them on this phone; whether there is room for all."""
    written = base64.urlsafe_b64encode(json.dumps(dict(same), separators=(",", ":")).encode()).decode()
    if len(written) > MOST_OF_COOKIE:
        return False
    access.keep_cookie(response, COOKIE, written if same else "")
    return True


# The evenings, counted once for each version of a sheet and kept in memory. What is kept can be dropped at any
# time: it is then counted again.

MOST = 2000
"""Evenings in memory; more as long as a phone with more sheets is told its own."""
AT_ONCE = 0.2
"""Seconds that a page may take for it that is about something else."""
PATIENCE = 1.2
"""Seconds that a request counts evenings; where more are left, its page says how far it is and asks again."""

Version = tuple[int, str | None]
"""The number of the last entry of a sheet, and the digest that it is stored with."""

_kept: dict[str, tuple[Version, Evening]] = {}
_lock = threading.Lock()


class Counted(NamedTuple):
    """The evenings of a source.

    left: how many are still to be counted.
    damaged: how many sheets cannot be read.
    copies: how many are the same as another.
    """

    evenings: tuple[Evening, ...]
    left: int
    damaged: int
    copies: int


class Allowance:
    """The time of a request for counting evenings that are not kept. sheets: the ids of all that it may count."""

    def __init__(self, sheets: Sequence[str], patience: float | None = None) -> None:
        self._versions = last_of_each(db.session, sheets)
        self._until = monotonic() + (PATIENCE if patience is None else patience)
        self._room = max(MOST, len(sheets))
        self._worked = False

    def found(self, sheet_id: str) -> Evening | None:
        """An evening, counted where it is not kept; None where no time is left for that.

        Raises CorruptSheetError and SheetNotFoundError.
        """
        if (kept := self._kept(sheet_id)) is not None:
            return kept
        if self._worked and monotonic() > self._until:
            return None
        take_turn(FILES)
        self._worked = True
        # Not kept among the sheets that are played on.
        read = scorebook.stored(db.session, sheet_id, in_memory(sheet_id), sealed=False)
        return self._keep(sheet_id, count(read))

    def of(self, sheet_id: str, snapshot: Snapshot | None) -> Evening | None:
        """An evening that is kept, else that of a sheet that has been read, while there is time."""
        kept = self._kept(sheet_id)
        if kept is not None or snapshot is None or monotonic() > self._until:
            return kept
        return self._keep(sheet_id, count(snapshot))

    def _kept(self, sheet_id: str) -> Evening | None:
        kept = _kept.get(sheet_id)
        return self._keep(sheet_id, kept[1]) if kept and kept[0] == self._version(sheet_id) else None

    def _version(self, sheet_id: str) -> Version:
        return self._versions.get(sheet_id, (0, None))

    def _keep(self, sheet_id: str, found: Evening) -> Evening:
        """Put an evening behind all that others have asked for, which go first."""
        version = self._version(sheet_id)
        with _lock:
            _kept.pop(sheet_id, None)
            _kept[sheet_id] = version, found
            while len(_kept) > self._room:
                _kept.pop(next(iter(_kept)))
        return found


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Do without the collector: it would look through all that a sheet is made of, again and again, and find no
    cycle; a third of the time to count many.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # What was made meanwhile goes among what is old, unseen.
        gc.freeze()
        gc.unfreeze()
        if collects:
            gc.enable()


MOST_KEPT = 16
_worked_out: list[tuple[tuple[Evening, ...], Any, Choice, Any]] = []


def of_evenings(
    work: Callable[[Sequence[Evening], Choice], T], evenings: tuple[Evening, ...], choice: Choice
) -> T:
    """What is worked out of evenings for a choice, such as their season: the same as long as they are the same."""
    for known, of, asked, found in _worked_out:
        if of is work and asked == choice and len(known) == len(evenings) and all(map(is_, known, evenings)):
            return found
    made = work(evenings, choice)
    with _lock:
        _worked_out.append((evenings, work, choice, made))
        del _worked_out[:-MOST_KEPT]
    return made


def forget() -> None:
    """Count all evenings again, as after a restart."""
    with _lock:
        _kept.clear()
        _worked_out.clear()


def counted() -> Counted:
    """The evenings of the page that is asked for."""
    return counted_evenings(here().sheets)


def counted_evenings(sheets: Sequence[str]) -> Counted:
    """sheets: the ids of those whose evenings are counted."""
    allowance = Allowance(sheets)
    evenings: list[Evening] = []
    left = damaged = 0
    with nothing_collected():
        for sheet_id in sheets:
            try:
                found = allowance.found(sheet_id)
            except (CorruptSheetError, SheetNotFoundError):
                damaged += 1
                continue
            if found:
                evenings.append(found)
            left += found is None
    different = tuple(evenings) if left else without_copies(evenings)
    return Counted(different, left, damaged, len(evenings) - len(different))


def season_after(snapshot: Snapshot) -> list[str]:
    """What a sheet that has ended did to the season of its table on this phone; nothing where that is not known at
    once.
    """
    found = counted_evenings([grant.sheet_id for grant in people.grants(devices.device())])
    here = [each for each in found.evenings if each.sheet == snapshot.id]
    if found.left or not here:
        return []
    choice = Choice(snapshot.sheet.game, tuple(here[0].totals), same=other_spellings())
    return story.after(of_evenings(season_of, found.evenings, choice), snapshot.id)


def headline(read: Iterable[Snapshot]) -> str:
    """Who is first in the season of those who played last on this phone; "" for a single night, and where that is
    not known at once. read: sheets that the page has looked up.
    """
    found, by_id = here(), {snapshot.id: snapshot for snapshot in read}
    allowance = Allowance(found.sheets, AT_ONCE)
    evenings: list[Evening] = []
    for sheet_id in found.sheets:
        if (evening := allowance.of(sheet_id, by_id.get(sheet_id))) is None:
            return ""
        evenings.append(evening)
    if not any(evening.totals for evening in evenings):
        return ""
    return of_evenings(_headline, without_copies(evenings), found.choice())


def _headline(evenings: Sequence[Evening], choice: Choice) -> str:
    season = season_of(evenings, latest(evenings, replace(choice, same=alike(evenings, choice.same))))
    return story.headline(season, standings(season, AS_USUAL)).result if len(season.nights) > 1 else ""


def count(snapshot: Snapshot) -> Evening:
    return Evening.of(snapshot.ledger, snapshot.id, local(snapshot.entries[0].at, snapshot.sheet.zone))
