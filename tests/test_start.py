"""What a start loads: nothing that the first page does not need."""

import subprocess
import sys
from pathlib import Path

from scorer import create_app

from .one_app import close

LATER = ("alembic", "xlsxwriter", "typst", "anyascii", "segno", "limits", "pygments", "mako")
CODE = f"""
import sys
from pathlib import Path
from scorer import create_app
from scorer.cli import serving
app = create_app({{}}, Path(sys.argv[1]))
assert app.test_client().get("/").status_code == 200
print([name for name in {LATER} if name in sys.modules])
"""


def test_the_first_page_of_a_database_that_is_up_to_date_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    close(create_app({"TESTING": True}, tmp_path))
    ran = subprocess.run([sys.executable, "-c", CODE, tmp_path], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
