"""What the table notes beside a hand: one of the usual notes, or words of its own."""

from typing import Self

from flask import request
from flask_wtf import FlaskForm
from wtforms import RadioField, StringField, ValidationError

from .base import line

NOTES = ("claimed", "conceded", "bid out of turn, let stand")
NOTE_LENGTH = 200
_ONE_LINE = line("note", NOTE_LENGTH)


class NoteForm(FlaskForm):
    """A note, offered and never asked for. before: what the hand has noted now, perhaps from a file."""

    note = RadioField(choices={note: note for note in NOTES}, validate_choice=False)
    note_words = StringField()
    before = ""

    @classmethod
    def of(cls, before: str) -> Self:
        """The form as it was sent; on a page that is opened now, with what was noted before."""
        form = cls()
        form.before = before
        if request.method == "GET":
            usual = next((note for note in NOTES if before == note or before.startswith(f"{note}, ")), "")
            form.note.data, form.note_words.data = usual or None, before[len(usual) :].removeprefix(", ")
        return form

    def validate_note(self, field: RadioField) -> None:
        if field.data and field.data not in NOTES:
            raise ValidationError("Tap one of these notes, or write another.")

    def validate_note_words(self, field: StringField) -> None:
        if not self._as_before:
            for check in _ONE_LINE:
                check(self, field)

    @property
    def text(self) -> str:
        return self.before if self._as_before else self._written

    @property
    def _written(self) -> str:
        return ", ".join(filter(None, (self.note.data, (self.note_words.data or "").strip())))

    @property
    def _as_before(self) -> bool:
        """Whether the note is what it was; a browser makes one line of several."""
        return "".join(self._written.split()) == "".join(self.before.split())

    @property
    def most(self) -> int:
        """How many characters the field takes."""
        return max(NOTE_LENGTH, len(self.before))

    def facts(self) -> dict[str, str]:
        """The note of the hand, empty for none; nothing where no note was asked for."""
        return {"note": self.text} if self.note.raw_data or self.note_words.raw_data else {}
