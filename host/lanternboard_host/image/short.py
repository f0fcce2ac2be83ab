"""Short names for what a module keeps to itself, since a board keeps every name that it ever read, once: private attributes, variables,
functions and methods of different modules come to share a few, and so do parameters that nobody names in a call. Public names and
classes keep theirs; what a traceback says of a short one, the same sources tell again. Changes the trees that it is given; reads and
writes no file."""

import ast
import builtins
from collections.abc import Iterator

from lanternboard.base.errors import Refused

Trees = dict[str, ast.Module]


def shorten(trees: Trees) -> None:
    """Rename, in all modules of a package (full name -> tree), every private name that is no class's and that nothing outside its
    module can mean: no import, keyword or text has it, and as an attribute it stands on `self` only. Modules whose classes may share an
    object are one in this. Where attributes are asked for by a name made at run time, functions keep theirs. Raises Refused for a
    class whose base is not found, and for what asks for names in ways that cannot be followed (`_no_surprises`)."""
    groups = _groups(trees)
    places: dict[str, set[str]] = {}
    kept: set[str] = set()
    everything: set[str] = set()
    for module, tree in trees.items():
        _no_surprises(module, tree)
        for node in ast.walk(tree):
            for name in _names(node):
                everything.add(name)
                if name.startswith("_") and not name.startswith("__"):
                    places.setdefault(name, set()).add(groups[module])
            kept |= _kept(node)
        if any(_asks_by_name(node) for node in ast.walk(tree)):
            kept |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    new: dict[str, dict[str, str]] = {group: {} for group in groups.values()}
    used: dict[str, int] = {}
    for name in sorted(set(places) - kept):
        for group in sorted(places[name]):
            while True:
                used[group] = used.get(group, 0) + 1
                short = "_%d" % used[group]
                if short not in everything:
                    break
            new[group][name] = short
    for module, tree in trees.items():
        for node in ast.walk(tree):
            _rename(node, new[groups[module]])
    keywords = {node.arg for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                _parameters(node, keywords)


def _no_surprises(module: str, tree: ast.Module) -> None:
    """Raises Refused for what would mean other names than it says."""
    methods = {id(node) for owner in ast.walk(tree) if isinstance(owner, ast.ClassDef) for node in owner.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and id(node) not in methods and any(arg.arg == "self" for arg in node.args.args):
            name = getattr(node, "name", "<lambda>")
            raise Refused(f"{module}.{name}", "no short names where a function outside classes takes a `self`", "another name")
        if isinstance(node, ast.Call) and any(word.arg is None and isinstance(word.value, ast.Dict) for word in node.keywords):
            raise Refused(module, f"no short names with {ast.unparse(node)}", "arguments by their names, without a dict")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("locals", "vars"):
            raise Refused(module, f"no short names with {node.func.id}()", "the variables themselves")
        if (
            isinstance(node, ast.Call)
            and _asks_by_name(node)
            and _private(node.args[1])
            and not (isinstance(node.args[0], ast.Name) and node.args[0].id == "self")
        ):
            raise Refused(module, f"no short names with {ast.unparse(node)}", "private names of `self` only")


def _private(text: ast.expr) -> bool:
    """Whether a text made at run time begins as a private name does."""
    while isinstance(text, ast.BinOp):
        text = text.left
    if isinstance(text, ast.JoinedStr) and text.values:
        text = text.values[0]
    return isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value.startswith("_")


def _asks_by_name(node: ast.AST) -> bool:
    """Whether a node asks an object for what a text made at run time names."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr", "hasattr", "delattr")
    ):
        return False
    return len(node.args) > 1 and not isinstance(node.args[1], ast.Constant)


def _parameters(function: ast.FunctionDef | ast.Lambda, keywords: set[str | None]) -> None:
    """Short names for the positional parameters of one function, in it and in what stands inside it; but for `self`, and for those
    that stand there as anything but a variable. Default values are another scope's."""
    body = function.body if isinstance(function.body, list) else [function.body]
    inside = [node for part in body for node in ast.walk(part)]
    if any(isinstance(node, ast.ClassDef) for node in inside):
        return  # whose variables are attributes
    bound = {name for node in inside for name in _bound(node)}
    taken = {name for node in inside for name in _names(node)} | {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
    n = 0
    for arg in function.args.posonlyargs + function.args.args:
        old = arg.arg
        if len(old) < 2 or old == "self" or old.startswith("_") or old in keywords or old in bound:
            continue
        n += 1
        while "_%d" % n in taken:
            n += 1
        arg.arg = "_%d" % n
        for node in inside:
            if isinstance(node, ast.Name) and node.id == old:
                node.id = arg.arg
            elif isinstance(node, ast.arg) and node.arg == old:
                node.arg = arg.arg


def _bound(node: ast.AST) -> set[str]:
    """Names that a node binds otherwise than by a plain assignment."""
    if isinstance(node, (ast.FunctionDef, ast.ExceptHandler)):
        return {node.name} if node.name else set()
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return set(node.names) if isinstance(node, (ast.Global, ast.Nonlocal)) else set()


def _names(node: ast.AST) -> Iterator[str]:
    """The names that stand in a node itself."""
    for field in ("id", "attr", "arg", "name", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def _kept(node: ast.AST) -> set[str]:
    """Names that stay because of this node: a class's, an import's, an attribute's of anything but `self`, a text."""
    if isinstance(node, ast.ClassDef):
        return {node.name}
    if isinstance(node, (ast.alias, ast.keyword)):
        return set(_names(node))
    if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
        return {node.attr}
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _groups(trees: Trees) -> dict[str, str]:
    """Module -> a name for all modules whose classes may share an object with its own: those that use one another's classes as
    bases, by whatever name and over however many imports. Raises Refused for a base that is not found."""
    groups = {module: module for module in trees}
    imports = {module: _imports(tree) for module, tree in trees.items()}

    def join(module: str, words: set[str], seen: set[str]) -> None:
        """Whatever module one of `words` is the last word of belongs to the group of `module`, and where that one has them from."""
        for other in [other for other in trees if other.split(".")[-1] in words and other not in seen]:
            old = groups[other]
            groups.update({key: groups[module] for key in groups if groups[key] == old})
            for word in words & set(imports[other]):
                join(module, imports[other][word], seen | {other})

    for module, tree in trees.items():
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for node in classes:
            for base in node.bases:
                chain = _chain(base)
                if chain and chain[0] in imports[module]:
                    join(module, imports[module][chain[0]] | set(chain[1:]), {module})
                elif not chain or len(chain) > 1 or not (chain[0] in {one.name for one in classes} or hasattr(builtins, chain[0])):
                    wanted = "a class of this module, or one that it imports, or of a module that it imports"
                    raise Refused(f"{module}.{node.name}", f"no short names with the base {ast.unparse(base)}", wanted)
    return groups


def _imports(tree: ast.Module) -> dict[str, set[str]]:
    """Name that an import binds -> the words by which what it means may be called: the last one of a module, a class."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found.setdefault(alias.asname or alias.name, set()).update(((node.module or "").split(".")[-1], alias.name))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                words = alias.name.split(".")
                found.setdefault(alias.asname or words[0], set()).update(words[1:])
    return found


def _chain(node: ast.AST) -> list[str]:
    """["end", "Base"] for `end.Base`; empty for what is more than names and dots."""
    words: list[str] = []
    while isinstance(node, ast.Attribute):
        words.insert(0, node.attr)
        node = node.value
    return [node.id, *words] if isinstance(node, ast.Name) else []


def _rename(node: ast.AST, new: dict[str, str]) -> None:
    for field in ("id", "attr", "arg", "name"):
        value = getattr(node, field, None)
        if isinstance(value, str) and value in new:
            setattr(node, field, new[value])
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        node.names = [new.get(name, name) for name in node.names]
