"""The links that open a sheet on another phone: derived from the host's secret key, so they can be shown again.

A database alone opens nothing: of a link it holds its role, how often it was made anew, and a digest of its short
code, made under the secret key too. Of a link that an earlier release made it holds the digest of a random key.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from flask import current_app
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from .database import now, writing
from .devices import AGREE, ROLES, VIEW, digest_of
from .models import GrantRecord, LinkRecord, SharedLinkRecord, db

LETTERS = "346789ACDEFHJKMNPQRTVWXY"
"""What a code is made of: of each group that looks alike, as 0 and O or 8 and B, one letter at most."""
CODE_LENGTH = 8
"""Characters of a code: one in 110 billion."""


@dataclass(frozen=True)
class Link:
    """What opens a sheet in a role. key: the end of its address; code: to be typed instead.

    generation: how often it was made anew; None for a link of an earlier release, which cannot be shown again.
    """

    sheet_id: str
    role: str
    generation: int | None
    key: str = ""
    code: str = ""


def in_force(sheet_id: str) -> dict[str, Link]:
    """The links of a sheet that open it, by their roles; those of earlier releases apart."""
    query = select(SharedLinkRecord).where(SharedLinkRecord.sheet_id == sheet_id)
    records = {record.role: record for record in db.session.scalars(query)}
    return {role: _link(records[role]) for role in ROLES if role in records and _opens(records[role])}


def older(sheet_id: str) -> int:
    """How many links of earlier releases still open this sheet."""
    query = select(LinkRecord.role).where(LinkRecord.sheet_id == sheet_id, LinkRecord.revoked_at.is_(None))
    return len(db.session.scalars(query).all())


def give(sheet_id: str, role: str) -> Link:
    """The link to a sheet in this role: the same one each time, until it is renewed or revoked."""
    return in_force(sheet_id).get(role) or _made(sheet_id, role, anew=False)


def renew(sheet_id: str, role: str) -> Link:
    """Another link in this role; the one before opens nothing any more."""
    return _made(sheet_id, role, anew=True)


def _made(sheet_id: str, role: str, *, anew: bool) -> Link:
    try:
        with writing():
            record = db.session.get(SharedLinkRecord, (sheet_id, role))
            if record and _opens(record) and not anew:
                return _link(record)
            generation = record.generation + 1 if record else 1
            while _is_taken(digest := _code_digest(_code(sheet_id, role, generation))):
                generation += 1
            if record is None:
                record = SharedLinkRecord(sheet_id=sheet_id, role=role)
                db.session.add(record)
            record.generation, record.code_digest, record.revoked_at = generation, digest, None
            made = _link(record)
    except IntegrityError:
        # Another process made it at the same moment: then its link is the one.
        return in_force(sheet_id)[role]
    return made


def _is_taken(digest: str) -> bool:
    query = select(SharedLinkRecord.role).where(SharedLinkRecord.code_digest == digest)
    return db.session.scalar(query) is not None


def revoke(sheet_id: str) -> None:
    """Revoke every link of a sheet. The phones that have opened it keep it; who might agree only looks."""
    with writing():
        for table in (SharedLinkRecord, LinkRecord):
            of_sheet = table.sheet_id == sheet_id, table.revoked_at.is_(None)
            db.session.execute(update(table).where(*of_sheet).values(revoked_at=now()))
        # Who was handed scoring keeps it, and falls back to looking as well where it is taken back.
        for role in (GrantRecord.role, GrantRecord.handed_role):
            agreeing = GrantRecord.sheet_id == sheet_id, role == AGREE
            db.session.execute(update(GrantRecord).where(*agreeing).values({role: VIEW}))


def opened_by(sheet_id: str, key: str) -> Link | None:
    """The link with this key, of this sheet; None for one that never was or was revoked."""
    for link in in_force(sheet_id).values():
        if hmac.compare_digest(link.key.encode(), key.encode()):
            return link
    former = db.session.get(LinkRecord, (sheet_id, digest_of(key)))
    return Link(sheet_id, former.role, None) if former and former.revoked_at is None else None


def typed(code: str) -> Link | None:
    """The link with this code, of any sheet. Blanks, hyphens and small letters count for nothing."""
    code = "".join(letter for letter in code.upper() if letter not in " -")
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
        return None
    query = select(SharedLinkRecord).where(SharedLinkRecord.code_digest == _code_digest(code))
    record = db.session.scalar(query)
    return _link(record) if record and _opens(record) else None


def _opens(record: SharedLinkRecord) -> bool:
    """Whether a link is in force; one that was made under another secret key is not."""
    code = _code(record.sheet_id, record.role, record.generation)
    return record.revoked_at is None and hmac.compare_digest(record.code_digest, _code_digest(code))


def _link(record: SharedLinkRecord) -> Link:
    made = record.sheet_id, record.role, record.generation
    return Link(*made, key=urlsafe_b64encode(_derived("key", *made)[:18]).decode(), code=_code(*made))


def _code(sheet_id: str, role: str, generation: int) -> str:
    number = int.from_bytes(_derived("code", sheet_id, role, generation))
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def _code_digest(code: str) -> str:
    return _derived("look up", code).hex()


def _derived(*of: object) -> bytes:
    """32 bytes that nobody can work out without the secret key. HMAC with SHA-256, RFC 2104."""
    secret = current_app.config["SECRET_KEY"]
    key = secret.encode() if isinstance(secret, str) else secret
    return hmac.digest(key, "\n".join(map(str, ("scorer link", *of))).encode(), hashlib.sha256)
