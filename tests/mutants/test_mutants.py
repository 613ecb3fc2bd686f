"""The mutants can be drawn again, found in the code as it is now, and put into it."""

from dataclasses import replace
from pathlib import Path

import pytest

from . import run
from .draw import LIST, NUMBER, Mutant, applied, drawn, found_in, mutants_of, place_of, read
from .run import TOP, VECTORS

SOURCE = '''"""Doc."""
LEAST = 2


def first(names: list[str], *, all_of: bool = False) -> str:
    """Say."""
    if not names or (all_of and len(names) < LEAST):
        return ""
    print(f"{1 + 1}")
    return names[
        -1
    ]
'''


def test_a_seed_draws_the_same_mutants_again_from_every_package() -> None:
    once = drawn(TOP, seed=3)
    assert once == drawn(TOP, seed=3)
    assert len(once) == len({*once}) == NUMBER
    packages = {path.name for path in (TOP / "scorer").iterdir() if path.is_dir() and any(path.glob("[!_]*.py"))}
    assert {mutant.file.split("/")[1] for mutant in once} >= packages - {"__pycache__"}


def test_every_fault_that_is_drawn_is_still_python_and_changes_one_place() -> None:
    for mutant in mutants_of("x.py", SOURCE):
        place = place_of(mutant, SOURCE)
        assert place is not None
        faulty = applied(mutant, SOURCE, place)
        compile(faulty, "x.py", "exec")
        assert faulty != SOURCE
        assert len(faulty.splitlines()) >= len(SOURCE.splitlines()) - (place.end_line - place.line)
    afters = {(mutant.function, mutant.before, mutant.after) for mutant in mutants_of("x.py", SOURCE)}
    assert ("", "2", "3") in afters
    assert ("first", "len(names) < LEAST", "len(names) <= LEAST") in afters
    assert ("first", "print(f'{1 + 1}')", "pass") in afters
    assert not [after for _, before, after in afters if before == "1 + 1"]


def test_a_mutant_is_found_on_another_line_and_told_where_its_code_has_gone() -> None:
    mutant = Mutant("x.py", "first", "len(names) < LEAST", "len(names) <= LEAST", 0)
    here, lower = place_of(mutant, SOURCE), place_of(mutant, "import json\n\n" + SOURCE)
    assert here is not None
    assert lower is not None
    assert lower.line == here.line + 2
    assert place_of(mutant, SOURCE.replace("LEAST)", "LEAST + 1)")) is None


def test_a_mutant_is_found_in_the_module_that_its_code_has_moved_to_where_there_is_one(tmp_path: Path) -> None:
    mutant = Mutant("scorer/x.py", "first", "len(names) < LEAST", "len(names) <= LEAST", 0)
    (tmp_path / "scorer" / "y").mkdir(parents=True)
    assert found_in(mutant, tmp_path) is None
    (tmp_path / "scorer" / "y" / "z.py").write_text(SOURCE, encoding="utf-8")
    assert found_in(mutant, tmp_path) == replace(mutant, file="scorer/y/z.py")
    (tmp_path / "scorer" / "y" / "w.py").write_text(SOURCE, encoding="utf-8")
    assert found_in(mutant, tmp_path) is None
    (tmp_path / "scorer" / "x.py").write_text(SOURCE, encoding="utf-8")
    assert found_in(mutant, tmp_path) == mutant


def test_no_test_is_tried_for_a_mutant_whose_code_has_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mutant = Mutant("x.py", "first", "len(names) < LEAST", "len(names) <= LEAST", 0)
    before, now = tmp_path / "before", tmp_path / "now"
    for top, source in ((before, SOURCE), (now, SOURCE.replace("LEAST)", "LEAST + 1)"))):
        top.mkdir()
        (top / "x.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(run, "Recording", lambda *_: None)
    monkeypatch.setattr(run, "collected", lambda _: [f"{VECTORS}::test_one"])
    assert [each.verdict for each in run.run([mutant], tmp_path, now, 1, before)] == ["gone"]


def test_the_committed_list_names_functions_of_this_app() -> None:
    mutants = read(LIST)
    assert len(mutants) == NUMBER
    for mutant in mutants:
        assert Path(mutant.file).parts[0] == "scorer"
