"""A drawing in SVG, without scripts or anything to fetch: without a style it looks the same everywhere."""

import re
import xml.etree.ElementTree as ET

from ..sheet.audit import Receipt

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'DejaVu Serif', serif"
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Drawing:
    """name: for screen readers. scale: from the size that is drawn to the size that is shown."""

    def __init__(self, width: int, height: int, name: str, scale: float = 1) -> None:
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": f"{width * scale:.0f}",
                "height": f"{height * scale:.0f}",
                "role": "img",
                "font-family": SANS,
                "stroke-linejoin": "round",
            },
        )
        ET.SubElement(self.root, "title").text = fit_for_xml(name)

    def put(self, tag: str, **attributes: object) -> ET.Element:
        """Add an element. An underscore in the name of an attribute means a hyphen."""
        written = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
        return ET.SubElement(self.root, tag, written)

    def style(self, rules: str) -> None:
        """Add a style sheet, of this file alone."""
        ET.SubElement(self.root, "style").text = rules

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> None:
        self.put("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        anchor: str,
        colour: str,
        *,
        whole: str = "",
        family: str = "",
        bold: bool = False,
        apart: float = 0,
    ) -> None:
        """whole: the text of which this one is a shortened form; apart: the distance of its lines."""
        lettering = {"font_family": family} if family else {}
        weight = {"font_weight": 600} if bold else {}
        put = self.put("text", x=x, y=y, font_size=size, text_anchor=anchor, fill=colour, **lettering, **weight)
        first, *more = fit_for_xml(text).split("\n")
        if whole not in ("", text.replace("\n", " ")):
            ET.SubElement(put, "title").text = fit_for_xml(whole)
            ET.SubElement(put, "tspan").text = first
        else:
            put.text = first
        for line in more:
            # The space is read where the text is copied or said, and not drawn.
            ET.SubElement(put, "tspan", {"x": f"{x}", "dy": f"{apart}"}).text = f" {line}"

    def content(self) -> bytes:
        return ET.tostring(self.root, encoding="utf-8", xml_declaration=True)


def fit_for_xml(text: str) -> str:
    """Without the characters that XML does not have."""
    return _NOT_IN_XML.sub("\ufffd", text)


def receipt_code(receipt: Receipt) -> str:
    """A receipt as a QR code in SVG without a margin, so that a printout is compared by one scan: no address and
    no key to the sheet. On paper it stays dark on light, as scanners want it.
    """
    import segno  # Here, not above: the first page is to be there soon.

    return segno.make(str(receipt), error="m", micro=False).svg_inline(border=0, omitsize=True, dark="#1c2624")
