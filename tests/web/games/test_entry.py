"""The entry form of every game: its inputs follow from the fields; whatever is sent is answered in words."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, product
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse
from wtforms import Form as WTForm

from scorer.rules.core import RuleViolation
from scorer.rules.fields import (
    BidField,
    ContractField,
    CountField,
    Field,
    FlagField,
    PlayerField,
    TrumpField,
    Value,
)
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import Table
from scorer.sheet.core.ledger import HANDS, HANDS_EITHER_WAY, Ledger
from scorer.web import games
from scorer.web.entry import EntryForm, KeysField, inputs_of, to_inputs, typed
from scorer.web.games import FORMS, entry_form
from scorer.web.sheet import NO_HAND, OTHER_FORM

from ...long_form import in_short
from ...rules.test_fields import CONTEXT, NAMES, VALUES
from ...sheet.vectors import VECTORS, sheet_of
from ..bad import BAD, is_tame
from ..evening import joined
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words
from ..sundry import sundry
from ..tally import tally
from . import test_oh_hell, test_pirate_bridge, test_plain, test_reverse_bridge, test_spades, test_ten_bridge

__all__ = ["sundry", "tally"]
Fields = Mapping[str, str]
SEVEN = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace")


@pytest.fixture
def asking(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def form_of(game: str, **options: Any) -> EntryForm:
    type_ = GAMES[game]
    return entry_form(Table.first(type_.of(SEVEN[: type_.sizes[0]], type_.options_type(**options)), 0))


def kinds_of(game: str) -> set[str]:
    """The inputs under any of the house rules that name their choices."""
    described = GAMES[game].options_type.described()
    chosen = [{each.name: value} for each in described if isinstance(each.values, tuple) for value in each.values]
    return {each.kind for options in ({}, *chosen) for each in form_of(game, **options).asked}


@pytest.mark.parametrize("game", FORMS)
def test_a_form_has_an_input_for_every_field_and_for_every_text_and_leaves_its_class(
    asking: None, game: str
) -> None:
    before = dir(FORMS[game])
    form = form_of(game)
    assert all(form.of(key) for key in form.game.keys)
    assert {*form.asks, *form.optional} <= kinds_of(game)
    assert {*form.names} <= {*form.game.all_keys()}
    assert dir(FORMS[game]) == before


def test_a_game_without_a_form_is_entered(phone: Phone, tally: str) -> None:
    sheet = phone.start(SEVEN[:3], tally)
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


def test_what_is_wrong_is_said_at_the_number_and_what_to_set_next_by_name(phone: Phone, tally: str) -> None:
    sheet = phone.start(SEVEN[:3], tally)
    for taken, name, error in (
        ("", "taken_1", "Set the taken of Betty."),
        *((wrong, "taken_1", f"“{wrong}” cannot be chosen here.") for wrong in ("27", "-1", "x")),
        ("7", "taken_0", "That is 27 of 26 points."),
    ):
        refused = phone.enter(sheet, {"taken_0": "20", "taken_1": taken, "taken_2": "0"})
        assert refused.status_code == 422, taken
        assert read(refused).errors[f"{name}-error"] == error
        assert 'value="20"' in refused.text, taken
    assert "Set the taken of Amber." in words(phone.get(f"{sheet}/hand"))


def lacking(app: Flask, game: str) -> list[str]:
    """A sentence for each macro that the template of a game needs and has not."""
    table = Table.first(GAMES[game].of(SEVEN[: GAMES[game].sizes[0]]), 0)
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
def test_the_button_wakes_up_when_all_is_chosen_that_a_hand_needs(phone: Phone, asking: None, game: str) -> None:
    """The script waits for a choice in each group of radio buttons but those marked data-spare. (Buttons without a
    value are there for pages without scripts.)
    """
    page = phone.read(f"{phone.start(SEVEN[: GAMES[game].sizes[0]], game)}/hand")
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


def sent(table: Table, result: Any) -> dict[str, str]:
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
        form = EntryForm.at(table, formdata=MultiDict(sent(table, row.result)), meta={"csrf": False})
        assert form.validate(), (row.summary, form.errors)
        read_back = {key: table.game.reader(key, table.carry)(each, key) for key, each in form.facts().items()}
        assert table.game.hand_type(**read_back) == row.result


@pytest.mark.parametrize("game", [*GAMES, "sundry"])
def test_the_generated_form_is_saved_bare_and_full(
    app: Flask, phone: Phone, generated: None, sundry: str, game: str
) -> None:
    """Or it says beside a field what is wrong: these hands are made up, and may break a rule."""
    sheet = phone.start(SEVEN[: GAMES[game].sizes[0]], game)
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


def test_whatever_a_generated_form_lacks_is_said_beside_its_field(app: Flask, phone: Phone, sundry: str) -> None:
    sheet = phone.start(SEVEN[:4], sundry)
    for fields, name, error in (
        ({"bonus_1": "3"}, "bonus_0", "Tap the bonus of Amber & Cindy."),
        ({"cards_0": "1", "cards_3": "1"}, "cards_1", "Tap the cards of Betty."),
        ({"far": ""}, "far", "Type the far."),
        ({"far": "x"}, "far", "“x” is not a whole number."),
        ({"fee": "much"}, "fee", "“much” is no number of points."),
        ({"maker": ""}, "maker", "Tap who is the maker."),
        ({"helper": "Zoe"}, "helper", "“Zoe” is not at this table."),
    ):
        refused = phone.enter(sheet, {**choices_of(app, sundry, filled=False), **fields})
        assert refused.status_code == 422, error
        assert read(refused).errors[f"{name}-error"] == error


def test_a_flag_not_ticked_is_no_and_what_may_be_missing_is_left_out(
    app: Flask, phone: Phone, sundry: str
) -> None:
    sheet = phone.start(SEVEN[:4], sundry)
    phone.enter(sheet, {**choices_of(app, sundry, filled=False), "shown_2": "yes"})
    facts = json.loads(phone.get(f"{sheet}/sheet.json").text)["hands"][0]
    assert facts == {
        "dealer": "Diana",
        "maker": "Diana",
        "alone": False,
        "shown": {"Amber": False, "Betty": False, "Cindy": True, "Diana": False},
        "bids": dict.fromkeys(SEVEN[:4], "blind nil"),
        "far": 1001,
    }


def test_a_generated_form_is_laid_out_by_its_fields(phone: Phone, sundry: str) -> None:
    page = phone.get(f"{phone.start(SEVEN[:4], sundry)}/hand").text
    first_key = r'<div class="keys ?(keys-\w+|)[^"]*">\s*<\w+[^>]*>\s*<input[^>]*? name="(\w+)"'
    classes = {found[2]: found[1] for found in re.finditer(first_key, page)}
    assert {name: classes[name] for name in ("maker", "bids_0", "bonus_1", "trump", "alone")} == {
        "maker": "keys-wide",
        "bids_0": "keys-wide",
        "bonus_1": "keys-5",
        "trump": "keys-5",
        "alone": "keys-wide",
    }
    folded = page.partition('<details class="fold" id="fold-kind"')[2].partition("</details>")[0]
    assert "<summary>Kind</summary>" in folded
    assert '<legend class="unseen">Kind</legend>' in folded
    assert re.findall(r'name="kind" value="([^"]+)"', folded) == ["plain", "grand ouvert"]
    assert 'name="absent"' not in page
    assert 'inputmode="decimal" name="fee"' in page
    above = page.partition('<p class="sides')[2].partition("</p>")[0]
    assert re.findall("<bdi>(.*?)</bdi>", above) == ["Amber &amp; Cindy", "Betty &amp; Diana"]


@pytest.mark.parametrize(
    ("words", "across"),
    [
        (SEVEN[:5], 3),
        (("petite", "garde", "garde sans", "garde contre"), 2),
        (("yes", "no"), 2),
        (("a word that is as wide as the whole phone", "b"), 1),
    ],
)
def test_words_on_keys_stand_in_rows_of_about_as_many(words: Sequence[str], across: int) -> None:
    class BidForm(WTForm):
        bid = KeysField(choices=[])

    field = BidForm().bid
    field.choices = [(word, word) for word in words]
    assert field.across == across


@pytest.mark.parametrize(("field", "value"), [each[:2] for each in VALUES])
def test_what_a_form_sends_for_a_value_is_read_as_the_same(field: Field, value: Any) -> None:
    single = field.single
    for inner in field.values(value):
        if inner is not None:
            texts = to_inputs(single, inner, NAMES)
            assert any(texts) == (inner is not False)
            assert inner is False or typed(single, "".join(texts)) == single.write_one(inner, NAMES)


@pytest.mark.parametrize("field", [ContractField(), PlayerField(), FlagField(), TrumpField(), CountField()])
def test_every_choice_of_a_form_is_a_value_that_the_table_takes(field: Value) -> None:
    first, *more = inputs_of(field, CONTEXT)
    assert first.choices
    for text, _ in first.choices:
        others = [each.choices[0][0] for each in more if each.choices and not each.optional]
        assert field.read(typed(field, "".join([text, *others])), "$", CONTEXT) is not None


def test_numbers_that_the_table_does_not_take_are_no_choices() -> None:
    (counts,) = inputs_of(CountField(), CONTEXT)
    assert counts.choices
    assert [value for value, _ in counts.choices] == ["0", "1", "2", "3", "4", "5", "6"]
    (bids,) = inputs_of(BidField(), CONTEXT)
    assert bids.choices
    assert [value for value, _ in bids.choices][-4:] == ["blind 5", "blind 6", "nil", "blind nil"]
    with pytest.raises(RuleViolation):
        CountField().read(7, "$", CONTEXT)


HAND = tapped()
RECORD_AND_AMEND = pytest.mark.parametrize("path", ["/hand", "/hand/2"], ids=["record", "amend"])


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    return sheet


def entry(response: TestResponse) -> Form:
    return next(form for form in read(response).forms if re.search(r"/hand(/\d+)?$", form.action))


def kept(but: str = "") -> dict[str, str]:
    return {name: value for name, value in HAND.items() if name != but}


def bad_fields(*, every: bool) -> Iterable[tuple[str, tuple[str, str]]]:
    """A field of a hand with what is bad there, and its name: each in every field, or in one by turns."""
    return product(HAND, BAD.items()) if every else zip(cycle(HAND), BAD.items(), strict=False)


NO_NUMBER = "is no number of points."
WRONG: dict[str, tuple[Callable[[Phone], str], Fields, tuple[tuple[Fields, str, str], ...]]] = {
    "pirate-bridge": (
        test_pirate_bridge.start,
        test_pirate_bridge.SPADES,
        (
            ({"level": "8"}, "level", "“8” cannot be chosen here."),
            ({"suit": "minor"}, "suit", "“minor” cannot be chosen here."),
            ({"tricks": "14"}, "tricks", "“14” cannot be chosen here."),
            ({"doubling": "XXX"}, "doubling", "“XXX” cannot be chosen here."),
            ({"acceptor": "Eve"}, "acceptor", "“Eve” is not at this table."),
            ({"acceptor": "Dave"}, "acceptor", "Dave cannot accept their own bid."),
            ({"honors_2": "6"}, "honors_2", "“6” cannot be chosen here."),
            ({"honors_0": "3", "honors_1": "3"}, "honors_0", "There are 5 honors in the pack, not 6."),
            ({"suit": "NT", "honors_3": "5"}, "honors_0", "There are 4 aces in the pack, not 5."),
            ({"vulnerable": "yes"}, "vulnerable", "“yes” cannot be chosen here."),
            ({"declarer": ""}, "declarer", "Tap who declared."),
        ),
    ),
    "ten-bridge": (
        test_ten_bridge.started,
        test_ten_bridge.tapped(test_ten_bridge.CHART[1]),
        (
            ({"declarer": ""}, "declarer", "Tap who declared."),
            ({"declarer": "Zoe"}, "declarer", "“Zoe” is not at this table."),
            ({"level": ""}, "level", "Tap the number bid."),
            ({"level": "6"}, "level", "“6” cannot be chosen here."),
            ({"suit": ""}, "suit", "Tap the denomination."),
            ({"suit": "H"}, "suit", "“H” cannot be chosen here."),
            ({"doubling": "XXX"}, "doubling", "“XXX” cannot be chosen here."),
            ({"trump": "NT"}, "trump", "“NT” cannot be chosen here."),
            ({"tricks": ""}, "tricks", "Tap the tricks they took."),
            ({"tricks": "11"}, "tricks", "“11” cannot be chosen here."),
        ),
    ),
    "reverse-bridge": (
        test_reverse_bridge.started,
        test_reverse_bridge.tapped(),
        (
            ({"declarer": ""}, "declarer", "Tap who declared."),
            ({"level": "14"}, "level", "“14” cannot be chosen here."),
            ({"level": "0"}, "level", "“0” cannot be chosen here."),
            ({"suit": "red"}, "suit", "“red” cannot be chosen here."),
            ({"tricks": "14"}, "tricks", "“14” cannot be chosen here."),
            ({"tricks": ""}, "tricks", "Tap the tricks the opponents took."),
        ),
    ),
    "oh-hell": (
        test_oh_hell.start,
        test_oh_hell.fields(test_oh_hell.BIDS, test_oh_hell.MISSED),
        (
            ({"bid_1": ""}, "bid_1", "Tap the bid."),
            ({"bid_1": "11"}, "bid_1", "“11” cannot be chosen here."),
            ({"bid_1": "x"}, "bid_1", "“x” cannot be chosen here."),
            ({"taken_1": "11"}, "taken_1", "“11” cannot be chosen here."),
            ({"taken_1": "4", "taken_4": "5"}, "taken_0", "The tricks add up to 11, not to 10."),
            ({"trump": "X"}, "trump", "“X” cannot be chosen here."),
        ),
    ),
    "plain": (
        test_plain.start,
        test_plain.typed("12", "3", "7"),
        (
            *(({"points_1": text}, "points_1", f"“{text}” {NO_NUMBER}") for text in ("twelve", "1e5", "--3", ".")),
            *(({"points_1": text}, "points_1", NO_NUMBER) for text in ("NaN", "٣", "1" * 400)),
            ({"points_1": "1234567890"}, "points_1", "Points have at most 9 digits."),
            ({"points_1": "0.0000001"}, "points_1", "Points have at most 6 decimals."),
        ),
    ),
}
"""A hand of each game, and for what is entered otherwise the field and the words that say what is wrong."""


@pytest.mark.parametrize("game", WRONG)
def test_what_is_missing_or_impossible_is_refused_at_its_field_and_the_rest_kept(phone: Phone, game: str) -> None:
    start, fields, every = WRONG[game]
    sheet = start(phone)
    for wrong, field, complaint in every:
        refused = phone.enter(sheet, {**fields, **wrong})
        assert refused.status_code == 422, wrong
        assert complaint in " ".join(read(refused).errors[f"{field}-error"].split())
        kept = {name: value for name, value in fields.items() if name not in wrong}
        assert kept.items() <= entry(refused).chosen().items(), wrong
    assert phone.version(sheet) == "1"


@RECORD_AND_AMEND
def test_a_hand_with_a_bad_field_is_refused_at_the_field(phone: Phone, sheet: str, path: str) -> None:
    form = phone.form(sheet + path, action=path)
    for field, (case, bad) in bad_fields(every=path == "/hand"):
        refused = phone.send("", form, {**HAND, field: bad})
        is_tame(refused, case)
        assert refused.status_code == 422, (field, case)
        assert read(refused).errors[f"{field}-error"].strip().endswith("."), case
        assert entry(refused).chosen() == kept(but=field), case
    assert phone.version(sheet) == "2"


@RECORD_AND_AMEND
def test_a_hand_that_misses_a_choice_is_told_what_to_tap(phone: Phone, sheet: str, path: str) -> None:
    form = phone.form(sheet + path, action=path)
    for field, value in product(HAND, ([], [""])):
        refused = phone.send("", form, {**HAND, field: value})
        assert refused.status_code == 422, field
        assert read(refused).errors[f"{field}-error"].startswith("Tap ")
        assert entry(refused).chosen() == kept(but=field)
    assert phone.version(sheet) == "2"


@pytest.mark.parametrize("amends", ["", "?amends=2"], ids=["record", "amend"])
def test_a_preview_of_a_bad_field_says_what_is_wrong(phone: Phone, sheet: str, amends: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview{amends}"
    for field, (case, bad) in bad_fields(every=False):
        shown = phone.send("", form, {**HAND, field: bad})
        is_tame(shown, (field, case))
        assert shown.status_code in (200, 422), (field, case)
        assert 'class="error"' in shown.text, (field, case)
        assert "Offense" not in words(shown), (field, case)


def test_a_preview_of_no_hand_is_answered_in_words(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview"
    for bad in (*BAD.values(), "0", "1", "99", "9" * 4000):
        is_tame(phone.send("", form, HAND, query_string={"amends": bad}), bad[:9])


def test_nobody_bid_is_taken_whatever_else_was_tapped(phone: Phone, sheet: str) -> None:
    for case, bad in BAD.items():
        form = phone.form(f"{sheet}/hand", action="/hand")
        taken = phone.send("", form, {"nobody_bid": "1", "tricks": bad, "proposer": bad})
        assert taken.status_code == 303, case
        phone.get(sheet)
    hands = phone.get(f"{sheet}/sheet.json").get_json()["hands"]
    assert [hand["contract"] for hand in hands] == ["7S", *[None] * len(BAD)]


def test_nobody_bid_is_one_word_and_a_field_counts_once(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    for case, bad in BAD.items():
        assert phone.send("", form, {"nobody_bid": bad}).status_code == 422, case
    assert phone.version(sheet) == "2"
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, {**HAND, "tricks": ["7", "8"]}).status_code == 303
    assert phone.version(sheet) == "3"


def test_a_form_that_says_nonsense_of_what_it_has_seen_is_stale_and_kept(phone: Phone, sheet: str) -> None:
    for case, bad in {**BAD, "missing": ""}.items():
        refused = phone.record(sheet, TABLE_GAMES[0], seen=bad)
        is_tame(refused, case)
        assert refused.status_code == 409, case
        assert entry(refused).chosen() == kept(), case
    assert phone.version(sheet) == "2"
    assert phone.send("", entry(phone.record(sheet, TABLE_GAMES[0], seen="x"))).status_code == 303


@pytest.mark.parametrize("path", ["/hand/0", "/hand/1", "/hand/99", "/hand/-1", "/hand/x", f"/hand/{'9' * 5000}"])
def test_there_is_no_hand_where_none_was_recorded(phone: Phone, sheet: str, path: str) -> None:
    assert phone.get(sheet + path).status_code == 404
    form = phone.form(f"{sheet}/hand", action="/hand")
    for ending in ("", "/strike"):
        form.action = f"{sheet}{path}{ending}"
        assert phone.send("", form, HAND).status_code in (404, 405)
    assert phone.version(sheet) == "2"


def test_the_hand_of_one_sheet_is_none_of_another(phone: Phone, sheet: str, fresh: str) -> None:
    assert phone.get(f"{fresh}/hand/2").status_code == 404


NO_CONTRACT = {"nobody_bid": "1"}


def of_three(number: int) -> Fields:
    """Of hands of 2, 1 and 3 cards: who bids first takes all, and nobody bid anything."""
    return test_oh_hell.fields((0, 0, 0), {seat: (2, 1, 3)[number] * (seat == number) for seat in range(3)})


def sides_bid(number: int) -> Fields:
    """The first hand is played without bids."""
    return {"tricks": "7"} | ({"bid_0": "6", "bid_1": "5"} if number else {})


Case = tuple[Callable[[Phone], str], Callable[[int], Fields]]
"""How a sheet is started, and what is entered in each of its hands."""
CASES: dict[str, Case] = {
    "offender": (Phone.start, lambda number: tapped()),
    "pirate-bridge": (test_pirate_bridge.start, lambda number: test_pirate_bridge.HEARTS),
    "spades": (test_spades.started, lambda number: test_spades.SEVEN),
    "spades, New York": (partial(test_spades.started, variant="new-york", first_hand="unbid"), sides_bid),
    "oh-hell": (partial(test_oh_hell.start, players=3, hand_sizes="2, 1, 3"), of_three),
    "oh-hell, all alike": (
        partial(test_oh_hell.start, players=3, hand_sizes="same", max_cards="2"),
        lambda number: test_oh_hell.fields((0, 0, 0), {0: 2, 1: 0, 2: 0}),
    ),
    "ten-bridge": (test_ten_bridge.started, lambda number: test_ten_bridge.tapped()),
    "reverse-bridge": (test_reverse_bridge.started, lambda number: test_reverse_bridge.tapped()),
    "plain": (test_plain.start, lambda number: test_plain.typed("1", "2", "3")),
}


def attributes(tag: str) -> dict[str, str]:
    return dict(re.findall(r'data-([a-z]+)(?:="([^"]*)")?', tag))


def template(text: str) -> tuple[dict[str, str], list[tuple[dict[str, str], str]]]:
    """What a page says beforehand: of all, and of each deal with its words."""
    [(head, inside)] = re.findall(r'<template id="ahead"([^>]*)>(.*?)</template>', text, re.DOTALL)

    deals = re.findall(r"<p([^>]*)>(.*?)</p>", inside, re.DOTALL)
    return attributes(head), [(attributes(tag), said) for tag, said in deals]


def after(text: str, none: int, hands: int) -> tuple[dict[str, str], str]:
    """What a page says beforehand of the hand behind so many, so many of them without a contract."""
    head, deals = template(text)
    return deals[int(head["ways"].split(",")[hands].split(" ")[none])]


def said(text: str) -> str:
    """Who deals and who speaks first, as the page of a hand says it in its bar."""
    return re.findall(r'<a class="ask stretched"[^>]*>(.*?)</a>', text, re.DOTALL)[0].strip()


def rows(text: str) -> list[str]:
    """Whose keys the entry has, in order."""
    return re.findall(r'class="bidder(?: asked)?" id="bidder-(\d)"', text)


@pytest.mark.parametrize("case", in_short(CASES, "offender", "spades, New York", "oh-hell"))
def test_what_is_said_beforehand_is_so_once_the_hands_are_recorded(phone: Phone, case: str) -> None:
    start, fields = CASES[case]
    either_way = GAMES[case.split(",")[0]].may_pass_out
    for way in product((False, True), repeat=3) if either_way else [(False,) * 4]:
        sheet = start(phone)
        first = phone.get(f"{sheet}/hand").text
        before, ended = rows(first), False
        for number, passed in enumerate(way):
            taken = phone.enter(sheet, NO_CONTRACT if passed else fields(number))
            assert taken.status_code == 303, words(taken)
            told, deal = after(first, sum(way[: number + 1]), number + 1)
            page = phone.get(f"{sheet}/hand")
            ended = page.status_code == 303
            assert ended == (deal == NO_HAND)
            if ended:
                break
            assert (len(rows(page.text)) != len(before)) == ("closed" in told)
            if "closed" in told:
                assert deal == OTHER_FORM
                continue
            assert deal == said(page.text)
            turn = int(told.get("shift", 0))
            assert rows(page.text) == [*before[turn:], *before[:turn]]
            assert re.findall(r'cards">(\d+)</span></b> <small>cards? each', page.text) == (
                [told["cards"]] if "cards" in told else []
            )
        assert ended == (case == "oh-hell")


def test_the_table_is_short_and_ends_with_the_agreed_length(phone: Phone, fresh: str) -> None:
    head, deals = template(phone.get(f"{fresh}/hand").text)
    assert len(deals) == 5
    assert len(head["ways"].split(",")) == 1 + HANDS_EITHER_WAY
    assert head["number"] == "1"
    assert head["totals"] == "0 0 0 0 0"
    assert template(phone.get(fresh).text)[0]["ways"] == head["ways"]
    spades = template(phone.get(f"{test_spades.started(phone)}/hand").text)
    assert len(spades[0]["ways"].split(",")) == 1 + HANDS
    assert len(spades[1]) == 4
    two = phone.start(**{"option-length": "2 hands"})
    assert after(phone.get(f"{two}/hand").text, 0, 2)[1] == NO_HAND
    assert "deals" in after(phone.get(f"{two}/hand").text, 1, 2)[1]


def test_who_only_looks_on_and_who_amends_are_told_nothing_beforehand(phone: Phone, app: Flask) -> None:
    sheet = phone.start()
    phone.record(sheet)
    viewer = joined(app, phone, sheet, "view")
    for page in (viewer.get(sheet), phone.get(f"{sheet}/hand/2")):
        assert page.status_code == 200
        assert 'id="ahead"' not in page.text
