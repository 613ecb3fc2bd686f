"""CONTRIBUTING, the changelog and the workflow are true: commands run, files are there, versions agree."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorer import __version__

TOP = Path(__file__).parent.parent
CONTRIBUTING = (TOP / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROMISED = {
    "-m tests.trace": ["--files"],
    "-m tests.faults": ["default: 1000", "default: 8"],
    "-m tests.load": ["default: 16", "default: 200", "default: 50"],
    "-m tests.bench": ["--write"],
    "-m tests.round_trip": ["default: 1000"],
}
"""What the long forms say of themselves, as the guide says in words."""
VERSIONS = Path("scorer", "store", "migrations", "versions")


def commands() -> list[str]:
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines()]


def test_every_file_in_the_guide_is_there() -> None:
    files = re.findall(r"`((?:scorer|tests|templates)/[^` ]+)`", CONTRIBUTING)
    files += [word for command in commands() for word in command.split() if word.startswith(("tests/", "scorer/"))]
    assert len(files) > 10
    named = {file for file in files if "NAME" not in file and "KEY" not in file}
    assert [file for file in sorted(named) if not (TOP / file).exists()] == []


def test_every_class_in_the_glossary_is_in_the_code() -> None:
    glossary = (TOP / "scorer" / "README.md").read_text(encoding="utf-8")
    named = {*re.findall(r"`([A-Z]\w+)`", glossary)}
    source = "".join(file.read_text(encoding="utf-8") for file in (TOP / "scorer").rglob("*.py"))
    assert len(named) > 30
    assert named - {*re.findall(r"^(?:class )?([A-Z]\w+)(?=[(:]| = )", source, re.MULTILINE)} == set()


def test_every_package_in_the_map_is_there() -> None:
    glossary = (TOP / "scorer" / "README.md").read_text(encoding="utf-8")
    table = glossary.partition("## Packages")[2]
    rows = re.findall(r"^\| ((?:`[\w./]+`(?:, )?)+) \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) > 4
    for packages, inside in rows:
        named = re.findall(r"`([\w./]+)`", packages)
        assert [name for name in named if not (TOP / "scorer" / name).exists()] == []
        folders = [name for name in re.findall(r"`(\w+/)`", inside) if name != "templates/"]
        assert [name for name in folders if not (TOP / "scorer" / named[0] / name).is_dir()] == []


@pytest.mark.long
def test_pytest_finds_tests_by_every_command_of_the_guide() -> None:
    parts = [command for command in commands() if " -m pytest " in command]
    assert len(parts) > 3
    # Every start of pytest takes seconds: those that choose by no more than their files are asked together.
    chosen = [command for command in parts if " -k " in command]
    words = [word for command in parts if command not in chosen for word in command.split()]
    places = [word for word in words if word.startswith("tests/")]
    found = ""
    for command in (*chosen, f".venv/bin/python -m pytest -q {' '.join(places)}"):
        line = command.replace(".venv/bin/python", sys.executable) + " --collect-only"
        asked = subprocess.run(line, shell=True, cwd=TOP, capture_output=True, text=True)  # it has quotes
        assert asked.returncode == 0, line + asked.stdout
        found = asked.stdout
    assert [place for place in places if place not in found] == []


def test_every_long_form_of_the_guide_is_a_command_that_says_how_long_it_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = re.findall(r"^\| `\.venv/bin/python (-m tests\.[\w.]+)` \|", CONTRIBUTING, re.MULTILINE)
    assert set(PROMISED) <= {*named}
    for words in named:
        # As a program, but in this process, which has loaded most of what each of them needs.
        monkeypatch.setattr(sys, "argv", [words, "--help"])
        with pytest.raises(SystemExit, match=r"^0$"):
            runpy.run_module(words.removeprefix("-m "), run_name="__main__", alter_sys=True)
        said = capsys.readouterr().out
        assert f"python {words}" in said
        assert [number for number in PROMISED.get(words, ["default: "]) if number not in said] == [], words


def test_every_case_of_a_test_with_a_short_form_runs_with_long() -> None:
    assert "`.venv/bin/python -m tests --long`" in CONTRIBUTING
    name = "test_no_message_repeats_the_password_of_a_database"
    line = [sys.executable, "-m", "pytest", "-q", "--collect-only", f"tests/test_serve.py::{name}"]
    said = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=True).stdout
    assert "10/28 tests collected (18 deselected)" in said


def test_the_command_of_the_guide_writes_the_file_of_the_next_migration(tmp_path: Path) -> None:
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    migrations = VERSIONS.parent
    shutil.copytree(TOP / migrations, tmp_path / migrations, ignore=shutil.ignore_patterns("__pycache__"))
    before = {file.name for file in (tmp_path / VERSIONS).glob("*.py")}
    [command] = [command for command in commands() if " -m alembic " in command]
    line = command.replace(".venv/bin/python", sys.executable)
    written = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert written.returncode == 0, written.stderr
    [made] = {file.name for file in (tmp_path / VERSIONS).glob("*.py")} - before
    last = max(before)[:4]
    assert made.startswith(f"{int(last) + 1:04}_"), "the guide's example is to have the next number"
    text = (tmp_path / VERSIONS / made).read_text("utf-8")
    assert f'down_revision = "{last}"' in text
    compile(text, made, "exec")


def test_the_changelog_has_the_release_of_the_package() -> None:
    changelog = (TOP / ".github" / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert releases[0] == "Unreleased"
    assert releases[1].startswith(f"{__version__} - ")
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {*re.findall(r"^### (.*)$", changelog, re.MULTILINE)} <= kinds


WORKFLOWS = TOP / ".github" / "workflows"
ACTION = r"(?:actions/[a-z-]+|pypa/gh-action-pypi-publish)@v\d+\.\d+\.\d+"


def test_the_workflows_run_what_ci_runs_with_every_action_pinned() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in WORKFLOWS.iterdir()}
    ours, *elsewhere = re.findall(r"run: (.*)", texts["ci"])
    assert ours == ".ci/run"
    tried = [word for word in elsewhere[-1].split() if word.startswith("tests/")]
    assert tried
    assert all((TOP / word).exists() for word in tried)
    steps = re.findall(r"run: (.*)", texts["release"])
    assert steps[0] == ".ci/run", "nothing is built that was not tested"
    assert steps[1].startswith(".ci/release ")
    for name, text in texts.items():
        actions = re.findall(r"uses: (.*)", text)
        assert actions, name
        assert [action for action in actions if not re.fullmatch(ACTION, action)] == [], name
        assert "secrets." not in text, name


def test_a_release_is_built_of_the_tag_of_its_version_alone() -> None:
    line = [TOP / ".ci" / "release", "v9.9.9", "https://example.org/scorer"]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"The tag is v9.9.9, but scorer/__init__.py says {__version__}.\n"


def test_a_release_knows_the_addresses_of_the_repository_that_it_is_made_in(tmp_path: Path) -> None:
    script = (TOP / ".ci" / "release").read_text("utf-8")
    part = script[script.index("cat >> ") : script.index(".venv/bin/pip")]
    # Where a release was unpacked, these have their addresses already.
    before = (TOP / "pyproject.toml").read_text("utf-8").partition("\n[project.urls]")[0]
    (tmp_path / "pyproject.toml").write_text(before, "utf-8")
    readme = tmp_path / "README.md"
    readme.write_text("![a](.github/scorer.png) [b](.github/HOSTING.md#c) [d](scorer/README.md)\n", "utf-8")
    repository = "https://example.org/scorer"
    known = {**os.environ, "copy": str(tmp_path), "repository": repository, "tag": "v1.0.0"}
    subprocess.run(["bash", "-euc", part], env=known, check=True)

    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "table-scorer"
    assert project["urls"] == {
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/v1.0.0/.github/CHANGELOG.md",
    }
    assert {*project["optional-dependencies"]} == {"postgres", "server", "test"}
    pages = f"{repository}/blob/v1.0.0"
    picture = f"{repository}/raw/v1.0.0/.github/scorer.png"
    assert (
        readme.read_text("utf-8")
        == f"![a]({picture}) [b]({pages}/.github/HOSTING.md#c) [d]({pages}/scorer/README.md)\n"
    )
