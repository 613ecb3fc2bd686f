"""Phones that record while others do their worst: hundreds of connections, slow requests, hostile files."""
