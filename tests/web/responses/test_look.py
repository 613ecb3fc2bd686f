"""What stylesheets, scripts and templates hold to, and that each page is given those it needs."""

import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.web.assets import PAPER

from ..phone import Phone, read

TOP = Path(__file__).parents[3]
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STYLES = {path.stem: COMMENT.sub("", path.read_text("utf-8")) for path in (TOP / "static" / "css").glob("*.css")}
RULE = re.compile(r"([^{};@]+)\{([^{}]*)\}")
TOKEN = re.compile(r"(--[\w-]+):")
ITSELF = re.compile(r"(--[\w-]+): *var\(\1\)")
USED = re.compile(r"var\((--[\w-]+)[,)]")
NAMED = re.compile(r"[.#][a-zA-Z][\w-]*")
UNLESS = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")
ONE_OF = re.compile(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)")
COMMA = re.compile(r",(?![^(]*\))")
ATTRIBUTES = re.compile(r' (class|id)="([^"]*)"')
SIGN = {"class": ".", "id": "#"}
LINKED = re.compile(r"/static/[0-9a-f]{12}/css/([a-z]+)\.css")
SIZE = re.compile(r"\bfont(?:-size)?:([^;}]*)")
LENGTH = re.compile(r"(?<![\w.-])\d*\.?\d+(?:px|rem)\b")
SPACING = re.compile(r"\b(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?:([^;}]*)")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|color-mix)\(")
BOTH = r"var\(--light, (?:#[0-9a-f]+|var\(--k\))\) var\(--dark, (?:#[0-9a-f]+|var\(--f\))\)"
HAIRLINE_PX, LEAST_DOCK_PX = 2, 60
OFF_THE_SCALE = {
    "board": "table mode fills the screen",
    "tonight": "so does what a television shows",
    "print": "paper is measured in points",
}


def scaled() -> dict[str, str]:
    return {name: text for name, text in STYLES.items() if name not in OFF_THE_SCALE}


def rules(text: str) -> list[tuple[str, str]]:
    return [(selector.strip(), body) for selector, body in RULE.findall(text) if not TOKEN.match(body.strip())]


def test_there_are_four_sizes_of_type_and_none_has_another_name() -> None:
    tokens = STYLES["base"].partition("}")[0]
    sizes = dict(re.findall(r"--(t\d): ([\d.]+)rem", tokens))
    assert {name: float(rem) * 16 for name, rem in sizes.items()} == {"t1": 14, "t2": 17, "t3": 24, "t4": 32}


@pytest.mark.parametrize("name", sorted(scaled()))
def test_a_stylesheet_takes_its_sizes_of_type_from_the_tokens(name: str) -> None:
    # What is fitted to its column shrinks from a size of the scale.
    own = [
        value for value in SIZE.findall(STYLES[name]) if LENGTH.search(value.split("/")[0]) and "min(" not in value
    ]
    assert own == []


@pytest.mark.parametrize("name", sorted(scaled()))
def test_a_stylesheet_takes_its_spacing_from_the_tokens(name: str) -> None:
    def is_off(value: str) -> bool:
        lengths = LENGTH.findall(value)
        return any(not px.endswith("px") or HAIRLINE_PX < float(px[:-2]) < LEAST_DOCK_PX for px in lengths)

    spacing = [value.strip() for value in SPACING.findall(STYLES[name])]
    # Room for the dock at the foot of the page is the height of that, not a space.
    assert [value for value in spacing if is_off(value) and "calc(" not in value] == []


@pytest.mark.parametrize("name", sorted(set(STYLES) - {"base", "print"}))
def test_no_stylesheet_but_the_one_with_the_tokens_has_colours_of_its_own(name: str) -> None:
    bodies = [body for _, body in rules(STYLES[name])]
    assert [colour for body in bodies for colour in COLOUR.findall(body) if not re.fullmatch("#0+", colour)] == []


def test_no_token_is_given_by_itself() -> None:
    assert [name for text in STYLES.values() for name in ITSELF.findall(text)] == []


def test_every_token_that_is_used_is_given_and_every_one_given_is_used() -> None:
    text = "".join(STYLES.values())
    assert set(USED.findall(text)) == set(TOKEN.findall(text))


def test_the_bars_of_a_phone_have_the_colour_of_the_ground_in_each_theme() -> None:
    screen = STYLES["base"].partition("@media print")[0]
    both, black = re.findall(r"--paper: ([^;]+);", screen)
    assert both == f"var(--light, {PAPER['light']}) var(--dark, {PAPER['dark']})"
    assert black == PAPER["black"]


def test_paper_is_white_and_what_is_on_it_black_whatever_theme_the_phone_has() -> None:
    themes, _, printed = STYLES["base"].partition("@media print")
    asked, _, chosen = themes.partition("@media screen and (prefers-color-scheme: dark)")[2].partition(
        "@media screen {"
    )
    dark = "{ color-scheme: dark; --light: ; --dark: initial; }"
    assert dark in asked
    assert dark in chosen
    assert themes.count("--dark: initial") == 2
    for token in ("ink", "on-felt", "lamp"):
        assert f"--{token}: #000;" in printed
    assert "--paper: #fff;" in printed


def test_a_colour_of_the_light_theme_has_one_of_the_dark_beside_it() -> None:
    of_light, of_both = (re.findall(pattern, STYLES["base"]) for pattern in (r"var\(--light,", BOTH))
    assert len(of_light) == len(of_both) > 20
    assert STYLES["base"].count("var(--dark,") == len(of_both)


WORD = re.compile(r"[\w-]+")
MADE_BY = ("templates", "scorer", "static/js", "static/site", "static/worker")


def written() -> tuple[set[str], set[str]]:
    """Every word of the templates and of the code; and how names begin that go on with a value."""
    found = (file for place in MADE_BY for file in (TOP / place).rglob("*"))
    files = [file for file in found if file.suffix in (".html", ".js", ".py")]
    text = "\n".join(file.read_text("utf-8") for file in files)
    begun = set(re.findall(r"[A-Za-z][\w-]*-(?=\{\{|%d|\{|' ~|\" ~|\$\{)", text))
    return {*WORD.findall(text)}, begun | {"suit-"}


def test_every_class_and_id_that_a_stylesheet_names_is_written_somewhere() -> None:
    words, begun = written()
    needless = {
        (name, selected)
        for name, text in STYLES.items()
        for selector, _ in rules(text)
        for selected in NAMED.findall(selector)
        if selected[1:] not in words and not any(selected[1:].startswith(start) for start in begun)
    }
    assert sorted(needless) == []


def fits(selector: str, here: set[str]) -> bool:
    """Whether a page with these classes and ids has all that a selector names."""
    selector = UNLESS.sub("", selector)
    alternatives = [[set(NAMED.findall(part)) for part in group.split(",")] for group in ONE_OF.findall(selector)]
    names = set(NAMED.findall(ONE_OF.sub("", selector)))
    named = bool(names) or any(all(parts) for parts in alternatives)
    return named and names <= here and all(any(part <= here for part in parts) for parts in alternatives)


def test_each_page_links_every_stylesheet_that_has_a_rule_for_it(pages: dict[str, TestResponse]) -> None:
    selectors = {
        name: [selector.strip() for group, _ in rules(text) for selector in COMMA.split(group)]
        for name, text in STYLES.items()
        if name not in OFF_THE_SCALE
    }
    missing: set[tuple[str, str, str]] = set()
    for page, answer in pages.items():
        html = answer.get_data(as_text=True)
        linked = set(LINKED.findall(html))
        if not linked or "board" in linked:
            continue
        here = {SIGN[kind] + word for kind, words in ATTRIBUTES.findall(html) for word in words.split()}
        missing |= {
            (page, name, selector)
            for name in set(selectors) - linked
            for selector in selectors[name]
            if fits(selector, here)
        }
    assert sorted(missing) == []


TABLE = (TOP / "static" / "js" / "attributes.txt").read_text("utf-8")
SCRIPTS = {path.stem: path.read_text("utf-8") for path in (TOP / "static" / "js").glob("*.js")}
STYLESHEETS = {path.name: path.read_text("utf-8") for path in (TOP / "static").rglob("*.css")}
ROW = re.compile(r"^(data-[a-z-]+) +((?:[a-z.-]+, )*[a-z.-]+)  +(set here: )?\S", re.MULTILINE)
ATTRIBUTE = re.compile(r"\bdata-(?!hx-)[a-z]+(?:-[a-z]+)*")
PROPERTY = re.compile(r'\bdataset\.(\w+)|"(\w+)" in [\w.]*dataset')
OWN = re.compile(r"scripts = (?:\[[^\]]+\], )?\[([^\]]+)\]")
SCRIPT_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def table() -> dict[str, set[str]]:
    """Each data-* attribute of the table at the head of the scripts, and who reads it."""
    return {attribute: set(readers.split(", ")) for attribute, readers, _ in ROW.findall(TABLE)}


def set_by_scripts() -> set[str]:
    return {attribute for attribute, _, by_script in ROW.findall(TABLE) if by_script}


def in_templates() -> set[str]:
    folders = (TOP / "templates", TOP / "scorer" / "web")
    texts = [
        path.read_text("utf-8")
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".html", ".py")
    ]
    return {name for text in texts for name in ATTRIBUTE.findall(text)}


def in_scripts() -> dict[str, set[str]]:
    """Each data-* attribute, and the modules that use it."""
    used: dict[str, set[str]] = {}
    for module, text in SCRIPTS.items():
        code = SCRIPT_COMMENT.sub("", text)
        properties = {
            re.sub("([A-Z])", r"-\1", first or second).lower() for first, second in PROPERTY.findall(code)
        }
        for name in {f"data-{name}" for name in properties} | set(ATTRIBUTE.findall(code)):
            used.setdefault(name, set()).add(module)
    for sheet, text in STYLESHEETS.items():
        for name in ATTRIBUTE.findall(text):
            used.setdefault(name, set()).add(sheet)
    return used


def test_the_table_of_data_attributes_names_all_that_templates_and_scripts_use_and_by_whom() -> None:
    assert table() == in_scripts()


def test_every_data_attribute_of_a_template_is_in_the_table_and_every_other_is_set_by_a_script() -> None:
    assert in_templates() == set(table()) - set_by_scripts()


def test_no_script_leaves_a_global_behind() -> None:
    for module, text in SCRIPTS.items():
        assert not re.search(r"\b(window|globalThis)\.\w+ =", text), module


def test_a_phone_asks_for_all_modules_at_once_and_each_of_one_version(app: Flask, phone: Phone) -> None:
    [main] = [
        str(a["src"]) for tag, a in read(phone.get("/")).tags if tag == "script" and a.get("type") == "module"
    ]
    assert re.fullmatch(r"/static/[0-9a-f]{12}/js/main\.js", main)
    named = set(re.findall(r'"\./([a-z-]+)\.js";$', phone.get(main).text, re.MULTILINE))
    texts = [page.read_text("utf-8") for page in (TOP / "templates").rglob("*.html")]
    of_some = {name for text in texts for names in OWN.findall(text) for name in re.findall("[a-z]+", names)}
    assert named == set(SCRIPTS) - {"main"} - of_some
    for module in named:
        answer = phone.get(main.replace("main.js", f"{module}.js"))
        assert answer.status_code == 200
        assert answer.mimetype == "text/javascript"
        assert answer.cache_control.max_age is not None


def test_a_file_of_another_version_is_not_kept(phone: Phone) -> None:
    for path in ("/static/0123456789ab/js/main.js", "/static/js/main.js"):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"
