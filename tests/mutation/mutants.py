"""
Mutants: one guard taken out of a module, or one effect out of a reducer.

Kinds, each a thing whose absence a test must notice:

* ``guard``: an ``if`` that ends in a refusal never holds;
* ``part``: one of the alternatives of such a guard is gone;
* ``call``: a call of a ``check_...`` function is gone;
* ``template``: a line with a type check is gone from a generated builder;
* ``reducer``: an event leaves the state as it was;
* ``branch``: a condition in a reducer is turned round.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from copy import deepcopy

from attrs import field, frozen

REFUSING = re.compile(r"^(fail|.*_find|.*\.append|.*finding|_raise)$")
CHECKING = re.compile(r"(^|\.)_?(check|hold|expect)(_\w+)?$")


@frozen
class Mutant:
    """
    A change of a module.

    *name* says what is gone in words of the source, not by line, *where* the
    function or class that it is gone from.
    """

    path: str
    name: str
    where: str
    line: int
    _tree: ast.Module = field(repr=False, eq=False)
    _old: ast.AST = field(repr=False, eq=False)
    _new: ast.AST = field(repr=False, eq=False)

    @property
    def source(self) -> str:
        """The source of the changed module."""
        return _replaced(self._tree, self._old, self._new)


def mutants_of(path: str, source: str, *, reducers: bool = False) -> list[Mutant]:
    """Give every mutant of a module, names distinct."""
    tree = ast.parse(source)
    made: list[Mutant] = []
    seen: dict[str, int] = {}
    for where, kind, node, new in _changes(tree, reducers=reducers):
        what = ast.get_source_segment(source, node) or ""
        name = f"{path} {where} {kind}: {' '.join(what.split())[:90]}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name += f" #{seen[name]}"
        made.append(Mutant(path, name, where, node.lineno, tree, node, new))
    return made


def _changes(
    tree: ast.Module, *, reducers: bool
) -> Iterator[tuple[str, str, ast.expr | ast.stmt, ast.AST]]:
    """Give place, kind, old node and new node of every change."""
    for where, node in _walk(tree, ""):
        if reducers and isinstance(node, ast.If) and _refuses(node):
            # Met by forged logs only; whoever folds them turns any error into one of ours.
            continue
        if isinstance(node, ast.If) and _refuses(node):
            yield where, "guard", node.test, ast.Constant(False)
            yield from _parts(where, node.test)
        elif isinstance(node, ast.Expr) and _is_check(node.value):
            yield where, "call", node, ast.Pass()
        elif isinstance(node, ast.JoinedStr) and _holds_check(node):
            text = node.values[0]
            lead = text.value if isinstance(text, ast.Constant) else " "
            indent = " " * (len(str(lead)) - len(str(lead).lstrip()) or 1)
            yield where, "template", node, ast.Constant(f"{indent}pass")
        elif reducers and isinstance(node, ast.FunctionDef) and _is_reducer(node):
            same = ast.Return(ast.Name(node.args.args[0].arg, ast.Load()))
            if ast.unparse(node.body[-1]) != ast.unparse(same):
                yield where, "reducer", node.body[-1], same
            if len(node.body) > 2:
                yield where, "reducer", node.body[0 if _plain(node.body[0]) else 1], same
        elif reducers and isinstance(node, ast.If | ast.IfExp) and not _refuses(node):
            yield where, "branch", node.test, ast.UnaryOp(ast.Not(), deepcopy(node.test))


def _holds_check(node: ast.JoinedStr) -> bool:
    return any(isinstance(v, ast.Constant) and "fail(" in str(v.value) for v in node.values)


def _plain(statement: ast.stmt) -> bool:
    return not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def _walk(node: ast.AST, where: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{where}.{child.name}" if where else child.name
        yield inner, child
        yield from _walk(child, inner)


def _refuses(node: ast.If | ast.IfExp) -> bool:
    """Tell whether an ``if`` without ``else`` ends in a refusal of some kind."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    match node.body[-1]:
        case ast.Raise() | ast.Break():
            return True
        case ast.Return(value=ast.Constant(value=False)):
            return True
        case ast.Return(value=ast.Call(func=func)):
            return ast.unparse(func) in ("BadFrame", "Finding", "finding")
        case ast.Expr(value=ast.Call(func=func)):
            return REFUSING.match(ast.unparse(func)) is not None
    return False


def _parts(where: str, test: ast.expr) -> Iterator[tuple[str, str, ast.expr, ast.AST]]:
    for node in ast.walk(test):
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            for part in node.values:
                yield where, "part", part, ast.Constant(False)


def _is_check(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and bool(CHECKING.search(ast.unparse(value.func)))


def _is_reducer(node: ast.FunctionDef) -> bool:
    return any(
        re.search(r"\.(unit|game|units|start)\(", ast.unparse(decorator))
        for decorator in node.decorator_list
        if not ast.unparse(decorator).endswith(".start")
    ) and bool(node.args.args)


class _Replacer(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def _replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> str:
    """Give the source with one node replaced; the tree is as it was afterwards."""
    memo: dict[int, object] = {}
    copy = deepcopy(tree, memo)
    found = memo[id(old)]
    assert isinstance(found, ast.AST)
    made = _Replacer(found, new).visit(copy)
    return ast.unparse(ast.fix_missing_locations(made))
