"""Oh Hell: everybody bids a number of tricks and must take exactly so many."""
