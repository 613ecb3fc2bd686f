"""The sheets of a device, the one written on last first: page by page, or those in which some words stand. Those
that nobody has written on for long are taken off the home page of every phone; nothing is deleted.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, ScalarSelect, Select, Text, cast, func, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import InstrumentedAttribute

from ..sheet.core.sheet import EntryKind
from ..sheet.looks import Look, looks_of
from .database import writing
from .models import EntryRecord, GrantRecord, db, is_damage
from .people import SCORE

NAMING = (EntryKind.START, EntryKind.TITLE, EntryKind.SEATS, EntryKind.RENAME, EntryKind.LOOKS)
"""The entries that say what a sheet is called, who plays, and how they are shown."""


def how_many(device: str | None, *, archived: bool) -> int:
    """How many sheets a device may open, of those it has archived, or of the others."""
    query = select(func.count()).select_from(GrantRecord)
    return db.session.scalar(query.where(*_of(device, archived))) or 0


def latest(device: str | None, *, archived: bool, most: int, skip: int = 0) -> Sequence[str]:
    """The ids of some of them. skip: how many to leave out first."""
    query = select(GrantRecord.sheet_id).where(*_of(device, archived)).order_by(*_latest_first())
    return db.session.scalars(query.limit(most).offset(skip)).all()


def found(device: str, words: Sequence[str], title_of: Callable[[str], str]) -> list[tuple[str, bool]]:
    """The sheets of a device in which every word stands, as (id, archived): in the title, the players or the game.

    words: in small letters.
    title_of: of a game, by its key.

    Earlier titles and names of players count, too.
    """
    query = select(GrantRecord.sheet_id, GrantRecord.archived).where(GrantRecord.device_id == device)
    named: dict[str, list[str]] = {}
    for sheet_id, facts in _facts(device):
        named.setdefault(sheet_id, []).extend(_names_in(facts, title_of))
    texts = {sheet_id: "\n".join(names).casefold() for sheet_id, names in named.items()}
    rows = db.session.execute(query.order_by(*_latest_first()))
    return [(sheet, archived) for sheet, archived in rows if all(word in texts.get(sheet, "") for word in words)]


@dataclass(frozen=True)
class Known:
    """What is known from the sheets of a device, the most frequent first and of equals the latest.

    names: of players.
    titles: of the sheets of one game.
    looks: of each player, as on their latest sheet.
    """

    names: list[str] = field(default_factory=list[str])
    titles: list[str] = field(default_factory=list[str])
    looks: Mapping[str, Look] = field(default_factory=dict[str, Look])


def known(device: str | None, game: str) -> Known:
    """Names and titles as they are now; nothing for no device. game: whose titles are wanted."""
    players: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    chosen: dict[str, Mapping[str, Any]] = {}
    for sheet_id, facts in _facts(device) if device else ():
        if not isinstance(facts, dict):
            continue
        if facts.get("game") == game or (sheet_id in titles and "title" in facts):
            titles[sheet_id] = str(facts.get("title", ""))
        seated = facts.get("players", players.get(sheet_id, ()))
        renamed = facts.get("names", ())
        new_name = renamed if isinstance(renamed, dict) else {}
        players[sheet_id] = [str(new_name.get(name, name)) for name in seated] if isinstance(seated, list) else []
        if isinstance(facts.get("looks"), dict):
            chosen[sheet_id] = facts["looks"]
    latest = [name for names in reversed(players.values()) for name in names]
    looks: dict[str, Look] = {}
    for sheet_id, names in reversed(players.items()):
        looks = {**looks_of(names, chosen.get(sheet_id, {})), **looks}
    return Known(_frequent(latest), _frequent(reversed(titles.values())), looks)


def _frequent(texts: Iterable[str]) -> list[str]:
    """Each once, the most frequent first, and equals as they come."""
    return [text for text, _ in Counter(filter(None, texts)).most_common()]


def _facts(device: str) -> Iterator[tuple[str, Any]]:
    """The facts that name something, sheet by sheet of a device, the first one opened first, in their order; what
    cannot be read is left out.
    """
    # As text: JSON that is damaged is then one sheet's fault, and not that of the whole statement.
    wanted = GrantRecord.device_id == device, EntryRecord.kind.in_(kind.value for kind in NAMING)
    query = select(EntryRecord.sheet_id, cast(EntryRecord.facts, Text)).where(*wanted)
    query = query.join(GrantRecord, GrantRecord.sheet_id == EntryRecord.sheet_id)
    query = query.order_by(GrantRecord.opened_at, EntryRecord.sheet_id, EntryRecord.number)
    for sheet_id, text in _rows(query, device):
        with suppress(ValueError):
            yield sheet_id, json.loads(text)


def _rows(query: Select[str, str], device: str) -> Iterator[Row[str, str]]:
    try:
        yield from db.session.execute(query).all()
    except OperationalError as error:
        if not is_damage(error):
            raise
        # What is no text spoils the reading of all: read sheet by sheet.
        sheets = select(GrantRecord.sheet_id).where(GrantRecord.device_id == device)
        for sheet_id in db.session.scalars(sheets).all():
            with suppress(OperationalError):
                yield from db.session.execute(query.where(GrantRecord.sheet_id == sheet_id)).all()


def _names_in(facts: Any, title_of: Callable[[str], str]) -> Iterator[str]:
    """The texts in the facts of an entry by which its sheet is looked for."""
    if not isinstance(facts, dict):
        return
    yield title_of(str(facts.get("game", "")))
    yield str(facts.get("title", ""))
    for key in ("players", "names"):
        names = facts.get(key)
        names = [*names.values()] if isinstance(names, dict) else names
        yield from map(str, names if isinstance(names, list) else ())


def begun_by(device: str | None, sheets: Sequence[str]) -> set[str]:
    """Those of these sheets that a device began, or imported, and may score."""
    first = EntryRecord.number == 1, func.coalesce(EntryRecord.imported_by, EntryRecord.device_id) == device
    mine = GrantRecord.device_id == device, GrantRecord.role == SCORE
    query = select(EntryRecord.sheet_id).join(GrantRecord, GrantRecord.sheet_id == EntryRecord.sheet_id)
    query = query.where(*first, *mine, EntryRecord.sheet_id.in_(sheets))
    return set(db.session.scalars(query)) if device and sheets else set()


def last_at(sheet_id: InstrumentedAttribute[str]) -> ScalarSelect[datetime]:
    """When the last act on a sheet was. sheet_id: the column of a statement that names the sheet."""
    acts = select(EntryRecord.at).where(EntryRecord.sheet_id == sheet_id)
    return acts.order_by(EntryRecord.number.desc()).limit(1).scalar_subquery()


def _of(device: str | None, archived: bool) -> tuple[Any, ...]:
    return GrantRecord.device_id == device, GrantRecord.archived.is_(archived)


def _latest_first() -> tuple[Any, ...]:
    return last_at(GrantRecord.sheet_id).desc().nulls_last(), GrantRecord.sheet_id


def archive_untouched(before: datetime) -> int:
    """Archive the sheets whose last act is older; how many. A phone keeps one that it opened, or took back out
    of its archive, since then.
    """
    wanted_at = func.coalesce(GrantRecord.unarchived_at, GrantRecord.opened_at)
    untouched = last_at(GrantRecord.sheet_id) < before, wanted_at < before
    with writing():
        put_away = update(GrantRecord).where(GrantRecord.archived.is_(False), *untouched).values(archived=True)
        options = {"synchronize_session": False}
        found = db.session.execute(put_away.returning(GrantRecord.sheet_id), execution_options=options)
        sheets = set(found.scalars())
    return len(sheets)
