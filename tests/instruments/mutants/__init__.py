"""Does the suite see a fault? Sixty small ones, each alone in the code, and whether a test fails."""
