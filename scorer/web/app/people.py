"""What the people of a sheet are called: players as they are called now, guests as they call themselves."""

from collections.abc import Mapping, Sequence
from itertools import chain

from ...sheet.core.entries import name_now
from ...store import importing, people
from ...store.importing import Import
from ...store.people import Called, Grant
from ...store.scorebook import Snapshot
from . import access

SOMEBODY = "A phone that scores"
"""What is said of one that has no name."""


def called(snapshot: Snapshot) -> Called:
    """What a player is called now who was called so after an entry; "" for nobody who has sat at the table."""

    def now(name: str, number: int) -> str:
        name = name_now(snapshot.entries, name, number)
        return name if name in snapshot.seated else ""

    return now


def name_of(snapshot: Snapshot, grant: Grant) -> str:
    """Who a phone is on a sheet, "" where nobody has said so."""
    return called(snapshot)(grant.player, grant.player_number) if grant.player else grant.guest or ""


def names_on(snapshot: Snapshot) -> dict[str, str]:
    """Who the phones are that have a sheet, or had it once, by their devices; those that have a name."""
    had = {device: one.grant for device, one in people.former(snapshot.id).items()}
    grants = had | {one.device: one.grant for one in people.people(snapshot.id) if not one.grant.is_asked}
    named = {device: name_of(snapshot, grant) for device, grant in grants.items()}
    return {device: name for device, name in named.items() if name}


def name_here(snapshot: Snapshot) -> str:
    """Who this phone is to the others."""
    return name_of(snapshot, access.grant(snapshot.id)) or SOMEBODY


def devices_of(snapshot: Snapshot, imports: Mapping[int, Import]) -> Sequence[str]:
    """Who wrote on a sheet, each device once, in the order of their first entries."""
    both = (
        (entry.device, imports[entry.number].device if entry.number in imports else entry.device)
        for entry in snapshot.entries
    )
    return list(dict.fromkeys(chain.from_iterable(both)))


def phone_here(snapshot: Snapshot) -> str:
    """What this phone is called in the history of a sheet, once it has written there."""
    here = access.device_here()
    wrote = devices_of(snapshot, importing.imports(snapshot.id))
    return name_of(snapshot, access.grant(snapshot.id)) or f"Phone {[*wrote, here].index(here) + 1}"
