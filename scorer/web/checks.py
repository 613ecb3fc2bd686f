"""More of a sheet; and what can be checked: a trick, what paper says, a fingerprint. Nothing is stored."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self, TypeVar

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from werkzeug.datastructures import MultiDict
from wtforms import Form, TextAreaField

from ..exports import texts
from ..exports.from_workbook import as_table
from ..rules import tricks
from ..rules.calls import SUITS, Denomination
from ..rules.core import Points, Seat
from ..rules.reading import FormatError, number_of
from ..rules.registry import GAMES
from ..rules.tricks import ACE, JOKERS, RANKS, Card, PlayRules, Trial, Trick, parse_card, parse_cards
from ..sheet import audit
from ..sheet.audit import Receipt
from ..sheet.core.judge import IllegalHandError, Table
from ..sheet.core.sheet import Entry
from ..sheet.paper import table as paper_table
from ..sheet.paper.check import Checked, Claims, Paper, check
from ..sheet.paper.lines import decoded
from ..store import files, scorebook
from ..store.scorebook import Snapshot
from . import commands
from .app import access, limits
from .app.access import speaker_on
from .app.display import fault_text
from .app.limits import FILES, TYPED_BYTES, take_turn, takes_a_file
from .forms import NumberField, PageForm, TextField, small_number, with_fields


class HandForm(Form):
    """hand: its number; show: whether it was just chosen, and nothing else is asked yet."""

    hand = TextField()
    show = TextField()


@dataclass(frozen=True)
class HandAsked:
    """what: the hand in one line.
    table: who played it under which rules.
    facts: what its bidding or its result settled.
    """

    number: int
    what: str
    table: Table
    facts: Mapping[str, Any] = field(default_factory=dict)


def hands_to_ask(snapshot: Snapshot) -> tuple[HandAsked, ...]:
    """Every hand of the sheet, the newest first; the next one where another is to be played."""
    ledger, finished = snapshot.ledger, snapshot.sheet.finished
    hands = [
        HandAsked(row.number, row.summary, row.judged.table, commands.facts_of(row))
        for row in reversed(ledger.rows)
    ]
    number = len(ledger.rows) + 1
    if ledger.playing:
        return HandAsked(number, "being played", ledger.table, commands.bid_so_far(snapshot)), *hands
    if not hands or not (finished or ledger.over):
        return HandAsked(number, "the next hand", ledger.table), *hands
    return tuple(hands)


def asked(hands: tuple[HandAsked, ...], value: str, otherwise: HandAsked) -> HandAsked:
    """The hand that a form names."""
    return next((hand for hand in hands if f"{hand.number}" == value), otherwise)


BEFORE = "before"
"""When a hidden trump was shown: before this trick; else for the card of a seat, or not yet."""
HIGH, LOW = "high", "low"
"""What the first joker counts as."""
MOST_OF_CARDS = 400
"""Characters of a list of cards: a whole pack has fewer."""
Read = TypeVar("Read")


class TrickForm(Form):
    """The fields as they were sent.

    faults: by the name of the field or card.
    trial: None while there are any.

    Each seat has the fields suit-0, rank-0 and held-0, and so on. A card without a suit is of the suit led.
    """

    suits = tuple((suit.value, suit.symbol) for suit in SUITS)
    jokers_count_as = ("", "no joker was played"), (HIGH, HIGH), (LOW, LOW)
    show = TextField()
    check = TextField()
    players: tuple[str, ...]
    play_rules: PlayRules

    @classmethod
    def of(cls, sent: MultiDict[str, str], players: tuple[str, ...], play_rules: PlayRules) -> Self:
        seats = range(len(players))
        of_seats = (f"{name}-{seat}" for seat in seats for name in ("suit", "rank", "held"))
        names = ("leader", "trump", "laid", "shown", "number", "broken", "widow", "joker", *of_seats)
        fields = {name: TextField(filters=[str.strip]) for name in names}
        return with_fields(cls, {**fields, "players": players, "play_rules": play_rules})(sent)

    def __init__(self, sent: MultiDict[str, str]) -> None:
        super().__init__(sent)
        self.faults: dict[str, str] = {}
        play_rules = self.play_rules
        only = play_rules.trumps[0].value if len(play_rules.trumps) == 1 else ""
        agreed = {
            "leader": "" if play_rules.opener is None else f"{play_rules.opener}",
            "trump": play_rules.trump.value if play_rules.trump else only,
            "laid": play_rules.laid.value if play_rules.laid else "",
        }
        # Where the hand was just chosen, what it settles stands instead of what was sent before.
        asks = ("check", *(f"suit-{seat}" for seat in range(len(self.players))))
        tried = not self.show.raw_data and any(self[name].raw_data for name in asks)
        for name, value in agreed.items():
            if not tried or not self[name].raw_data:
                self[name].data = value
        self.trial = self._trial() if tried else None

    def value(self, name: str) -> str:
        return self[name].data

    def card_shown(self, seat: Seat) -> str:
        """What is chosen of their card, such as "♥ 9"; empty where nothing is."""
        rank = self.value(f"rank-{seat}")
        suit = self.value(f"suit-{seat}") or (self.value(f"suit-{self._lead}") if rank else "")
        return f"{dict(self.suits + self.jokers).get(suit, '')} {rank}".strip()

    @property
    def _lead(self) -> Seat:
        """Who led, the first seat where nobody has said so: the rows of the form begin with it."""
        seat = small_number(self.value("leader"))
        return seat if seat is not None and seat < len(self.players) else 0

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of play."""
        seats = len(self.players)
        return tuple((self._lead + turn) % seats for turn in range(seats))

    @property
    def has_more(self) -> bool:
        """Whether anything is said of cards beside those of the trick."""
        return any(field.data for field in self if field.name.startswith(("held-", "widow")))

    @property
    def ranks(self) -> tuple[tuple[str, str], ...]:
        ranks = range(ACE, self.play_rules.pack.lowest - 1, -1)
        return tuple((RANKS[rank], RANKS[rank]) for rank in ranks)

    @property
    def names_jokers(self) -> bool:
        """Whether players say what a joker counts as."""
        return self.play_rules.pack.joker_named is not None

    @property
    def jokers(self) -> tuple[tuple[str, str], ...]:
        """Those of the pack: cards without a rank, chosen in the place of a suit."""
        return tuple((str(card), card.symbols) for card in JOKERS if card in self.play_rules.pack.cards)

    @property
    def when_shown(self) -> tuple[tuple[str, str], ...]:
        for_cards = ((f"{seat}", f"for {self.players[seat]}’s card") for seat in self.order)
        return ("hidden", "not yet"), (BEFORE, "before this trick"), *for_cards

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        numbers = map(str, range(1, self.play_rules.tricks + 1))
        return ("", "not known"), *((number, number) for number in numbers)

    def _fault(self, name: str, detail: str) -> None:
        self.faults.setdefault(name, detail)

    def _trial(self) -> Trial | None:
        if self.value("leader") != f"{self._lead}":
            self._fault("leader", "Say who led.")
        shown = self._shown()
        trump = self._trump(shown)
        cards = [self._card(seat) for seat in self.order]
        if self.names_jokers and any(card in JOKERS for card in cards) and self.value("joker") not in (HIGH, LOW):
            self._fault("joker", "Say whether the first joker counts as high or low.")
        held = {seat: self._read(f"held-{seat}", parse_cards) or () for seat in self.order}
        widow = self._read("widow", parse_cards) or () if self.play_rules.widow else ()
        played = [card for card in cards if card]
        if self.faults or len(played) < len(cards):
            return None
        trick = Trick.of(self._lead, played, trump, shown, self.play_rules.pack)
        trial = Trial(
            replace(self.play_rules, trump=trump),
            self.players,
            replace(trick, joker_high=self.value("joker") == HIGH),
            {seat: cards for seat, cards in held.items() if cards},
            widow,
            self._number(),
            broken=bool(self.value("broken")),
        )
        for wrong in trial.misplaced():
            self._fault(wrong.place if wrong.seat is None else f"{wrong.place}-{wrong.seat}", wrong.detail)
        return None if self.faults else trial

    def _card(self, seat: Seat) -> Card | None:
        suit, rank = self.value(f"suit-{seat}"), self.value(f"rank-{seat}")
        if suit in dict(self.jokers):
            return parse_card(suit)
        led = self.value(f"suit-{self._lead}")
        if rank and not suit and led not in dict(self.jokers):
            suit = led
        if suit and rank:
            return self._try(f"card-{seat}", suit + rank, parse_card)
        missing = "suit" if rank else "rank" if suit else "card"
        self._fault(f"card-{seat}", f"Which {missing} did {self.players[seat]} play?")
        return None

    def _read(self, name: str, parse: Callable[[str], Read]) -> Read | None:
        text = self.value(name)
        if len(text) > MOST_OF_CARDS:
            self._fault(name, f"That is more than {MOST_OF_CARDS} characters.")
            return None
        return self._try(name, text, parse)

    def _try(self, name: str, text: str, parse: Callable[[str], Read]) -> Read | None:
        try:
            return parse(text)
        except ValueError as error:
            self._fault(name, f"{error}.")
            return None

    def _named(self, name: str, among: tuple[Denomination, ...]) -> Denomination | None:
        return next((each for each in among if each.value == self.value(name)), None)

    def _shown(self) -> int | None:
        """Before which play a hidden trump was shown."""
        if self.play_rules.hidden is None or self.value("shown") == BEFORE:
            return 0
        seat = small_number(self.value("shown"))
        if seat is None or seat >= len(self.players):
            return None
        turn = self.order.index(seat)
        if turn == 0:
            self._fault("shown", f"{self.players[seat]} led: nobody asks for the trump before a lead.")
        return turn

    def _trump(self, shown: int | None) -> Denomination | None:
        """The trump suit; None at no trump, and while nobody knows it."""
        named = self._named("trump", self.play_rules.trumps)
        if named is None:
            self._fault("trump", "Say what is trump.")
        hidden = self.play_rules.hidden
        if named in (None, Denomination.NO_TRUMP):
            return None
        if hidden is None:
            return named
        laid = self._named("laid", SUITS)
        if laid is None and shown is not None:
            self._fault("laid", "It was shown: which suit was the card?")
        return hidden.trump(named, laid)

    def _number(self) -> int | None:
        number = small_number(self.value("number"))
        return number if number and number <= self.play_rules.tricks else None


bp = Blueprint("checks", __name__, url_prefix="/sheets/<sheet_id>")


@bp.get("/more")
def more(sheet_id: str) -> ResponseReturnValue:
    """What the menu of a sheet leads on to; the question about a trick only where its rules are known."""
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    scoring = access.may_score(sheet_id)
    return render_template(
        "questions/more.html",
        snapshot=snapshot,
        scoring=scoring,
        playing=scoring and not snapshot.sheet.finished,
        speaker=speaker_on(snapshot),
        has_tricks=any(_play_rules(hand) for hand in hands),
    )


@bp.get("/questions")
def questions(sheet_id: str) -> ResponseReturnValue:
    """An address of earlier releases."""
    access.snapshot_to_view(sheet_id)
    return redirect(url_for("checks.more", sheet_id=sheet_id, _anchor="questions"), 303)


def _play_rules(hand: HandAsked) -> PlayRules | None:
    return hand.table.game.play_rules(hand.facts, hand.table.dealer, hand.table.carry)


@bp.get("/trick")
def trick(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    hands = hands_to_ask(snapshot)
    # Where the contract of the hand that is played is not on the sheet, the question is likely about the last one.
    likely = next((hand for hand in hands if hand.facts), hands[0])
    hand = asked(hands, HandForm(request.args).hand.data, likely)
    table = hand.table
    play_rules = _play_rules(hand)
    form = TrickForm.of(request.args, table.game.players, play_rules) if play_rules else None
    trial = form and form.trial
    answer = render_template(
        "questions/trick.html",
        snapshot=snapshot,
        game=table.game,
        table=table,
        hands=hands,
        hand=hand,
        play_rules=play_rules,
        form=form,
        trial=trial,
        verdict=tricks.verdict(trial) if trial else "",
        reasons=[*tricks.reasons(trial)] if trial else [],
    )
    return answer, 422 if form and form.faults else 200


fingerprint_bp = Blueprint("fingerprint", __name__, url_prefix="/sheets/<sheet_id>")


class HeardForm(Form):
    """heard: the fingerprint of another phone, or of paper; or the receipt that the code on paper gives.
    number: of the entry whose receipt is asked for.
    """

    heard = TextField(filters=[str.strip])
    number = NumberField()


class Comparison(NamedTuple):
    """What was heard, and the entry after which it was this sheet's; None for never."""

    heard: str | Receipt
    entry: Entry | None


@fingerprint_bp.get("/fingerprint", endpoint="show")
def show_fingerprint(sheet_id: str) -> ResponseReturnValue:
    snapshot = access.snapshot_to_view(sheet_id)
    typed = HeardForm(request.args).heard.data
    heard = audit.read_fingerprint(typed) or _receipt_in(typed)
    shown = render_template(
        "questions/fingerprint.html",
        snapshot=snapshot,
        typed=typed,
        compared=heard and _compare(snapshot, heard),
        refused=bool(typed) and heard is None,
        imports=files.imports(sheet_id),
        altered=audit.mismatches(snapshot.entries, scorebook.stored_digests(snapshot)),
    )
    return shown, 422 if typed and heard is None else 200


@fingerprint_bp.get("/receipt")
def receipt(sheet_id: str) -> ResponseReturnValue:
    """Number and digest of an entry as it stands now, "21:" and 64 letters and digits; empty where none is."""
    snapshot = access.snapshot_to_view(sheet_id)
    number = HeardForm(request.args).number.data or 0
    there = 1 <= number <= snapshot.version
    return Response(str(Receipt(number, snapshot.digests[number - 1])) if there else "", mimetype="text/plain")


def _receipt_in(typed: str) -> Receipt | None:
    try:
        return Receipt.read(typed)
    except ValueError:
        return None


def _compare(snapshot: Snapshot, heard: str | Receipt) -> Comparison:
    if isinstance(heard, Receipt):
        contained = heard.digest in snapshot.digests[heard.number - 1 : heard.number]
        return Comparison(heard, snapshot.entries[heard.number - 1] if contained else None)
    entries = reversed(list(zip(snapshot.entries, snapshot.digests, strict=True)))
    return Comparison(
        heard, next((entry for entry, digest in entries if audit.fingerprint(digest) == heard), None)
    )


paper_bp = Blueprint("paper", __name__)


class ExampleForm(Form):
    """example: whether to begin with one."""

    example = TextField()


class PaperForm(PageForm):
    """What paper says: as typed, or a file, which then stands where one types and can be put right there."""

    text = TextAreaField("What the paper says")
    file = FileField("Or a file")

    def content(self) -> bytes:
        uploaded = self.file.data.read() if self.file.data else b""
        if not uploaded:
            return (self.text.data or "").encode(errors="replace")
        shown = ""
        with suppress(FormatError):  # Which is told when it is read.
            shown = decoded(uploaded)
        self.text.data = shown if len(uploaded) <= TYPED_BYTES // 2 else ""
        return uploaded

    def typed(self) -> dict[str, str]:
        return {"text": self.text.data or ""}


@paper_bp.get("/check-paper")
def choose() -> ResponseReturnValue:
    return render_template("questions/check_paper.html", games=GAMES.values(), game=None)


@paper_bp.route("/check-paper/<game>", methods=["GET", "POST"])
@takes_a_file(paper_table.MOST_BYTES)
def check_typed(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    form = PaperForm()
    if request.method == "GET":
        if ExampleForm(request.args).example.raw_data:
            form.text.data = GAMES[game].paper_example
        return _typed(game, form)
    content = form.content()
    if not content.strip():
        return _typed(game, form, error="Type what the paper says, or choose a file."), 422
    limits.admit_file(form.typed)
    take_turn(FILES, form.typed)
    try:
        return _typed(game, form, check(paper_table.load(as_table(content), game)))
    except FormatError as fault:
        return _typed(game, form, error=fault_text(fault)), 422
    except IllegalHandError as fault:
        return _typed(game, form, broken=fault), 422


def _typed(game: str, form: PaperForm, checked: Checked | None = None, **faults: Any) -> str:
    return render_template(
        "questions/check_paper.html",
        games=GAMES.values(),
        game=GAMES[checked.ledger.sheet.game if checked else game],
        asked=GAMES[game],
        example=GAMES[game].paper_example,
        form=form,
        checked=checked,
        summary=texts.check_summary,
        read_as=texts.read_as,
        **faults,
    )


@paper_bp.route("/sheets/<sheet_id>/check-paper", methods=["GET", "POST"])
def check_sheet(sheet_id: str) -> ResponseReturnValue:
    """The running totals that paper has for the hands of this sheet. Nothing is written."""
    snapshot = access.snapshot_to_view(sheet_id)
    names = [
        total_field(row.number, column)
        for row in snapshot.ledger.rows
        for column in range(len(snapshot.ledger.columns))
    ]
    form = with_fields(PageForm, {name: TextField(filters=[str.strip]) for name in names})()
    given = {name: form[name].data for name in names if form[name].data}
    claims, errors = _claims(snapshot, given)
    checked = None
    if request.method == "POST" and not errors:
        checked = check(Paper(snapshot.sheet, claims), snapshot.ledger)
    shown = render_template(
        "questions/check_sheet.html",
        snapshot=snapshot,
        given=given,
        errors=errors,
        checked=checked,
        wrong={(hand, name): each for (hand, name, _), each in checked.found.items()} if checked else {},
        summary=texts.check_summary,
        read_as=texts.read_as,
        field=total_field,
    )
    return (shown, 422) if errors else shown


def total_field(hand: int, column: int) -> str:
    """The name of the field for a total; hand counts from 1."""
    return f"total-{hand}-{column}"


def _claims(snapshot: Snapshot, given: dict[str, str]) -> tuple[tuple[Claims, ...], dict[str, str]]:
    """The totals that were typed, and what is wrong with those that are no number, by their fields."""
    claims: list[Claims] = []
    errors: dict[str, str] = {}
    for row in snapshot.ledger.rows:
        totals: dict[str, Points] = {}
        for column, name in enumerate(snapshot.ledger.columns):
            if text := given.get(total_field(row.number, column)):
                try:
                    totals[name] = number_of(text, decimal_comma=True)
                except ValueError as fault:
                    errors[total_field(row.number, column)] = f"Hand {row.number}, {name}: {fault}."
        claims.append(Claims(totals=totals))
    return tuple(claims), errors
