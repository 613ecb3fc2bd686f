"""The forms that pages share."""
