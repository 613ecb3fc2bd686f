"""What a start loads: nothing that the first page does not need."""

import subprocess
import sys
import tempfile
from pathlib import Path

import jinja2
import pytest

from scorer import create_app

from .one_app import close

LATER = ("alembic", "xlsxwriter", "typst", "anyascii", "segno", "limits", "pygments", "mako")
CODE = f"""
import sys
from pathlib import Path
from scorer import create_app
from scorer.cli import serving
app = create_app({{}}, Path(sys.argv[1]))
assert app.test_client().get("/").status_code == 200
print([name for name in {LATER} if name in sys.modules])
"""


def test_the_first_page_of_a_database_that_is_up_to_date_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    close(create_app({"TESTING": True}, tmp_path))
    ran = subprocess.run([sys.executable, "-c", CODE, tmp_path], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_template_is_compiled_once_for_all_starts_and_shown_where_that_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", f"{tmp_path}")

    def compiled(instance: str) -> int:
        """How many templates the first page of a start compiles."""
        made = 0
        generate = jinja2.Environment.compile

        def counting(*args: object, **kwargs: object) -> object:
            nonlocal made
            made += 1
            return generate(*args, **kwargs)  # pyright: ignore[reportArgumentType, reportCallIssue] (as it came)

        with monkeypatch.context() as patch:
            patch.setattr(jinja2.Environment, "compile", counting)
            app = create_app({"TESTING": True}, tmp_path / instance)
            assert app.test_client().get("/").status_code == 200
            close(app)
        return made

    assert compiled("first") > 5
    assert compiled("second") == 0
    [kept] = tmp_path.glob("_jinja2-cache-*")
    for file in kept.iterdir():
        file.unlink()
    kept.rmdir()
    kept.symlink_to(tmp_path / "of somebody else")
    assert compiled("third") > 5
    kept.unlink()

    def full(*args: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(jinja2.FileSystemBytecodeCache, "dump_bytecode", full)
    assert compiled("fourth") > 5


def test_a_template_is_compiled_anew_where_a_filter_is_called_in_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", f"{tmp_path}")
    for way in (lambda text: f"{text}", jinja2.pass_context(lambda _, text: f"{text}")):
        app = create_app({"TESTING": True}, tmp_path / "instance")
        app.jinja_env.filters["upper_first"] = way
        assert app.test_client().get("/rules/spades").status_code == 200
        close(app)
