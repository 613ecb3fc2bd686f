"""What the table changes beside its hands: seats and dealer, from any hand on; house rules, from the next hand on
or for the whole sheet; names, everywhere on it, and its title; points without a deal. Each page shows what its
form would move before it is sent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import FieldList, SelectMultipleField, StringField

from ..exports.wording import day
from ..rules.core import Points
from ..rules.names import is_emoji, renaming_fault, seen_as
from ..rules.registry import GAMES
from ..sheet.changes.corrections import substitutions
from ..sheet.changes.remarks import seating
from ..sheet.core.judge import Table
from ..sheet.core.ledger import AdjustmentRow, Row, seated
from ..sheet.looks import COLOR_NAMES, COLOR_NUMBERS
from ..store.scorebook import Command, Snapshot
from . import commands, forms, repeats
from .app import access
from .commands import ALREADY_SO, Impact, Refusal, on_the_sheet, preview_change, refusing
from .forms import CommandForm, NumberField, TextField, TextsField, TitleForm, line
from .hand import table_of
from .table_forms import OptionsForm, PlayersForm


class ChangeForm(CommandForm):
    """A form that shows what it would move before it is sent.

    action: the button that was tapped.
    page: its template.
    verb: what its button says.
    wanted: what is said while nothing is changed.

    Each says for itself what raises NotImplementedError here: forms have a metaclass, and cannot be abstract.
    """

    action = TextField(default="save")
    page: str
    verb = "Save"
    wanted: str

    def fill(self, snapshot: Snapshot) -> None:
        """Show what is on the sheet."""

    def only_arranges(self) -> bool:
        """Whether the tap has arranged the form, and asks for no more."""
        return False

    def refusal(self) -> str | None:
        """Why it cannot be taken as it was sent, empty where its fields say so; None where it can."""
        raise NotImplementedError

    @property
    def fault(self) -> str:
        """The first thing that is wrong; empty where nothing is."""
        raise NotImplementedError

    def changes(self, snapshot: Snapshot) -> bool:
        """Whether it is otherwise than the sheet. Only of a form without a fault, as what follows."""
        raise NotImplementedError

    def has_something(self, snapshot: Snapshot) -> bool:
        """Whether there is anything to weigh."""
        return self.changes(snapshot)

    def command(self, snapshot: Snapshot) -> Command:
        raise NotImplementedError

    def shown(self, snapshot: Snapshot, weighed: Impact | None) -> Mapping[str, Any]:
        """What its page shows besides. weighed: what it would move, None where there is nothing to weigh."""
        raise NotImplementedError


def pages(
    name: str, form_of: Callable[[Snapshot, int | None], ChangeForm], ends: tuple[str, ...] = ("",)
) -> Blueprint:
    """The pages of a form.

    name: of the blueprint.
    form_of: makes it, as it was sent, for the entry that the address names.
    ends: of the addresses.
    """
    bp = Blueprint(name, __name__, url_prefix=f"/sheets/<sheet_id>/{name.replace('_', '-')}")

    def show(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
        snapshot = access.snapshot_to_play(sheet_id)
        return _begun(snapshot, form_of(snapshot, entry))

    def save(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
        snapshot = access.snapshot_to_score(sheet_id)
        form = form_of(snapshot, entry)
        if form.only_arranges():
            return _page(snapshot, form)
        refusal = form.refusal()
        if refusal is not None:
            return _page(snapshot, form, refusal), 422
        if form.action.data == "look":
            return _page(snapshot, form)
        if not form.changes(snapshot):
            return _page(snapshot, form, ALREADY_SO), 422
        with refusing(snapshot, form, "nothing was changed", lambda it: _page(it.snapshot, form, it.above_form)):
            return repeats.done(*commands.take(snapshot, form, form.command(snapshot)))

    def preview(sheet_id: str, entry: int | None = None) -> ResponseReturnValue:
        """What the form as it is filled in would move."""
        snapshot = access.snapshot_to_score(sheet_id)
        return render_template("parts/correction.html", **_context(snapshot, form_of(snapshot, entry)))

    for end in ends:
        bp.add_url_rule(end, "show", show)
        bp.add_url_rule(end, "save", save, methods=["POST"])
        bp.add_url_rule(f"{end}/preview", "preview", preview, methods=["POST"])
    return bp


def _begun(snapshot: Snapshot, form: ChangeForm, **more: Any) -> str:
    form.fill(snapshot)
    form.begin(snapshot.version)
    return _page(snapshot, form, **more)


def _page(snapshot: Snapshot, form: ChangeForm, notice: str = "", **more: Any) -> str:
    return render_template(form.page, notice=notice, **{**_context(snapshot, form), **more})


def _context(snapshot: Snapshot, form: ChangeForm) -> dict[str, Any]:
    refused = request.method == "POST" and form.refusal() is not None
    weighs = not refused and form.has_something(snapshot)
    weighed = preview_change(snapshot, form.command(snapshot) if weighs else None)
    return {
        "snapshot": snapshot,
        "ledger": snapshot.ledger,
        "game": snapshot.ledger.table.game,
        "form": form,
        "wish": "" if weighs else form.fault or form.wanted,
        "weighed": weighed,
        "verb": form.verb,
        **form.shown(snapshot, weighed if weighs else None),
    }


class SeatsForm(PlayersForm, ChangeForm):
    """heirs: newcomers who start with the points of the players whose seats they take.
    hand: the entry of the hand from which on others sit, None for the next.
    """

    action = TextField(default="save")
    heirs = TextsField(name="heir")
    hand = NumberField(name="from")
    page = "pages/seats.html"
    wanted = "Change the seats or the dealer above."

    def fill(self, snapshot: Snapshot) -> None:
        table = self.table(snapshot)
        self.rows, self.deals_first = list(table.game.players), str(table.dealer)

    def only_arranges(self) -> bool:
        if self.action.data == "save":
            return False
        self.rearrange()
        return True

    def refusal(self) -> str | None:
        return None if self.validate() else ""

    def row(self, snapshot: Snapshot) -> Row | None:
        """The hand from which on; None for the next."""
        return None if self.hand.data is None else snapshot.ledger.row(self.hand.data) or abort(404)

    def table(self, snapshot: Snapshot) -> Table:
        return table_of(snapshot, self.row(snapshot))

    def changes(self, snapshot: Snapshot) -> bool:
        table = self.table(snapshot)
        return (*self.names,) != table.game.players or self.dealer != table.game.players[table.dealer]

    def command(self, snapshot: Snapshot) -> Command:
        row, may_inherit = self.row(snapshot), self.may_inherit(snapshot)
        heir = next((name for name in self.heirs.data if name in may_inherit), "")
        return commands.seat(row.hand.entry if row else None, tuple(self.names), self.dealer, heir)

    def may_inherit(self, snapshot: Snapshot) -> dict[str, tuple[str, Points]]:
        """The newcomers who may start with the points of the player they come for: {comes: (leaves, points)}.

        Those points are a hand settled by the table: where hands are counted none can be spared for that.
        """
        ledger, row = snapshot.ledger, self.row(snapshot)
        number = row.number if row else len(ledger.rows) + 1
        game = table_of(snapshot, row).game
        if number == 1 or game.partnerships or game.counts_hands:
            return {}
        totals = dict(zip(ledger.columns, ledger.totals_after(number - 1), strict=True))
        comes = substitutions(game.players, tuple(self.names))
        newcomers = {come: leave for leave, come in comes.items() if come not in totals}
        return {come: (leave, totals[leave]) for come, leave in newcomers.items() if totals[leave]}

    def shown(self, snapshot: Snapshot, weighed: Impact | None) -> Mapping[str, Any]:
        ledger, row = snapshot.ledger, self.row(snapshot)
        game, new = table_of(snapshot, row).game, tuple(self.names)
        number = row.number if row else len(ledger.rows) + 1
        return {
            "game": game,
            "number": number,
            "row": row,
            "bench": [] if game.sides_have_columns else [name for name in ledger.columns if name not in new],
            "heirs": self.may_inherit(snapshot),
            "sentences": [
                f"From hand {number} on.",
                *(f"{come} comes for {leave}." for leave, come in substitutions(game.players, new).items()),
                self.seating(game.options),
                *(seating(ledger, row, new) if weighed else ()),
            ],
        }


def _seats_form(snapshot: Snapshot, entry: int | None) -> SeatsForm:
    form = SeatsForm.of(GAMES[snapshot.sheet.game], request.values)
    form.known = seated(snapshot.ledger)
    if request.headers.get("HX-Request"):
        form.page = "parts/seats_form.html"
    return form


seats_bp = pages("seats", _seats_form)


class HouseRulesForm(ChangeForm, OptionsForm):
    """whole: for the whole sheet, or else from the next hand on."""

    reach = TextField(name="whole")
    page = "pages/house_rules.html"
    verb = "Change"
    wanted = "Change a house rule above."

    @property
    def whole(self) -> bool:
        return self.reach.data == "1"

    def fill(self, snapshot: Snapshot) -> None:
        game = snapshot.ledger.table.game
        # For the whole sheet its page is opened by whoever is to allow a hand that was played against the rules.
        allowed = game.lenient[0] if self.whole and game.lenient else {}
        self.choose(replace(game.options, **allowed))

    def refusal(self) -> str | None:
        return None if self.check_options() else ""

    @property
    def fault(self) -> str:
        return next(iter(self.option_errors.values()), "")

    def changes(self, snapshot: Snapshot) -> bool:
        """Whether the next hand, or of the whole sheet any hand, has been played by other rules."""
        games = [snapshot.ledger.table.game, *(row.game for row in snapshot.ledger.rows if self.whole)]
        chosen = self.values()
        meant = {option.name: chosen[option.name] for option in self.options if option.applies(chosen)}
        return any(getattr(game.options, key) != value for game in games for key, value in meant.items())

    def command(self, snapshot: Snapshot) -> Command:
        return commands.change_rules(self.values(), whole=self.whole)

    def shown(self, snapshot: Snapshot, weighed: Impact | None) -> Mapping[str, Any]:
        found = weighed and weighed.consequence
        still = found and not (found.totals or found.standings)
        said = "No total moves now." if found and found.due else "No total moves."
        return {"number": len(snapshot.ledger.rows) + 1, "sentences": [said] if still else []}


house_rules_bp = pages(
    "house_rules", lambda now, _: HouseRulesForm.of(type(now.ledger.table.game), request.values)
)


class NamesForm(ChangeForm):
    """called: the name now written for each name on the sheet; name_errors: by the name on the sheet."""

    old = TextsField()
    new = TextsField(name="name")
    page = "pages/names.html"
    verb = "Rename"
    wanted = "Correct a name above."

    def __init__(self, snapshot: Snapshot, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        written = dict(zip(self.old.data, self.new.data, strict=False))
        self.called = {name: written.get(name, name).strip() for name in seated(snapshot.ledger)}
        self.name_errors = {name: f"{fault}." for name in self.called if (fault := self._fault(name))}

    def _fault(self, name: str) -> str:
        new = self.called[name]
        if not new:
            return "Everybody has a name"
        others = [other for other in self.called if other != name]
        return renaming_fault(new, others) if new != name.strip() else ""

    def renamed(self) -> dict[str, str]:
        """Old names and new. One that looks like another on the sheet is that other."""
        return {name: to for name, new in self.called.items() if (to := self._meant(name, new)) != name}

    def _meant(self, name: str, new: str) -> str:
        others = (other for other in self.called if other != name and seen_as(other) == seen_as(new))
        return new if new in self.called else next(others, new)

    def refusal(self) -> str | None:
        return "" if self.name_errors else None

    @property
    def fault(self) -> str:
        return next(iter(self.name_errors.values()), "")

    def changes(self, snapshot: Snapshot) -> bool:
        return bool(self.renamed())

    def command(self, snapshot: Snapshot) -> Command:
        return commands.rename(self.renamed())

    def shown(self, snapshot: Snapshot, weighed: Impact | None) -> Mapping[str, Any]:
        renamed = self.renamed() if weighed else {}
        return {
            "title": TitleForm(formdata=None, title=snapshot.sheet.title),
            "chosen": snapshot.sheet.looks,
            "look_faults": {},
            "color_names": COLOR_NAMES,
            "sentences": [
                f"{old} and {new} become one player." if new in self.called else f"{old} is {new} on every hand."
                for old, new in renamed.items()
            ],
        }


names_bp = pages("names", lambda snapshot, entry: NamesForm(snapshot))


@names_bp.post("/title")
def entitle(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    title = TitleForm()
    if not title.validate():
        return _begun(snapshot, NamesForm(snapshot), title=title), 422
    facts = title.title_facts(snapshot.sheet.zone)
    form = CommandForm()
    with refusing(snapshot, form, "the title is as it was", on_the_sheet("The title is as it was")):
        taken = commands.take(snapshot, form, commands.entitle(**facts))
    name = f"“{facts['title']}”" if facts["title"] else snapshot.ledger.table.game.title
    return repeats.done(*taken, f"The sheet is called {name}, {day(facts['date'])}.")


def _looks_typed(names: Sequence[str]) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """How players are to be shown, as the sheet file has it; and what is wrong with that, by name."""
    looks: dict[str, dict[str, Any]] = {}
    faults: dict[str, str] = {}
    for index, name in enumerate(names):
        # Not a form: each player has two fields of their own, and names what is wrong with them.
        color, emoji = (request.form.get(f"{part}-{index}", "").strip() for part in ("color", "emoji"))
        look: dict[str, Any] = {"color": int(color)} if color in COLOR_NUMBERS else {}
        if twin := next((each for each in looks if look and looks[each].get("color") == look["color"]), ""):
            faults[name] = f"{twin} has this colour, too: choose another for one of the two."
        if emoji and not is_emoji(emoji):
            faults[name] = "Type one emoji here, or nothing."
        look |= {"emoji": emoji} if emoji else {}
        looks |= {name: look} if look else {}
    return looks, faults


@names_bp.post("/looks")
def choose_looks(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    looks, faults = _looks_typed(seated(snapshot.ledger))
    if faults:
        return _begun(snapshot, NamesForm(snapshot), chosen=looks, look_faults=faults), 422
    form = CommandForm()
    with refusing(snapshot, form, "the colours are as they were", on_the_sheet("The colours are as they were")):
        taken = commands.take(snapshot, form, commands.look(looks))
    return repeats.done(*taken, "The colours are changed.")


class AdjustForm(ChangeForm):
    """Points for each column, as many as are filled in; why; and who agreed."""

    page = "pages/adjust.html"
    wanted = "Write points for somebody."

    points = FieldList(forms.PointsField())
    note = StringField(validators=line("reason", forms.REASON_LENGTH))
    by = SelectMultipleField()

    def __init__(self, snapshot: Snapshot, row: AdjustmentRow | None) -> None:
        """row: the adjustment that is amended, None for a new one."""
        self.row = row
        self.columns = row.columns if row else snapshot.ledger.columns_so_far
        given: dict[str, Points] = row.adjustment.facts["points"] if row else {}
        words = {"note": row.note, "by": row.by} if row else {}
        super().__init__(points=[given.get(name) for name in self.columns], **words)
        for _ in range(len(self.columns) - len(self.points)):
            self.points.append_entry()
        self.by.choices = [(name, name) for name in snapshot.ledger.played]

    @property
    def facts(self) -> dict[str, Any]:
        """The adjustment as its entry holds it; empty where none has points. Only of a valid form."""
        written = {name: field.data for name, field in zip(self.columns, self.points, strict=False)}
        points = {name: number for name, number in written.items() if number is not None}
        if any(points.values()):
            points = {name: number for name, number in points.items() if number}
        words = {"note": (self.note.data or "").strip(), "by": list(self.by.data or ())}
        return {"points": points, **{key: value for key, value in words.items() if value}} if points else {}

    def refusal(self) -> str | None:
        return "" if not self.validate() else None if self.facts else "Write points for somebody first."

    @property
    def fault(self) -> str:
        return "Correct the points above." if self.errors else ""

    def has_something(self, snapshot: Snapshot) -> bool:
        return bool(self.facts)

    def changes(self, snapshot: Snapshot) -> bool:
        return self.row is None or self.facts != self.row.adjustment.facts

    def command(self, snapshot: Snapshot) -> Command:
        return commands.adjust(self.facts, self.row and self.row.entry)

    def shown(self, snapshot: Snapshot, weighed: Impact | None) -> Mapping[str, Any]:
        after = self.row.after if self.row else len(snapshot.ledger.rows)
        place = f"After hand {after}, without a deal." if after else "Before the first hand, without a deal."
        return {"row": self.row, "sentences": [place]}


def _adjust_form(snapshot: Snapshot, entry: int | None) -> AdjustForm:
    """For the adjustment that an entry first wrote; None for a new one. 404 where it is not on the sheet."""
    if entry is None:
        return AdjustForm(snapshot, None)
    return AdjustForm(
        snapshot, next((row for row in snapshot.ledger.adjusted if row.entry == entry), None) or abort(404)
    )


adjust_bp = pages("adjust", _adjust_form, ("", "/<int:entry>"))


@adjust_bp.post("/<int:entry>/strike")
def strike(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    row, form = _adjust_form(snapshot, entry).row, CommandForm()

    def show(refusal: Refusal) -> str:
        return _page(refusal.snapshot, AdjustForm(refusal.snapshot, row), refusal.above_form)

    with refusing(snapshot, form, "nothing was changed", show):
        return repeats.done(*commands.take(snapshot, form, commands.adjust(None, entry)))
