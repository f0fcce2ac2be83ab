"""One source for CPython and viper: on CPython the decorators and pointer casts are identities.

A kernel is written as `@micropython.viper` over bytearrays and integers. MicroPython compiles the decorator and the
casts itself; CPython finds them here. The check is the implementation's name, since Blinka installs a module called
`micropython` on CPython whose `viper` raises."""

import sys


def ptr8(buffer):
    """The cast where a kernel runs as bytecode; the viper emitter compiles it in and never looks here."""
    return buffer


ptr16 = ptr32 = ptr8

if sys.implementation.name == "micropython":
    import micropython
else:

    class micropython:  # stands in for the module of that name
        @staticmethod
        def viper(function):
            return function

        @staticmethod
        def native(function):
            return function

        @staticmethod
        def const(value):
            return value
