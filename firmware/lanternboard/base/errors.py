"""Errors for people: what was wrong, where, and what is allowed. Raised by every room, caught by the faces; never shown as a traceback."""


class Refused(Exception):
    """Some input was refused. `path` names the place in it ("monster.at", "" for the whole),
    `message` says what was wrong, `allowed` what would be right there."""

    def __init__(self, path: str, message: str, allowed: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.allowed = allowed

    def __str__(self) -> str:
        text = self.message if not self.path else self.path + ": " + self.message
        return text + " (allowed: " + self.allowed + ")" if self.allowed else text


class Stale(Refused):
    """An answer to a prompt that is no longer the current one."""
