"""How facts look on a page: suits, points, names of places."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from flask import Flask, current_app, g
from jinja2 import Environment, Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ...exports import zones
from ...exports.drawing import MARKS
from ...exports.wording import day, day_of_year, money
from ...rules.core import counted, in_cents, listed, minus, signed, upper_first
from ...rules.game import Game
from ...rules.reading import FormatError
from ...sheet.changes.history import lead
from ...sheet.changes.remarks import Remarks
from ...sheet.core.ledger import last_hand as last_by_length
from ...sheet.core.ledger import progress
from ...sheet.highlights import moment, places_moved
from ...sheet.looks import Look, looks
from ...store.database import now
from ...store.scorebook import Snapshot
from ..protection import form_token
from .access import new_key

SHARED = ("parts/command.html", "parts/keys.html", "parts/icons.html")
"""The templates whose macros are `ui`, as in `{{ ui.icon('back') }}`."""
SUIT_NAMES = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_SUIT = re.compile("([♣♦♥♠])")
_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def register(app: Flask) -> None:
    filters = money, suits, signed, working, day, day_in_short, day_of_year, listed, upper_first
    app.jinja_env.filters.update(_named(*filters), minus=partial(_MINUS.sub, "−"), points=minus)
    app.jinja_env.globals.update(
        _named(act_fields, form_token, new_key, counted, entry_template, in_cents, last_hand, lead, look_mark),
        **_named(looks, moment, places_moved, players_of, progress, when),
        is_damaged=lambda: False,  # The server that looks for damage puts its own in the place.
        phone_alone=app.config["PHONE_ALONE"],
        ui=Macros(app.jinja_env),
        unknown_zone=zones.unknown,
    )


def _named(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """By their names, for templates."""
    return {each.__name__: each for each in functions}


class Macros:
    """The macros that all templates share, each as an attribute. Their files are read when one is asked for."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def __getattr__(self, name: str) -> Any:
        for file in SHARED:
            if macro := getattr(self._environment.get_template(file).module, name, None):
                if not self._environment.auto_reload:
                    setattr(self, name, macro)
                return macro
        raise AttributeError(name)


def look_mark(look: Look) -> Markup:
    """What stands beside a name: the mark of its colour, or the emoji in its place."""
    if look.emoji:
        return Markup('<span class="look" aria-hidden="true">{}</span>').format(look.emoji)
    mark = '<svg class="look p{}" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="{}"/></svg>'
    return Markup(mark).format(look.color, MARKS[look.color - 1])  # noqa: S704 - our own paths


def act_fields(seen: int, key: str = "") -> Markup:
    """The hidden fields of every form that writes: the request's own key, and the last entry the page knew."""
    hidden = Markup('<input type="hidden" name="{}" value="{}">')
    fields = {"csrf_token": form_token(), "key": key or new_key(), "seen": seen}
    return Markup("").join(hidden.format(name, value) for name, value in fields.items())


@pass_context
def suits(context: Context, text: object) -> Markup:
    """The suit symbols of a text, coloured, drawn as text and not as pictures, and read out by name.

    context: as of `help.terms`.
    """
    parts = _SUIT.split(str(text))
    following = [*parts[1:], ""]
    return Markup("").join(_marked(part, rest[:1].isalnum()) for part, rest in zip(parts, following, strict=True))


def _marked(part: str, of_a_card: bool) -> Markup:
    """A part of a text; of_a_card: whether a rank stands behind the suit, to be read apart from its name."""
    if part not in SUIT_NAMES:
        return escape(part)
    # The variation selector asks for the letter, where a phone would show a picture of its own.
    return Markup(
        '<span class="suit suit-{name}" aria-hidden="true">{symbol}\ufe0e</span>'
        '<span class="unseen"> {name}{apart}</span>'
    ).format(name=SUIT_NAMES[part], symbol=part, apart=" " if of_a_card else "")


def working(text: str) -> str:
    """A sum that may be broken only before its result."""
    text = minus(text)
    for sign in "+−":
        text = text.replace(f" {sign} ", f"\u00a0{sign}\u00a0")
    return text.replace("= ", "=\u00a0")


def players_of(game: Game | type[Game]) -> str:
    """How many play: "3 to 7 players"."""
    sizes = game.sizes
    return f"{sizes[0]} to {sizes[-1]} players" if len(sizes) > 1 else f"{sizes[0]} players"


def entry_template(game: Game | type[Game]) -> Template:
    """The template that draws the entry of a game: its own, or the one of every game."""
    return current_app.jinja_env.select_template([f"games/{game.key}.html", "parts/fields.html"])


def local(moment: datetime, zone: str = "") -> datetime:
    """A moment in a time zone, by default the server's."""
    return zones.local(moment, zone, current_app.config["TIME_ZONE"])


def when(moment: datetime) -> str:
    """The time by the clock of the sheet that is asked for: "21:04", with the day where that is not today."""
    time, today = (local(each, g.get("zone", "")) for each in (moment, now()))
    day = "" if time.date() == today.date() else f"{time.day} {time:%b %Y}, "
    return f"{day}{time:%H:%M}"


def day_in_short(written: str) -> str:
    """ "2026-11-20" as "20 Nov", with the year where that is not this one by the clock of the sheet."""
    return day_of_year(written) if written[:4] == f"{local(now(), g.get('zone', '')):%Y}" else day(written)


def remarks_of(snapshot: Snapshot) -> Remarks:
    """What is said of hands and sheet beside the points, the times by the clock of the sheet."""
    return Remarks.of(snapshot.line.acts, snapshot.ledger, lambda moment: local(moment, snapshot.sheet.zone))


def last_hand(snapshot: Snapshot) -> str:
    """That the hand now played is the last by the agreed length, as a sentence; empty where it is not."""
    return last_by_length(snapshot.ledger, snapshot.entries[0].at, now())


def fault_text(fault: FormatError) -> str:
    """What is wrong in a file, and where, as a sentence."""
    return f"{upper_first(fault.detail)}." if fault.where == "$" else f"In {fault.where}: {fault.detail}."
