"""Other releases of a site, made from one that is built: its files changed, its list written anew."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from scorer.site.building import LIST


def another(site: Path, folder: Path, change: Callable[[Path], object]) -> str:
    """Copy a site into a folder, change something there, and list it again; the name of the release."""
    shutil.copytree(site, folder, dirs_exist_ok=True)
    change(folder)
    listed = json.loads((folder / LIST).read_text("utf-8"))
    for name in listed["files"]:
        content = (folder / name).read_bytes()
        listed["files"][name] = [hashlib.sha256(content).hexdigest(), len(content)]
    listed["release"] = hashlib.sha256(json.dumps(listed["files"], sort_keys=True).encode()).hexdigest()[:12]
    (folder / LIST).write_text(json.dumps(listed), "utf-8")
    return str(listed["release"])


def looks_other(site: Path) -> None:
    style = site / "site" / "shell.css"
    style.write_text(style.read_text("utf-8") + "/* another release */\n", "utf-8")


def does_not_start(site: Path) -> None:
    (site / "packages.zip").write_bytes(b"no archive")


def migrates(site: Path) -> None:
    """A release with a migration more than there is."""
    with zipfile.ZipFile(site / "scorer.zip", "a") as packed:
        [*_, last] = sorted(name for name in packed.namelist() if "/versions/0" in name)
        revision = Path(last).name[:4]
        packed.writestr(
            "scorer/store/migrations/versions/0999_sheets_have_a_colour.py",
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f'revision, down_revision = "0999", "{revision}"\n'
            'def upgrade():\n    op.add_column("sheet", sa.Column("colour", sa.String(8)))\n',
        )
