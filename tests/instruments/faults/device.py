"""A phone as the network sees it: its cookies, a connection that it keeps open, and what it finds on a page.

Pages are read by patterns, not by a parser: sixteen clients read them beside the server whose pace is measured."""

import re
import select
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, IncompleteRead
from urllib.parse import urlencode

from .server import HOST

Fields = dict[str, str] | list[tuple[str, str]]

ANSWER_WITHIN = 20
"""Seconds after which an answer is taken to be lost."""
BROKEN = (OSError, HTTPException)
"""What is raised where no whole answer came: refused, reset, cut short, too late."""


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    text: str

    def is_like(self, other: "Answer") -> bool:
        return (self.status, self.location) == (other.status, other.location)


class Device:
    """address: from where it comes, as a proxy on the server's machine says; "" for that machine itself."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None, address: str = "") -> None:
        self.port = port
        self._says = {"X-Forwarded-For": address} if address else {}
        self._cookies = dict(cookies or {})
        self._kept = self._line()

    def _line(self) -> HTTPConnection:
        return HTTPConnection(HOST, self.port, timeout=ANSWER_WITHIN)

    def close(self) -> None:
        self._kept.close()

    @property
    def cookies_by_name(self) -> dict[str, str]:
        return dict(self._cookies)

    @property
    def cookies(self) -> str:
        """As they stand in a request."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def get(self, path: str) -> Answer:
        """Raises BROKEN."""
        return self._ask(path, None)

    def join(self, link: str, **says: str) -> Answer:
        """Open a sheet by its link. says: who this phone is. Raises BROKEN."""
        shown = self.get(link)
        return self.post(link, {**hidden(shown.text), **says}) if shown.status == 200 else shown

    def status_of(self, path: str) -> int:
        """The status of an answer that is no text. Raises BROKEN."""
        try:
            self._write(self._kept, path, None)
            answer = self._kept.getresponse()
            answer.read()
        except BROKEN:
            self._kept.close()
            raise
        return answer.status

    def post(self, path: str, fields: Fields) -> Answer:
        """Raises BROKEN."""
        return self._ask(path, fields)

    def _ask(self, path: str, fields: Fields | None) -> Answer:
        try:
            self._write(self._kept, path, fields)
            return self._read(self._kept)
        except BROKEN:
            self._kept.close()
            raise

    def post_twice_at_once(self, path: str, fields: Fields) -> list[Answer | None]:
        """The same request over two connections, both written before either answer is read; None: no answer."""
        lines = [self._line(), self._line()]
        answers: list[Answer | None] = []
        try:
            for line in lines:
                line.connect()
            for line in lines:
                self._write(line, path, fields)
        except BROKEN:
            pass  # The server died meanwhile; one of the two may have reached it all the same.
        for line in lines:
            try:
                answers.append(self._read(line))
            except BROKEN:
                answers.append(None)
            finally:
                line.close()
        return answers

    def post_and_drop(self, path: str, fields: Fields, wait: float) -> None:
        """Write a request and hang up: at once, or when the answer is there, unread. Raises BROKEN.

        wait: seconds to wait for the answer at most.
        """
        line = self._line()
        try:
            self._write(line, path, fields)
            if wait:
                select.select([line.sock], [], [], wait)
        finally:
            line.close()

    def _write(self, line: HTTPConnection, path: str, fields: Fields | None) -> None:
        headers = {"Cookie": self.cookies, **self._says}
        if fields is None:
            line.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            line.request("POST", path, urlencode(fields).encode(), headers)

    def _read(self, line: HTTPConnection) -> Answer:
        response = line.getresponse()
        body = response.read()
        if "Content-Length" not in response.headers:
            # The connection broke between the headers, which http.client takes for their end.
            raise IncompleteRead(body)
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return Answer(response.status, response.headers.get("Location", ""), body.decode())


_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
_LINK = re.compile(r'<a [^>]*?href="([^"]*)"')
_STANDINGS = re.compile(r'<thead id="standings".*?</thead>', re.DOTALL)
_STANDING = re.compile(r"<bdi>([^<]*)</bdi><b>([^<]*)</b>")


def hidden(snapshot: str, action: str = "") -> dict[str, str]:
    """The hidden fields of the first form that goes to this address; of the first at all for none."""
    form = next(inside for head, inside in _FORM.findall(snapshot) if not action or f' action="{action}"' in head)
    return dict(_HIDDEN.findall(form))


def link(snapshot: str, part: str) -> str:
    """The first link whose address has this part."""
    return next(address for address in _LINK.findall(snapshot) if part in address)


def standings(snapshot: str) -> dict[str, int]:
    """Everybody's total as it stands at the top of the sheet."""
    shown = _STANDINGS.search(snapshot)
    return {name: int(total.replace("−", "-")) for name, total in _STANDING.findall(shown[0])} if shown else {}
