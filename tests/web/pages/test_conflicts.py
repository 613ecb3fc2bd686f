"""Two phones enter the same hand: three answers, none of which loses or doubles anything."""

from urllib.parse import urlsplit

import pytest
from flask import Flask

from ..evening import FIFTH, all_hands, form_of, joined, said, values
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words
from ..writing import WRITE

MINE, THEIRS = TABLE_GAMES[0], (*TABLE_GAMES[0][:4], "5")
OUTBOX = {"Outbox": "1"}


def plain(text: str) -> str:
    """Without the mark that keeps a suit from being drawn as a picture."""
    return text.replace("\ufe0e", "")


def tricks(phone: Phone, sheet: str) -> list[object]:
    return [hand["tricks"] for hand in all_hands(phone, sheet)]


class Met:
    """Betty's phone has recorded hand 1; the form of the first phone was made before."""

    def __init__(self, app: Flask, phone: Phone) -> None:
        self.phone = phone
        self.sheet = phone.start()
        self.other = joined(app, phone, self.sheet, "score", "Betty")
        self.before = phone.form(f"{self.sheet}/hand", action="/hand")
        assert self.other.record(self.sheet, THEIRS).status_code == 303
        self.asked = phone.send("", self.before, {**tapped(MINE), "note_words": "They claimed."})

    def form(self, action: str = "/hand") -> Form:
        return form_of(self.asked, action)


@pytest.fixture
def met(app: Flask, phone: Phone) -> Met:
    return Met(app, phone)


def test_the_phone_is_asked_which_it_is_and_nothing_is_written(met: Met) -> None:
    assert met.asked.status_code == 409
    assert (
        "Betty’s phone has hand 1 already. On the sheet: Amber and Cindy 6♥ hearts, took 5. You tapped: Amber and "
        "Cindy 6♥ hearts, took 7." in plain(words(met.asked))
    )
    assert met.form().chosen() == {**tapped(MINE), "note_words": "They claimed."}
    assert tricks(met.phone, met.sheet) == [5]
    # It is asked as often as the page is sent, as by a reload.
    assert met.phone.send("", met.before, tapped(MINE)).status_code == 409


def test_what_stands_is_kept(met: Met) -> None:
    for _ in range(2):
        kept = met.phone.send("", met.form(), dict(met.form().buttons), headers=OUTBOX)
        assert (kept.status_code, kept.headers["Location"]) == (204, f"{met.sheet}/hand")
        # The hands that wait behind it in an outbox have seen this one.
        assert kept.headers["Seen"] == "2"
        told = said(met.phone.get(f"{met.sheet}/hand"))
        assert told.startswith("Hand 1 stays as it is: Amber and Cindy 6♥ hearts, took 5.")
    met.other.record(met.sheet, TABLE_GAMES[1])
    kept = met.phone.send("", met.form(), dict(met.form().buttons), headers=OUTBOX)
    assert kept.headers["Seen"] == "2", "the hand behind it meets hand 2, which has not been seen"
    assert tricks(met.phone, met.sheet) == [5, 6]


def test_it_is_another_hand(met: Met) -> None:
    assert "Another hand: save mine as 2" in words(met.asked)
    for _ in range(2):
        assert met.phone.send("", met.form()).status_code == 303
    assert tricks(met.phone, met.sheet) == [5, 7]
    assert all_hands(met.phone, met.sheet)[1]["note"] == "They claimed."


@pytest.mark.parametrize("own", [False, True])
def test_both_stand_side_by_side_to_be_settled(met: Met, own: bool) -> None:
    if own:
        met.phone.say_who(met.sheet, "Cindy")
        met.asked = met.phone.send("", met.form(), {"seen": "1"})
        assert "Who has it as you tapped it?" not in words(met.asked)
    dispute = ""
    for _ in range(2):
        compared = met.phone.send("", met.form("/compare"), {"player": "Cindy"})
        assert compared.status_code == 303
        dispute = urlsplit(compared.headers["Location"]).path
        assert dispute == f"{met.sheet}/dispute/3"
    shown = words(met.phone.get(dispute))
    assert "Tricks 5 7" in shown
    assert "They claimed." in words(met.phone.get(f"{met.sheet}/history"))
    assert met.phone.version(met.sheet) == "4"
    settled = met.phone.send("", met.phone.form(dispute, action="/settle"), {"outcome": "4"})
    assert settled.status_code == 303
    assert tricks(met.phone, met.sheet) == [7]


def test_whatever_becomes_of_the_other_hand_what_was_tapped_is_still_here(met: Met) -> None:
    met.other.undo(met.sheet)
    for action, button in (("/hand", {"keep": "2"}), ("/compare", {"player": "Cindy"})):
        answer = met.phone.send("", met.form(action), button)
        assert answer.status_code == 409, action
        assert "That hand is not on the sheet any more. What you entered is still here." in words(answer)
        assert form_of(answer, "/hand").chosen() == {**tapped(MINE), "note_words": "They claimed."}
    assert met.phone.send("", form_of(answer, "/hand")).status_code == 303
    assert tricks(met.phone, met.sheet) == [7]


def test_what_could_not_be_that_hand_is_not_put_beside_it(met: Met) -> None:
    for wrong in (
        {"player": "Zoe"},
        {"player": "Cindy", "tricks": "99"},
        {"player": "Cindy", "accepter": "Amber"},
    ):
        answer = met.phone.send("", met.form("/compare"), wrong)
        assert (answer.status_code, met.phone.version(met.sheet)) == (409, "2"), wrong
        assert "It is still here." in words(answer)


def test_the_same_hand_is_said_at_the_top_and_on_the_same_phone_asked_for(met: Met, phone: Phone) -> None:
    for sent in (met.before, form_of(met.asked, "/hand")):
        answer = phone.send("", sent, {**tapped(THEIRS), "seen": "1", "note_words": ""}, headers=OUTBOX)
        # Without an anchor: the sentence is seen.
        assert (answer.status_code, answer.headers["Location"], answer.headers["Seen"]) == (204, met.sheet, "2")
        assert said(phone.get(met.sheet)) == "Hand 1 was already written by Betty."
    tab = met.other.form(f"{met.sheet}/hand", action="/hand")
    again = met.other.send("", tab, {**tapped(THEIRS), "seen": "1"})
    assert again.status_code == 409
    assert "This phone has hand 1 already. It is the same" in words(again)
    assert "which is right" not in words(again)
    assert met.other.send("", form_of(again, "/hand")).status_code == 303
    assert tricks(phone, met.sheet) == [5, 5]


def test_what_breaks_a_rule_is_put_right_first_and_meets_the_other_hand_then(met: Met) -> None:
    wrong = met.phone.send("", met.before, {**tapped(MINE), "accepter": "Amber", "key": "other"})
    assert wrong.status_code in (409, 422)
    assert read(wrong).errors["accepter-error"] == "Amber cannot accept their own proposal."
    assert "has hand 1 already" in words(met.phone.send("", form_of(wrong, "/hand"), {"accepter": "Cindy"}))


def test_a_hand_of_oh_hell_is_read_with_the_cards_it_was_played_with(app: Flask, phone: Phone) -> None:
    names = ("Amber", "Betty", "Cindy")
    sheet = phone.start(names, "oh-hell")
    other = joined(app, phone, sheet, "score", "Betty")
    form = phone.form(f"{sheet}/hand", action="/hand")
    keys = [attributes for _, attributes in phone.read(f"{sheet}/hand").tags if attributes.get("name") == "bid_0"]
    cards = len(keys) - 1
    bids = {"bid_0": f"{cards}", "bid_1": "1", "bid_2": "1"}
    assert other.enter(sheet, {"bid_0": "0", "bid_1": "0", "bid_2": "0", "taken_0": f"{cards}"}).status_code == 303
    asked = phone.send("", form, {**bids, "taken_0": f"{cards}", "taken_1": "0", "taken_2": "0"})
    assert asked.status_code == 409
    assert "Betty’s phone has hand 1 already" in words(asked)
    assert phone.send("", form_of(asked, "/compare"), {"player": "Amber"}).status_code == 303


def test_a_game_that_is_over_has_no_further_hand(app: Flask, phone: Phone) -> None:
    sheet = phone.start(("Ann", "Bo"), "plain", **{"option-target": "50"})
    other = joined(app, phone, sheet)
    form = phone.form(f"{sheet}/hand", action="/hand")
    other.enter(sheet, {"points_0": "50", "points_1": "0"})
    asked = phone.send("", form, {"points_0": "49", "points_1": "0"})
    assert asked.status_code == 409
    assert "Another hand" not in words(asked)
    kept = phone.send("", form_of(asked, "/hand"), dict(form_of(asked, "/hand").buttons))
    assert urlsplit(kept.headers["Location"]).path == f"{sheet}/end"


def test_while_a_hand_is_entered_the_phone_hears_that_it_is_there_already(met: Met) -> None:
    heard = plain(words(met.phone.get(f"{met.sheet}/news?seen=1&entering=1")))
    assert "Betty’s phone has hand 1 already: Amber and Cindy 6♥ hearts, took 5." in heard


OVERTAKEN = (
    *("hands.amend", "hands.strike", "sheets.undo", "sheets.redo", "sheets.finish", "adjust.save"),
    *("seats.save", "house_rules.save", "names.save", "names.entitle", "names.choose_looks"),
)
"""Commands that go by what their page has seen."""


@pytest.mark.parametrize("route", OVERTAKEN)
def test_what_another_phone_wrote_is_told_and_what_was_entered_kept(app: Flask, phone: Phone, route: str) -> None:
    sheet, form, fields = WRITE[route][0](phone)
    assert joined(app, phone, sheet).record(sheet, FIFTH).status_code == 303
    version = phone.version(sheet)
    answer = phone.send("", form, fields)
    told = words(answer) if answer.status_code == 409 else said(phone.get(sheet))
    assert "Another phone wrote on this sheet meanwhile, so " in told
    assert "On that phone: Recorded: hand" in told
    assert phone.version(sheet) == version
    if answer.status_code == 409:
        again = form_of(answer, form.action)
        for name, value in fields.items():
            kept = [text for text in values(again, name) if text]
            assert kept == ([value] if isinstance(value, str) else list(value)), name
        assert phone.send("", again).status_code == 303
        assert phone.version(sheet) == str(int(version) + 1)


@pytest.mark.parametrize("route", ["hands.amend", "seats.save", "house_rules.save", "names.save"])
def test_what_is_so_already_is_no_act(phone: Phone, route: str) -> None:
    for case in WRITE[route]:
        sheet, form, _ = case(phone)
        refused = phone.send("", form, {"whole": "1"})
        assert refused.status_code == 422
        assert "All of this is so already" in words(refused)
        assert phone.version(sheet) == "5"
