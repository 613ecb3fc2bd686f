"""The fingerprint of a sheet: shown, compared with what another phone says, and the file with the history."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorer.sheet import audit, sheet_file
from scorer.sheet.audit import TamperedHistoryError
from scorer.store.scorebook import forget_snapshots

from ...test_cli import answers, run
from ..evening import amend, entitle, four_hands, joined, press, rename, with_history
from ..phone import TABLE_GAMES, Phone, read, words


def shown(phone: Phone, sheet: str) -> str:
    """The fingerprint, which stands on its own page alone."""
    [large] = re.findall(r'<p class="fingerprint">([^<]+)</p>', phone.get(f"{sheet}/fingerprint").text)
    elsewhere = ("", "/history", "/text", "/picture.svg")
    assert [page for page in elsewhere if large in phone.get(f"{sheet}{page}").text] == []
    return large


def compare(phone: Phone, sheet: str, heard: str) -> str:
    snapshot = phone.get(f"{sheet}/fingerprint", query_string={"heard": heard})
    assert snapshot.status_code == 200
    return words(snapshot).partition("Compare")[2].partition("What it proves")[0].strip()


def alter(app: Flask, sheet: str, statement: str) -> None:
    with closing(sqlite3.connect(Path(app.instance_path) / "scorer.db")) as connection, connection:
        assert connection.execute(f"{statement} AND sheet_id = ?", (sheet.rpartition("/")[2],)).rowcount == 1
    forget_snapshots()


def test_two_phones_show_the_same_fingerprint_and_every_act_changes_it(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet, "view")
    seen: set[str] = set()
    for act in (
        lambda: None,
        lambda: phone.record(sheet),
        lambda: phone.undo(sheet),
        lambda: press(phone, sheet, "redo"),
        lambda: entitle(phone, sheet, title="Friday"),
    ):
        act()
        assert shown(phone, sheet) == shown(other, sheet)
        seen.add(shown(phone, sheet))
    assert len(seen) == 5


def test_what_is_no_act_leaves_the_fingerprint(phone: Phone, fresh: str) -> None:
    before = shown(phone, fresh)
    phone.share(fresh, "view")
    phone.say_who(fresh, "Betty")
    assert shown(phone, fresh) == before


def test_the_page_says_how_many_acts_and_what_it_proves_and_what_not(phone: Phone, fresh: str) -> None:
    assert "One entry so far" in words(phone.get(f"{fresh}/fingerprint"))
    phone.record(fresh)
    said = words(phone.get(f"{fresh}/fingerprint"))
    assert "2 entries, the last" in said
    assert "The same fingerprint means the same history, every entry of it." in said
    assert "It does not prove who held the phone." in said
    assert f"{fresh}/sheet-with-history.json" in phone.read(f"{fresh}/fingerprint").links
    assert f"{fresh}/sheet-with-history.json" in phone.read(f"{fresh}/export").links
    assert f"{fresh}/fingerprint" in phone.read(f"{fresh}/history").links


def test_a_fingerprint_is_the_same_however_it_is_written_and_another_sheets_never(
    phone: Phone, sheet: str
) -> None:
    own = shown(phone, sheet)
    for heard in (own, own.lower(), own.replace("-", ""), f" {own} ", own.replace("0", "o").replace("1", "i")):
        assert compare(phone, sheet, heard).startswith("The same.")
    sheet, other = four_hands(phone), four_hands(phone)
    assert compare(phone, sheet, shown(phone, other)).startswith(f"{shown(phone, other)} was never this sheet’s.")


def test_an_older_fingerprint_is_known_with_the_acts_since(phone: Phone, fresh: str) -> None:
    older = [shown(phone, fresh)]
    for hand in TABLE_GAMES:
        phone.record(fresh, hand)
        older.append(shown(phone, fresh))
    for act, heard in enumerate(older[:-1], 1):
        since = "1 entry since" if act == 4 else f"{5 - act} entries since"
        said = compare(phone, fresh, heard)
        assert re.match(rf"That was this sheet after entry {act} \(\d\d:\d\d\), with {since}\.", said)
        assert f"{fresh}/history/{act}" in phone.read(f"{fresh}/fingerprint?heard={heard}").links


def test_what_is_no_fingerprint_or_receipt_is_told_at_the_field_and_stays_there(phone: Phone, fresh: str) -> None:
    no_fingerprint = "A fingerprint has eight letters and digits"
    no_receipt = "A receipt has a number, a colon, and 64 digits and letters."
    for heard, wrong in (
        *((no, no_fingerprint) for no in ("K7QF", "K7QF-2M9U", "seven hearts", "<b>", "К7QF-2M9D", "\x00" * 8)),
        *((no, no_receipt) for no in ("0:" + "a" * 64, "2:" + "a" * 63, "a" * 64, "2:" + "g" * 64)),
    ):
        snapshot = phone.get(f"{fresh}/fingerprint", query_string={"heard": heard})
        assert snapshot.status_code == 422
        assert wrong in " ".join(read(snapshot).errors["heard-error"].split())
        [field] = [attributes for _, attributes in read(snapshot).tags if attributes.get("id") == "heard"]
        assert (field["value"], field["aria-describedby"]) == (heard, "heard-error")
    for nothing in ("", "?heard=", "?heard=%20"):
        assert phone.read(f"{fresh}/fingerprint{nothing}").errors == {}


def test_a_receipt_is_found_in_the_history_that_contains_it_and_in_no_other(phone: Phone) -> None:
    sheet, other = phone.start(), four_hands(phone)
    for hand in TABLE_GAMES[:2]:
        phone.record(sheet, hand)
    first, second, third = (phone.get(f"{sheet}/receipt?number={number}").text for number in (1, 2, 3))
    said = compare(phone, sheet, first)
    assert re.match(r"That was this sheet after entry 1 \(\d\d:\d\d\), with 2 entries since", said)
    assert compare(phone, sheet, f" {third.upper()}\n").startswith("The same.")
    # The digest of one entry is no receipt of another.
    said = compare(phone, sheet, f"2:{first.partition(':')[2]}")
    assert said.startswith("The history here does not contain entry 2 of this receipt.")
    said = compare(phone, other, second)
    assert said.startswith("The history here does not contain entry 2 of this receipt. It was written anew")
    late = phone.get(f"{other}/receipt?number=5").text
    said = compare(phone, sheet, late)
    assert said.startswith("The history here does not contain entry 5 of this receipt. It ends with entry 3:")


def test_the_file_with_history_is_the_file_and_every_act(phone: Phone, tmp_path: Path) -> None:
    sheet = four_hands(phone, title="Friday «安娜»")
    amend(phone, sheet, 3, tricks="7", reason="misheard", words="«шесть» 🃏 it was")
    rename(phone, sheet, "Änn", "Betty", "Cindy", "Diana", "Ellie")
    press(phone, sheet, "undo")
    file = phone.get(f"{sheet}/sheet-with-history.json")
    assert file.content_type == "application/json"
    assert re.search(r"filename=\d{4}-\d\d-\d\d-friday.with-history.json", file.headers["Content-Disposition"])
    plain = phone.get(f"{sheet}/sheet.json")
    assert "history" not in plain.get_json()
    assert sheet_file.write(sheet_file.load(file.data)) == plain.data
    acts = file.get_json()["history"]
    assert [act["number"] for act in acts] == [*range(1, 9)]
    assert [act["kind"] for act in acts] == ["start", *["record"] * 4, "amend", "rename", "undo"]
    (tmp_path / "sheet.json").write_bytes(file.data)
    [said] = answers(run("verify", "--json", str(tmp_path / "sheet.json")))
    assert said["fingerprint"] == shown(phone, sheet)
    assert said["entries"] == 8


@pytest.mark.sqlite
def test_an_act_altered_behind_the_apps_back_is_named_and_the_sheet_still_opens(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    before = shown(phone, sheet)
    alter(app, sheet, "UPDATE entry SET facts = replace(facts, '\"tricks\": 6', '\"tricks\": 9') WHERE number = 3")
    assert phone.get(sheet).status_code == 200
    assert shown(phone, sheet) != before
    said = words(phone.get(f"{sheet}/fingerprint"))
    assert "Entry 3 of this sheet does not match the digest that was made when it was written." in said
    assert compare(phone, sheet, before).startswith(f"{before} was never this sheet’s.")
    phone.record(sheet)
    assert "Entry 3 of this sheet does not match" in words(phone.get(f"{sheet}/fingerprint"))
    with pytest.raises(TamperedHistoryError) as caught:
        audit.verify(with_history(phone, sheet))
    assert [fault.entry for fault in caught.value.faults] == [3]


@pytest.mark.sqlite
def test_several_altered_acts_are_named_together(app: Flask, phone: Phone, sheet: str) -> None:
    for number in (2, 3, 5):
        alter(app, sheet, f"UPDATE entry SET digest = 'gone' WHERE number = {number}")
    assert "Entries 2, 3 and 5 of this sheet do not match" in words(phone.get(f"{sheet}/fingerprint"))


def test_the_keys_of_phones_are_in_no_file(phone: Phone, sheet: str) -> None:
    cookie = phone.client.get_cookie("device")
    assert cookie
    assert cookie.value not in with_history(phone, sheet).decode()
    assert {act["device"] for act in json.loads(with_history(phone, sheet))["history"]} != {cookie.value}


def test_a_receipt_of_every_entry_is_as_the_file_has_it_and_none_is_of_any_other(phone: Phone, sheet: str) -> None:
    history = json.loads(with_history(phone, sheet))["history"]
    receipts = [f"{entry['number']}:{entry['digest']}" for entry in history]
    for number, receipt in enumerate(receipts, start=1):
        answer = phone.get(f"{sheet}/receipt?number={number}")
        assert answer.text == receipt
        assert answer.headers["Cache-Control"] == "private, no-cache"
    assert f'data-receipt="{receipts[-1]}"' in phone.get(sheet).text
    assert "data-receipt" not in phone.get(f"{sheet}/history/2").text
    for number in ("0", "6", "-1", "x", "", "9" * 40):
        nothing = phone.get(f"{sheet}/receipt?number={number}")
        assert (nothing.status_code, nothing.text) == (200, "")
