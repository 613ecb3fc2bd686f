"""The long form of the tests of the edition on the phone alone: everything in Chromium, killed fifty times."""

import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)

sys.exit(pytest.main(["-p", "no:cacheprovider", "-v", "-rA", "--long", "--durations=0", HERE, *sys.argv[1:]]))
