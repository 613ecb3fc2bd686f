"""Every screen of every game, as the app answered in the state that the screen shows."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Flask
from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES
from scorer.web.games import FORMS

from ...web.any_names import NAMES, with_names
from ...web.evening import form_of, opened, press
from ...web.every_page import every_page
from ...web.phone import PLAYERS, Phone

ANY = "any"
"""In the place of a game, for the pages of the app and the states that are shown for one game alone."""
CHOICES = (ANY, *FORMS)
SEVEN = (*PLAYERS, "Fiona", "Gwen")
MENU = '<details class="menu"'
NOT_A_WORD = re.compile(r"[^a-z0-9]+")
AUCTIONS = {
    "offender": ("3H", "reject", "accept", "4C", "accept", *["no proposal"] * 5),
    "pirate-bridge": ("1S", "decline", "accept", "X", "pass", "pass", "pass"),
    "spades": ("3", "4", "nil", "2"),
    "oh-hell": ("2", "3", "1", "0", "5"),
    "ten-bridge": ("1red", "pass", "3red", "X", "pass", "pass", "XX", "pass", "pass", "pass"),
    "reverse-bridge": ("3H", "pass", "4C", "pass", "4H", "pass", "pass", "pass"),
}
"""The calls of a whole auction at a new table of five, or of four where no more can play."""
LENGTHS = (40, 19, 12, 8, 5, 1, 0)
"""Of sheets, in hands: of a sheet that is to be longer than its game, the most that it takes."""
PAGES = (
    "",
    "/table",
    "/board",
    "/adjust",
    "/house-rules",
    "/names",
    "/seats",
    "/export",
    "/send",
    "/more",
)
"""The pages of a sheet that look different from game to game."""


Fields = Sequence[tuple[str, str]]
Named = tuple[Sequence[str], str]
State = tuple[str, TestResponse] | tuple[str, TestResponse, Fields]


@dataclass(frozen=True)
class Screen:
    """A page in one of its states. game: its key or `ANY`; path: its address; cookie: of the phone that shows it;
    fields: what is entered in its form then.

    A state is named with hyphens, as it stands in the name of a file.
    """

    game: str
    state: str
    path: str
    html: str
    headers: dict[str, str]
    cookie: str
    fields: Fields

    @property
    def name(self) -> str:
        return f"{self.game}-{self.state}"

    @property
    def must_not_scroll(self) -> bool:
        """Whether it is where a hand or a call is entered."""
        return self.path.partition("?")[0].endswith(("/hand", "/auction"))


def screen(game: str, state: str, answer: TestResponse, fields: Fields = ()) -> Screen:
    headers = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
    asked = answer.request
    state = NOT_A_WORD.sub("-", state.lower()).strip("-") or "sheet"
    return Screen(game, state, asked.full_path, answer.text, headers, asked.headers.get("Cookie", ""), fields)


def all_screens(app: Flask, games: Collection[str] = CHOICES, names: Sequence[str] = ()) -> Iterator[Screen]:
    """The screens of these games. The app has no sheets yet. names: of seven players, instead of all kinds."""
    phone = Phone(app)
    for game in games:
        seen: set[str] = set()
        for state, answer, *fields in of_a_game(phone, game, names) if game != ANY else every_page(app).items():
            if answer.text.startswith("<!doctype"):  # and no part of a page
                again = state in seen
                shown = screen(game, f"{state} again" if again else state, answer, *fields)
                yield shown
                if state == "sheet 5 hands":
                    yield replace(shown, state="sheet-menu-open", html=shown.html.replace(MENU, f"{MENU} open", 1))
                seen.add(state)


def of_a_game(phone: Phone, game: str, names: Sequence[str] = ()) -> Iterator[State]:
    tables = [*tables_of(game, names)]
    yield from entering(phone, game, tables)
    yield from bidding(phone, game, tables)
    yield from sheets(phone, game, tables)
    yield "home with its sheets", phone.get("/")


def entering(phone: Phone, game: str, tables: Sequence[Named]) -> Iterator[State]:
    """A new sheet, and its first hand: empty, half entered, complete, with short names and with long ones."""
    yield "new sheet", phone.get(f"/new/{game}")
    for names, label in tables:
        example = import_sheet(phone, game, names, 1)
        sheet = start(phone, game, names)
        yield f"hand empty{label}", phone.get(f"{sheet}/hand")
        filled = list(phone.form(first_hand(phone, example)).chosen().items())
        yield f"hand half entered{label}", phone.get(f"{sheet}/hand"), filled[: len(filled) // 2]
        yield f"hand complete{label}", phone.get(f"{sheet}/hand"), filled
        yield f"hand saved{label}", saved_again(phone, example)


def bidding(phone: Phone, game: str, tables: Sequence[Named]) -> Iterator[State]:
    """The auction before each of its first calls, in its midst, and when it is over."""
    calls = AUCTIONS.get(game, ())
    for names, label in tables[:2] if calls else ():
        path = start(phone, game, names)
        for number, call in enumerate(calls):
            if number in (0, 1, len(calls) // 2):
                yield f"auction before call {number + 1}{label}", phone.get(f"{path}/auction")
            phone.say(path, call)
        yield f"auction over{label}", phone.get(f"{path}/auction")
        yield f"board in play{label}", phone.get(f"{path}/board")


def sheets(phone: Phone, game: str, tables: Sequence[Named]) -> Iterator[State]:
    """The sheet with no hand, with five, with forty or as many as there are, and its other pages."""
    for names, label in tables:
        yield f"sheet empty{label}", phone.get(start(phone, game, names))
        five, forty = import_sheet(phone, game, names, 5), import_sheet(phone, game, names, 40)
        yield f"sheet 5 hands{label}", phone.get(five)
        yield f"sheet hand opened{label}", phone.get(opened(five, 4))
        yield f"sheet 40 hands{label}", phone.get(forty)
        for page in PAGES[1:] if label in ("", " seven") else PAGES[1:3]:
            yield f"{page}{label}", phone.get(f"{five}{page}")
        press(phone, forty, "finish")
        phone.get(forty)
        yield f"sheet finished{label}", phone.get(forty)
        yield f"end of the evening{label}", phone.get(f"{forty}/end")
    yield "rules", phone.get(f"/rules/{game}")


def tables_of(game: str, names: Sequence[str]) -> Iterator[Named]:
    """Who plays, and how the state's name says it: under short names, long ones, and seven; or under `names`."""
    short = usual_names(game)
    if names:
        yield names[: len(short)], ""
        if len(SEVEN) in GAMES[game].sizes:
            yield names, " seven"
        return
    yield short, ""
    yield NAMES[: len(short)], " long names"
    if len(SEVEN) in GAMES[game].sizes:
        yield SEVEN, " seven"
        yield NAMES, " seven long names"


def usual_names(game: str) -> Sequence[str]:
    """Of five players, or of as many as can play."""
    return PLAYERS[: max(size for size in GAMES[game].sizes if size <= len(PLAYERS))]


def start(phone: Phone, game: str, names: Sequence[str]) -> str:
    sheet = phone.start(names, game)
    phone.get(sheet)
    return sheet


def import_sheet(phone: Phone, game: str, names: Sequence[str], hands: int) -> str:
    """The address of a sheet with so many hands, or with as many as the game has."""
    file = json.loads(with_names(game, names, 7 if len(names) == 7 else 5))
    file.pop("finished", None)
    played = file["hands"]
    for number in (number for number in LENGTHS if number <= hands):
        text = json.dumps({**file, "hands": [played[hand % len(played)] for hand in range(number)]})
        looked = phone.send("/import", phone.form("/import"), {"text": text})
        if looked.status_code == 200:
            saved = phone.send("/import", form_of(looked, ""), {"action": "import"})
            phone.get(saved.location)
            return saved.location
    raise AssertionError(f"no hand of {game} can be imported")


def saved_again(phone: Phone, sheet: str) -> TestResponse:
    """The form of the next hand, which says that the last one is saved: taken back before, and saved as it was."""
    undone = press(phone, sheet, "undo")
    form = phone.form(undone.location, action="/hand")
    return phone.get(phone.send(undone.location, form).location)


def first_hand(phone: Phone, sheet: str) -> str:
    """The address at which the first hand of a sheet is amended."""
    return [link for link in phone.read(sheet).links if "/hands/" in link][-1].replace("/hands/", "/hand/")
