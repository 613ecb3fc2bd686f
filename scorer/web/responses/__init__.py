"""What every response is given: static files, tokens, headers, compression, messages, and the way back."""
