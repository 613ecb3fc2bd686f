"""10 Bridge: forty cards, ten tricks, part scores that are carried on."""
