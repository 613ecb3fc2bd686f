"""Pirate Bridge scored as in auction bridge over every hand, with its rubber."""

from itertools import product

from scorer.rules.core import Rule
from scorer.rules.pirate_bridge.auction_bridge import HONORS, MADE_DOUBLED, ODD_TRICKS, SLAMS, UNDERTRICKS, values
from scorer.rules.pirate_bridge.game import RUBBER, PirateBridge, Rubber

from ..piracy import ALAN, DAVE, FOUR, GRACIE, MIKE, pirates, played, points, rubber, score

# [rules 2.4] What an odd trick pays; what is made doubled or redoubled pays and each overtrick; a trick down.
ODD_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
MADE, DOWN = (0, 50, 100), (50, 100, 200)
DOUBLED = ("", ", doubled", ", redoubled")
SLAM = {12: (50, "small slam", SLAMS), 13: (100, "grand slam", SLAMS)}
# What the honors of two partners pay, by how many lie in the richer hand and in the other: so often the value of
# an odd trick, at no-trump points.
TRUMP_HONORS = {
    (2, 1): (2, "3 honors"),
    (3, 0): (2, "3 honors"),
    (2, 2): (4, "4 honors"),
    (3, 1): (4, "4 honors"),
    (3, 2): (5, "5 honors"),
    (4, 0): (8, "4 honors in one hand"),
    (4, 1): (9, "4 honors in one hand and 1 in the other"),
    (5, 0): (10, "5 honors in one hand"),
}
ACES = {
    (2, 1): (30, "3 aces"),
    (3, 0): (30, "3 aces"),
    (2, 2): (40, "4 aces"),
    (3, 1): (40, "4 aces"),
    (4, 0): (100, "4 aces in one hand"),
}
Lines = list[tuple[int, str, Rule]]


def some(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def for_contract(name: str, level: int, doubling: int, tricks: int) -> tuple[Lines, Lines]:
    """What it pays each of the declaring side, and each of the defending; slams go by the tricks taken."""
    over, word, declaring, defending = tricks - 6 - level, DOUBLED[doubling], Lines(), Lines()
    if over < 0:
        defending.append((-over * DOWN[doubling], f"{some(-over, 'trick')} down{word}", UNDERTRICKS))
    else:
        odd = ODD_TRICK[name] * 2**doubling * (tricks - 6)
        declaring.append((odd, f"{some(tricks - 6, 'odd trick')} below the line{word}", ODD_TRICKS))
        if doubling:
            declaring.append((MADE[doubling], f"made{word}", MADE_DOUBLED))
        if doubling and over:
            declaring.append((over * MADE[doubling], f"{some(over, 'overtrick')}{word}", MADE_DOUBLED))
    for lines, taken in ((declaring, tricks), (defending, 13 - tricks)):
        lines += [SLAM[taken]] if taken in SLAM else []
    return declaring, defending


def for_honors(name: str, held: list[int]) -> Lines:
    """What both of a side score for the honors that each of them holds, whoever declares."""
    table, value = (ACES, 1) if name == "NT" else (TRUMP_HONORS, ODD_TRICK[name])
    times, reason = table.get((max(held), min(held)), (0, ""))
    return [(times * value, reason, HONORS)] if times else []


def test_every_hand_pays_by_the_lists_of_auction_bridge_and_each_of_a_side_scores_in_full() -> None:
    """Every contract and its tricks without honors, and every way that these may lie in the four hands."""
    game = pirates()
    hands = [((0,) * 4, bid) for bid in product(ODD_TRICK, range(1, 8), range(3), range(14))]
    for name in ODD_TRICK:
        most = 4 if name == "NT" else 5
        hands += [(held, (name, 2, 1, 9)) for held in product(range(6), repeat=4) if sum(held) <= most]
    for (held, bid), pair in product(hands, ((DAVE, GRACIE), (MIKE, DAVE), (GRACIE, ALAN))):
        name, level, doubling, tricks = bid
        by_name = {player: number or None for player, number in zip(FOUR, held, strict=True)}
        hand = played(f"{level}{name}{'X' * doubling}", tricks, *pair, honors=by_name)
        scored, _ = game.score(hand, ALAN, Rubber())
        for_sides = for_contract(*bid)
        for seat in range(4):
            partners = [each for each in range(4) if (each in pair) == (seat in pair)]
            due = for_sides[seat not in pair] + for_honors(name, [held[each] for each in partners])
            assert [(line.points, line.reason, line.rule) for line in scored.of(seat)] == due, (hand, seat)


def test_the_table_of_values_has_them_all() -> None:
    """[rules 2.4]"""
    assert [(suit.value, *tricks, held) for suit, tricks, held in values()] == [
        ("C", 6, 12, 24, (12, 24, 30, 48, 54, 60)),
        ("D", 7, 14, 28, (14, 28, 35, 56, 63, 70)),
        ("H", 8, 16, 32, (16, 32, 40, 64, 72, 80)),
        ("S", 9, 18, 36, (18, 36, 45, 72, 81, 90)),
        ("NT", 10, 20, 40, (30, 40, 0, 100, 0, 0)),
    ]


def test_the_rubber_pays_everybody_who_holds_two_games_when_it_ends() -> None:
    first = rubber(played("4S", 10, ALAN, GRACIE))
    assert points(played("4S", 10, ALAN, DAVE), first) == [286, 36, 0, 0]
    assert points(played("4S", 10, ALAN, GRACIE), first) == [286, 0, 286, 0]
    scored, after = score(played("4S", 10, ALAN, DAVE), first)
    assert [(line.points, line.rule) for line in scored.of(ALAN)] == [(36, ODD_TRICKS), (250, RUBBER)]
    assert after.winners == ("Alan",)


def test_after_a_rubber_the_next_hand_begins_another() -> None:
    over = rubber(played("4S", 10), played("4S", 10))
    assert over.winners == ("Dave", "Gracie")
    game = pirates()
    for after in (
        game.carrying.passed_out(over),
        game.carrying.settled({0: 10}, over),
        score(played("4S", 9), over)[1],
    ):
        assert after == Rubber()
    assert score(played("2S", 8), over)[1] == Rubber((("Dave", 18), ("Gracie", 18)))
    assert game.deal_notes(ALAN, over) == ("A new rubber begins.", "Alan deals 13 cards each and speaks first.")
    assert game.deal_notes(ALAN, Rubber()) == ("Alan deals 13 cards each and speaks first.",)


def test_hands_that_nobody_bid_or_the_table_settled_leave_the_rubber_as_it_is() -> None:
    after = rubber(played("4S", 10), played("2S", 8, ALAN, MIKE))
    assert pirates().carrying.passed_out(after) == after
    assert pirates().carrying.settled({0: 500}, after) == after


def test_a_hand_by_the_values_of_contract_bridge_leaves_the_rubber_as_it_is() -> None:
    after = rubber(played("4S", 10), played("2S", 8, ALAN, MIKE))
    assert score(played("4S", 10), after, scoring="contract")[1] == after
    assert score(played("4S", 10), scoring="contract")[1] == Rubber()


def test_part_scores_and_games_belong_to_a_person_wherever_she_sits() -> None:
    after = rubber(played("4S", 10, ALAN, DAVE), played("2S", 8, GRACIE, DAVE))
    moved = PirateBridge.of(("Gracie", "Eve", "Mike", "Alan"))
    scored, won = moved.score(played("2S", 8, 0, 1), 0, after)
    assert won.games == ("Alan", "Dave", "Gracie")
    scored, over = moved.score(played("4S", 10, 2, 3), 0, after)
    assert over.winners == ("Alan",)
    assert [scored.total(seat) for seat in range(4)] == [0, 0, 36, 286]


def test_the_ending_is_the_end_of_the_rubber_and_the_highest_total_wins() -> None:
    game, over = pirates(), rubber(played("4S", 10), played("4S", 10, DAVE, MIKE))
    ending = game.ending(("Alan", "Dave", "Gracie", "Mike"), (500, 322, 500, 36), over)
    assert ending
    assert (ending.reason, ending.winners) == ("the rubber is over, Dave has two games", (0, 2))
    assert game.ending(("Alan",), (500,), Rubber()) is None
    assert game.ending(("Alan",), (500,), rubber(played("4S", 10))) is None


def test_what_a_hand_changed_is_told_and_the_line_drawn() -> None:
    game = pirates()
    before = rubber(played("4S", 10, ALAN, GRACIE), played("2S", 8, DAVE, MIKE))
    nothing = score(played("1C", 7), before)[1]
    assert (game.carrying.events(before, nothing), game.carrying.ends_game(before, nothing)) == ((), False)
    won = score(played("3NT", 9, DAVE, MIKE), before)[1]
    assert game.carrying.ends_game(before, won)
    assert game.carrying.events(before, won) == ("Dave and Mike win a game.",)
    part_scores = rubber(played("2S", 8, DAVE, MIKE))
    wiped = score(played("3NT", 9, DAVE, GRACIE), part_scores)[1]
    assert game.carrying.events(part_scores, wiped)[1:] == ("Mike's 18 below the line count no more.",)
    over = score(played("3NT", 9, ALAN, GRACIE), before)[1]
    assert game.carrying.events(before, over) == (
        "Alan and Gracie win a game.",
        "The rubber is over: Alan and Gracie have two games.",
    )
    again = score(played("3NT", 9), over)[1]
    assert game.carrying.events(over, again) == ("Dave and Gracie win a game.",)
    assert (game.carrying.events(Rubber(), Rubber()), game.carrying.ends_game(Rubber(), Rubber())) == ((), False)


def test_the_marks_are_games_and_part_scores() -> None:
    game = pirates()
    carry = rubber(played("4S", 10, ALAN, GRACIE), played("2S", 8, DAVE, GRACIE))
    assert [(mark.column, mark.name, mark.text) for mark in game.carrying.counters(carry)] == [
        ("Alan", "games", "1"),
        ("Dave", "part score", "18"),
        ("Gracie", "games", "1"),
        ("Gracie", "part score", "18"),
    ]
    assert game.carrying.counters(Rubber()) == ()
    left = PirateBridge.of(("Eve", "Dave", "Fay", "Mike"))
    assert [mark.column for mark in left.carrying.counters(carry)] == ["Dave", "Alan", "Gracie", "Gracie"]
