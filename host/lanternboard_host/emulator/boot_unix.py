"""Run by MicroPython's unix port: what a Pico's _boot.py does, then main.py. Mounts the flash file at "/" (so that every path is
a Pico's) and leaves nothing of the computer's file system behind. Never makes or repairs a file system.

Arguments: the flash file. With a second argument, a folder: format the flash file and copy the folder into it instead. With an
empty second one and a third, a file on that flash: say its content in hexadecimal, nothing when it is not there."""

import builtins
import os
import sys

import vfs

BLOCK = 4096
BLOCKS = 352
PAGE = 256  # what one write to the flash programs: a power cut falls between two of them


class Flash:
    """The block device of an RP2040's flash, over a file: an erase leaves 0xFF, a program clears bits. It is an error of
    the file system to program a page that was not erased; here it would show as wrong data, as on the chip.

    Asks for no memory, as a chip's driver does not: a collection closes files that nobody holds, and has the heap locked meanwhile. And
    no function here has so many variables that a call would ask for some: a collection in the middle of what the file system does
    would have it called from within."""

    def __init__(self, path):
        self.file = open(path, "r+b")
        self.blank = b"\xff" * BLOCK

    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        offset = 0
        while offset < len(buf):
            self.file.write(buf, offset, PAGE)
            offset += PAGE

    def ioctl(self, op, block):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self.file.seek(block * BLOCK)
            self.file.write(self.blank)
        return 0


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
        flash = Flash(path)
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
