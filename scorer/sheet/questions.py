"""Why? Every number on a sheet with its lines, its rules, the facts it came from, and the hands that made it. What
if? Every result that a hand could have had, another contract, other house rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from ..rules.auctions import Auction
from ..rules.calls import parse_call
from ..rules.core import (
    CLOSED_SHEET,
    PLACES,
    Points,
    Rule,
    RuleViolation,
    ScoreLine,
    in_cents,
    listed,
    ordinal,
    sentence,
    spans,
)
from ..rules.fields import Field
from ..rules.game import Alternatives, Game
from .changes.corrections import Revision, unusual
from .changes.history import History, as_spoken
from .changes.remarks import changes
from .core.judge import IllegalHandError, Table
from .core.ledger import Ledger, Row, Standing, Working, workings
from .core.sheet import BESIDE, EntryKind, Hand, kept_beside


class NoAnswerError(LookupError):
    """There is no such number on the sheet."""


class Step(NamedTuple):
    """One hand of a chain; without a row, points without a deal, the end of the sheet or the next hand.

    did: what happened.
    points: what it added, None where nothing is added up.
    after: what stood then.
    """

    row: Row | None
    did: str
    points: Points | None
    after: str


class Answer(NamedTuple):
    """question: as it is asked aloud.
    number: what is asked about, as the sheet has it.
    working: how it comes about, in one line.
    row: the hand it is about.
    game: whose rules hold.
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
    question = f"Why did {name} score {scored} in hand {row.number}?"
    rules = once(line.rule for line in lines or row.score.lines) or once([row.game.rule_refs.no_contract])
    facts = (*(() if lines else _nothing(ledger, row, name)), *_happened(ledger, row, name))
    return Answer(question, f"{scored}", row.score.sum(column), row.game, lines, rules, facts, row=row)


def total(ledger: Ledger, column: int, row: Row | None = None) -> Answer:
    """A column's total after a hand, or as it stands now, with what the end of the sheet paid."""
    name = name_of(ledger, column)
    last = row.number if row else len(ledger.rows) + 1
    lines = [line for line in ledger.lines if (line.number if isinstance(line, Row) else line.after + 1) <= last]
    chain: list[Step] = []
    for line in lines:
        did = _did(ledger, line, column) if isinstance(line, Row) else line.summary
        after, scored = ledger.padded(line.totals)[column], ledger.padded(line.points)[column]
        chain.append(Step(line if isinstance(line, Row) else None, did, scored, f"{after}"))
    paid = ledger.closing_score if row is None else None
    number = ledger.padded(row.totals)[column] if row else ledger.totals[column]
    working = ledger.working(lines[-1], column) if lines else f"{number}"
    if paid is not None:
        closing = paid.total(column)
        chain.append(Step(None, "the end of the sheet", closing, f"{number}"))
        working = f"{number - closing} + {closing} = {number}"
    question = f"Why {do(ledger)} {name} have {number}{f' after hand {row.number}' if row else ''}?"
    game = row.game if row else ledger.table.game
    return Answer(question, f"{number}", working, game, rules=(PLACES,), chain=tuple(chain), row=row)


def closing(ledger: Ledger, column: int) -> Answer:
    """What the end of the sheet paid a column. Raises NoAnswerError where it pays nothing in this game."""
    name, score = name_of(ledger, column), ledger.closing_score
    if score is None:
        raise NoAnswerError("the end of the sheet pays nothing")
    paid, game = score.total(column), ledger.table.game
    lines = tuple(score.of(column))
    carried = [mark(ledger, column, kind) for kind in game.rule_refs.counters]
    question = f"Why {do(ledger)} {name} score {paid} at the end of the sheet?"
    rules = once((*(line.rule for line in lines), *game.rule_refs.counters.values()))
    facts = () if lines else (f"{name} carried nothing that the end of the sheet pays for.",)
    chain = tuple(step for answer in carried for step in answer.chain)
    return Answer(question, f"{paid}", score.sum(column), game, lines, rules, facts, chain)


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
    question = f"Why {do(ledger)} {name} have {kind} {before}{f' after hand {row.number}' if row else ''}?"
    facts = () if chain else (f"No hand has changed it: {name} began with none.",)
    rules = (game.rule_refs.counters[kind],)
    return Answer(question, before, f"{kind} {before}", game, (), rules, facts, tuple(chain), row)


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
    if rules := game.house_rules():
        yield f"House rules: {'; '.join(rules)}."


def absent(name: str) -> str:
    return f"{name} was not at the table."


def _nothing(ledger: Ledger, row: Row, name: str) -> Iterator[str]:
    """Why a column has no line in a hand."""
    if name not in row.game.players and not row.game.sides_have_columns:
        yield absent(name)
    for names, lines, paid in ledger.workings(row):
        first, *more = [f"{line.points} for {line.reason}" for line in lines]
        scored = f"{paid}: {'; '.join((first, *more))}" if more else first
        yield f"In this hand {listed(names)} scored {scored}. There was nothing for {name}."


def _did(ledger: Ledger, row: Row, column: int) -> str:
    """What happened in a hand; of what each column bid and took, that of this one alone."""
    own = row.own(column, ledger.columns)
    if row.result is None or row.judged.settled is not None or own is None:
        return row.summary
    said = row.game.bid_and_taken(row.result, own)
    return ": ".join(filter(None, (row.game.headline(row.result)[1], said))) if said else row.summary


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
    place, working = ordinal(current.place), f"{current.total}{_distance(ledger, current)}"
    facts = (
        f"The {'lowest' if game.lowest_wins else 'highest'} total stands first.",
        *(_apart(ledger, current, other) for other in ledger.standings if other.place < current.place),
        *([f"{listed(level)} {'have' if level[1:] else 'has'} as many: a shared place."] if level else ()),
        *_behind(ledger, current),
        *([f"The game is over: {ledger.ending.reason}."] if ledger.ending else ()),
    )
    question = f"Why {'are' if game.sides_have_columns else 'is'} {name} {place}?"
    return Answer(question, place, working, game, rules=once((PLACES, game.rule_refs.winner)), facts=facts)


def payment(ledger: Ledger, column: int) -> Answer:
    """What a column receives or pays in money. Raises NoAnswerError where nothing is at stake."""
    name, game = name_of(ledger, column), ledger.table.game
    paid = in_cents(ledger.payments)
    if name not in paid:
        raise NoAnswerError("nothing is at stake")
    amount = paid[name]
    question = f"Why {do(ledger)} {name} {'pay' if amount < 0 else 'receive'} {abs(amount):.2f}?"
    rounded = "Payments are to the cent, and rounded so that all of them add up to nothing."
    facts = (*game.payment_working(ledger.columns, ledger.totals, column), rounded)
    paid_out = f"{amount:+.2f}"
    return Answer(question, paid_out, paid_out, game, rules=once([game.rule_refs.payment]), facts=facts)


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
    question = f"Why {'did' if row else 'does'} {name} deal hand {number}?"
    rules = once((game.rule_refs.deal, game.rule_refs.no_contract if after_none else None))
    facts = () if row else game.deal_notes(table.dealer, table.carry)
    return Answer(question, name, why, game, (), rules, facts, (*chain, Step(row, why, None, name)), row)


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
    speaker = state.name(state.turn)
    asked = f"Why is it {speaker}'s turn?", speaker, f"{speaker} is to speak."
    if state.over:
        asked = "Why is the bidding over?", "nobody", f"The bidding is over: {state.outcome()}."
    facts = tuple(filter(None, _spoken(ledger, state)))
    return Answer(*asked, ledger.table.game, rules=once((state.turn_rule, state.bar_rule)), facts=facts)


def call(ledger: Ledger, player: str, text: str) -> Answer:
    """Whether a player may make this call now, and why not. text: as the sheet file writes it, "6H".

    Raises NoAnswerError where there is no such player, call or auction.
    """
    state = _open(ledger)
    try:
        seat, spoken = state.players.index(player), parse_call(text)
    except ValueError as error:
        raise NoAnswerError(f"{error}") from None
    words, facts = spoken.symbols, tuple(filter(None, _spoken(ledger, state)))
    question, rule = f"May {player} say “{words}”?", state.turn_rule
    working = f"Yes, {player} may say “{words}” now."
    try:
        state.check(seat, spoken)
    except RuleViolation as broken:
        question, working, rule = f"Why may {player} not say “{words}”?", broken.detail, broken.rule
        facts = (*_may_say(state), *facts)
    return Answer(question, words, working, ledger.table.game, rules=(rule,), facts=facts)


def _open(ledger: Ledger) -> Auction:
    """The auction of the hand that is open or next."""
    state = ledger.open_auction
    if state is None or (ledger.over and not ledger.playing):
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
    legal = [call.symbols for call in state.legal()]
    if not legal:
        return
    few = legal if len(legal) <= A_FEW + 2 else [*legal[:A_FEW], "…", legal[-1]]
    yield f"{state.name(state.turn)} may say: {', '.join(few)}."


class ColumnResult(NamedTuple):
    """The points of a column with another result.

    total: after the hand.
    end: at the end of the sheet, None where a later hand would be illegal.
    made: its bid, None where it has none.
    played: whether this was the result.
    """

    lines: tuple[ScoreLine, ...]
    points: Points
    total: Points
    end: Points | None
    made: bool | None
    played: bool


class Result(NamedTuple):
    """The result with one number of tricks.

    cells: by column of the hand.
    standings: at the end of the sheet, none where each column counts its own tricks, or where a later hand would
        be illegal: the first such is `broken`.
    """

    tricks: int
    cells: tuple[ColumnResult, ...]
    standings: tuple[Standing, ...] = ()
    broken: IllegalHandError | None = None

    @property
    def played(self) -> bool:
        return all(cell.played for cell in self.cells)


class Reach(NamedTuple):
    """The numbers of tricks with which something holds for these columns, lowest first."""

    columns: tuple[str, ...]
    tricks: tuple[int, ...]

    @property
    def first(self) -> int | None:
        return self.tricks[0] if self.tricks else None

    @property
    def text(self) -> str:
        """ "6 to 10", "7", "0 to 2 and 5"; empty for none."""
        return " and ".join(spans(self.tricks))


MOST_SHOWN = 20
"""Results of a hand that are shown one below the other."""


class Results(NamedTuple):
    """Every possible result of a hand, by tricks.

    hand: what was bid, in the words of the sheet file.
    columns: of the hand, by their names on the sheet.
    trick_takers: those whose tricks are counted, nobody where each counts its own.
    kept: what is the same in all, as a sentence.
    changed: whether this is another contract than was played.
    made: with how many tricks the bids are made.
    level: with how many each of the declaring columns, or the trick takers, scores at least as much in this hand
        as each other column, None where the results of the columns do not depend on one another.
    """

    game: Game
    hand: Mapping[str, Any]
    columns: tuple[str, ...]
    trick_takers: tuple[str, ...]
    kept: str
    changed: bool
    results: tuple[Result, ...]
    made: tuple[Reach, ...]
    level: Reach | None

    @property
    def steps(self) -> tuple[Result, ...]:
        """The results to show one below the other: of very many those at which a reason changes, what was played,
        and the ends.
        """
        if len(self.results) <= MOST_SHOWN:
            return self.results
        cells = [each.cells for each in self.results]
        reasons = [[([line.rule for line in cell.lines], cell.made) for cell in each] for each in cells]
        shown = {0, len(cells) - 1, *(at for at, each in enumerate(self.results) if each.played)}
        for at, (reason, following) in enumerate(pairwise(reasons)):
            shown |= {at, at + 1} if reason != following else set()
        return tuple(self.results[at] for at in sorted(shown))

    def workings(self, result: Result) -> list[Working]:
        """Of a result."""
        cells = zip(self.columns, result.cells, strict=True)
        return workings((name, cell.lines, cell.points) for name, cell in cells if cell.lines)


def why_none(row: Row) -> str:
    """Why a hand has no other results, as a sentence; empty where it has."""
    if row.judged.settled is not None:
        return "The table settled this hand: its points do not come from tricks."
    if row.result is None:
        return "Nobody had a contract in this hand, so no tricks were counted."
    if row.game.outcomes.alternatives(row.result) is None:
        return "Of this game only what happened is known: there is nothing to work out."
    return ""


def results(ledger: Ledger, row: Row) -> Results | None:
    """Every result that a hand could have had with its bids; None where `why_none` gives a reason."""
    return None if why_none(row) else _Trial(ledger, row).results(row.hand.facts, row.result)


def may_be_asked(row: Row) -> bool:
    """Whether another contract, or other bids, can be asked about."""
    return "contract" in row.game.keys or not why_none(row)


def with_contract(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> Results:
    """The same for another contract, other players or bids: keys of the hand in the words of the sheet file; what
    is not given stays, and what is None is left out.

    Raises FormatError, and IllegalHandError where they cannot be.
    """
    trial = _Trial(ledger, row)
    given = {**kept_beside(row.hand.facts), **_played(row), **facts}
    hand = Hand({key: value for key, value in given.items() if value is not None or key not in facts})
    return trial.results(hand.facts, trial.before.add(hand).rows[-1].result)


def _played(row: Row) -> dict[str, Any]:
    """The result of a hand in the words of the sheet file; of one without, no tricks taken."""
    return {row.game.outcomes.counted: 0} if row.result is None else row.game.to_file(row.result)


class _Trial:
    """A hand of a ledger, to be replaced by others."""

    def __init__(self, ledger: Ledger, row: Row) -> None:
        sheet, index = ledger.sheet, row.number - 1
        self.ledger = ledger
        self.row = row
        self.game = row.game
        self.later = sheet.hands[row.number :]
        self.before = Ledger.of(replace(sheet, hands=sheet.hands[:index], coming={}, finished=False), ledger)
        credited = enumerate(self.game.credited(ledger.columns))
        self.places = tuple((place, column) for column, places in credited for place in places)
        """Whose column of the sheet it is, and of the game."""

    def results(self, facts: Mapping[str, Any], hand: Any) -> Results:
        outcomes, played = self.game.outcomes, self.row.result
        alternatives = outcomes.alternatives(hand) or Alternatives(())
        taken = getattr(played, outcomes.counted, None)
        as_played = outcomes.alternatives(played) if played is not None else None
        # Other players would have taken other tricks.
        same = as_played is not None and as_played.trick_takers == alternatives.trick_takers
        rows = tuple(self._tried(facts, alternatives, taken if same else None))
        names = tuple(self.ledger.columns[place] for place, _ in self.places)
        trick_takers = self._credited(alternatives.trick_takers)
        declaring = self._credited(outcomes.declaring(hand))
        if set(declaring) == set(trick_takers):
            trick_takers = declaring
        takers, changed = tuple(names[column] for column in trick_takers), hand != played
        level = _level(rows, names, side) if (side := declaring or trick_takers) else None
        made = _made(rows, names, declaring)
        return Results(self.game, facts, names, takers, alternatives.unchanged, changed, rows, made, level)

    def _credited(self, own: Sequence[int]) -> tuple[int, ...]:
        """The columns of the hand that are credited what these of the game score, in their order."""
        return tuple(index for column in own for index, (_, each) in enumerate(self.places) if each == column)

    def _tried(self, facts: Mapping[str, Any], alternatives: Alternatives, taken: Any) -> Iterator[Result]:
        """The possible results, by tricks. taken: the tricks that were played, None where they do not compare."""
        cells: dict[int, dict[int, ColumnResult]] = {}
        ends: dict[int, tuple[tuple[Standing, ...], IllegalHandError | None]] = {}
        for other in alternatives.results:
            try:
                row, end, broken = self._replaced(facts, other.hand)
            except IllegalHandError:
                continue
            ends[other.tricks] = (end.standings if end and other.columns is None else (), broken)
            played = getattr(other.hand, self.game.outcomes.counted) == taken
            for column, (place, own) in enumerate(self.places):
                if other.columns is not None and own not in other.columns:
                    continue
                made = self.game.outcomes.made(other.hand, own)
                scored = row.why(place), row.points[place], row.totals[place], end and end.totals[place]
                cells.setdefault(other.tricks, {})[column] = ColumnResult(*scored, made, played)
        for tricks, by_column in cells.items():
            yield Result(tricks, tuple(by_column[column] for column in sorted(by_column)), *ends[tricks])

    def _replaced(self, facts: Mapping[str, Any], hand: Any) -> tuple[Row, Ledger | None, IllegalHandError | None]:
        """The row of another hand in the place of this one, and the sheet to its end, or the first hand of it that
        could not have followed. Raises IllegalHandError for a hand that cannot have been played.
        """
        other = Hand({**facts, **self.game.to_file(hand)}, self.row.hand.entry)
        row = self.before.add(other).rows[-1]
        earlier = self.ledger.sheet.hands[: self.row.number - 1]
        try:
            end = Ledger.of(replace(self.ledger.sheet, hands=(*earlier, other, *self.later)), self.ledger)
        except IllegalHandError as broken:
            return row, None, broken
        return row, end, None


def _made(results: Sequence[Result], names: Sequence[str], declaring: Sequence[int]) -> tuple[Reach, ...]:
    """With how many tricks the bids are made; the columns that share the numbers together, the declaring ones
    first, in the order of their roles.
    """
    reached: dict[tuple[int, ...], list[str]] = {}
    for column in dict.fromkeys((*declaring, *range(len(names)))):
        if any(result.cells[column].made is not None for result in results):
            tricks = tuple(result.tricks for result in results if result.cells[column].made)
            reached.setdefault(tricks, []).append(names[column])
    return tuple(Reach(tuple(columns), tricks) for tricks, columns in reached.items())


def _level(results: Sequence[Result], names: Sequence[str], side: Sequence[int]) -> Reach:
    """With how many tricks each of a side scores at least as much in the hand as each of the others."""
    others = [column for column in range(len(names)) if column not in side]
    scored = [(result.tricks, [cell.points for cell in result.cells]) for result in results]
    tricks = (at for at, points in scored if min(points[c] for c in side) >= max(points[c] for c in others))
    return Reach(tuple(names[column] for column in side), tuple(tricks))


class OptionMismatchError(ValueError):
    """The hands do not say what other house rules ask for."""


def under(ledger: Ledger, options: Mapping[str, Any]) -> Ledger:
    """The same hands under other house rules, from the first on; an open hand is left out. options: all of them,
    by key, None where automatic.

    Where the sheet would have ended by them, the hands behind that are left out. Raises IllegalHandError for the
    first hand that could not have been played by them, and OptionMismatchError.
    """
    revision = Revision(ledger, 0)
    revision.head = {"options": unusual(ledger.sheet, options)}

    def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
        if index < len(ledger.rows):
            _compare(ledger.rows[index], table.game)
        # What these rules do not ask for is left aside, as honors where they pay nothing, and so is what had been
        # played in a hand that counts by the points of the table.
        keys = {*table.game.keys, *BESIDE, "calls", "points"} - {"options"}
        if facts.get("carry", {}).keys() <= table.game.carrying.numbers.keys():
            keys |= {"carry"}
        return {key: value for key, value in facts.items() if key in keys}

    try:
        revision.rewrite(change)
    except IllegalHandError as broken:
        if broken.violation.rule is not CLOSED_SHEET:
            raise
        last, sheet = broken.hand - 1, ledger.sheet
        given = tuple(each for each in sheet.adjustments if each.after <= last)
        cut = replace(sheet, hands=sheet.hands[:last], adjustments=given, coming={}, finished=False)
        return under(Ledger.of(cut, ledger), options)
    played = revision.ledger
    hands = tuple(row.hand for row in played.rows)
    return Ledger.of(replace(played.sheet, hands=hands, finished=ledger.sheet.finished), played)


def _compare(row: Row, other: Game) -> None:
    """Raise OptionMismatchError where a hand does not hold what these rules ask for."""
    if row.result is None:
        return
    for key, asked in other.keys.items():
        written = row.game.keys.get(key)
        lacks = written is None or not written.values(getattr(row.result, key))
        if (asked.needed and lacks) or (written and _in_file(asked) != _in_file(written)):
            lacking = f"Hand {row.number} does not say what these house rules ask for: other {key}."
            raise OptionMismatchError(lacking)


def _in_file(field: Field) -> tuple[type[Field], type[Field], bool]:
    """How it stands in the file."""
    return type(field), type(field.single), field.may_be_blank
