"""Who sat with whom: on how many nights two players were on one sheet."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .season import Season


@dataclass(frozen=True)
class Company:
    """Of one player. nights: by the others on how many nights they sat together, whoever did most often first;
    never: with whom they have not.
    """

    player: str
    nights: Mapping[str, int]
    never: tuple[str, ...]


def company(season: Season) -> list[Company]:
    """Of each player, whoever came most often first."""
    met: dict[str, Counter[str]] = {name: Counter() for name in season.players}
    for night in season.nights:
        tables = [{season.choice.name(name) for name in evening.totals} & met.keys() for evening in night.evenings]
        for name in {name for table in tables for name in table}:
            met[name].update(set[str]().union(*(table for table in tables if name in table)) - {name})
    return [
        Company(
            name,
            dict(sorted(others.items(), key=lambda each: (-each[1], each[0]))),
            tuple(other for other in season.players if other != name and other not in others),
        )
        for name, others in met.items()
    ]
