"""What a game's source can say: every ``message``, ``Message``, ``news.say`` and ``RuleError``.

A match played at random says only some of a game's sentences, so the kit reads the source as well.
A key that is worked out at run time becomes a pattern: ``f"news.{kind}"`` is ``news.*``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from itertools import product

from msgspec import Struct

from dicerules.errors import KitError

ANY = "*"
"""Stands for the part of a key that cannot be read from the source."""

_SPEAKERS = {"message": "", "Message": "", "say": "", "RuleError": "refusal."}
_DEEPEST = 4
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Sentence(Struct, frozen=True):
    """A sentence that the source can say: where, its key, and the names of its facts.

    ``facts`` is None where they cannot be read from the source.
    """

    file: str
    line: int
    key: str
    facts: frozenset[str] | None


def sentences(folder: Traversable) -> Iterator[Sentence]:
    """Every sentence in the Python files of a folder and the folders in it."""
    sources = [_Source(file, tree) for file, tree in _modules(folder, "")]
    for source in sources:
        for call, prefix, function in source.speeches:
            key = call.args[0] if call.args else _keyword(call, "key")
            for text in source.texts(key, function, sources):
                if text.strip(ANY):
                    facts = None if isinstance(key, ast.Name) else _facts(call)
                    yield Sentence(source.file, call.lineno, prefix + text, facts)


def _modules(folder: Traversable, path: str) -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name = path + file.name
        if file.is_dir():
            yield from _modules(file, f"{name}/")
        elif name.endswith(".py"):
            try:
                yield name, ast.parse(file.read_text(encoding="utf-8"))
            except (SyntaxError, UnicodeDecodeError) as error:
                raise KitError(f"expected Python in {name}, got a mistake: {error}") from None


class _Source:
    """One module: its calls that say something, and what the names in it stand for."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        self.name = file.rpartition("/")[2].removesuffix(".py")
        self.constants: dict[str, list[ast.expr]] = {}
        self.calls: list[tuple[ast.Call, _Function | None]] = []
        self.imports: dict[str, tuple[str, str]] = {}
        self._speakers = dict(_SPEAKERS)
        self._walk(tree, None)
        for name, (_, original) in self.imports.items():
            if original in _SPEAKERS:
                self._speakers[name] = _SPEAKERS[original]
        self.speeches = [
            (call, self._speakers[name], function)
            for call, function in self.calls
            if (name := _called(call)) in self._speakers
        ]

    def _walk(self, node: ast.AST, function: _Function | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                self.calls.append((child, function))
            elif isinstance(child, ast.ImportFrom):
                module = (child.module or "").rpartition(".")[2]
                for name in child.names:
                    self.imports[name.asname or name.name] = (module, name.name)
            elif function is None:
                for target, value in _assigned(child):
                    self.constants.setdefault(target, []).append(value)
            inner = child if isinstance(child, _Function) else function
            self._walk(child, inner)

    def texts(
        self,
        node: ast.expr | None,
        function: _Function | None,
        sources: list[_Source],
        depth: int = 0,
    ) -> list[str]:
        """Every text that an expression can be, as far as the source shows it."""
        if depth > _DEEPEST:
            return [ANY]
        either: tuple[ast.expr, ...]
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.IfExp(body=one, orelse=other):
                either = (one, other)
            case ast.BoolOp(values=values):
                either = tuple(values)
            case ast.JoinedStr(values=values):
                parts = [self.texts(part, function, sources, depth) for part in values]
                return ["".join(part) for part in product(*parts)]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                sides = [self.texts(side, function, sources, depth) for side in (left, right)]
                return ["".join(part) for part in product(*sides)]
            case ast.FormattedValue(value=value):
                return self.texts(value, function, sources, depth + 1)
            case ast.Subscript(value=ast.Name(id=name)):
                either = tuple(_values(self.constants.get(name, [])))
            case ast.Name(id=name):
                return self._meanings(name, function, sources, depth + 1)
            case _:
                return [ANY]
        found = [text for part in either for text in self.texts(part, function, sources, depth + 1)]
        return found or [ANY]

    def _meanings(
        self, name: str, function: _Function | None, sources: list[_Source], depth: int
    ) -> list[str]:
        if function is None or not _knows(function, name):
            values = self.constants.get(name, [])
            return [text for value in values for text in self.texts(value, None, sources, depth)]
        if _narrows(function, name):
            return [ANY]
        found = [
            text
            for node in ast.walk(function)
            for target, value in _assigned(node)
            if target == name
            for text in self.texts(value, function, sources, depth)
        ]
        for source in sources:
            for call, caller in source.calls:
                if source._reaches(call, function, self):
                    value = _argument(call, function, name)
                    if value is not None:
                        found += source.texts(value, caller, sources, depth)
        default = _default(function, name)
        if default is not None:
            found += self.texts(default, None, sources, depth)
        return found or [ANY]

    def _reaches(self, call: ast.Call, function: _Function, home: _Source) -> bool:
        """Whether a call in this module is one of a function that is defined in another."""
        name = _called(call)
        if self is home:
            return name == function.name
        return self.imports.get(name) == (home.name, function.name)


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((given.value for given in call.keywords if given.arg == name), None)


def _facts(call: ast.Call) -> frozenset[str] | None:
    if _called(call) == "Message" or any(given.arg is None for given in call.keywords):
        return None
    return frozenset(given.arg for given in call.keywords if given.arg not in (None, "key"))


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value


def _values(nodes: list[ast.expr]) -> Iterator[ast.expr]:
    for node in nodes:
        match node:
            case ast.Dict(values=values):
                yield from values
            case ast.List(elts=values) | ast.Tuple(elts=values):
                yield from values


def _knows(function: _Function, name: str) -> bool:
    """Whether a name is the function's own: a parameter, or assigned in it."""
    return name in _parameters(function) or any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in ast.walk(function)
    )


def _narrows(function: _Function, name: str) -> bool:
    """Whether a condition looks at the name: then not every value gets as far as the message."""
    conditions = ast.If | ast.IfExp | ast.While | ast.Assert
    tests = [node.test for node in ast.walk(function) if isinstance(node, conditions)]
    return any(
        isinstance(node, ast.Name) and node.id == name for test in tests for node in ast.walk(test)
    )


def _parameters(function: _Function) -> list[str]:
    given = function.args
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def _argument(call: ast.Call, function: _Function, name: str) -> ast.expr | None:
    given = _keyword(call, name)
    positional = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if positional[:1] in (["self"], ["cls"]):
        positional = positional[1:]
    if given is None and name in positional:
        at = positional.index(name)
        starred = any(isinstance(each, ast.Starred) for each in call.args[: at + 1])
        given = call.args[at] if at < len(call.args) and not starred else None
    return given


def _default(function: _Function, name: str) -> ast.expr | None:
    given = function.args
    positional = [each.arg for each in (*given.posonlyargs, *given.args)]
    defaults = dict(zip(reversed(positional), reversed(given.defaults), strict=False))
    for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        if value is not None:
            defaults[each.arg] = value
    return defaults.get(name)
