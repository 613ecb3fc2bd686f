"""For every route that writes entries, forms that do; and the routes that take a form and write none."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from . import evening
from .games import test_oh_hell, test_pirate_bridge, test_plain, test_reverse_bridge, test_spades, test_ten_bridge
from .phone import PLAYERS, TABLE_GAMES, Form, Phone, tapped

Fields = Mapping[str, str | Sequence[str]]
Sent = tuple[str, Form, Fields]
"""A sheet, "" for none yet; a form of it; and what is entered in it."""
Case = Callable[[Phone], Sent]

DOUBLED = (*evening.TABLE_GAMES, evening.TABLE_GAMES[-1])
SEATED_ANEW = ("Amber", "Zoe", "Cindy", "Diana", "Ellie")


def on_the_sheet(path: str, action: str, fields: Fields | None = None, *before: str) -> Case:
    """A form of a sheet with four hands. before: buttons of the sheet that are pressed first."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        for button in before:
            assert evening.press(phone, sheet, button).status_code == 303
        return sheet, phone.form(f"{sheet}{path}", action=action), fields or {}

    return case


def on_bettys_phone(path: str, action: str) -> Case:
    """A form of a sheet with four hands, on a phone that was said to be Betty's own."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        assert phone.say_who(sheet, "Betty").status_code == 303
        phone.get(sheet)
        return (sheet, phone.form(f"{sheet}{path}", action=action), {"player": "Betty"})

    return case


def adjusted(action: str, fields: Fields) -> Case:
    """A form of points without a deal, which the sixth entry gave."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        assert evening.adjust(phone, sheet, "-10").status_code == 303
        return sheet, phone.form(f"{sheet}/adjust/6", action=action), fields

    return case


def in_dispute(path: str, action: str, fields: Fields) -> Case:
    """A form of a dispute about the second hand."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        snapshot = evening.dispute(phone, sheet, 3)
        return sheet, phone.form(f"{snapshot}{path}", action=action), fields

    return case


def after_a_dispute(*, own: bool) -> Case:
    """The form in which a name is tapped below a settled dispute of the second hand. own: on the phone that was
    said to be Betty's own.
    """

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        page = evening.settled(phone, sheet, 3)
        if own:
            assert phone.say_who(sheet, "Betty").status_code == 303
        return sheet, phone.form(page, action="/agree"), {"player": "Betty"}

    return case


def in_conflict(phone: Phone) -> Sent:
    """A hand that stands on the sheet otherwise, as another phone wrote it."""
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    phone.record(sheet, TABLE_GAMES[0])
    conflict = evening.form_of(phone.send("", form, tapped(TABLE_GAMES[1])), "/hand")
    conflict.action = f"{sheet}/hand/2/compare"
    return sheet, conflict, {"player": "Betty"}


def other_cards(phone: Phone) -> Sent:
    """The cards of a coming hand of Oh Hell."""
    sheet = test_oh_hell.start(phone, 3, hand_sizes="3, 2, 1")
    return sheet, phone.form(f"{sheet}/hand", action="/hand/deal"), {"deal": "1:4"}


def hand_of(start: Callable[[Phone], str], fields: Fields) -> Case:
    """The first hand of a game."""

    def case(phone: Phone) -> Sent:
        sheet = start(phone)
        return sheet, phone.form(f"{sheet}/hand", action="/hand"), fields

    return case


def call(*before: str, said: str) -> Case:
    """A call of the first hand, after others."""

    def case(phone: Phone) -> Sent:
        sheet = phone.start()
        phone.say(sheet, *before)
        return sheet, phone.form(f"{sheet}/auction", action="/auction"), {"call": said}

    return case


def flag(phone: Phone) -> Sent:
    sheet = phone.start()
    for hand in DOUBLED:
        phone.record(sheet, hand)
    form = phone.form(sheet, action="/dismiss")
    return sheet, form, dict(form.buttons)


def new_sheet(phone: Phone) -> Sent:
    return "", phone.form("/new/offender"), {"player": PLAYERS, "action": "start"}


def file(phone: Phone) -> Sent:
    sheet = evening.four_hands(phone)
    text = phone.get(f"{sheet}/sheet.json").text
    looked = phone.send("/import", phone.form("/import"), {"text": text})
    return "", evening.form_of(looked, ""), {"action": "import"}


SPADES_HAND = test_spades.hand("3 4 2 3", 7)
OH_HELL_HAND = test_oh_hell.fields(test_oh_hell.BIDS, test_oh_hell.MISSED)
SHORT = partial(test_oh_hell.start, players=3, hand_sizes="2, 1")

WRITE: dict[str, tuple[Case, ...]] = {
    "new_sheet.new": (new_sheet,),
    "imports.save": (file,),
    "hands.record": (
        hand_of(Phone.start, tapped()),
        hand_of(Phone.start, {"nobody_bid": "1"}),
        hand_of(test_oh_hell.start, OH_HELL_HAND),
        hand_of(SHORT, test_oh_hell.fields((1, 0, 2), {0: 0})),
        hand_of(test_plain.start, test_plain.typed("10", "0", "0")),
        hand_of(test_spades.started, SPADES_HAND),
        hand_of(test_ten_bridge.started, test_ten_bridge.tapped()),
        hand_of(test_reverse_bridge.started, test_reverse_bridge.tapped()),
        hand_of(test_pirate_bridge.start, test_pirate_bridge.SPADES),
    ),
    "hands.amend": (on_the_sheet("/hand/3", "/hand/3", {"tricks": "7", "reason": "misheard"}),),
    "hands.strike": (on_the_sheet("/hand/3", "/strike"),),
    "auction.call": (call(said="5C"), call(*["no proposal"] * 4, said="no proposal")),
    "sheets.undo": (on_the_sheet("", "/undo"), on_the_sheet("/history", "/undo", {"to": "3"})),
    "sheets.redo": (on_the_sheet("", "/redo", {}, "undo"),),
    "sheets.finish": (on_the_sheet("", "/finish"),),
    "sheets.reopen": (on_the_sheet("", "/reopen", {}, "finish"),),
    "seats.save": (
        on_the_sheet("/seats", "/seats", {"player": SEATED_ANEW}),
        on_the_sheet("/seats?from=3", "/seats", {"player": SEATED_ANEW}),
    ),
    "house_rules.save": (on_the_sheet("/house-rules", "/house-rules", {"option-tricks": "9"}),),
    "names.save": (on_the_sheet("/names", "/names", {"name": ("Ann", *PLAYERS[1:])}),),
    "names.entitle": (on_the_sheet("/names", "/title", {"title": "Friday"}),),
    "names.choose_looks": (on_the_sheet("/names", "/looks", {"color-0": "7"}),),
    "hands.deal": (other_cards,),
    "adjust.save": (
        on_the_sheet("/adjust", "/adjust", {"points-1": "-10", "note": "revoke"}),
        adjusted("/adjust/6", {"points-1": "-20"}),
    ),
    "adjust.strike": (adjusted("/strike", {}),),
    "disputes.dispute": tuple(on("/hands/3", "/hand/3/dispute") for on in (on_the_sheet, on_bettys_phone)),
    "disputes.compare": (in_conflict,),
    "disputes.version": (
        in_dispute("/version", "/version", {"player": "Betty", "tricks": "5"}),
        in_dispute("/version", "/version", {"player": "Betty", "tricks": "5", "action": "use"}),
    ),
    "disputes.settle": (in_dispute("", "/settle", {"outcome": "upheld", "agreed": ["Betty"]}),),
    "disputes.agree": (after_a_dispute(own=False), after_a_dispute(own=True)),
    "disputes.sign": (
        on_the_sheet("/agreement", "/sign", {"player": "Betty"}),
        on_bettys_phone("/agreement", "/sign"),
    ),
    "disputes.dismiss": (flag,),
}
"""For every route that writes entries, forms that do."""

WRITE_NO_ENTRY = {
    *("hands.preview", "seats.preview", "house_rules.preview", "names.preview", "adjust.preview"),
    *("paper.check_typed", "paper.check_sheet", "deletion.delete", "deletion.leave"),
    *("home.archive", "home.unarchive", "settings.save", "spellings.merge"),
    *("links.renew", "links.open_to_all", "links.join_by_code", "links.join_as"),
    *("season.add", "season.remove"),
    *("people.say_who", "people.set_role", "people.call", "people.answer", "people.remove"),
}
