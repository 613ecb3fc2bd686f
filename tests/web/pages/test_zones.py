"""Dates and times are by the clock of the phone that started the sheet, whoever writes on it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask

from ..evening import entitle, joined, press, told
from ..files.test_export import talk
from ..phone import PLAYERS, Phone, words

NOW = datetime(2026, 11, 28, 4, 30, tzinfo=UTC)
SERVER = "Pacific/Honolulu"
ZONES = {
    "America/Los_Angeles": ("2026-11-27", "20:30", "UTC-08:00"),
    "Australia/Sydney": ("2026-11-28", "15:30", "UTC+11:00"),
    "Asia/Kathmandu": ("2026-11-28", "10:15", "UTC+05:45"),
    "Mars/Base": ("2026-11-27", "18:30", "UTC-10:00"),
    "no zone": ("2026-11-27", "18:30", "UTC-10:00"),
}
"""By what the phone says: the date, the time, and how far from UTC."""


@pytest.mark.parametrize("zone", ZONES)
def test_a_sheet_has_its_phones_time(
    app: Flask,
    phone: Phone,
    monkeypatch: pytest.MonkeyPatch,
    set_clock: Callable[[datetime], None],
    zone: str,
) -> None:
    date, time, offset = ZONES[zone]
    monkeypatch.setitem(app.config, "TIME_ZONE", SERVER)
    set_clock(NOW)
    form = phone.form("/new/offender")
    sent = {"player": PLAYERS, "action": "start", "date": "", "zone": zone}
    sheet = phone.send("/new/offender", form, sent).headers["Location"].removesuffix("/hand")
    # Sent again, it is the same sheet.
    assert phone.send("/new/offender", form, sent).headers["Location"] == f"{sheet}/hand"
    other = joined(app, phone, sheet)
    other.record(sheet, zone="Europe/Berlin")
    entitle(other, sheet, title="Friday", date="", zone="Europe/Berlin")
    press(other, sheet, "finish")
    talk(other, sheet, "sign", "Amber")
    facts = phone.get(f"{sheet}/sheet.json").get_json()
    assert (facts["date"], facts.get("zone", "")) == (date, "" if zone == "no zone" else zone)
    history = phone.get(f"{sheet}/history")
    assert all(f", {time}" in line for line in told(history))
    assert ("The time zone Mars/Base is not known here" in words(history)) == (zone == "Mars/Base")
    assert f"signed,Amber,{date} {time} {offset}\r\n" in phone.get(f"{sheet}/sheet.csv").text
    assert "Friday" in words(phone.get("/statistics/tonight"))


@pytest.mark.parametrize(("zone", "said"), [("Asia/Kathmandu", "31 Dec 2026"), ("America/Denver", "31 Dec")])
def test_the_head_of_a_sheet_says_no_year_where_it_is_this_one_at_the_table(
    phone: Phone, set_clock: Callable[[datetime], None], zone: str, said: str
) -> None:
    set_clock(datetime(2027, 1, 1, 4, 30, tzinfo=UTC))
    sheet = phone.start(zone=zone, date="2026-12-31")
    assert re.findall(r' class="on-day">(?: · )?([^<]*)<', phone.get(sheet).text) == [said]
