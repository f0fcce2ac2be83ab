"""The link, both ends' codec: lines with a checksum (`lines`), an ordered stream that survives a bad line (`end`), the table of
messages (`messages`), the two together (`link`), long contents (`parts`), what the LEDs show (`frames`). Pure: no clock, no I/O.
docs/protocol.md is the same for other people's hosts."""
