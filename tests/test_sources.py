"""Every citation in the code and in the tests leads to the list of sources."""

import re
from pathlib import Path

TOP = Path(__file__).parents[1]
SOURCES = (TOP / "scorer" / "rules" / "SOURCES.md").read_text("utf-8")
CITATION = re.compile(r"\[(?:S\d|rules \d)[^\]]*\]")
FILES = [path for folder in ("scorer", "tests") for path in sorted((TOP / folder).rglob("*.py"))]

DOCUMENTS = set(re.findall(r"^- \*\*(S\d)\*\*", SOURCES, re.MULTILINE))
SECTIONS = dict(re.findall(r"^### ([\d.]+) [^\n]*\n(.*?)(?=^### |\Z)", SOURCES, re.MULTILINE | re.DOTALL))


def unknown(citation: str) -> list[str]:
    """What a citation names that is not in the list."""
    documents, _, readings = citation[1:-1].partition(":")[0].partition("rules ")
    missing = [document for document in re.findall(r"\bS\d\b", documents) if document not in DOCUMENTS]
    for number, reading in re.findall(r"(\d+(?:\.\d+)*)(?:,? ([A-Z]\d+))?", readings):
        section = number if number in SECTIONS else number.rpartition(".")[0]
        text = SECTIONS.get(section, "")
        if number not in (section, *re.findall(r"[\d.]+\d", text)) or (reading and f"{reading}:" not in text):
            missing.append(f"{number} {reading}".strip())
    return missing


def test_a_citation_that_leads_nowhere_is_noticed() -> None:
    assert [unknown(each) for each in ("[S0 Scoring]", "[S3; rules 6.5 T9]", "[rules 1.2.7]", "[rules 3]")] == [
        []
    ] * 4
    assert all(map(unknown, ("[S7]", "[rules 5.9]", "[rules 6.5 T99]", "[rules 8]", "[rules 1.2.9]")))


def test_every_citation_leads_to_the_list_of_sources() -> None:
    cited = {(path.name, found) for path in FILES for found in CITATION.findall(path.read_text("utf-8"))}
    cited = {(name, found) for name, found in cited if name != Path(__file__).name}
    assert len(cited) > 50
    assert {(name, found): wrong for name, found in cited if (wrong := unknown(found))} == {}


def test_nothing_is_cited_that_is_not_in_the_repository() -> None:
    named = re.compile(r"\brules\.md\b")
    assert [
        path.name for path in FILES if path.name != Path(__file__).name and named.search(path.read_text("utf-8"))
    ] == []
