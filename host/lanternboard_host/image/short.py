"""Short names for what a module keeps to itself, since a board keeps every name that it ever read, once: private attributes and
variables of different modules come to share a few. Functions and classes keep theirs, so a traceback tells where it was. Changes
the trees that it is given; reads and writes no file."""

import ast
from collections.abc import Iterator

Trees = dict[str, ast.Module]


def shorten(trees: Trees) -> None:
    """Rename, in all modules of a package (full name -> tree), every private name that is no function's or class's, stands in one
    module only and there, as an attribute, only on `self`."""
    places: dict[str, set[str]] = {}
    kept: set[str] = set()
    for module, tree in trees.items():
        for node in ast.walk(tree):
            for name in _names(node):
                places.setdefault(name, set()).add(module)
            kept |= _kept(node)
    groups = _groups(trees)
    new: dict[str, dict[str, str]] = {module: {} for module in trees}
    used: dict[str, int] = {}
    for name in sorted(places):
        if name.startswith("_") and not name.startswith("__") and len(places[name]) == 1 and name not in kept:
            module = next(iter(places[name]))
            group = groups[module]
            while True:
                used[group] = used.get(group, 0) + 1
                short = "_%d" % used[group]
                if short not in places:
                    break
            new[module][name] = short
    for module, tree in trees.items():
        for node in ast.walk(tree):
            _rename(node, new[module])


def _names(node: ast.AST) -> Iterator[str]:
    """The names that stand in a node itself."""
    for field in ("id", "attr", "arg", "name", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def _kept(node: ast.AST) -> set[str]:
    """Names that stay because of this node: a function's, an import's, an attribute's of anything but `self`, a text."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.alias, ast.keyword)):
        return set(_names(node))
    if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
        return {node.attr}
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _groups(trees: Trees) -> dict[str, str]:
    """Module -> a name for all modules whose classes may share an object with its own: those that import one another's bases."""
    groups = {module: module for module in trees}
    for module, tree in trees.items():
        bases = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases for name in _all(base)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and any((alias.asname or alias.name) in bases for alias in node.names):
                near = [other for other in trees if other.split(".")[-1] == (node.module or "").split(".")[-1]]
                for other in near:
                    old = groups[other]
                    groups = {key: groups[module] if group == old else group for key, group in groups.items()}
    return groups


def _all(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _rename(node: ast.AST, new: dict[str, str]) -> None:
    for field in ("id", "attr", "arg", "name"):
        value = getattr(node, field, None)
        if isinstance(value, str) and value in new:
            setattr(node, field, new[value])
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        node.names = [new.get(name, name) for name in node.names]
