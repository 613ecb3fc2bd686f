"""A host with a sheet of every game, the phones that attack it, and a sheet that none of them may see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from flask import Flask
from werkzeug.routing import Rule

from scorer.rules.registry import GAMES

from ...web.phone import Phone, read

HIDDEN = ("Quillon", "Zephyrine", "Oddbjorn")
TITLE = "Vault evening"
NAMES = (
    *("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fanny", "Gitta", "Holly", "Irene", "Julia", "Karla"),
    *("Linda"),
)
PAGES = {
    "score": (
        *("", "/hand", "/auction", "/seats", "/names", "/house-rules", "/adjust", "/agreement", "/share"),
        *("/check-paper", "/history"),
    ),
    "player": ("", "/agreement", "/who"),
    "view": ("", "/check-paper", "/who"),
}
"""Of a sheet, by what a phone may do: those with forms that write."""


@dataclass(frozen=True)
class Sent:
    """A form of a page: whose phone has it, where it goes, and what it would send."""

    who: str
    action: str
    fields: tuple[tuple[str, str], ...]


@dataclass
class World:
    """phones: by what they may do with the sheets; sheets: addresses; forms: of all their pages; files: of sheets.

    hidden: the address of the sheet that only its owner has.
    """

    app: Flask
    phones: dict[str, Phone] = field(default_factory=dict)
    sheets: list[str] = field(default_factory=list)
    forms: list[Sent] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    hidden: str = ""
    owner: Phone | None = None

    @classmethod
    def of(cls, app: Flask, games: Sequence[str] = tuple(GAMES)) -> "World":
        world = cls(app)
        owner = Phone(app)
        world.hidden = owner.start(HIDDEN, "oh-hell", title=TITLE)
        world.owner = owner
        scoring = Phone(app)
        world.sheets = [scoring.start(NAMES[: most_at(key)], key) for key in games]
        world.phones = {"score": scoring, "player": Phone(app), "view": Phone(app), "nobody": Phone(app)}
        for sheet in world.sheets:
            for who in ("player", "view"):
                world.phones[who].join(scoring.share(sheet))
            world.phones["player"].say_who(sheet, NAMES[0])
        for who, phone in world.phones.items():
            world.tokens[who] = dict(phone.form("/new/plain").fields)["csrf_token"]
        world.forms = [*world._forms()]
        world.files = [scoring.get(f"{sheet}/sheet-with-history.json").text for sheet in world.sheets]
        world.files += [game.paper_example for game in GAMES.values()]
        return world

    def _forms(self) -> Iterator[Sent]:
        for who, phone in self.phones.items():
            pages = chain(
                *((f"{sheet}{page}" for page in PAGES.get(who, ())) for sheet in self.sheets),
                ("/import", "/settings", "/join", "/check-paper/spades", *(f"/new/{key}" for key in GAMES)),
            )
            for page in pages:
                answer = phone.get(page)
                for form in read(answer).forms if answer.status_code == 200 else ():
                    if form.writes:
                        yield Sent(who, form.action or page, tuple(form.fields) + tuple(form.buttons))

    def rules(self) -> list[Rule]:
        return [rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "static"]

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was written on the sheet that none of these phones may see."""
        assert self.owner
        return self.owner.version(self.hidden) == "1"

    @property
    def secrets(self) -> Mapping[str, bytes]:
        """What no answer may hold."""
        return {word: word.encode() for word in (*HIDDEN, TITLE)}


def most_at(key: str) -> int:
    """How many play a game, where that is more than the fewest."""
    sizes = GAMES[key].sizes
    return sizes[min(1, len(sizes) - 1)]
