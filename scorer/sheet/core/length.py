"""How long a game goes on, and the length that a table has agreed on: which hand is the last by it."""

from datetime import datetime, timedelta

from .totals import Totals


def last_hand(ledger: Totals, began: datetime, now: datetime) -> str:
    """That the hand now played, or the next one, is the last, as a sentence; empty where it is not.

    began: when the sheet was started. By the clock nothing ends by itself: the table closes the sheet.
    """
    agreed = ledger.table.game.options.length
    if not agreed or ledger.over:
        return ""
    if ledger.table.hands_left == 1:
        return f"This is the last hand of the agreed length, {ledger.table.agreed_length}."
    if "minutes" in agreed and now - began >= timedelta(minutes=agreed["minutes"]):
        return f"The agreed {ledger.table.agreed_length} are over: this is the last hand."
    return ""


def progress(ledger: Totals) -> str:
    """How far the game is, in a few words; empty where no number says when it ends, and where it is over."""
    if ledger.over:
        return ""
    table = ledger.table
    if game_says := table.game.progress(ledger.totals, table.carry):
        return game_says
    return f"hand {table.hands + 1} of {table.hands + table.hands_left}" if table.hands_left else ""
