"""Disputes, agreements and rulings, on the table's phone and on a player's own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorer.sheet import sheet_file
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.csv import wide

from ...long_form import in_short
from ..evening import ruled, settled
from ..files.test_export import every_way_says_the_totals
from ..files.test_import import bring, look, sheets
from ..games import test_oh_hell, test_pirate_bridge, test_reverse_bridge, test_spades, test_ten_bridge
from ..phone import PLAYERS, TABLE_GAMES, Phone, tapped
from ..table import OtherPage, Table, found_by_axe, join, tap_tricks


def raised(table: Table, hand: int) -> str:
    """Object to a hand on the sheet, and give the address of the dispute."""
    page = table.page
    table.tap(page.locator(f"#hand-{hand} .opens"))
    table.tap(page.get_by_role("button", name=f"dispute hand {hand}"))
    page.wait_for_url("**/dispute/*")
    return urlsplit(page.url).path


@pytest.mark.long
def test_a_dispute_from_raising_to_sign_off_on_two_phones(page: Page, other_page: OtherPage) -> None:
    table = Table(page)
    table.start()
    for at, hand in enumerate(TABLE_GAMES[:3]):
        if at:
            table.next_hand()
        table.choose(*hand)
        table.record()
    page.goto(f"{table.sheet}/share")
    page.get_by_role("switch", name="Whoever opens the link may also score").tap()
    expect(page.get_by_role("switch")).to_be_checked()
    link = page.locator(".address a").get_attribute("href") or ""
    other = other_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    other.goto(link)
    other.get_by_role("button", name="I am a guest").tap()

    # Opened, objected to, and settled: three taps from "That is not right", and what is entered.
    page.goto(table.sheet)
    dispute = raised(table, 3)
    table.taps = 1
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("link", name="Betty"))  # Who says so, and what: this is entered.
    table.tap(page.locator("label[for=tricks-5]"))
    entered = 2
    expect(page.locator(".forecast")).to_contain_text("Cindy 51 → 30")
    assert found_by_axe(page) == []
    table.tap(page.get_by_role("button", name="Use this"))
    page.wait_for_url(f"**{table.sheet}")
    assert table.taps - entered <= 3
    assert table.standings()["Cindy"] == "117"
    page.goto(table.sheet)
    page.get_by_role("button", name=re.compile("^Undo")).first.tap()
    expect(page.locator("#said")).to_contain_text("Undone")

    # The other phone finds it on the sheet, and puts its version beside the sheet's.
    other.goto(table.sheet)
    other.get_by_role("link", name="hand 3").tap()
    other.get_by_role("link", name="Betty").tap()
    other.locator("label[for=tricks-5]").tap()
    other.get_by_role("button", name="Compare first").tap()
    other.wait_for_url(f"**{dispute}")
    expect(other.locator(".versions thead th")).to_have_text(["Sheet", "Betty"])
    assert found_by_axe(other) == []

    # The first phone sees both on one screen, and settles with a tap.
    page.goto(dispute)
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Use this").tap()
    page.wait_for_url(f"**{table.sheet}")
    assert table.standings()["Cindy"] == "117"

    # Both agree, and all sign at the end.
    page.goto(dispute)
    page.get_by_role("button", name="Amber agrees to hand 3").tap()
    expect(page.locator("#said")).to_contain_text("Agreed: Amber")
    other.goto(dispute)
    other.get_by_role("button", name="Diana agrees to hand 3").tap()
    expect(other.locator("#agree-3")).to_contain_text("✓ Diana")
    expect(other.locator("#agree-3")).to_contain_text("✓ Amber")
    assert found_by_axe(other) == []
    other.goto(f"{table.sheet}/agreement")
    for name in PLAYERS:
        other.get_by_role("button", name=f"{name} signs the sheet").tap()
        expect(other.locator("#said")).to_contain_text(f"Signed: by {name}")
    expect(other.locator("main")).to_contain_text("Signed by all.")
    assert found_by_axe(other) == []
    page.goto(table.sheet)
    expect(page.locator("main")).to_contain_text("Signed by Amber, Betty, Cindy, Diana and Ellie.")
    assert found_by_axe(page) == []


@pytest.fixture
def table(page: Page, phone: Phone, sheet: str) -> Table:
    """The phone on the table, which speaks for everybody."""
    join(page, phone, sheet, "score")
    page.wait_for_url(f"**{sheet}")
    return Table(page)


@pytest.fixture
def bettys(other_page: OtherPage, phone: Phone, sheet: str) -> Table:
    """Betty's phone, which watches."""
    page = other_page()
    page.goto(phone.share(sheet))
    page.wait_for_url("**/join/**")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Betty").tap()
    expect(page.locator("#said")).to_contain_text("This phone is Betty’s")
    return Table(page)


def test_an_own_phone_agrees_with_one_tap_and_the_table_s_for_everybody_else(
    phone: Phone, table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    dispute = settled(phone, sheet, 3)
    own.goto(dispute)
    expect(own.get_by_role("button", name="agrees to hand 2")).to_have_count(1)
    bettys.tap(own.get_by_role("button", name="Betty agrees to hand 2"))
    expect(own.locator("#agree-2")).to_have_text("Agreed by Betty (own phone).")
    assert bettys.taps == 1
    assert found_by_axe(own) == []
    assert own.evaluate("document.documentElement.scrollWidth") <= 360

    shared.goto(dispute)
    for name in ("Amber", "Cindy", "Diana", "Ellie"):
        shared.get_by_role("button", name=f"{name} agrees to hand 2").tap()
        expect(shared.get_by_role("button", name=f"{name} agrees to hand 2")).to_have_count(0)
    expect(shared.locator("#agree-2")).to_contain_text(
        "Agreed by Amber, Betty (own phone), Cindy, Diana and Ellie."
    )


@pytest.mark.long
def test_an_own_phone_signs_and_the_table_s_signs_for_all_also_for_its_player(
    table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    own.goto(f"{sheet}/agreement")
    expect(own.get_by_role("button", name="signs the sheet")).to_have_count(1)
    bettys.tap(own.get_by_role("button", name="Betty signs the sheet"))
    expect(own.locator("main")).to_contain_text("Signed by Betty (own phone).")
    assert bettys.taps == 1
    shared.goto(f"{sheet}/agreement")
    shared.get_by_role("button", name="Amber signs the sheet").tap()
    expect(shared.locator("main")).to_contain_text("✓ Betty (own phone)")
    expect(shared.locator("main")).to_contain_text("✓ Amber ")
    own.goto(sheet)
    expect(own.locator("main")).to_contain_text("Signed by Betty (own phone) and Amber.")


@pytest.mark.long
def test_an_own_phone_objects_with_one_tap_and_the_table_settles_it(
    table: Table, bettys: Table, sheet: str
) -> None:
    own, shared = bettys.page, table.page
    own.locator("#hand-3 .opens").tap()
    bettys.tap(own.get_by_role("button", name="dispute hand 3"))
    own.wait_for_url("**/dispute/*")
    assert bettys.taps == 1
    expect(own.get_by_role("button", name="Keep")).to_have_count(0)
    shared.goto(sheet)
    shared.get_by_role("link", name="hand 3", exact=True).tap()
    shared.get_by_role("button", name="Keep").tap()
    shared.wait_for_url(f"**{sheet}")
    shared.goto(f"{sheet}/history")
    expect(shared.locator("main")).to_contain_text("by Betty (own phone)")


FOUR = ("North", "East", "South", "West")


@dataclass(frozen=True)
class Evening:
    """hand: the fields of every hand; carried: what the ruling sets for the next hand, by its fields; begins: how
    the sentence ends that says so.
    """

    hand: Mapping[str, str]
    players: tuple[str, ...] = FOUR
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    carried: Mapping[str, Any] = field(default_factory=dict[str, Any])
    begins: str = ""

    @property
    def partners_change(self) -> bool:
        return self.options.get("option-totals") == "players"


OWN_TOTALS = {"option-totals": "players"}
EVENINGS = {
    "offender": Evening(tapped(), PLAYERS),
    "pirate-bridge": Evening(
        test_pirate_bridge.HEARTS,
        test_pirate_bridge.FOUR,
        carried={"below": {test_pirate_bridge.FOUR[1]: 20}, "games": {test_pirate_bridge.FOUR[1]: 1}},
        begins="begins the next hand with 20 points below the line and 1 game.",
    ),
    "spades": Evening(
        test_spades.SEVEN,
        options=OWN_TOTALS,
        carried={"bags": [3, 0]},
        begins="begin the next hand with 3 bags.",
    ),
    "oh-hell": Evening(
        test_oh_hell.fields((1, 1, 1, 0, 0), {2: 0}), PLAYERS, {"option-hand_sizes": "2, 2, 2, 2, 2, 2"}
    ),
    "ten-bridge": Evening(
        {name: value for name, value in test_ten_bridge.tapped().items() if value},
        options=OWN_TOTALS,
        carried={"part_scores": [0, 8]},
        begins="begin the next hand with a part score of 8.",
    ),
    "reverse-bridge": Evening(test_reverse_bridge.tapped(), options=OWN_TOTALS),
}


class Director(Table):
    """Whoever rules at a table: with a browser, and beside it a phone that enters hands without one."""

    def __init__(self, page: Page, phone: Phone, sheet: str) -> None:
        super().__init__(page)
        self.phone = phone
        self.at = sheet
        self.before: list[bytes] = []

    def facts(self) -> bytes:
        return self.phone.get(f"{self.at}/sheet.json").data

    def begin(self, path: str) -> None:
        """Remember how the sheet stands, and open a page to change it."""
        self.before.append(self.facts())
        self.page.goto(f"{self.at}{path}")

    def enter(self, hand: Mapping[str, str]) -> None:
        self.before.append(self.facts())
        assert self.phone.enter(self.at, hand).status_code == 303

    def change_partners(self) -> None:
        self.begin("/seats")
        self.tap(self.page.get_by_role("button", name="North with East"))
        expect(self.page.locator(".forecast")).to_contain_text("North & East play against South & West")
        self.tap(self.page.get_by_role("button", name="Save", exact=True))
        expect(self.page.locator("#said")).to_contain_text("Seated")

    def enter_with_note(self, hand: Mapping[str, str]) -> None:
        self.begin("/hand")
        # In the order of the page, which asks one bidder after the other, and then for the tricks.
        keys: list[str] = self.page.locator("#entry input").evaluate_all(
            "(inputs, hand) => inputs.filter(it => hand[it.name] === it.value).map(it => it.id)", dict(hand)
        )
        for key in sorted(keys, key=lambda key: key.startswith("taken")):
            self.tap(self.page.locator(f'label[for="{key}"]'))
        if self.page.locator(".counting").count():
            tap_tricks(self.page, hand)
        self.open_note()
        self.tap(self.page.get_by_text("claimed", exact=True))
        self.record()

    def adjust(self) -> None:
        """Ten points from the player or side that sits second."""
        self.begin("/adjust")
        self.page.locator("#points-1").fill("-10")
        self.page.locator("#note").fill("late")
        self.tap(self.page.locator("label[for=by-1]"))
        expect(self.page.locator(".forecast")).to_contain_text("After hand 3, without a deal.")
        self.tap(self.page.get_by_role("button", name="Save", exact=True))
        expect(self.page.locator("#said")).to_contain_text("−10 (late)")

    def rule(self, hand: int, players: Sequence[str], carried: Mapping[str, Any]) -> None:
        """Thirty points for the first column instead of what was played, as an earlier release wrote them."""
        page = self.page
        self.begin("")
        self.tap(page.locator(f"#hand-{hand} .opens"))
        self.tap(page.get_by_role("button", name=f"dispute hand {hand}"))
        page.wait_for_url("**/dispute/*")
        self.before.append(self.facts())  # That it is disputed is an act, too.
        ruled(self.phone, page.url, [30], players, "ruling: revoke", carried)
        page.goto(self.at)
        expect(page.locator(f"#hand-{hand}")).to_contain_text("ruling: revoke")

    def undo(self) -> None:
        """Undo the last act, and find the sheet as it was before it."""
        self.page.goto(self.at)
        self.tap(self.page.get_by_role("button", name=re.compile("^Undo")).first)
        expect(self.page.locator("#said")).to_contain_text("Undone")
        assert self.facts() == self.before.pop()

    def taken_away(self, tmp_path: Path) -> dict[str, bytes]:
        """What the page of exports saves, by the end of its address."""
        found: dict[str, bytes] = {}
        self.page.goto(f"{self.at}/export")
        self.page.get_by_text("More", exact=True).tap()
        for address in (*(f"{self.at}/sheet{kind}" for kind in (".json", ".csv", ".xlsx")), "/bundle.zip"):
            with self.page.expect_download() as saved:
                self.page.locator(f'main a[href="{address}"]').tap()
            saved.value.save_as(tmp_path / "saved")
            found[address.rpartition(".")[2]] = (tmp_path / "saved").read_bytes()
        return found


@pytest.mark.long
@pytest.mark.parametrize("game", in_short(EVENINGS, "pirate-bridge"))
def test_a_director_rules_and_it_is_explained_taken_away_and_undone(
    app: Flask, phone: Phone, page: Page, tmp_path: Path, game: str
) -> None:
    evening = EVENINGS[game]
    sheet = phone.start(evening.players, game, **evening.options)
    phone.enter(sheet, evening.hand)
    phone.enter(sheet, evening.hand)
    join(page, phone, sheet, "score")
    director = Director(page, phone, sheet)
    if evening.partners_change:
        director.change_partners()
    director.enter_with_note(evening.hand)
    expect(page.get_by_text("Note: claimed")).to_be_visible()
    director.adjust()
    director.enter(evening.hand)
    director.rule(4, evening.players, evening.carried)
    expect(page.locator("#hand-4")).to_contain_text(evening.begins)
    director.enter(evening.hand)

    page.goto(sheet)
    ledger = Ledger.of(sheet_file.load(director.facts()))
    shown = {name: total.replace("−", "-") for name, total in director.standings().items()}
    assert shown == dict(zip(ledger.columns, map(str, ledger.totals), strict=True))
    page.locator("#standings a").nth(1).tap()
    answer = page.locator("#answer")
    expect(answer).to_contain_text("adjustment: late")
    expect(answer).to_contain_text("−10")
    page.goto(sheet)
    page.locator("#hand-4 .opens").tap()
    page.locator(".gets a.ask").first.tap()
    expect(answer).to_contain_text("ruling: revoke")
    expect(answer).to_contain_text("What had been bid and taken")
    expect(answer).to_contain_text(evening.begins)
    expect(page.locator(".worked")).to_contain_text("30")

    every_way_says_the_totals(phone, sheet, ledger)
    saved = director.taken_away(tmp_path)
    assert saved["json"] == director.facts()
    assert saved["csv"] == phone.get(f"{sheet}/sheet.csv").data
    assert saved["xlsx"][:2] == b"PK"
    for kind in ("json", "csv", "zip"):
        other = Phone(app)
        assert bring(other, look(other, saved[kind], name=f"sheet.{kind}")).status_code == 303
        (copy,) = sheets(other)
        back = Ledger.of(sheet_file.load(other.get(f"{copy}/sheet.json").data))
        assert wide(back) == wide(ledger), kind

    while director.before:
        director.undo()
