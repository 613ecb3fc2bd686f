"""The link that opens a sheet on another phone: derived from the host's secret key, so it can be shown again.

A database alone opens nothing: of a link it holds how often it was made anew, and of its short codes digests, made
under the secret key too. Of a link that an early release made it holds the digest of a random key.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import NamedTuple

from flask import current_app
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from .database import now, writing
from .models import CodeRecord, LinkRecord, SharedLinkRecord, SheetRecord, db, utc
from .people import SCORE, VIEW, NotAllowedError, changing, digest_of, let_in, stop_links

JOIN = "join"
"""The link of a sheet: it asks who you are, and lets watch, or score where the sheet says so."""
LETTERS = "346789ACDEFHJKMNPQRTVWXY"
"""What a code is made of: of each group that looks alike, as 0 and O or 8 and B, one letter at most."""
CODE_LENGTH = 8
"""Characters of a code: one in 110 billion."""
CODE_LASTS = timedelta(hours=24)
SHOWN_FOR = timedelta(hours=12)
"""How long the same code is shown: whoever is given one has half a day left."""


class Link(NamedTuple):
    """What opens a sheet. role: JOIN, or SCORE for one that lets score; of earlier releases "agree" and "view".

    key: the end of its address, "" for a link of an early release, which cannot be shown again.
    """

    sheet_id: str
    role: str
    key: str = ""

    @property
    def only_looks(self) -> bool:
        """Whether it was given to look only, by an earlier release."""
        return self.role == VIEW


class Code(NamedTuple):
    """What is typed instead of a link, until a time."""

    text: str
    until: datetime


def link(sheet_id: str, role: str = JOIN) -> Link:
    """The link to a sheet: the same one each time, until it is renewed. One to score is made where none is."""
    record = db.session.get(SharedLinkRecord, (sheet_id, role))
    if role != JOIN and (record is None or record.revoked_at):
        with changing(sheet_id):
            record = db.session.get(SharedLinkRecord, (sheet_id, role))
            if record is None:
                record = SharedLinkRecord(sheet_id=sheet_id, role=role, generation=1)
                db.session.add(record)
            elif record.revoked_at:
                record.generation, record.revoked_at = record.generation + 1, None
    return _link(sheet_id, role, record.generation if record else 1)


def renew(sheet_id: str, by: str = "") -> None:
    """Make the link anew: the one before opens nothing any more, nor does any other of this sheet, nor a code.

    by: as for `changing`. Raises NotAllowedError.
    """
    with changing(sheet_id, by):
        record = db.session.get(SharedLinkRecord, (sheet_id, JOIN))
        if record is None:
            db.session.add(SharedLinkRecord(sheet_id=sheet_id, role=JOIN, generation=2))
        else:
            record.generation += 1
        stop_links(sheet_id)


def join(device: str, sheet_id: str, key: str, *, watches: bool = False) -> None:
    """Let a device open the sheet of a link, if that is in force when it does so.

    watches: whether it is to watch, also where the link lets score. Raises NotAllowedError and NoPlaceError.
    """
    with changing(sheet_id) as records:
        link = opened_by(sheet_id, key)
        if link is None:
            raise NotAllowedError
        let_in(records, sheet_id, device, VIEW if watches else role_of(link), only_looks=link.only_looks)


def code(sheet_id: str, role: str = JOIN) -> Code:
    """A code of the link in this role that is valid for half a day at least."""
    made = _latest_code(sheet_id, role)
    for _ in range(5):
        if made:
            return made
        try:
            made = _new_code(sheet_id, role)
        except IntegrityError:
            # Another process made one at the same moment, or another sheet has this code.
            made = _latest_code(sheet_id, role)
    return made or _new_code(sheet_id, role)


def _latest_code(sheet_id: str, role: str) -> Code | None:
    of_link = CodeRecord.sheet_id == sheet_id, CodeRecord.role == role
    record = db.session.scalar(select(CodeRecord).where(*of_link).order_by(CodeRecord.number.desc()).limit(1))
    if record is None or utc(record.made_at) < now() - SHOWN_FOR or not _is_ours(record):
        return None
    return Code(_code(record), utc(record.made_at) + CODE_LASTS)


def _new_code(sheet_id: str, role: str) -> Code:
    with writing():
        there = CodeRecord.sheet_id == sheet_id, CodeRecord.role == role
        last = db.session.scalar(select(func.max(CodeRecord.number)).where(*there))
        db.session.execute(delete(CodeRecord).where(*there, CodeRecord.made_at < now() - CODE_LASTS))
        record = db.session.get(SharedLinkRecord, (sheet_id, role))
        generation = record.generation if record else 1
        made = CodeRecord(sheet_id=sheet_id, role=role, generation=generation, made_at=now())
        # From the minute, so that no number comes again whose code was removed.
        made.number = max((last or 0) + 1, int(now().timestamp()) // 60)
        taken = select(CodeRecord.role)
        while db.session.scalar(taken.where(CodeRecord.digest == (digest := _code_digest(_code(made))))):
            made.number += 1
        made.digest = digest
        db.session.add(made)
        return Code(_code(made), made.made_at + CODE_LASTS)


def opened_by(sheet_id: str, key: str) -> Link | None:
    """The link with this key, of this sheet; None for one that never was or is not in force any more."""
    sheet = db.session.get(SheetRecord, sheet_id)
    if sheet is None or sheet.deleted_at:
        return None
    query = select(SharedLinkRecord).where(SharedLinkRecord.sheet_id == sheet_id)
    records = {record.role: record for record in db.session.scalars(query)}
    given = {role: record.generation for role, record in records.items() if record.revoked_at is None}
    for role, generation in ({JOIN: 1} | given).items():
        found = _link(sheet_id, role, generation)
        if hmac.compare_digest(found.key.encode(), key.encode()):
            return found
    early = db.session.get(LinkRecord, (sheet_id, digest_of(key)))
    return Link(sheet_id, early.role) if early and early.revoked_at is None else None


def typed(text: str) -> Link | None:
    """The link with this code, of any sheet. Blanks, hyphens and small letters count for nothing."""
    text = "".join(letter for letter in text.upper() if letter not in " -")
    if len(text) != CODE_LENGTH or not set(text) <= set(LETTERS):
        return None
    record = db.session.scalar(select(CodeRecord).where(CodeRecord.digest == _code_digest(text)))
    if record is None or utc(record.made_at) < now() - CODE_LASTS or not _is_ours(record):
        return None
    sheet = db.session.get_one(SheetRecord, record.sheet_id)
    return None if sheet.deleted_at else _link(record.sheet_id, record.role, record.generation)


def role_of(link: Link) -> str:
    """What whoever opens a link may do: score or watch."""
    if link.role == JOIN:
        return db.session.scalar(select(SheetRecord.link_role).where(SheetRecord.id == link.sheet_id)) or VIEW
    return SCORE if link.role == SCORE else VIEW


def _is_ours(record: CodeRecord) -> bool:
    """Whether a code was made under this secret key."""
    return hmac.compare_digest(record.digest, _code_digest(_code(record)))


def _link(sheet_id: str, role: str, generation: int) -> Link:
    return Link(sheet_id, role, derived_key("key", sheet_id, role, generation))


def derived_key(*of: object) -> str:
    """The end of an address that nobody can work out without the secret key: 24 letters, 144 bits."""
    return urlsafe_b64encode(_derived(*of)[:18]).decode()


def _code(record: CodeRecord) -> str:
    value = int.from_bytes(_derived("code", record.sheet_id, record.role, record.generation, record.number))
    letters = []
    for _ in range(CODE_LENGTH):
        value, letter = divmod(value, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def _code_digest(code: str) -> str:
    return _derived("look up", code).hex()


def _derived(*of: object) -> bytes:
    """32 bytes that nobody can work out without the secret key. HMAC with SHA-256, RFC 2104."""
    secret = current_app.config["SECRET_KEY"]
    key = secret.encode() if isinstance(secret, str) else secret
    return hmac.digest(key, "\n".join(map(str, ("scorer link", *of))).encode(), hashlib.sha256)
