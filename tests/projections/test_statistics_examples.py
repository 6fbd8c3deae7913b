"""The examples in the docstrings of the statistics."""

import doctest

import pytest

from rollbook.projections import evalues, exact, luckchart, onelook, stream, wording


@pytest.mark.parametrize(
    "module",
    [evalues, exact, luckchart, onelook, stream, wording],
    ids=lambda module: module.__name__,
)
def test_examples_print_what_they_say(module):
    """Every example runs and prints what stands below it."""
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
