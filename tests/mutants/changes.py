"""What can be changed in a module: an operator, a number, a condition, a statement left out.

Each change is a piece of the source and what stands there instead, so everything else in the file
stays as it is.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}


class Change(NamedTuple):
    """A change of one piece of a source: where it stands in bytes, its line, and its new text."""

    start: int
    end: int
    line: int
    before: str
    after: str

    def made_in(self, source: bytes) -> bytes:
        """The source with this change."""
        return source[: self.start] + self.after.encode() + source[self.end :]


def changes(source: bytes) -> list[Change]:
    """Every change that can be made, in the order of the source."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = list[Change]()
    for node, after in _all(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = source[start:end].decode()
        found.append(Change(start, end, node.lineno, before, after))
    return sorted(set(found))


Place = ast.expr | ast.stmt


def _all(tree: ast.AST) -> Iterator[tuple[Place, str]]:
    """Go through all that runs; what is said for people and type checkers alone is left out."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt | ast.expr):
                yield from _of(child)
            if isinstance(child, ast.AST) and not _is_text(child):
                yield from _all(child)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _of(node: Place) -> Iterator[tuple[Place, str]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield node, _with(node, ops=[COMPARED[type(op)]()])
        case ast.BoolOp():
            yield node, _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.BinOp() if type(node.op) in COUNTED:
            yield node, _with(node, op=COUNTED[type(node.op)]())
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int()):
            yield node, str(node.value + 1)
        case ast.IfExp(test=test) | ast.If(test=test) | ast.While(test=test):
            if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                yield test, f"(not {ast.unparse(test)})"
        case ast.AugAssign() if type(node.op) in COUNTED:
            changed = copy.copy(node)
            changed.op = COUNTED[type(node.op)]()
            yield node, ast.unparse(changed)
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
        case ast.Continue():
            yield node, "break"
        case ast.Break():
            yield node, "continue"


def _with(node: ast.expr, **fields: object) -> str:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return f"({ast.unparse(changed)})"
