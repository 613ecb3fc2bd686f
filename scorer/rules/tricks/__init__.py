"""Cards and tricks: who wins one, and whether each card was played by the rules."""
