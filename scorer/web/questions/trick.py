"""The trick on trial: who won it, who leads next, and who could have followed. Nothing of it is stored."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.tricks.verdict import reasons, verdict
from ..app import access
from ..forms.trick import TrickForm
from .hand_choice import HandForm, asked, hands_to_ask

bp = Blueprint("trick", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/trick")
def show(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    # Where the contract of the hand that is played is not on the sheet, the question is likely about the last one.
    likely = next((hand for hand in hands if hand.facts), hands[0])
    hand = asked(hands, HandForm(request.args).hand.data, likely)
    table = hand.table
    play_rules = table.game.play_rules(hand.facts, table.dealer, table.carry)
    form = TrickForm.of(request.args, table.game.players, play_rules) if play_rules else None
    trial = form and form.trial
    answer = render_template(
        "questions/trick.html",
        snapshot=snapshot,
        game=table.game,
        table=table,
        hands=hands,
        hand=hand,
        play_rules=play_rules,
        form=form,
        trial=trial,
        verdict=verdict(trial) if trial else "",
        reasons=[*reasons(trial)] if trial else [],
    )
    return answer, 422 if form and form.faults else 200
