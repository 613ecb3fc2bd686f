"""What measures the app and tries it hard: commands such as `python -m tests.bench`, and a test of each.

They are imported by their full names, also by their own `__main__`, so that none is loaded twice.
"""
