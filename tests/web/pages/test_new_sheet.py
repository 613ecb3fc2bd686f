"""A new sheet: names of all kinds, seats, dealer, house rules, and whatever else is sent."""

import re
from datetime import UTC, datetime
from itertools import cycle
from typing import Any

from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import read_options
from scorer.statistics.evening import day_of

from ...timing import cpu_seconds
from ..bad import BAD, is_tame
from ..evening import form_of, values
from ..phone import PLAYERS, Form, Phone, read, words

PATH = "/new/offender"
SAME = ("Amber\u200d", "Amber\u200b", "A\u00admber", "amber", "\uff21mber")
"""Amber, but for what nobody sees, or for the capital."""


def post(phone: Phone, form: Form | None = None, /, **fields: str | list[str]) -> TestResponse:
    """form: where it is not to be fetched anew."""
    return phone.send(PATH, form or phone.form(PATH), {"player": list(PLAYERS), "action": "start", **fields})


def form_in(response: TestResponse) -> Form:
    (form,) = [form for form in read(response).forms if form.action == PATH]
    return form


def names_in(response: TestResponse) -> list[str]:
    """Row by row, without the empty ones behind the last name."""
    rows = [value for name, value in form_in(response).fields if name == "player"]
    return rows[: max((row + 1 for row, name in enumerate(rows) if name), default=0)]


def facts(phone: Phone, response: TestResponse) -> dict[str, Any]:
    assert response.status_code == 303, words(response)
    return phone.get(response.headers["Location"].replace("/hand", "/sheet.json")).get_json()


def is_refused(phone: Phone, response: TestResponse) -> None:
    is_tame(response)
    assert response.status_code == 422, words(response)
    assert not [link for link in phone.read("/").links if link.startswith("/sheets/")]


def test_five_names_and_one_tap_suffice(phone: Phone) -> None:
    made = facts(phone, post(phone))
    assert made["players"] == list(PLAYERS)
    assert made["dealer"] == "Ellie"
    assert made["date"] == f"{day_of(datetime.now(UTC))}"
    assert "options" not in made


def test_too_few_or_too_many_players_are_told_and_nobody_is_dropped_in_silence(phone: Phone) -> None:
    for count, there in ((1, "there is 1"), (2, "there are 2"), (8, "there are 8"), (50, "3 to 7 players")):
        names = [f"Player {number}" for number in range(count)]
        refused = post(phone, player=names)
        is_refused(phone, refused)
        assert there in read(refused).errors["players-error"]
        assert [name for name in names_in(refused) if name] == names
        assert "The last player deals first, unless you tap another." in words(refused) or count > 2


def test_thousands_of_players_are_refused_at_once(phone: Phone) -> None:
    form = phone.form(PATH)
    names = [str(number) for number in range(4000)]
    answers: list[int] = []

    def start() -> None:
        answers.append(phone.send(PATH, form, {"player": names, "action": "start"}).status_code)

    assert cpu_seconds(start) < 3
    assert answers[0] in (400, 413, 422)


def test_one_name_twice_is_told_at_the_second(phone: Phone) -> None:
    refused = post(phone, player=["Amber", "Betty", " Amber ", "Diana"])
    is_refused(phone, refused)
    assert list(read(refused).errors) == ["player-2-error"]
    assert "Amber already sits at the table" in read(refused).errors["player-2-error"]
    assert "unless you tap another" not in words(refused)
    assert words(refused).count("Amber already sits at the table") == 2, "it stands beside Start, too"
    assert names_in(refused) == ["Amber", "Betty", "Amber", "Diana"]


def test_a_name_that_cannot_be_written_seen_or_told_from_another_is_refused_at_its_field(phone: Phone) -> None:
    breaks = ("\x00", "\x07", "\x1b", "\n", "\r\n", "\x7f", "\x85", "\u2028", "\u2029")
    long = ("x" * 41, "🃏" * 41, "9" * 5000)
    for name, wrong in (
        *((name, f"A name has at most 40 characters; this has {len(name)}.") for name in long),
        *((f"Be{each}tty", "A name is written in one line of ordinary characters.") for each in breaks),
        *((name, "Nobody could see this name: write it with letters.") for name in ("\u3164", "\u2800", "\u200d")),
        ("Bo\u202e", "An unseen mark in this name turns the direction of writing: type it anew."),
        *((name, "Amber already sits at the table: add a letter to tell them apart.") for name in SAME),
    ):
        refused = post(phone, player=["Amber", name, "Cindy"])
        is_refused(phone, refused)
        assert read(refused).errors == {"player-1-error": wrong}, name
        assert names_in(refused)[2] == "Cindy", name
        assert name not in long or names_in(refused)[1] == name


def test_a_first_dealer_who_does_not_sit_there_is_told(phone: Phone) -> None:
    form = phone.form(PATH)
    for dealer in (*BAD.values(), "7", "99", "Amber", "", "3"):
        refused = post(phone, form, player=["Amber", "Betty", "Cindy", "", ""], dealer=dealer)
        is_refused(phone, refused)
        assert read(refused).errors["players-error"] == "Nobody sits where the dealer should be."
        assert names_in(refused) == ["Amber", "Betty", "Cindy"]


def test_a_date_is_any_day_of_the_calendar_and_what_is_none_is_told(phone: Phone) -> None:
    form = phone.form(PATH)
    for date in (*BAD.values(), "2026-02-30", "2026-13-01", "20.11.2026", "never", "99999-01-01"):
        refused = post(phone, form, date=date)
        is_refused(phone, refused)
        assert "Not a valid date value." in words(refused)
        assert form_in(refused).chosen()["date"] == date
        assert names_in(refused) == list(PLAYERS)
    for date in ("2026-11-20", "0001-01-01", "9999-12-31"):
        assert facts(phone, post(phone, date=date))["date"] == date
        assert phone.get("/").status_code == 200, date


def test_a_house_rule_takes_no_value_but_its_own_and_an_unknown_one_none(phone: Phone) -> None:
    values = {"tricks": "0", "no_trump": "1", "lowest_bid": "2", "speaks_next": "left of nobody"}
    for option, bad in (*zip(cycle(values), BAD.values(), strict=False), *values.items()):
        refused = post(phone, **{f"option-{option}": bad})
        is_refused(phone, refused)
        (error,) = read(refused).errors.values()
        assert re.fullmatch(r"“.+” is .+\.", error)
        assert names_in(refused) == list(PLAYERS)
    assert "options" not in facts(phone, post(phone, **{"option-nonsense": "1", "nonsense": "x" * 5000}))


def test_a_title_that_is_too_long_or_no_line_is_told_and_names_stay(phone: Phone) -> None:
    for title in ("x" * 81, "9" * 5000, "Fri\x07day", "Fri\nday"):
        refused = post(phone, title=title)
        is_refused(phone, refused)
        assert len(read(refused).errors) == 1, title
        assert names_in(refused) == list(PLAYERS), title
        # A text field of a browser holds no line ends.
        assert form_in(refused).chosen()["title"].replace("\n", "") == title.replace("\n", "")


def test_seats_are_rearranged_whatever_is_asked_and_no_name_is_lost(phone: Phone) -> None:
    for verb, what in zip(
        cycle(("up", "down", "seat", "add", "fly")), (*BAD.values(), "", "0", "6"), strict=False
    ):
        shown = post(phone, action=f"{verb}:{what}")
        is_tame(shown, what[:9])
        assert shown.status_code == 200
        assert sorted(name for name in names_in(shown) if name in PLAYERS) == sorted(PLAYERS)


def test_players_move_up_and_down_and_the_first_dealer_with_them(phone: Phone) -> None:
    moved = post(phone, action="up:2", dealer="2")
    assert names_in(moved) == ["Amber", "Cindy", "Betty", "Diana", "Ellie"]
    assert form_in(moved).chosen()["dealer"] == "1"
    assert "Cindy deals, Betty speaks first." in words(moved)
    started = phone.send(PATH, form_in(moved), {"action": "start"})
    assert facts(phone, started)["dealer"] == "Cindy"
    # An empty row changes places with nobody, and nobody goes round.
    rows = ["Amber", "", "Betty", "Cindy", ""]
    for action, players in (
        ("up:2", ["Betty", "", "Amber", "Cindy", ""]),
        ("down:0", ["Betty", "", "Amber", "Cindy", ""]),
        *((still, rows) for still in ("up:0", "down:3", "up:1", "down:4")),
    ):
        assert values(form_in(post(phone, action=action, player=rows)), "player")[:5] == players, action


def test_names_used_before_are_offered_as_long_as_there_is_a_seat(phone: Phone) -> None:
    phone.start(("Zoe", "Yara", "Xena"))
    assert ("action", "add:Zoe") in phone.form(PATH).buttons
    added = post(phone, action="add:Zoe", player=["Amber", "", "", "", ""])
    assert names_in(added) == ["Amber", "Zoe"]
    assert ("action", "add:Zoe") not in form_in(added).buttons
    phone.start(("Zoe", "Yara", "Xena", "Walt"), "spades")
    path = "/new/spades"
    full = phone.send(path, phone.form(path), {"player": list(PLAYERS[:4]), "action": "add:Zoe"})
    assert read(full).errors["players-error"] == "All 4 seats are taken: empty one for Zoe."


def test_known_names_come_with_the_most_frequent_first_in_one_row(phone: Phone) -> None:
    for _ in range(2):
        phone.start(("Zoe", "Yara", "Xena"))
    for game in ("plain", "offender"):
        phone.start(("Ann", "Bo", "Cy"), game)
    phone.start(("Zoe", "Yara", "Xena"))
    phone.start(("Ann", "Bo", "Cy"))
    for _ in range(5):
        phone.start([""], "offender")
    offered = [value for _, value in phone.form(PATH).buttons if value.startswith("add:")]
    assert offered == ["add:Ann", "add:Bo", "add:Cy", "add:Zoe", "add:Yara", "add:Xena"]


def shown_seats(response: TestResponse) -> list[bool]:
    """Seat by seat, whether it is seen."""
    return [
        "hidden" not in attributes
        for tag, attributes in read(response).tags
        if tag == "li" and "player" in (attributes.get("class") or "").split()
    ]


def test_there_is_an_empty_seat_behind_the_last_name_up_to_the_seventh(phone: Phone) -> None:
    assert shown_seats(phone.get(PATH)) == [True] * 5 + [False] * 2
    for named, seen in ((4, 5), (5, 6), (6, 7), (7, 7)):
        names = [f"Friend {number}" for number in range(named)]
        shown = phone.send(PATH, phone.form(PATH), {"player": names, "action": "keep:"})
        assert sum(shown_seats(shown)) == seen
        assert names_in(shown) == names


def test_where_nobody_is_named_everybody_plays_by_the_name_that_the_seat_shows(phone: Phone) -> None:
    for game, seats in (("offender", 5), ("spades", 4)):
        path = f"/new/{game}"
        assert f"Player {seats} deals, Player 1 speaks first." in words(phone.get(path))
        made = facts(phone, phone.send(path, phone.form(path), {"action": "start"}))
        assert made["players"] == [f"Player {seat}" for seat in range(1, seats + 1)]
        assert made["dealer"] == f"Player {seats}"
    assert not [value for _, value in phone.form(PATH).buttons if value.startswith("add:")]


def test_another_game_is_asked_for_its_name_first_is_listed_by_it_and_offered_again(phone: Phone) -> None:
    path = "/new/plain"
    form = phone.form(path)
    asked = [name for name, _ in form.fields]
    assert asked.index("title") < asked.index("player")
    phone.send(path, form, {"player": ["Ann", "Bo"], "title": "Rummy", "action": "start"})
    phone.send(path, form, {"player": ["Ann", "Bo"], "title": "Hearts", "key": "other", "action": "start"})
    home = words(phone.get("/"))
    assert "Same players Hearts: Ann, Bo" in home
    # The game is in the name.
    assert home.count("Any other game") == 1
    offered = [attributes["value"] for tag, attributes in phone.read(path).tags if tag == "option"]
    assert offered[:2] == ["Hearts", "Rummy"]
    [like] = [link for link in phone.read("/").links if "like=" in link]
    assert phone.form(like).chosen()["title"] == "Hearts"


RULES_IN_FORCE: tuple[tuple[str, dict[str, str | list[str]], str], ...] = (
    ("offender", {}, "House rules Standard"),
    ("oh-hell", {}, "House rules Standard · hook · 10 down to 1 and up"),
    ("oh-hell", {"player": list("ABCDEFG"), "option-hook": "false"}, "Standard · no hook · 7 down to 1 and up"),
    (
        "oh-hell",
        {"option-hand_sizes": "same", "option-bidding": "simultaneous"},
        "all bid at once · 10 cards in every hand",
    ),
    ("oh-hell", {"action": "preset:atkinson"}, "Atkinson’s · hook · 10 cards in every hand"),
    ("spades", {"option-target": "300"}, "Standard · to 300"),
    ("plain", {"option-wins": "lowest", "option-target": "100"}, "Standard · lowest total wins · to 100"),
)


def test_the_line_of_the_house_rules_says_what_is_in_force(phone: Phone) -> None:
    for game, chosen, said in RULES_IN_FORCE:
        shown = phone.send(f"/new/{game}", phone.form(f"/new/{game}"), {"action": "keep:", **chosen})
        assert said in words(shown)


def test_the_players_of_the_last_sheet_of_the_game_are_one_tap(phone: Phone) -> None:
    assert "Same players" not in words(phone.get(PATH))
    last = phone.start(("Zoe", "Yara", "Xena")).rpartition("/")[2]
    phone.start(("Amber", "Betty", "Cindy", "Diana"), "spades")
    assert f"{PATH}?like={last}" in phone.read(PATH).links
    assert "Same players" not in words(phone.get("/new/ten-bridge"))


def shown_in(response: TestResponse) -> list[str]:
    """The colour of each row, as it is seen."""
    return re.findall(r'id="look-\d+"[^>]*><svg class="look (p\d+)"', response.text)


def test_a_colour_or_an_emoji_is_chosen_beside_the_name_and_comes_along_with_it(phone: Phone) -> None:
    def choose(response: TestResponse, **fields: str | list[str]) -> TestResponse:
        return phone.send(PATH, form_in(response), fields)

    shown = post(phone, action="look:1")
    assert "or one emoji" in words(shown)
    shown = choose(shown, action="color:1:1")
    assert shown_in(shown)[:5] == ["p2", "p1", "p3", "p4", "p5"], "who had it by order has another"
    shown = choose(choose(shown, action="color:0:9"), action="down:0")
    assert names_in(shown)[:2] == ["Betty", "Amber"]
    assert shown_in(shown)[:2] == ["p1", "p9"]
    shown = choose(choose(shown, action="color:2:9"), action="look:2")
    assert shown_in(shown)[:3] == ["p1", "p2", "p9"], "of two who want one the last has it"
    refused = choose(shown, action="start", emoji=["", "", "ab", "", ""])
    assert read(refused).errors["player-2-error"] == "Its emoji is one picture, or nothing."
    started = choose(refused, action="start", emoji=["", "", "🦊", "", ""])
    looks = facts(phone, started)["looks"]
    assert looks["Cindy"] == {"color": 9, "emoji": "🦊"}
    assert (looks["Betty"], looks["Amber"]) == ({"color": 1}, {"color": 2})
    # The next sheet of any of them, however they sit, has them as they were shown.
    again = facts(phone, post(phone, player=["Cindy", "Ellie", "Zoe", "Betty"]))["looks"]
    assert again == {name: looks.get(name, {"color": 3}) for name in ("Cindy", "Ellie", "Zoe", "Betty")}
    # Where they come so by themselves nothing is written.
    assert "looks" not in facts(phone, post(phone, player=["Xena", "Yara", "Wanda"]))


def test_an_emoji_that_is_none_is_refused_beside_more_players_than_a_game_is_for(phone: Phone) -> None:
    refused = post(phone, player=[*"ABCDEFGH"], emoji=[*[""] * 7, "ab"])
    assert refused.status_code == 422
    assert read(refused).errors["player-7-error"] == "Its emoji is one picture, or nothing."


def test_the_first_dealer_is_drawn_by_lot_among_those_who_are_named(phone: Phone) -> None:
    shown = post(phone, player=["", ""], action="lot:")
    assert shown.status_code == 200
    assert "Drawn by lot" not in words(shown)
    drawn: set[str] = set()

    def draw() -> tuple[Form, str]:
        shown = post(phone, player=["", *PLAYERS[:3]], action="lot:")
        form = form_in(shown)
        [row] = [value for name, value in form.fields if name == "dealer"]
        dealer = names_in(shown)[int(row)]
        assert f"Drawn by lot: {dealer} deals, " in words(shown)
        return form, dealer

    # That one of three is never drawn in sixty lots happens once in ten thousand million times.
    lots = 60
    while drawn != set(PLAYERS[:3]) and lots:
        drawn.add(draw()[1])
        lots -= 1
    assert drawn == set(PLAYERS[:3])
    form, dealer = draw()
    started = phone.send(PATH, form, {"action": "start"})
    assert facts(phone, started)["dealer"] == dealer


def test_a_version_fills_in_its_house_rules_with_one_tap_and_nothing_else(phone: Phone) -> None:
    """[S2] Dick Atkinson's: Blackout, always 10 cards with five players, jokers, trumps in rotation, the hook."""
    path = "/new/oh-hell"
    entered = {
        "player": list(PLAYERS),
        "option-stake": "0.05",
        "option-max_cards": "3",
        "option-bidding": "simultaneous",
    }
    shown = phone.send(path, phone.form(path), {**entered, "action": "preset:atkinson"})
    assert shown.status_code == 200
    assert '<details class="card" open>' in shown.text
    (form,) = [form for form in read(shown).forms if form.action == path]
    assert [value for name, value in form.fields if name == "player" and value] == list(PLAYERS)
    made = facts(phone, phone.send(path, form, {"action": "start"}))
    assert made["options"] == {
        "scoring": "blackout",
        "hand_sizes": "same",
        "trump_by": "rotation",
        "jokers": "high or low",
        "stake": "0.05",
    }
    sheet = phone.send(path, form, {"action": "start"}).headers["Location"]
    assert "Hand 1: Ellie deals 10 cards each." in words(phone.get(sheet.replace("/hand", "/auction")))
    for unknown in ("preset:", "preset:nobody", "preset:" + "x" * 5000):
        assert phone.send(path, phone.form(path), {**entered, "action": unknown}).status_code == 200


def test_every_version_of_a_game_sets_house_rules_that_hold_together() -> None:
    for game in GAMES.values():
        for preset in game.options_type.presets:
            usual = game.options_type.usual()
            named = {name: value for name, value in preset.chosen.items() if value != usual[name]}
            assert read_options(game)(named, "$") == named


def test_house_rules_are_folded_away_and_those_that_few_tables_change_once_more(phone: Phone) -> None:
    for game in GAMES:
        assert '<details class="card" open>' not in phone.get(f"/new/{game}").text
    path = "/new/oh-hell"
    for chosen, is_open in (({}, False), ({"option-jokers": "high"}, True), ({"option-length": "soon"}, True)):
        shown = phone.send(path, phone.form(path), {"action": "keep:", **chosen}).text
        rules, _, more = shown.partition('<details class="more-rules"')
        assert more.startswith(" open") is is_open, chosen
        assert "option-scoring" in rules
        assert "option-jokers" not in rules
        for rare in GAMES["oh-hell"].options_type.rare:
            assert f'name="option-{rare}"' in more, rare


def proposed(response: TestResponse) -> list[str]:
    """What a new sheet of any other game proposes: the keys of presets, and the links to other games."""
    page = read(response)
    presets = [value for form in page.forms for name, value in form.buttons if value.startswith("preset:")]
    return presets + [link for link in page.links if link.startswith("/new/") and "?" not in link]


def test_a_game_that_people_play_by_its_name_proposes_who_wins_and_the_target(phone: Phone) -> None:
    path = "/new/plain"
    form = phone.form(path)
    assert len(proposed(phone.get(path))) == 13
    cases: list[tuple[str, list[str], dict[str, object]]] = [
        ("hea", ["hearts"], {"wins": "lowest", "target": 100, "comes_to": [26, 78]}),
        ("RUM", ["rummy", "gin-rummy"], {"target": 100}),
        (" gin", ["gin-rummy"], {"target": 100}),
        ("skat", ["skat"], {"comes_to": 0}),
        ("phase  1", ["phase-10"], {"wins": "lowest"}),
        ("y", ["yahtzee"], {}),
    ]
    for typed, proposals, options in cases:
        chosen = {"title": typed, "option-wins": "lowest", "option-target": "7", "key": typed}
        shown = phone.send(path, form, {"action": "keep:", **chosen})
        assert proposed(shown) == [f"preset:{key}" for key in proposals], typed
        version = {"action": f"preset:{proposals[-1]}", "player": ["Ann", "Bo"]}
        taken = phone.send(path, form_of(shown, path), version)
        # What was filled in is proposed no more, and is said in the line of the house rules.
        assert proposed(taken) == [], typed
        assert f"{options.get('wins', 'highest')} total wins" in words(taken), typed
        made = facts(phone, phone.send(path, form_of(taken, path), {"action": "start"}))
        assert made.get("options", {}) == options, typed
        assert f"{made['title']}".lower().replace(" ", "-") == proposals[-1]


def test_a_game_that_has_a_form_of_its_own_is_proposed_by_all_its_names(phone: Phone) -> None:
    for typed, games in (
        *((name, ["oh-hell"]) for name in ("wiz", "Up and down", "hell", "river", "plump", "pocha")),
        ("Spades", ["spades"]),
        ("bridge", ["pirate-bridge", "ten-bridge", "reverse-bridge", "oh-hell"]),
        *((name, []) for name in ("wi", "Bohnanza")),
    ):
        shown = phone.send("/new/plain", phone.form("/new/plain"), {"action": "keep:", "title": typed})
        assert sorted(proposed(shown)) == sorted(f"/new/{game}" for game in games), typed
