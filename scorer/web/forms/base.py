"""Forms that every game shares: the fields of an act, and what may be written in a line of text."""

import hashlib
import re
from datetime import date, datetime
from decimal import Decimal

from flask import g
from flask_wtf import FlaskForm
from wtforms import DateField, HiddenField, RadioField, StringField, ValidationError
from wtforms.validators import Length, Optional

from ...rules.core import Points, upper_first
from ...rules.reading import NAME_LENGTH, FormatError, points, printable
from ..app.access import new_key

TITLE_LENGTH = 80
KEY_LENGTH = 64
REASONS = ("misheard", "miscounted", "wrong player")
REASON_LENGTH = 120
POINTS_LENGTH = 20
_POINTS = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")


class CommandForm(FlaskForm):
    """An act at the table. key: the request's own; seen: the last entry of the sheet that the form knew.

    after: the key of an act of this phone that waits to be sent before this one; it then says what was seen.
    """

    key = HiddenField()
    seen = HiddenField()
    after = HiddenField()

    @property
    def command_key(self) -> str:
        return g.get("command_key") or own_key(self.key.data)

    @property
    def seen_number(self) -> int:
        # What is no number has seen nothing: the act is then refused as stale, with everything kept.
        return small_number(self.seen.data or "") or 0

    @property
    def after_key(self) -> str:
        return own_key(self.after.data) if self.after.data else ""


def at_most(what: str, characters: int) -> Length:
    return Length(max=characters, message=f"A {what} has at most {characters} characters.")


class TitleForm(FlaskForm):
    """What a sheet is called, and the day of its evening."""

    title = StringField("Title", validators=[Optional(), at_most("title", TITLE_LENGTH)])
    date = DateField("Date", validators=[Optional()])

    def validate_title(self, field: StringField) -> None:
        if not printable(field.data or ""):
            raise ValidationError("A title is written in one line of ordinary characters.")

    def title_facts(self) -> dict[str, str]:
        return {"title": (self.title.data or "").strip(), "date": (self.date.data or today()).isoformat()}


class PhoneForm(FlaskForm):
    """What a phone is called. sheet: where to go back to."""

    name = StringField(validators=[at_most("name", NAME_LENGTH)])
    sheet = HiddenField()

    def validate_name(self, field: StringField) -> None:
        if not printable(field.data or ""):
            raise ValidationError("A name is written in one line of ordinary characters.")


class ReasonForm(FlaskForm):
    """Why a hand is amended or struck: one of the usual reasons, or other words. Offered, never asked for."""

    reason = RadioField(choices={reason: reason for reason in REASONS}, validators=[Optional()])
    words = StringField(validators=[at_most("reason", REASON_LENGTH)])

    def validate_words(self, field: StringField) -> None:
        if not printable(field.data or ""):
            raise ValidationError("A reason is written in one line of ordinary characters.")

    @property
    def text(self) -> str:
        return (self.words.data or "").strip() or self.reason.data or ""


def own_key(given: str | None) -> str:
    """A request's key as it is stored: as given, or its digest where it would not fit; a new one for none."""
    if not given:
        return new_key()
    fits = len(given) <= KEY_LENGTH and given.isascii() and given.isprintable()
    return given if fits else hashlib.sha256(given.encode(errors="replace")).hexdigest()


def small_number(text: str) -> int | None:
    """A whole number of at most nine digits, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def read_points(text: str) -> Points:
    """The points that a person has written, with a point or a comma. Raises ValueError with what is wrong."""
    written = text.strip().replace("−", "-").replace(",", ".")
    if len(written) > POINTS_LENGTH or not _POINTS.fullmatch(written):
        raise ValueError(f"“{text.strip()[:POINTS_LENGTH]}” is no number of points.")
    try:
        return points(Decimal(written), "")
    except FormatError as fault:
        raise ValueError(f"{upper_first(fault.detail)}.") from None


def today() -> date:
    """The evening's date where the table is."""
    return datetime.now().astimezone().date()
