"""The README is true and short: every command in it runs, but the two that set things up."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from scorer import create_app

from .one_app import close
from .serving import scorer
from .sheet.files import RESULT, content
from .web.files.test_import import brought
from .web.phone import Phone

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
IN_LENGTH = ("CONTRIBUTING", "HOSTING", "SCALING")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every command of the consoles, and what it is said to print."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_every_command_prints_what_the_readme_says(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path / "instance")
    brought(Phone(app), content(*[RESULT] * 5))
    close(app)
    assert len(commands()) == 4
    for command, said in commands():
        done = scorer(tmp_path, *command.removeprefix(".venv/bin/scorer ").split())
        assert done.returncode == 0, done.stderr
        printed = done.stdout
        expected, dots, _ = said.partition("...\n")
        assert printed.startswith(expected) if dots else printed == expected, command


def test_the_readme_is_read_in_three_minutes() -> None:
    assert 500 <= len(README.split()) <= 700


@pytest.mark.parametrize("name", ["README.md", *(f".github/{name}.md" for name in IN_LENGTH)])
def test_every_link_to_a_file_finds_it(name: str) -> None:
    links = re.findall(r"\]\(([^):]+)\)", (TOP / name).read_text("utf-8"))
    assert links
    for link in links:
        file, _, heading = link.partition("#")
        found = (TOP / name).parent / file if file else TOP / name
        headings = re.findall(r"^#+ (.*)$", found.read_text("utf-8"), re.M) if heading else [""]
        assert heading in [title.lower().replace(" ", "-") for title in headings], link
        assert found.is_file(), link


def test_there_are_two_commands_to_set_up_and_ci_calls_the_second() -> None:
    run, test = (block.strip() for block in blocks("sh"))
    assert run.endswith("scorer serve")
    assert test in (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_windows_sets_up_by_the_same_commands() -> None:
    [there], run = blocks("powershell"), blocks("sh")[0]
    for ours, theirs in (("python3 ", "py "), (".venv/bin/", ".venv\\Scripts\\"), (" && ", "; ")):
        run = run.replace(ours, theirs)
    assert there == run


def test_every_command_that_the_readme_names_is_one() -> None:
    listed = scorer(TOP, "--help").stdout
    known = {line.split()[0] for line in listed.partition("Commands:\n")[2].splitlines() if line[2:3] != " "}
    assert {*re.findall(r"`(?:\.venv/bin/)?scorer ([a-z][\w-]*)", README)} <= known


def top_names() -> set[str]:
    """What stands at the top: as Git has it in a checkout, whatever is there where a release was unpacked."""
    if not (TOP / ".git").exists():
        return {path.name for path in TOP.iterdir()} - {"PKG-INFO", ".venv"}
    listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, check=True, text=True).stdout
    return {line.split("/")[0] for line in listed.splitlines()}


def test_no_more_than_the_fixed_names_stand_at_the_top() -> None:
    fixed = {"pyproject.toml", "README.md", "LICENSE", "constraints.txt"}
    fixed |= {"scorer", "templates", "static", "instance", "tests"}
    assert {name for name in top_names() if not name.startswith(".")} <= fixed


def test_the_source_distribution_has_everything_with_which_the_suite_runs() -> None:
    with (TOP / "pyproject.toml").open("rb") as file:
        included = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    # These two are always in it; other hidden folders are what tools leave behind.
    needed = top_names() - {"pyproject.toml", ".gitignore"}
    assert {f"/{name}" for name in needed if not name.startswith(".") or name in (".ci", ".github")} <= {*included}


def test_versions_are_pinned_and_no_address_is_named() -> None:
    lines = (TOP / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.match(r"[a-z0-9._-]+==[0-9][^ ]*( ;.*)?$", line) for line in lines)
    assert "//" not in "".join(lines)
