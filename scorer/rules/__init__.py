"""The games: pure rules, standard library only. No web, no database, no clock, no randomness, no float."""
