"""Two spellings of a player made one on this phone, and two again."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from ...statistics.season import Choice
from ..forms import CommandForm, TextField
from ..responses import say
from . import source, spellings
from .kept import counted_evenings

bp = Blueprint("spellings", __name__, url_prefix="/statistics")


class SpellingForm(CommandForm):
    """spelled: a name that is another spelling; name: the one that counts, empty to count both again."""

    spelled = TextField()
    name = TextField()


@bp.post("/spellings")
def merge() -> ResponseReturnValue:
    form = SpellingForm()
    form.validate()
    spelled, name, same = form.spelled.data, form.name.data, spellings.here()
    answer = redirect(url_for("seasons.choose", _anchor="spellings"), 303)
    if not name and spelled in same:
        spellings.keep(answer, {each: of for each, of in same.items() if each != spelled})
        say(f"{spelled} is a player of their own again.")
        return answer
    if refusal := _refusal(spelled, name, same):
        say(refusal)
    elif spellings.keep(answer, spellings.merged(same, spelled, name)):
        say(f"{spelled} and {name} are one player on this phone.")
    else:
        say("This phone cannot remember more spellings: take one apart first.")
    return answer


def _refusal(spelled: str, name: str, same: dict[str, str]) -> str:
    """Why these cannot be one player; empty where they can."""
    if not (spelled and name) or spelled == name:
        return "Choose two different names."
    choice = Choice(same=same)
    two = {choice.name(spelled), choice.name(name)}
    found = counted_evenings(source.here().sheets)
    if found.left:
        return "The evenings are still being counted: try again in a moment."
    tables = [(evening, {choice.name(each) for each in evening.totals}) for evening in found.evenings]
    known = {each for _, table in tables for each in table}
    if not two <= known:
        return "Nobody of that name has played."
    both = next((evening for evening, table in tables if two <= table), None)
    if both:
        return f"{spelled} and {name} sat at one table, on {both.date}: they are two players."
    return ""
