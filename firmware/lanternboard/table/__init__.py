"""The device: loop, game, commands, boot. Knows every room of the board."""
