"""Lanternboard's board firmware: one importable package; importing it touches no hardware."""

folder = ""  # of this version, where that is not the one in which this file lies


def settle(names):
    """Each compiled module's last statement calls this with its names (image/build.py): a source laid beside it finds the
    constants that it keeps no more. A board's start puts more in its place (files/start.py)."""

    def missing(name):
        value = names[name] = constant(names["__name__"], name)  # kept: reading the file takes long
        return value

    names["__getattr__"] = missing


def constant(module, name):
    """An integer that a compiled module names no more, from the file of those. Raises AttributeError when it never did."""
    key = module + " " + name + " "
    with open((folder or __file__[: __file__.rfind("/lanternboard/")]) + ".constants") as f:
        for line in f:
            if line.startswith(key):
                return int(line[len(key) :])
    raise AttributeError(name)
