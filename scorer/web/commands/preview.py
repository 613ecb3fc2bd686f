"""Commands as pages give them: what one would move, then doing it, and what is said where it is not taken."""

from collections.abc import Callable
from dataclasses import dataclass

from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation
from ...sheet.changes.history import Consequence, compare
from ...sheet.core.entries import Entry
from ...sheet.core.judge import IllegalHandError
from ...store import scorebook
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..forms.base import CommandForm, CorrectionForm
from ..responses import broken, say, say_refused
from . import commands, repeats

ALREADY_SO = "All of this is so already: change something first."
Show = Callable[[Snapshot, str], str]
"""The page of a form, given the sheet as it stands and what to say at its top."""


@dataclass(frozen=True)
class Impact:
    """What a command would move, or the rule that it would break; neither while there is nothing to weigh.

    hand: the hand that breaks the rule.
    """

    consequence: Consequence | None = None
    violation: RuleViolation | None = None
    hand: int | None = None


def preview_change(snapshot: Snapshot, command: Command | None) -> Impact:
    if command is None:
        return Impact()
    try:
        return Impact(compare(snapshot.ledger, commands.preview(snapshot, command).ledger))
    except (IllegalHandError, RuleViolation) as error:
        return Impact(violation=broken(error), hand=getattr(error, "hand", None))


def apply_change(
    snapshot: Snapshot, form: CorrectionForm, command: Command, show: Show, *, changed: bool
) -> ResponseReturnValue:
    """Take the command of a form that puts something right. changed: whether that differs from the sheet."""
    if form.action.data == "look":
        return show(snapshot, "")
    if not changed:
        return show(snapshot, ALREADY_SO), 422
    return take_or_show(
        snapshot, form, command, show, unchanged="nothing was changed", still="What you entered is still here."
    )


def take_or_show(
    snapshot: Snapshot,
    form: CommandForm,
    command: Command,
    show: Show,
    *,
    unchanged: str,
    still: str,
    refuse: Callable[[IllegalHandError | RuleViolation], object] = broken,
    done: Callable[[Snapshot, Entry], ResponseReturnValue] = repeats.done,
    already: Callable[[Snapshot], ResponseReturnValue | None] = lambda now: None,
) -> ResponseReturnValue:
    """Take the command of a form; where it is not taken, its page once more, with everything that was entered.

    show: the page, given the sheet as it stands and what to say at its top; unchanged, still: what is said where
    the sheet has changed meanwhile; refuse: what to do with a broken rule before the page is shown; already: what
    is answered where another phone wrote the same meanwhile, given the sheet as it stands.
    """
    try:
        after, entry = commands.take(snapshot, form, command)
    except StaleVersionError:
        if answer := already(scorebook.read(snapshot.id)):
            return answer
        notice = meanwhile(snapshot.id, form, unchanged)
        snapshot = scorebook.read(snapshot.id)
        form.seen.data = str(snapshot.version)
        return show(snapshot, f"{notice} {still}"), 409
    except (IllegalHandError, RuleViolation) as error:
        refuse(error)
        return show(snapshot, ""), 422
    return done(after, entry)


def attempt(
    snapshot: Snapshot,
    form: CommandForm,
    command: Command,
    *,
    unchanged: str,
    refused: str = "",
    way_out: str = "",
) -> tuple[Snapshot, Entry] | None:
    """As `commands.take`; None where the command is not taken, which a line at the top of the next page then says.

    unchanged: "nothing was deleted"; refused: "Hand 4 cannot be deleted"; way_out: what helps where a later hand
    breaks a rule.
    """
    try:
        return commands.take(snapshot, form, command)
    except StaleVersionError:
        say(meanwhile(snapshot.id, form, unchanged))
    except (IllegalHandError, RuleViolation) as error:
        say_refused(refused, error, snapshot, way_out)
    return None


def meanwhile(sheet_id: str, form: CommandForm, unchanged: str) -> str:
    """What another phone wrote since the form was made, at most its last three entries. unchanged: what follows
    for this one, as "nothing was recorded".
    """
    snapshot = scorebook.read(sheet_id)
    entries = snapshot.entries[max(form.seen_number, snapshot.version - 3) :]
    events = [snapshot.history.line(entry) for entry in entries]
    news = (f"{event.verb}: {event.what}." for event in events)
    return " ".join((f"Another phone wrote on this sheet meanwhile, so {unchanged}.", *news))
