"""Points without a deal, entered on a phone: given, seen everywhere, amended, struck, undone."""

from scorer.rules.core import Points
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.file import document

from ..evening import TOTALS, adjust, four_hands, press, seat
from ..phone import PLAYERS, TABLE_GAMES, Phone, words


def totals(phone: Phone, sheet: str) -> dict[str, Points]:
    ledger = Ledger.of(document.load(phone.get(f"{sheet}/sheet.json").data))
    return dict(zip(ledger.columns, ledger.totals, strict=True))


def test_a_penalty_moves_the_totals_and_not_the_deal(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert adjust(phone, sheet, "-10", **{"points-2": "2,5", "by": "Amber"}).status_code == 303
    assert totals(phone, sheet) == {**TOTALS, "Betty": 48, "Cindy": 182.5}
    page = words(phone.get(sheet))
    assert "Adjusted: after hand 4: Betty −10, Cindy +2.5 (revoke)." in page
    assert "Hand 5." in page
    why = words(phone.get(f"{sheet}/why/total?column=1"))
    assert "adjustment: revoke" in why
    assert "58 − 10 = 48" in why.replace("\u00a0", " ")


def test_what_is_no_number_is_said_at_its_field_and_nothing_is_lost(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = adjust(phone, sheet, "ten", **{"points-2": "5"})
    assert refused.status_code == 422
    assert "“ten” is no number of points." in words(refused)
    for written in ('value="ten"', 'value="5"', 'value="revoke"'):
        assert written in refused.text
    nothing = adjust(phone, sheet, "")
    assert nothing.status_code == 422
    assert "Write points for somebody first." in words(nothing)
    assert totals(phone, sheet) == TOTALS


def test_a_ruling_in_words_alone_gives_nought_points(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert adjust(phone, sheet, "0", note="warned for talking").status_code == 303
    assert "Adjusted: after hand 4: no points (warned for talking)." in words(phone.get(sheet))
    assert adjust(phone, sheet, "0", "/adjust/6", note="warned twice").status_code == 303
    assert "after hand 4: no points (warned twice)" in words(phone.get(sheet))
    assert totals(phone, sheet) == TOTALS


def test_it_is_amended_struck_and_undone(phone: Phone) -> None:
    sheet = four_hands(phone)
    adjust(phone, sheet, "-10")
    assert adjust(phone, sheet, "-20", "/adjust/6").status_code == 303
    assert totals(phone, sheet)["Betty"] == 38
    assert "Betty −10 (revoke)" in words(phone.get(f"{sheet}/history"))
    form = phone.form(f"{sheet}/adjust/6", action="/strike")
    assert phone.send("", form, {}).status_code == 303
    assert totals(phone, sheet) == TOTALS
    assert phone.get(f"{sheet}/adjust/6").status_code == 404
    assert press(phone, sheet, "undo").status_code == 303
    assert totals(phone, sheet)["Betty"] == 38


def test_points_before_the_first_hand_follow_their_column_when_the_table_sits_otherwise(phone: Phone) -> None:
    sheet = phone.start(("North", "East", "South", "West"), "spades")
    adjust(phone, sheet, "3")
    assert seat(phone, sheet, ("North", "South", "East", "West")).status_code == 303
    assert totals(phone, sheet) == {"North & East": 0, "South & West": 3}


def test_nobody_with_points_before_the_first_hand_leaves_the_table(phone: Phone) -> None:
    sheet = phone.start()
    adjust(phone, sheet, "3")
    refused = seat(phone, sheet, [name for name in PLAYERS if name != "Betty"], dealer="0")
    assert refused.status_code == 422
    assert "“Betty” has no column" in words(refused)
    assert totals(phone, sheet)["Betty"] == 3


def test_it_stands_on_the_sheet_where_it_was_given(phone: Phone) -> None:
    sheet = phone.start()
    adjust(phone, sheet, "3")
    phone.record(sheet, TABLE_GAMES[0])
    adjust(phone, sheet, "-10", by="Amber")
    phone.get(sheet)
    text = words(phone.get(f"{sheet}/table"))
    for said in (
        "before the first hand: Betty +3 (revoke)",
        "after hand 1: Betty −10 (revoke)",
        "Agreed by Amber.",
    ):
        assert said in text, said
    assert text.index("Betty +3") < text.index("Betty −10")
    assert phone.read(sheet).links.count(f"{sheet}/adjust/2") == 1


def test_whoever_only_sits_down_for_the_next_hand_has_no_points_yet_and_agrees_to_none(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert seat(phone, sheet, [*PLAYERS[:4], "Nora"]).status_code == 303
    assert words(phone.get(f"{sheet}/adjust")).endswith(
        "Amber Betty Cindy Diana Ellie Why Who agreed Amber Betty Cindy Diana Ellie Write points for somebody."
        " Show what it moves Save"
    )
    assert adjust(phone, sheet, "5", **{"points-5": "7"}).status_code == 303
    assert totals(phone, sheet) == {**TOTALS, "Betty": 63, "Nora": 0}
    assert adjust(phone, sheet, "5", by="Nora").status_code == 422
