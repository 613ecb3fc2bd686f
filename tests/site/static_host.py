"""A host for static files, below a path, as any on the web: it compresses, and sends no header of its own."""

import gzip
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PATH = "/club/scorer/"


class StaticHost:
    """sent: bytes that went over the wire; asked: the addresses."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.sent = 0
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}{PATH}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append(request.path)
        path = request.path.partition("?")[0]
        inner = path.removeprefix(PATH) if path.startswith(PATH) else "/"
        file = self.folder / (inner or "index.html")
        found = path.startswith(PATH) and ".." not in inner and file.is_file()
        content = gzip.compress(file.read_bytes(), 6) if found else b""
        self.sent += len(content)
        request.send_response(200 if found else 404)
        request.send_header("Content-Type", mimetypes.guess_type(file.name)[0] or "application/octet-stream")
        request.send_header("Content-Length", str(len(content)))
        if found:
            request.send_header("Content-Encoding", "gzip")
        # A browser that is killed takes no more.
        with suppress(ConnectionError):
            request.end_headers()
            request.wfile.write(content)

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


@contextmanager
def hosting(folder: Path, port: int = 0) -> Iterator[StaticHost]:
    host = StaticHost(folder, port)
    try:
        yield host
    finally:
        host.stop()
