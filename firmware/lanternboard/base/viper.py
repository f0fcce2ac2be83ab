"""One source for CPython and viper: on CPython the decorators and pointer casts are identities.

A kernel is written as `@micropython.viper` over bytearrays and integers. MicroPython compiles the decorator and the
casts itself; CPython finds them here. The check is the implementation's name, since Blinka installs a module called
`micropython` on CPython whose `viper` raises."""

import sys

if sys.implementation.name == "micropython":
    import micropython

    ptr8 = ptr16 = ptr32 = None  # compiled in by the viper emitter
else:

    class micropython:  # noqa: N801 - stands in for the module of that name
        @staticmethod
        def viper(function):
            return function

        @staticmethod
        def native(function):
            return function

        @staticmethod
        def const(value):
            return value

    def ptr8(buffer):
        return buffer

    ptr16 = ptr32 = ptr8
