"""The sheet on paper: nothing missing, nothing beyond the margin, as few pages as can be."""

import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import segno
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PageObject, PdfReader

from scorer.exports import pdf
from scorer.exports.pdf import press
from scorer.rules.core import place
from scorer.rules.registry import GAMES
from scorer.sheet.audit import Receipt
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Adjustment, Hand, Sheet

from ...long_form import in_short
from ...sheet.vectors import VECTORS, sheet_of
from ...timing import cpu_seconds

MARGIN, FOOT = 34.0, 14.0
"""In points: 12 mm, which any printer can reach; how far below it the number of the page stands."""
FONTS = Path(__file__).parents[3] / "static" / "fonts"
RUN = re.compile(r"\b(\d+) (\d+)\.5 m (\d+) \2\.5 l\b")
FIVE = ("Amber", "Betty", "Cindy", "Diana", "Ellie")
BIDS = ("6H", "7S", "5C", "8D", "4H", "9S")


def evening(hands: int, players: Sequence[str] = FIVE, **head: Any) -> Ledger:
    """An evening of Offender, everybody proposing in turn."""
    played = [
        {
            "contract": BIDS[number % len(BIDS)],
            "proposer": players[number % 5],
            "accepter": players[(number + 2) % 5],
            "tricks": number * 7 % 11,
        }
        for number in range(hands)
    ]
    facts = {"title": "Friday at Betty’s", "date": "2026-11-20", **head}
    return Ledger.of(Sheet("offender", tuple(players), players[4], hands=tuple(map(Hand, played)), **facts))


def plain(players: Sequence[str], *hands: Mapping[str, Any], **head: Any) -> Ledger:
    """hands: their points in the order of the players."""
    given = [{**hand, "points": dict(zip(players, hand["points"], strict=True))} for hand in hands]
    return Ledger.of(Sheet("plain", tuple(players), players[0], hands=tuple(map(Hand, given)), **head))


def pages(ledger: Ledger, **how: Any) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(pdf.write(ledger, fonts=FONTS, **how))).pages)


def words(ledger: Ledger, **how: Any) -> str:
    return " ".join(map(words_of, pages(ledger, **how)))


def words_of(snapshot: PageObject) -> str:
    """All that a page says, on one line, a minus as the file writes it."""
    return " ".join(snapshot.extract_text().split()).replace("−", "-")


def places(snapshot: PageObject) -> list[tuple[float, float, str]]:
    """Where every text of a page begins, and the text."""
    found: list[tuple[float, float, str]] = []

    def visit(text: str, outer: list[float], inner: list[float], *_: Any) -> None:
        if text.strip():
            found.append((inner[4] + outer[4], inner[5] + outer[5], text))

    snapshot.extract_text(visitor_text=visit)
    return found


SCORED = [name for name, vector in VECTORS.items() if "totals" in vector.get("expect", {})]


@pytest.mark.parametrize("most", in_short((4, 12), 4))
@pytest.mark.parametrize("game", in_short(GAMES, "offender", "oh-hell", "plain"))
def test_every_number_of_a_sheet_of_any_game_is_on_paper(game: str, most: int) -> None:
    ledgers = [Ledger.of(sheet_of(name)) for name in SCORED if name.startswith(f"{game}: ")][:most]
    if game == "plain":
        ledgers = [plain(("Ann", "Bo", "Cid"), {"points": (10, -20, 3)}, {"points": (1, 2, -30)})]
    assert ledgers
    for ledger in ledgers:
        said = words(ledger)
        for row in ledger.rows:
            assert f"hand {row.number} " in said
            for column in range(len(ledger.columns)):
                assert ledger.working(row, column) in said
        for name, total in zip(ledger.columns, ledger.totals, strict=True):
            assert re.search(rf"{re.escape(name)} {total} ?=?\d", said[said.index("tandings") :])


def test_the_chart_of_10_bridge_has_its_explanations_and_what_the_end_pays() -> None:
    said = words(Ledger.of(sheet_of("ten-bridge: scoring-chart")))
    assert "39 + 40 + 10 = 89" in said
    assert "3 tricks at 13; super game; 1 overtrick, redoubled" in said
    assert "Both part scores, 11 and 10, are wiped out." in said
    assert "end North & South 5 (part score of 8 carried at the end) 182 + 5 = 187 293 + 0 = 293" in said


@pytest.mark.parametrize("paper", pdf.PAPERS)
def test_an_evening_of_five_players_and_sixteen_hands_is_one_page(paper: str) -> None:
    (snapshot,) = pages(evening(16), paper=paper, fingerprint="K7QF-2M9D")
    assert (float(snapshot.mediabox.width), float(snapshot.mediabox.height)) == pytest.approx(
        pdf.PAPERS[paper], abs=0.1
    )


SHEETS = {16: 1, 20: 2, 40: 2, 60: 4, 100: 5}
"""Of paper, by hands."""
RECEIPT = Receipt(21, "0123456789abcdef" * 4)


@cache
def printed(hands: int, receipt: Receipt | None = None) -> list[PageObject]:
    """An evening of so many hands."""
    return pages(evening(hands), fingerprint="K7QF-2M9D", receipt=receipt)


@pytest.mark.parametrize("hands", in_short(SHEETS, 16, 20, 40, 60))
def test_a_long_evening_takes_no_more_pages_than_smaller_type_needs(hands: int) -> None:
    assert len(printed(hands)) == SHEETS[hands]


def test_a_long_evening_repeats_its_heads_and_carries_its_totals() -> None:
    ledger = evening(40)
    several = list(map(words_of, printed(40)))
    assert len(several) > 1
    carried = [re.search(r"carried forward ([-\d ]+)", snapshot) for snapshot in several]
    last = 0
    for number, (snapshot, play_rules) in enumerate(pairwise(several)):
        assert "accumulated points players bid taken points" in snapshot
        totals = carried[number]
        if totals is None:
            assert number == len(several) - 2, "only the standings may have a page of their own"
            continue
        last = max(int(hand) for hand in re.findall(r"hand (\d+) ", snapshot))
        expected = " ".join(map(str, ledger.rows[last - 1].totals))
        assert totals[1].split()[:5] == expected.split()
        assert f"brought forward {expected} hand {last + 1} " in play_rules
        assert f"Page {number + 1} of {len(several)}" in snapshot
    assert last
    assert carried[-1] is None


def test_the_head_says_who_plays_when_and_by_which_house_rules() -> None:
    said = words(evening(2, options={"no_trump": True}))
    assert said.startswith("Friday at Betty’s 20 November 2026 Offender · 2 hands · Amber, Betty, Cindy")
    assert "House rules: No-trump: yes." in said


def test_the_end_has_the_standings_the_fingerprint_and_a_line_for_everybodys_signature() -> None:
    ledger = evening(3, finished=True)
    said = words(ledger, fingerprint="K7QF-2M9D")
    end = said[said.index("Final standings") :]
    for standing in ledger.standings:
        shared = [other.place for other in ledger.standings].count(standing.place) > 1
        assert re.search(rf"{standing.column} {standing.total} ?{place(standing.place, shared=shared)}", end)
    assert "the table ended the game" not in end
    assert "To be signed by all who played, fingerprint K7QF-2M9D Amber Betty Cindy Diana Ellie" in end
    assert end.endswith("Fingerprint K7QF-2M9D")


def test_without_a_fingerprint_none_is_claimed() -> None:
    assert "ingerprint" not in words(evening(3))


def test_amended_hands_are_marked_and_no_others() -> None:
    sheet = evening(3).sheet
    hands = tuple(Hand(hand.facts, entry) for entry, hand in enumerate(sheet.hands, 2))
    ledger = Ledger.of(Sheet("offender", sheet.players, sheet.dealer, hands=hands))
    said = words(ledger, amended={3})
    assert said.count("changed") == 1
    assert "hand 2 changed" in said
    # Its column is wide enough for the word in the largest type, and the name beside it stands apart.
    [page] = pages(ledger, amended={3})
    [below] = [y for _, y, text in places(page) if text == "changed"]
    start, beside, *_ = sorted(x for x, y, _ in places(page) if y == below)
    assert beside - start > 41


def test_all_that_happens_in_an_evening_is_said() -> None:
    six = [*FIVE[:4], "Fiona"]
    hands: tuple[dict[str, Any], ...] = (
        {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7, "note": "Betty showed a card"},
        {"contract": None},
        {"points": {"Amber": 20, "Betty": -7, "Cindy": 0, "Diana": 0, "Ellie": 0}, "note": "two decks were mixed"},
        {"players": six, "contract": "7S", "proposer": "Fiona", "accepter": "Amber", "tricks": 7},
        {"options": {"no_trump": True}, "contract": "7NT", "proposer": "Fiona", "accepter": "Amber", "tricks": 7},
    )
    said = words(Ledger.of(Sheet("offender", FIVE, "Ellie", hands=tuple(map(Hand, hands)))))
    for sentence in (
        "Betty showed a card",
        "no contract; Amber deals again",
        "settled by the table",
        "two decks were mixed",
        "From hand 4 on at the table: Amber, Betty, Cindy, Diana and Fiona.",
        "From hand 5 on: No-trump: yes.",
        "Amber Betty Cindy Diana Ellie Fiona",
    ):
        assert sentence in said


SEVEN = (
    *("Maximiliana-Theodora Adelheid", "Bartholomewstone-Winterbottom", "Christopherson-Featherstonehaugh"),
    *("Wilhelmina Charlotte Friederike", "Alexandrina-Victoria Feodorovna", "Konstantin von Wittgenstein"),
    "Evangelineannabelle Rose",
)


def smallest_type(snapshot: PageObject) -> float:
    """Of a page, in points."""
    sizes: set[float] = set()

    def visit(text: str, outer: list[float], inner: list[float], font: Any, size: float) -> None:
        if text.strip():
            sizes.add(round(size * abs(inner[0]) * abs(outer[0]), 2))

    snapshot.extract_text(visitor_text=visit)
    return min(sizes)


def test_seven_long_names_are_shortened_above_their_columns_and_no_type_is_below_7_points() -> None:
    taken = dict.fromkeys(SEVEN, 0) | {SEVEN[0]: 7}
    hand = Hand({"bids": dict.fromkeys(SEVEN, 1), "tricks": taken})
    (page,) = pages(Ledger.of(Sheet("oh-hell", SEVEN, SEVEN[0], {"hook": False}, hands=(hand,))))
    said = page.extract_text()
    assert smallest_type(page) >= 7
    assert "Bartholome…" in said
    assert all(said.count(name) >= 2 for name in SEVEN)


def many_substitutes(hands: int) -> Ledger:
    """Oh Hell for seven, of whom two are new in every hand."""
    came = [f"{name[:9]} {number}" for number in range(hands) for name in SEVEN[:2]]
    everybody = [*SEVEN, *came]
    played: list[Hand] = []
    for number in range(hands):
        seated = everybody[2 * number : 2 * number + 7]
        cards = 7 - number % 7
        facts = {"bids": dict.fromkeys(seated, 0), "tricks": dict.fromkeys(seated, 0) | {seated[0]: cards}}
        played.append(Hand({"players": seated, "cards": cards, **facts}))
    return Ledger.of(Sheet("oh-hell", SEVEN, SEVEN[0], {"hook": False}, hands=tuple(played)))


def test_a_table_of_very_many_columns_goes_on_in_another_one_and_no_type_is_below_7_points() -> None:
    ledger = many_substitutes(9)
    assert len(ledger.columns) == 23
    printed = pages(ledger, fingerprint="K7QF-2M9D")
    for page in printed:
        assert smallest_type(page) >= 7
        keeps_within_the_margin(page)
    said = [re.sub("From hand [0-9]+ on", "", words_of(page)) for page in printed]
    tables = [page for page in said if "accumulated points" in page]
    assert len(tables) > 1
    # Every hand stands in each table, every total in one of them, and what ends the sheet once.
    assert all(f"hand {number} " in page for page in tables for number in range(1, 10))
    reached = Counter(total for row in ledger.rows for total in ledger.padded(row.totals))
    assert sum(page.count("= 37") for page in said) == reached[37] > 0
    assert sum(page.count("To be signed by") for page in said) == 1
    assert all("--" not in page for page in said)


def test_what_is_paid_is_on_paper() -> None:
    played = sheet_of("oh-hell: standard")
    paying = replace(played, options={**played.options, "stake": "0.05"})
    assert "Payments as it stands: " in words(Ledger.of(paying))


def test_names_in_latin_cyrillic_and_greek_stand_as_they_are() -> None:
    several = ("Šárka Łódź", "Александра", "Χριστίνα", "Nguyễn Thị", "Ümit Iğdır")
    said = words(evening(6, several))
    for name in several:
        assert said.count(name) >= 3


@pytest.fixture
def machine_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all fonts of the machine, empty."""
    folder, config = tmp_path / "fonts", tmp_path / "fonts.conf"
    folder.mkdir()
    config.write_text(f"<fontconfig><dir>{folder}</dir></fontconfig>", "utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))
    return folder


SHOWN = {
    "深圳": "[ShenZhen]",
    "김철수": "[GimCheolSu]",
    "さくら": "[sakura]",
    "สมชาย": "[smchay]",
    "😀🐗": "[grinning boar]",
    "Ann 🃏": "Ann [black joker]",
    "\U0001f1e8\U0001f1ed Urs": "Urs",
    "Jan\u200dé\ufe0f": "Jané",
    "a\u202eb\u0007c": "ab c",
    "\U000f0000": "[U+F0000]",
    "\u200d\u200d": "[U+200D][U+200D]",
    "=1+1": "=1+1",
    "W" * 40: "W" * 12,
}
FROM_RIGHT_TO_LEFT = {"רבקה": "רבקה", "محمد": "محمد", "می\u200cخواهم": "واهم"}


@pytest.mark.parametrize("names", [[*SHOWN][:7], [*SHOWN][7:], *([name] for name in FROM_RIGHT_TO_LEFT)])
@pytest.mark.usefixtures("machine_fonts")
def test_a_name_in_any_script_can_be_read(names: list[str]) -> None:
    said = words(plain((*names, "Bo"), {"points": range(len(names) + 1)}, {"points": [1] * (len(names) + 1)}))
    assert [name for name in names if {**SHOWN, **FROM_RIGHT_TO_LEFT}[name] not in said] == []


def test_figures_stay_behind_a_name_from_right_to_left() -> None:
    hand = Hand({"contract": "3S", "declarer": "Ann", "acceptor": "Bo", "tricks": 7})
    given = Adjustment({"points": {"דוד": 10}, "note": "revoke"}, 1)
    names = ("דוד", "Ann", "Bo", "Cid")
    (page,) = pages(Ledger.of(Sheet("pirate-bridge", names, "Ann", hands=(hand,), adjustments=(given,))))
    said = [(y, x, text.strip()) for x, y, text in places(page)]
    for figure in ("and Cid: 100 (2 tricks down)", "10 (revoke)"):
        [(line, right)] = [(y, x) for y, x, text in said if text == figure]
        assert [x for y, x, text in said if text == "דוד" and abs(y - line) < 1 and x < right], figure


def test_a_letter_that_the_bundled_fonts_lack_comes_from_a_font_of_the_machine(machine_fonts: Path) -> None:
    ledger = plain(("深圳", "さくら"), {"points": (3, -4)})
    font_of("深圳", machine_fonts / "two.ttf")
    said = words(ledger)
    assert "深圳" in said
    assert "[ShenZhen]" not in said
    assert "[sakura]" in said


def font_of(letters: str, file: Path) -> None:
    """A font that has these letters, all drawn alike, and no others."""
    names = {ord(letter): f"uni{ord(letter):04X}" for letter in letters}
    glyphs = [".notdef", *names.values()]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 500))
    pen.lineTo((500, 0))
    pen.closePath()
    font = FontBuilder(1000)
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap(names)
    font.setupGlyf(dict.fromkeys(glyphs, pen.glyph()))
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Two", "styleName": "Regular", "psName": "Two-Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(file)


def test_arabic_letters_take_the_shapes_that_join_them() -> None:
    (snapshot,) = pages(plain(("ببب", "Bo"), {"points": (3, -4)}))
    shapes = {font: glyphs_of(snapshot, font, "ب") for font in fonts_of(snapshot)}
    assert shapes["DejaVuSansCondensed"] == shapes["DejaVuSansCondensed-Bold"] == 3


def fonts_of(snapshot: PageObject) -> dict[str, Any]:
    """The fonts of a page, without the mark of what is left of them."""
    resources: Any = snapshot["/Resources"]
    fonts = [font.get_object() for font in resources["/Font"].values()]
    return {font["/BaseFont"].split("+")[1]: font for font in fonts}


def glyphs_of(snapshot: PageObject, font: str, letter: str) -> int:
    """How many shapes of a letter the font of a page has."""
    return fonts_of(snapshot)[font]["/ToUnicode"].get_data().decode().upper().count(f"<{ord(letter):04X}>\n")


def test_every_font_is_embedded_and_its_letters_are_in_unicode() -> None:
    for snapshot in printed(40):
        assert {"DejaVuSansCondensed", "DejaVuSansCondensed-Bold"} <= fonts_of(snapshot).keys()
        for font in fonts_of(snapshot).values():
            assert "/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"]
            assert "/ToUnicode" in font


def test_names_from_right_to_left_stand_in_the_order_of_the_table() -> None:
    (snapshot,) = pages(plain(("محمد", "רבקה", "Bo"), {"points": (3, 2, 1)}))
    lines: dict[float, dict[str, float]] = {}
    for x, y, text in places(snapshot):
        lines.setdefault(y, {})[text.strip()] = x
    naming_all = [line for line in lines.values() if {"محمد", "רבקה", "Bo"} <= line.keys()]
    assert len(naming_all) == 4, "the heading, the head of the table, standings and signatures"
    for line in naming_all:
        assert line["محمد"] < line["רבקה"] <= line["Bo"]


def test_a_word_that_is_wider_than_its_place_goes_on_below() -> None:
    (snapshot,) = pages(plain(("W" * 40, "Bo"), {"points": (1, 2)}))
    said = snapshot.extract_text()
    pieces = re.findall("W+", said[said.index("Standings") : said.index("To be signed")])
    assert "".join(pieces) == "W" * 40
    # 9 points of bold type in half of a page
    assert max(map(len, pieces)) < 30


@pytest.mark.parametrize("hands", in_short((18, 20, 22, 24, 40, 44), 18, 20, 40))
def test_no_standings_stand_on_a_page_without_a_hand(hands: int) -> None:
    *_, last = map(words_of, printed(hands))
    assert f"hand {hands} " in last[: last.index("Standings")]


@pytest.mark.parametrize(("players", "rows"), [(3, [3]), (6, [6]), (7, [4, 3]), (9, [5, 4]), (12, [6, 6])])
def test_standings_fill_their_rows_alike(players: int, rows: list[int]) -> None:
    names = tuple("ABCDEFGHIJKL"[:players])
    (snapshot,) = pages(plain(names, {"points": tuple(range(players))}))
    texts = [text.strip() for _, _, text in places(snapshot)]
    end = places(snapshot)[texts.index("Standings after 1 hand") : texts.index("To be signed by all who played")]
    assert list(Counter(y for _, y, text in end if text.strip() in names).values()) == rows


def test_names_of_twelve_players_keep_within_the_margin_whatever_their_length() -> None:
    several = tuple(f"{letter * 39}{letter.lower()}" for letter in "ABCDEFGHIJKL")
    hands = ({"points": tuple(range(number, number + 12))} for number in range(4))
    ledger = plain(several, *hands, title="x " * 300)
    for snapshot in pages(ledger):
        keeps_within_the_margin(snapshot)
    joined = words(ledger).replace(" ", "")
    assert all(name in joined for name in several)


@pytest.mark.parametrize("paper", pdf.PAPERS)
@pytest.mark.parametrize("hands", in_short((0, 1, 18, 19, 20, 21, 22, 60), 0, 20))
def test_nothing_is_printed_beyond_the_margin(paper: str, hands: int) -> None:
    for snapshot in pages(evening(hands), paper=paper, fingerprint="K7QF-2M9D"):
        keeps_within_the_margin(snapshot)


def keeps_within_the_margin(snapshot: PageObject) -> None:
    width, height = float(snapshot.mediabox.width), float(snapshot.mediabox.height)
    for x, y, text in places(snapshot):
        assert MARGIN - 0.1 <= x <= width - MARGIN, text
        assert MARGIN - FOOT - 0.1 <= y <= height - MARGIN, text


def test_the_code_beside_the_signatures_is_number_and_digest_of_the_last_act_alone() -> None:
    for hands in (0, 20):
        *others, last = printed(hands, RECEIPT)
        # It takes no page of its own.
        assert hands not in SHEETS or len(others) + 1 == SHEETS[hands]
        assert "Scan, and compare under Proof" in words_of(last)
        assert drawn_modules(last) == {
            (x, y)
            for y, line in enumerate(segno.make(str(RECEIPT), error="m", micro=False).matrix)
            for x, dark in enumerate(line)
            if dark
        }
        keeps_within_the_margin(last)
    assert drawn_modules(pages(evening(3))[-1]) == set()


def drawn_modules(snapshot: PageObject) -> set[tuple[int, int]]:
    """The dark squares of the code on a page, by column and row. A stroke is along the middle of its row."""
    contents = snapshot.get_contents()
    assert contents is not None
    runs = RUN.findall(contents.get_data().decode("latin-1"))
    return {(x, int(row)) for begin, row, end in runs for x in range(int(begin), int(end))}


def test_a_note_longer_than_a_page_goes_on_over_several() -> None:
    note = " ".join(f"word{number}" for number in range(2000))
    long = plain(("Ann", "Bo"), {"points": (1, 2), "note": note}, {"points": (1, 2)})
    several = pages(long)
    assert len(several) > 2
    for snapshot in several:
        keeps_within_the_margin(snapshot)
    assert note.split()[-1] in " ".join(map(words_of, several))


def test_where_no_process_can_be_started_the_same_is_set_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = evening(2, title="Freitag bei \U000f0000")
    elsewhere = pdf.write(ledger, fonts=FONTS)

    def refused(*_: object, **__: object) -> None:
        raise OSError("there is one process, and no other")

    monkeypatch.setattr(press.subprocess, "run", refused)
    assert pdf.write(ledger, fonts=FONTS) == elsewhere


def test_the_same_sheet_gives_the_same_bytes_dated_as_the_sheet() -> None:
    first, second = (pdf.write(evening(5), fonts=FONTS) for _ in range(2))
    assert first == second
    about = PdfReader(io.BytesIO(first)).metadata
    assert about
    assert about.title == "Friday at Betty’s"
    assert about.creation_date == datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.alone
@pytest.mark.long
def test_three_hundred_hands_are_printed_within_two_seconds() -> None:
    ledger = evening(300)
    assert cpu_seconds(lambda: pdf.write(ledger, fonts=FONTS)) < 2


def test_the_fonts_are_small_and_come_with_their_licence() -> None:
    assert sum(file.stat().st_size for file in FONTS.iterdir()) < 600_000
    assert "Bitstream" in (FONTS / "LICENSE.txt").read_text("utf-8")
