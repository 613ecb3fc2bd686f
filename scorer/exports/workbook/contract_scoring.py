"""What contracts pay at auction bridge and at contract bridge, as formulas [rules 2.4, 3]."""

from collections.abc import Iterable

from ...rules.calls import SUITS, Denomination
from ...rules.fields import YES
from ...rules.pirate_bridge import contract_bridge as contract
from ...rules.pirate_bridge.auction_bridge import (
    ACES,
    ACES_BETWEEN_PARTNERS,
    ACES_IN_ONE_HAND,
    ALL_TRICKS,
    BETWEEN_PARTNERS,
    BOOK,
    DOUBLE_MADE,
    IN_ONE_HAND,
    MOST_HONORS,
    ODD_TRICK,
    OVERTRICK,
    UNDERTRICK,
)
from .formulas import CellRefs, doubled, trump


def declares(refs: CellRefs, name: str) -> str:
    return f"OR({refs.is_player('declarer', name)},{refs.is_player('acceptor', name)})"


def _level(refs: CellRefs) -> str:
    return refs.fact("contract", "bid")


def _is(refs: CellRefs, *denominations: Denomination) -> str:
    cell = refs.fact("contract", "trump")
    named = (f'{cell}="{trump(each)}"' for each in denominations)
    return f"OR({','.join(named)})"


def off(refs: CellRefs) -> str:
    return f"{refs.fact('tricks')}-{BOOK}-{_level(refs)}"


def odd_trick(refs: CellRefs) -> str:
    value = str(ODD_TRICK[Denomination.NO_TRUMP])
    for suit in SUITS:
        value = f"IF({_is(refs, suit)},{ODD_TRICK[suit]},{value})"
    return value


def below(refs: CellRefs) -> str:
    counted = f"({refs.fact('tricks')}-{BOOK})*{refs.working('odd trick')}*{doubled(refs, '1', '2', '4')}"
    return f"IF({refs.working('off')}>=0,{counted},0)"


def made_doubled(refs: CellRefs) -> str:
    off = refs.working("off")
    made = doubled(refs, *map(str, DOUBLE_MADE))
    over = doubled(refs, *map(str, OVERTRICK))
    return f"IF({off}>=0,{made}+{off}*{over},0)"


def penalty(refs: CellRefs) -> str:
    off = refs.working("off")
    return f"IF({off}<0,-{off}*{doubled(refs, *map(str, UNDERTRICK))},0)"


def slam(refs: CellRefs, took: str) -> str:
    small, grand = refs.fact("small_slam"), refs.fact("grand_slam")
    return f"IF({took}={ALL_TRICKS},{grand},IF({took}={ALL_TRICKS - 1},{small},0))"


def honors(refs: CellRefs, *, declaring: bool) -> str:
    """What the honors of the two partners pay each of them."""
    yes, no = ("{}", "0") if declaring else ("0", "{}")

    def held(name: str) -> str:
        cell = f"SUM({refs.fact('honors', who=name)})"
        return f"IF({declares(refs, name)},{yes.format(cell)},{no.format(cell)})"

    each = ",".join(map(held, refs.seated))
    more, together = f"MAX({each})", f"SUM({each})"
    aces = f"IF({more}={ACES},{ACES_IN_ONE_HAND},{_by_number(together, ACES_BETWEEN_PARTNERS.items())})"
    alone = {sum(held): times for held, times in IN_ONE_HAND.items() if held[0] == MOST_HONORS - 1}
    one_hand = f"IF({more}={MOST_HONORS - 1},{_by_number(together, alone.items())},{{}})"
    times = one_hand.format(_by_number(together, BETWEEN_PARTNERS.items()))
    times = f"IF({more}={MOST_HONORS},{IN_ONE_HAND[MOST_HONORS, 0]},{times})"
    return f"IF({_is(refs, Denomination.NO_TRUMP)},{aces},{refs.working('odd trick')}*{times})"


def _by_number(number: str, pays: Iterable[tuple[int, int]]) -> str:
    formula = "0"
    for count, points in pays:
        formula = f"IF({number}={count},{points},{formula})"
    return formula


def contract_made(refs: CellRefs) -> str:
    """What a contract that is made pays by contract bridge."""
    off, level = refs.working("off"), _level(refs)
    minor = _is(refs, Denomination.CLUBS, Denomination.DIAMONDS)
    trick = f"IF({minor},{contract.TRICK[Denomination.CLUBS]},{contract.NO_TRUMP})"
    first = contract.FIRST_AT_NO_TRUMP - contract.NO_TRUMP
    named = f"({level}*{trick}+IF({_is(refs, Denomination.NO_TRUMP)},{first},0))*{doubled(refs, '1', '2', '4')}"
    each = doubled(refs, trick, *(f"{contract.OVERTRICK * times}*{_vulnerable(refs, (1, 2))}" for times in (1, 2)))
    insult = doubled(refs, *map(str, contract.INSULT))
    game = f"IF({named}>={contract.GAME},{_vulnerable(refs, contract.GAME_BONUS)},{contract.PART_SCORE_BONUS})"
    slams = "0"
    for at_level, bonus in contract.SLAM_BONUS.items():
        slams = f"IF({level}={at_level},{_vulnerable(refs, bonus)},{slams})"
    return f"IF({off}>=0,{named}+{off}*{each}+{insult}+{game}+{slams},0)"


def _vulnerable(refs: CellRefs, pays: tuple[int, int]) -> str:
    return _if_vulnerable(refs, *map(str, pays))


def _if_vulnerable(refs: CellRefs, no: str, yes: str) -> str:
    return f'IF({refs.fact("vulnerable")}="{YES}",{yes},{no})'


def contract_penalty(refs: CellRefs) -> str:
    """What each defender scores by contract bridge for a contract that is set."""
    down = f"(-{refs.working('off')})"
    plain = f"{down}*{_vulnerable(refs, contract.UNDERTRICK)}"

    def of(first: tuple[int, ...]) -> str:
        each = [f"{paid}*({down}>={number})" for number, paid in enumerate(first, 1)]
        return f"({'+'.join(each)}+{contract.FURTHER_UNDERTRICK}*MAX(0,{down}-{len(first)}))"

    twice = _if_vulnerable(refs, *map(of, contract.DOUBLED_UNDERTRICKS))
    return f"IF({down}>0,{doubled(refs, plain, twice, f'{twice}*2')},0)"
