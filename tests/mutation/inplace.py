"""Change a function of a loaded module into its mutant, so that nothing is loaded anew."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import CodeType, FunctionType

from tests.mutation.mutants import Mutant


def take_in(mutant: Mutant) -> bool:
    """
    Put the code of *mutant* in place of the loaded one; False if that cannot be.

    It cannot for what runs while a module is loaded, and for names that more
    than one function of a module has.  Functions around the changed one are
    changed too, since they make it anew whenever they run.
    """
    module = "rollbook." + mutant.path.removesuffix(".py").replace("/", ".")
    made = list(_codes(compile(mutant.source, mutant.path, "exec")))
    loaded = [
        found
        for found in gc.get_objects()
        if type(found) is FunctionType and found.__module__ == module
    ]
    replaced = False
    for place in _around(mutant.where):
        changed = [code for code in made if _place(code.co_qualname) == place]
        for function in loaded:
            if _place(function.__code__.co_qualname) != place:
                continue
            if len(changed) != 1 or function.__code__.co_freevars != changed[0].co_freevars:
                return False
            function.__code__ = changed[0]
            replaced = True
    return replaced


def _around(where: str) -> Iterator[str]:
    """Give *where* and each function or class around it."""
    while where:
        yield where
        where = where.rpartition(".")[0]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _place(qualified: str) -> str:
    return qualified.replace(".<locals>", "")
