"""A real Chromium for tests, bench and pictures; nothing of the project."""

import os
import re
import shutil
from contextlib import contextmanager

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]


def path() -> str | None:
    """Where one is; None where there is none."""
    named = os.environ.get("LANTERNBOARD_CHROMIUM")
    return named or next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


@contextmanager
def chromium():
    """A browser of playwright, without a window."""
    from playwright.sync_api import sync_playwright

    found = path()
    assert found, "no Chromium here: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def sheets_of_paper(page, **options) -> int:
    """How many a page that is printed takes, by `page.pdf`'s options."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(**options)))


PHONE_WIDTH = 390


def reads_on_a_phone(browser, address: str) -> bool:
    """Whether nothing of it lies beside a phone's screen."""
    page = browser.new_page(viewport={"width": PHONE_WIDTH, "height": 844})
    page.goto(address)
    return page.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH
