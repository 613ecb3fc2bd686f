"""Whatever comes with a request comes through a form."""

import ast
from collections.abc import Iterator
from pathlib import Path

import scorer.web

WEB = Path(scorer.web.__file__).parent
SENT = {"args", "data", "files", "form", "get_data", "get_json", "json", "stream", "values"}
"""What Flask's `request` holds of what somebody typed, tapped or put into an address."""
NO_FORM = {"app/limits.py", "corrections.py", "forms.py", "repeats.py", "sheet.py"}
"""Files with a read that goes past a form, for the reason that stands beside it."""


def reads(node: ast.AST) -> list[ast.Attribute]:
    """The places in a syntax tree that read what was sent."""
    return [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and each.attr in SENT
        and isinstance(each.value, ast.Name)
        and each.value.id == "request"
    ]


def given_to_forms(node: ast.AST) -> Iterator[ast.expr]:
    """What is passed on whole to a form: to "HandForm(…)" and "TrickForm.of(…)"."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            made = call.func.value if isinstance(call.func, ast.Attribute) else call.func
            if isinstance(made, ast.Name) and made.id.endswith("Form"):
                yield from call.args


def past_a_form(text: str) -> list[int]:
    """The lines of a module that read what was sent, and not through a form."""
    tree = ast.parse(text)
    fine = {id(each) for each in given_to_forms(tree)}
    return [read.lineno for read in reads(tree) if id(read) not in fine]


def test_a_read_past_a_form_is_found() -> None:
    for text in (
        "request.form.get('key')",
        "'a' in request.args",
        "request.values['a']",
        "HandForm(request.form['a'])",
    ):
        assert past_a_form(text) == [1]
    assert past_a_form("HandForm(request.args)\nTrickForm.of(request.form, 4)") == []


def test_what_a_request_sends_goes_through_a_form() -> None:
    files = {str(path.relative_to(WEB)): path.read_text("utf-8") for path in sorted(WEB.rglob("*.py"))}
    found = {file for file, text in files.items() if past_a_form(text)}
    assert found == NO_FORM
    for file in found:
        lines = files[file].splitlines()
        assert all(lines[number - 2].strip().startswith("# Not a form:") for number in past_a_form(files[file]))
