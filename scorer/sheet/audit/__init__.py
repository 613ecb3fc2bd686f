"""Whether a history is as it was written: the chain of digests and what it shows."""
