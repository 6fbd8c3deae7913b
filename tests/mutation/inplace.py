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
    than one function of a module has.
    """
    module = "rollbook." + mutant.path.removesuffix(".py").replace("/", ".")
    changed = [
        code
        for code in _codes(compile(mutant.source, mutant.path, "exec"))
        if _place(code.co_qualname) == mutant.where
    ]
    functions = [
        found
        for found in gc.get_objects()
        if type(found) is FunctionType
        and found.__module__ == module
        and _place(found.__code__.co_qualname) == mutant.where
    ]
    if len(changed) != 1 or not functions:
        return False
    for function in functions:
        if function.__code__.co_freevars != changed[0].co_freevars:
            return False
        function.__code__ = changed[0]
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _place(qualified: str) -> str:
    return qualified.replace(".<locals>", "")
