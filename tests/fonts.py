"""The fonts that pages are drawn with in the tests: one family and no other, whatever else this machine has.

What measures widths runs with a wide family and, with `--long`, with a narrow one.
"""

from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{cache}</cachedir>
{aliases}
  <match target="pattern">
    <edit name="family" mode="append_last" binding="weak"><string>{sans}</string></edit>
  </match>
</fontconfig>
"""
ALIAS = "  <alias binding='same'><family>{asked}</family><prefer><family>{found}</family></prefer></alias>"


@dataclass(frozen=True)
class Family:
    """A family, the package of Debian that brings it, and the file by which it is known to be there."""

    sans: str
    serif: str
    mono: str
    file: str
    package: str

    def folder(self) -> Path | None:
        """Where its files are on this machine."""
        found = (file.parent for folder in FOLDERS if folder.is_dir() for file in folder.rglob(self.file))
        return min(found, default=None)

    def environment(self, place: Path) -> dict[str, str]:
        """What shows a program this family and no other. place: a folder for its configuration. Raises OSError."""
        folder = self.folder()
        if folder is None:
            raise FileNotFoundError(f"no {self.sans} on this machine: python -m tests gets {self.package}")
        asked = {
            "serif": self.serif,
            "monospace": self.mono,
            **dict.fromkeys(("sans", "sans-serif", "system-ui"), self.sans),
        }
        aliases = "\n".join(ALIAS.format(asked=one, found=escape(found)) for one, found in asked.items())
        place.mkdir(parents=True, exist_ok=True)
        file = place / "fonts.conf"
        values = {"folder": folder, "cache": place / "cache", "aliases": aliases, "sans": self.sans}
        file.write_text(CONFIGURATION.format(**values), "utf-8")
        return {"FONTCONFIG_FILE": str(file)}


WIDE = Family("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "DejaVuSans.ttf", "fonts-dejavu-core")
NARROW = Family(
    "Liberation Sans", "Liberation Serif", "Liberation Mono", "LiberationSans-Regular.ttf", "fonts-liberation"
)
FAMILIES = {"wide": WIDE, "narrow": NARROW}
