"""The templates: lines that can be read, and macros of which nothing is unused."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment, nodes

from scorer.web.app.display import SHARED

TEMPLATES = Path(__file__).parents[2] / "templates"
PAGES = {f"{path.relative_to(TEMPLATES)}": path.read_text("utf-8") for path in sorted(TEMPLATES.rglob("*.html"))}
STATIC = TEMPLATES.parent / "static"
OURS = [path for kind in ("css", "js") for path in STATIC.rglob(f"*.{kind}") if not path.stem.endswith(".min")]
SERVED = {f"{path.relative_to(STATIC)}": path.read_text("utf-8") for path in OURS}
COLUMNS = 120
OF_A_GAME = {"felt", "entry", "after_auction", "points_table"}
"""What every game's template answers to, whether it needs all that it is given or not."""

WITH_A_LABEL_OF_THEIR_OWN = {
    "parts/keys.html",
    "parts/seats.html",  # Two labels lie on one seat.
    "games/spades.html",  # The bidder's name takes their bid back.
    "files/import_table.html",  # Its label is a line of figures.
    "pages/names.html",  # Its label is a colour.
}

SUMMARY = re.compile(r"([^{}]*summary)\s*\{([^}]*)\}")
WITH_A_SIGN_OF_THEIR_OWN = {".menu summary", ".log summary"}


@cache
def parsed(page: str) -> nodes.Template:
    return Environment().parse(PAGES[page])


def names(node: nodes.Node) -> set[str]:
    """What is read in a part of a template."""
    return {name.name for name in node.find_all(nodes.Name) if name.ctx == "load"}


def macros(page: str) -> Iterator[nodes.Macro]:
    return parsed(page).find_all(nodes.Macro)


def imported(page: str) -> Iterator[tuple[str, str]]:
    """The template and the name of each macro that a page asks for by name."""
    for node in parsed(page).find_all(nodes.FromImport):
        assert isinstance(node.template, nodes.Const)
        for name in node.names:
            yield node.template.value, name if isinstance(name, str) else name[0]


def test_no_line_of_a_template_a_stylesheet_or_a_script_is_wider_than_a_screen() -> None:
    wide = [
        f"{page}:{number} has {len(line)} columns"
        for page, text in {**PAGES, **SERVED}.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > COLUMNS
    ]
    assert not wide, "\n".join(wide)


def test_a_template_imports_macros_that_exist_and_uses_each() -> None:
    unused = {page: {name for _, name in imported(page)} - names(parsed(page)) for page in PAGES}
    assert {page: some for page, some in unused.items() if some} == {}
    for template, name in (each for page in PAGES for each in imported(page)):
        assert name in {macro.name for macro in macros(template)}, f"{template} has no macro {name}"


def test_the_macros_that_all_templates_share_exist_and_are_asked_by_ui() -> None:
    shared = {macro.name for file in SHARED for macro in macros(file)}
    for page in PAGES:
        asked = [each for each in parsed(page).find_all(nodes.Getattr) if isinstance(each.node, nodes.Name)]
        assert {each.attr for each in asked if names(each) == {"ui"}} <= shared, page
        own = {*(macro.name for macro in macros(page)), *(name for _, name in imported(page))}
        called = {
            each.node.name for each in parsed(page).find_all(nodes.Call) if isinstance(each.node, nodes.Name)
        }
        assert called & shared <= own, f"{page} calls a macro without “ui.” before it"


def test_every_macro_is_used() -> None:
    used = {name for page in PAGES for name in names(parsed(page))}
    of_modules = {node.attr for page in PAGES for node in parsed(page).find_all(nodes.Getattr)}
    written = {macro.name for page in PAGES for macro in macros(page)}
    assert written - used - of_modules == set()


def test_a_macro_uses_everything_that_it_is_given() -> None:
    for page in PAGES:
        for macro in macros(page):
            if not (page.startswith("games/") and macro.name in OF_A_GAME):
                given = {argument.name for argument in macro.args}
                assert given <= names(macro), f"{page}, {macro.name}"


def test_a_key_is_written_in_one_place() -> None:
    assert {page for page, text in PAGES.items() if 'type="radio"' in text} <= WITH_A_LABEL_OF_THEIR_OWN


def test_a_summary_keeps_its_triangle_unless_it_has_a_sign_of_its_own() -> None:
    """That something unfolds is seen by the browser's triangle, which another display than its own takes away."""
    rules = (rule for page, text in SERVED.items() if page.startswith("css/") for rule in SUMMARY.finditer(text))
    assert {rule[1].strip() for rule in rules if "display:" in rule[2]} == WITH_A_SIGN_OF_THEIR_OWN


def test_no_filter_of_ours_is_asked_before_a_page_is(app: Flask) -> None:
    """What is worked out when a template is compiled is kept, for other sheets too, and after a restart."""
    environment = app.jinja_env
    with app.test_request_context():
        for page in (page for page in PAGES if not page.startswith("exports/")):
            for node in parsed(page).find_all(nodes.Filter):
                if not environment.filters[node.name].__module__.startswith("jinja2"):
                    with pytest.raises(nodes.Impossible):
                        node.as_const(nodes.EvalContext(environment, page))


def test_templates_copy_one_dictionary_of_what_all_may_use(app: Flask) -> None:
    assert app.jinja_env.get_template("pages/home.html").globals is app.jinja_env.globals
