"""The page: frames to five Chromium pages, counted in the browser by frame number, and how soon the demo's board is lit there."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.web.server import PageServer

from .report import Line, percentile

ROOT = Path(__file__).parents[2]
PAGES = 5
COUNT = """() => {
    globalThis.seen = [];
    document.querySelector('canvas').addEventListener('frame', ({ detail }) => seen.push([detail.number, detail.sent, detail.drawn]));
}"""
# The demo's board is there when its first question is on the page; its lights come in the same breath, in either order.
FIRST = """() => new Promise(done => {
    const asked = document.querySelector('h1'), canvas = document.querySelector('canvas');
    const look = () => asked.textContent.startsWith('Which monster') &&
        requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    new MutationObserver(look).observe(asked, { childList: true, characterData: true, subtree: true });
    canvas.addEventListener('frame', look);
    look();
})"""


def page(options) -> list[Line]:
    sys.path.append(str(ROOT / "tests" / "web"))
    import browser

    names = (
        "Page: frames a second to 5 pages",
        "Page: frame to canvas, p99",
        "Page: frames lost",
        "lanternboard demo to the first lit frame",
    )
    if browser.path() is None:
        return [Line(name, "", note="there is no Chromium here") for name in names]
    with browser.chromium() as chromium:
        return [*_frames(chromium, names, options), _demo(chromium, names[3])]


def _frames(chromium, names, options) -> list[Line]:
    seconds = 20
    with ExitStack() as held:
        board = held.enter_context(EmulatedBoard())
        board.start()
        follower = held.enter_context(Follower(Client(board.port), cards_of))
        table = LinkedTable(follower)
        table.ready()
        for choice in ("white-lion", 4, "usual", "N", [10, 1], [13, 3], [7, 4], [11, 14], "light", "front"):
            table.answer(choice)
        watch = held.enter_context(Watch())
        server = held.enter_context(PageServer(watch, port=0))
        watch.follow(table)
        held.callback(watch.close)
        pages = [chromium.new_page(viewport={"width": 1280, "height": 800}) for _ in range(PAGES)]
        for one in pages:
            one.goto(server.address)
            one.get_by_role("heading", level=1, name="What happens next?").wait_for()
        time.sleep(2)
        for one in pages:
            one.evaluate(COUNT)
        time.sleep(seconds)
        seen = [one.evaluate("seen") for one in pages]
        for one in pages:
            one.close()
    rates, late, lost = [], [], 0
    for frames in seen:
        numbers = [number for number, _, _ in frames]
        lost += numbers[-1] - numbers[0] + 1 - len(numbers)
        rates.append((len(frames) - 1) / ((frames[-1][1] - frames[0][1]) / 1000))
        late += [drawn - sent for _, sent, drawn in frames]
    note = f"{len(late)} frames; p50 {percentile(late, 0.5):.1f}, worst {max(late):.0f} ms; load {os.getloadavg()[0]:.1f}"
    return [
        Line(names[0], "30", min(rates), "", 29.5, most=False, note="the slowest of 5 pages", samples=rates),
        Line(names[1], "<= 100 ms", percentile(late, 0.99), "ms", 100, note=note, samples=late),
        Line(names[2], "0", lost, "", 0),
    ]


def _demo(chromium, name: str) -> Line:
    """From the command to a canvas that shows the board's first frame, in a browser that is open."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")])}
    took = []
    for _ in range(5):
        one = chromium.new_page(viewport={"width": 1280, "height": 800})
        began = time.time()
        process = subprocess.Popen(
            [sys.executable, "-m", "lanternboard_host", "demo", "--page", "--no-open", "--http-port", "0"],
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout
            one.goto(process.stdout.readline().split()[-1])
            took.append(one.evaluate(FIRST) / 1000 - began)
        finally:
            process.terminate()
            process.wait()
            one.close()
    return Line(name, "<= 2 s", max(took), "s", 2, note=f"the slowest of {len(took)}; load {os.getloadavg()[0]:.1f}", samples=took)
