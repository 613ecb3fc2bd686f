"""What every request passes: settings, access, limits, errors, and what templates may use."""
