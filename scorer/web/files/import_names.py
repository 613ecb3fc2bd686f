"""Names of a file that nobody sees or that could be taken for others: said before it is imported, with other names
to be written, which are an entry of their own behind what is imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wtforms import Form

from ...rules.names import name_faults, unclear_names
from ...sheet.core.ledger import Ledger, seated
from ...store import scorebook
from .. import commands
from ..forms import TextsField, own_key


class CalledForm(Form):
    """unclear: the number of the sheet in its file, a blank and a name of it; called: what each is to be called,
    in the same order, empty where it is kept.
    """

    unclear = TextsField()
    called = TextsField()

    def of(self, sheet: int) -> dict[str, str]:
        """By the names on a sheet what was written for them."""
        pairs = zip(self.unclear.data, self.called.data, strict=False)
        named = ((unclear.partition(" "), called.strip()) for unclear, called in pairs)
        return {name: called for (number, _, name), called in named if number == f"{sheet}" and called}


@dataclass(frozen=True)
class UnclearNames:
    """found: why, by name, as sentences; called: what some are to be called; faults: what is wrong with that."""

    found: Mapping[str, str] = field(default_factory=dict[str, str])
    called: Mapping[str, str] = field(default_factory=dict[str, str])
    faults: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, ledger: Ledger, form: CalledForm, sheet: int = 0) -> "UnclearNames":
        """sheet: its number in the file."""
        everybody = seated(ledger)
        found = {name: f"{why}." for name, why in unclear_names(everybody)}
        called = {name: new for name, new in form.of(sheet).items() if name in found and new != name}
        kept = [name for name in everybody if name not in called]
        # Whoever keeps a name stands before those who are named anew, and has to be told apart from them.
        wrong = dict(name_faults([*kept, *called.values()], kept))
        faults = {name: f"{wrong[at]}." for at, name in enumerate(called, len(kept)) if at in wrong}
        return cls(found, called, faults)

    def rename(self, sheet_id: str, *, key: str, device: str) -> None:
        """Call them so on the sheet that the request with this key imported: once, however often it comes."""
        if self.called:
            command = commands.rename(self.called)
            scorebook.append(sheet_id, command, key=own_key(f"{key} names"), seen=None, device=device)
