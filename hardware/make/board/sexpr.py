"""S-expressions, the notation of KiCad's files: read into nested lists and written again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


class Quoted(str):
    """A word that stands in quotation marks."""

    __slots__ = ()


Node = list[Any]
"""A list of words and lists."""


def parse(text: str) -> Node:
    """The one expression that a file holds."""
    stack: list[Node] = [[]]
    for quoted, bracket, word in _TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word:
            stack[-1].append(word)
        else:
            stack[-1].append(Quoted(re.sub(r"\\(.)", _unescaped, quoted)))
    only = stack[0][0]
    if len(stack) != 1 or isinstance(only, str):
        raise ValueError("expected one S-expression with its brackets closed")
    made: Node = only
    return made


def _unescaped(found: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(found[1], found[1])


def write(node: Node | str, depth: int = 0) -> str:
    """The text of an expression, one list of lists to a line."""
    if isinstance(node, Quoted):
        escaped = node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(node, str):
        return node
    if not any(isinstance(part, list) for part in node):
        return "(" + " ".join(write(part) for part in node) + ")"
    indent = "\n" + "\t" * (depth + 1)
    parts = [
        (indent if isinstance(part, list) else " " if place else "") + write(part, depth + 1)
        for place, part in enumerate(node)
    ]
    return "(" + "".join(parts) + "\n" + "\t" * depth + ")"


def every(node: Node, name: str) -> Iterator[Node]:
    """The lists directly in a list that begin with a word."""
    for part in node:
        if isinstance(part, list) and part and part[0] == name:
            yield part


def first(node: Node, name: str) -> Node:
    """The first of these lists; empty if there is none."""
    return next(every(node, name), [])


def numbers(node: Node) -> list[float]:
    """The figures behind a list's first word."""
    return [float(part) for part in node[1:] if isinstance(part, str) and _is_number(part)]


def words(node: Node) -> list[str]:
    """The words of a list, without the lists in it."""
    return [part for part in node if isinstance(part, str)]


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text) is not None


def number(value: float) -> str:
    """A figure as KiCad writes it: at most six places, no trailing zeros."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
