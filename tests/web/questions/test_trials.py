"""The pages on which the calls of a recorded hand and a trick are judged."""

from flask import Flask

from ..evening import joined, opened
from ..phone import PLAYERS, Phone, read, words

FOUR = ("North", "East", "South", "West")


def test_the_calls_of_a_recorded_hand_are_tapped_again_and_judged(app: Flask, phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    hand = f"{fresh}/auction/of/2"
    shown = phone.get(opened(fresh, 1))
    assert hand in read(shown).links
    assert "took 7: made" in words(shown)
    assert "Was the bidding by the rules? Tap the calls again" in words(phone.get(hand))
    viewer = joined(app, phone, fresh, "view")
    before: list[str] = []
    for tapped in ({"level": "6", "suit": "H"}, {"call": "accept"}):
        shown = viewer.get(hand, query_string={"before": before, **tapped})
        assert shown.status_code == 200
        [form] = [form for form in read(shown).forms if form.id == "speak"]
        before = [value for name, value in form.fields if name == "before"]
    assert before == ["6H", "accept"]
    assert f"{hand}?before=6H" in read(shown).links, "the last call can be taken back"
    assert "Amber, 6 hearts, has the contract so far" in words(shown)
    assert "/why/" not in shown.text.partition('id="speak"')[0], "the felt of a hand that is played leads nowhere"
    for tapped, error in (
        ({"level": "6", "suit": "S"}, "Betty must propose more than 6 tricks"),
        ({"call": "seven"}, "“seven” is no call"),
    ):
        refused = viewer.get(hand, query_string={"before": before, **tapped})
        assert refused.status_code == 422
        assert error in words(refused)
    over = words(viewer.get(hand, query_string={"before": [*before, *["no proposal"] * 9]}))
    assert "Every call is legal. The bidding is over: 6♥︎ hearts, Amber with Betty." in over
    assert int(phone.version(fresh)) == 2, "nothing is written"


def test_a_hand_with_its_calls_shows_them_and_one_without_bidding_is_not_asked(phone: Phone, fresh: str) -> None:
    phone.bid(fresh)
    phone.send("", phone.form(f"{fresh}/auction", action=f"{fresh}/hand"), {"tricks": "7"})
    [hand] = {link for link in phone.read(fresh).links if "/hands/" in link}
    assert not [link for link in phone.read(hand).links if "/auction/of/" in link]
    plain = phone.start(FOUR, "plain")
    phone.record(plain)
    for path in (f"{plain}/auction/of/2", f"{fresh}/auction/of/99"):
        assert phone.get(path).status_code == 404


def test_the_address_of_earlier_releases_leads_on(phone: Phone, fresh: str) -> None:
    assert phone.get(f"{fresh}/questions").location == f"{fresh}/more#questions"


def test_a_game_without_rules_of_play_is_not_asked_about_tricks(phone: Phone) -> None:
    sheet = phone.start(PLAYERS[:4], "nap")
    assert f"{sheet}/trick" not in phone.read(f"{sheet}/more").links


def fields(cards: str, leader: int = 0, **known: str) -> dict[str, str]:
    """Cards as "HT S4", from the leader on."""
    sent = {"hand": "1", "leader": str(leader)}
    played = cards.split()
    for at, card in enumerate(played):
        seat = (leader + at) % len(played)
        sent |= {f"suit-{seat}": card[0], f"rank-{seat}": card[1:].replace("T", "10")}
    return sent | {name.replace("_", "-"): value for name, value in known.items()}


def judged(phone: Phone, sheet: str, sent: dict[str, str]):
    return phone.get(f"{sheet}/trick", query_string=sent)


def chosen(response) -> dict[str, str]:
    (form,) = [form for form in read(response).forms if not form.writes]
    return form.chosen()


def test_who_won_and_who_leads_is_said_first(phone: Phone, fresh: str) -> None:
    answer = judged(phone, fresh, fields("HT H4 S4 HA HK", leader=2, trump="S"))
    assert answer.status_code == 200
    snapshot = words(answer)
    assert "Ellie wins with the ♠︎ spades 4 and leads to the next trick." in snapshot
    assert "Cindy led ♥︎ hearts 10" in snapshot
    assert "♠︎ spades 4 is the only trump in the trick. Rule 15: Following suit" in snapshot
    assert f"{fresh}/trick" in phone.read(f"{fresh}/more").links


def test_a_card_without_a_suit_is_of_the_suit_that_was_led(phone: Phone, fresh: str) -> None:
    sent = fields("HT H4 S4 HA HK", leader=2, trump="S")
    followed = {**sent, "suit-3": "", "suit-0": "", "suit-1": ""}
    won = "Ellie wins with the ♠︎ spades 4 and leads to the next trick."
    assert won in words(judged(phone, fresh, followed))
    refused = judged(phone, fresh, {**followed, "suit-2": ""})
    assert read(refused).errors["card-2-error"] == "Which suit did Cindy play?"
    assert won not in words(refused)


def test_a_card_she_had_shows_that_she_could_have_followed(phone: Phone, fresh: str) -> None:
    sent = fields("HT H4 S4 HA HK", trump="S")
    left_open = words(judged(phone, fresh, sent))
    assert "What these cards cannot tell" in left_open
    assert "right only if they had no ♥︎ hearts." in left_open
    answer = judged(phone, fresh, {**sent, "held-2": "c3, ♥9"})
    snapshot = words(answer)
    assert "Not by the rules Cindy played ♠︎ spades 4 when ♥︎ hearts was led, and had ♥︎ hearts 9:" in snapshot
    assert "they could have followed. Rule 15: Following suit" in snapshot
    assert f"{fresh}/rules#following-suit" in read(answer).links


def test_in_new_york_a_joker_is_chosen_in_the_place_of_a_suit_and_beats_every_spade(phone: Phone) -> None:
    sheet = phone.start(FOUR, game="spades", **{"option-variant": "new-york"})
    sent = fields("SA S2 S3 D2") | {"suit-2": "BJ", "rank-2": ""}
    snapshot = words(judged(phone, sheet, sent))
    assert "South wins with the black joker and leads to the next trick." in snapshot
    assert "New York: the pack" in snapshot
    followed = words(judged(phone, sheet, fields("S3 H9 S5 S4") | {"held-1": "RJ"}))
    assert "East played ♥︎ hearts 9 when ♠︎ spades was led, and had the red joker: they could" in followed
    standard = phone.start(FOUR, game="spades")
    assert "red joker" not in phone.get(f"{standard}/trick").text


def test_the_contract_of_the_hand_says_who_leads_and_what_is_trump(phone: Phone, fresh: str) -> None:
    phone.bid(fresh, "6H")
    assert chosen(phone.get(f"{fresh}/trick"))["leader"] == "0"
    assert chosen(phone.get(f"{fresh}/trick"))["trump"] == "H"
    phone.record(fresh, ("Betty", "Ellie", "7", "S", "6"))
    answer = phone.get(f"{fresh}/trick")
    assert answer.status_code == 200
    assert chosen(answer) == {"hand": "1", "leader": "1", "trump": "S"}
    cards = fields("HT H4 S4 HA HK", leader=1, trump="S", number="1")
    assert "Not by the rules" not in words(judged(phone, fresh, cards))
    wrong = words(judged(phone, fresh, fields("HT H4 S4 HA HK", leader=0, trump="S", number="1")))
    assert "Amber led to the first trick: the lead was Betty's. Rule 14: Lead" in wrong


def test_choosing_another_hand_keeps_the_cards_and_takes_its_leader_and_trump(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    phone.record(fresh, ("Betty", "Ellie", "7", "S", "6"))
    other = judged(phone, fresh, {**fields("HT H4 S4 HA HK", trump="H"), "hand": "2", "show": "1"})
    assert other.status_code == 200
    kept = chosen(other)
    assert (kept["hand"], kept["leader"], kept["trump"]) == ("2", "1", "S")
    assert (kept["suit-2"], kept["rank-2"]) == ("S", "4")
    assert "wins" not in words(other)


def test_what_is_wrong_is_told_at_its_field_and_nothing_is_lost(phone: Phone, fresh: str) -> None:
    for changed, field, said in (
        ({"rank-2": ""}, "card-2-error", "Which rank did Cindy play?"),
        ({"suit-2": "", "rank-2": ""}, "card-2-error", "Which card did Cindy play?"),
        ({"rank-2": "99"}, "card-2-error", "“S99” is no card"),
        ({"trump": ""}, "trump-error", "Say what is trump."),
        ({"trump": "NT"}, "trump-error", "Say what is trump."),
        ({"leader": "9"}, "leader-error", "Say who led."),
        ({"held-1": "H9 zebra"}, "held-1-error", "“zebra” is no card"),
        ({"held-1": "HT"}, "held-1-error", "hearts 10 is in two places: Amber played it already."),
        ({"widow": "HA"}, "card-3-error", "hearts A is in two places: it lies in the widow already."),
        ({"held-1": "S2 " * 200}, "held-1-error", "That is more than 400 characters."),
    ):
        sent = {**fields("HT H4 S4 HA HK", trump="S"), **changed}
        answer = judged(phone, fresh, sent)
        assert answer.status_code == 422, said
        snapshot = read(answer)
        assert said in snapshot.errors[field]
        assert field in snapshot.ids
        kept = chosen(answer)
        for name in ("suit-0", "rank-0", "suit-3", "held-1", "widow"):
            assert kept.get(name, "") == sent.get(name, "").strip(), said


def test_in_ten_bridge_the_trump_counts_from_the_card_for_which_it_was_shown(phone: Phone) -> None:
    sheet = phone.start(FOUR, "ten-bridge")
    sent = fields("S6 D8 S7 D5", trump="red", laid="S", shown="3")
    snapshot = words(judged(phone, sheet, sent))
    assert "West wins with the ♦︎ diamonds 5" in snapshot  # a wrong card means the default, diamonds
    assert "The trump had not been shown: East's ♦︎ diamonds 8 is a discard." in snapshot
    assert "North wins" not in snapshot
    hidden = words(judged(phone, sheet, {**sent, "shown": "hidden", "laid": ""}))
    assert "South wins with the ♠︎ spades 7" in hidden
    asks = judged(phone, sheet, {**sent, "laid": ""})
    assert read(asks).errors == {"laid-error": "It was shown: which suit was the card?"}
    leads = judged(phone, sheet, {**sent, "shown": "0"})
    assert read(leads).errors == {"shown-error": "North led: nobody asks for the trump before a lead."}


def test_in_spades_nothing_is_asked_about_trump_but_whether_spades_were_broken(phone: Phone) -> None:
    sheet = phone.start(FOUR, "spades")
    sent = fields("S6 S8 S7 SA", held_0="D9", number="4")
    snapshot = words(judged(phone, sheet, sent))
    assert "Say what is trump" not in snapshot
    assert "North led ♠︎ spades 6 before spades were broken, and had ♦︎ diamonds 9." in snapshot
    assert "Not by the rules" not in words(judged(phone, sheet, {**sent, "broken": "1"}))


def test_the_dummy_of_the_contract_is_named(phone: Phone) -> None:
    sheet = phone.start(FOUR, "pirate-bridge")
    phone.say(sheet, "1C", "accept", "pass", "pass", "pass")  # West deals and bids, North accepts
    answer = phone.get(f"{sheet}/trick")
    assert "North dummy" in words(answer)
    assert words(answer).count("dummy") == 1
    assert chosen(answer) == {"hand": "1", "leader": "1", "trump": "C"}


def test_in_oh_hell_the_first_joker_is_said_to_be_high_or_low(phone: Phone) -> None:
    """[S2] Dick Atkinson's version; without a joker in the trick nothing is asked."""
    sheet = phone.start(PLAYERS[:5], "oh-hell", **{"option-jokers": "high or low", "option-trump_by": "rotation"})
    without = fields("H5 H9 HA S4 C9", trump="S")
    sent = {**without, "suit-1": "RJ", "rank-1": ""}
    asked = judged(phone, sheet, sent)
    assert asked.status_code == 422
    assert "counts as high or low" in read(asked).errors["joker-error"]
    assert "Betty wins with the red joker" in words(judged(phone, sheet, {**sent, "joker": "high"}))
    assert "Diana wins with the" in words(judged(phone, sheet, {**sent, "joker": "low"}))
    assert judged(phone, sheet, without).status_code == 200
    assert 'name="joker"' not in phone.get(f"{phone.start()}/trick").text
