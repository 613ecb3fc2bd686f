"""The video that keeps the screen of some phones on without a wake lock: `python -m tests.awake FILE`.

Ten seconds of grey, 64 pixels wide, with a track of silence: a phone that stays awake for a video does so only for
one that could be heard. Written here byte by byte, in four kilobytes.
"""

import struct
import sys
from pathlib import Path

SECONDS, SIDE = 10, 64
RATE, SAMPLES = 44_100, 1024
"""Of the sound: in a second, and in a frame."""
SILENCE = bytes.fromhex("00c800802380")
"""A frame of AAC-LC [ISO/IEC 14496-3], of one channel in which all is zero."""
MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


# The picture: H.264 of the baseline profile [ITU-T H.264, 7.3]


def bits(*parts: int | str) -> bytes:
    """A number stands for itself as an unsigned Exp-Golomb code, a text for bits as they are."""
    written = "".join(
        part if isinstance(part, str) else f"{part + 1:0{2 * (part + 1).bit_length() - 1}b}" for part in parts
    )
    written += "1"
    written += "0" * (-len(written) % 8)
    raw = bytes(int(written[at : at + 8], 2) for at in range(0, len(written), 8))
    return raw.replace(b"\0\0\0", b"\0\0\3\0")


BLOCKS = (SIDE // 16) ** 2
SEQUENCE = b"\x67\x42\xc0\x0a" + bits(0, 0, 2, 1, "0", SIDE // 16 - 1, SIDE // 16 - 1, "1", "1", "0", "0")
PICTURE = b"\x68" + bits(0, 0, "0", "0", 0, 0, 0, "0", "00", 0, 0, 0, "1", "0", "0")
# Each block is predicted from those beside it, the first as grey; nothing is left to be added.
FIRST = b"\x65" + bits(0, 7, 0, "0000", 0, "0", "0", 0, 1, *(3, 0, 0, "1") * BLOCKS)


def same(number: int) -> bytes:
    """A picture that is the one before it once more."""
    return b"\x41" + bits(0, 5, 0, f"{number % 16:04b}", "0", "0", "0", 0, 1, BLOCKS)


# The file [ISO/IEC 14496-12, -14, -15]


def box(name: str, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", len(content) + 8, name.encode()) + content


def full(name: str, *parts: bytes, flags: int = 0) -> bytes:
    return box(name, struct.pack(">I", flags), *parts)


def numbers(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def track(number: int, kind: str, scale: int, lengths: list[int], each: int, at: int, entry: bytes) -> bytes:
    """lengths: of the samples in bytes; each: how long one is; at: where they begin in the file."""
    is_video = kind == "vide"
    long = len(lengths) * each
    side = SIDE << 16 if is_video else 0
    head = full(
        "tkhd",
        numbers(0, 0, number, 0, long * 1000 // scale, 0, 0),
        struct.pack(">4H", 0, 0, 0 if is_video else 0x100, 0),
        MATRIX,
        numbers(side, side),
        flags=7,
    )
    header = full("vmhd", bytes(8), flags=1) if is_video else full("smhd", bytes(4))
    table = box(
        "stbl",
        full("stsd", numbers(1), entry),
        full("stts", numbers(1, len(lengths), each)),
        full("stss", numbers(1, 1)) if is_video else b"",
        full("stsc", numbers(1, 1, len(lengths), 1)),
        full("stsz", numbers(0, len(lengths), *lengths))
        if len({*lengths}) > 1
        else full("stsz", numbers(lengths[0], len(lengths))),
        full("stco", numbers(1, at)),
    )
    inner = box("minf", header, box("dinf", full("dref", numbers(1), full("url ", flags=1))), table)
    media = box(
        "mdia",
        full("mdhd", numbers(0, 0, scale, long), struct.pack(">2H", 0x55C4, 0)),
        full("hdlr", numbers(0), kind.encode(), bytes(13)),
        inner,
    )
    return box("trak", head, media)


def movie() -> bytes:
    pictures = [FIRST, *(same(number) for number in range(1, SECONDS))]
    samples = [numbers(len(each)) + each for each in pictures]
    sounds = [SILENCE] * (SECONDS * RATE // SAMPLES)
    config = b"\x01\x42\xc0\x0a\xff\xe1" + struct.pack(">H", len(SEQUENCE)) + SEQUENCE
    config += b"\x01" + struct.pack(">H", len(PICTURE)) + PICTURE
    seen = box(
        "avc1",
        bytes(6)
        + struct.pack(">H", 1)
        + bytes(16)
        + struct.pack(">2H", SIDE, SIDE)
        + numbers(0x480000, 0x480000, 0),
        struct.pack(">H32sHh", 1, b"", 24, -1),
        box("avcC", config),
    )
    # An object of type 0x40, audio of MPEG-4; its own description: AAC-LC, 44.1 kHz, one channel.
    decoder = b"\x04\x11\x40\x15" + bytes(3) + numbers(0, 0) + b"\x05\x02\x12\x08"
    described = b"\x03" + bytes([3 + len(decoder) + 3]) + b"\0\1\0" + decoder + b"\x06\x01\x02"
    heard = box(
        "mp4a",
        bytes(6) + struct.pack(">H", 1) + bytes(8) + struct.pack(">4HI", 1, 16, 0, 0, RATE << 16),
        full("esds", described),
    )

    def head(at: int) -> bytes:
        until = at + sum(map(len, samples))
        kind = box("ftyp", b"mp42", numbers(0), b"mp42isom")
        whole = full(
            "mvhd",
            numbers(0, 0, 1000, SECONDS * 1000, 0x10000),
            b"\1\0" + bytes(10),
            MATRIX,
            bytes(24),
            numbers(3),
        )
        seen_track = track(1, "vide", 1, [len(each) for each in samples], 1, at, seen)
        heard_track = track(2, "soun", RATE, [len(each) for each in sounds], SAMPLES, until, heard)
        return kind + box("moov", whole, seen_track, heard_track)

    return head(len(head(0)) + 8) + box("mdat", *samples, *sounds)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(movie())
