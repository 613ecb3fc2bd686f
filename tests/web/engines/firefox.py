"""Firefox as Debian packages it, driven over WebDriver BiDi, which it speaks itself."""

import json
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from .engine import PATIENCE, PAUSE, Engine
from .packages import find_firefox

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    # It is to ask for nothing but our pages.
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    # It promises to keep what is stored without asking anybody.
    "dom.storageManager.prompt.testing": True,
    "dom.storageManager.prompt.testing.allow": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
}


@contextmanager
def started(folder: Path | None = None) -> Iterator["Firefox"]:
    """folder: for a profile that is to stay."""
    found = find_firefox()
    assert found
    with tempfile.TemporaryDirectory() as passing:
        profile = folder or Path(passing)
        profile.mkdir(exist_ok=True)
        lines = (f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        process = subprocess.Popen(
            [found, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": passing},  # where it would look for files that are not the tests'
        )
        with process:
            try:
                assert process.stderr
                address = next(listens[1] for line in process.stderr if (listens := LISTENS.search(line)))
                threading.Thread(target=process.stderr.read).start()  # or it would wait once the pipe is full
                connection = WebSocketConnection(f"{address}/session", 2 * PATIENCE, PAUSE / 5)
                yield (engine := Firefox(connection, process))
                if process.poll() is None:
                    engine.connection.close()
            finally:
                process.terminate()


class Firefox(Engine):
    def __init__(self, connection: WebSocketConnection, process: "subprocess.Popen[str]") -> None:
        self.connection = connection
        self.process = process
        self.ask("session.new", capabilities={})
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": 360, "height": 640})

    def kill(self) -> None:
        """End its process as a power cut does."""
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, **parameters: Any) -> Any:
        reply = self.connection.send_cmd(method, parameters)
        assert "result" in reply, reply
        return reply["result"]

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        reply = self.connection.send_cmd(
            "script.evaluate",
            {
                "expression": f"(async () => JSON.stringify(await ({function})(...{json.dumps(arguments)})))()",
                "target": {"context": self.window},
                "awaitPromise": True,
            },
        )
        text = reply.get("result", {}).get("result", {}).get("value")
        return text and json.loads(text)

    def press(self, x: int, y: int) -> bool:
        reply = self._act(
            "pointer",
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )
        return "result" in reply

    def type(self, text: str) -> None:
        reply = self._act("key", *({"type": f"key{way}", "value": key} for key in text for way in ("Down", "Up")))
        assert "result" in reply, reply

    def _act(self, kind: str, *actions: dict[str, Any]) -> dict[str, Any]:
        sources = [{"type": kind, "id": kind, "actions": actions}]
        return self.connection.send_cmd("input.performActions", {"context": self.window, "actions": sources})
