"""The score sheet file: one JSON file of facts, read with exact errors and written back."""

import json
import re
from datetime import date as Date
from decimal import Decimal
from typing import Any, NoReturn

from ..rules.games import GAMES
from . import reading
from .facts import Hand, Sheet
from .judge import read_options
from .reading import JsonObject, Malformed, at

FORMAT = "score-sheet/1"


def load(content: bytes) -> Sheet:
    """Read a sheet file: its head whole, its hands as they stand, to be judged by `Ledger.of`.

    Raises Malformed, "$" where the file cannot be read at all.
    """
    document = parse(content)
    where = "$"
    reading.json_object(document, where)
    # The kind of file, the game and its players come first: the rest of the head cannot be read without them.
    early = {"format": reading.one_of(FORMAT), "game": _game}
    for key, read in early.items():
        if key not in document:
            raise Malformed(at(where, key), f"the key “{key}” is missing")
        read(document[key], at(where, key))
    game = GAMES[document["game"]]
    if "players" not in document:
        raise Malformed("$.players", "the key “players” is missing")
    players = reading.names(document["players"], "$.players", game.sizes)
    read = reading.keys(
        document,
        where,
        {
            **early,
            "players": lambda value, place: players,
            "dealer": reading.player(players),
            "title": reading.text,
            "date": _date,
            "options": read_options(game),
            "finished": reading.flag,
            "history": lambda value, place: None,
            "hands": reading.items,
        },
        ("hands",),
    )
    return Sheet(
        game=game.key,
        players=players,
        dealer=read.get("dealer", players[-1]),
        options=read.get("options", {}),
        title=read.get("title", ""),
        date=read.get("date", ""),
        hands=tuple(Hand(facts) for facts in read["hands"]),
        finished=read.get("finished", False),
    )


def dump(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the object of a sheet file: only facts, keys without content left out."""
    head = {
        "format": FORMAT,
        "game": sheet.game,
        "title": sheet.title,
        "date": sheet.date,
        "players": list(sheet.players),
        "dealer": sheet.dealer,
        "options": dict(sheet.options),
    }
    return {
        **{key: value for key, value in head.items() if value},
        "hands": [dict(hand.facts) for hand in sheet.hands],
        "finished": sheet.finished,
    }


def write(sheet: Sheet) -> bytes:
    """The bytes of a sheet file, UTF-8, a line per hand."""
    return (dumps(dump(sheet), indent=1) + "\n").encode()


def dumps(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent, default=number)


def number(value: Any) -> int | float:
    """Exact decimals as JSON numbers; they have at most 18 digits, six of them decimals."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    raise TypeError(f"{type(value).__name__} is no part of a sheet file")


def parse(content: bytes) -> Any:
    """JSON, strictly: UTF-8, no NaN, doubled keys remembered. Raises Malformed at "$"."""
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=JsonObject.of,
            parse_float=Decimal,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError as error:
        raise Malformed("$", f"the file is not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise Malformed("$", f"the file is not JSON: {error.msg} in line {error.lineno}") from None
    except RecursionError:
        raise Malformed("$", "the file is nested too deeply to be a score sheet") from None
    except ValueError as error:
        raise Malformed("$", f"the file is not a score sheet: {error}") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _game(value: Any, where: str) -> str:
    if not isinstance(value, str) or value not in GAMES:
        raise Malformed(where, f"the game is one of {', '.join(GAMES)}")
    return value


def _date(value: Any, where: str) -> str:
    written = reading.text(value, where)
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError
        Date.fromisoformat(written)
    except ValueError:
        raise Malformed(where, "a date is written as 2026-11-20") from None
    return written
