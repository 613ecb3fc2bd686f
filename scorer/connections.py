"""Connections to phones: as many as the machine can hold, and none so slow that others wait for it.

waitress reads requests and writes answers in one loop, without a thread for each. Two limits are added here: a
request that comes byte by byte is never idle, so it has a time to arrive; and when no connection is free, those
that have waited longest without a whole request are closed, so that new ones can be opened. An answer without a
body leaves its connection open. And the loop looks only at the connections at which something happens: that of
waitress goes through all of them two or three times for each request, which takes longer than most answers.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from socket import AF_INET
from types import MappingProxyType
from typing import Any, cast

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

try:
    import resource
except ImportError:  # Windows, which counts sockets otherwise.
    resource = None

THREADS = 5
"""With more, each answer is made in more turns, and a crowd that looks on makes every hand wait."""
TURN = 0.0005
"""Seconds that a thread computes before another gets its turn, instead of Python's 5 ms: an answer takes several
turns, and each would wait so long while another thread looks through a large file.
"""
MOST_CONNECTIONS = 1000
WITHOUT_POLL = 400
"""Connections on Windows, where Python watches 512 sockets at most."""
OTHER_FILES = 100
"""What else the process opens: the database, its log, files that are sent."""
ROOM = 10
"""Connections that are held free for those that come next."""
PROXY = "127.0.0.1"
"""A server for https on this machine, such as Caddy: it alone is believed which phone asks, and by https."""
IDLE = 30
"""Seconds that a connection stays open between two requests."""
PATIENCE = 15
"""Seconds that a request may take to arrive, and one more for each of these bytes."""
SLOWEST = 50_000
MOST_TYPED = 128 * 1024
"""Bytes of a request without a file. Larger ones are refused unread, and from half of it by a page."""
MOST_HEADERS = 64 * 1024
MOST_UNFINISHED = 64 * 1024 * 1024
"""Bytes of all unfinished requests together."""


class Request(HTTPRequestParser):
    """A request that is refused before it is read, as soon as it says that it is too large for its address."""

    path: str
    rooms: Mapping[str, int] = MappingProxyType({})

    def received(self, data: bytes) -> int:
        consumed = super().received(data)
        # A request in chunks does not say how large it will be.
        size = max(self.content_length, self.body_bytes_received)
        if self.headers_finished and not self.error and size > self.room:
            self.error = RequestEntityTooLarge("This is larger than anything that is sent here.")
            self.completed = True
        if self.completed:
            # waitress would ask for a body where none is to come, and wait for it.
            self.expect_continue = False
        return consumed

    @property
    def room(self) -> int:
        """The bytes that may come to this address."""
        rooms = (most for beginning, most in self.rooms.items() if self.path.startswith(beginning))
        return next(rooms, MOST_TYPED)


class Task(WSGITask):
    """A request that is answered. A 204 or 304 ends with its headers, and the connection stays open after it.

    waitress closes it, as it does where nothing says how long an answer is: each look for news would then need a
    connection of its own.
    """

    request: Any

    def set_close_on_finish(self) -> None:
        phone_closes = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or phone_closes:
            super().set_close_on_finish()


class Connection(HTTPChannel):
    """since: when its last whole request came, or it was opened; begun: when the unfinished one began."""

    task_class = Task

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.since = self.begun = time.time()
        server: Any = self.server
        self.parser_class = server.parser_class

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.begun = time.time()
        taken = super().received(data)
        if self.request is None:
            self.since = time.time()
        return taken

    def service(self) -> None:
        cast("Server", self.server).answering.connection = self
        super().service()

    def handle_close(self) -> None:
        if self.request is not None:
            self.request.close()  # What has come of it may be in a file.
        super().handle_close()

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        cast("Server", self.server).changed.append(self)

    def del_channel(self, map: Any = None) -> None:
        cast("Server", self.server).forget(self)
        super().del_channel(map)

    @property
    def unfinished(self) -> int:
        """Bytes that have come of a request that is not whole yet."""
        return self.request.body_bytes_received if self.request else 0

    def is_too_slow(self, now: float) -> bool:
        return self.request is not None and now - self.begun > PATIENCE + self.unfinished / SLOWEST


class Answering(threading.local):
    """The connection that a thread answers."""

    connection: Connection | None = None


def _next_of(each: Any) -> int:
    """What is to be waited for, of what could be done with it."""
    return (EVENT_READ if each.readable() else 0) | (EVENT_WRITE if each.writable() else 0)


class Server(TcpWSGIServer):
    """changed: what may now be waited for otherwise than before, added by any thread.
    waits_for: for what, by the numbers of the files.
    """

    channel_class = Connection
    active_channels: Any
    effective_port: str
    _map: dict[int, Any]

    def __init__(self, *args: Any, rooms: Mapping[str, int], **kwargs: Any) -> None:
        self.parser_class = type("Request", (Request,), {"rooms": rooms})
        self.answering = Answering()
        self.changed = deque[Any]()
        self.waits_for: dict[int, int] = {}
        self._watched = DefaultSelector()
        super().__init__(*args, **kwargs)

    def run(self) -> None:
        with suppress(SystemExit, KeyboardInterrupt):
            while self._map:
                self._turn()
        self.task_dispatcher.shutdown()

    def _turn(self) -> None:
        """Wait until something can be done, and do it. Once in a while all connections are looked at, too."""
        cleaned_up = self.next_channel_cleanup
        self._watch(self)
        if self.next_channel_cleanup != cleaned_up:
            self.changed.extend(self._map.values())
        while self.changed:
            self._watch(self.changed.popleft())
        for key, events in self._watched.select(self.adj.cleanup_interval):
            each, reads = key.data, events & EVENT_READ
            can_read = reads and each.readable()
            if can_read:
                wasyncore.read(each)
            if events & EVENT_WRITE and each.writable():
                wasyncore.write(each)
            # What comes while an answer is made is read after it: until then, it would be an event at every turn.
            self._watch(each, EVENT_READ if reads and not can_read else 0)

    def _watch(self, each: Any, but: int = 0) -> None:
        """Wait for what can be done with it next, besides what was waited for already, and not for `but`."""
        if self._map.get(file := each._fileno) is not each:
            return
        before = self.waits_for.get(file, 0)
        now = before & EVENT_READ & ~but | _next_of(each)
        self.waits_for[file] = now
        if not before and now:
            self._watched.register(file, now, each)
        elif before and not now:
            self._watched.unregister(file)
        elif before != now:
            self._watched.modify(file, now, each)
        if _next_of(each) & ~now:
            # The thread that answers has gone on meanwhile, and does not say so to who still seemed to wait.
            self._watch(each)

    def forget(self, each: Any) -> None:
        """Wait for it no longer: it is about to be closed."""
        if self.waits_for.pop(each._fileno, 0):
            self._watched.unregister(each._fileno)

    def pull_trigger(self) -> None:
        """Wake the loop, where there is something to do for it, once a thread has answered."""
        connection: Any = self.answering.connection
        if connection is None:
            super().pull_trigger()
        elif _next_of(connection) & ~self.waits_for.get(connection._fileno, 0):
            self.changed.append(connection)
            super().pull_trigger()

    def readable(self) -> bool:
        over = len(self._map) + ROOM - self.adj.connection_limit
        if over > 0:
            waiting = (each for each in self.active_channels.values() if not each.requests)
            for connection in sorted(waiting, key=lambda each: each.since)[:over]:
                connection.will_close = True
                self.changed.append(connection)
        return super().readable()

    def maintenance(self, now: Any) -> None:
        super().maintenance(now)
        connections = sorted(self.active_channels.values(), key=lambda each: each.unfinished, reverse=True)
        together = sum(each.unfinished for each in connections)
        for connection in connections:
            if together > MOST_UNFINISHED or connection.is_too_slow(now):
                connection.will_close = True
                together -= connection.unfinished


def listen(app: Any, host: str, port: int, *, rooms: Mapping[str, int]) -> Server:
    """A server that listens. port 0 takes a free one; rooms: the bytes that may come to an address, by how it
    begins, where that is more than a form needs. Raises OSError and ValueError.
    """
    # It would say at every moment how many requests wait, or that no connection is free: anybody could fill a log.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    adjustments = Adjustments(
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=connections(),
        channel_timeout=IDLE,
        cleanup_interval=1,
        max_request_header_size=MOST_HEADERS,
        inbuf_overflow=MOST_TYPED,
        clear_untrusted_proxy_headers=False,
    )
    # Of several addresses that a name has, the one that the app tells.
    chosen = min(adjustments.listen, key=lambda info: info[0] != AF_INET)
    return Server(_told_by_proxy(app), {}, adj=adjustments, sockinfo=chosen, rooms=rooms)


def _told_by_proxy(app: Any) -> Any:
    """The app as a proxy on this machine tells it who asks and whether by https; of anybody else that is not read.
    waitress can do so too, but logs each header that it cannot read, or fails.
    """
    believing = ProxyFix(app, x_for=1, x_proto=1)

    def answer(environ: Any, start_response: Any) -> Any:
        return (believing if environ["REMOTE_ADDR"] == PROXY else app)(environ, start_response)

    return answer


def connections() -> int:
    """How many connections this process has room for; it is given more where it may ask for more."""
    if resource is None:
        return WITHOUT_POLL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OTHER_FILES)
