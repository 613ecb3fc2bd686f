"""Names: what is seen of them, which could be taken for another, and which are names in every script."""

import pytest

from scorer.rules.names import alike, name_fault, name_faults, renaming_fault, seen_as, sort_key, unclear_names

FAMILY = "👨\u200d👩\u200d👧"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u200d", "\u034f", "\u00a0\u2003", "\ufe0f"]
)
def test_a_name_that_is_empty_to_the_eye_is_refused(name: str) -> None:
    assert name_fault(name) == "Nobody could see this name: write it with letters"


@pytest.mark.parametrize("mark", ["\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"])
def test_a_name_that_turns_the_direction_of_writing_is_refused(mark: str) -> None:
    assert name_fault(f"Am{mark}ber").startswith("An unseen mark in this name turns the direction of writing")
    assert name_fault("Am\u2067ber") == name_fault(f"Am{mark}ber")


@pytest.mark.parametrize(
    "names",
    [
        ("علی\u200cرضا", "دانیال", "משה", "דוד", "שרה"),
        ("ශ්\u200dරී", "प्रिया", "क्\u200dष", "சிவா"),
        ("安娜", "アン", "Анна", "Anna", "Ἄννα", "Amber", "\u0410mber"),
        (FAMILY, "👨👩👧", ENGLAND, "🏴", "❤\ufe0f\u200d🔥", "❤🔥", "👩🏽\u200d🚀", "👩🏽🚀"),
        ("Amber", "Arnber", "Il", "ll", "O", "0", "René", "Rene", "Ann-Lou", "Ann Lou"),
    ],
)
def test_names_of_every_script_and_pictures_that_are_joined_are_names(names: tuple[str, ...]) -> None:
    assert list(name_faults(names)) == []


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ann"),
        ("Straße", "STRASSE"),
        ("é", "e\u0301"),
        ("Amber", "Am\u200dber"),
        ("علی\u200cرضا", "علیرضا"),
        ("Ann Lou", "Ann\u2800 Lou"),
        ("Ann", "\uff21nn"),
        ("❤", "❤\ufe0f"),
    ],
)
def test_a_name_that_is_anothers_but_for_what_nobody_sees_is_refused(name: str, other: str) -> None:
    assert alike(name) == alike(other)
    for first, second in ((name, other), (other, name)):
        assert list(name_faults((first, "Zoe", second))) == [
            (2, f"{seen_as(first)} already sits at the table: add a letter to tell them apart")
        ]


def test_whoever_is_on_the_sheet_keeps_their_name_and_a_new_one_is_told_from_all_of_them() -> None:
    known = ("Ann", "ann", "\u200b", "Bo")
    assert list(name_faults(("Ann", "ann", "\u200b"), known)) == []
    assert dict(name_faults(("Ann", "bo", "Ann"), known)) == {
        1: "Bo is on this sheet already: add a letter to tell them apart",
        2: "Ann already sits at the table: add a letter to tell them apart",
    }


def test_a_name_may_be_put_right_into_one_that_is_there_or_looks_just_like_it() -> None:
    assert renaming_fault("Ann", ("Ann", "Bo")) == ""
    assert renaming_fault("An\u200bn", ("Ann", "Bo")) == ""
    assert renaming_fault("ANN", ("Ann", "Bo")).endswith("or write it just so to make both one player")


def test_of_the_names_on_a_sheet_those_are_told_that_are_hard_to_tell() -> None:
    assert dict(unclear_names(("Ann", "Bo", "ann", "\u3164", "B\u202eo"))) == {
        "ann": "Ann is on this sheet, too",
        "\u3164": "Nobody could see this name",
        "B\u202eo": "An unseen mark in this name turns the direction of writing",
    }


def test_names_are_sorted_without_their_marks() -> None:
    names = ["Anna", "Ärzte", "bo", "Émile", "Eve", "Łukasz", "Max", "Øyvind", "Zack", "Zoe", "Zoë"]
    assert [*sorted({*names}, key=sort_key)] == names
