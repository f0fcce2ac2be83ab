"""Waiting for what a page's own script makes true. Playwright's wait_for_function asks again by eval in the page, which the page's content
policy forbids, so it fails wherever the first look comes too early; evaluate comes from outside."""

import time


def holds(page, expression: str, seconds: float = 15) -> None:
    """Until the expression is true on the page. Raises AssertionError."""
    until = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < until, expression
        page.wait_for_timeout(20)
