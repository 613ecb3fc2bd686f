"""Typst, in a process that ends with its document and gives back all the memory that it took.

Of one evening Typst takes a hundred megabytes, most of it for what it remembers in case the same is set again, and
the process that asked for it would keep them. This file is that short process too, so it imports nothing of ours.
Where no process can be started, Typst runs here.
"""

import json
import subprocess
import sys
from typing import Any

REMEMBERED = 10
"""Compilations."""
NOT_SET = 3
"""The exit status where Typst refused; what it said stands on the standard output then."""


class NotSetError(Exception):
    """Typst has made no document. The message is what it said."""


def document(template: str, content: str, fonts: str, *, system_fonts: bool) -> bytes:
    """As PDF/A: fonts embedded, text in Unicode. Raises NotSetError, as for each letter that no font has.

    template: the path of a Typst file.
    content: what it asks for by this name.
    fonts: a folder.
    system_fonts: whether what these fonts lack may come from those of the machine.
    """
    job = {"template": template, "content": content, "fonts": fonts, "system_fonts": system_fonts}
    command = [sys.executable, "-P", __file__]
    try:
        if not sys.executable:
            raise OSError("this Python cannot be started")
        asked = json.dumps(job).encode()
        done = subprocess.run(command, input=asked, capture_output=True, check=False)  # noqa: S603 (this very file)
    except OSError:
        # As in a browser, which has one process.
        return _forgotten(job)
    if done.returncode == NOT_SET:
        raise NotSetError(done.stdout.decode())
    if done.returncode:
        raise RuntimeError(f"Typst ended with {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def _set(template: str, content: str, fonts: str, *, system_fonts: bool) -> bytes:
    import typst

    all_fonts = typst.Fonts(system_fonts, include_embedded_fonts=False, font_paths=[fonts])
    kinds: dict[str, Any] = {"pdf_standards": "a-2u", "pdf_tags": False}
    try:
        return typst.compile(template, font_paths=all_fonts, sys_inputs={"content": content}, **kinds)
    except typst.TypstError as error:
        raise NotSetError(error.diagnostic) from None


def _forgotten(job: dict[str, Any]) -> bytes:
    """In this process. What Typst laid out it remembers until it has compiled so many times more."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[job["fonts"]])
    try:
        return _set(**job)
    finally:
        for _ in range(REMEMBERED):
            typst.compile(b"", font_paths=fonts)


def main() -> int:
    """Read a job, and write its document."""
    try:
        sys.stdout.buffer.write(_set(**json.load(sys.stdin.buffer)))
    except NotSetError as error:
        sys.stdout.buffer.write(str(error).encode())
        return NOT_SET
    return 0


if __name__ == "__main__":
    sys.exit(main())
