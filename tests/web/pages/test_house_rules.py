"""House rules: on the pages of the games, changed in mid-sheet, and the agreed length of an evening."""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise

import pytest
from werkzeug.test import TestResponse

from scorer.rules.game import Game
from scorer.rules.offender import points_for
from scorer.rules.registry import GAMES
from scorer.web.app import display

from ..evening import FIFTH, TOTALS, change_rules, forecast, form_of, press, said, standings, text_of
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, words

OF_NINE = {"Amber": 123, "Betty": 53, "Cindy": 173, "Diana": 116, "Ellie": 64}
"""The document's four hands with 9 tricks instead of 10: the side that did not bid took one less in each."""
MOVED = "Amber 132 → 123; Betty 58 → 53; Cindy 180 → 173; Diana 123 → 116; Ellie 72 → 64. Cindy leads Amber by 50."


def chosen(phone: Phone, sheet: str) -> dict[str, str]:
    path = f"{sheet}/house-rules"
    return phone.form(path, action=path).chosen()


def test_the_page_shows_the_rules_of_the_next_hand_and_before_the_first_of_all(phone: Phone, fresh: str) -> None:
    sheet = phone.start(**{"option-tricks": "8", "option-no_trump": "true"})
    assert chosen(phone, sheet)["option-tricks"] == "8"
    assert chosen(phone, sheet)["option-no_trump"] == "true"
    assert "Change a house rule above." in forecast(phone.get(f"{sheet}/house-rules"))
    assert "A change counts" not in words(phone.get(f"{fresh}/house-rules"))
    change_rules(phone, fresh, "9")
    assert phone.get(f"{fresh}/sheet.json").get_json()["options"] == {"tricks": 9}


def test_the_rules_of_a_sheet_are_those_of_its_table(phone: Phone) -> None:
    sheet = phone.start(PLAYERS[:4], "spades", **{"option-failed_nil": "ignored"})
    page = phone.get(f"{sheet}/rules")
    assert "without those of a failed nil" in words(page)
    assert "The tricks of a failed nil count for nothing" in words(page)
    assert "Here: they count for nothing." in words(page)
    rules = GAMES["spades"].rules
    numbers = {tag["id"]: tag["value"] for name, tag in read(page).tags if name == "li" and "id" in tag}
    assert numbers.items() < {rule.slug: f"{number}" for number, rule in enumerate(rules, 1)}.items()
    assert not [rule for rule in numbers if str(rule).startswith("new-york")]
    assert f"{sheet}/rules" in read(phone.get(f"{sheet}/more")).links


def test_since_when_a_change_counts_is_asked_before_the_rules(phone: Phone, sheet: str) -> None:
    asked = "A change counts from hand 5 on for the whole sheet House rules"
    assert asked in words(phone.get(f"{sheet}/house-rules"))


def test_from_the_next_hand_on_what_was_scored_stays(phone: Phone, sheet: str) -> None:
    looked = change_rules(phone, sheet, "9", action="look")
    assert forecast(looked) == "No total moves."
    assert phone.version(sheet) == "5"
    phone.send("", form_of(looked, "/house-rules"))
    shown = phone.get(sheet)
    assert said(shown) == "House rules: from hand 5 on, tricks in a hand 9. Undo"
    assert standings(shown) == TOTALS
    assert "From hand 5 on: Tricks in a hand: 9." in words(shown)
    assert "House rules Tricks in a hand: 9." in words(shown)
    assert phone.record(sheet, ("Amber", "Betty", "9", "H", "10")).status_code == 422
    phone.record(sheet, FIFTH)
    # For the whole sheet that is another change: the hands before were played by other rules.
    assert change_rules(phone, sheet, "9", whole="1").status_code == 303


def test_for_the_whole_sheet_every_total_that_moves_is_told_before(phone: Phone, sheet: str) -> None:
    looked = change_rules(phone, sheet, "9", whole="1", action="look")
    assert forecast(looked) == MOVED
    assert phone.version(sheet) == "5"
    phone.send("", form_of(looked, "/house-rules"))
    shown = phone.get(sheet)
    assert said(shown) == "House rules: for the whole sheet, tricks in a hand 9. Undo"
    assert standings(shown) == OF_NINE
    assert "House rules Tricks in a hand: 9." in words(shown)
    phone.send("", form_of(shown, "/undo"))
    assert standings(phone.get(sheet)) == TOTALS


def test_on_paper_the_house_rules_of_the_first_hand_stand_above_all_hands(phone: Phone, sheet: str) -> None:
    change_rules(phone, sheet, "9", whole="1")
    assert "House rules: Tricks in a hand: 9." in words(phone.get(f"{sheet}/table"))
    change_rules(phone, sheet, "8")
    assert "House rules at the start: Tricks in a hand: 9." in words(phone.get(f"{sheet}/table"))
    assert "House rules Tricks in a hand: 8." in words(phone.get(sheet))


def test_the_preview_of_a_script_says_the_same(phone: Phone, sheet: str) -> None:
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    form.action = f"{path}/preview"
    assert forecast(phone.send("", form, {"option-tricks": "9", "whole": "1"})) == MOVED
    assert "“Tricks in a hand” is 1 to 17." in forecast(phone.send("", form, {"option-tricks": "99"}))
    assert "Change a house rule above." in forecast(phone.send("", form))


def test_rules_that_a_played_hand_breaks_are_refused_and_kept_on_the_page(phone: Phone, sheet: str) -> None:
    refused = change_rules(phone, sheet, "7", whole="1")
    assert refused.status_code == 422
    assert "Hand 3 would break a rule: The offense cannot have taken 8 of 7 tricks." in forecast(refused)
    assert form_of(refused, "/house-rules").chosen()["option-tricks"] == "7"
    assert form_of(refused, "/house-rules").chosen()["whole"] == "1"
    assert phone.version(sheet) == "5"
    assert change_rules(phone, sheet, "7").status_code == 303


OF_THE_FILE = re.compile(
    r"\w+_\w+|[a-z]+[0-9]\w*|down-up|up-down|new-york|“(?:bags|partner|ignored|auction|contract|standard)”"
)


@pytest.mark.parametrize("game", GAMES)
def test_no_house_rule_speaks_the_words_of_the_file(phone: Phone, game: str) -> None:
    for snapshot in (f"/new/{game}", f"/rules/{game}"):
        assert OF_THE_FILE.findall(text_of(phone.get(snapshot).text)) == []
    form = words(phone.get(f"/new/{game}"))
    assert [option.title for option in GAMES[game].options_type.described() if option.title not in form] == []


def test_a_house_rule_reads_the_same_on_the_page_the_sheet_and_in_the_history(phone: Phone) -> None:
    sheet = phone.start(("Amber", "Betty", "Cindy"), "oh-hell", **{"option-scoring": "tricks_plus10_minus5"})
    assert "House rules Scoring: tricks, plus 10 or minus 5." in words(phone.get(sheet))
    path = f"{sheet}/house-rules"
    shown = words(phone.get(path))
    assert "Tricks, plus 10 or minus 5 " in shown
    assert "Met: 10, and 1 for each trick; missed: 1 for each trick, minus 5. " in shown
    phone.send("", phone.form(path, action=path), {"option-scoring": "zero5n", "option-hand_sizes": "up-down"})
    changed = "scoring 5 and cards for a bid of 0, hand sizes up and down again"
    assert changed in words(phone.get(f"{sheet}/history"))


def test_a_switch_that_is_on_can_be_put_off(phone: Phone) -> None:
    sheet = phone.start(("Amber", "Betty", "Cindy"), "oh-hell")
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    assert ("option-hook", "true") in form.fields
    # A browser sends a switch that is off by what stands before it alone.
    phone.send("", form, {"option-hook": "false"})
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"hook": False}
    assert [value for name, value in phone.form(path, action=path).fields if name == "option-hook"] == ["false"]


def test_a_list_of_hand_sizes_of_ones_own_is_written_beside_its_choice(phone: Phone) -> None:
    three = ("Amber", "Betty", "Cindy")
    own = {"option-hand_sizes": "written", "option-hand_sizes-list": "3, 2, 1"}
    sheet = phone.start(three, "oh-hell", **own)
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"hand_sizes": [3, 2, 1]}
    path = f"{sheet}/house-rules"
    assert phone.form(path, action=path).chosen().items() >= own.items()
    for wrong in ("3, x", "99"):
        refused = phone.send("", phone.form(path, action=path), {**own, "option-hand_sizes-list": wrong})
        assert refused.status_code == 422
        assert "“Hand sizes” is a list of numbers from 1 to 17." in words(refused)
        assert form_of(refused, "/house-rules").chosen()["option-hand_sizes-list"] == wrong


LISTED = {
    ("oh-hell", "trump_by"): (
        ("♠ hearts, nt; No trump", ["S", "H", "NT", "NT"], "Trump: spades, hearts, no trump, no trump"),
        ("x", "“Trump” is a list of C, D, H, S or NT."),
    ),
    ("spades", "high_spades"): (
        ("red joker, 2♦ S2", ["RJ", "D2", "S2"], "Above the ace of spades: red joker, ♦2, ♠2"),
        ("D2 2♦", "“Above the ace of spades” is a list of RJ, BJ, C2, D2, H2 or S2, each once."),
    ),
}
"""A house rule: what is typed, kept and shown, and what is refused."""


@pytest.mark.parametrize(("game", "option"), LISTED)
def test_trumps_and_cards_are_listed_as_a_table_writes_them(phone: Phone, game: str, option: str) -> None:
    (typed, kept, shown), (wrong, said) = LISTED[game, option]
    own = {f"option-{option}": "written", f"option-{option}-list": typed}
    sheet = phone.start(PLAYERS[:4], game, **own)
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {option: kept}
    assert shown in words(phone.get(sheet))
    path = f"{sheet}/house-rules"
    assert phone.form(path, action=path).chosen()[f"option-{option}-list"] == ", ".join(kept)
    refused = phone.send("", phone.form(path, action=path), {**own, f"option-{option}-list": wrong})
    assert refused.status_code == 422
    assert said in words(refused)
    # Nothing typed is the default.
    assert phone.send("", phone.form(path, action=path), {**own, f"option-{option}-list": ""}).status_code == 303
    assert "options" not in phone.get(f"{sheet}/sheet.json").get_json()


LAST = "This is the last hand of the agreed length, 2 hands."
OVER = "The agreed 90 minutes are over: this is the last hand."


def test_the_sheet_and_the_entry_page_say_which_hand_is_the_last_and_then_the_sheet_ends(phone: Phone) -> None:
    sheet = phone.start(**{"option-length": "2 hands"})
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"length": {"hands": 2}}
    assert "House rules Agreed length: 2 hands." in words(phone.get(sheet))
    pages = (sheet, f"{sheet}/hand", f"{sheet}/auction")
    assert [LAST in words(phone.get(page)) for page in pages] == [False] * 3
    phone.record(sheet)
    assert [LAST in words(phone.get(page)) for page in pages] == [True] * 3
    phone.record(sheet, TABLE_GAMES[1])
    shown = words(phone.get(sheet))
    assert "The game is over. A wrong hand can still be changed." in shown
    assert LAST not in shown
    press(phone, sheet, "undo")
    assert LAST in words(phone.get(sheet))


def test_by_the_clock_time_counts_from_the_sheets_start(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = phone.start(**{"option-length": "90 min"})
    assert OVER not in words(phone.get(sheet))
    later = datetime.now(UTC) + timedelta(minutes=91)
    monkeypatch.setattr(display, "now", lambda: later)
    assert OVER in words(phone.get(sheet))
    assert OVER in words(phone.get(f"{sheet}/hand"))
    assert phone.record(sheet).status_code == 303


EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def folded(text: str) -> str:
    return " ".join(text.split())


@EVERY_GAME
def test_every_rule_is_on_its_page_in_order_with_its_anchor(phone: Phone, game: type[Game]) -> None:
    snapshot = phone.read(f"/rules/{game.key}")
    items = [attributes.get("id") for tag, attributes in snapshot.tags if tag == "li"]
    assert items == [rule.slug for rule in game.rules]
    assert len(set(items)) == len(items)
    (listed,) = [tag for tag, _ in snapshot.tags if tag == "ol"]
    assert listed == "ol"
    shown = folded("".join(snapshot.text))
    places = [shown.index(folded(rule.text)) for rule in game.rules]
    assert all(before < after for before, after in pairwise(places))


@EVERY_GAME
def test_house_rules_what_is_played_elsewhere_and_versions_are_told(phone: Phone, game: type[Game]) -> None:
    shown = words(phone.get(f"/rules/{game.key}"))
    for option in game.options_type.described():
        assert f"{option.title} {option.text} Usually {option.in_words(option.default)}." in shown
    for name, text in game.also_played.items():
        assert f"{name} {text}" in shown
    for preset in game.options_type.presets:
        filled_in = "; ".join(game.options_type(**preset.chosen).changed(5)) or "what is usual"
        assert f"{preset.title} {preset.text}." in shown
        assert f"fills in: {filled_in}." in shown


def test_what_a_hand_pays_is_on_the_page_of_each_game(phone: Phone) -> None:
    text = phone.get("/rules/offender").text
    rows = re.findall(r"<tr><td>(\d+)</td><td>(\d+)</td></tr>", text)
    assert [(int(tricks), int(points)) for tricks, points in rows] == [(n, points_for(n)) for n in range(18)]
    for game, parts in POINTS_IN_WORDS.items():
        shown = words(phone.get(f"/rules/{game}")).replace(" ", "")
        assert [part for part in parts if part.replace(" ", "") not in shown] == [], game
    # [rules 5.1] The fourteen scoring methods.
    assert phone.get("/rules/oh-hell").text.count('<th scope="row">') == 14


POINTS_IN_WORDS = {
    "pirate-bridge": ("An odd trick below the line plaindoubledredoubled ♣︎ clubs61224", "NT3040100"),
    "spades": ("Bags that add up", "New York: Boston", "Bags that cost", "bid 5", "−50", "120"),
    "oh-hell": ("minus 10 and the bid10 plus the bidminus 10, and minus the bid",),
    "ten-bridge": ("The dealer's obligation", "minor or red4610", "6160320"),
    "reverse-bridge": ("Forced capture", "no trump3, and 1 in all", "Hands to play"),
    "plain": ("2 to 12 players", "Who wins", "Target"),
}
"""What stands on the page of a game, whatever space there is."""


def test_there_are_no_rules_and_no_sheets_of_a_game_that_is_not_there(phone: Phone) -> None:
    for name in ("no-such-game", "spades2", "%00", "x" * 3000, "🃏"):
        assert phone.get(f"/rules/{name}").status_code == 404, name
        assert phone.get(f"/new/{name}").status_code == 404, name


def rule_links(response: TestResponse) -> list[str]:
    snapshot = read(response)
    asked = [attributes["data-rule-at"] or "" for _, attributes in snapshot.tags if "data-rule-at" in attributes]
    # The sheets of these pages are of other phones; that each has its rules is seen where Why? is asked.
    links = (re.sub("/sheets/[^/]*/rules#", "/rules/offender#", link) for link in (*asked, *snapshot.links))
    return [link for link in links if link.startswith("/rules/") and "#" in link]


def test_every_link_to_a_rule_on_any_page_finds_it(pages: dict[str, TestResponse], phone: Phone) -> None:
    ids = cache(lambda path: phone.read(path).ids)
    found: set[str] = set()
    for name, snapshot in pages.items():
        for link in rule_links(snapshot):
            path, _, anchor = link.partition("#")
            assert anchor in ids(path), (name, link)
            found.add(anchor)
    assert {"two-offenders", "abandoned-proposal", "two-stages", "bonus", "points-for-tricks"} <= found


def test_a_named_rule_has_the_number_that_it_has_on_its_page(pages: dict[str, TestResponse]) -> None:
    numbers = {rule.name: number for number, rule in enumerate(GAMES["offender"].rules, start=1)}
    named = 0
    for name, snapshot in pages.items():
        labels = [str(attributes.get("data-rule", "")) for _, attributes in read(snapshot).tags]
        text = " ".join([words(snapshot), *labels])
        for number, rest in re.findall(r"Rule (\d+): (.{20})", text):
            rule = next(rule for rule in numbers if rest.startswith(rule[:20]))
            assert numbers[rule] == int(number), (name, number, rest)
            named += 1
    assert named > 10
