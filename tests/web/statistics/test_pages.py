"""Statistics on the phone: the groups that are offered, the pages of a season, and what is behind its figures."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from flask import Flask

from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import standings
from scorer.store.models import CorruptSheetError
from scorer.web import source
from scorer.web.statistics import ranks

from ...statistics.test_story import of_sides
from ..evening import amend, joined
from ..files.test_import import brought
from ..games import test_oh_hell
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, words

SEASON = "/statistics/standings"
OTHERS = ("Amber", "Betty", "Cindy", "Diana", "Elly")


@pytest.fixture(autouse=True)
def _count_anew() -> Iterator[None]:
    source.forget()
    yield
    source.forget()


def met(phone: Phone, players: tuple[str, ...] = PLAYERS, date: str = "2026-03-06", title: str = "") -> str:
    """The address of a sheet with one hand: 49 for the first and the third, 6 for the others."""
    sheet = phone.start(players, date=date, title=title)
    hand = (players[0], players[2], *TABLE_GAMES[0][2:])
    assert phone.record(sheet, hand).status_code == 303
    phone.get(sheet)
    return sheet


def row(phone: Phone, address: str, player: str) -> list[str]:
    """The cells of a player in the first table of a page."""
    html = phone.get(address).text
    [found] = re.findall(rf"<tr[^>]*>\s*<th[^>]*>(?:(?!</th>).)*<bdi>{player}</bdi>.*?</tr>", html, re.DOTALL)
    return [
        " ".join(re.sub(r"<[^>]+>|Why\?", "", cell).split())
        for cell in re.findall(r"<td.*?</td>", found, re.DOTALL)
    ]


def rank(phone: Phone, address: str, player: str) -> str:
    """What a player has come to, on the page that tells a season."""
    ranks = phone.get(address).text.partition('<ol class="ranks"')[2].partition("</ol>")[0]
    return re.findall(rf"<bdi>{player}</bdi>.*?<b>(.*?)</b>", ranks)[0]


def test_people_who_met_twice_are_offered_with_their_season(phone: Phone) -> None:
    assert "/statistics" not in phone.read("/").links
    met(phone)
    assert "/statistics" in phone.read("/").links
    assert "Everybody, 1 night Offender" in words(phone.get("/statistics/choose"))
    met(phone, date="2026-03-13")
    met(phone, ("North", "East", "South", "West", "Joker"), date="2026-03-13")
    shown = words(phone.get("/statistics/choose"))
    assert "Everybody, 3 nights since 6 Mar 2026" in shown
    assert "2 nights since 6 Mar 2026 Offender: Amber, Betty, Cindy, Diana, Ellie" in shown
    everybody, five = [link for link in phone.read("/statistics/choose").links if link.startswith(f"{SEASON}?")]
    assert row(phone, everybody, "North") == row(phone, everybody, "South") == ["49", "1.00", "1 (1 shared)", "1"]
    assert row(phone, five, "Amber") == ["98", "1.00", "2 (2 shared)", "2"]
    assert row(phone, five, "Betty") == ["12", "3.00", "0", "2"]


def test_statistics_open_on_the_story_of_the_group_that_played_last(phone: Phone) -> None:
    for date in ("2026-03-06", "2026-03-13", "2026-03-20"):
        met(phone, date=date)
    others = ("North", "East", "South", "West")
    met(phone, others, date="2026-03-27")
    met(phone, others, date="2026-04-03")
    # No hand yet: no evening.
    phone.start(["Ann", "Bo"], "plain", date="2026-05-01")
    html = phone.get("/statistics").text
    assert "2 nights, 4 players" in words(phone.get("/statistics"))
    assert rank(phone, "/statistics", "North") == "98"
    assert "North and South are level at the top." in words(phone.get("/statistics"))
    assert "North and South share first place. The latest night, 3 Apr 2026" in words(phone.get("/statistics"))
    assert "Amber" not in html
    # It is the first of the pages, and leads to the others as they lead to each other.
    tabs = [
        re.findall(r'<nav class="topics sections".*?</nav>', phone.get(f"/statistics{page}").text, re.DOTALL)
        for page in ("", "/nights")
    ]
    assert [re.findall(r"\w+(?=</a>)", *found) for found in tabs] == [
        ["Story", "Standings", "Players", "Nights"]
    ] * 2
    # At most six controls stand before the first figure.
    before = html.partition('<ol class="ranks"')[0]
    assert len(re.findall(r"<(?:a|button|input|select|summary)\b(?! type=.hidden)", before)) - 1 <= 6
    # Who met once are those of that evening.
    met(phone, ("Ann", "Bo", "Cy"), date="2026-06-01")
    assert rank(phone, "/statistics", "Cy") == "49"
    assert "North" not in words(phone.get("/statistics"))
    filters = [link for link in phone.read("/statistics").links if link.startswith("/statistics/choose?")]
    assert phone.read(filters[0]).forms[0].chosen()["player"] == "Cy"


def test_two_who_are_always_partners_have_one_line_and_their_nights_one_total(phone: Phone) -> None:
    season = Season.of([of_sides(1, (60, 51)), of_sides(2, (70, 90))], Choice(game="spades"))
    lines = [*ranks(season, standings(season))]
    assert [(place, side) for place, side, _ in lines] == [(1, ("Betty", "Diana")), (2, ("Amber", "Cindy"))]
    played = {"game": "spades", "players": PLAYERS[:4], "dealer": "Diana", "date": "2026-03-06"}
    bids = {"Amber": 3, "Betty": 4, "Cindy": 2, "Diana": 3}
    sheet = {"format": "score-sheet/1", **played, "hands": [{"bids": bids, "tricks": [7, 6]}]}
    brought(phone, json.dumps(sheet).encode())
    shown = words(phone.get("/statistics/pair?who=Amber&other=Cindy"))
    assert "Amber and Cindy won their only night together. Together they made 1 of 1 bid." in shown
    assert (
        "Nights as partners night Amber and Cindy Betty and Diana difference 6 Mar 2026 52 ahead −70 122" in shown
    )
    assert "Betty came 2nd, 122 points behind Amber and Cindy. −70 points" in words(
        phone.get("/statistics/players?who=Betty")
    )


def test_names_that_differ_in_capitals_alone_are_one_player(phone: Phone) -> None:
    met(phone)
    met(phone, ("amber", *PLAYERS[1:]), date="2026-03-13")
    met(phone, date="2026-03-20")
    assert rank(phone, "/statistics", "Amber") == "147"
    for page in (SEASON, f"{SEASON}?player=amber"):
        assert row(phone, page, "Amber")[3] == "3"
        assert "amber" not in "".join(phone.read(page).text)


def test_a_sheet_leads_to_the_season_of_its_players(phone: Phone) -> None:
    sheet = met(phone)
    met(phone, ("North", "East", "South", "West"))
    [address] = [link for link in phone.read(f"{sheet}/more").links if link.startswith(SEASON)]
    assert row(phone, address, "Amber") == ["49", "1.00", "1 (1 shared)", "1"]
    assert "North" not in words(phone.get(address))


@pytest.mark.parametrize(
    "page", ["standings", "players", "nights", "players?who=Amber", "pair?who=Amber&other=Cindy"]
)
def test_every_figure_leads_to_nights_sheets_and_hands(phone: Phone, page: str) -> None:
    sheet = met(phone)
    met(phone, date="2026-03-13")
    links = [link for link in phone.read(f"/statistics/{page}").links if "/statistics/why?" in link]
    assert links or page == "nights"
    for link in links:
        answer = phone.get(link)
        assert answer.status_code == 200
        if "won" not in link or "Amber" in link:
            assert sheet in "".join(read(answer).links), link


def test_partners_lead_to_their_page_whose_figures_say_why(phone: Phone) -> None:
    met(phone)
    [pair] = [link for link in phone.read("/statistics/partnerships").links if "/pair?" in link]
    assert len([link for link in phone.read(pair).links if "/statistics/why?" in link]) >= 2


def test_the_page_of_two_shows_who_was_ahead_each_night_and_leads_to_the_furthest(phone: Phone) -> None:
    met(phone)
    assert "<rect" not in phone.get("/statistics/pair?who=Amber&other=Betty").text
    met(phone, ("Betty", "Amber", "Cindy", "Diana"), date="2026-03-13")
    met(phone, date="2026-03-20")
    page = "/statistics/pair?who=Amber&other=Betty"
    shown = words(phone.get(page))
    assert "Amber was ahead of Betty on 2 of 3 nights. Amber has 119 points, Betty 61." in shown
    assert "Amber biggest lead 43 on" in shown
    assert "Betty biggest lead 28 on 13 Mar 2026" in shown
    assert "All 3 119 61 58 20 Mar 2026 49 ahead 6 43 13 Mar 2026 21 49 ahead −28 6 Mar 2026" in shown
    bars = re.findall(
        r'<rect x="(\d+)" y="([\d.]+)" width="8" height="([\d.]+)" class="p\d"', phone.get(page).text
    )
    assert bars == [("1", "0.0", "60.6"), ("11", "60.6", "39.4"), ("21", "0.0", "60.6")]
    assert [link for link in phone.read(page).links if "night=2026-03-13" in link]


def test_a_player_has_a_page_of_all_figures(phone: Phone) -> None:
    met(phone)
    assert "Best night" not in words(phone.get("/statistics/players?who=Amber"))
    met(phone, date="2026-03-13")
    shown = words(phone.get("/statistics/players?who=Amber"))
    for text in (
        "On offense",
        "2 hands, 49.0 a hand",
        "2 of 2",
        "By the number bid",
        "Best night",
        "Against each of the others",
        "49.0 points a hand",
        "♥",
    ):
        assert text in shown
    for link in phone.read("/statistics/players?who=Amber").links:
        assert phone.get(link).status_code == 200
    # Who did not play has no page: all who did are shown.
    assert "Who made what they bid" in words(phone.get("/statistics/players?who=Zoe"))


def test_a_game_without_partners_is_told_without_partners(phone: Phone) -> None:
    for date in ("2026-03-06", "2026-03-13"):
        sheet = phone.start(PLAYERS, "oh-hell", date=date)
        assert phone.enter(sheet, test_oh_hell.fields(test_oh_hell.BIDS, test_oh_hell.MISSED)).status_code == 303
        phone.get(sheet)
    assert "partner" not in words(phone.get("/statistics")).lower()


def test_a_hand_put_right_moves_the_season(phone: Phone) -> None:
    sheet = met(phone)
    assert row(phone, SEASON, "Amber")[0] == "49"
    amend(phone, sheet, 2, tricks="5", reason="misheard")
    assert row(phone, SEASON, "Amber")[0] == "15"
    assert row(phone, "/statistics/players", "Amber")[0] == "0 of 1"


def test_only_sheets_that_this_phone_may_open_are_counted(app: Flask, phone: Phone) -> None:
    sheet = met(phone)
    met(phone, date="2026-03-13")
    other = joined(app, phone, sheet, "view")
    assert row(other, SEASON, "Amber")[3] == "1"
    assert "Nothing to count yet" in words(Phone(app).get("/statistics"))
    assert "No sheet is in this choice" in words(Phone(app).get(SEASON))


def test_days_and_players_choose_and_a_day_that_is_none_is_told(phone: Phone) -> None:
    met(phone)
    met(phone, date="2026-03-13")
    assert row(phone, f"{SEASON}?since=2026-03-10", "Amber")[0] == "49"
    assert row(phone, f"{SEASON}?until=2026-03-10&player=Amber", "Amber")[0] == "49"
    assert "No sheet is in this choice" in words(phone.get(f"{SEASON}?player=Zoe"))
    refused = phone.get(f"{SEASON}?since=yesterday")
    assert refused.status_code == 422
    assert "A date is written as 2026-11-20." in words(refused)
    assert 'value="yesterday"' in refused.text


def test_standings_are_ranked_as_asked_and_say_how(phone: Phone) -> None:
    met(phone)
    met(phone, ("Betty", "Amber", "Cindy", "Diana"), date="2026-03-13")
    for by, said in (
        ("won", "By the points of all nights together"),
        ("places", "By the average of a player's places"),
        ("hand", "By the points of all nights together"),
        ("evening", "By the average of the nights"),
        ("night&least=2", "Who came to fewer than 2 of 2 nights stands below"),
        ("sum&best=1", "Only the best 1 night of each player counts"),
        ("zebra", "By the points of all nights together"),
    ):
        assert said in words(phone.get(f"{SEASON}?by={by}"))
    assert row(phone, f"{SEASON}?by=sum&best=1", "Betty")[0] == "49"


def test_two_spellings_are_one_player_and_two_again(phone: Phone) -> None:
    met(phone)
    met(phone, OTHERS, date="2026-03-13")
    assert row(phone, SEASON, "Ellie")[3] == "1"
    form = phone.form("/statistics/choose", action="/spellings")
    assert phone.send("", form, {"spelled": "Elly", "name": "Ellie"}).status_code == 303
    assert "Elly and Ellie are one player" in words(phone.get("/statistics/choose"))
    assert row(phone, SEASON, "Ellie")[3] == "2"
    assert "Elly" not in words(phone.get(SEASON))
    undo = phone.form("/statistics/choose", action="/spellings")
    assert ("spelled", "Elly") in undo.fields
    phone.send("", undo)
    assert row(phone, SEASON, "Elly")[3] == "1"
    assert phone.client.get_cookie(source.COOKIE) is None


@pytest.mark.parametrize(
    ("spelled", "name", "said"),
    [
        ("Amber", "Betty", "they are two players"),
        ("Amber", "Amber", "Choose two different names"),
        ("Amber", "Zoe", "Nobody of that name has played"),
        ("x" * 5000, "", "Choose two different names"),
    ],
)
def test_what_cannot_be_one_player_is_refused(phone: Phone, spelled: str, name: str, said: str) -> None:
    met(phone)
    form = phone.form("/statistics/choose", action="/spellings")
    phone.send("", form, {"spelled": spelled, "name": name})
    assert said in words(phone.get("/statistics/choose"))
    assert phone.client.get_cookie(source.COOKIE) is None


@pytest.mark.parametrize("written", ["zebra", "e30", "WzFd", "eyJhIjoxfQ==", "eyJhIjoiYSJ9", "W1tb" * 800, "\x7f"])
def test_a_cookie_of_spellings_that_somebody_wrote_says_nothing(phone: Phone, written: str) -> None:
    met(phone)
    phone.client.set_cookie(source.COOKIE, written)
    assert phone.get(SEASON).status_code == 200


@pytest.mark.parametrize("kept", [source.MOST, 2])
def test_many_evenings_are_counted_bit_by_bit_and_each_once(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(source, "MOST", kept)
    for day in range(1, 4):
        met(phone, date=f"2026-03-0{day}")
    monkeypatch.setattr(source, "PATIENCE", -1)
    for done in (1, 2):
        waiting = phone.get(SEASON)
        assert f"{done} of 3 sheets are counted" in words(waiting)
        assert 'http-equiv="refresh"' in waiting.text
    assert row(phone, SEASON, "Amber")[3] == "3"
    monkeypatch.setattr(source, "count", lambda snapshot: pytest.fail("counted again"))
    assert row(phone, SEASON, "Amber")[3] == "3"


def test_what_is_no_figure_is_not_found(phone: Phone) -> None:
    met(phone)
    for asked in ("", "?figure=zebra&who=Amber", "?figure=bid&who=Zoe", "?figure=together&who=Amber"):
        assert phone.get(f"/statistics/why{asked}").status_code == 404


def test_a_detail_that_is_none_counts_nothing(phone: Phone) -> None:
    met(phone)
    for figure in ("suit", "level", "nil"):
        answer = phone.get(f"/statistics/why?figure={figure}&who=Amber&detail=zebra")
        assert answer.status_code == 200
        assert "0 made, 0 set" in words(answer)


def test_names_are_not_merged_before_all_evenings_are_counted(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    met(phone)
    met(phone, OTHERS, date="2026-03-13")
    form = phone.form("/statistics/choose", action="/spellings")
    source.forget()
    monkeypatch.setattr(source, "PATIENCE", -1)
    phone.send("", form, {"spelled": "Elly", "name": "Ellie"})
    assert phone.client.get_cookie(source.COOKIE) is None
    assert "still being counted" in words(phone.get("/statistics"))


def test_a_long_list_of_nights_has_pages(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.web.statistics.ON_A_PAGE", 2)
    for day in range(1, 4):
        met(phone, date=f"2026-03-0{day}")
    for page in ("/statistics/nights", "/statistics/why?figure=nights&who=Amber"):
        assert "night=2026-03-01" not in "".join(phone.read(page).links)
        [older] = [link for link in phone.read(page).links if "page=2" in link]
        assert "night=2026-03-01" in "".join(phone.read(older).links)
    # What was kept as a bookmark still opens.
    for formerly, now in (("evenings?player=Amber", "nights?player=Amber"), ("proposals", "players")):
        assert phone.get(f"/statistics/{formerly}").headers["Location"].endswith(f"/statistics/{now}")


def test_a_night_has_the_standings_of_all_its_sheets_and_the_way_to_each(phone: Phone) -> None:
    names = ("North", "East", "South", "West", "Joker")
    sheets = [met(phone), met(phone, names, title="Table 2")]
    met(phone, ("North", "Betty", "South", "West", "Joker"), date="2026-03-13")
    night = "/statistics/night?night=2026-03-06"
    assert "night=2026-03-06" in "".join(phone.read("/statistics/nights").links)
    assert row(phone, night, "Amber") == ["49", "1"]
    assert row(phone, night, "North") == ["49", "2"]
    assert "2 sheets, 2 hands, 10 players" in words(phone.get(night))
    assert {*sheets} <= {*phone.read(night).links}
    assert phone.get("/statistics/night?night=2026-03-07").status_code == 404


def test_a_season_shows_how_far_each_is_from_the_first_and_leads_to_the_two(phone: Phone) -> None:
    met(phone)
    assert "Against Amber" not in words(phone.get("/statistics/story"))
    met(phone, date="2026-03-13")
    html = phone.get("/statistics/story").text
    shown = words(phone.get("/statistics/story"))
    assert "Against Amber The curve is above the line where they are ahead. Cindy level 6 Mar 13 Mar" in shown
    assert "Betty 86 behind 6 Mar 13 Mar" in shown
    assert re.findall(r'points="([^"]*)"', html)[:2] == ["0,0 150,0 300,0", "0,0 150,50 300,100"]
    curves = html.partition('<ul class="curves">')[2].partition("</ul>")[0]
    # Each has its own line, and those of all others thin in it.
    assert curves.count("<polyline") == 4
    for curve in curves.split("<li>")[1:]:
        [own] = re.findall(r'id="(curve-\d)"', curve)
        assert {own, *re.findall(r'href="#(curve-\d)"', curve)} == {f"curve-{number}" for number in range(1, 5)}
    for address in re.findall(r'<li><a href="([^"]*)"', curves):
        assert phone.get(address.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize(
    ("file", "content_type"),
    [
        ("season.csv", "text/csv"),
        ("season-hands.csv", "text/csv"),
        ("season.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
def test_a_season_is_taken_along_with_its_choice(phone: Phone, file: str, content_type: str) -> None:
    met(phone)
    met(phone, date="2026-03-13")
    [link] = [link for link in phone.read("/statistics/nights?until=2026-03-06").links if file in link]
    answer = phone.get(link)
    assert answer.mimetype == content_type
    name, _, ending = file.partition(".")
    shown = f"season-offender-2026-03-06.{'hands.' if 'hands' in name else ''}{ending}"
    assert f"filename={shown}" in answer.headers["Content-Disposition"]
    if ending == "csv":
        assert "2026-03-13" not in answer.text
    assert phone.get(f"/statistics/{file}?player=Zoe").status_code == 404


def test_a_sheet_that_cannot_be_read_is_left_out_and_said(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = met(phone).rpartition("/")[2]
    met(phone, date="2026-03-13")
    stored = source.scorebook.stored

    def damaged(reader: Any, sheet_id: str, earlier: Any = None, **asked: Any) -> Any:
        if sheet_id == sheet:
            raise CorruptSheetError(sheet_id, "hand 1")
        return stored(reader, sheet_id, earlier, **asked)

    monkeypatch.setattr(source.scorebook, "stored", damaged)
    assert "1 sheet cannot be read and is left out" in words(phone.get("/statistics"))
    assert row(phone, SEASON, "Amber")[3] == "1"


def test_a_player_of_a_name_in_another_script_has_a_season(phone: Phone) -> None:
    names = ("Åsa", "安娜", "Bo & <b>Co</b>", "دانا", "O'Neill")
    met(phone, names)
    met(phone, names, date="2026-03-13")
    links = [
        link for page in ("", "/players", "/nights", "/choose") for link in phone.read(f"/statistics{page}").links
    ]
    # Of each kind of page one for each name; a way to rank says nothing of names.
    kinds = {re.sub("(figure|by)=[^&]*", "", link): link for link in links if link.startswith("/statistics")}
    for link in kinds.values():
        assert phone.get(link).status_code == 200, link
    assert "<b>Co</b>" not in phone.get(SEASON).text


def test_a_sheet_and_its_copy_count_once_until_they_differ(phone: Phone, sheet: str) -> None:
    assert phone.record(sheet).status_code == 303
    exported = phone.get(f"{sheet}/sheet.json").data
    copy = brought(phone, exported)
    assert copy != sheet
    assert row(phone, SEASON, "Amber")[3] == "1"
    assert "1 sheet has the same hands as another, and is not counted twice" in words(phone.get("/statistics"))
    of_one = int(row(phone, SEASON, "Amber")[0])
    assert phone.record(copy).status_code == 303
    # They are of one date, and so of one night.
    assert int(row(phone, SEASON, "Amber")[0]) > of_one
    assert row(phone, SEASON, "Amber")[3] == "1"
    assert "not counted twice" not in words(phone.get("/statistics"))


def test_sheets_of_one_night_stand_in_the_order_in_which_they_were_begun(phone: Phone) -> None:
    titles = ["Zebra", "Middle", "Aardvark"]
    for title in titles:
        met(phone, title=title)
    shown = words(phone.get("/statistics/night?night=2026-03-06"))
    assert sorted(titles, key=shown.index) == titles
    assert row(phone, SEASON, "Amber") == ["147", "1.00", "1 (1 shared)", "1"]


def test_a_sheet_begun_after_midnight_is_of_the_night_before(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime(2026, 3, 7, 5, 59).astimezone()

    monkeypatch.setattr("scorer.web.forms.datetime", Clock)
    page = next(link for link in phone.read("/").links if "offender" in link)
    assert ("date", "2026-03-06") in [field for form in phone.read(page).forms for field in form.fields]
