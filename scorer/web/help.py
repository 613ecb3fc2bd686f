"""Help, the rules of the games, and the settings of this phone: opened from any page, to which they lead back."""

import re
from typing import NamedTuple

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from wtforms import Form, HiddenField, RadioField, StringField
from wtforms.validators import AnyOf, Optional

from ..rules.core import Rule
from ..rules.game import Game
from ..rules.registry import GAMES
from ..sheet.changes.remarks import in_force
from .app import access
from .app.access import CHOICES
from .forms import PageForm

_LOCAL = re.compile(r"/(?![/\\])[^\\\s]*")
_LONGEST_PATH = 500


def local(text: str | None) -> str | None:
    """An address as it was sent; None for one that might lead elsewhere."""
    return text if text and _LOCAL.fullmatch(text) else None


def this_page() -> str | None:
    """The address of the page that is shown; for one that a form led to, the sheet's, None without a sheet."""
    sheet_id = (request.view_args or {}).get("sheet_id")
    if request.endpoint == "auction.ahead":
        return url_for("auction.show", sheet_id=sheet_id) if sheet_id else None
    if request.method == "GET" and request.endpoint:
        path = request.full_path.rstrip("?") if len(request.full_path) < _LONGEST_PATH else request.path
        return request.script_root + path
    return url_for("sheets.show", sheet_id=sheet_id) if sheet_id else None


bp = Blueprint("help", __name__)

TOPICS = {
    "start": "Start a sheet",
    "hand": "Enter a hand",
    "words": "Words at the table",
    "sheet": "Read the sheet",
    "mistakes": "Put something right",
    "table": "Seats, house rules, names",
    "seasons": "What a season tells",
    "questions": "Ask the sheet",
    "disputes": "Dispute, agree, sign",
    "fingerprint": "What the fingerprint proves",
    "paper": "Check a paper sheet",
    "export": "Export and import",
    "phones": "Other phones",
    "offline": "Without a network",
    "security": "What is protected",
    "server": "For whoever runs Scorer",
}
"""Every topic and its title, in the order of the list; its text is templates/help/topics/<topic>.html."""

FORMER = {"checks": "questions", "import": "export"}
"""Topics of an earlier release, and where each stands now: links to them lead on."""

PAGES_OF_TOPIC = {
    "start": "home new_sheet",
    "hand": "auction hands",
    "sheet": "curve sheets",
    "mistakes": "adjust hands.amend hands.amend_form history",
    "table": "house_rules names seats",
    "seasons": "season shared_season shared_tonight spellings statistics statistics_files tonight",
    "questions": "checks rules what_if why",
    "disputes": "disputes",
    "fingerprint": "fingerprint",
    "paper": "paper",
    "export": "evenings export imports",
    "phones": "board deletion installation links people settings",
    "offline": "backups",
    "server": "health",
}
TOPIC_OF_PAGE = {page: topic for topic, pages in PAGES_OF_TOPIC.items() for page in pages.split()}
"""The topic at which Help opens, by endpoint or else by blueprint."""

TERMS = ("denomination", "set", "widow")
"""Words of card players that stand where somebody may meet them first; Help on words has each under its own id."""

_LONGEST = 80
_AROUND = 70
_TAG_OR_ENTITY = re.compile(r"(<[^<>]*>|&#?\w+;)")
_WORD = re.compile(r"\w+")
_TERM = re.compile(rf"\b(?:{'|'.join(TERMS)})\b")


class SearchForm(Form):
    """q: the words to look for; back: the address of the screen from which Help was opened."""

    q = StringField("Search Help", filters=[lambda text: " ".join((text or "").split())[:_LONGEST]])
    back = StringField(filters=[local])

    @property
    def words(self) -> list[str]:
        return (self.q.data or "").casefold().split()


class Hit(NamedTuple):
    """A topic in which all the words are, with the text around the first of them, marked."""

    topic: str
    excerpt: Markup


@bp.get("/help")
def index() -> ResponseReturnValue:
    search = SearchForm(request.args)
    return render_template("help/index.html", search=search, topics=TOPICS, hits=_find(search))


@bp.get("/help/<topic>")
def show(topic: str) -> ResponseReturnValue:
    search = SearchForm(request.args)
    if topic in FORMER:
        q, back = search.q.data or None, search.back.data or None
        return redirect(url_for(".show", topic=FORMER[topic], q=q, back=back), 301)
    if topic not in TOPICS:
        abort(404)
    text = _mark(text_of(topic), search.words)
    return render_template("help/topic.html", topic=topic, topics=TOPICS, search=search, text=text)


@bp.app_template_global()
def help_address() -> str:
    """The address of Help at the topic of the screen that is shown."""
    topic = TOPIC_OF_PAGE.get(request.endpoint or "") or TOPIC_OF_PAGE.get(request.blueprint or "", "start")
    return url_for("help.show", topic=topic, back=this_page())


@bp.app_template_filter()
@pass_context
def terms(context: Context, text: str) -> Markup:
    """A text, each of its terms a link to what it means.

    context: asked for so that a text that stands in a template is not marked when that is compiled, for all pages.
    """
    parts = _TAG_OR_ENTITY.split(Markup.escape(text))
    link = Markup('<a class="term" href="{}">{}</a>')

    def explained(found: re.Match[str]) -> str:
        address = url_for("help.show", topic="words", back=this_page(), _anchor=found[0])
        return link.format(address, found[0])

    parts[::2] = [_TERM.sub(explained, part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704 - escaped above


def text_of(topic: str) -> str:
    """A topic as HTML."""
    return render_template(f"help/topics/{topic}.html")


def _find(search: SearchForm) -> list[Hit]:
    hits = []
    for topic, title in TOPICS.items() if search.words else ():
        text = _mark(text_of(topic).replace("</h2>", " –</h2>"), []).striptags()
        whole = f"{title} {text}".casefold()
        if all(word in whole for word in search.words):
            hits.append(Hit(topic, _excerpt(text, search.words)))
    return hits


def _excerpt(text: str, words: list[str]) -> Markup:
    first = min((index for word in words if (index := text.lower().find(word)) >= 0), default=0)
    start = text.rfind(" ", 0, max(first - _AROUND, 0)) + 1 if first > _AROUND else 0
    end = text.find(" ", first + _AROUND)
    part = text[start : end if end > 0 else None]
    return _mark(Markup.escape(f"{'… ' if start else ''}{part}{' …' if end > 0 else ''}"), words)


def _mark(html: str, words: list[str]) -> Markup:
    """The text between the tags, with each word marked that contains one of these words (in lower case)."""

    def mark(found: re.Match[str]) -> str:
        return f"<mark>{found[0]}</mark>" if any(word in found[0].casefold() for word in words) else found[0]

    parts = _TAG_OR_ENTITY.split(html)
    parts[::2] = [_WORD.sub(mark, part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704 - the text of our own templates, or escaped


rules_bp = Blueprint("rules", __name__)


@rules_bp.get("/rules/<game>", endpoint="show")
def show_rules(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    rules = [(number, rule, rule.text) for number, rule in enumerate(GAMES[game].rules, 1)]
    return render_template("pages/rules.html", game=GAMES[game], rules=rules)


@rules_bp.get("/sheets/<sheet_id>/rules", endpoint="of_sheet")
def show_rules_of_sheet(sheet_id: str) -> ResponseReturnValue:
    """By the house rules of its table: what does not hold there is left out."""
    snapshot = access.snapshot_to_view(sheet_id)
    game = snapshot.ledger.table.game
    said = ((number, rule, in_force(snapshot.ledger, rule)) for number, rule in enumerate(game.rules, 1))
    rules = [each for each in said if each[-1]]
    return render_template("pages/rules.html", game=game, rules=rules, snapshot=snapshot)


@rules_bp.app_template_global()
def rules_address(game: Game | type[Game], rule: Rule | None = None) -> str:
    """The address of the rules of a game, on the page of a sheet as its table plays by them; rule: of this one."""
    sheet_id = (request.view_args or {}).get("sheet_id")
    anchor = rule.slug if rule else None
    if sheet_id:
        return url_for("rules.of_sheet", sheet_id=sheet_id, _anchor=anchor)
    return url_for("rules.show", game=game.key, _anchor=anchor)


settings_bp = Blueprint("settings", __name__, url_prefix="/settings")


def _choice(name: str, label: str, usual: str, *others: str) -> RadioField:
    """usual: what every phone begins with, in words; others: what else the setting may be, as in CHOICES."""
    choices = dict(zip(("", *CHOICES[name]), (usual, *others), strict=True))
    known = AnyOf(CHOICES[name], message="Choose one of these.")
    return RadioField(label, choices=choices, default="", validators=[Optional(), known], validate_choice=False)


class BackForm(Form):
    """back: the address of the page from which the settings were opened."""

    back = HiddenField(filters=[local])


class SettingsForm(PageForm):
    theme = _choice("theme", "Theme", "As the phone", "Light", "Dark", "True black")
    suits = _choice("suits", "Suits", "Two colours", "Four colours")
    text = _choice("text", "Text", "Normal", "Large")
    vibration = _choice("vibration", "Vibration", "On", "Off")
    awake = _choice("awake", "A video against the dark", "Off", "On")


@settings_bp.get("", endpoint="show")
def show_settings() -> ResponseReturnValue:
    form = SettingsForm(formdata=None, data=access.phone_settings())
    return render_template("pages/settings.html", form=form, back=BackForm(request.args).back)


@settings_bp.post("", endpoint="save")
def save_settings() -> ResponseReturnValue:
    form, back = SettingsForm(), BackForm(request.form).back
    if not form.validate():
        return render_template("pages/settings.html", form=form, back=back), 422
    response = make_response(redirect(back.data or url_for("home.home"), 303))
    chosen = {name: value or "" for name, value in form.data.items()}
    access.keep_phone_settings(response, {**access.phone_settings(), **chosen})
    return response


@settings_bp.app_template_global()
def settings_address() -> str:
    """The address of the settings, which lead back to the page that is shown."""
    return url_for("settings.show", back=this_page())
