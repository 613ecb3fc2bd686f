"""WebKit as Debian packages it, driven by selenium; without a screen it draws on one that Xvfb pretends."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common import WebDriverException
from selenium.webdriver import ActionChains, Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from .engine import Engine
from .packages import find_webkit


@contextmanager
def started() -> Iterator[Engine]:
    found = find_webkit()
    assert found
    driver, browser = found
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x900x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as number:
        display = f":{number.readline().strip()}"
    options = Options()
    options.binary_location = browser
    options.add_argument("--automation")
    home = tempfile.TemporaryDirectory()
    service = Service(driver, env={**os.environ, "DISPLAY": display, "HOME": home.name})
    try:
        service.start()
        remote = Remote(RemoteConnection(client_config=ClientConfig(service.service_url)), options=options)
        remote.set_window_size(360, 740)
        yield WebKit(remote)
        remote.quit()
    finally:
        service.stop()
        screen.terminate()
        screen.wait()
        home.cleanup()


class WebKit(Engine):
    def __init__(self, driver: Remote) -> None:
        self.driver = driver

    def go(self, address: str) -> None:
        self.driver.get(address)

    def run(self, function: str, *arguments: Any) -> Any:
        try:
            return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)
        except WebDriverException:
            return None  # The page is leaving.

    def press(self, x: int, y: int) -> bool:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(x, y).click()
        actions.perform()
        return True

    def type(self, text: str) -> None:
        ActionChains(self.driver, duration=0).send_keys(text).perform()
