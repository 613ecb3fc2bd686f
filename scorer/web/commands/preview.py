"""What the pages that put something right have in common: what it would move, then doing it."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import request
from flask.typing import ResponseReturnValue

from ...rules.core import RuleViolation
from ...sheet.changes.diff import Consequence, compare
from ...sheet.core.judge import BrokenHand
from ...store import scorebook
from ...store.scorebook import Act, Page, Stale
from ..app.flashes import broken
from ..forms.base import ActForm
from . import commands, repeats


@dataclass(frozen=True)
class Weighed:
    """What an act would move, or the rule that it would break; neither while there is nothing to weigh.

    hand: the hand that breaks the rule.
    """

    consequence: Consequence | None = None
    violation: RuleViolation | None = None
    hand: int | None = None


def weigh(page: Page, act: Act | None) -> Weighed:
    if act is None:
        return Weighed()
    try:
        return Weighed(compare(page.ledger, commands.preview(page, act).ledger))
    except (BrokenHand, RuleViolation) as error:
        return Weighed(violation=broken(error), hand=getattr(error, "hand", None))


def correct(
    page: Page, form: ActForm, act: Act, show: Callable[[Page, str], str], *, changed: bool
) -> ResponseReturnValue:
    """Take the act of a form; where it is not taken, its page once more, with everything that was entered.

    show: the page, given the sheet as it stands and what to say at its top; changed: whether the form says
    anything that is not so already.
    """
    if request.form.get("action") == "look":
        return show(page, "")
    if not changed:
        return show(page, "All of this is so already: change something first."), 422
    try:
        after, entry = commands.take(page, form, act)
    except Stale:
        notice = commands.meanwhile(page.id, form, "nothing was changed")
        page = scorebook.read(page.id)
        form.seen.data = str(page.version)
        return show(page, f"{notice} What you entered is still here."), 409
    except (BrokenHand, RuleViolation):
        return show(page, ""), 422
    return repeats.done(after, entry)
