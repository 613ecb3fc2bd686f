"""Prints how many files and functions of ours a hand, a sheet and a CSV pass; with --files which."""

import argparse

from tests.instruments.trace.tracing import requests


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.trace", description=__doc__)
    parser.add_argument("--files", action="store_true", help="print the files with their functions")
    asked = parser.parse_args()
    for name, trace in requests().items():
        print(f"{name}: {len(trace.entered)} files, {trace.functions} functions, {trace.calls} calls")
        for file, functions in trace.entered.items() if asked.files else ():
            print(f"  {file}: {', '.join(functions)}")


main()
