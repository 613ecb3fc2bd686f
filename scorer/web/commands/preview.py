"""What the pages that put something right have in common: what it would move, then doing it."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import request
from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation
from ...sheet.changes.diff import Consequence, compare
from ...sheet.core.judge import IllegalHandError
from ...store import scorebook
from ...store.scorebook import Command, Snapshot, StaleVersionError
from ..app.flashes import broken
from ..forms.base import CommandForm
from . import commands, repeats


@dataclass(frozen=True)
class Impact:
    """What an act would move, or the rule that it would break; neither while there is nothing to weigh.

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
    snapshot: Snapshot, form: CommandForm, command: Command, show: Callable[[Snapshot, str], str], *, changed: bool
) -> ResponseReturnValue:
    """Take the act of a form; where it is not taken, its page once more, with everything that was entered.

    show: the page, given the sheet as it stands and what to say at its top; changed: whether the form says
    anything that is not so already.
    """
    if request.form.get("action") == "look":
        return show(snapshot, "")
    if not changed:
        return show(snapshot, "All of this is so already: change something first."), 422
    try:
        after, entry = commands.take(snapshot, form, command)
    except StaleVersionError:
        notice = commands.meanwhile(snapshot.id, form, "nothing was changed")
        snapshot = scorebook.read(snapshot.id)
        form.seen.data = str(snapshot.version)
        return show(snapshot, f"{notice} What you entered is still here."), 409
    except (IllegalHandError, RuleViolation):
        return show(snapshot, ""), 422
    return repeats.done(after, entry)
