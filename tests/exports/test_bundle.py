"""A bundle of sheets: written always the same, and what is wrong with one is told and never unpacked far."""

import io
import random
import struct
import tracemalloc
import zipfile

import pytest

from scorer.exports import bundle
from scorer.exports.bundle import MOST_FILES, MOST_UNPACKED, Packed, UnreadableBundleError

EACH = 1000
FILES = [("friday.json", b"one"), ("friday.json", b"two"), ("friday-2.json", b"three"), ("friday.json", b"")]


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return made.getvalue()


def refused(content: bytes, most_each: int = EACH) -> str:
    with pytest.raises(UnreadableBundleError) as caught:
        bundle.read(content, most_each)
    return str(caught.value)


def test_a_bundle_gives_back_what_was_put_in_under_names_of_their_own() -> None:
    names = ["friday.json", "friday-2.json", "friday-2-2.json", "friday-3.json"]
    read = bundle.read(bundle.write(FILES), EACH)
    assert read == [Packed(name, content) for name, (_, content) in zip(names, FILES, strict=True)]


def test_equal_sheets_are_equal_bundles() -> None:
    assert bundle.write(FILES) == bundle.write(FILES)


def test_what_one_bundle_cannot_hold_is_in_several_that_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("MOST_UNPACKED", "MOST_BYTES", "MOST_FILES"):
        # With room for the directory of so many files beside them.
        monkeypatch.setattr(bundle, most, getattr(bundle, most) // 10)
    chance = random.Random(4)
    most, each = bundle.MOST_UNPACKED, bundle.MOST_UNPACKED // 20
    for files, number in (
        ([(f"{at}.json", b"{}") for at in range(2 * bundle.MOST_FILES + 1)], 3),
        ([(f"{at}.json", b" " * each) for at in range(50)], 3),
        ([(f"{at}.json", chance.randbytes(each)) for at in range(10)], 3),
        ([("large.json", b" " * most), ("small.json", b"{}")], 2),
        ([], 1),
    ):
        parts = [*bundle.parts(files)]
        assert len(parts) == number
        read = [file for part in parts for file in bundle.read(bundle.write(part), most)]
        assert read == [Packed(name, content) for name, content in files]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "C:\\sheets\\friday.json", "a/b.json", "=1+1"]
)
def test_a_name_is_no_path_and_only_shown(name: str) -> None:
    assert bundle.read(packed((name, b"{}")), EACH) == [Packed(name, b"{}")]


def test_names_without_end_are_cut_and_what_cannot_be_printed_is_not() -> None:
    (file,) = bundle.read(packed(("x" * 500 + "\u202e\x1b.json", b"{}")), EACH)
    assert len(file.name) == 81
    assert file.name.endswith("x��.json")


def test_folders_are_no_files() -> None:
    assert bundle.read(packed(("sheets/", b"")), EACH) == []


def test_a_file_that_unpacks_without_end_is_read_no_further_than_it_may_be_large() -> None:
    bomb = packed(*((f"{number}.json", b"\0" * 10_000_000) for number in range(3)), ("small.json", b"{}"))
    assert len(bomb) < 40_000
    tracemalloc.start()
    files = bundle.read(bomb, EACH)
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()
    assert [file.why for file in files] == [*["it is larger than 0 MiB"] * 3, ""]


def test_many_files_of_the_same_kind_are_refused_together() -> None:
    each = MOST_UNPACKED // 10
    many = packed(*((f"{number}.json", b"\0" * each) for number in range(11)))
    assert refused(many, each) == "the ZIP holds more than 16 MiB once it is unpacked"
    assert refused(packed(*((f"{n}", b"") for n in range(MOST_FILES + 1)))) == "the ZIP holds more than 300 files"
    assert refused(b"PK\x03\x04" + bytes(bundle.MOST_BYTES)) == "the ZIP is larger than 4 MiB"


def test_a_size_that_a_bundle_claims_is_not_believed() -> None:
    honest = packed(("a.json", b"\0" * 5000))
    at = honest.index(b"PK\x01\x02") + 24
    lying = honest[:at] + struct.pack("<I", 10) + honest[at + 4 :]
    (file,) = bundle.read(lying, EACH)
    assert len(file.content or b"") <= EACH


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (packed(("b.zip", packed(("a", b"x")))), "it is a ZIP within the ZIP"),
        (packed(("a.json", b"{}" * 99), method=zipfile.ZIP_BZIP2), "it is packed in a way that is not read here"),
        (packed(("a.json", b"{}" * 99), method=zipfile.ZIP_LZMA), "it is packed in a way that is not read here"),
        (
            packed(("a.json", b"{}")).replace(b"PK\x01\x02\x14\x03\x14\0\0", b"PK\x01\x02\x14\x03\x14\0\1"),
            "it is encrypted",
        ),
        (packed(("a.json", b"{}" * 99), method=0).replace(b"{}{}", b"{}()", 1), "it is damaged"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_keeps_no_other_from_it(content: bytes, why: str) -> None:
    (file,) = bundle.read(content, EACH)
    assert (file.content, file.why) == (None, why)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"not a zip at all",
        packed(("a.json", b"{}"))[:-10],
        packed(("a.json", b"{}"))[:20],
        b"PK\x05\x06" + b"\xff" * 18,
    ],
)
def test_what_is_no_bundle_is_refused_in_words(content: bytes) -> None:
    assert refused(content) == "the ZIP is damaged, or is none"
