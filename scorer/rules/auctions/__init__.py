"""The auctions that several games share: an acceptor for each bid, bids in rotation, one bid each."""
