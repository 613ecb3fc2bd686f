"""What a run saw, in a few lines."""

from collections import Counter
from dataclasses import dataclass

from .audit import Audit
from .tally import Tally


@dataclass(frozen=True)
class Report:
    """before, after: the audits on both sides of the last kill. seconds: how long the whole run took."""

    hands: int
    seed: int
    clients: int
    tally: Tally
    before: Audit
    after: Audit
    seconds: float

    @property
    def clean(self) -> bool:
        return (
            self.before.clean
            and self.after.clean
            and not self.tally.troubles
            and self.tally.counts["acknowledged"] == self.hands
        )

    def __str__(self) -> str:
        counts, together = self.tally.counts, self.clients - self.clients // 2
        lines = [
            f"Seed {self.seed}: {self.hands} hands, {self.clients} clients, {together} of them on one sheet.",
            f"Acknowledged: {counts['acknowledged']} hands, in {self.seconds:.0f} s.",
            f"Kills: {counts['kills']}, {counts['kills in flight']} with a hand on its way; one more at the end.",
            f"Connections broken: {counts['broken']}. Answers dropped: {counts['dropped']}.",
            f"Requests repeated: {counts['repeated']}. Sent twice at once: {counts['twins']}.",
            f"Sent again after later ones: {counts['reordered']}.",
            f"Refused as stale (409): {counts['refused']}, {counts['stale']} provoked.",
            f"Answered busy (503): {counts['busy']}.",
            f"Before the last kill: {self.before}.",
            f"After it: {self.after}.",
        ]
        lines += [f"Trouble, {times}×: {trouble}" for trouble, times in Counter(self.tally.troubles).items()]
        lines.append("Clean." if self.clean else "NOT CLEAN.")
        return "\n".join(lines)
