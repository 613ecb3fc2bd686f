"""The sheets of a device, the one written on last first: page by page, or those in which some words stand."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import Row, ScalarSelect, Select, Text, cast, func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import InstrumentedAttribute

from ..sheet.core.entries import EntryKind
from .entry_rows import is_damage
from .models import EntryRecord, GrantRecord, db

NAMING = (EntryKind.START, EntryKind.TITLE, EntryKind.SEATS, EntryKind.RENAME)
"""The entries that say what a sheet is called, and who plays."""


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

    words: in small letters; title_of: of a game, by its key. Earlier titles and names of players count, too.
    """
    query = select(GrantRecord.sheet_id, GrantRecord.archived).where(GrantRecord.device_id == device)
    named: dict[str, list[str]] = {}
    for sheet_id, facts in _facts(device):
        named.setdefault(sheet_id, []).extend(_names_in(facts, title_of))
    texts = {sheet_id: "\n".join(names).casefold() for sheet_id, names in named.items()}
    return [
        (sheet_id, archived)
        for sheet_id, archived in db.session.execute(query.order_by(*_latest_first()))
        if all(word in texts.get(sheet_id, "") for word in words)
    ]


def _facts(device: str) -> Iterator[tuple[str, Any]]:
    """Of the sheets of a device the facts that name something; what cannot be read is left out."""
    # As text: JSON that is damaged is then one sheet's fault, and not that of the whole statement.
    query = (
        select(EntryRecord.sheet_id, cast(EntryRecord.facts, Text))
        .join(GrantRecord, GrantRecord.sheet_id == EntryRecord.sheet_id)
        .where(GrantRecord.device_id == device, EntryRecord.kind.in_(kind.value for kind in NAMING))
    )
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
        for sheet_id in db.session.scalars(
            select(GrantRecord.sheet_id).where(GrantRecord.device_id == device)
        ).all():
            with suppress(OperationalError):
                yield from db.session.execute(query.where(GrantRecord.sheet_id == sheet_id)).all()


def _names_in(facts: Any, title_of: Callable[[str], str]) -> Iterator[str]:
    """The texts in the facts of an entry by which its sheet is looked for."""
    if not isinstance(facts, dict):
        return
    yield title_of(str(facts.get("game", "")))
    yield str(facts.get("title", ""))
    for key in ("players", "names"):
        names = facts.get(key, ())
        yield from map(
            str, names.values() if isinstance(names, dict) else names if isinstance(names, list) else ()
        )


def last_at(sheet_id: InstrumentedAttribute[str]) -> ScalarSelect[datetime]:
    """When the last act on a sheet was. sheet_id: the column of a statement that names the sheet."""
    acts = select(EntryRecord.at).where(EntryRecord.sheet_id == sheet_id)
    return acts.order_by(EntryRecord.number.desc()).limit(1).scalar_subquery()


def _of(device: str | None, archived: bool) -> tuple[Any, ...]:
    return GrantRecord.device_id == device, GrantRecord.archived.is_(archived)


def _latest_first() -> tuple[Any, ...]:
    return last_at(GrantRecord.sheet_id).desc().nulls_last(), GrantRecord.sheet_id
