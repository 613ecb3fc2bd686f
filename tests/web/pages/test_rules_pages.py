"""Every rule is on its game's page by its number, and whatever names a rule leads there."""

import re
from functools import cache
from itertools import pairwise

import pytest
from werkzeug.test import TestResponse

from scorer.rules.game import Game
from scorer.rules.offender import points_for
from scorer.rules.registry import GAMES

from ..phone import Phone, read, words

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
def test_every_house_rule_is_on_its_page_in_words(phone: Phone, game: type[Game]) -> None:
    shown = words(phone.get(f"/rules/{game.key}"))
    for option in game.options_type.described():
        assert f"{option.title} {option.text} Usually {option.in_words(option.default)}." in shown


@EVERY_GAME
def test_what_is_played_elsewhere_and_every_version_is_told_on_the_page(phone: Phone, game: type[Game]) -> None:
    shown = words(phone.get(f"/rules/{game.key}"))
    for name, text in game.also_played.items():
        assert f"{name} {text}" in shown
    for preset in game.options_type.presets:
        filled_in = "; ".join(game.options_type(**preset.chosen).changed())
        assert f"{preset.title} {preset.text}." in shown
        assert f"fills in: {filled_in}." in shown


def test_what_the_documents_name_and_nobody_can_choose_is_told() -> None:
    """[S0, S2]"""
    told = {key: " ".join([*game.also_played, *game.also_played.values()]) for key, game in GAMES.items()}
    for word in (
        "three or six players",
        "54 cards",
        "♣2",
        "higher bid",
        "Widow Spades",
        "French Cut",
        "Three cards",
    ):
        assert word in told["spades"]
    assert "Sides of three" in told["offender"]


@EVERY_GAME
def test_every_game_is_offered_on_the_home_page(phone: Phone, game: type[Game]) -> None:
    assert f"/new/{game.key}" in phone.read("/").links
    assert f"/rules/{game.key}" in phone.read(f"/new/{game.key}").links
    assert phone.get(f"/new/{game.key}").status_code == 200


def test_the_points_of_the_document_are_on_the_page_of_offender(phone: Phone) -> None:
    text = phone.get("/rules/offender").text
    rows = re.findall(r"<tr><td>(\d+)</td><td>(\d+)</td></tr>", text)
    assert [(int(tricks), int(points)) for tricks, points in rows] == [(n, points_for(n)) for n in range(18)]


@pytest.mark.parametrize("name", ["no-such-game", "spades2", "%00", "x" * 3000, "🃏"])
def test_there_are_no_rules_and_no_sheets_of_a_game_that_is_not_there(phone: Phone, name: str) -> None:
    assert phone.get(f"/rules/{name}").status_code == 404
    assert phone.get(f"/new/{name}").status_code == 404


def rule_links(response: TestResponse) -> list[str]:
    snapshot = read(response)
    asked = [attributes["data-rule-at"] or "" for _, attributes in snapshot.tags if "data-rule-at" in attributes]
    return [*asked, *(link for link in snapshot.links if link.startswith("/rules/") and "#" in link)]


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
