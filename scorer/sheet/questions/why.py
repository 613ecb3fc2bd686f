"""Why? Every number on a sheet with its lines, its rules, the facts it came from, and the hands that made it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...rules.auctions import Auction
from ...rules.calls import Bid, Call, parse_call
from ...rules.core import PLACES, Points, Rule, RuleViolation, ScoreLine, in_cents, listed, ordinal, sentence
from ...rules.game import Game
from ..changes.history import History, as_spoken
from ..changes.remarks import changes
from ..core.entries import EntryKind
from ..core.judge import Table
from ..core.ledger import AdjustmentRow, Ledger, Row, Standing


class NoAnswerError(LookupError):
    """There is no such number on the sheet."""


class Step(NamedTuple):
    """One hand of a chain; without a row, points without a deal, the end of the sheet or the next hand.

    did: what happened; points: what it added, None where nothing is added up; after: what stood then.
    """

    row: Row | None
    did: str
    points: Points | None
    after: str


class Answer(NamedTuple):
    """question: as it is asked aloud; number: what is asked about, as the sheet has it; working: how it comes
    about, in one line. row: the hand it is about; game: whose rules hold.
    """

    question: str
    number: str
    working: str
    game: Game
    lines: tuple[ScoreLine, ...] = ()
    rules: tuple[Rule, ...] = ()
    facts: tuple[str, ...] = ()
    chain: tuple[Step, ...] = ()
    row: Row | None = None

    @property
    def other_rules(self) -> tuple[Rule, ...]:
        """The rules that no line cites."""
        cited = {line.rule for line in self.lines}
        return tuple(rule for rule in self.rules if rule not in cited)


def points(ledger: Ledger, row: Row, column: int) -> Answer:
    """What a column scored in one hand."""
    name, lines = name_of(ledger, column), row.why(column)
    scored = ledger.padded(row.points)[column]
    return Answer(
        question=f"Why did {name} score {scored} in hand {row.number}?",
        number=f"{scored}",
        working=row.score.sum(column),
        game=row.game,
        lines=lines,
        rules=once(line.rule for line in lines or row.score.lines) or once([row.game.rule_refs.no_contract]),
        facts=(*(() if lines else _nothing(ledger, row, name)), *_happened(ledger, row, name)),
        row=row,
    )


def total(ledger: Ledger, column: int, row: Row | None = None) -> Answer:
    """A column's total after a hand, or as it stands now, with what the end of the sheet paid."""
    name = name_of(ledger, column)
    last = row.number if row else len(ledger.rows) + 1
    lines = [line for line in ledger.lines if (line.number if isinstance(line, Row) else line.after + 1) <= last]
    chain = [_added(ledger, line, column) for line in lines]
    paid = ledger.closing_score if row is None else None
    number = ledger.padded(row.totals)[column] if row else ledger.totals[column]
    working = ledger.working(lines[-1], column) if lines else f"{number}"
    if paid is not None:
        closing = paid.total(column)
        chain.append(Step(None, "the end of the sheet", closing, f"{number}"))
        working = f"{number - closing} + {closing} = {number}"
    return Answer(
        question=f"Why {do(ledger)} {name} have {number}{f' after hand {row.number}' if row else ''}?",
        number=f"{number}",
        working=working,
        game=row.game if row else ledger.table.game,
        rules=(PLACES,),
        chain=tuple(chain),
        row=row,
    )


def closing(ledger: Ledger, column: int) -> Answer:
    """What the end of the sheet paid a column. Raises NoAnswerError where it pays nothing in this game."""
    name, score = name_of(ledger, column), ledger.closing_score
    if score is None:
        raise NoAnswerError("the end of the sheet pays nothing")
    paid, game = score.total(column), ledger.table.game
    lines = tuple(score.of(column))
    carried = [mark(ledger, column, kind) for kind in game.rule_refs.counters]
    return Answer(
        question=f"Why {do(ledger)} {name} score {paid} at the end of the sheet?",
        number=f"{paid}",
        working=score.sum(column),
        game=game,
        lines=lines,
        rules=once((*(line.rule for line in lines), *game.rule_refs.counters.values())),
        facts=() if lines else (f"{name} carried nothing that the end of the sheet pays for.",),
        chain=tuple(step for answer in carried for step in answer.chain),
    )


def mark(ledger: Ledger, column: int, kind: str, row: Row | None = None) -> Answer:
    """What a column carries besides its points, after a hand or now: every hand that changed it.

    Raises NoAnswerError for a kind of mark that the game does not know.
    """
    name, game = name_of(ledger, column), row.game if row else ledger.table.game
    if kind not in game.rule_refs.counters:
        raise NoAnswerError(f"{game.title} knows no {kind}")
    chain: list[Step] = []
    before = "0"
    for each in ledger.rows[: row.number] if row else ledger.rows:
        after = _carried(ledger, name, kind, each.judged.after)
        if after != before:
            did = "; ".join(line.reason for line in each.why(column)) or each.summary
            added = int(after) - int(before) if after.isdigit() and before.isdigit() else None
            chain.append(Step(each, ". ".join((did, *(event.rstrip(".") for event in each.events))), added, after))
        before = after
    return Answer(
        question=f"Why {do(ledger)} {name} have {kind} {before}{f' after hand {row.number}' if row else ''}?",
        number=before,
        working=f"{kind} {before}",
        game=game,
        rules=(game.rule_refs.counters[kind],),
        facts=() if chain else (f"No hand has changed it: {name} began with none.",),
        chain=tuple(chain),
        row=row,
    )


def corrections(history: History, row: Row) -> Iterator[str]:
    """What the table has put right or settled in a hand since it was recorded, as sentences, the first first."""
    for event in reversed(history.of_hand(row.hand.entry or 0)):
        act = event.entry
        settles = act.kind is EntryKind.SETTLE or not act.only_talks
        if event.stands and settles and act.kind not in (EntryKind.RECORD, EntryKind.UNDO, EntryKind.REDO):
            was = f" It was {event.was}." if event.was else ""
            reason = f" Reason: {sentence(f'“{event.reason}”')}" if event.reason else ""
            yield f"{sentence(f'{event.verb}: {event.what}')}{was}{reason}"


def noted(note: str) -> str:
    """What the table has written beside a hand, in its own words."""
    return sentence(f"Noted: “{note}”")


def _happened(ledger: Ledger, row: Row, name: str) -> Iterator[str]:
    """The facts of a hand: what was bid and taken, what was carried into it, who dealt, by which house rules."""
    table, game = row.judged.table, row.game
    if row.judged.settled is not None:
        yield "The table settled this hand by agreement and wrote the points down by hand."
    elif row.result is None:
        yield "There was no contract: nobody scores."
    else:
        yield game.describe(row.result, table.dealer, table.carry)
    yield from changes(ledger)[row.number - 1]
    if note := row.hand.facts.get("note"):
        yield noted(note)
    yield from row.settled_from
    yield from row.events
    for counter in ledger.counters_of(table).get(name, ()):
        yield f"Before this hand {name} had {counter.name} {counter.text}."
    if row.hand.calls:
        yield f"The calls: {'; '.join(map(as_spoken, row.hand.calls))}."
    yield f"{row.dealer} dealt."
    if rules := game.options.changed():
        yield f"House rules: {'; '.join(rules)}."


def absent(name: str) -> str:
    return f"{name} was not at the table."


def _nothing(ledger: Ledger, row: Row, name: str) -> Iterator[str]:
    """Why a column has no line in a hand."""
    if name not in row.game.players and not row.game.sides_have_columns:
        yield absent(name)
    for names, lines, paid in ledger.workings(row):
        for_what = listed([line.reason for line in lines])
        yield f"In this hand {listed(names)} scored: {paid} for {for_what}. There was nothing for {name}."


def _added(ledger: Ledger, row: Row | AdjustmentRow, column: int) -> Step:
    after, scored = ledger.padded(row.totals)[column], ledger.padded(row.points)[column]
    return Step(row if isinstance(row, Row) else None, row.summary, scored, f"{after}")


def _carried(ledger: Ledger, name: str, kind: str, table: Table) -> str:
    counters = ledger.counters_of(table).get(name, ())
    return next((counter.text for counter in counters if counter.name == kind), "0")


def once(rules: Iterable[Rule | None]) -> tuple[Rule, ...]:
    """Each rule once, what is none left out."""
    return tuple(rule for rule in dict.fromkeys(rules) if rule)


def name_of(ledger: Ledger, column: int) -> str:
    """The name of a column of the sheet. Raises NoAnswerError."""
    if not 0 <= column < len(ledger.columns):
        raise NoAnswerError(f"there is no column {column}")
    return ledger.columns[column]


def do(ledger: Ledger) -> str:
    """ "does", or "do" of two who share a column."""
    return "do" if ledger.table.game.sides_have_columns else "does"


def standing(ledger: Ledger, column: int) -> Answer:
    """A column's place: who is ahead and by how much."""
    name, game = name_of(ledger, column), ledger.table.game
    current = next(each for each in ledger.standings if each.column == name)
    level = [each.column for each in ledger.standings if each.place == current.place and each.column != name]
    return Answer(
        question=f"Why {'are' if game.sides_have_columns else 'is'} {name} {ordinal(current.place)}?",
        number=ordinal(current.place),
        working=f"{current.total}{_distance(ledger, current)}",
        game=game,
        rules=once((PLACES, game.rule_refs.winner)),
        facts=(
            f"The {'lowest' if game.lowest_wins else 'highest'} total stands first.",
            *(_apart(ledger, current, other) for other in ledger.standings if other.place < current.place),
            *([f"{listed(level)} {'have' if level[1:] else 'has'} as many: a shared place."] if level else ()),
            *_behind(ledger, current),
            *([f"The game is over: {ledger.ending.reason}."] if ledger.ending else ()),
        ),
    )


def payment(ledger: Ledger, column: int) -> Answer:
    """What a column receives or pays in money. Raises NoAnswerError where nothing is at stake."""
    name, game = name_of(ledger, column), ledger.table.game
    paid = in_cents(ledger.payments)
    if name not in paid:
        raise NoAnswerError("nothing is at stake")
    amount = paid[name]
    return Answer(
        question=f"Why {do(ledger)} {name} {'pay' if amount < 0 else 'receive'} {abs(amount):.2f}?",
        number=f"{amount:+.2f}",
        working=f"{amount:+.2f}",
        game=game,
        rules=once([game.rule_refs.payment]),
        facts=(
            *game.payment_working(ledger.columns, ledger.totals, column),
            "Payments are to the cent, and rounded so that all of them add up to nothing.",
        ),
    )


def _distance(ledger: Ledger, current: Standing) -> str:
    """How far from the next: ", 48 behind Cindy"."""
    others = [standing for standing in ledger.standings if standing.place != current.place]
    if not others:
        return ", level with all" if len(ledger.standings) > 1 else ""
    ahead = current.place > 1
    near = others[0] if ahead else min(others, key=lambda standing: standing.place)
    names = listed([standing.column for standing in others if standing.place == near.place])
    return f", {abs(near.total - current.total)} {'behind' if ahead else 'ahead of'} {names}"


def _apart(ledger: Ledger, standing: Standing, other: Standing) -> str:
    more = "fewer" if ledger.table.game.lowest_wins else "more"
    has = "have" if ledger.table.game.sides_have_columns else "has"
    return f"{other.column} {has} {other.total}, {abs(other.total - standing.total)} {more}."


def _behind(ledger: Ledger, standing: Standing) -> Iterator[str]:
    """Who comes next."""
    behind = [other for other in ledger.standings if other.place > standing.place]
    if behind:
        names = listed([other.column for other in behind if other.place == behind[0].place])
        yield f"Next: {names} with {behind[0].total}, {abs(behind[0].total - standing.total)} behind."


A_FEW = 6
"""So many bids are told by name."""


def dealer(ledger: Ledger, row: Row | None = None) -> Answer:
    """How the deal came to whoever deals a hand, or the hand that is open or next."""
    rows = ledger.rows[: row.number - 1] if row else ledger.rows
    table = row.judged.table if row else ledger.table
    game, number = table.game, len(rows) + 1
    chain = [Step(each, _deal(ledger, each, each.judged.table), None, each.dealer) for each in rows]
    why = _deal(ledger, row, table)
    name = game.players[table.dealer]
    after_none = rows and not rows[-1].judged.after.played
    return Answer(
        question=f"Why {'did' if row else 'does'} {name} deal hand {number}?",
        number=name,
        working=why,
        game=game,
        rules=tuple(
            rule for rule in (game.rule_refs.deal, game.rule_refs.no_contract if after_none else None) if rule
        ),
        facts=() if row else game.deal_notes(table.dealer, table.carry),
        chain=(*chain, Step(row, why, None, name)),
        row=row,
    )


def _deal(ledger: Ledger, row: Row | None, table: Table) -> str:
    """Why this player deals a hand, as a sentence. row: none for the hand that is open or next."""
    name = table.game.players[table.dealer]
    number = row.number if row else len(ledger.rows) + 1
    if number == 1:
        return f"{name} deals first, as the table chose."
    before = ledger.rows[number - 2]
    last = before.dealer
    due = before.judged.after.reseated(table.game)
    if due.dealer != table.dealer:
        return f"The table gave the deal to {name}; by turns it was {table.game.players[due.dealer]}'s."
    if not before.judged.after.played and name == last:
        return f"Nobody's bid stood in hand {number - 1}, so {name} deals again."
    players = table.game.players
    if last in players and table.game.left_of(players.index(last)) == table.dealer:
        return f"{name} sits at the left of {last}, who dealt hand {number - 1}."
    return f"The seats changed: after {last}, who dealt hand {number - 1}, the deal falls to {name}."


def turn(ledger: Ledger) -> Answer:
    """Whose turn it is to speak. Raises NoAnswerError in a game without calls, and where no hand is bid."""
    state = _open(ledger)
    game = ledger.table.game
    speaker = state.name(state.turn)
    return Answer(
        question="Why is the bidding over?" if state.over else f"Why is it {speaker}'s turn?",
        number="nobody" if state.over else speaker,
        working=f"The bidding is over: {state.outcome()}." if state.over else f"{speaker} is to speak.",
        game=game,
        rules=tuple(rule for rule in (state.turn_rule, state.bar_rule) if rule),
        facts=tuple(filter(None, _spoken(ledger, state))),
    )


def call(ledger: Ledger, player: str, text: str) -> Answer:
    """Whether a player may make this call now, and why not. text: as the sheet file writes it, "6H".

    Raises NoAnswerError where there is no such player, call or auction.
    """
    state = _open(ledger)
    try:
        seat, spoken = state.players.index(player), parse_call(text)
    except ValueError as error:
        raise NoAnswerError(f"{error}") from None
    words, game = _symbols(spoken), ledger.table.game
    try:
        state.check(seat, spoken)
    except RuleViolation as violation:
        return Answer(
            question=f"Why may {player} not say “{words}”?",
            number=words,
            working=violation.detail,
            game=game,
            rules=(violation.rule,),
            facts=tuple(filter(None, (*_may_say(state), *_spoken(ledger, state)))),
        )
    return Answer(
        question=f"May {player} say “{words}”?",
        number=words,
        working=f"Yes, {player} may say “{words}” now.",
        game=game,
        rules=(state.turn_rule,),
        facts=tuple(filter(None, _spoken(ledger, state))),
    )


def _open(ledger: Ledger) -> Auction:
    """The auction of the hand that is open or next."""
    state = ledger.playing.auction if ledger.playing else None if ledger.over else ledger.table.auction()
    if state is None:
        raise NoAnswerError("nobody is to speak")
    return state


def _spoken(ledger: Ledger, state: Auction) -> Iterator[str]:
    """How the bidding stands: who dealt and opened, what was called, what bars somebody."""
    game: Game = ledger.table.game
    opener = state.calls[0][0] if state.calls else state.turn
    yield f"{game.players[ledger.table.dealer]} deals; the first to speak is {state.name(opener)}."
    yield state.last_words()
    yield state.bar_reason() or ""
    if state.calls and not state.over:
        yield f"So far: {state.outcome()}."
        yield state.what_a_pass_does() if state.stage == "bidding" else ""
    hand: Any = ledger.sheet.hands[-1] if ledger.playing else None
    if hand and hand.calls:
        yield f"The calls: {'; '.join(map(as_spoken, hand.calls))}."


def _may_say(state: Auction) -> Iterator[str]:
    """What could be said instead."""
    legal = [_symbols(call) for call in state.legal()]
    if not legal:
        return
    few = legal if len(legal) <= A_FEW + 2 else [*legal[:A_FEW], "…", legal[-1]]
    yield f"{state.name(state.turn)} may say: {', '.join(few)}."


def _symbols(call: Call) -> str:
    return call.symbols if isinstance(call, Bid) else str(call)
