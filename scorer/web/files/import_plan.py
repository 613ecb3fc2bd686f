"""What would become of a sheet file that is imported, and doing it."""

from dataclasses import dataclass, field
from enum import Enum

from ...rules.core import counted
from ...rules.reading import FormatError
from ...sheet import audit, importing
from ...sheet.audit import TamperedHistoryError
from ...sheet.core.judge import IllegalHandError
from ...sheet.importing import Sealed, Work
from ...store import files as store
from ...store import scorebook
from ...store.models import CorruptSheetError
from ...store.scorebook import Snapshot, sealed
from .. import repeats
from ..app.display import fault_text
from .import_names import UnclearNames


class ImportStatus(Enum):
    NEW = "new"
    UPDATE = "update"  # the sheet here is this one at an earlier time
    SAME = "same"  # it is here already, act for act
    COPY = "copy"  # the sheet here has gone on, or another way
    BARE = "bare"  # its history does not hold, the sheet does
    REFUSED = "refused"


CAN_BE = (ImportStatus.NEW, ImportStatus.UPDATE, ImportStatus.COPY, ImportStatus.BARE)
"""What can be imported."""

KIN = 4
"""What it takes to compare a sheet with another that began alike, as hands that are judged."""


@dataclass(frozen=True)
class ImportPlan:
    """A file and its status. note: why, in sentences; snapshot: the sheet of the file, None where it was refused;
    history: whether its acts are imported as they are; here: the sheet on this phone that it belongs to; names:
    those that are hard to tell.
    """

    name: str
    status: ImportStatus
    note: str
    snapshot: Snapshot | None = None
    digests: tuple[str, ...] = ()
    history: bool = False
    here: Snapshot | None = None
    names: UnclearNames = field(default_factory=UnclearNames)

    @property
    def can_be(self) -> bool:
        return self.status in CAN_BE

    @property
    def is_here(self) -> bool:
        """Whether every act of the file is on the sheet here, as once it was imported."""
        return bool(self.here and self.snapshot and sealed(self.here)[: self.snapshot.version] == self.digests)


def brings(each: ImportPlan, sheet_id: str) -> bool:
    """Whether a sheet that was imported before begins as the one in this file, act for act."""
    try:
        here = scorebook.read(sheet_id)
    except CorruptSheetError:
        return True
    acts = each.snapshot.entries if each.snapshot else ()
    return len(here.entries) >= len(acts) and all(
        one.kind is other.kind and repeats.written(one.facts) == repeats.written(other.facts)
        for one, other in zip(acts, here.entries, strict=False)
    )


def refused(name: str, why: str) -> ImportPlan:
    return ImportPlan(name, ImportStatus.REFUSED, why)


def plan(name: str, content: bytes, *, key: str, device: str, work: Work) -> ImportPlan:
    """What would become of a sheet file. key: of the request that imports it; device: "" for an unknown one.

    Raises TooMuchWorkError.
    """
    try:
        read = importing.read(content, work)
        if isinstance(read, Sealed):
            return _of_history(name, read, device, work)
        return of_acts(name, read, key=key, device=device)
    except (TamperedHistoryError, FormatError, IllegalHandError, CorruptSheetError) as fault:
        return _without_history(name, content, in_sentences(fault), key=key, device=device, work=work)


def of_acts(
    name: str,
    acts: importing.Acts,
    *,
    key: str,
    device: str,
    status: ImportStatus = ImportStatus.NEW,
    note: str = "",
) -> ImportPlan:
    entries = store.first_written(acts, key=key, device=device)
    return ImportPlan(name, status, note, Snapshot.of("", entries), audit.digests(entries))


def _without_history(name: str, content: bytes, why: str, *, key: str, device: str, work: Work) -> ImportPlan:
    """For a file whose history does not hold: the sheet alone, where that can be had."""
    try:
        acts = importing.read_bare(content, work)
        note = f"{why} The sheet alone can be imported, as a copy without that history."
        return of_acts(name, acts, key=key, device=device, status=ImportStatus.BARE, note=note)
    except (FormatError, IllegalHandError):
        return refused(name, why)


def _of_history(name: str, read: Sealed, device: str, work: Work) -> ImportPlan:
    snapshot = Snapshot.of("", read.entries)
    kin = [(other, sealed(other)) for other in store.begun_with(read.digests[0], device)] if device else []
    work.spend(KIN * len(kin))
    if not kin:
        return ImportPlan(name, ImportStatus.NEW, "", snapshot, read.digests, True)
    earlier = [other for other, digests in kin if read.goes_on_from(digests)]
    if earlier:
        here = max(earlier, key=lambda other: other.version)
        more = snapshot.version - here.version
        if not more:
            return ImportPlan(
                name,
                ImportStatus.SAME,
                "Entry for entry, so there is nothing to import.",
                snapshot,
                read.digests,
                True,
                here,
            )
        further = counted(more, "more entry", "more entries")
        note = f"The sheet here goes on with {further}; what is on it stays as it is."
        return ImportPlan(name, ImportStatus.UPDATE, note, snapshot, read.digests, True, here)
    here, digests = max(kin, key=lambda each: _in_common(each[1], read.digests))
    common = _in_common(digests, read.digests)
    if common == snapshot.version:
        note = f"The sheet here is further, by {counted(here.version - common, 'entry', 'entries')}."
    else:
        note = f"The sheet here went another way after entry {common}."
    note += " This one can be imported beside it, as a copy."
    return ImportPlan(name, ImportStatus.COPY, note, snapshot, read.digests, True, here)


def _in_common(these: tuple[str, ...], those: tuple[str, ...]) -> int:
    """How many acts two histories begin with alike. Digests are chained: where one is the same, all before are."""
    return sum(this == that for this, that in zip(these, those, strict=False))


def in_sentences(fault: TamperedHistoryError | FormatError | IllegalHandError | CorruptSheetError) -> str:
    if isinstance(fault, TamperedHistoryError):
        first, *more = fault.faults
        others = f" {counted(len(more), 'more fault')} in it." if more else ""
        return f"Its history was altered: {first.detail}.{others}"
    if isinstance(fault, IllegalHandError):
        return f"Hand {fault.hand} breaks a rule: {fault.violation.detail}"
    return fault_text(fault) if isinstance(fault, FormatError) else f"Its history makes no sheet: {fault.reason}."


def take(chosen: ImportPlan, *, key: str, device: str) -> str:
    """Do what the plan says, and give the id of the sheet.

    Raises StaleVersionError where the sheet here changed meanwhile.
    """
    entries = chosen.snapshot.entries if chosen.snapshot else ()
    if chosen.here and chosen.status is ImportStatus.SAME:
        return chosen.here.id
    if chosen.here and chosen.status is ImportStatus.UPDATE:
        return store.go_on(chosen.here.id, entries, chosen.digests, device=device).id
    return store.bring(entries, chosen.digests, key=key, device=device, history=chosen.history)
