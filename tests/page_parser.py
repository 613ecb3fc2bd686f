"""Reading pages of ours: the calls of `html.parser`, in a quarter of its time, and none for what is no markup."""

import re
from html import unescape
from html.parser import HTMLParser

NAME = r"[^\s\"'<>/=]+"
TAG = re.compile(
    rf"<(?P<end>/?)(?P<tag>[A-Za-z][\w-]*)(?P<attributes>(?:\s+{NAME}(?:=(?:\"[^\"]*\"|'[^']*'|{NAME}))?)*)\s*(?P<empty>/?)>"
    r"|<!--.*?-->|<![^>]*>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(rf"({NAME})(?:(=)(?:\"([^\"]*)\"|'([^']*)'|({NAME})))?")
AS_IT_IS = ("script", "style")
"""What is inside is neither markup nor escaped."""


class PageParser(HTMLParser):
    """For whole pages that are well formed; ValueError for a `<` that is neither escaped nor a tag's."""

    def feed(self, data: str) -> None:
        at = 0
        while found := TAG.search(data, at):
            self._text(data[at : found.start()])
            at = found.end()
            tag = (found["tag"] or "").lower()
            if found["end"]:
                self.handle_endtag(tag)
            elif tag:
                self._start(tag, found["attributes"], empty=bool(found["empty"]))
                if tag in AS_IT_IS and not found["empty"]:
                    inside = data[at : data.index(f"</{tag}", at)]
                    if inside:
                        self.handle_data(inside)
                    at += len(inside)
        self._text(data[at:])

    def _start(self, tag: str, attributes: str, *, empty: bool) -> None:
        given = [
            (name.lower(), (unescape(value) if "&" in value else value) if equals else None)
            for name, equals, double, single, bare in ATTRIBUTE.findall(attributes)
            for value in [double or single or bare]
        ]
        if empty:
            self.handle_startendtag(tag, given)
        else:
            self.handle_starttag(tag, given)

    def _text(self, text: str) -> None:
        if "<" in text:
            raise ValueError(f"no markup: {text[text.index('<') :][:80]}")
        if text:
            self.handle_data(unescape(text) if "&" in text else text)
