"""What a host does on Windows: nothing on the way needs what it lacks, which is made to fail elsewhere."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import connections, create_app
from scorer.cli import main
from scorer.cli.serving import daily_backups

from .one_app import close
from .serving import listening
from .web.phone import Phone, words

OPEN = Path("/proc/self/fd")
"""The files that a process on Linux has open."""


def open_files() -> Iterator[Path]:
    """The files that this process has open."""
    for descriptor in OPEN.iterdir():
        try:
            yield descriptor.readlink()
        except OSError:
            """It was that of the list itself."""


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    if not OPEN.is_dir():
        return  # It is that system; or another one, where the test says less.
    import fcntl

    flags = fcntl.fcntl
    for name in ("fcntl", "resource", "pwd", "grp"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(connections, "resource", None)
    for name in ("link", "chown", "sched_getaffinity"):
        monkeypatch.delattr(os, name)
    opens, syncs = os.open, os.fsync

    def open_no_folder(path: Any, *args: Any, **kwargs: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "a folder", str(path))
        return opens(path, *args, **kwargs)

    def sync_what_is_written(descriptor: int) -> None:
        if flags(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "not opened to write")
        syncs(descriptor)

    def refusing_open(act: Callable[..., None]) -> Callable[..., None]:
        def refuse(*paths: Any, **kwargs: Any) -> None:
            held = {*open_files()}
            if taken := [path for path in paths if Path(path).absolute() in held]:
                raise PermissionError(errno.EACCES, "it is open", str(taken[0]))
            act(*paths, **kwargs)

        return refuse

    monkeypatch.setattr(os, "open", open_no_folder)
    monkeypatch.setattr(os, "fsync", sync_what_is_written)
    monkeypatch.setattr(os, "chmod", lambda *_, **__: None)
    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, refusing_open(getattr(os, name)))


def run(*command: str) -> Result:
    return CliRunner().invoke(main, [*command], catch_exceptions=False)


@pytest.mark.usefixtures("windows")
def test_a_host_serves_saves_and_restores_on_windows(tmp_path: Path) -> None:
    app = create_app({}, tmp_path / "instance")
    phone = Phone(app)
    sheet = phone.start()
    with app.app_context(), daily_backups(app), listening(app):
        assert phone.record(sheet).status_code == 303
    close(app)
    [daily] = (tmp_path / "instance" / "backups").glob("*.db")
    database = tmp_path / "instance" / "scorer.db"
    for content in (database.read_bytes(), b"damaged" * 1000, b""):
        database.write_bytes(content)
        for file in ("saved.db", str(daily)):
            assert "saved.db" not in file or content[:6] != b"SQLite" or run("backup", file).exit_code == 0
            done = run("restore", file)
            assert (done.exit_code, done.output.partition(" from")[0]) == (0, "Restored 1 sheet with 2 entries")
    assert run("check").output == "1 sheet with 2 entries: no fault.\n"
    assert run("export", "all").exit_code == 0
    assert [*(tmp_path / "all").iterdir()]
    app = create_app({}, tmp_path / "instance")
    phone.client.application = app
    assert "Amber" in words(phone.get(sheet))
    close(app)
