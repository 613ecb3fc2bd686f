"""What is not ours is as its makers published it."""

import hashlib
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
DIGESTS = {
    # npm's htmx.org 2.0.11, dist/htmx.min.js
    "htmx-2.0.11.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    # DejaVu fonts 2.37
    "fonts/DejaVuSansCondensed-Bold.ttf": "a9eaa04d3df3e6b64906d5f1f223f85e86247de12fbbdb325b307e7cda5550f8",
    "fonts/DejaVuSansCondensed.ttf": "c5bf73dc3d226ed32a7c86aa298ec305177ab2bb946a2f74f5700063cd4c467f",
    "fonts/DejaVuSerifCondensed-Bold.ttf": "6440bf3b3fa8ade1e81dd2b165ed12fe89c7e94fba2ba82e035966d89229a889",
}
"""SHA-256 of every file that was taken over whole."""
OURS = ("js", "worker", "site", "css", "icons")
OUR_FILES = {"awake.mp4", "icon.svg", "fonts/signs.woff", "fonts/LICENSE.txt"}


def test_every_file_that_was_taken_over_is_byte_for_byte_what_was_published() -> None:
    found = {name: hashlib.sha256((STATIC / name).read_bytes()).hexdigest() for name in DIGESTS}
    assert found == DIGESTS


def test_nothing_was_taken_over_that_is_not_named_here() -> None:
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert {name for name in files if name.partition("/")[0] not in OURS} == DIGESTS.keys() | OUR_FILES
    assert not [name for name in files - DIGESTS.keys() if ".min." in name]
