"""An evening in each engine: a new sheet, a hand, the auction, undo, offline and back, table mode."""

import time
from urllib.parse import urlsplit

from flask import Flask

from ...serving import listening
from ..phone import PLAYERS, TABLE_GAMES
from .engine import Engine

TURN = "() => !document.querySelector('#turn')?.inert && document.querySelector('#turn h2')?.textContent"
"""Who is to speak, once the guard against a double tap is over."""
BACK = "[aria-label='Back to the sheet']"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
TOTALS = """() => Object.fromEntries([...document.querySelectorAll("#standings th")]
    .map(part => [part.querySelector("bdi").textContent, part.querySelector("b").textContent]))"""


def choose(engine: Engine, proposer: str, accepter: str, level: str, suit: str, tricks: str) -> None:
    engine.tap("label", f"{proposer} proposed")
    engine.tap("label", f"{accepter} accepted")
    for key in (f"level-{level}", f"suit-{suit}", f"tricks-{tricks}"):
        engine.tap(f"label[for={key}]")


def save(engine: Engine) -> None:
    engine.wait("() => !document.querySelector('.go').hasAttribute('aria-disabled')")
    engine.tap(".go")


def expect_totals(engine: Engine, totals: dict[str, str]) -> None:
    """At once or, as they count up, soon."""
    engine.wait(f"totals => JSON.stringify(({TOTALS})()) === JSON.stringify(totals)", totals)


def speak(engine: Engine, *calls: str) -> None:
    """Calls of whoever's turn it is: words on a button, or a bid as "5C"."""
    for call in calls:
        asked = engine.wait(TURN)
        if call[0].isdigit():
            engine.tap(f"label[for=level-{call[:-1]}]")
            engine.tap(f"button[name=suit][value={call[-1]}]")
        else:
            engine.tap("#speak button", call)
        engine.wait(f"asked => ({TURN})() !== asked", asked)


def test_an_evening(app: Flask, engine: Engine) -> None:
    with listening(app) as address:
        start(engine, address)
        choose(engine, *TABLE_GAMES[0])
        engine.expect(".forecast", "Amber and Cindy bid 6")
        save(engine)
        engine.expect(".just-done", "Hand 1 saved")
        engine.tap(BACK)
        expect_totals(engine, {"Amber": "49", "Betty": "6", "Cindy": "49", "Diana": "6", "Ellie": "6"})
        engine.tap("a", "Next hand")
        engine.tap("a", "Call by call")
        speak(engine, "5C", "Accept", *["No proposal"] * 5)
        engine.tap("label[for=tricks-5]")
        save(engine)
        engine.expect(".just-done", "Hand 2 saved")
        # Sooner it would be the second half of a double tap on Save.
        time.sleep(1)
        engine.tap(".just-done button")
        engine.expect("[id=said]", "Undone: hand 2")
        engine.tap("label[for=tricks-6]")
        engine.expect(".forecast", "took 6")
    # The network is gone.
    save(engine)
    engine.expect("#outbox", "1 waiting")
    with listening(app, urlsplit(address).port or 0):
        engine.run("() => { dispatchEvent(new Event('online')); }")
        engine.expect(".just-done", "Hand 2 saved")
        engine.tap(BACK)
        engine.wait("() => document.querySelectorAll('tbody[id^=hand-]').length === 2")
        after = {"Amber": "59", "Betty": "42", "Cindy": "85", "Diana": "16", "Ellie": "16"}
        expect_totals(engine, after)
        engine.tap("#menu summary")
        engine.tap(".sheet-menu a", "Table mode")
        engine.wait("() => document.querySelector('#board') !== null")
        assert engine.run(FITS)
        for name, total in after.items():
            engine.expect(".scores li", name)
            engine.expect(".scores b", total)


def start(engine: Engine, address: str) -> None:
    engine.go(f"{address}/")
    engine.tap(".games a[href='/new/offender']")
    for seat, name in enumerate(PLAYERS):
        engine.tap(f"[aria-label='Player {seat + 1}']")
        engine.type(name)
    engine.tap("button.go", "Start")
    engine.expect("#hand", "Amber opens")
