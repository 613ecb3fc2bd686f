"""The edition on the phone alone: `scorer site` writes it as static files, `host` answers in the phone."""
