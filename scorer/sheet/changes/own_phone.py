"""A phone of a player's own: what they are called now, and for whom the phone has spoken."""

from collections.abc import Sequence

from ..core.entries import Entry, EntryKind, timeline


def name_now(entries: Sequence[Entry], name: str, number: int) -> str:
    """What a player is called now who was called so after entry `number`.

    Empty where the renaming that gave them the name was undone: two names may have become one by it.
    """
    then, now = timeline(entries[:number]).acts, timeline(entries).acts
    stands = {act.number for act in now}
    for act in then:
        if act.number not in stands and act.kind is EntryKind.RENAME and name in act.facts["names"].values():
            return ""
    before = {act.number for act in then}
    for act in now:
        if act.number not in before and act.kind is EntryKind.RENAME:
            name = act.facts["names"].get(name, name)
    return name


def spoken_for(entries: Sequence[Entry], device: str) -> str:
    """For whom a phone has spoken as for its owner, also where that was taken back; empty for nobody."""
    spoken = (entry for entry in entries if entry.device == device and entry.facts.get("own_phone"))
    names = (name_now(entries, entry.facts["player"], entry.number) for entry in spoken)
    return next((name for name in names if name), "")
