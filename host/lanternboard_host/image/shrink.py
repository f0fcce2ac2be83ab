"""The firmware's sources made smaller before they are compiled, all modules together: integer constants in place of their names,
also across modules; imports that nothing needs any more, annotations, docstrings, `__slots__` and branches for other
interpreters dropped. Behaves the same. Function and class names stay, so a traceback still names module and function.

A constant that is written out everywhere needs no definition; those that are not private are told, so that a changed source laid
beside these finds them there. `short`: private names become short ones (short.py). Whatever else one module asks another for stays, and so
does what is public. `closed`: nothing but these modules will ever run together. Never touches what is not a module of the package;
reads and writes no file."""

import ast

from lanternboard.base.errors import Refused

from .scopes import Module, Scope
from .short import shorten

SMALL = 1 << 30  # integers below are values in themselves on a 32-bit board
IDLE_TEST = "sys.implementation.name"


def shrink(sources: dict[str, str], closed: bool, short: bool = False) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Path ("lanternboard/rules/state.py") -> source, for the same paths; and (module, name) -> value of the public constants
    that are defined no more."""
    work = Shrink(sources, closed)
    return work.run(short), work.gone


class Shrink:
    def __init__(self, sources: dict[str, str], closed: bool) -> None:
        self.closed = closed
        self.modules: dict[str, Module] = {}
        self.paths: dict[str, str] = {}
        for path, source in sources.items():
            parts = path[:-3].split("/")
            package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if package else parts)
            try:
                tree = ast.parse(source, path)
            except (SyntaxError, ValueError) as wrong:
                raise Refused(path, str(wrong)) from None
            _Plain().visit(tree)
            self.modules[name] = Module(name, tree, package)
            self.paths[name] = path
        self.values: dict[tuple[str, str], int] = {}
        self.gone: dict[tuple[str, str], int] = {}
        self.set_from_outside = self._set_from_outside()

    def run(self, short: bool) -> dict[str, str]:
        kept = set() if self.closed else self._needed_elsewhere() | {(m.name, n) for m in self.modules.values() for n in self._unused(m)}
        while self._find_values():
            pass
        for module in self.modules.values():
            _Inline(self, module).visit(module.tree)
            _Fold().visit(module.tree)
            module.look()
        kept -= set(self.values)
        handed = self._handed_about()
        some = True
        while some:
            needed = self._needed_elsewhere() | kept  # less while this goes on: another turn sees it
            some = any([self._drop(module, needed, module.name in handed) for module in self.modules.values()])
        if short:
            shorten({name: module.tree for name, module in self.modules.items()})
        return {self.paths[name]: ast.unparse(ast.fix_missing_locations(module.tree)) + "\n" for name, module in self.modules.items()}

    # What a name or an attribute means

    def target(self, module: Module, name: str, scope: Scope) -> tuple[str, str] | None:
        """(module, name) that the only binding of `name` imports; of a module itself (module, "")."""
        home = module.home(name, scope)
        found = home.bound[name] if home else []
        if len(found) != 1 or not isinstance(found[0], ast.ImportFrom):
            return None
        source = module.absolute(found[0])
        original = next(alias.name for alias in found[0].names if (alias.asname or alias.name) == name)
        if source + "." + original in self.modules:
            return source + "." + original, ""
        if source not in self.modules:
            return None
        other = self.modules[source]  # which may have it from yet another; a package that imports from itself is no chain
        return (other is not module and self.target(other, original, other.top)) or (source, original)

    def value(self, module: Module, node: ast.expr, scope: Scope) -> int | None:
        """What an expression is, where that is one integer for ever."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.Name):
            home = module.home(node.id, scope)
            if home is module.top and (module.name, node.id) in self.values:
                return self.values[module.name, node.id]
            target = self.target(module, node.id, scope)
            return self.values.get(target) if target else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            target = self.target(module, node.value.id, scope)
            return self.values.get((target[0], node.attr)) if target and not target[1] else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            inner = self.value(module, node.operand, scope)
            return None if inner is None else -inner if isinstance(node.op, ast.USub) else ~inner
        if isinstance(node, ast.BinOp):
            left, right = self.value(module, node.left, scope), self.value(module, node.right, scope)
            if left is None or right is None:
                return None
            if isinstance(node.op, ast.LShift) and 0 <= right < 32:
                return left << right
            operations = {ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__, ast.BitOr: int.__or__, ast.BitAnd: int.__and__}
            operation = operations.get(type(node.op))
            return operation(left, right) if operation else None
        return None

    def _find_values(self) -> bool:
        """Look for names that are one integer; whether any new one was found."""
        before = len(self.values)
        for module in self.modules.values():
            for node in module.tree.body:
                if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                    continue
                target = node.targets[0]
                if isinstance(target, ast.Name):
                    self._found(module, target.id, self.value(module, node.value, module.top))
                elif isinstance(target, ast.Tuple) and all(isinstance(t, ast.Name) for t in target.elts):
                    names = [t.id for t in target.elts if isinstance(t, ast.Name)]
                    values = self._several(module, node.value)
                    if len(values) == len(names):
                        for name, value in zip(names, values):
                            self._found(module, name, value)
        return before < len(self.values)

    def _found(self, module: Module, name: str, value: int | None) -> None:
        once = len(module.top.bound[name]) == 1 and (module.name, name) not in self.set_from_outside
        if value is not None and -SMALL <= value < SMALL and once:
            self.values[module.name, name] = value

    def _set_from_outside(self) -> set[tuple[str, str]]:
        """(module, name) that another module assigns to."""
        found = set()
        for module in self.modules.values():
            for node, scope in module.attributes:
                assert isinstance(node.value, ast.Name)
                target = None if isinstance(node.ctx, ast.Load) else self.target(module, node.value.id, scope)
                if target and not target[1]:
                    found.add((target[0], node.attr))
        return found

    def _several(self, module: Module, node: ast.expr) -> list[int | None]:
        if isinstance(node, ast.Tuple):
            return [self.value(module, part, module.top) for part in node.elts]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" and not node.keywords:
            limits = [self.value(module, part, module.top) for part in node.args]
            if None not in limits:
                return list(range(*[limit for limit in limits if limit is not None]))
        return []

    # What nothing needs

    def _unused(self, module: Module) -> set[str]:
        """Names imported into a module that never uses them: there for others."""
        names = {alias.asname or alias.name for node, scope in module.imports if scope is module.top for alias in node.names}
        return names - {use.node.id for use in module.uses if module.home(use.node.id, use.scope) is module.top}

    def _needed_elsewhere(self) -> set[tuple[str, str]]:
        """(module, name) that another module asks a module for."""
        found = set()
        for module in self.modules.values():
            for node, _ in module.imports:
                found |= {(module.absolute(node), alias.name) for alias in node.names}
            for attribute, scope in module.attributes:
                assert isinstance(attribute.value, ast.Name)
                target = self.target(module, attribute.value.id, scope)
                if target and not target[1]:
                    found.add((target[0], attribute.attr))
        return found

    def _handed_about(self) -> set[str]:
        """Modules that another uses in any way but to take a name from: what is asked of them cannot be known."""
        found = set()
        for module in self.modules.values():
            taken = {id(attribute.value) for attribute, _ in module.attributes}
            for use in module.uses:
                target = None if id(use.node) in taken else self.target(module, use.node.id, use.scope)
                if target and not target[1]:
                    found.add(target[0])
        return found

    def _drop(self, module: Module, needed: set[tuple[str, str]], handed: bool) -> bool:
        """Take away imports and definitions that nothing needs; whether there were any."""
        used: dict[Scope, set[str]] = {}
        for use in module.uses:
            home = module.home(use.node.id, use.scope)
            if home and not use.idle:
                used.setdefault(home, set()).add(use.node.id)
        gone: set[ast.AST] = set()
        for node, scope in module.imports:
            stay = []
            for alias in node.names:
                name = alias.asname or alias.name
                home = module.top if name in scope.outside else scope
                wanted = name in used.get(home, ()) or len(home.bound[name]) > 1
                if home is module.top:
                    wanted |= (module.name, name) in needed
                if wanted or module.absolute(node).split(".")[0] != "lanternboard":
                    stay.append(alias)
            if len(stay) < len(node.names):
                gone |= {node} if not stay else {alias for alias in node.names if alias not in stay}
        asked_for = used.get(module.top, set()) | {name for of, name in needed if of == module.name}
        for statement in module.tree.body:
            names = _names(statement)
            spare = {name for name in names if (module.name, name) in self.values and not handed}
            spare -= asked_for
            if names and names == spare:
                gone.add(statement)
                self.gone.update({(module.name, name): self.values[module.name, name] for name in names if not name.startswith("_")})
        if gone:
            _Drop(gone).visit(module.tree)
            module.look()
        return bool(gone)


def _names(node: ast.stmt) -> set[str]:
    """The names an assignment binds; empty where it binds anything else, and for other statements."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return set()
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return names if len(names) == len(parts) else set()


class _Plain(ast.NodeTransformer):
    """Without docstrings, `__slots__`, annotations where they are no types, branches for another interpreter."""

    def visit_Module(self, node):
        self.generic_visit(node)
        return self._without_docstring(node)

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        node.body = [part for part in node.body if _names(part) != {"__slots__"}]
        return self._without_docstring(node)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        if not any(isinstance(part, ast.Attribute) and part.attr == "viper" for part in node.decorator_list):
            node.returns = None
            for arg in ast.walk(node.args):
                if isinstance(arg, ast.arg):
                    arg.annotation = None
        return self._without_docstring(node)

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        if node.value is None:
            return ast.Pass()
        return ast.Assign(targets=[node.target], value=node.value, lineno=node.lineno)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if ast.unparse(node.left) == IDLE_TEST and isinstance(node.comparators[0], ast.Constant):
            same = node.comparators[0].value == "micropython"
            return ast.Constant(same == isinstance(node.ops[0], ast.Eq))
        return node

    def visit_If(self, node):
        return _chosen(self.generic_visit(node))

    def visit_IfExp(self, node):
        return _chosen(self.generic_visit(node))

    def _without_docstring(self, node):
        if node.body and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            del node.body[0]
        if not node.body and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]
        return node


def _chosen(node):
    """The branch that is always taken, where the test is a constant."""
    if isinstance(node.test, ast.Constant):
        return (node.body if node.test.value else node.orelse) or ast.Pass()
    return node


class _Inline(ast.NodeTransformer):
    """Integers in place of the names that are always those."""

    def __init__(self, shrink: Shrink, module: Module) -> None:
        self.shrink, self.module = shrink, module
        self.scopes = {use.node: use.scope for use in module.uses if not use.idle}
        self.attributes = dict(module.attributes)

    def visit_Name(self, node):
        return self._value(node, self.scopes.get(node))

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Load) and node in self.attributes:
            found = self._value(node, self.attributes[node])
            if found is not node:
                return found
        return self.generic_visit(node)

    def _value(self, node, scope):
        value = self.shrink.value(self.module, node, scope) if scope else None
        if value is None:
            return node
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


class _Fold(ast.NodeTransformer):
    """Branches on what is a constant now."""

    def visit_If(self, node):
        return _chosen(self.generic_visit(node))

    def visit_IfExp(self, node):
        return _chosen(self.generic_visit(node))


class _Drop(ast.NodeTransformer):
    def __init__(self, gone: set[ast.AST]) -> None:
        self.gone = gone

    def generic_visit(self, node):
        if node in self.gone:
            return None
        super().generic_visit(node)
        if isinstance(node, (ast.stmt, ast.ExceptHandler)) and getattr(node, "body", True) == []:
            setattr(node, "body", [ast.Pass()])  # noqa: B010 - statements are of many types
        return node
