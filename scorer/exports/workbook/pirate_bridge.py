"""Pirate Bridge as formulas, by auction bridge with its rubber or by contract bridge [S1; rules 2.4, 3].

Both have their columns side by side where the table changed from one to the other. Part scores and games belong to
the players by name, whoever sits at the table.
"""

from collections.abc import Callable, Iterable, Sequence

from ...rules.calls import DOUBLED, SUITS, Denomination
from ...rules.core import Rule
from ...rules.fields import YES
from ...rules.game import Game
from ...rules.pirate_bridge import auction_bridge as auction
from ...rules.pirate_bridge import contract_bridge as contract
from ...rules.pirate_bridge.auction_bridge import ALL_TRICKS, BOOK, MOST_HONORS, ODD_TRICK
from ...rules.pirate_bridge.game import GAME, GAMES_TO_WIN, RUBBER, PirateBridge
from ...sheet.core.ledger import Row
from .formulas import FORMULAS, Formulas, Working, bid, doubled, each, is_trump, option, paid, player, took

HAND, GAMES, PART_SCORE = "the hand", "games", "part score"
DECLARING, DEFENDING = "declarer and acceptor", "defenders"
DECLARES = "[?declarer,acceptor]"
LEVEL = "[contract.bid]"
AT_NO_TRUMP = is_trump(Denomination.NO_TRUMP)


def _auction(game: Game) -> bool:
    return game.options.scoring == "auction"


def _contract(game: Game) -> bool:
    return not _auction(game)


EXTRAS = (
    option("rubber_bonus", "rubber pays", _auction),
    option("small_slam", "small slam pays", _auction),
    option("grand_slam", "grand slam pays", _auction),
)


def _scores(side: str, *rules: Rule) -> Callable[[Row], int]:
    """What one of a side scores by these rules; without any named, by all but that for the rubber."""

    def value(row: Row) -> int:
        hand = row.result
        lines = list(row.judged.score.of(hand.declarer if side == DECLARING else hand.defending[0]))
        others = [line.rule for line in lines if line.rule and line.rule is not RUBBER]
        return paid(lines, *(rules or others))

    return value


# Auction bridge.


def _odd_trick() -> str:
    value = str(ODD_TRICK[Denomination.NO_TRUMP])
    for suit in SUITS:
        value = f"IF({is_trump(suit)},{ODD_TRICK[suit]},{value})"
    return value


def _counts(row: Row) -> int:
    return ODD_TRICK[row.result.contract.denomination]


def _slam(tricks: str) -> str:
    return f"IF({tricks}={ALL_TRICKS},[grand_slam],IF({tricks}={ALL_TRICKS - 1},[small_slam],0))"


def _honors(of_side: str) -> str:
    """What the honors of two partners pay each of them. of_side: those of a player who is of this side, else 0."""
    more, together = f"MAX({each(of_side)})", f"SUM({each(of_side)})"
    between = _by_number(together, auction.ACES_BETWEEN_PARTNERS.items())
    aces = f"IF({more}={auction.ACES},{auction.ACES_IN_ONE_HAND},{between})"
    alone = {sum(held): times for held, times in auction.IN_ONE_HAND.items() if held[0] == MOST_HONORS - 1}
    times = _by_number(together, auction.BETWEEN_PARTNERS.items())
    times = f"IF({more}={MOST_HONORS - 1},{_by_number(together, alone.items())},{times})"
    times = f"IF({more}={MOST_HONORS},{auction.IN_ONE_HAND[MOST_HONORS, 0]},{times})"
    return f"IF({AT_NO_TRUMP},{aces},[=odd trick]*{times})"


def _by_number(number: str, pays: Iterable[tuple[int, int]]) -> str:
    formula = "0"
    for count, points in pays:
        formula = f"IF({number}={count},{points},{formula})"
    return formula


def _each(key: str, side: str, head: str, formula: str, *rules: Rule) -> Working:
    return Working(key, side, head, formula, _scores(side, *rules), 8, _auction)


BELOW = f"IF([=off]>=0,([tricks]-{BOOK})*[=odd trick]*{doubled(1, 2, 4)},0)"
MADE = f"IF([=off]>=0,{doubled(*auction.DOUBLE_MADE)}+[=off]*{doubled(*auction.OVERTRICK)},0)"
PENALTY = f"IF([=off]<0,-[=off]*{doubled(*auction.UNDERTRICK)},0)"
AUCTION = (
    Working("odd trick", HAND, "an odd trick", _odd_trick(), _counts, 7, _auction),
    Working("below", DECLARING, "below the line", BELOW, lambda row: row.game.below(row.result), 8, _auction),
    _each("made", DECLARING, "doubled and made", MADE, auction.MADE_DOUBLED),
    _each("slam", DECLARING, "slam", _slam("[tricks]"), auction.SLAMS),
    _each("honors", DECLARING, "honors", _honors(f"IF({DECLARES},SUM([honors]),0)"), auction.HONORS),
    _each("declaring", DECLARING, "each", "[=below]+[=made]+[=slam]+[=honors]"),
    _each("down", DEFENDING, "under-\ntricks", PENALTY, auction.UNDERTRICKS),
    _each("their slam", DEFENDING, "slam", _slam(f"({ALL_TRICKS}-[tricks])"), auction.SLAMS),
    _each("their honors", DEFENDING, "honors", _honors(f"IF({DECLARES},0,SUM([honors]))"), auction.HONORS),
    _each("defending", DEFENDING, "each", "[=down]+[=their slam]+[=their honors]"),
)

# Contract bridge.


def _if_vulnerable(no: object, yes: object) -> str:
    return f'IF([vulnerable]="{YES}",{yes},{no})'


def _contract_made() -> str:
    minor = is_trump(Denomination.CLUBS, Denomination.DIAMONDS)
    trick = f"IF({minor},{contract.TRICK[Denomination.CLUBS]},{contract.NO_TRUMP})"
    first = contract.FIRST_AT_NO_TRUMP - contract.NO_TRUMP
    named = f"({LEVEL}*{trick}+IF({AT_NO_TRUMP},{first},0))*{doubled(1, 2, 4)}"
    over = doubled(trick, *(f"{contract.OVERTRICK * times}*{_if_vulnerable(1, 2)}" for times in (1, 2)))
    insult = doubled(*contract.INSULT)
    game = f"IF({named}>={contract.GAME},{_if_vulnerable(*contract.GAME_BONUS)},{contract.PART_SCORE_BONUS})"
    slams = "0"
    for level, bonus in contract.SLAM_BONUS.items():
        slams = f"IF({LEVEL}={level},{_if_vulnerable(*bonus)},{slams})"
    return f"IF([=off]>=0,{named}+[=off]*{over}+{insult}+{game}+{slams},0)"


def _contract_set() -> str:
    """What each defender scores."""
    down = "(-[=off])"

    def of(first: tuple[int, ...]) -> str:
        some = [f"{paid}*({down}>={number})" for number, paid in enumerate(first, 1)]
        return f"({'+'.join(some)}+{contract.FURTHER_UNDERTRICK}*MAX(0,{down}-{len(first)}))"

    once = _if_vulnerable(*map(of, contract.DOUBLED_UNDERTRICKS))
    plain = f"{down}*{_if_vulnerable(*contract.UNDERTRICK)}"
    return f"IF({down}>0,{doubled(plain, once, f'{once}*2')},0)"


CONTRACT = (
    Working("contract made", "contract bridge", DECLARING, _contract_made(), _scores(DECLARING), 12, _contract),
    Working(
        "contract set", "contract bridge", "each defender", _contract_set(), _scores(DEFENDING), 12, _contract
    ),
)

# The rubber.
REACHES_GAME = f"AND({DECLARES},[=below]>0,[<part score]+[=below]>={GAME})"
# A line is drawn where a game is won: nobody's points below it count any more.
LINE = f"IF(OR({each(REACHES_GAME)}),1,0)"
PART_SCORE_AFTER = f"IF([=line]=1,0,[<part score]+IF({DECLARES},[=below],0))"
# The hand after a rubber begins without games: whoever has two has just won it.
GAMES_BEFORE = f"IF(MAX([<games:all])>={GAMES_TO_WIN},0,[<games])"
GAMES_AFTER = f"{GAMES_BEFORE}+IF({REACHES_GAME},1,0)"


def _part_score(name: str) -> Working:
    def value(row: Row) -> int:
        return row.judged.after.carry.part_score(name)

    key, before = "part score", "[<part score]"
    return Working(key, PART_SCORE, name, PART_SCORE_AFTER, value, 9, _auction, before, "below", name)


def _games(name: str) -> Working:
    def value(row: Row) -> int:
        return row.judged.after.carry.games.count(name)

    return Working("games", GAMES, name, GAMES_AFTER, value, 9, _auction, GAMES_BEFORE, "games", name)


# Together.
WORKINGS = (
    player("declarer", HAND),
    player("acceptor", HAND),
    bid(HAND),
    took(HAND),
    Working(
        "off",
        HAND,
        "over or under",
        f"[tricks]-{BOOK}-{LEVEL}",
        lambda row: row.result.tricks - BOOK - row.result.contract.level,
    ),
    *AUCTION,
    *CONTRACT,
    Working("line", HAND, "line drawn", LINE, lambda row: int(row.ends_game), 7, _auction),
)
POINTS = f"IF({DECLARES},[=declaring],[=defending])+IF([=games]>={GAMES_TO_WIN},[rubber_bonus],0)"
CONTRACT_POINTS = f"IF({DECLARES},[=contract made],[=contract set])"


@FORMULAS.register(PirateBridge)
def formulas(games: Sequence[PirateBridge], columns: Sequence[str]) -> Formulas:
    names = dict.fromkeys(name for game in games for name in game.players)
    return Formulas(
        lambda refs: POINTS if _auction(refs.hand.game) else CONTRACT_POINTS,
        (*WORKINGS, *map(_part_score, names), *map(_games, names)),
        EXTRAS,
        {"tricks": (0, ALL_TRICKS), "contract": (1, ALL_TRICKS - BOOK), "honors": (0, MOST_HONORS)},
        {"contract.doubled": DOUBLED[1:]},
    )
