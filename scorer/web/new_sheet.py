"""A new sheet: who plays, who deals first, by which house rules."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from ..rules.game import Game
from ..rules.names import is_emoji
from ..rules.options import Options, Preset
from ..rules.registry import GAMES
from ..sheet.core.sheet import ZONE
from ..sheet.looks import COLOR_NAMES, COLOR_NUMBERS, OF_SIDES, Look, as_chosen, looks_of
from ..store import listing, people, scorebook, seasons
from ..store.models import CorruptSheetError
from ..store.people import SCORE
from ..store.scorebook import Snapshot
from . import repeats
from .app import access, club_code, devices, limits
from .forms import NumberField, TextField, TextsField, TitleForm, own_key, small_number, today
from .table_forms import OptionsForm, PlayersForm, option_text

bp = Blueprint("new_sheet", __name__)

PRESET = "preset:"
LOOKED_AT = 5
"""Among how many of the latest sheets the last one of the game is looked for."""
MOST_KNOWN = 12
"""Of players, and of titles, so many are offered."""
LEAST_TYPED = 3
"""So many letters of the name of a game tell which one it is."""
NOBODY = re.compile("Player [0-9]+")
"""What a player is called whom nobody has named."""


class LikeForm(Form):
    """like: the id of a sheet whose players, seats and house rules the new one begins with.
    then: the last entry of that sheet on the page where it was tapped; 0 for the sheet as it stands.
    """

    like = TextField()
    then = NumberField()


class NewSheetForm(PlayersForm, TitleForm, OptionsForm):
    """A sheet before its first hand.

    zone: the time zone of the phone, where its script says one.
    wait: why it cannot be started right now.

    color, emoji: chosen for each row, empty for what comes by itself.
    choosing: the row whose colour is being chosen.
    remembered: how the players of this phone's earlier sheets were shown there.
    """

    action = TextField(default="start")
    color = TextsField()
    emoji = TextsField()
    choosing: int | None = None
    remembered: Mapping[str, Look] = {}
    color_names = COLOR_NAMES
    zone = TextField()
    seats_offered = 5
    wait = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = max(len(self.rows), self.game.sizes[-1])
        self.colors, self.emojis = ([*each.data, *[""] * rows][:rows] for each in (self.color, self.emoji))

    @property
    def shown(self) -> list[Look]:
        """How the player of each row is shown: as chosen here, else as on their last sheet; partners alike."""
        # An empty row has what is left over.
        rows = sorted(range(len(self.colors)), key=lambda row: not "".join(self.rows[row : row + 1]))
        chosen: dict[int, Look] = {
            row: Look(int(self.colors[row])) for row in rows if self.colors[row] in COLOR_NUMBERS
        }
        emojis = {row: emoji for row in rows if is_emoji(emoji := self.emojis[row])}
        for row, name in enumerate(self.rows):
            if row not in chosen and (look := self.remembered.get(name)):
                chosen[row] = look
                emojis.setdefault(row, look.emoji)
        found = looks_of(map(str, rows), {str(row): look._asdict() for row, look in chosen.items()})
        shown = [found[str(row)]._replace(emoji=emojis.get(row, "")) for row in range(len(rows))]
        if not self.of_sides:
            return shown
        return [look._replace(color=OF_SIDES[row % 2]) for row, look in enumerate(shown)]

    @property
    def of_sides(self) -> bool:
        """Whether partners share a column, and so a colour."""
        return self.game.partnerships and self.game.options_type(**self.values()).totals == "sides"

    def exchange(self, here: int, there: int) -> None:
        super().exchange(here, there)
        for each in (self.colors, self.emojis):
            each[here], each[there] = each[there], each[here]

    def begin_like(self, snapshot: Snapshot) -> None:
        """As a sheet stands: everybody in their seat, the deal moved on, by the same house rules."""
        table = snapshot.ledger.table
        self.rows = self.player.data = [*table.game.players]
        self.deals_first = str(table.dealer)
        options, begun = table.game.options, self.game.options_type(**snapshot.ledger.sheet.options)
        # A list is of that evening: it says which hands were dealt otherwise, or skipped.
        listed = (n for n in table.game.dealing.of_an_evening if not isinstance(getattr(options, n), str))
        self.choose(replace(options, **{name: getattr(begun, name) for name in listed}))
        if self.game.named_on_sheet:
            self.title.data = snapshot.sheet.title

    @property
    def named(self) -> bool:
        """Whether anybody is."""
        return any(self.rows)

    @property
    def seats(self) -> list[str]:
        """Where nobody is named, everybody plays by the name that their empty seat shows."""
        return self.rows if self.named else [f"Player {row + 1}" for row in range(len(self.rows))]

    def rearrange(self) -> None:
        """Fill in the house rules of a preset; or move seats."""
        key = self.action.data.removeprefix(PRESET)
        if preset := next((each for each in self.game.options_type.presets if each.key == key), None):
            self.chosen |= {name: option_text(value) for name, value in preset.chosen.items()}
            if self.game.named_on_sheet:
                self.title.data = preset.title
            return
        action, _, what = self.action.data.partition(":")
        row, _, color = what.partition(":")
        here = small_number(row)
        if action in ("look", "color") and here is not None and here < len(self.rows):
            self.choosing = here if action == "look" else None
            if color in COLOR_NUMBERS:
                # Who had chosen it has another.
                self.colors = ["" if each == color else each for each in self.colors]
                self.colors[here], self.emojis[here] = color, ""
        super().rearrange()

    @property
    def typed(self) -> str:
        """The name of the game as far as it is typed, in small letters."""
        return " ".join((self.title.data or "").casefold().split())

    @property
    def proposed(self) -> list[Preset]:
        """The games that are called as was typed, all where nothing was; none once one of them is filled in."""
        presets, now = self.game.options_type.presets, self.values()
        if any(each.title.casefold() == self.typed and {**now, **each.chosen} == now for each in presets):
            return []
        return [each for each in presets if _begins(each.title, self.typed)]

    @property
    def of_its_own(self) -> list[tuple[type[Game], str]]:
        """The games with a form of their own that are called as was typed, each with that name."""
        if len(self.typed) < LEAST_TYPED:
            return []
        names = ((game, name) for game in GAMES.values() for name in (game.title, *game.other_names))
        found = {game: name for game, name in names if game is not self.game and _begins(name, self.typed)}
        return [*found.items()]

    @property
    def filled_in(self) -> bool:
        """Whether a preset was tapped, so that its house rules are to be seen."""
        return self.action.data.startswith(PRESET) and not self.game.named_on_sheet

    @property
    def in_force(self) -> tuple[str, ...]:
        """The house rules chosen so far: ("Standard", "hook", "10 down to 1 and up")."""
        sizes = self.game.sizes
        players = min(max(len(self.names), sizes[0]), sizes[-1])
        return self.game.options_type(**self.values()).in_force(players)

    def seating(self, options: Options | None = None) -> str:
        """By the house rules chosen so far."""
        return super().seating(options or self.game.options_type(**self.values()))

    def validate(self, extra_validators: Any = None) -> bool:
        # Both are asked, so that each says what is wrong with it.
        fine = all((super().validate(extra_validators), self.check_options()))
        for row in range(len(self.rows)):
            if self.emojis[row] and not is_emoji(self.emojis[row]):
                self.player_errors.setdefault(row, "Its emoji is one picture, or nothing.")
                self.choosing = row
        if not self.player.data:
            # No form of ours: it has a field for each seat, be it empty.
            self.players_error = f"{self.game.title} needs players."
        return fine and not self.fault

    def facts(self) -> dict[str, Any]:
        """What the sheet starts with, in the words of the sheet file."""
        described, options = self.options, self.values()
        zone = self.zone.data if re.fullmatch(ZONE, self.zone.data) else ""
        looks = as_chosen({name: look for name, look in zip(self.rows, self.shown, strict=False) if name})
        unusual = {o.name: options[o.name] for o in described if options[o.name] != o.default}
        return {
            "game": self.game.key,
            "players": self.names,
            "dealer": self.dealer,
            "options": unusual,
            **self.title_facts(zone),
            **({"zone": zone} if zone else {}),
            **({"looks": looks} if looks else {}),
        }


def _begins(name: str, typed: str) -> bool:
    """Whether a name, or a later word of it, begins as was typed, in small letters."""
    words = name.casefold().split()
    return any(" ".join(words[first:]).startswith(typed) for first in range(len(words)))


@bp.route("/new/<game>", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    form = NewSheetForm.of(GAMES[game])
    known = listing.known(devices.device(), game)
    form.remembered = known.looks
    begun, asks_nobody = LikeForm(request.args), not form.player.data
    like = begun.like.data
    if like and asks_nobody:
        snapshot = access.snapshot_to_view(like)
        if snapshot.sheet.game != game:
            abort(404)
        then = begun.then.data or snapshot.version
        form.begin_like(snapshot.up_to(then) if 1 <= then < snapshot.version else snapshot)
    if request.method == "GET":
        form.date.data = today()
        form.key.data = access.new_key()
        return _render(form, known, like)
    if form.action.data != "start":
        form.rearrange()
        return _render(form, known, like)
    if not form.validate():
        return _render(form, known, like), 422
    repeats.compare_start(form.facts())
    if refused := club_code.refused():
        return _render(form, known, like), *refused
    if seconds := limits.seconds_to_wait():
        form.wait = f"{limits.in_words(seconds)} What you entered stays here."
        return _render(form, known, like), 429, {"Retry-After": str(seconds)}
    sheet_id = scorebook.start(form.facts(), key=own_key(form.key.data), device=devices.device_here())
    # Whoever plays again has sent no names.
    _carry_on(like if asks_nobody else "", sheet_id)
    return redirect(url_for("hands.new", sheet_id=sheet_id), 303)


def _carry_on(before: str, sheet_id: str) -> None:
    """Let a sheet count in the seasons of the server that count the one before it, if this phone scores that."""
    grant = people.grant(devices.device(), before) if before else None
    if grant and grant.role == SCORE:
        for season in seasons.seasons_of(before):
            seasons.add(season, sheet_id)


def _render(form: NewSheetForm, found: listing.Known, like: str) -> str:
    template = "parts/new_sheet_form.html" if request.headers.get("HX-Request") else "pages/new_sheet.html"
    known = replace(
        found,
        names=[name for name in found.names if name not in form.names and not NOBODY.fullmatch(name)][:MOST_KNOWN],
        titles=found.titles[:MOST_KNOWN],
    )
    same = "" if form.named else _latest(form.game.key)
    return render_template(template, form=form, game=form.game, known=known, like=like, same=same)


def _latest(game: str) -> str:
    """The id of the last of this phone's latest sheets that is one of this game; empty for none."""
    device = devices.device()
    for sheet_id in listing.latest(device, archived=False, most=LOOKED_AT) if device else ():
        # A sheet that cannot be read is offered to nobody, and keeps no other from being started.
        with suppress(CorruptSheetError):
            if scorebook.read(sheet_id).sheet.game == game:
                return sheet_id
    return ""
