"""The `scorer` command."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .exports import answer, text
from .sheet import document
from .sheet.judge import BrokenHand
from .sheet.ledger import Ledger
from .sheet.reading import Malformed

DEFAULT_PORT = 8000

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object a file, on one line.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorer")
def main() -> None:
    """The scorekeeper that lies on the table while people play cards with a real deck."""


@main.command()
@FILES
@JSON
def score(files: tuple[str, ...], as_json: bool) -> None:
    """Score sheet files ("-" reads standard input).

    Exit status 0; 1 when a rule of the game is broken; 2 when a file is not a score sheet; the highest of all.
    """
    sys.exit(_answer(files, as_json, answer.score, text.score))


@main.command()
@FILES
@JSON
def auction(files: tuple[str, ...], as_json: bool) -> None:
    """Say whose turn it is and what may be called, in the open hand of a sheet file.

    Exit status as for `score`.
    """
    sys.exit(_answer(files, as_json, answer.auction, text.auction))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; all by default.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database", metavar="FILE|URL", help="The database; by default scorer.db in the folder instance.")
@click.option("--name", "names", multiple=True, help="Another name this server is reached by; may be repeated.")
def serve(host: str, port: int, database: str | None, names: tuple[str, ...]) -> None:
    """Start the app, with its database in the folder instance below this one."""
    from .server import serve as start

    start(host, port, database, names)


def _answer(
    files: tuple[str, ...],
    as_json: bool,
    as_object: Callable[[Ledger], dict[str, Any]],
    as_text: Callable[[Ledger], str],
) -> int:
    worst = 0
    for index, file in enumerate(files):
        try:
            ledger = Ledger.of(document.load(_read(file)))
            said = document.dumps(as_object(ledger)) if as_json else as_text(ledger)
            status = 0
        except (Malformed, BrokenHand) as fault:
            status = 2 if isinstance(fault, Malformed) else 1
            said = document.dumps(answer.error(fault)) if as_json else f"{file}: {text.error(fault)}"
        if index and not as_json:
            said = f"\n{said}"
        _print(said, error=bool(status) and not as_json)
        worst = max(worst, status)
    return worst


def _read(file: str) -> bytes:
    try:
        if file != "-":
            return Path(file).read_bytes()
        return sys.stdin.buffer.read() if sys.stdin else b""
    except OSError as error:
        raise Malformed("$", f"the file cannot be read: {error.strerror}") from None


def _print(line: str, *, error: bool) -> None:
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
