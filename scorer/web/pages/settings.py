"""Settings of this phone: theme, suits, size of text, vibration, what follows Save, and paper."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import Form, HiddenField, RadioField
from wtforms.validators import AnyOf, Optional

from ..app import phone_settings
from ..app.phone_settings import CHOICES, PhoneSettings
from ..responses.way_back import here, local

bp = Blueprint("settings", __name__, url_prefix="/settings")


def _choice(name: str, label: str, usual: str, *others: str) -> RadioField:
    """usual: what every phone begins with, in words; others: what else the setting may be, as in CHOICES."""
    choices = dict(zip(("", *CHOICES[name]), (usual, *others), strict=True))
    known = AnyOf(CHOICES[name], message="Choose one of these.")
    return RadioField(label, choices=choices, default="", validators=[Optional(), known], validate_choice=False)


class BackForm(Form):
    """back: the address of the page from which the settings were opened."""

    back = HiddenField(filters=[local])


class SettingsForm(FlaskForm):
    theme = _choice("theme", "Theme", "As the phone", "Light", "Dark", "True black")
    suits = _choice("suits", "Suits", "Two colours", "Four colours")
    text = _choice("text", "Text", "Normal", "Large")
    vibration = _choice("vibration", "Vibration", "On", "Off")
    after_save = _choice("after_save", "After Save", "Enter the next hand", "Show the sheet")
    paper = _choice("paper", "Paper of a PDF", "A4", "Letter")

    @property
    def settings(self) -> PhoneSettings:
        return PhoneSettings(**{name: self[name].data or "" for name in CHOICES})


@bp.get("")
def show() -> ResponseReturnValue:
    form = SettingsForm(formdata=None, obj=phone_settings.here())
    return render_template("pages/settings.html", form=form, back=BackForm(request.args).back)


@bp.post("")
def save() -> ResponseReturnValue:
    form, back = SettingsForm(), BackForm(request.form).back
    if not form.validate():
        return render_template("pages/settings.html", form=form, back=back), 422
    response = make_response(redirect(back.data or url_for("home.home"), 303))
    phone_settings.keep(response, form.settings)
    return response


@bp.app_template_global()
def settings_address() -> str:
    """The address of the settings, which lead back to the page that is shown."""
    return url_for("settings.show", back=here())
