"""Addresses for other phones, and the codes that carry them."""

from urllib.parse import urlsplit

from flask import current_app

LARGEST = 25
"""The largest version of a QR code that phones read off another phone's screen: 117 squares a side."""


def reachable(address: str) -> str:
    """The address as another phone can reach it, also where this page was opened as localhost."""
    lan = current_app.config["LAN_ADDRESS"]
    if lan and urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1"):
        return f"{lan}{urlsplit(address).path}"
    return address


def qr_code(address: str) -> str | None:
    """As SVG; None where it does not fit into a code that can be read well."""
    import segno  # Here, not above: the first page is to be there soon.

    try:
        code = segno.make(address, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    if int(code.version) > LARGEST:
        return None
    return code.svg_inline(scale=5, border=2, omitsize=True, svgclass="qr")
