"""Several modules of the firmware made one before they are compiled, for an image that nobody changed: a board looks every name up
once per file, and pays for each file and each import. Function, class and attribute names stay; a module's own name for
something gets the module's in front where two modules use one name. The modules themselves remain as files that
hand their public names on. Never used where a changed module is laid in (bundle.py), so a changed module need not fit in here."""

import ast
from collections.abc import Iterator

from .scopes import Module, Scope
from .shrink import Shrink, written

PACKAGE = "lanternboard"
# What is loaded together, and the modules that ask for it; what these import at their tops comes with them.
UNITS = {
    "first": "drivers.board table.boot settings.table table.loop table.shelf store.packs store.bootlog rules.rulings rules.setup "
    "rules.journaltext base.jsontext",
    "second": "lights.glow link.frames link.link table.commands rules.play rules.targets rules.movement rules.carry rules.adjust",
    "third": "link.parts base.jsonvalue table.transfers",
    "fourth": "explain.lines explain.replay",
}
STAYS = ("first", "second")


class Unjoinable(Exception):
    """A module uses something in a way that has no meaning once it is joined with others; the text says which."""


def joined(sources: dict[str, str], units: dict[str, str] | None = None) -> dict[str, str]:
    """Path -> source, as `shrink` takes and gives it: the units, and every module."""
    shrunk = Shrink(sources, True)
    shrunk.reduce()
    return Join(shrunk, UNITS if units is None else units).run()


class Join:
    def __init__(self, shrunk: Shrink, units: dict[str, str]) -> None:
        self.shrunk = shrunk
        self.modules = shrunk.modules
        self.alone = shrunk.handed_about()  # modules that are handed about as values stay modules
        self.unit: dict[str, str] = {}  # module -> the unit it is in
        for unit, roots in units.items():
            for root in roots.split():
                self._into(PACKAGE + "." + root, unit)
        self.final: dict[tuple[str, str], str] = {}  # (module, name) -> its name in the unit
        for unit in units:
            self._name([name for name in self.unit if self.unit[name] == unit])

    def run(self) -> dict[str, str]:
        stubs = {name: self._stub(name) for name in self.unit}
        bodies: dict[str, list[ast.stmt]] = {}
        out = {}
        for name, module in self.modules.items():
            self._rewrite(module)
            if name not in self.unit:
                out[self.shrunk.paths[name]] = written(module.tree)
        for name, unit in self.unit.items():
            bodies.setdefault(unit, []).extend(self.modules[name].tree.body)
            out[self.shrunk.paths[name]] = stubs[name]
        for unit, body in bodies.items():
            out[f"{PACKAGE}/{unit}.py"] = written(ast.Module(_once(body), []))
        return out

    # Which modules go together, in the order in which importing them would run them

    def _into(self, name: str, unit: str) -> None:
        if name not in self.modules or name in self.unit or name in self.alone or self.modules[name].package:
            return
        module = self.modules[name]
        for node, scope in module.imports:
            if scope is module.top:
                for alias in node.names:
                    self._into(module.absolute(node) + "." + alias.name, unit)
                self._into(module.absolute(node), unit)
        self.unit[name] = unit

    def meant(self, module: Module, name: str, scope: Scope) -> tuple[str, str] | None:
        """(module, name) of the package that `name` imports, the module where it is really made; (module, "") for a module."""
        home = module.home(name, scope)
        imported = home is not None and any(self._inside(module, node) for node in home.bound[name])
        target = self.shrunk.target(module, name, scope)
        if imported and target is None:
            raise Unjoinable(f"{module.name}: {name} is imported and also something else")
        return target if imported else None

    def _inside(self, module: Module, node: ast.AST) -> bool:
        return isinstance(node, ast.ImportFrom) and module.absolute(node).split(".")[0] == PACKAGE

    def _made(self, name: str, attribute: str) -> tuple[str, str]:
        """Where an attribute of a module is really made."""
        other = self.modules[name]
        return self.meant(other, attribute, other.top) or (name, attribute)

    # Names

    def _name(self, names: list[str]) -> None:
        modules = [self.modules[name] for name in names]
        builtin = {use.node.id for m in modules for use in m.uses if m.home(use.node.id, use.scope) is None}
        written_here = {node.id for m in modules for node in ast.walk(m.tree) if isinstance(node, ast.Name)} | builtin
        hidden: dict[tuple[str, str], set[str]] = {}  # names that hide others where something is used from another module
        for m in modules:
            for target, scope in self._foreign_uses(m):
                while scope is not m.top and scope.parent:
                    inner = {name for name, nodes in scope.bound.items() if not all(self._inside(m, node) for node in nodes)}
                    hidden.setdefault(target, set()).update(inner)
                    scope = scope.parent
        taken: dict[str, object] = {}
        for m in modules:
            for name, nodes in m.top.bound.items():
                what: object = (m.name, name)
                imported = self.meant(m, name, m.top)
                if imported and self.unit.get(imported[0]) == self.unit[m.name]:
                    continue
                if imported:
                    what = imported
                elif isinstance(nodes[0], (ast.Import, ast.ImportFrom)):
                    what = ast.unparse(nodes[0]) if len(nodes[0].names) == 1 else (ast.unparse(nodes[0]), name)
                final = name
                barred = builtin | hidden.get((m.name, name), set())
                if taken.get(final, what) != what or (final in barred and what == (m.name, name)):
                    final = m.name.rpartition(".")[2] + "_" + name.lstrip("_")
                    while final in taken or final in written_here:
                        final += "_"
                taken[final] = what
                self.final[m.name, name] = final

    def _foreign_uses(self, m: Module) -> Iterator[tuple[tuple[str, str], Scope]]:
        for use in m.uses:
            target = self.meant(m, use.node.id, use.scope)
            if target and target[1]:
                yield target, use.scope
        for node, scope in m.attributes:
            assert isinstance(node.value, ast.Name)
            target = self.meant(m, node.value.id, scope)
            if target and not target[1]:
                yield self._made(target[0], node.attr), scope

    def _final(self, what: tuple[str, str]) -> str:
        if what not in self.final:
            raise Unjoinable(f"{what[0]} has no {what[1]}")
        return self.final[what]

    # Rewriting

    def _rewrite(self, m: Module) -> None:
        unit = self.unit.get(m.name)
        replaced: dict[ast.AST, ast.AST | list[ast.stmt]] = {}
        for node, scope in m.attributes:
            assert isinstance(node.value, ast.Name)
            target = self.meant(m, node.value.id, scope)
            if target and not target[1]:
                made = self._made(target[0], node.attr)
                if not isinstance(node.ctx, ast.Load):
                    raise Unjoinable(f"{m.name} sets {target[0]}.{node.attr}")
                if unit and self.unit.get(target[0]) == unit == self.unit.get(made[0]):
                    replaced[node] = ast.Name(self._final(made), ast.Load())
                elif unit and self.unit.get(target[0]) == unit:
                    raise Unjoinable(f"{m.name} uses {node.attr} by way of {target[0]}")
                else:
                    node.attr = self._by_way(target[0], node.attr, made)
        for use in m.uses:
            home = m.home(use.node.id, use.scope)
            target = self.meant(m, use.node.id, use.scope)
            if target and unit and self.unit.get(target[0]) == unit:
                if target[1]:
                    use.node.id = self._final(target)
            elif unit and home is m.top:
                use.node.id = self.final[m.name, use.node.id]
        finals = {name: self.final[m.name, name] for name in m.top.bound if (m.name, name) in self.final} if unit else {}
        for name, nodes in m.top.bound.items():
            for binding in nodes:
                if isinstance(binding, ast.Name) and name in finals:
                    binding.id = finals[name]
                elif isinstance(binding, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)) and name in finals:
                    binding.name = finals[name]
                elif isinstance(binding, ast.Import):
                    for alias in binding.names:
                        if (alias.asname or alias.name) == name and finals.get(name, name) != name:
                            alias.asname = finals[name]
        for statement, scope in m.imports:
            replaced[statement] = self._import(m, statement, scope, unit, finals)
        lends = any(alias.name == "let_go" for statement, _ in m.imports for alias in statement.names)
        for part in ast.walk(m.tree):  # what is loaded or let go of by its name; of a unit that stays nothing is let go
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                there = self.unit.get(PACKAGE + "." + part.value)
                if there and not (lends and there in STAYS):
                    part.value = there
        _Replace(replaced, finals).visit(m.tree)

    def _by_way(self, of: str, name: str, made: tuple[str, str]) -> str:
        """Under which name a module's attribute is found, seen from outside of its unit."""
        if of not in self.unit:
            return name
        if self.unit.get(made[0]) != self.unit[of]:
            raise Unjoinable(f"{made[1]} by way of {of}")
        return self._final(made)

    def _import(self, m: Module, node: ast.ImportFrom, scope: Scope, unit: str | None, finals: dict[str, str]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for alias in node.names:
            local = alias.asname or alias.name
            at_top = scope is m.top or local in scope.outside
            bound = finals.get(local, local) if at_top else local
            if not self._inside(m, node):
                out.append(ast.ImportFrom(node.module, [_alias(alias.name, bound)], node.level))
                continue
            target = self.meant(m, local, scope)
            if target is None:
                raise Unjoinable(f"{m.name}: {local}")
            there = self.unit.get(target[0])
            if unit and there == unit:
                continue
            path = [there] if there else target[0].split(".")[1:]
            if m.name.split(".")[0] == PACKAGE:
                level = 1 if unit else len(m.name.split(".")) - 1 + m.package
            else:  # tests are shrunk together with what they test
                level, path = 0, [PACKAGE, *path]
            if target[1]:
                out.append(ast.ImportFrom(".".join(path), [_alias(self.final.get(target, target[1]), bound)], level))
            else:
                out.append(ast.ImportFrom(".".join(path[:-1]) or None, [_alias(path[-1], bound)], level))
        return out or [ast.Pass()]

    def _stub(self, name: str) -> str:
        """A joined module for whoever imports it by its own name."""
        module, lines = self.modules[name], []
        dots = "." * (len(name.split(".")) - 1)
        for public in sorted(module.top.bound):
            target = self.meant(module, public, module.top) or (name, public)
            external = isinstance(module.top.bound[public][0], (ast.Import, ast.ImportFrom)) and target[0] == name
            if not public.startswith("_") and not external and target[1] and target in self.final:
                lines.append(f"from {dots}{self.unit[target[0]]} import {self.final[target]} as {public}\n")
        return "".join(lines) or f"from {dots} import {self.unit[name]}\n"


class _Replace(ast.NodeTransformer):
    def __init__(self, replaced: dict[ast.AST, ast.AST | list[ast.stmt]], finals: dict[str, str]) -> None:
        self.replaced, self.finals = replaced, finals

    def visit(self, node):
        if node in self.replaced:
            return self.replaced[node]
        if isinstance(node, ast.Global):
            node.names = [self.finals.get(name, name) for name in node.names]
        return self.generic_visit(node)


def _alias(name: str, local: str) -> ast.alias:
    return ast.alias(name, None if local == name else local)


def _once(body: list[ast.stmt]) -> list[ast.stmt]:
    """Without `pass`, and every import once; imports from one place together."""
    out: list[ast.stmt] = []
    seen: set[str] = set()
    for node in body:
        text = ast.unparse(node) if isinstance(node, (ast.Import, ast.ImportFrom)) else ""
        if isinstance(node, ast.Pass) or (text and text in seen):
            continue
        seen.add(text)
        out.append(node)
    return out
