"""A phone of some years ago: no :has(), no container queries, no dynamic height, no requestSubmit."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from scorer.web.games import FORMS

from ...instruments.screenshots.screens import first_hand, import_sheet, usual_names
from ...long_form import in_short
from ..evening import hands
from ..phone import Phone
from ..table import join, tap_tricks

# A name that no browser knows stands for what that one did not: a rule or value with it counts for nothing.
UNKNOWN = {
    ":has(": ":unknown(",
    "(scripting:": "(unknown:",
    "@container": "@unknown",
    **dict.fromkeys(("dvh", "cqw", "cqh"), "unknown"),
}
LACKS = """
    delete HTMLFormElement.prototype.requestSubmit;
    delete Navigator.prototype.serviceWorker;
    const refuse = selector => {
        if (`${selector}`.includes(":has(")) throw new DOMException(selector, "SyntaxError");
    };
    for (const [type, names] of [
        [Document, ["querySelector", "querySelectorAll"]],
        [Element, ["querySelector", "querySelectorAll", "matches", "closest"]],
    ]) for (const name of names) {
        const real = type.prototype[name];
        type.prototype[name] = function (selector) { refuse(selector); return real.call(this, selector); };
    }
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...asked) => !asked.join().includes(":has(") && supports(...asked);
"""


@pytest.fixture
def old_page(page: Page) -> Page:
    def age(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for known, unknown in UNKNOWN.items():
            text = text.replace(known, unknown)
        route.fulfill(response=answer, body=text)

    page.route(re.compile(r"\.css$"), age)
    page.add_init_script(LACKS)
    return page


@pytest.mark.parametrize("game", in_short(FORMS, "offender"))
def test_a_hand_is_entered_and_table_mode_is_read_on_an_old_phone(old_page: Page, phone: Phone, game: str) -> None:
    page = old_page
    names = usual_names(game)
    example = import_sheet(phone, game, names, 1)
    sheet = import_sheet(phone, game, names, 0)
    join(page, phone, sheet, "score")
    page.goto(f"{sheet}/hand")
    fields = phone.form(first_hand(phone, example)).chosen()
    # Who accepts is asked when it is known who declares, and the tricks when all have bid.
    for name, value in sorted(fields.items(), key=lambda field: field[0] == "acceptor"):
        if name.startswith("taken_") and game == "oh-hell":
            continue
        choice = page.locator(f"#entry [name='{name}'][value='{value}']")
        if choice.count():
            page.locator(f"label[for='{choice.get_attribute('id')}']").tap()
        else:
            page.locator(f"#entry input[name='{name}']").fill(value)
            page.keyboard.press("Tab")
    if game == "oh-hell":
        tap_tricks(page, fields)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#go")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text(re.compile("Hand 1 saved"))).to_be_visible()
    [recorded], [meant] = hands(phone, sheet), hands(phone, example)
    assert {**recorded, "dealer": ""} == {**meant, "dealer": ""}
    page.goto(f"{sheet}/board")
    figures = page.locator(".scores b")
    expect(figures.first).to_be_visible()
    assert figures.first.evaluate("figure => parseFloat(getComputedStyle(figure).fontSize)") >= 50
