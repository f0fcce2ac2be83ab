"""The rules as CPython runs them soonest, made out of their own source, so that there is one source: kernels without viper's casts, which
are calls here and change nothing (base/viper.py), and functions that look up once what a board loads late. The two kernels that take
longest are written anew. Only who plays thousands of showdowns loads this; nothing of it is on a board."""

from __future__ import annotations

import ast
import inspect
from array import array
from functools import lru_cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from lanternboard.rules import kernel


class _Plain(ast.NodeTransformer):
    """A function without casts (`kernel`) and without the imports of its package's modules, whose names go into `found`. A name that the
    module has already stays an import."""

    def __init__(self, module: ModuleType, kernel: bool) -> None:
        self.module = module
        self.kernel = kernel
        self.found: dict[str, Any] = {}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return node.args[0] if self.kernel and isinstance(node.func, ast.Name) and node.func.id == "int" else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.level != 1 or node.module is not None or [name for name in map(_called, node.names) if name in vars(self.module)]:
            return node
        for each in node.names:
            self.found[_called(each)] = import_module(f"{self.module.__package__}.{each.name}")
        return ast.copy_location(ast.Pass(), node)


def _called(name: ast.alias) -> str:
    return name.asname or name.name


def _is_kernel(node: ast.FunctionDef) -> bool:
    return "micropython.viper" in [ast.unparse(each) for each in node.decorator_list]


def quicken(*modules: ModuleType) -> None:
    """Gives the functions of these modules quicker code, wherever they are known already."""
    found: list[tuple[ModuleType, dict[str, Any]]] = []
    for module in modules:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                plain = _Plain(module, _is_kernel(node))
                made = dict(vars(module))
                tree = ast.Module([ast.fix_missing_locations(plain.visit(node))], [])
                exec(compile(tree, module.__file__ or "", "exec"), made)
                function, quick = vars(module).get(node.name), made[node.name]
                if isinstance(function, FunctionType) and function.__globals__ is vars(module):
                    function.__code__ = quick.__code__
                    found.append((module, plain.found))
    for module, names in found:
        vars(module).update(names)


@lru_cache(64)
def _ground(columns: int, rows: int, n: int) -> bytes:
    """What `kernel.prepare` makes of a board without terrain."""
    dist = bytearray(kernel.cells(columns, rows))
    kernel._frame(dist, (columns, rows, n))
    return bytes(dist)


def prepare(dist: bytearray, terrain: bytearray, args: array[int]) -> None:
    """As `kernel.prepare`."""
    made = _ground(args[0], args[1], args[2])
    dist[: len(made)] = made
    if terrain != bytes(len(terrain)):
        kernel._bar(dist, terrain, args)


def flood(dist: bytearray, queue: array[int], args: array[int]) -> int:
    """As `kernel.flood`, a layer at a time."""
    stride, tail, limit, goal = args[0] + 1, args[4], args[5], args[6]
    layer = queue[:tail].tolist()
    if goal in layer:
        args[7] = tail
        return 0
    value = 1
    steps = 0
    found = -1
    while layer and steps != limit and found < 0:
        steps += 1
        value = value % 252 + 1
        new: list[int] = []
        add = new.append
        for p in layer:
            q = p - stride
            if not dist[q]:
                dist[q] = value
                add(q)
            q = p + 1
            if not dist[q]:
                dist[q] = value
                add(q)
            q = p + stride
            if not dist[q]:
                dist[q] = value
                add(q)
            q = p - 1
            if not dist[q]:
                dist[q] = value
                add(q)
        if goal in new:  # there it ends: what came after it was not reached
            found = steps
            end = new.index(goal) + 1
            for q in new[end:]:
                dist[q] = 0
            del new[end:]
        queue[tail : tail + len(new)] = array("H", new)
        tail += len(new)
        layer = new
    args[7] = tail
    return found


def rewrite(module: ModuleType) -> None:
    """Puts the two that are written anew into kernel.py's module."""
    vars(module).update(prepare=prepare, flood=flood)
