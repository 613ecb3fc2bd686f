"""What a host does on Windows: nothing on the way needs what it lacks, which is made to fail elsewhere."""

import errno
import hashlib
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import connections, create_app
from scorer.cli import main
from scorer.cli.serving import daily_backups
from scorer.site import building

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
    monkeypatch.setattr(shutil, "_use_fd_functions", False)
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


COMPILER = """
import pathlib, sys
package, work, *_ = map(pathlib.Path, sys.argv[1:])
assert (package / "pyodide.mjs").is_file()
[file.replace(file.with_suffix(".pyc")) for file in work.rglob("*.py") if "migrations" not in file.parts]
"""
"""In the place of Node and of Python for the browser, which are the same everywhere."""


@pytest.mark.long
@pytest.mark.usefixtures("windows")
def test_the_site_of_the_phone_alone_is_written_on_windows_and_anew_into_the_same_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package, compiler = tmp_path / "package", tmp_path / "compiling.py"
    package.mkdir()
    compiler.write_text(COMPILER, "utf-8")
    for name in building.DIGESTS:
        (package / name).write_text(json.dumps({"info": {}, "packages": {}}), "utf-8")
    with zipfile.ZipFile(package / building.STDLIB, "w") as library:
        library.writestr("json/decoder.py", "")
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in package.iterdir()}
    monkeypatch.setattr(building, "DIGESTS", digests)
    monkeypatch.setattr(building, "COMPILER", compiler)
    monkeypatch.setattr(building, "program", lambda name: sys.executable)
    written: list[dict[str, Any]] = []
    for _ in range(2):
        done = run("site", "out", "--pyodide", "package")
        assert (done.exit_code, "http://localhost:8080" in done.output) == (0, True)
        out = tmp_path / "out"
        written.append(json.loads((out / building.LIST).read_text("utf-8")))
        (out / "site" / "screen.js").write_text("of an earlier release", "utf-8")
    assert written[0] == written[1]
    files = written[0]["files"]
    assert {"site/worker.js", "pyodide/pyodide.asm.wasm", "static/css/base.css"} <= {*files}
    assert [name for name in files if "\\" in name or not (tmp_path / "out" / name).is_file()] == []
    with zipfile.ZipFile(tmp_path / "out" / "scorer.zip") as packed:
        held = {*packed.namelist()}
    assert {"scorer/site/host.pyc", "scorer/templates/base.html", "scorer/static/css/base.css"} <= held
