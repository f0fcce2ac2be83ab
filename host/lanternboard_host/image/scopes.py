"""Which name means what in one module of the firmware: scopes, what binds a name in each, where it is used. Reads only; what is
done with it is in shrink.py. Knows the language subset of the firmware: no star imports, no match, no type parameters."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False)
class Scope:
    kind: str  # "module", "function", "class"
    parent: "Scope | None" = None
    bound: dict[str, list[ast.AST]] = field(default_factory=dict)  # name -> every node that binds it
    outside: set[str] = field(default_factory=set)  # names that `global` takes from the module
    viper: bool = False

    def bind(self, name: str, node: ast.AST) -> None:
        scope = self.module() if name in self.outside else self
        scope.bound.setdefault(name, []).append(node)

    def module(self) -> "Scope":
        return self.parent.module() if self.parent else self


@dataclass
class Use:
    node: ast.Name
    scope: Scope
    idle: bool  # in an annotation, or what viper compiles itself: nothing looks it up when the code runs


class Module:
    """One module's tree, and what its names mean."""

    def __init__(self, name: str, tree: ast.Module, package: bool) -> None:
        self.name, self.tree, self.package = name, tree, package
        self.look()

    def look(self) -> None:
        """Once more, after the tree was changed."""
        self.top = Scope("module")
        self.uses: list[Use] = []
        self.attributes: list[tuple[ast.Attribute, Scope]] = []  # those of plain names
        self.imports: list[tuple[ast.ImportFrom, Scope]] = []
        self._body(self.tree.body, self.top)

    def absolute(self, node: ast.ImportFrom) -> str:
        """The full name of what a `from ... import` imports from."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        parts = parts[: len(parts) - node.level + self.package]
        return ".".join(parts + ([node.module] if node.module else []))

    def home(self, name: str, scope: Scope) -> Scope | None:
        """The scope whose binding a use of `name` in `scope` means; None for a builtin."""
        at: Scope | None = scope
        while at:
            if name in at.outside:
                return self.top
            if name in at.bound and (at.kind != "class" or at is scope):
                return at
            at = at.parent
        return None

    def _body(self, nodes: list[ast.stmt], scope: Scope) -> None:
        for node in nodes:
            for inner in _own(node):
                if isinstance(inner, ast.Global):
                    scope.outside |= set(inner.names)
        for node in nodes:
            self._node(node, scope)

    def _node(self, node: ast.AST | None, scope: Scope, idle: bool = False) -> None:
        if node is None:
            return
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            self._function(node, scope)
        elif isinstance(node, ast.ClassDef):
            scope.bind(node.name, node)
            for part in [*node.bases, *node.keywords, *node.decorator_list]:
                self._node(part, scope)
            self._body(node.body, Scope("class", scope))
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            inner = Scope("function", scope, viper=scope.viper)
            for k, part in enumerate(node.generators):
                self._node(part.iter, inner if k else scope)
                self._node(part.target, inner)
                for test in part.ifs:
                    self._node(test, inner)
            for value in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                self._node(value, inner)
        elif isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self.uses.append(Use(node, scope, idle or (scope.viper and node.id in ("ptr8", "ptr16", "ptr32"))))
            else:
                scope.bind(node.id, node)
        elif isinstance(node, ast.AnnAssign):
            self._node(node.target, scope)
            self._node(node.annotation, scope, True)
            self._node(node.value, scope)
        else:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    scope.bind(alias.asname or alias.name.split(".")[0], node)
                if isinstance(node, ast.ImportFrom):
                    self.imports.append((node, scope))
            elif isinstance(node, ast.ExceptHandler) and node.name:
                scope.bind(node.name, node)
            elif isinstance(node, ast.Nonlocal):
                for name in node.names:
                    (self.home(name, scope.parent or scope) or scope).bind(name, node)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                self.attributes.append((node, scope))
            for child in ast.iter_child_nodes(node):
                self._node(child, scope, idle)

    def _function(self, node: ast.FunctionDef | ast.Lambda, scope: Scope) -> None:
        inner = Scope("function", scope)
        args = node.args
        if isinstance(node, ast.FunctionDef):
            scope.bind(node.name, node)
            for part in node.decorator_list:
                kernel = isinstance(part, ast.Attribute) and part.attr in ("viper", "native")
                inner.viper |= kernel
                self._node(part, scope, kernel)
            self._node(node.returns, scope, True)
        for default in [*args.defaults, *args.kw_defaults]:
            self._node(default, scope)
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]:
            inner.bind(arg.arg, arg)
            self._node(arg.annotation, scope, True)
        if isinstance(node, ast.FunctionDef):
            self._body(node.body, inner)
        else:
            self._node(node.body, inner)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The node and the statements in it, but not in functions and classes of its own; of expressions only the outermost."""
    left = [node]
    while left:
        at = left.pop()
        yield at
        if not isinstance(at, (ast.FunctionDef, ast.ClassDef, ast.expr)):
            left += ast.iter_child_nodes(at)
