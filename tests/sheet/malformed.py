"""Files that are no score sheets, and the place that each fault is reported at [sheet-format: exit status 2]."""

from typing import Any

from .files import FIVE, NOBODY, RESULT, content, headed, raw

NAME = "Bartholomew Featherstonehaugh-Cholmondeley"[:41]
SURROGATE = '"\\ud83c"'


def without(key: str) -> bytes:
    return content(RESULT).replace(f'"{key}"'.encode(), b'"note"')


def head(**changed: Any) -> bytes:
    return content(RESULT, **changed)


def hand(**changed: Any) -> bytes:
    return content({**RESULT, **changed})


def settled(points: str) -> bytes:
    """Amber's points as they are written; the others have none."""
    others = ", ".join(f'"{name}": 0' for name in FIVE[1:])
    return raw(f'{{"points": {{"Amber": {points}, {others}}}}}')


MALFORMED: dict[str, tuple[bytes, str]] = {
    # The file cannot be read at all.
    "empty file": (b"", "$"),
    "not JSON": (b"Amber 49, Betty 6", "$"),
    "cut off": (content(RESULT)[:-20], "$"),
    "something after the end": (content(RESULT) + b"}", "$"),
    "invalid UTF-8": (content().replace(b"Amber", b"\xc3\x28"), "$"),
    "UTF-16": (content().decode().encode("utf-16"), "$"),
    "two byte order marks": (b"\xef\xbb\xbf" * 2 + content(), "$"),
    "a list": (b"[]", "$"),
    "null": (b"null", "$"),
    "NaN": (settled("NaN"), "$"),
    "a hundred thousand brackets": (b"[" * 100_000, "$"),
    "deep nesting in a hand": (raw('{"note": ' + "[" * 100_000 + "]" * 100_000 + "}"), "$"),
    "ten megabytes of every byte": (bytes(range(256)) * 40_000, "$"),
    # Numbers too large or too small for anything.
    "an integer of five thousand digits": (hand().replace(b": 7}", b": " + b"7" * 5000 + b"}"), "$"),
    "an exponent beyond every number": (settled("1e99999999999999999999"), "$"),
    "a tiny number beyond every number": (settled("1e-99999999999999999999"), "$"),
    "a number of a million digits": (settled("1e1000000"), "$.hands[0].points.Amber"),
    "a million million points": (settled("1000000000000"), "$.hands[0].points.Amber"),
    "seven decimals": (settled("0.0000001"), "$.hands[0].points.Amber"),
    # The head of the sheet.
    "no keys": (b"{}", "$.format"),
    "no game": (content().replace(b'"game"', b'"title"'), "$.game"),
    "no players": (content().replace(b'"players"', b'"history"'), "$.players"),
    "no hands": (content().replace(b'"hands"', b'"history"'), "$.hands"),
    "another format": (head(format="score-sheet/2"), "$.format"),
    "another game": (head(game="bridge"), "$.game"),
    "a game in capitals": (head(game="Offender"), "$.game"),
    "an unknown key": (head(winner="Amber"), "$.winner"),
    "an unknown key of two words": (head(**{"the winner": 1}), '$["the winner"]'),
    "a key with half a character": (headed(f"{SURROGATE}: 1"), '$["\ud83c"]'),
    "a doubled key": (headed('"title": "a", "title": "a"'), "$.title"),
    "a title that is a number": (head(title=7), "$.title"),
    "a title with half a character": (headed(f'"title": {SURROGATE}'), "$.title"),
    "a date of another order": (head(date="20.11.2026"), "$.date"),
    **{
        f"a time zone {zone!r}": (head(zone=zone), "$.zone")
        for zone in ("", "UTC\n", "America/", "Los Angeles", "+05:45", "../localtime", "Zürich", 5, None)
    },
    "a thirtieth of February": (head(date="2026-02-30"), "$.date"),
    "a date in other digits": (head(date="２０２６-11-20"), "$.date"),
    "a date with a line end": (head(date="2026-11-20\n"), "$.date"),
    "finished in words": (head(finished="false"), "$.finished"),
    "hands in an object": (headed('"hands": {}').replace(b'"hands": [], ', b""), "$.hands"),
    # The players and the dealer.
    "players in a text": (head(players="Amber, Betty, Cindy"), "$.players"),
    "two players": (head(players=FIVE[:2]), "$.players"),
    "eight players": (head(players=list("ABCDEFGH")), "$.players"),
    "a player twice": (head(players=["Amber", "Betty", "Amber"]), "$.players[2]"),
    "a player twice after trimming": (head(players=["Amber", "Betty", " Amber "]), "$.players[2]"),
    "an empty name": (head(players=["Amber", "", "Cindy"]), "$.players[1]"),
    "a name of 41 characters": (head(players=["Amber", NAME, "Cindy"]), "$.players[1]"),
    "a name that is a number": (head(players=["Amber", 7, "Cindy"]), "$.players[1]"),
    "a name with half a character": (head(players=["Amber", "\ud83c", "Cindy"]), "$.players[1]"),
    "a dealer who is no player": (head(dealer="Fiona"), "$.dealer"),
    "a dealer null": (head(dealer=None), "$.dealer"),
    # The options.
    "options in a list": (head(options=[]), "$.options"),
    "an unknown option": (head(options={"widow": 2}), "$.options.widow"),
    "an option of another game": (head(options={"bag_limit": 10}), "$.options.bag_limit"),
    "a doubled option": (headed('"options": {"tricks": 9, "tricks": 9}'), "$.options.tricks"),
    "no trump by number": (head(options={"no_trump": 1}), "$.options.no_trump"),
    "lowest bid true": (head(options={"lowest_bid": True}), "$.options.lowest_bid"),
    "lowest bid of two": (head(options={"lowest_bid": 2}), "$.options.lowest_bid"),
    "lowest bid with a decimal": (head(options={"lowest_bid": 1.0}), "$.options.lowest_bid"),
    "no tricks in a hand": (head(options={"tricks": 0}), "$.options.tricks"),
    "eighteen tricks in a hand": (head(options={"tricks": 18}), "$.options.tricks"),
    "tricks true": (head(options={"tricks": True}), "$.options.tricks"),
    "somebody else speaks next": (head(options={"speaks_next": "left of dealer"}), "$.options.speaks_next"),
    # A hand.
    "a hand that is no object": (content(RESULT, RESULT, []), "$.hands[2]"),
    "an empty hand": (content(RESULT, {}), "$.hands[1].contract"),
    "an unknown key in a hand": (content(NOBODY, {**RESULT, "score": 49}), "$.hands[1].score"),
    "a key of another game": (hand(declarer="Amber"), "$.hands[0].declarer"),
    "a doubled key in a hand": (raw('{"contract": null, "contract": null}'), "$.hands[0].contract"),
    "no contract key": (without("contract"), "$.hands[0].contract"),
    "no proposer": (without("proposer"), "$.hands[0].proposer"),
    "no accepter": (without("accepter"), "$.hands[0].accepter"),
    "no tricks": (content(RESULT, RESULT, {**RESULT, "tricks": None}), "$.hands[2].tricks"),
    "tricks with a decimal": (hand(tricks=7.0), "$.hands[0].tricks"),
    "tricks that are true": (hand(tricks=True), "$.hands[0].tricks"),
    "tricks in a text": (hand(tricks="7"), "$.hands[0].tricks"),
    "tricks as a power": (raw('{"contract": "6H", "tricks": 7e0}'), "$.hands[0].tricks"),
    "a proposer who is no player": (hand(proposer="Fiona"), "$.hands[0].proposer"),
    "an accepter by number": (hand(accepter=2), "$.hands[0].accepter"),
    "a contract in small letters": (hand(contract="6h"), "$.hands[0].contract"),
    "a contract with a leading nought": (hand(contract="06H"), "$.hands[0].contract"),
    "a contract with a line end": (hand(contract="6H\n"), "$.hands[0].contract"),
    "a contract without a suit": (hand(contract="6"), "$.hands[0].contract"),
    "a contract that is a number": (hand(contract=6), "$.hands[0].contract"),
    "a contract doubled thrice": (hand(contract="6HXXX"), "$.hands[0].contract"),
    "a note that is a list": (hand(note=[]), "$.hands[0].note"),
    "a note with half a character": (hand(note="\ud83c"), "$.hands[0].note"),
    "no contract and yet tricks": (content({**NOBODY, "tricks": 5}), "$.hands[0].tricks"),
    # What a hand changes from itself on.
    "a dealer of a hand who is no player": (hand(dealer="Fiona"), "$.hands[0].dealer"),
    "an unknown option of a hand": (hand(options={"widow": 2}), "$.hands[0].options.widow"),
    "an option of a hand out of range": (hand(options={"lowest_bid": True}), "$.hands[0].options.lowest_bid"),
    "a hand with two players": (hand(players=FIVE[:2]), "$.hands[0].players"),
    "a hand with a player twice": (hand(players=["Amber", "Cindy", "Cindy"]), "$.hands[0].players[2]"),
    "a proposer who has left": (
        content(RESULT, {**RESULT, "players": ["Fiona", *FIVE[1:]]}),
        "$.hands[1].proposer",
    ),
    # The calls.
    "calls in a text": (content({"calls": "Amber: 3H"}), "$.hands[0].calls"),
    "a call that is a number": (content({"calls": ["Amber: 3H", 3]}), "$.hands[0].calls[1]"),
    "a call without a player": (content({"calls": ["3H"]}), "$.hands[0].calls[0]"),
    "a call without a blank": (content({"calls": ["Amber:3H"]}), "$.hands[0].calls[0]"),
    "a call of no player": (content({"calls": ["Fiona: 3H"]}), "$.hands[0].calls[0]"),
    "a call that no game knows": (content({"calls": ["Amber: 3H", "Betty: maybe"]}), "$.hands[0].calls[1]"),
    "a call in small letters": (content({"calls": ["Amber: 3h"]}), "$.hands[0].calls[0]"),
    "a bid doubled in a call": (content({"calls": ["Amber: 3HX"]}), "$.hands[0].calls[0]"),
    "a call of nothing": (content({"calls": ["Amber: "]}), "$.hands[0].calls[0]"),
    # Points settled by the table.
    "points in a text": (settled('"49"'), "$.hands[0].points.Amber"),
    "points that are true": (settled("true"), "$.hands[0].points.Amber"),
    "points twice": (settled('1, "Amber": 1'), "$.hands[0].points.Amber"),
    "points of nobody here": (settled('1, "Fiona": 1'), "$.hands[0].points.Fiona"),
    "points of a column missing": (content({"points": {"Amber": 1}}), "$.hands[0].points.Betty"),
    "points and tricks": (content({"points": dict.fromkeys(FIVE, 0), "tricks": 1}), "$.hands[0].tricks"),
}
