"""The server killed, the network at its worst, many phones at once: nothing is lost and nothing is doubled.

SIGKILL ends the process, not the machine: what the kernel had taken over is still written to disk. That the file
survives a power cut rests on SQLite's full synchronisation, and is not tried here.
"""
