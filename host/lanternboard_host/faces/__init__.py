"""What every face of a table needs, the terminal as the page: the table at the other end of the link (`linked`), what it shows as
one value (`picture`), who is called by which letter (`names`), the packs' cards (`cards`). Draws nothing and reads no keys."""
