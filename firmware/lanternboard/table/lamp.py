"""The way from cells to LEDs: layout, pixels and strip of this board, how bright they are, and the walk through the chain that shows how
it is wired. Frames that time makes are left out while one is on the wire; one that answers a press is not. It knows no game.

Brightness and night as people set them at the table lie in a small file of their own, with the digest of the table.json that they
were set under: with another one they are forgotten."""

from ..base.viper import micropython

FRAME = 33  # ms between two frames that time makes
STEP = 100  # ms for which the walk lights an LED
TICKS = 0x3FFFFFFF


class Lamp:
    """`brightness`, `night`: as they are now. `note`: what people should be told, "" for nothing. `walking`: the LED that the walk
    lights, -1 for none. `unsaved`: `save` is due. Where the driver has no LEDs, or they cannot be used, `pixels` is None and cells are
    only told."""

    def __init__(self, board, settings: dict, digest, fresh: bool) -> None:
        """`digest`: a function that gives table.json's. `fresh`: what was set at the table is not looked at."""
        self.board = board
        self.note = ""
        self.brightness = settings["brightness"]
        self.night = settings["night"]
        self.unsaved = False
        self.walking = -1
        self._left = 0  # rounds of the walk, 0: it goes on until it is ended
        self.pixels = None
        self._digest = digest
        self._columns = settings["board"]["columns"]
        self._rows = settings["board"]["rows"]
        self._cells = self._own = bytearray(self._columns * self._rows)
        self._since = board.ticks_ms()
        if hasattr(board, "strip"):
            try:
                self._light(settings)
            except Exception as wrong:  # a pin that is none, no memory: the table plays on without LEDs
                self.note = "no LEDs: %r" % wrong
        if not fresh:
            self._recall()
        self._kept = self.brightness, self.night
        if self.pixels is not None:
            self.pixels.dim(self.brightness, self.night)

    def _light(self, settings: dict) -> None:
        from ..lights.pixels import Pixels
        from ..settings.layout import layout

        found = layout(settings)
        self._leds = len(found.map)
        self._strip = self.board.strip(found, settings)
        self.pixels = lit = Pixels(found, settings["leds"]["order"], settings["power"], len(self._own))
        if lit.limited:
            self.note = "no LED can be lit: idle LEDs and controller take %d mA, power.supply_ma is %d" % (lit.estimated_ma, lit.given_ma)

    @micropython.native
    def show(self, cells, columns: int, ms: int) -> None:
        """A new picture. One of another size than the table's, from an older showdown, is shown from the north-west corner on."""
        self.board.show(cells)
        if self.pixels is None:
            return
        if columns == self._columns and len(cells) == len(self._own):
            self._cells = cells
        else:
            self._cells = self._own
            self._fit(cells, columns)
        if self.walking < 0:
            self._send(ms)

    @micropython.native
    def hush(self) -> None:
        """A new picture is about to be made: what is on the wire ends, so that its latch time passes meanwhile."""
        if self.pixels is not None and self.walking < 0:
            self._strip.stop()

    def _fit(self, cells, columns: int) -> None:
        own = self._own
        for space in range(len(own)):
            x = space % self._columns
            at = space // self._columns * columns + x
            own[space] = cells[at] if x < columns and at < len(cells) else 0

    @micropython.native
    def _send(self, ms: int) -> None:
        strip = self._strip
        strip.stop()
        self.pixels.frame(self._cells, ms, strip.buffer)  # type: ignore[attr-defined]
        strip.send(True)
        self._since = ms

    def busy(self) -> bool:
        """A picture is on its way."""
        return self.pixels is not None and self._strip.busy()

    @micropython.native
    def step(self, ms: int) -> None:
        """What time changes, when that is due and nothing is on the wire."""
        pixels = self.pixels
        if pixels is None:
            return
        if self.walking >= 0:
            if (ms - self._since) & TICKS >= STEP and not self._strip.busy():
                self.walking = (self.walking + 1) % max(1, self._leds)
                if not self.walking and self._left == 1:
                    return self.test(False)
                if not self.walking and self._left:
                    self._left -= 1
                self._walk(ms)
        elif pixels.moving and (ms - self._since) & TICKS >= FRAME and not self._strip.busy():
            pixels.again(ms, self._strip.buffer)
            self._strip.send(False)
            self._since = ms

    def _walk(self, ms: int) -> None:
        self.pixels.single(self.walking, self._strip.buffer)  # type: ignore[attr-defined]
        self._strip.send(True)
        self._since = ms

    def test(self, on: bool, rounds: int = 0) -> None:
        """Begins, or ends, the walk: one LED after another in the order of the wires, those that lie nowhere too; so many times, or
        until it is ended."""
        if self.pixels is None:
            return
        self.walking = 0 if on else -1
        self._left = rounds
        ms = self.board.ticks_ms()
        if on:
            self._walk(ms)
        else:
            self._send(ms)

    def set(self, brightness: int, night: bool) -> None:
        """Brightness 0-100 from the next picture on, which is due, and whether it is night; kept over a power cut once `save` has been
        called."""
        self.brightness, self.night = brightness, night
        self.unsaved = self._kept != (brightness, night)
        if self.pixels is not None:
            self.pixels.dim(brightness, night)

    def save(self) -> None:
        """Keeps what was set over a power cut. Writes to flash: for when nobody presses."""
        self.unsaved = False
        self._kept = self.brightness, self.night
        try:
            with open(self.board.root + "light", "w") as f:
                f.write("%d %d %s" % (self.brightness, self.night, self._digest()))
        except Exception as wrong:  # no room, on flash or in memory: the table goes on
            self.note = "brightness is not kept: %r" % wrong

    def _recall(self) -> None:
        try:
            with open(self.board.root + "light") as f:
                brightness, night, digest = f.read(32).split()
            if digest == self._digest() and 0 <= int(brightness) <= 100:
                self.brightness, self.night = int(brightness), night == "1"
        except Exception:  # none, or no text of ours, or no memory
            pass

    def report(self) -> str:
        """What is asked of the power supply, one JSON object."""
        pixels = self.pixels
        out = '{"brightness":%d,"night":%s,' % (self.brightness, "true" if self.night else "false")
        if pixels is None:
            return out + '"asked_ma":0,"given_ma":0,"estimated_ma":0,"limited":false,"leds":0}'
        return out + '"asked_ma":%d,"given_ma":%d,"estimated_ma":%d,"limited":%s,"leds":%d}' % (
            pixels.asked_ma,
            pixels.given_ma,
            pixels.estimated_ma,
            "true" if pixels.limited else "false",
            self._leds,
        )
