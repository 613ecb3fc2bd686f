"""Many connections, slow ones and large requests: the server survives them, and others do not wait for them."""

import gc
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorer import connections

from .long_form import in_short
from .serving import listening

SOON = 3.0
"""Seconds: a second and, where other tests run at the same time, two more."""
DRIP = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"


def port_of(address: str) -> int:
    return urlsplit(address).port or 0


@contextmanager
def opened(address: str, count: int, begun: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections, on each of which this has been written."""
    with ExitStack() as stack:
        made: list[socket.socket] = []
        for _ in range(count):
            made.append(
                stack.enter_context(closing(socket.create_connection(("127.0.0.1", port_of(address)), 10)))
            )
            if begun:
                made[-1].sendall(begun)
        yield made


def seconds(address: str) -> float:
    """Until a page is there that a new connection asks for."""
    begun = time.perf_counter()
    with closing(HTTPConnection("127.0.0.1", port_of(address), timeout=20)) as line:
        line.request("GET", "/rules/plain")
        assert line.getresponse().status == 200
    return time.perf_counter() - begun


def is_closed(line: socket.socket) -> bool:
    """Whether the server has hung up."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def answer(line: socket.socket) -> bytes:
    """What the server says until it hangs up."""
    said = b""
    try:
        while part := line.recv(4096):
            said += part
    except ConnectionError:
        pass
    return said


@pytest.mark.parametrize(
    "begun", in_short([b"", DRIP, b"GET / HTTP/1.1\r\nHost: 127.0"], DRIP), ids=["idle", "body", "head"]
)
def test_more_connections_than_there_is_room_for_keep_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, app: Flask, begun: bytes
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 200)
    with listening(app) as address, opened(address, 300, begun):
        seconds(address)
        assert max(seconds(address) for _ in range(5)) < SOON


def test_who_has_waited_longest_makes_room(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 40)
    with listening(app) as address, opened(address, 1) as first, opened(address, 50) as others:
        seconds(address)
        first[0].settimeout(5)
        assert is_closed(first[0])
        others[-1].sendall(b"GET /rules/plain HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        assert answer(others[-1]).startswith(b"HTTP/1.0 200")


def test_a_request_that_drips_in_is_given_a_time(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 1)
    with listening(app) as address, opened(address, 1, DRIP) as [line]:
        line.settimeout(0.2)
        begun, closed = time.monotonic(), False
        while not closed and time.monotonic() < begun + 10:
            try:
                line.sendall(b"x")
                closed = line.recv(1) == b""
            except TimeoutError:
                pass
            except ConnectionError:
                closed = True
        assert closed


@pytest.mark.parametrize(
    ("head", "more"),
    [
        (b"POST /new/plain HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n", b""),
        (b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n", b""),
        (b"POST /check-paper/plain HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n", b""),
        (
            b"POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"8000\r\n" + b"x" * 0x8000 + b"\r\n",
        ),
    ],
    ids=["form", "import", "paper", "chunked"],
)
def test_a_request_that_is_too_large_is_refused_before_it_is_read(address: str, head: bytes, more: bytes) -> None:
    with opened(address, 1, head) as [line]:
        try:
            for _ in range(10):
                line.sendall(more)
        except ConnectionError:
            pass
        assert answer(line).startswith(b"HTTP/1.1 413")


def test_unfinished_requests_do_not_fill_the_machine(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    monkeypatch.setattr(connections, "MOST_UNFINISHED", 3_000_000)
    head = b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
    with listening(app) as address, opened(address, 3, head + b"x" * 1_500_000) as lines:
        ended = []
        for line in lines:
            line.settimeout(3)
            try:
                ended.append(is_closed(line))
            except TimeoutError:
                ended.append(False)
        assert sorted(ended) in ([False, False, True], [False, True, True])


def test_a_server_that_ends_leaves_no_file_open_of_what_has_not_come_to_its_end(app: Flask) -> None:
    head = b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
    with ExitStack() as lines, listening(app) as address:
        lines.enter_context(opened(address, 1, head + b"x" * 1_500_000))
        seconds(address)
    gc.collect()


def test_a_file_of_the_size_that_may_be_brought_in_is_read(address: str) -> None:
    body = b"x" * 4_000_000
    with closing(HTTPConnection("127.0.0.1", port_of(address), timeout=20)) as line:
        line.request("POST", "/import", body, {"Content-Type": "multipart/form-data; boundary=x"})
        assert line.getresponse().status == 400  # The token of the form is missing: the app itself answers.


def test_as_many_connections_as_the_process_may_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 100 < connections.connections() <= connections.MOST_CONNECTIONS
    monkeypatch.setattr(connections, "resource", None)
    assert connections.connections() < 512


def test_an_answer_without_a_body_leaves_the_connection_open_until_the_phone_closes_it(
    app: Flask, address: str
) -> None:
    app.view_functions["rules.show"] = lambda game: ("", 204)
    head = b"GET /rules/plain HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    with opened(address, 1, head + b"\r\n") as [line]:
        assert line.recv(4096).startswith(b"HTTP/1.1 204")
        line.sendall(head + b"Connection: close\r\n\r\n")
        assert answer(line).startswith(b"HTTP/1.1 204")


def test_requests_that_come_while_others_are_answered_follow_at_once(
    monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    looks: list[object] = []
    next_of = connections._next_of
    monkeypatch.setattr(connections, "_next_of", lambda each: looks.append(each) or next_of(each))
    app.view_functions["rules.show"] = lambda game: time.sleep(0.05) or ("", 204)
    head = b"GET /rules/plain HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with listening(app) as address, opened(address, 200), opened(address, 1, head) as [line]:
        line.settimeout(SOON)
        assert line.recv(4096).startswith(b"HTTP/1.1 204")
        line.sendall(head)
        looks.clear()
        begun = time.perf_counter()
        for _ in range(20):
            time.sleep(0.01)
            line.sendall(head)
            assert line.recv(4096).startswith(b"HTTP/1.1 204")
        took = time.perf_counter() - begun
        # Once in a second all connections are looked at, which would also find one that was forgotten.
        assert took < 20 * 0.5
        assert len(looks) < 20 * 20 + 2 * 203 * (took + 2)


def test_an_answer_that_is_read_slowly_comes_whole(app: Flask) -> None:
    app.view_functions["rules.show"] = lambda game: b"x" * 8_000_000
    with listening(app) as address, closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(SOON)
        line.connect(("127.0.0.1", port_of(address)))
        line.sendall(b"GET /rules/plain HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        time.sleep(0.2)
        begun = time.process_time()
        time.sleep(0.5)
        assert time.process_time() - begun < 0.3  # The loop waits, and does not turn.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        _, _, body = answer(line).partition(b"\r\n\r\n")
        assert len(body) == 8_000_000


@pytest.mark.parametrize("path", ["/rules/plain", "/", "/health"])
def test_a_phone_that_asks_whether_it_may_send_nothing_is_answered(address: str, path: str) -> None:
    with opened(address, 1, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()) as [line]:
        line.settimeout(SOON)
        line.sendall(b"Expect: 100-continue\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_whatever_a_proxy_says_of_who_asks_is_answered_and_fills_no_log(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    typed = {"Content-Type": "application/x-www-form-urlencoded"}
    said = ("[2001:db8::7]:4711", "unix:", "nobody", ":8.0", "[", "]", '"', '"x', ",", "1.2.3.4:x", "9" * 999)
    with listening(app) as address, closing(HTTPConnection("127.0.0.1", port_of(address))) as line:
        for value in said:
            line.request("POST", "/join", "code=ACDEFHJK", {"X-Forwarded-For": value, **typed})
            answered = line.getresponse()
            answered.read()
            assert answered.status in (422, 429), value
        for value in ("javascript", "https, javascript", '"', "https"):
            line.request("GET", "/join", headers={"X-Forwarded-Proto": value})
            answered = line.getresponse()
            answered.read()
            assert answered.status == 200, value
            assert ("Secure" in answered.headers["Set-Cookie"]) == (value == "https")
    assert caplog.messages == []


def test_requests_that_wait_for_a_thread_are_no_news_for_the_terminal(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    app.view_functions["rules.show"] = lambda game: time.sleep(0.2) or "done"
    head = b"GET /rules/plain HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
    with listening(app) as address, opened(address, 2 * connections.THREADS, head) as lines:
        assert all(answer(line).startswith(b"HTTP/1.0 200") for line in lines)
    assert caplog.messages == []
