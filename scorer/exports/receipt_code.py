"""A receipt as a QR code, so that a printout is compared by one scan. It is no address and no key to the sheet."""

from ..sheet.audit import Receipt

INK = "#1c2624"


def drawn(receipt: Receipt) -> str:
    """As SVG without a margin. On paper it stays dark on light, as scanners want it."""
    import segno  # Here, not above: the first page is to be there soon.

    return segno.make(str(receipt), error="m", micro=False).svg_inline(border=0, omitsize=True, dark=INK)
