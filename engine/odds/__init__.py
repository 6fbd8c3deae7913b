"""
Exact chances: the same steps that decide a command, over every roll at once.

Situations that are equal (state, steps left) are counted together, dice that
a step does not tell apart are counted as one, and chances are fractions.
"""

from rollbook.engine.odds.command import odds_of
from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.result import Apart, Odds

__all__ = ["Apart", "Odds", "OddsTooLarge", "odds_of"]
