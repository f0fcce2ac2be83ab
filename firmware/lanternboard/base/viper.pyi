# What a type checker is told: a pointer may be indexed and called as a cast, a kernel is an ordinary function.
from typing import Any, TypeAlias

ptr8: TypeAlias = Any
ptr16: TypeAlias = Any
ptr32: TypeAlias = Any
micropython: Any
