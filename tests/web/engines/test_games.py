"""A hand of each game is entered and saved in each engine."""

import pytest
from flask import Flask

from scorer.rules.registry import GAMES

from ...instruments.screenshots.camera import ENTER
from ...instruments.screenshots.screens import first_hand, import_sheet, usual_names
from ...long_form import in_short
from ...serving import listening
from ..phone import Phone
from .engine import Engine
from .test_journeys import save

OF_THE_PAGE = ("csrf_token", "key", "seen")
"""Fields of every form, which stay as the page of the new hand has them."""


@pytest.mark.parametrize("game", in_short(GAMES))
def test_a_hand_is_entered_as_in_chromium(app: Flask, engine: Engine, game: str) -> None:
    phone = Phone(app)
    played = import_sheet(phone, game, usual_names(game), 1)
    fields = phone.form(first_hand(phone, played)).chosen().items()
    hand = [(name, value) for name, value in fields if name not in OF_THE_PAGE]
    sheet = import_sheet(phone, game, usual_names(game), 0)
    with listening(app) as address:
        engine.go(address + phone.share(sheet, "score"))
        engine.tap("button", "I am a guest")
        engine.wait("() => document.querySelector('#standings') !== null")
        engine.go(f"{address}{sheet}/hand")
        engine.wait("() => document.querySelector('#entry') !== null")
        engine.run(ENTER, hand)
        save(engine)
        engine.expect(".just-done", "Hand 1 saved")
        assert phone.totals(sheet) == phone.totals(played)
        assert engine.run("() => document.documentElement.scrollWidth <= innerWidth")
