"""Hostile input against every route: requests that nobody sends by a tap, drawn at random by Hypothesis."""
