"""What contracts pay at auction bridge and contract bridge, and the rubber."""
