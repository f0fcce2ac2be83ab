"""The page: the board in a browser, as the LEDs show it, with words and buttons."""
