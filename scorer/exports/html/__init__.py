"""The sheet as one HTML page that needs nothing else: no server, no script, no file beside it."""

from .page import write

__all__ = ["write"]
