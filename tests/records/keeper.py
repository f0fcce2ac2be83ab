"""Plays a campaign on disk and says after each answer how long its journal is; run as a program it kills itself at the N-th look that
SQLite takes at its progress (every 5 steps of its machine), wherever that is. Not a test.

    python keeper.py FILE ANSWERS [N]"""

import os
import signal
import sys
from pathlib import Path

from campaign.desk import CORE, NAMES, USUAL, outcome
from lanternboard_host.records.campaigns import Records

STEP = 5


def choice(records):
    """What is answered as usual, whatever is asked."""
    prompt = records.campaign.prompt
    if prompt.kind == "showdown":
        return outcome(records.campaign, resources=("skull", "monster-hide", "monster-bone", "monster-organ"))
    found = USUAL.get(prompt.kind, prompt.usual)
    return next(iter(prompt.options)) if found is None else found


def play(records, answers):
    for _ in range(answers):
        number = records.campaign.number
        records.change(lambda game, number=number: game.answer(number, choice(records)), "me", "answer")
        yield len(records.campaign.journal)


def made(path: Path) -> Records:
    return Records.create(path, CORE, "me", NAMES)


if __name__ == "__main__":
    records = Records(Path(sys.argv[1]), CORE)
    looks = 0

    def look():
        global looks
        looks += 1
        if len(sys.argv) > 3 and looks == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)

    records._connection.connection.driver_connection.set_progress_handler(look, STEP)
    for n in play(records, int(sys.argv[2])):
        print(n, flush=True)
    print("looks", looks, flush=True)
