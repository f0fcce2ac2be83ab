"""The names of a bundle's modules when its file is there no more: what was called by one of them before still is (tests/pico)."""

import os

from board_common import end, say, start

bundle = start.MOUNTED[-1]
before = {}
exec("geometry, engine = 5, 6", before)
say(known=bundle.names > 1500)
start.leave()
os.remove("/lb/0.bundle")
with open("/other", "wb") as other:  # over all that the bundle was
    try:
        while True:
            other.write(b"\x55" * 4096)
    except OSError:
        pass
exec("sum = geometry + engine\ndef compose(showdown): return showdown", before)
say(sum=before["sum"], names=sorted(name for name in before if not name.startswith("_")))
end()
