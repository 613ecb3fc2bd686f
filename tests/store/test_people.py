"""The people of a sheet: who each phone is, who scores, who is removed, and the sheet that is deleted."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorer.sheet.core.sheet import EntryKind
from scorer.store import catalogue, people, scorebook, sharing
from scorer.store.database import now, writing
from scorer.store.models import EntryRecord, SheetRecord, db
from scorer.store.people import SCORE, VIEW, Claim, Guest, LastScorerError, NotAllowedError, Player
from scorer.store.scorebook import SheetNotFoundError, forget_snapshots

from ..web.test_statements import asked, statements
from .book import Book, new_key, open_sheet, recording

pytestmark = pytest.mark.both


def called(name: str, number: int) -> str:
    return name


def come(book: Book, role: str = VIEW, player: str = "") -> str:
    """Another phone at a sheet."""
    device, _ = people.new_device()
    open_sheet(device, book.id, role)
    if player:
        assert people.say_who(book.id, device, player, 1, called)
    return device


def grant(book: Book, device: str) -> people.Grant:
    found = people.grant(device, book.id)
    assert found
    return found


def scorers(book: Book) -> list[str]:
    return [one.device for one in people.people(book.id) if one.grant.role == SCORE]


def test_a_name_is_free_until_a_phone_has_it_and_then_whoever_scores_is_asked(book: Book) -> None:
    first, second, third = come(book, player="Betty"), come(book), come(book)
    assert grant(book, second).who is None
    betty = Player("Betty", 1)
    for device in (second, third):
        assert not people.say_who(book.id, device, "Betty", 1, called)
        assert grant(book, device).who == Claim(betty, None)
    # To say it again changes nothing, and the first one keeps it.
    assert people.say_who(book.id, first, "Betty", 1, called)
    people.answer(book.id, second, book.device, "Amber says yes.", let=True)
    people.answer(book.id, third, book.device, "Amber says no.", let=False)
    assert [grant(book, each).who for each in (first, second, third)] == [betty, betty, Guest("")]
    assert [grant(book, each).told for each in (second, third)] == ["Amber says yes.", "Amber says no."]


def test_a_name_is_free_again_when_its_phone_takes_another_or_leaves(book: Book) -> None:
    first, second = come(book, player="Betty"), come(book)
    people.be_guest(book.id, first, "Zoe")
    assert grant(book, first).who == Guest("Zoe")
    assert people.say_who(book.id, second, "Betty", 1, called)
    people.leave(book.id, second)
    assert people.say_who(book.id, first, "Betty", 1, called)


def test_whoever_scores_says_who_scores_and_each_phone_is_told_by_whom(book: Book) -> None:
    other = come(book, player="Betty")
    people.set_role(book.id, other, book.device, SCORE, "Amber lets this phone score.")
    assert scorers(book) == [book.device, other]
    assert grant(book, other).told == "Amber lets this phone score."
    people.set_role(book.id, book.device, other, VIEW, "Betty lets this phone only watch.")
    assert scorers(book) == [other]
    with pytest.raises(NotAllowedError):
        people.set_role(book.id, other, book.device, VIEW, "")
    assert grant(book, other).who == Player("Betty", 1)


def test_the_last_who_scores_does_not_stop_and_does_not_leave(book: Book) -> None:
    other = come(book)
    with pytest.raises(LastScorerError):
        people.set_role(book.id, book.device, book.device, VIEW, "")
    with pytest.raises(LastScorerError):
        people.leave(book.id, book.device)
    assert scorers(book) == [book.device]
    people.set_role(book.id, other, book.device, SCORE, "")
    people.set_role(book.id, book.device, book.device, VIEW, "")
    assert scorers(book) == [other]


def test_a_removed_phone_is_out_alone_and_one_that_scored_turns_the_switch_off(book: Book) -> None:
    scoring, watching, other = come(book, SCORE, "Betty"), come(book, player="Cindy"), come(book)
    elsewhere = Book()
    open_sheet(scoring, elsewhere.id, SCORE)
    people.let_anyone_score(book.id, book.device, let=True)
    assert people.remove(book.id, watching, book.device, "Amber")
    assert people.anyone_scores(book.id)
    assert people.remove(book.id, scoring, book.device, "Amber")
    assert not people.remove(book.id, scoring, book.device, "Amber")
    assert not people.anyone_scores(book.id)
    assert [one.device for one in people.people(book.id)] == [book.device, other]
    assert people.grant(scoring, elsewhere.id)
    was = people.former_at(book.id, scoring)
    assert was
    assert (was.by, was.grant.who, was.grant.role) == ("Amber", Player("Betty", 1), SCORE)
    # It comes back by the link as everybody does: to watch, and it is asked who it is.
    open_sheet(scoring, book.id, VIEW)
    assert (grant(book, scoring).role, grant(book, scoring).who) == (VIEW, None)


def test_whoever_looks_only_by_a_link_of_an_earlier_release_is_named_by_whoever_scores(book: Book) -> None:
    other, _ = people.new_device()
    open_sheet(other, book.id, VIEW, only_looks=True)
    assert grant(book, other).who == Guest("", named_by_scorers=True)
    people.call(book.id, other, book.device, "Amber says that this phone is Betty’s.", "Betty", 1)
    assert grant(book, other).who == Player("Betty", 1)


def at_once(*acts: Callable[[], object]) -> list[BaseException | None]:
    """Do things in a thread each, all begun together; what each of them raised."""
    from flask import current_app

    app = current_app._get_current_object()  # pyright: ignore[reportAttributeAccessIssue] (werkzeug's own way)
    raised: list[BaseException | None] = [None] * len(acts)
    together = threading.Barrier(len(acts))

    def run(number: int) -> None:
        with app.app_context():
            together.wait()
            try:
                acts[number]()
            except Exception as error:
                raised[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    return raised


def test_two_who_stop_each_other_at_once_leave_one_who_scores(book: Book) -> None:
    for _ in range(4):
        other = come(book, SCORE)
        mine = scorers(book)[0]
        raised = at_once(
            lambda mine=mine, other=other: people.set_role(book.id, other, mine, VIEW, ""),
            lambda mine=mine, other=other: people.set_role(book.id, mine, other, VIEW, ""),
        )
        assert len(scorers(book)) == 1
        assert [type(each) for each in raised if each] == [NotAllowedError]
        raised = at_once(lambda: people.leave(book.id, scorers(book)[0]), lambda: None)
        assert len(scorers(book)) == 1


def test_of_two_phones_that_say_at_once_that_they_are_betty_one_is_and_one_is_asked_about(book: Book) -> None:
    for player in ("Betty", "Cindy", "Diana"):
        pair = come(book), come(book)
        at_once(
            *(lambda each=each, player=player: people.say_who(book.id, each, player, 1, called) for each in pair)
        )
        found = {type(grant(book, each).who): grant(book, each) for each in pair}
        assert found[Player].who == found[Claim].claim == Player(player, 1)


def test_nothing_is_written_by_a_phone_whose_right_was_taken_meanwhile(book: Book) -> None:
    """Each hand that was taken was written before the right ended: none comes after it."""
    other = come(book, SCORE)
    for what in (VIEW, "removed", "deleted"):
        seen = book.snapshot.version

        def end(what: str = what) -> None:
            if what == VIEW:
                people.set_role(book.id, other, book.device, VIEW, "")
            elif what == "removed":
                people.remove(book.id, other, book.device, "Amber")
            else:
                people.delete(book.id, "Amber")

        def write(seen: int = seen, what: str = what) -> None:
            scorebook.append(book.id, recording(), key=f"{what} {seen}", seen=None, device=other)

        wrote, ended = at_once(write, end)
        assert ended is None
        assert wrote is None or isinstance(wrote, NotAllowedError | SheetNotFoundError)
        forget_snapshots()
        with pytest.raises((NotAllowedError, SheetNotFoundError)):
            write(seen=99, what=f"again {what}")
        if what != "deleted":
            open_sheet(other, book.id, SCORE)


def test_a_player_who_watches_writes_what_they_say_on_their_own_phone_and_no_more(book: Book) -> None:
    book.record()
    player, guest = come(book, player="Betty"), come(book)
    said = {"entry": 2, "player": "Betty", "own_phone": True}

    def append(device: str, kind: EntryKind, **facts: object) -> None:
        scorebook.append(book.id, lambda _: (kind, facts), key=new_key(), seen=None, device=device)

    for device in (guest, "no-such-device"):
        with pytest.raises(NotAllowedError):
            append(device, EntryKind.AGREE, **said)
    with pytest.raises(NotAllowedError):
        append(player, EntryKind.AGREE, entry=2, player="Amber")
    with pytest.raises(NotAllowedError):
        append(player, EntryKind.FINISH)
    append(player, EntryKind.AGREE, **said)
    assert book.snapshot.version == 3


def test_whoever_may_only_watch_is_not_made_a_scorer_by_any_link_that_is_out(book: Book) -> None:
    people.let_anyone_score(book.id, book.device, let=True)
    links = sharing.link(book.id), sharing.link(book.id, SCORE)
    code = sharing.code(book.id, SCORE)
    other = come(book, SCORE)
    people.set_role(book.id, other, book.device, VIEW, "")
    sharing.join(other, book.id, links[0].key)
    with pytest.raises(NotAllowedError):
        sharing.join(other, book.id, links[1].key)
    assert sharing.typed(code.text) is None
    assert grant(book, other).role == VIEW
    sharing.join(other, book.id, sharing.link(book.id, SCORE).key)
    assert grant(book, other).role == SCORE


def test_whoever_comes_when_all_places_are_taken_takes_that_of_a_nameless_guest(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_PEOPLE", 5)
    player, named, first, second = come(book, player="Betty"), come(book), come(book), come(book)
    people.be_guest(book.id, named, "Zoe")
    people.seen(first, book.id)
    here = [book.device, player, named, first, second]
    for goes in (second, first):
        here = [each for each in here if each != goes] + [come(book)]
        assert [one.device for one in people.people(book.id)] == here
    for guest in here[-2:]:
        people.be_guest(book.id, guest, "Max")
    come(book, player="Cindy")
    assert people.grant(named, book.id) is None
    for name in ("Diana", "Ellie"):
        come(book, player=name)
    with pytest.raises(people.NoPlaceError):
        come(book)


def test_the_people_are_read_by_one_statement_however_many_they_are(open_app: Flask, book: Book) -> None:
    for _ in range(20):
        come(book)
    with statements(open_app) as said:
        people.be_guest(book.id, book.device, "Zoe")
    assert len(asked(said)) == 3, said


def later(days: int) -> None:
    """Let sheets have been deleted so many days ago."""
    with writing():
        deleted = update(SheetRecord).where(SheetRecord.deleted_at.is_not(None))
        db.session.execute(deleted.values(deleted_at=now() - timedelta(days=days)))


def test_a_deleted_sheet_is_closed_to_all_at_once_and_comes_back_to_all(book: Book) -> None:
    book.record()
    other, gone = come(book, player="Betty"), come(book)
    people.remove(book.id, gone, book.device, "Amber")
    link, code = sharing.link(book.id), sharing.code(book.id)
    before = people.people(book.id)
    people.delete(book.id, "Amber")
    assert people.people(book.id) == []
    assert sharing.opened_by(book.id, link.key) is None
    assert sharing.typed(code.text) is None
    found = catalogue.deletion_of(book.id)
    assert found
    assert found.by == "Amber"
    assert people.former_at(book.id, other)
    later(29)
    assert catalogue.purge() == 0
    with writing():
        # As it was deleted, so that those who had it then are found again.
        at = select(SheetRecord.deleted_at).where(SheetRecord.id == book.id).scalar_subquery()
        former = people.FormerGrantRecord
        db.session.execute(update(former).where(former.removed_by.is_(None)).values(left_at=at))
    assert people.undelete(book.id) == 2
    back = people.people(book.id)
    assert [(one.device, one.grant.role, one.grant.who) for one in back] == [
        (one.device, one.grant.role, one.grant.who) for one in before
    ]
    assert sharing.opened_by(book.id, link.key) == link
    assert catalogue.deletion_of(book.id) is None
    book.record()


def test_after_a_month_all_that_is_stored_of_a_deleted_sheet_goes_and_nothing_else(book: Book) -> None:
    kept = Book()
    for each in (book, kept):
        each.record()
        come(each, player="Betty")
        sharing.link(each.id, SCORE)
        sharing.code(each.id)
    people.delete(book.id, "Amber")
    later(31)
    assert catalogue.purge() == 1
    assert catalogue.purge() == 0
    for table in catalogue.OF_A_SHEET:
        of = {sheet for (sheet,) in db.session.execute(select(table.c.sheet_id).distinct())}
        assert of <= {kept.id}, table
    assert db.session.scalar(select(func.count()).select_from(EntryRecord)) == 2
    forget_snapshots()
    with pytest.raises(SheetNotFoundError):
        scorebook.read(book.id)
    assert kept.snapshot.version == 2
