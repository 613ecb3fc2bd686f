"""The entry form of every game: its inputs follow from the fields, also for a game without a form of its own."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from scorer.rules.registry import GAMES
from scorer.sheet.core.table import Table
from scorer.web.games import FORMS, entry_form
from scorer.web.games.entry import EntryForm

from ..phone import Phone, read, words
from ..tally import tally

__all__ = ["tally"]
NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace")


@pytest.fixture
def asking(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def form_of(game: str, **options: Any) -> EntryForm:
    type_ = GAMES[game]
    return entry_form(Table(type_.of(NAMES[: type_.sizes[0]], type_.options_type(**options)), 0))


def kinds_of(game: str) -> set[str]:
    """The inputs under any of the house rules that name their choices."""
    described = GAMES[game].options_type.described()
    chosen = [{each.name: value} for each in described if isinstance(each.values, tuple) for value in each.values]
    return {each.kind for options in ({}, *chosen) for each in form_of(game, **options).asked}


@pytest.mark.parametrize("game", FORMS)
def test_every_text_of_a_form_belongs_to_an_input(asking: None, game: str) -> None:
    form = form_of(game)
    assert {*form.asks, *form.unknown, *form.optional} <= kinds_of(game)
    assert {*form.names} <= {*form.game.all_keys()}


@pytest.mark.parametrize("game", FORMS)
def test_every_field_of_a_hand_has_an_input(asking: None, game: str) -> None:
    form = form_of(game)
    assert all(form.of(key) for key in form.game.keys)


@pytest.mark.parametrize("game", FORMS)
def test_the_form_of_one_table_leaves_the_class_as_it_was(asking: None, game: str) -> None:
    before = dir(FORMS[game])
    assert {field.name for field in form_of(game)}
    assert dir(FORMS[game]) == before


def test_a_game_without_a_form_is_entered(phone: Phone, tally: str) -> None:
    sheet = phone.start(NAMES[:3], tally)
    page = phone.read(f"{sheet}/hand")
    numbers = [tag for name, tag in page.tags if name == "input" and tag.get("type") == "number"]
    assert [(tag["name"], tag["min"], tag["max"]) for tag in numbers] == [
        ("taken_0", "0", "26"),
        ("taken_1", "0", "26"),
        ("taken_2", "0", "26"),
    ]
    assert phone.enter(sheet, {"taken_0": "20", "taken_1": "06", "taken_2": "0"}).status_code == 303
    assert phone.totals(sheet) == [20, 6, 0]
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen() == {
        "taken_0": "20",
        "taken_1": "6",
        "taken_2": "0",
    }


@pytest.mark.parametrize(
    ("fields", "name", "error"),
    [
        ({"taken_1": ""}, "taken_1", "Set the taken of Betty."),
        ({"taken_1": "27"}, "taken_1", "“27” is no taken here."),
        ({"taken_1": "-1"}, "taken_1", "“-1” is no taken here."),
        ({"taken_1": "x"}, "taken_1", "“x” is no taken here."),
        ({"taken_1": "7"}, "taken_0", "That is 27 of 26 points."),
    ],
)
def test_what_is_wrong_is_said_at_the_number(
    phone: Phone, tally: str, fields: dict[str, str], name: str, error: str
) -> None:
    sheet = phone.start(NAMES[:3], tally)
    refused = phone.enter(sheet, {"taken_0": "20", "taken_1": "6", "taken_2": "0", **fields})
    assert refused.status_code == 422
    assert read(refused).errors[f"{name}-error"] == error
    assert 'value="20"' in refused.text


def test_what_to_set_next_is_said_by_name(phone: Phone, tally: str) -> None:
    sheet = phone.start(NAMES[:3], tally)
    assert "Set the taken of Amber." in words(phone.get(f"{sheet}/hand"))


def lacking(app: Flask, game: str) -> list[str]:
    """A sentence for each macro that the template of a game needs and has not."""
    table = Table(GAMES[game].of(NAMES[: GAMES[game].sizes[0]]), 0)
    with app.test_request_context("/"):
        template = app.jinja_env.globals["entry_template"](table.game)
    needed = ["entry", *(["after_auction"] if table.auction() else [])]
    where = f"templates/games/{game}.html: write it there (.github/CONTRIBUTING.md, Add a game)"
    return [f"{game} has no macro {name} in {where}" for name in needed if not hasattr(template.module, name)]


@pytest.mark.parametrize("game", GAMES)
def test_the_template_of_a_game_has_the_macros_that_it_needs(app: Flask, game: str) -> None:
    assert lacking(app, game) == []


def test_a_macro_that_is_missing_is_named_with_its_file(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = DictLoader({"games/spades.html": "{% macro entry(form, game, dealer, notes) %}{% endmacro %}"})
    monkeypatch.setattr(app, "jinja_loader", ChoiceLoader([templates, *filter(None, [app.jinja_loader])]))
    monkeypatch.setattr(app.jinja_env, "cache", {})
    [sentence] = lacking(app, "spades")
    assert sentence.startswith("spades has no macro after_auction in templates/games/spades.html: write it there")


@pytest.mark.parametrize("game", GAMES)
def test_the_button_wakes_up_without_a_network_when_all_is_chosen_that_a_hand_needs(
    phone: Phone, asking: None, game: str
) -> None:
    """The script waits for a choice in each group of radio buttons but those marked data-spare. (Buttons without a
    value are there for pages without scripts.)
    """
    page = phone.read(f"{phone.start(NAMES[: GAMES[game].sizes[0]], game)}/hand")
    radios = [tag for name, tag in page.tags if name == "input" and tag.get("type") == "radio"]
    optional = {each.name for each in form_of(game).asked if each.optional}
    waiting = {tag["name"] for tag in radios if "data-spare" not in tag and tag["value"]}
    assert waiting & optional == set(), f"data-spare is missing at these keys of templates/games/{game}.html"
