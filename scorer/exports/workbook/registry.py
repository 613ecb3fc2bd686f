"""The games whose points follow from the facts of each hand by formulas a table can read.

In the others what a hand pays hangs on the hands before it, by bags, part scores or games won: their points are
the sum of the lines that the app gave, each with its reason.
"""

from ...rules.offender.game import Offender
from ...rules.oh_hell.game import OhHell
from ...rules.plain.game import Plain
from ...rules.reverse_bridge.game import ReverseBridge
from . import offender, oh_hell, plain, reverse_bridge
from .live import Live

LIVE: dict[str, Live] = {
    Offender.key: offender.LIVE,
    OhHell.key: oh_hell.LIVE,
    ReverseBridge.key: reverse_bridge.LIVE,
    Plain.key: plain.LIVE,
}
