"""Score sheets of Offender at random, for the property tests."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment, Hand, Sheet

from .files import FIVE, SILENT

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.integers()
    | st.floats()
    | st.sampled_from([*FIVE, "6H", "3NT", "12S", "Amber: 3H", "Betty: accept", "X", "", " Amber "])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["contract", "calls", "points", "Amber", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = st.sampled_from(FIVE)
POINTS = st.integers(-500, 500) | st.decimals(-99, 99, places=2).filter(lambda value: value != int(value))
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "no_trump": st.booleans(),
        "tricks": st.integers(1, 17),
        "lowest_bid": st.sampled_from([0, 1]),
        "speaks_next": st.sampled_from(["left of proposer", "left of accepter"]),
    },
)
SEATINGS = st.permutations([*FIVE, "Fiona", "Grace"]).flatmap(
    lambda names: st.integers(4, 6).map(lambda players: names[:players])
)


@st.composite
def _results(draw: st.DrawFn) -> dict[str, Any]:
    proposer, accepter = draw(st.permutations(FIVE))[:2]
    contract = f"{draw(st.integers(1, 10))}{draw(st.sampled_from('CDHS'))}"
    tricks = draw(st.integers(0, 10))
    return {"contract": contract, "proposer": proposer, "accepter": accepter, "tricks": tricks}


@st.composite
def _hands(draw: st.DrawFn) -> Hand:
    """A hand as a table of five may record it; whether its table could have played it is not looked at."""
    core = draw(
        _results()
        | st.just({"contract": None})
        | st.fixed_dictionaries({"points": st.fixed_dictionaries(dict.fromkeys(FIVE, POINTS))})
        | st.just({"calls": []})
        | st.just({"calls": SILENT})
        | st.just({"calls": ["Amber: 10S", "Betty: accept"], "tricks": 9})
    )
    beside = st.fixed_dictionaries({"note": st.text(max_size=9)}) | st.just({})
    changed = st.fixed_dictionaries(
        {}, optional={"dealer": NAMES, "options": OPTIONS, "players": SEATINGS.map(list)}
    )
    changes = draw(changed) if draw(st.integers(0, 3)) == 0 else {}
    return Hand({**core, **draw(beside), **changes}, draw(st.none() | st.integers(1, 3)))


def playable(sheet: Sheet) -> Sheet:
    """The sheet without the hands that could not have been played on it."""
    ledger = Ledger.of(replace(sheet, hands=()))
    kept: list[Hand] = []
    for hand in sheet.hands:
        try:
            ledger = ledger.add(hand)
        except (IllegalHandError, FormatError):
            continue
        kept.append(hand)
    return replace(sheet, hands=tuple(kept))


@st.composite
def adjusted(draw: st.DrawFn, sheet: Sheet) -> Sheet:
    """The sheet with points without a deal in some places, where its hands can still be played so."""
    ledger = Ledger.of(sheet)
    columns = ledger.columns[: len(ledger.rows[0].points)] if ledger.rows else ledger.columns
    given = st.dictionaries(st.sampled_from(columns), POINTS, min_size=1)
    facts = st.fixed_dictionaries(
        {"points": given}, optional={"note": st.text(max_size=9), "by": st.just(list(sheet.players[:2]))}
    )
    drawn = draw(st.lists(st.builds(Adjustment, facts, st.integers(0, len(ledger.rows))), max_size=3))
    with_points = replace(sheet, adjustments=tuple(sorted(drawn, key=lambda one: one.after)))
    try:
        Ledger.of(with_points)
    except (IllegalHandError, FormatError):
        return sheet
    return with_points


HANDS = _hands()
SHEETS = (
    st.builds(
        Sheet,
        game=st.just("offender"),
        players=st.just(tuple(FIVE)),
        dealer=NAMES,
        options=OPTIONS,
        title=st.text(max_size=9),
        date=st.dates().map(str) | st.just(""),
        zone=st.sampled_from(("", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "Mars/Base_1")),
        hands=st.lists(HANDS, max_size=8).map(tuple),
        finished=st.booleans(),
    )
    .map(playable)
    .flatmap(adjusted)
)
