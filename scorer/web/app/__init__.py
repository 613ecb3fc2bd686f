"""What every request passes: settings, access, headers, errors, limits, messages."""
