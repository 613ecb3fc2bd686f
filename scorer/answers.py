"""What the commands answer about files: as text or JSON, on the right stream, with an exit status."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from .exports.text import json_answer
from .exports.text import terminal as text
from .rules.reading import FormatError
from .sheet.audit.verification import TamperedHistoryError, Verified
from .sheet.core.judge import IllegalHandError
from .sheet.core.ledger import Ledger
from .sheet.file import document
from .sheet.paper.check import Checked

Found = TypeVar("Found", Ledger, Verified, Checked)


def answer(
    files: Iterable[str],
    as_json: bool,
    read: Callable[[bytes], Found],
    as_object: Callable[[Found], dict[str, Any]],
    as_text: Callable[[Found], str],
    error_text: Callable[[Any], str] = text.error,
    warn: Callable[[Found], Iterable[str]] = lambda found: (),
) -> int:
    """Print what is found in each file, and warnings of it on standard error; the highest exit status of all."""
    worst = 0
    for index, file in enumerate(files):
        failed, warnings = False, tuple[str, ...]()
        try:
            found = read(read_file(file))
            written = document.dumps(as_object(found)) if as_json else as_text(found)
            warnings = tuple(warn(found))
            status = int(isinstance(found, Checked) and bool(found.findings or found.unread))
        except (FormatError, IllegalHandError, TamperedHistoryError) as fault:
            failed, status = True, 2 if isinstance(fault, FormatError) else 1
            written = document.dumps(json_answer.error(fault)) if as_json else f"{file}: {error_text(fault)}"
        for warning in warnings:
            print_line(f"{file}: {warning}", error=True)
        print_line(f"\n{written}" if index and not as_json else written, error=failed and not as_json)
        worst = max(worst, status)
    return worst


def read_file(file: str) -> bytes:
    """A file, or standard input for "-". Raises FormatError."""
    try:
        if file != "-":
            return Path(file).read_bytes()
        return sys.stdin.buffer.read() if sys.stdin else b""
    except OSError as error:
        raise FormatError("$", f"the file cannot be read: {error.strerror}") from None


def print_line(line: str, *, error: bool = False) -> None:
    # Bytes, so that the answer is UTF-8 under every locale, whatever stands in a file's keys.
    stream = sys.stderr if error else sys.stdout
    if stream is None:
        return
    try:
        stream.buffer.write(f"{line}\n".encode(errors="backslashreplace"))
        stream.flush()
    except OSError as failed:
        # Whoever should have read the answer is gone, or the disk is full: there is nowhere left to say more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise click.ClickException(f"The answer cannot be written: {failed.strerror}.") from None
