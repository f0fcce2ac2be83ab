"""Run by MicroPython's unix port: what a Pico's _boot.py does, then main.py. Mounts the flash file at "/" (so that every path is
a Pico's) and leaves nothing of the computer's file system behind. Never makes or repairs a file system.

LANTERNBOARD_CUT=n: the power goes in the middle of the n-th page that is programmed, or block that is erased, since the start:
half of it is done, and the process kills itself (kill -9). LANTERNBOARD_ERASE_MS: how long an erase takes. LANTERNBOARD_WRITES=file: what
is written to the flash goes there too: where (4 bytes), how many bytes (2; none: a block is erased), the bytes.

Arguments: the flash file. With a second argument, a folder: format the flash file and copy the folder into it instead. With an
empty second one and a third, a file on that flash: say its content in hexadecimal, nothing when it is not there."""

import builtins
import os
import sys
from struct import pack_into
from time import sleep_ms

import micropython
import vfs

BLOCK = 4096
BLOCKS = 352
PAGE = 256  # what one write to the flash programs: a power cut falls between two of them


class Flash:
    """The block device of an RP2040's flash, over a file: an erase leaves 0xFF, a program clears bits. Whoever programs a byte that was not
    erased gets an error, and a word of it in the log.

    Asks for no memory, as a chip's driver does not: a collection closes files that nobody holds, and has the heap locked meanwhile. And
    no function here has so many variables that a call would ask for some: a collection in the middle of what the file system does
    would have it called from within."""

    def __init__(self, path, cut=0, writes=None):
        self.file = open(path, "r+b")
        self.blank = b"\xff" * BLOCK
        self.old = bytearray(PAGE)
        self.slow = 0  # ms that an erase takes
        self.cut = cut  # writes to come until the power goes; 0: never
        self.writes = open(writes, "ab") if writes else None
        self.head = bytearray(6)
        self.buf = None  # what is programmed, from where on, and to where
        self.from_, self.at = 0, 0

    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self.at = block * BLOCK + offset
        self.buf = buf
        self.from_ = 0
        while self.from_ < len(buf):
            self.program()
            self.at += PAGE
            self.from_ += PAGE
        self.buf = None

    def program(self):
        self.file.seek(self.at)
        self.file.readinto(self.old)
        if not erased(self.old, self.buf, self.from_):
            sys.stderr.write("flash: a byte is programmed that was not erased\n")
            raise OSError(5)
        if self.writes:
            self.tell(PAGE)
            self.writes.write(self.buf, self.from_, PAGE)
        keep(self.old, self.buf, self.from_)
        self.file.seek(self.at)
        if self.cut and self.last():
            self.file.write(self.old, 0, PAGE >> 1)
            self.die()
        self.file.write(self.old)

    def erase(self):
        if self.writes:
            self.tell(0)
        if self.slow:
            sleep_ms(self.slow)  # told first: who reads along knows that it is going on
        self.file.seek(self.at)
        if self.cut and self.last():
            self.file.write(self.blank, 0, BLOCK >> 1)
            self.die()
        self.file.write(self.blank)

    def last(self):
        self.cut -= 1
        return not self.cut

    def die(self):
        self.file.close()
        os.system("kill -9 $PPID")

    def tell(self, n):
        """Where, and how many bytes; none: a block is erased."""
        pack_into(">IH", self.head, 0, self.at, n)
        self.writes.write(self.head)

    def ioctl(self, op, block):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self.at = block * BLOCK
            self.erase()
        return 0


@micropython.viper
def erased(old: ptr8, new: ptr8, offset: int) -> bool:  # noqa: F821
    """Whether every byte of a page that is to be programmed was erased."""
    i = 0
    while i < 256:
        if new[offset + i] != 255 and old[i] != 255:
            return False
        i += 1
    return True


@micropython.viper
def keep(old: ptr8, new: ptr8, offset: int):  # noqa: F821
    """Clears bits of a page."""
    i = 0
    while i < 256:
        old[i] &= new[offset + i]
        i += 1


def copy(source, target):
    for entry in os.ilistdir(source):
        name, kind = entry[0], entry[1]
        if kind == 0x4000:
            if name not in (".", "..", "__pycache__"):
                os.mkdir(target + "/" + name)
                copy(source + "/" + name, target + "/" + name)
        else:
            with open(source + "/" + name, "rb") as i, open(target + "/" + name, "wb") as o:
                while True:
                    data = i.read(4096)
                    if not data:
                        break
                    o.write(data)


def make(path, folder):
    flash = Flash(path)
    for block in range(BLOCKS):
        flash.ioctl(6, block)
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/flash")
    copy(folder, "/flash")
    vfs.umount("/flash")


def read(path, name):
    from binascii import hexlify

    vfs.mount(vfs.VfsLfs2(Flash(path), progsize=PAGE), "/flash", readonly=True)
    try:
        with open("/flash/" + name, "rb") as f:
            print(hexlify(f.read()).decode())
    except OSError:
        pass


def boot(path):
    sys.path[:] = ["", ".frozen", "/lib"]
    try:
        flash = Flash(path, int(os.getenv("LANTERNBOARD_CUT") or "0"), os.getenv("LANTERNBOARD_WRITES"))
        flash.slow = int(os.getenv("LANTERNBOARD_ERASE_MS") or "0")
        builtins.lanternboard_flash = flash
        vfs.umount("/")
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/")
        os.chdir("/")
        with open("/main.py") as f:
            code = f.read()
        exec(compile(code, "/main.py", "exec"), {"__name__": "__main__"})
    except Exception as wrong:
        sys.print_exception(wrong, sys.stderr)  # before the prompt is announced
    finally:
        prompt()


def prompt():
    """main.py has ended: MicroPython's own prompt is next, and wants a console that waits. The supervisor makes it one and
    says so with a byte; button edges before it are nobody's any more. The stream stays: a collection would close it, which is how a
    board ends."""
    control = builtins.lanternboard_control = open(int(os.getenv("LANTERNBOARD_CONTROL")), "r+b")
    try:
        control.write(b"M\x00\x00")
        while control.read(1) not in (b"\xff", b""):
            pass
    except OSError:
        pass  # the supervisor is gone; the prompt finds its console closed, and ends


if len(sys.argv) > 3:
    read(sys.argv[1], sys.argv[3])
elif len(sys.argv) > 2:
    make(sys.argv[1], sys.argv[2])
else:
    boot(sys.argv[1])
