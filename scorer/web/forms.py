"""Forms that every game shares: the fields of a command, and what may be written in a line of text."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Self, TypeVar, cast

from flask import g, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.datastructures import MultiDict
from werkzeug.utils import cached_property
from wtforms import DateField, Field, Form, HiddenField, RadioField, StringField, ValidationError
from wtforms.validators import Length, Optional

from ..rules.core import Points
from ..rules.fields import read_points
from ..rules.game import Game
from ..rules.reading import printable
from ..statistics.evening import day_of
from .app.access import new_key
from .app.display import local

TITLE_LENGTH = 80
KEY_LENGTH = 64
REASONS = ("misheard", "miscounted", "wrong player", "ruling: two tricks moved for a revoke")
REASON_LENGTH = 120


class TextField(Field):
    """What is sent under its name, empty where nothing is."""

    data: str

    def __init__(self, *args: Any, default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, default=default, **kwargs)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = valuelist[0]


class TextsField(Field):
    """All the texts that are sent under its name, in their order."""

    data: list[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, default=list, **kwargs)

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist


class NumberField(Field):
    """A whole number of at most nine digits, None for anything else."""

    data: int | None

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = small_number(valuelist[0]) if valuelist else None


class WindowForm(Form):
    """hand: the one that is asked for; before: what follows those that the page shows."""

    hand = NumberField()
    before = NumberField()


Made = TypeVar("Made", bound=Form)


def with_fields(form: type[Made], fields: Mapping[str, Any]) -> type[Made]:
    """A form with further fields, by the names under which they are sent: those that depend on the table."""
    return cast(type[Made], type(form.__name__, (form,), dict(fields)))


class PageForm(FlaskForm):
    """A form as a page shows it. Its token is no field of it: `MaskedCSRFProtect` has looked at it before."""

    class Meta(FlaskForm.Meta):
        @cached_property
        def csrf(self) -> bool:
            return False

        def wrap_formdata(self, form: Form, formdata: Any) -> Any:
            """What was sent: texts, and files where one is wanted. Elsewhere a file counts as not sent."""
            if formdata is None or hasattr(formdata, "getlist"):
                return formdata
            if not cast(FlaskForm, form).is_submitted():
                return None
            wanted = {field.name for field in form if isinstance(field, FileField)}
            # Not a form: this is what each is given.
            texts, files = request.form.items(multi=True), request.files.items(multi=True)
            return MultiDict[str, Any]([*(each for each in files if each[0] in wanted), *texts])


class CommandForm(PageForm):
    """What is done to a sheet.

    key: the request's own.
    seen: the last entry of the sheet that the form knew.

    waits_for: the key of a command of this phone that is to be sent before this one; it then says what was seen.
    """

    key = HiddenField()
    seen = HiddenField()
    waits_for = HiddenField(name="after")

    @property
    def command_key(self) -> str:
        return g.get("command_key") or own_key(self.key.data)

    @property
    def seen_number(self) -> int:
        # What is no number has seen nothing: the command is then refused as stale, with everything kept.
        return small_number(self.seen.data or "") or 0

    @property
    def waits_for_key(self) -> str:
        return own_key(self.waits_for.data) if self.waits_for.data else ""

    def begin(self, version: int) -> None:
        """A key of its own for a page that is opened now, at this version of the sheet."""
        self.key.data, self.seen.data = new_key(), str(version)


class GameForm(PageForm):
    """A form whose fields depend on the game."""

    game: type[Game]

    @classmethod
    def of(cls, game: type[Game], *args: Any) -> Self:
        return with_fields(cls, {"game": game, **cls.fields_of(game)})(*args)

    @classmethod
    def fields_of(cls, game: type[Game]) -> dict[str, Any]:
        """The fields of this game, by the names under which they are sent."""
        return {}


def line(what: str, characters: int) -> list[Any]:
    """The validators of a text in one line. what: "title"."""

    def ordinary(form: Any, field: Field) -> None:
        if not printable(field.data or ""):
            raise ValidationError(f"A {what} is written in one line of ordinary characters.")

    return [Length(max=characters, message=f"A {what} has at most {characters} characters."), ordinary]


class PointsField(Field):
    """Points as a person writes them, with a point or a comma. data: the number, None where nothing is written."""

    data: Points | None

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else ""
        self.data = None
        self.data = read_points(text) if text else None

    @property
    def written(self) -> str:
        """What stands in the field: as it was sent, else the number."""
        return self.raw_data[0] if self.raw_data else "" if self.data is None else f"{self.data}"


class TitleForm(PageForm):
    """What a sheet is called, and the day of its evening."""

    title = StringField("Title", validators=[Optional(), *line("title", TITLE_LENGTH)])
    date = DateField("Date", validators=[Optional()])

    def title_facts(self, zone: str) -> dict[str, str]:
        """zone: that of the sheet, "" for the server's."""
        return {"title": (self.title.data or "").strip(), "date": (self.date.data or today(zone)).isoformat()}


class ReasonForm(PageForm):
    """Why a hand is amended or struck: one of the usual reasons, or other words. Offered, never asked for."""

    reason = RadioField(choices={reason: reason for reason in REASONS}, validators=[Optional()])
    words = StringField(validators=line("reason", REASON_LENGTH))

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


def today(zone: str = "") -> date:
    """The day of the night that is played in a time zone, by default the server's."""
    # That of the first request, where it is repeated.
    return day_of(local(g.get("moment") or datetime.now(UTC), zone))
