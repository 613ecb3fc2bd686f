"""The sheet as a PDF to print and to sign, set by Typst from sheet.typ."""

from .document import PAPERS, write

__all__ = ["PAPERS", "write"]
