"""What is said at the table: a hand disputed, who has it how, and how that ends; the hand agreed to with a tap on
names; the sheet signed at its end; a warning dismissed.

The commands, `to_dispute` and so on, raise AlreadyDoneError where that was said before, StaleVersionError where
what it is about is on the sheet no more, or may have changed since, and IllegalHandError for a hand that the sheet
cannot hold.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, StringField, ValidationError

from ..rules.core import RuleViolation
from ..sheet.changes import disputes
from ..sheet.changes.disputes import Dispute, Version
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.ledger import Row
from ..sheet.core.sheet import EntryKind, Outcome, kept_beside
from ..store import scorebook
from ..store.scorebook import Command, Snapshot, StaleVersionError
from . import commands, repeats
from .app import access, devices
from .app.access import speaker_on
from .commands import Made, Refusal, as_command, meanwhile, refusing, with_calls, with_pins
from .entry import EntryForm
from .forms import REASON_LENGTH, CommandForm, TextField, TextsField, line
from .hand import GONE, NOBODY_BID, ActionForm, behind, context_of, form_for, note_for, refill, row_of
from .responses import back_to_sheet, broken, say, say_refused


class AlreadyDoneError(Exception):
    """What the command would say has been said already."""


def _row_on(snapshot: Snapshot, hand: int) -> Row:
    """The hand that an entry recorded."""
    row = snapshot.ledger.row(hand)
    if row is None:
        raise StaleVersionError
    return row


@as_command
def to_dispute(snapshot: Snapshot, hand: int, player: str = "") -> Made:
    """hand: the entry that recorded it; player: who disputes it on a phone of their own."""
    _row_on(snapshot, hand)
    if hand in snapshot.open_disputes:
        raise AlreadyDoneError
    return EntryKind.DISPUTE, {"entry": hand, **(_said(player, own_phone=True) if player else {})}


def _said(player: str, own_phone: bool) -> dict[str, Any]:
    """By whom something is said, as facts of its entry."""
    return {"player": player, **({"own_phone": True} if own_phone else {})}


@as_command
def to_state(
    snapshot: Snapshot,
    number: int,
    player: str,
    words: str,
    hand: Mapping[str, Any] | None = None,
    *,
    own_phone: bool = False,
) -> Made:
    """What a player says of a disputed hand, with a version of it or without.

    number: of the dispute.
    own_phone: whether they say it on a phone of their own.
    """
    dispute = _still_open(snapshot, number)
    row = _row_on(snapshot, dispute.hand)
    if player not in row.game.players:
        raise StaleVersionError
    facts = {"dispute": dispute.number, "entry": row.hand.entry, **_said(player, own_phone)}
    if words:
        facts["words"] = words
    if hand is not None:
        disputes.with_hand(snapshot.ledger, row, {**kept_beside(row.hand.facts), **hand})
        facts["hand"] = dict(hand)
    return EntryKind.STATEMENT, facts


@as_command
def to_settle(
    snapshot: Snapshot,
    number: int,
    outcome: Outcome,
    agreed: tuple[str, ...],
    reason: str,
    decided: Version | None,
    *,
    player: str = "",
    phone: str = "",
) -> Made:
    """How the table ends a dispute.

    number: of the dispute.
    player: whose own phone says so, else phone: its name. Who does so and played the hand has agreed to it.
    agreed: who else did.

    decided: the version, for `CORRECTED`.
    """
    dispute = _still_open(snapshot, number)
    row = _row_on(snapshot, dispute.hand)
    facts: dict[str, Any] = {
        "dispute": dispute.number,
        "entry": row.hand.entry,
        "outcome": outcome.value,
        "agreed": [name for name in row.game.players if name in (*agreed, player)],
        **(_said(player, own_phone=True) if player else {"phone": phone} if phone else {}),
    }
    if reason:
        facts["reason"] = reason
    if decided:
        corrected = {key: value for key, value in decided.facts.items() if key != "calls"}
        facts["hand"] = with_calls(snapshot, row, corrected)
    elif outcome is Outcome.STRUCK:
        facts = with_pins(snapshot, EntryKind.SETTLE, facts)
    return EntryKind.SETTLE, facts


def _still_open(snapshot: Snapshot, number: int) -> Dispute:
    dispute = next((each for each in snapshot.disputes if each.number == number), None)
    if dispute is None:
        raise StaleVersionError
    if dispute.settlement:
        raise AlreadyDoneError
    return dispute


@as_command
def to_agree(snapshot: Snapshot, hand: int, player: str, seen: int, *, own_phone: bool = False) -> Made:
    """A player agrees to a hand as they saw it; who did so on the table's phone can do it again on their own.

    seen: the last entry of the sheet then.
    own_phone: whether they do it on a phone of their own.
    """
    row = _row_on(snapshot, hand)
    if disputes.changed_since(snapshot.entries, hand, seen):
        raise StaleVersionError
    if player in (snapshot.agreement.own_phones(row) if own_phone else snapshot.agreement.to(row)):
        raise AlreadyDoneError
    return EntryKind.AGREE, {"entry": hand, **_said(player, own_phone)}


@as_command
def to_sign(snapshot: Snapshot, player: str, seen: int, *, own_phone: bool = False) -> Made:
    """A player signs the sheet as they saw it. seen, own_phone: as in `to_agree`."""
    if disputes.sheet_changed_since(snapshot.entries, seen):
        raise StaleVersionError
    if player in (snapshot.agreement.signed_own if own_phone else snapshot.agreement.signed):
        raise AlreadyDoneError
    return EntryKind.SIGN, _said(player, own_phone)


WORDS_LENGTH = 200


class StatementForm(CommandForm):
    """What a player says. players: who may say something."""

    player = StringField()
    words = StringField(validators=line("statement", WORDS_LENGTH))
    action = TextField()
    players: tuple[str, ...] = ()

    def validate_player(self, field: StringField) -> None:
        if not field.data and not self.settles:
            raise ValidationError("Tap the name of the player who says so.")
        if field.data and field.data not in self.players:
            raise ValidationError(f"{field.data[:40]} does not play in this hand.")

    @property
    def text(self) -> str:
        return (self.words.data or "").strip()

    @property
    def settles(self) -> bool:
        """Whether the version is to become the hand, and is not only put beside it."""
        return self.action.data == "use"


class SettlementForm(CommandForm):
    """outcome: "upheld", "struck", or the first statement of a version; names: who else agrees."""

    outcome = RadioField(choices=[], validate_choice=False)
    names = TextsField(name="agreed")
    reason = StringField(validators=line("reason", REASON_LENGTH))

    players: tuple[str, ...] = ()
    possible: Mapping[int, Version]

    @classmethod
    def of(cls, row: Row, among: tuple[Version, ...], **kwargs: Any) -> Self:
        """The form as it was sent, for a hand of which there are these versions. kwargs: of a PageForm."""
        form = cls(**kwargs)
        # By their statements, which no other entry moves, and not by their places.
        form.possible = {version.statements[0]: version for version in among[1:] if version.row}
        form.players = row.game.players
        return form

    @property
    def agreed(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name in self.names.data)

    def validate_outcome(self, field: RadioField) -> None:
        if field.data not in ("upheld", "struck", *(str(number) for number in self.possible)):
            raise ValidationError("Tap how it ends.")

    def decided(self) -> tuple[Outcome, Version | None]:
        """The outcome, and the version that belongs to it."""
        if self.outcome.data in ("upheld", "struck"):
            return Outcome(self.outcome.data), None
        return Outcome.CORRECTED, self.possible[int(self.outcome.data)]


bp = Blueprint("disputes", __name__, url_prefix="/sheets/<sheet_id>")

APART = "What you entered could not be put beside that hand. It is still here."


@bp.post("/hand/<int:entry>/dispute")
def dispute(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    row, speaker = row_of(snapshot, entry), speaker_on(snapshot)
    if not speaker.may_dispute(row):
        return back_to_sheet(sheet_id, speaker.refusal)
    command = to_dispute(entry, speaker.objector(row))
    try:
        taken = commands.take(snapshot, CommandForm(), command, allow_stale=True)
    except StaleVersionError:
        return back_to_sheet(sheet_id, "That hand is not on the sheet any more.")
    except AlreadyDoneError:
        earlier = scorebook.read(sheet_id).open_disputes.get(entry)
        return _again(snapshot, earlier.number if earlier else 0)
    return repeats.done(*taken, f"Hand {row.number} is disputed. Play goes on; settle it when you like.")


@bp.post("/hand/<int:entry>/compare")
def compare(sheet_id: str, entry: int) -> ResponseReturnValue:
    """Dispute a hand that another phone recorded first, with the one that was entered here beside it."""
    snapshot = access.snapshot_to_score(sheet_id)
    row = snapshot.ledger.row(entry)
    if row is None:
        return refill(snapshot, GONE)
    form, statement = form_for(snapshot, row), StatementForm()
    statement.players = row.game.players
    nobody_bid = ActionForm(request.form).says_nobody_bid(row.game)
    if not ((nobody_bid or form.validate()) and statement.validate()):
        return refill(snapshot, APART)
    facts = NOBODY_BID if nobody_bid else form.facts()
    speaker, player = speaker_on(snapshot), statement.player.data or ""
    try:
        disputes.with_hand(snapshot.ledger, row, {**kept_beside(row.hand.facts), **facts})
        if entry not in snapshot.open_disputes:
            raised = to_dispute(entry, speaker.objector(row))
            snapshot, _ = commands.take(snapshot, statement, raised, allow_stale=True, part="dispute")
        number, own_phone = snapshot.open_disputes[entry].number, speaker.owns(player)
        stated = to_state(number, player, note_for(snapshot).text, facts, own_phone=own_phone)
        after, entry_made = commands.take(snapshot, statement, stated, allow_stale=True)
    except (AlreadyDoneError, StaleVersionError, IllegalHandError, RuleViolation):
        return refill(scorebook.read(sheet_id), APART)
    return behind(repeats.done(after, entry_made, f"{after.history.describe(entry_made)}."), after, row)


@bp.get("/dispute/<int:number>")
def show(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return _render(snapshot, _dispute(snapshot, number))


@bp.get("/dispute/<int:number>/version")
def version_form(sheet_id: str, number: int) -> ResponseReturnValue:
    """The form of the hand, filled in; given `player`, as that player has it."""
    snapshot, disputed, row = _to_score(sheet_id, number)
    return _version_page(snapshot, disputed, row, form_for(snapshot, row), StatementForm(request.args))


@bp.post("/dispute/<int:number>/version")
def version(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot, disputed, row = _to_score(sheet_id, number)
    form, statement, action = form_for(snapshot, row), StatementForm(), ActionForm(request.form)
    statement.players = row.game.players
    nobody_bid = action.says_nobody_bid(row.game)
    valid = nobody_bid or form.validate()
    valid = statement.validate() and valid
    if not valid or action.look.data:
        return _version_page(snapshot, disputed, row, form, statement), 200 if valid else 422
    facts = NOBODY_BID if nobody_bid else form.facts()
    try:
        if statement.settles:
            return _take_version(snapshot, statement, form, disputed, row, facts)
        return _take_statement(snapshot, statement, number, facts)
    except (IllegalHandError, RuleViolation) as error:
        form.blame(broken(error))
        return _version_page(snapshot, disputed, row, form, statement), 422


def _take_version(
    snapshot: Snapshot,
    form: StatementForm,
    entered: EntryForm,
    disputed: Dispute,
    row: Row,
    hand: Mapping[str, Any],
) -> ResponseReturnValue:
    """Settle a dispute by the version of a player, who so agrees."""
    player = form.player.data or ""
    facts = {**kept_beside(row.hand.facts), **hand}
    outcome, chosen = Outcome.CORRECTED, Version((player,), facts, None, None)
    if commands.amends_nothing(snapshot, row, facts):
        outcome, chosen = Outcome.UPHELD, None

    def page(refusal: Refusal) -> str:
        if refusal.violation:
            entered.blame(refusal.violation)
        now = refusal.snapshot
        return _version_page(now, disputed, row_of(now, disputed.hand), entered, form, refusal.above_form)

    return _take_settlement(snapshot, entered, disputed.number, (outcome, (player,), form.text, chosen), page)


def _take_settlement(
    snapshot: Snapshot,
    form: CommandForm,
    number: int,
    how: tuple[Any, ...],
    show: Callable[[Refusal], ResponseReturnValue],
) -> ResponseReturnValue:
    """Settle a dispute, by the player whose phone this is, or else by the phone.

    how: what else `to_settle` takes.
    show: as of `refusing`.
    """
    player = speaker_on(snapshot).player
    phone = "" if player else access.phone_of(snapshot, devices.device_here(), access.grant(snapshot.id))
    command = to_settle(number, *how, player=player, phone=phone)
    with refusing(snapshot, form, "nothing was settled", show):
        try:
            return repeats.done(*commands.take(snapshot, form, command))
        except AlreadyDoneError:
            say("The dispute was settled before.")
            return _again(snapshot, number)


def _take_statement(
    snapshot: Snapshot, form: StatementForm, number: int, hand: Mapping[str, Any] | None
) -> ResponseReturnValue:
    """Raises IllegalHandError for a version that the sheet cannot hold."""
    player = form.player.data or ""
    own_phone = speaker_on(snapshot).owns(player)
    command = to_state(number, player, form.text, hand, own_phone=own_phone)
    lost = f" “{form.text}” was not written down." if form.text else ""
    try:
        after, entry = commands.take(snapshot, form, command, allow_stale=True)
    except AlreadyDoneError:
        say(f"The dispute was settled meanwhile.{lost}")
        return _again(snapshot, number)
    except StaleVersionError:
        return back_to_sheet(snapshot.id, f"The dispute, or its hand, is on the sheet no more as it was.{lost}")
    return repeats.done(after, entry, f"{after.history.describe(entry)}.")


@bp.post("/dispute/<int:number>/settle")
def settle(sheet_id: str, number: int) -> ResponseReturnValue:
    snapshot, disputed, row = _to_score(sheet_id, number)
    form = SettlementForm.of(row, disputes.versions(snapshot.ledger, row, disputed))
    if not form.validate():
        notice = ""
        if form.seen_number != snapshot.version:
            notice = meanwhile(snapshot, form, "look again how it ends")
            form.seen.data = str(snapshot.version)
        return _render(snapshot, disputed, settlement=form, notice=notice), 422
    outcome, chosen = form.decided()

    def show(refusal: Refusal) -> str:
        if refusal.error:
            say_refused("Nothing was settled", refusal.error, snapshot)
        now = refusal.snapshot
        return _render(now, _dispute(now, number), settlement=form, notice=refusal.above_form)

    reason = (form.reason.data or "").strip()
    return _take_settlement(snapshot, form, number, (outcome, form.agreed, reason, chosen), show)


def _again(snapshot: Snapshot, number: int) -> ResponseReturnValue:
    return redirect(url_for("disputes.show", sheet_id=snapshot.id, number=number), 303)


def _to_score(sheet_id: str, number: int) -> tuple[Snapshot, Dispute, Row]:
    """The sheet, for a phone that may write on it, a dispute on it, and the hand that it is about."""
    snapshot = access.snapshot_to_score(sheet_id)
    disputed = _dispute(snapshot, number)
    return snapshot, disputed, row_of(snapshot, disputed.hand)


def _dispute(snapshot: Snapshot, number: int) -> Dispute:
    """404 where no dispute was ever raised by this entry; where it was undone, the sheet itself."""
    found = next((each for each in snapshot.disputes if each.number == number), None)
    if found is None and any(entry.kind is EntryKind.DISPUTE for entry in snapshot.entries[number - 1 : number]):
        abort(back_to_sheet(snapshot.id, "That dispute is not on the sheet any more."))
    return found or abort(404)


def _render(
    snapshot: Snapshot, disputed: Dispute, *, settlement: SettlementForm | None = None, notice: str = ""
) -> str:
    row = snapshot.ledger.row(disputed.hand)
    among = disputes.versions(snapshot.ledger, row, disputed) if row else ()
    if not settlement and row:
        settlement = SettlementForm.of(row, among, formdata=None)
    speaker = speaker_on(snapshot)
    return render_template(
        "questions/dispute.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        dispute=disputed,
        row=row,
        versions=among,
        beside=disputes.beside([version for version in among if version.row]) if among else None,
        agreement=snapshot.agreement,
        speaker=speaker,
        others=[name for name in row.game.players if name != speaker.player] if row else (),
        settlement=settlement or SettlementForm(formdata=None),
        scoring=access.may_score(snapshot.id) and row is not None and not disputed.settlement,
        notice=notice,
    )


def _version_page(
    snapshot: Snapshot, disputed: Dispute, row: Row, form: EntryForm, statement: StatementForm, notice: str = ""
) -> str:
    speakers = row.game.players
    return render_template(
        "pages/hand.html",
        notice=notice,
        dispute=disputed.number,
        statement=statement,
        players=(statement.player.data,) if statement.player.data in speakers else speakers,
        **context_of(snapshot, form, row, locked=False),
    )


@bp.get("/agreement")
def agreement(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    return render_template(
        "questions/agreement.html",
        snapshot=snapshot,
        ledger=snapshot.ledger,
        agreement=snapshot.agreement,
        players=snapshot.seated,
        speaker=speaker_on(snapshot),
    )


class TalkForm(CommandForm):
    """player: who agrees or signs; flag: the warning that is dismissed."""

    player = TextField()
    flag = TextField()


@bp.post("/hand/<int:entry>/agree")
def agree(sheet_id: str, entry: int) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    row, who = row_of(snapshot, entry), "Whoever agrees to a hand has played in it"
    return _take_yes(snapshot, row.game.players, who, partial(to_agree, entry), entry)


@bp.post("/sign")
def sign(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_speak(sheet_id)
    return _take_yes(snapshot, snapshot.seated, "Whoever signs the sheet has played on it", to_sign)


def _take_yes(
    snapshot: Snapshot, players: Sequence[str], who: str, to: Callable[..., Command], entry: int | None = None
) -> ResponseReturnValue:
    """Take the yes of a player, of those who may give it.

    who: what they are.
    to: `to_agree` or `to_sign`.
    entry: the one that recorded the hand.
    """
    form, speaker = TalkForm(), speaker_on(snapshot)
    player = form.player.data
    try:
        if player not in players:
            say(f"{who}: tap one of the names.")
        elif not speaker.may_speak_for(player):
            say(speaker.refusal)
        else:
            command = to(player, form.seen_number, own_phone=speaker.owns(player))
            return repeats.done(*commands.take(snapshot, form, command, allow_stale=True))
    except StaleVersionError:
        say(f"{'That hand' if entry else 'The sheet'} has changed since you saw it. Look at it again.")
    except AlreadyDoneError:
        pass
    return redirect(repeats.agreement_address(snapshot, entry), 303)


@bp.post("/dismiss")
def dismiss(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_score(sheet_id)
    form = TalkForm()
    warning = next((each for each in snapshot.warnings if each.key == form.flag.data), None)
    if warning is None:
        return back_to_sheet(sheet_id)
    made = EntryKind.DISMISS, {"flag": warning.key, "said": warning.text}
    return repeats.done(*commands.take(snapshot, form, lambda _: made, allow_stale=True), "Dismissed.")
