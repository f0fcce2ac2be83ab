"""table.json: read, check, defaults. Knows only base."""
