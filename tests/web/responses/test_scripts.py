"""The scripts: how they reach a phone, and what binds them to the templates."""

import re
from pathlib import Path

from flask import Flask

from ..phone import Phone, read

TOP = Path(__file__).resolve()
while not (TOP / "pyproject.toml").exists():
    TOP = TOP.parent
ATTRIBUTES = (TOP / "static" / "js" / "attributes.txt").read_text("utf-8")
SCRIPTS = {path.stem: path.read_text("utf-8") for path in (TOP / "static" / "js").glob("*.js")}
STYLES = {path.name: path.read_text("utf-8") for path in (TOP / "static").rglob("*.css")}
ROW = re.compile(r"^(data-[a-z-]+) +((?:[a-z.-]+, )*[a-z.-]+)  +(set here: )?\S", re.MULTILINE)
ATTRIBUTE = re.compile(r"\bdata-(?!hx-)[a-z]+(?:-[a-z]+)*")
PROPERTY = re.compile(r'\bdataset\.(\w+)|"(\w+)" in [\w.]*dataset')
OWN = re.compile(r"set scripts = \[([^\]]+)\]")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def table() -> dict[str, set[str]]:
    """Each data-* attribute of the table at the head of the scripts, and who reads it."""
    return {attribute: set(readers.split(", ")) for attribute, readers, _ in ROW.findall(ATTRIBUTES)}


def set_by_scripts() -> set[str]:
    return {attribute for attribute, _, by_script in ROW.findall(ATTRIBUTES) if by_script}


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
        code = COMMENT.sub("", text)
        properties = {
            re.sub("([A-Z])", r"-\1", first or second).lower() for first, second in PROPERTY.findall(code)
        }
        for name in {f"data-{name}" for name in properties} | set(ATTRIBUTE.findall(code)):
            used.setdefault(name, set()).add(module)
    for sheet, text in STYLES.items():
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
