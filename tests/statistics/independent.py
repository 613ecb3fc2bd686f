"""The figures of a season once more, from the exported CSV of its sheets and by pandas alone."""

import io
from collections.abc import Iterable
from typing import Any

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper import csv

Frame = Any
"""A DataFrame: what pandas says of the types of its columns and groups is wider than what they are here."""


def frame(ledgers: Iterable[tuple[str, Ledger]]) -> Frame:
    """A row per sheet, hand and player, as the exports have them, with what follows from the words of a row."""
    import pandas as pd  # Here alone: it takes a third of a second of every process that collects the tests.

    tables = [
        pd.read_csv(io.BytesIO(csv.long(ledger)), dtype={"contract": str}).assign(sheet=name)
        for name, ledger in ledgers
    ]
    rows = pd.concat(tables, ignore_index=True)
    rows["bid"] = rows["contract"] != "no contract"
    named = rows["contract"].where(rows["bid"]).str.extract(r"^(?P<level>\d+)(?P<suit>\w+)$")
    rows["level"], rows["suit"] = named["level"].astype("Int64"), named["suit"]
    rows["offense"] = rows["bid"] & ((rows["player"] == rows["proposer"]) | (rows["player"] == rows["accepter"]))
    rows["made"] = (rows["tricks"] >= rows["level"]).fillna(False).astype(bool)
    return rows


def standings(rows: Frame, most: int) -> Frame:
    """By player."""
    import pandas as pd

    last = rows.groupby(["sheet", "player"], sort=False)["total"].last().reset_index()
    last["place"] = last.groupby("sheet")["total"].rank(method="min", ascending=False)
    last["won"] = last["total"] == last.groupby("sheet")["total"].transform("max")
    bid = rows[rows["bid"]].groupby("player")["points"]
    of_player = last.groupby("player")
    best = of_player["total"].apply(lambda totals: totals.nlargest(most).sum())
    return pd.DataFrame(
        {
            "nights": of_player["sheet"].nunique(),
            "won": of_player["won"].sum(),
            "sum": of_player["total"].sum(),
            "hands": bid.count(),
            "a_hand": bid.mean(),
            "a_night": of_player["total"].mean(),
            "average_place": of_player["place"].mean(),
            "best": best,
            "highest": of_player["total"].max(),
            "lowest": of_player["total"].min(),
        }
    )


def players(rows: Frame) -> dict[str, dict[str, Any]]:
    bid = rows[rows["bid"]]
    return {str(name): _player(of_player) for name, of_player in bid.groupby("player")}


def _player(rows: Frame) -> dict[str, Any]:
    ours, theirs = rows[rows["offense"]], rows[~rows["offense"]]
    named = ours[ours["player"] == ours["proposer"]]
    return {
        "hands": len(rows),
        "offense": len(ours),
        "defense": len(theirs),
        "points_on_offense": ours["points"].mean(),
        "points_on_defense": theirs["points"].mean(),
        "bids": _share(ours),
        "named": _share(named),
        "by_level": {str(level): _share(part) for level, part in ours.groupby("level")},
        "by_denomination": {str(suit): _share(part) for suit, part in ours.groupby("suit")},
        "tricks_bid": int(ours["level"].sum()),
        "tricks_taken": int(ours["tricks"].sum()),
        "made_in_a_row": _longest(ours["made"]),
    }


def pairs(rows: Frame) -> dict[tuple[str, str], dict[str, Any]]:
    """By two players in alphabetical order."""
    ours = rows[rows["offense"]].copy()
    two = zip(ours["proposer"], ours["accepter"], strict=True)
    ours["pair"] = [tuple(sorted(names)) for names in two]
    hands = ours.drop_duplicates(["sheet", "hand"])
    points, made = ours.groupby("pair")["points"].mean(), hands.groupby("pair")
    return {
        pair: {"hands": len(part), "points_each": points[pair], "bids": _share(part), "behind": _hands(part)}
        for pair, part in made
    }


def contracts(rows: Frame) -> dict[tuple[str, str], tuple[int, int]]:
    """Made and bid, by proposer and accepter."""
    hands = rows[rows["bid"]].drop_duplicates(["sheet", "hand"])
    return {
        (str(proposer), str(accepter)): _share(part)
        for (proposer, accepter), part in hands.groupby(["proposer", "accepter"])
    }


def _share(rows: Frame) -> tuple[int, int]:
    return int(rows["made"].sum()), len(rows)


def _hands(rows: Frame) -> dict[str, list[int]]:
    return {str(sheet): [int(hand) for hand in hands["hand"]] for sheet, hands in rows.groupby("sheet")}


def _longest(made: Frame) -> int:
    """The longest row of True; the rows are in the order of the hands."""
    return int(made.groupby((~made).cumsum()).sum().max()) if len(made) else 0
