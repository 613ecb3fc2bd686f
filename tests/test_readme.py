"""The README is true: its example runs, and every command in it but the two that set things up.

The two that take long run with fewer hands and sheets.
"""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from scorer import create_app

from .one_app import close
from .web.files.test_import_sheets import brought
from .web.phone import Phone

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
SCORER = Path(sys.executable).with_name("scorer")


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


def test_the_worked_example_runs() -> None:
    failed, tried = doctest.testfile(str(TOP / "README.md"), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0


def test_every_command_prints_what_the_readme_says(tmp_path: Path) -> None:
    friday = blocks("json")[0]
    (tmp_path / "friday.json").write_text(friday, encoding="utf-8")
    (tmp_path / "paper.csv").write_text(blocks("csv")[0], encoding="utf-8")
    app = create_app({"TESTING": True}, tmp_path / "instance")
    phone = Phone(app)
    sheet = brought(phone, friday.encode())
    (tmp_path / "friday-with-history.json").write_bytes(phone.get(f"{sheet}/sheet-with-history.json").data)
    close(app)
    assert len(commands()) == 9
    for command, said in commands():
        words = command.replace(".venv/bin/scorer", str(SCORER)).split()
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
        # The paper sheet has a wrong figure.
        assert ran.returncode == (1 if "check-paper" in words else 0), ran.stderr.decode()
        printed = ran.stdout.decode()
        expected, dots, _ = said.partition("...\n")
        assert printed.startswith(expected) if dots else printed == expected, command


def test_the_readme_is_a_page_for_users() -> None:
    assert len(README.splitlines()) <= 206


def test_every_link_to_a_file_in_the_readme_finds_it() -> None:
    for link in re.findall(r"\]\(([^):]+)\)", README):
        assert (TOP / link).is_file(), link


def test_there_are_two_commands_to_set_up_and_ci_calls_the_second() -> None:
    run, test = (block.strip() for block in blocks("sh"))
    assert run.endswith("scorer serve")
    assert test in (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_long_run_is_what_runs_here_with_fewer_hands() -> None:
    long = ".venv/bin/python -m tests.faults"
    assert f"`{long}`" in README
    words = long.replace(".venv/bin/python", sys.executable).split()
    known = subprocess.run([*words, "--help"], cwd=TOP, capture_output=True, check=True).stdout.decode()
    assert "default: 1000" in known
    assert "default: 8" in known
    ran = subprocess.run([*words, "--hands", "20"], cwd=TOP, capture_output=True, check=False)
    said = ran.stdout.decode()
    assert ran.returncode == 0, said + ran.stderr.decode()
    assert "Acknowledged: 20 hands" in said
    assert said.endswith("Clean.\n")


def test_the_run_under_load_is_what_runs_among_the_tests_for_some_seconds() -> None:
    load = ".venv/bin/python -m tests.load"
    assert f"`{load}`" in README
    words = [sys.executable, *load.split()[1:], "--help"]
    known = subprocess.run(words, cwd=TOP, capture_output=True, check=True).stdout.decode()
    for promised in ("default: 16", "default: 200", "default: 50"):
        assert promised in known


def test_the_long_run_over_random_sheets_is_what_runs_here_with_fewer() -> None:
    long = ".venv/bin/python -m tests.exports.round_trip"
    assert f"`{long}`" in README
    words = [sys.executable, *long.split()[1:]]
    known = subprocess.run([*words, "--help"], cwd=TOP, capture_output=True, check=True).stdout.decode()
    assert "default: 1000" in known
    ran = subprocess.run([*words, "--sheets", "14"], cwd=TOP, capture_output=True, check=False)
    said = ran.stdout.decode()
    assert ran.returncode == 0, said + ran.stderr.decode()
    assert said.startswith("14 sheets, ")
    assert said.endswith("not the same: 0.\n")


def help_of(*command: str) -> str:
    return subprocess.run([str(SCORER), *command, "--help"], capture_output=True, check=True).stdout.decode()


def test_every_command_is_named() -> None:
    named = help_of().partition("Commands:\n")[2]
    for command in (line.split()[0] for line in named.splitlines()):
        assert f"scorer {command}" in README, command


def test_every_option_of_serve_is_named() -> None:
    for option in ("--host", "--port", "--database"):
        assert option in help_of("serve")
        assert option in README


def test_the_commands_that_keep_a_database_safe_take_another_one() -> None:
    for command in ("backup", "restore", "check", "links"):
        assert "--database" in help_of(command)


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
