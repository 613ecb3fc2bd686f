"""A season of the server: tables add their sheets, and whoever has its link sees its figures, and no sheet."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from scorer.statistics.evening import day_of
from scorer.store import seasons
from scorer.store.models import db
from scorer.store.seasons import STATISTICS
from scorer.web.app.limits import WRONG_CODES_A_MINUTE

from ...serving import scorer
from ..app import test_club_code
from ..evening import form_of, joined, press
from ..phone import Phone, read, words
from .test_pages import met, rank

AUTUMN = "Autumn 2026"


def season(app: Flask, *arguments: str, status: int = 0) -> list[str]:
    """What the command prints about the database of the app."""
    with app.app_context():
        url = db.engine.url.render_as_string(hide_password=False)
    done = scorer(Path(app.instance_path).parent, "season", *arguments, "--database", url)
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines() + done.stderr.splitlines()


def links(app: Flask, name: str = AUTUMN, *options: str) -> tuple[str, str]:
    """The paths of the figures and of tonight."""
    figures, tonight = season(app, name, *options)[-2:]
    return urlsplit(figures.rpartition(" ")[2]).path, urlsplit(tonight.rpartition(" ")[2]).path


def make(app: Flask, name: str = AUTUMN) -> str:
    """A season made without the command; the address of its figures."""
    with app.app_context():
        return f"/season/{seasons.make(name).key(STATISTICS)}"


def add(phone: Phone, sheet: str, name: str = "", **fields: str) -> int:
    """Add a sheet to a season, of several to this one; the status of the answer."""
    path = f"{sheet}/season"
    form = phone.form(path, action=path)
    if name:
        with phone.client.application.app_context():
            chosen = seasons.named(name)
        fields["season"] = chosen.id if chosen else "none"
    return phone.send(path, form, fields).status_code


def take_out(phone: Phone, sheet: str) -> None:
    assert phone.send("", phone.form(f"{sheet}/season", action="/remove")).status_code == 303


def test_the_host_makes_a_season_and_its_links_stay_until_they_are_made_anew(app: Flask, phone: Phone) -> None:
    assert season(app) == ["There is no season yet: “scorer season NAME” makes one."]
    made = season(app, " Autumn  2026 ")
    assert (
        made[0]
        == f"Made the season {AUTUMN}. A sheet is in it once whoever scores adds it, on a phone under “Share”."
    )
    assert made[1] == f"{AUTUMN}, 0 sheets"
    assert season(app, "autumn 2026") == made[1:]
    sheet = met(phone)
    assert add(phone, sheet) == 303
    before = links(app)
    assert rank(Phone(app), before[0], "Amber") == "49"
    after = links(app, AUTUMN, "--renew")
    assert {*before}.isdisjoint(after)
    assert links(app) == after
    assert [Phone(app).get(path).status_code for path in (before[0], after[0])] == [404, 200]
    assert "It was made anew, or its season is over." in words(Phone(app).get(before[0]))


def test_the_host_lists_seasons_and_sheets_takes_one_out_and_ends_a_season(app: Flask, phone: Phone) -> None:
    met(phone, title="Friday")
    sheet = met(phone, title="Saturday")
    spring, autumn = make(app, "Spring"), make(app)
    assert add(phone, sheet, AUTUMN) == 303
    assert season(app) == [f"{AUTUMN}, 1 sheet", "Spring, 0 sheets"]
    [line] = season(app, AUTUMN, "--sheets")
    assert line.startswith("2  Saturday, Offender, Amber, ")
    assert "Sheet 1 is not in the season" in season(app, AUTUMN, "--remove", "1", status=1)[0]
    assert season(app, AUTUMN, "--remove", "2") == [
        f"Sheet 2 counts no more in the season {AUTUMN}. It stays as it is."
    ]
    assert season(app, AUTUMN, "--sheets")[0].startswith("No sheet is in it yet.")
    assert (
        "There is no season Summer: “scorer season” lists them." in season(app, "Summer", "--renew", status=1)[0]
    )
    assert season(app, "Spring", "--delete", "--yes")[0].startswith("The season Spring is gone")
    assert season(app) == [f"{AUTUMN}, 0 sheets"]
    assert [phone.get(path).status_code for path in (spring, autumn)] == [404, 200]
    assert "1 to 40 letters" in season(app, "x" * 41, status=1)[0]
    assert "The name of a season is missing" in season(app, "--renew", status=2)[-1]


def test_a_sheet_is_added_only_where_the_host_has_made_a_season(app: Flask, phone: Phone) -> None:
    sheet = met(phone)
    assert f"{sheet}/season" not in phone.read(f"{sheet}/share").links
    assert phone.get(f"{sheet}/season").status_code == 404
    path = make(app)
    assert f"{sheet}/season" in phone.read(f"{sheet}/share").links
    assert "Nothing to count yet" in words(Phone(app).get(path))
    said = words(phone.get(f"{sheet}/season"))
    assert "Whoever has the link of a season sees the names of the players" in said
    assert add(phone, sheet) == 303
    assert f"This sheet counts in {AUTUMN}." in words(phone.get(f"{sheet}/season"))
    assert f"Counts in {AUTUMN}" in words(phone.get(f"{sheet}/share"))
    assert rank(Phone(app), path, "Amber") == "49"


def test_play_again_carries_on_the_seasons_of_the_sheet(app: Flask, phone: Phone) -> None:
    sheet = met(phone)
    make(app)
    assert add(phone, sheet) == 303
    press(phone, sheet, "finish")
    form = form_of(phone.get(f"{sheet}/end"), f"like={sheet.removeprefix('/sheets/')}")
    following = phone.send("", form, {"action": "start"}).headers["Location"].removesuffix("/hand")
    assert f"This sheet counts in {AUTUMN}." in words(phone.get(f"{following}/season"))
    # Nobody adds a sheet to a season by naming one that they do not score.
    stranger = Phone(app)
    own = stranger.form("/new/offender")
    own.action = form.action
    assert stranger.send("", own, {"player": [], "action": "start"}).status_code == 404
    watcher = joined(app, phone, sheet, "view", "Betty")
    own = watcher.form("/new/offender")
    own.action = form.action
    alone = watcher.send("", own, {"player": [], "action": "start"}).headers["Location"].removesuffix("/hand")
    assert "This sheet counts" not in words(watcher.get(f"{alone}/season"))


def test_whoever_scores_takes_a_sheet_out_and_no_one_else(app: Flask, phone: Phone) -> None:
    sheet, path = met(phone), make(app)
    assert add(phone, sheet) == 303
    watcher = joined(app, phone, sheet, "view", "Betty")
    assert watcher.get(f"{sheet}/season").status_code == 403
    other = joined(app, phone, sheet, "score")
    take_out(other, sheet)
    assert f"Taken out of {AUTUMN}." in words(other.get(f"{sheet}/season"))
    assert "Amber" not in words(Phone(app).get(path))


def test_of_several_seasons_one_is_chosen_and_each_shows_its_own_sheets(app: Flask, phone: Phone) -> None:
    sheet, other = met(phone), met(phone, ("Ann", "Bo", "Cem", "Dora", "Eva"))
    spring, autumn = make(app, "Spring"), make(app)
    assert add(phone, sheet) == 422
    assert add(phone, sheet, "Spring") == 303
    assert add(phone, other, AUTUMN) == 303
    assert [name in phone.get(spring).text for name in ("Amber", "Dora")] == [True, False]
    assert [name in phone.get(autumn).text for name in ("Amber", "Dora")] == [False, True]
    assert add(phone, sheet) == 303
    assert phone.form(f"{sheet}/season", action="/remove")
    assert "Amber" in phone.get(f"{autumn}/standings").text


def test_another_link_shows_the_added_sheets_of_tonight_and_follows_them(app: Flask, phone: Phone) -> None:
    path = make(app)
    _, tonight = links(app)
    today = f"{day_of(datetime.now(UTC))}"
    sheet, earlier = met(phone, date=today, title="Table 1"), met(phone, date="2026-03-06", title="Earlier")
    met(phone, date=today, title="Not added")
    for each in (sheet, earlier):
        assert add(phone, each) == 303
    television = Phone(app)
    shown = television.get(tonight)
    assert shown.headers.getlist("Set-Cookie") == []
    assert AUTUMN in words(shown)
    assert [title in shown.text for title in ("Table 1", "Earlier", "Not added")] == [True, False, False]
    assert not [link for link in read(shown).links if link.startswith(("/sheets", "/season", "/statistics"))]
    [news] = [part.partition('"')[0].replace("&amp;", "&") for part in shown.text.split('data-news="')[1:]]
    assert news.startswith(tonight)
    assert television.get(news).status_code == 204
    assert phone.record(sheet).status_code == 303
    assert television.get(news).status_code == 205
    # Neither link opens what the other shows.
    key, other = path.rpartition("/")[2], tonight.rpartition("/")[2]
    for wrong in (f"/tonight/{key}", f"/tonight/{key}/news", f"/season/{other}"):
        assert television.get(wrong).status_code == 404
    take_out(phone, sheet)
    assert "No sheet of tonight yet" in words(television.get(tonight))


def test_the_club_code_is_asked_for_and_taking_out_asks_for_nothing(app: Flask, phone: Phone) -> None:
    sheet, path = met(phone), make(app)
    app.config["CLUB_CODE"] = test_club_code.CODE
    assert add(phone, sheet) == 422
    form = phone.form(f"{sheet}/season", action="/season")
    refused = phone.send("", form, {"club_code": "Tuesday Rummy"})
    assert refused.status_code == 422
    assert test_club_code.FIELD in read(refused).errors
    assert "Amber" not in phone.get(path).text
    assert add(phone, sheet, club_code=test_club_code.CODE) == 303
    app.config["CLUB_CODE"] = "another code"
    take_out(phone, sheet)


def test_wrong_keys_are_not_found_and_held_up_after_some_and_right_ones_never(app: Flask, phone: Phone) -> None:
    path = make(app)
    wrong = [phone.get(f"/season/{number}").status_code for number in range(WRONG_CODES_A_MINUTE + 1)]
    assert wrong == [404] * WRONG_CODES_A_MINUTE + [429]
    assert phone.get(path).status_code == 200


def test_every_page_of_a_season_leads_to_its_other_pages_and_to_no_sheet(app: Flask, phone: Phone) -> None:
    path = make(app)
    for day in ("2026-03-06", "2026-03-13"):
        assert add(phone, met(phone, date=day)) == 303
    stranger = Phone(app)
    assert stranger.get(path).headers["Cache-Control"] == "private, no-cache"
    waiting, found = {path}, set[str]()
    while waiting:
        found.add(address := waiting.pop())
        shown = stranger.read(address)
        there = {link for link in shown.links if not link.startswith(("/static", "/help", "/settings"))}
        assert all(link.startswith((path, "#")) for link in there), (address, there)
        assert not [form for form in shown.forms if form.writes]
        waiting |= {link.partition("#")[0] for link in there if len(found) < 60} - found - {""}
    assert len(found) > 20
