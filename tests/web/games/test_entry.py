"""The entry form of every game: its inputs follow from the fields, also for a game without a form of its own."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader
from werkzeug.datastructures import MultiDict

from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import Table
from scorer.sheet.core.ledger import Ledger
from scorer.web import games
from scorer.web.games import FORMS, entry_form
from scorer.web.games.entry import EntryForm

from ...sheet.vectors import VECTORS, sheet_of
from ..phone import Phone, read, words
from ..sundry import sundry
from ..tally import tally

__all__ = ["sundry", "tally"]
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


@pytest.fixture
def generated(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game as it is before anybody has written a form or a template for it."""
    monkeypatch.setattr(games, "FORMS", {})
    fields = app.jinja_env.get_template("parts/fields.html")
    monkeypatch.setitem(app.jinja_env.globals, "entry_template", lambda game: fields)


def tapped(table: Table, result: Any) -> dict[str, str]:
    """What the generated form sends for a hand as it was played."""
    form = EntryForm.at(table, formdata=None)
    form.prefill({key: getattr(result, key) for key in table.game.keys})
    return {each.name: form[each.name].data for each in form.asked if form[each.name].data}


@pytest.mark.parametrize("game", GAMES)
def test_the_generated_form_of_a_game_sends_every_hand_as_it_was_played(asking: None, game: str) -> None:
    played = [
        name for name, each in VECTORS.items() if each["sheet"]["game"] == game and "error" not in each["expect"]
    ]
    for row in (row for name in played for row in Ledger.of(sheet_of(name)).rows if row.result is not None):
        table = row.judged.table
        form = EntryForm.at(table, formdata=MultiDict(tapped(table, row.result)), meta={"csrf": False})
        assert form.validate(), (row.summary, form.errors)
        read_back = {key: table.game.reader(key, table.carry)(each, key) for key, each in form.facts().items()}
        assert table.game.hand_type(**read_back) == row.result


@pytest.mark.parametrize("game", [*GAMES, "sundry"])
def test_the_generated_form_is_saved_with_every_optional_input_empty_and_filled(
    app: Flask, phone: Phone, generated: None, sundry: str, game: str
) -> None:
    """Or it says beside a field what is wrong: these hands are made up, and may break a rule."""
    sheet = phone.start(NAMES[: GAMES[game].sizes[0]], game)
    saved = 0
    for filled in (False, True):
        answer = phone.enter(sheet, choices_of(app, game, filled=filled))
        assert answer.status_code in (303, 422), (filled, words(answer))
        assert answer.status_code == 303 or any(read(answer).errors.values()), filled
        saved += answer.status_code == 303
    assert len(json.loads(phone.get(f"{sheet}/sheet.json").text)["hands"]) == saved
    assert game != "sundry" or saved == 2


def choices_of(app: Flask, game: str, *, filled: bool) -> Mapping[str, str]:
    """The last choice of each input, such as a name or the word nil; of those that may be empty where filled."""
    with app.test_request_context("/"):
        asked = [each for each in form_of(game).asked if filled or not each.optional]
    return {
        each.name: each.input.choices[-1][0] if each.input.choices else "1001"
        for each in asked
        if each.input.choices != ()
    }


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"bonus_1": "3"}, {"bonus_0-error": "Tap the bonus of Amber & Cindy."}),
        ({"cards_0": "1", "cards_3": "1"}, {"cards_1-error": "Tap the cards of Betty."}),
        ({"far": ""}, {"far-error": "Type the far."}),
        ({"far": "x"}, {"far-error": "“x” is not a whole number."}),
        ({"fee": "much"}, {"fee-error": "“much” is no number of points."}),
        ({"maker": ""}, {"maker-error": "Tap who is the maker."}),
        ({"helper": "Zoe"}, {"helper-error": "“Zoe” is not at this table."}),
    ],
)
def test_whatever_a_generated_form_lacks_is_said_beside_its_field(
    app: Flask, phone: Phone, sundry: str, fields: dict[str, str], error: dict[str, str]
) -> None:
    sheet = phone.start(NAMES[:4], sundry)
    refused = phone.enter(sheet, {**choices_of(app, sundry, filled=False), **fields})
    assert refused.status_code == 422
    assert error.items() <= read(refused).errors.items()


def test_a_flag_that_is_not_ticked_is_written_as_no_and_what_a_hand_may_lack_is_left_out(
    app: Flask, phone: Phone, sundry: str
) -> None:
    sheet = phone.start(NAMES[:4], sundry)
    phone.enter(sheet, {**choices_of(app, sundry, filled=False), "shown_2": "yes"})
    facts = json.loads(phone.get(f"{sheet}/sheet.json").text)["hands"][0]
    assert facts == {
        "dealer": "Diana",
        "maker": "Diana",
        "alone": False,
        "shown": {"Amber": False, "Betty": False, "Cindy": True, "Diana": False},
        "bids": dict.fromkeys(NAMES[:4], "blind nil"),
        "far": 1001,
    }


def test_keys_with_words_are_as_wide_as_their_words_and_numbers_stand_on_a_keypad(
    phone: Phone, sundry: str
) -> None:
    page = phone.get(f"{phone.start(NAMES[:4], sundry)}/hand").text
    first_key = r'<div class="keys ?(keys-\w+|)">\s*<\w+[^>]*>\s*<input[^>]*? name="(\w+)"'
    classes = {found[2]: found[1] for found in re.finditer(first_key, page)}
    assert {name: classes[name] for name in ("maker", "bids_0", "bonus_1", "trump", "alone")} == {
        "maker": "keys-wide",
        "bids_0": "keys-wide",
        "bonus_1": "",
        "trump": "",
        "alone": "keys-wide",
    }


def test_the_sides_stand_above_the_generated_form_of_a_game_of_sides(phone: Phone, sundry: str) -> None:
    page = phone.get(f"{phone.start(NAMES[:4], sundry)}/hand").text
    above = page.partition('<p class="sides')[2].partition("</p>")[0]
    assert re.findall("<bdi>(.*?)</bdi>", above) == ["Amber &amp; Cindy", "Betty &amp; Diana"]
